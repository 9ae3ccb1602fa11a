"""Sessions: one for each visitor whose page has drawn and asks for it.

A page needs none to be drawn. It asks `GET session?ADDRESS`, is answered with a token, and connects with that; the
token is signed, short-lived and good for one connection at a time. While all seats are taken, nobody is given one, and
the page goes on without.
"""

from typing import Any

import panel as pn
from bokeh.util.token import generate_jwt_token, generate_session_id

from app.serve.mirror import mirrored
from app.serve.route import Route, query_of
from app.serve.workshop import Full
from app.state import address
from app.state.lab_state import LabState
from app.tables.encoding import encode

NO_SEAT = "All places for a session are taken. The lab works without one."


class SessionToken(Route):
    """`/session?ADDRESS`: a token with which a page opens a session in the state that its address says."""

    def get(self) -> None:
        if not seats_left(self.settings, self.context["application_context"]):
            raise Full(NO_SEAT, retry_after=30)
        self.set_header("Content-Type", "application/json")
        self.set_header("Cache-Control", "no-store")
        self.finish(encode({"token": self._token()}) + b"\n")

    def _token(self) -> str:
        lab: Any = self.application
        known = {"secret_key": lab.secret_key, "signed": lab.sign_sessions}
        # The address in its shortest form, which is all that the session may know of the request.
        asked = address.format(address.parse(query_of(self.request)).state).encode()
        payload = {"headers": {}, "cookies": {}, "arguments": {"address": [asked]}}
        return generate_jwt_token(
            generate_session_id(**known), **known, expiration=lab.session_token_expiration, extra_payload=payload
        )


def seats_left(settings: dict[str, Any], context: Any) -> bool:
    """Whether another session may be opened; those that nobody is connected with any more do not count."""
    return sum(session.connection_count > 0 for session in context.sessions) < settings["most_sessions"]


def session() -> Any:
    """Give a visitor's document the mirror of a state of their own, opened as the page was."""
    document = pn.state.curdoc
    assert document is not None
    (asked,) = pn.state.session_args.get("address", [b""])
    document.config.reconnect_session = False  # the page asks for another, in the state that it shows by then
    document.add_root(mirrored(LabState(address.parse(asked.decode()).state), document))
