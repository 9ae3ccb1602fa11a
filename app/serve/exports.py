"""Screens as files, to keep: the most costly answer, so that few may wait for one and none is made for nobody."""

from app.screens.screens import export_html, screens
from app.serve.prepared import Prepared, prepare
from app.serve.route import ASK_AGAIN, HTML, NotFound, Route, Unreadable, query_of
from app.serve.workshop import Workshop
from app.state.queries import split

WORKSHOP = Workshop(12)


class ExportedFile(Route):
    """`/export/VIEW.html?state`: a screen as one file. One is made at a time, beside all other answers."""

    async def get(self, name: str) -> None:
        if name not in screens():
            raise NotFound(f"There is no view of that name; there are {', '.join(screens())}.")
        query = query_of(self.request)
        screen = screens()[name].showing(query)
        state, problems = screen.read(query)
        if problems:
            raise Unreadable(problems)
        kept = split(query, ()).kept
        self.set_header("Content-Disposition", f'attachment; filename="{name}.html"')
        if self.request.method == "HEAD":
            self.set_header("Content-Type", HTML)
            await self.flush()  # how long it would be is not known before it is made
            return

        def make() -> Prepared:
            return prepare(export_html(screen, state, kept).encode(), HTML, codings=("gzip",))

        self.send_prepared(await self.made(WORKSHOP, (name, query), make), ASK_AGAIN)
