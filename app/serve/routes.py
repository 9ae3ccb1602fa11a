"""Which route answers what."""

from app.serve.exports import ExportedFile
from app.serve.pages import Embed, LabPage, Slash, ViewPage
from app.serve.parts import Library, Liveness, Report, TableRoute
from app.serve.route import NotFound, Route
from app.serve.session import SessionToken
from app.serve.socket import Socket


class Missing(Route):
    """Whatever else is asked for."""

    def prepare(self) -> None:
        super().prepare()
        raise NotFound


ROUTES = [
    (r"/ws", Socket),
    (r"/?", LabPage),
    (r"/session", SessionToken),
    (r"/embed/([^/]+)", Embed),
    (r"/export/([a-z]+)\.html", ExportedFile),
    (r"/tables/(.+)\.json", TableRoute),
    (r"/reports/([a-z]+)\.json", Report),
    (r"/static/(.+\.min\.js)", Library),
    (r"/liveness", Liveness),
    (r"/([a-z]+)", ViewPage),
    (r"/(embed/|)([a-z]+)/", Slash),
    (r"/.+", Missing),
]
