"""The websocket of a session: Bokeh's, which lets through what a page of the lab sends, and nothing else."""

import logging
from asyncio import Semaphore, ensure_future, sleep
from typing import Any

from bokeh.protocol.exceptions import ProtocolError
from bokeh.server.tornado import BokehTornado
from bokeh.server.util import check_allowlist
from bokeh.server.views.ws import WSHandler
from bokeh.util.token import check_token_signature, get_session_id
from tornado.web import HTTPError

from app.serve.mirror import MOST_CHARACTERS, NAME
from app.serve.security import HEADERS
from app.serve.session import seats_left

log = logging.getLogger(__name__)

# Sessions are opened one after another, so that pages, which can draw without, are answered in between.
OPENING = Semaphore()
BETWEEN = 0.005  # seconds
MOST_MESSAGE_BYTES = 4 * MOST_CHARACTERS
MOST_TOKEN_CHARACTERS = 4000
# BokehJS tells by itself that a document is ready. Nobody here wants to know.
DOCUMENT_READY = {"type": "event", "name": "document_ready", "values": {"type": "map"}}
READY = {"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": DOCUMENT_READY}]}
PARTS = 3  # of a message without buffers: header, metadata, content
NO_SEAT, REFUSED = 1013, 1008  # of RFC 6455: try again later; against the rules


class Socket(WSHandler):
    """Opens for a token of this server's that is not in use; what a page would not send closes it, with no word why."""

    application: BokehTornado  # type: ignore[assignment]
    parts = 0  # of a message that is not all there

    def set_default_headers(self) -> None:
        for name, value in HEADERS.items():
            self.set_header(name, value)

    async def get(self, *args: Any, **kwargs: Any) -> None:
        try:
            await super().get(*args, **kwargs)
        except ValueError:  # an Origin that nobody can read
            raise HTTPError(403) from None

    def check_origin(self, origin: str) -> bool:
        # The page's own host may always connect, whatever name it was reached by.
        host = origin.partition("://")[2].lower()
        own = self.request.headers.get("Host", "").lower()
        if host == own or check_allowlist(host, [*self.application.websocket_origins]):
            return True
        log.warning("refused a session to a page of %.100s; --allow-origin names the hosts that may have one", origin)
        return False

    def open(self, *args: str, **kwargs: str) -> None:
        try:
            self._check_token(self._token or "")
            # A message is several frames. The second would wait until the browser acknowledges the first, 40 ms.
            self.set_nodelay(True)
            super().open(*args, **kwargs)
        except Exception as error:  # the token may be anything, and so may what reading it raises
            self._refuse("token", error)

    def _check_token(self, token: str) -> None:
        lab = self.application
        if len(token) > MOST_TOKEN_CHARACTERS:
            raise ProtocolError("longer than any")
        if not check_token_signature(token, signed=lab.sign_sessions, secret_key=lab.secret_key):
            raise ProtocolError("not signed by this server")

    async def _async_open(self, token: str) -> None:
        async with OPENING:
            if self.ws_connection is None:  # whoever has left meanwhile needs none
                return
            known = {session.id: session for session in self.application_context.sessions}
            if get_session_id(token) in known:
                self._refuse("token", ProtocolError("in use"))
                return
            if not seats_left(self.settings, self.application_context):
                self.close(NO_SEAT)
                return
            opened = ensure_future(super()._async_open(token))
            await sleep(BETWEEN)  # it runs up to its answer, for which a slow visitor alone shall wait
        await opened

    async def _receive(self, fragment: str | bytes) -> Any:
        try:
            if self.receiver is None:
                raise ProtocolError("the session is not open yet")
            message = await self.receiver.consume(fragment)
            self.parts = 0 if message else self.parts + 1
            if self.parts == PARTS:
                raise ProtocolError("more parts than a message of the page has")
            return message
        except Exception as error:  # as above
            self._refuse("message", error)

    async def _handle(self, message: Any) -> Any:
        try:
            if self.handler is None or self.connection is None:
                raise ProtocolError("the session is not open yet")
            if message.msgtype == "PATCH-DOC" and message.content == READY:
                return None
            if message.msgtype != "PULL-DOC-REQ" and not self._is_selection(message):
                raise ProtocolError(f"{message.msgtype} is nothing that the page sends")
            return await self.handler.handle(message, self.connection)
        except Exception as error:  # as above
            self._refuse("message", error)

    def _is_selection(self, message: Any) -> bool:
        """Whether a message is a change of the mirror's selection, or several."""
        if message.msgtype != "PATCH-DOC" or message.buffers or self.connection is None:
            return False
        mirror = self.connection.session.document.get_model_by_name(NAME)
        changes = message.content["events"]
        return mirror is not None and len(changes) > 0 and all(is_selection(change, mirror.id) for change in changes)

    def _refuse(self, what: str, error: Exception) -> None:
        log.info("refused a websocket %s: %s", what, type(error).__name__)
        self.close(REFUSED, f"The {what} cannot be read; reload the page.")


def is_selection(change: Any, mirror: str) -> bool:
    """Whether a change, as Bokeh's protocol has it, is the mirror's selection and that alone."""
    if not isinstance(change, dict):
        return False
    ours = {"kind": "ModelChanged", "model": {"id": mirror}, "attr": "selection", "new": ""}
    new = change.get("new")
    return {**change, "new": ""} == ours and isinstance(new, str) and len(new) <= MOST_CHARACTERS
