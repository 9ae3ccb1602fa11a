"""The live lab: one page for everyone at `/`, and a session for each visitor once the page has connected.

The page needs no session to be drawn, so none is made to answer a request: the page carries a signed token, and Bokeh
opens the session when the browser connects with it. The rest of a state's page is the same for everyone, so that it is
made and compressed once. What only fetches the page costs the server next to nothing.
"""

import logging
import zlib
from asyncio import Semaphore, ensure_future, sleep
from functools import lru_cache
from typing import Any, NamedTuple

import panel as pn
from bokeh.core.types import ID
from bokeh.embed.elements import script_for_render_items
from bokeh.embed.util import RenderItem
from bokeh.embed.wrappers import wrap_in_script_tag
from bokeh.models import LayoutDOM
from bokeh.protocol.exceptions import ProtocolError
from bokeh.server.tornado import BokehTornado
from bokeh.server.util import check_allowlist
from bokeh.util.token import check_token_signature, generate_jwt_token, generate_session_id
from panel.io.server import WSHandler
from tornado.web import HTTPError

from app.screens import page
from app.screens.lab import LabScreen
from app.screens.policy import allowing, live_policy
from app.screens.screens import embeds, known_toys, menu
from app.serve.routes import HTML, Page, page_state, query_of
from app.serve.security import HEADERS
from app.state import address
from app.state.lab_state import LabState
from app.state.selection import FIELDS, Selection, from_fields, to_fields
from components.base.mirror import Mirror

log = logging.getLogger(__name__)

ELEMENT = ID("session")
# Sessions are opened one after another, so that pages, which can draw without, are answered in between.
OPENING = Semaphore()
BETWEEN = 0.005  # seconds
ASKED = ("PULL-DOC-REQ", "PATCH-DOC", "SERVER-INFO-REQ")  # all that a page's session sends
SCRIPT = "\0"  # stands where the last script will; no page has another
GZIP = 16  # what zlib calls gzip's own head and end


class LivePage(Page):
    """`/`: the lab, and a token with which the browser opens its session."""

    application: BokehTornado  # type: ignore[assignment]

    def get(self) -> None:
        if not self.request.path.endswith("/"):
            # Relative links need the slash. The redirect is relative too: a proxy may have its own prefix.
            last = self.request.path.rpartition("/")[2]
            self.redirect(f"{last}/" + (f"?{self.request.query}" if self.request.query else ""))
            return
        query = query_of(self.request)
        self.set_header("Content-Type", HTML)
        self.set_header("Cache-Control", "no-store")
        gzipped, policy = live_page(page_state("lab", query), self._token(query))
        self.set_policy(policy)
        self.send(gzipped)

    def _token(self, query: str) -> str:
        lab = self.application
        known = {"secret_key": lab.secret_key, "signed": lab.sign_sessions}
        # The address in its shortest form, which is all that the session may know of the request.
        asked = address.format(address.parse(query).state).encode()
        payload = {"headers": {}, "cookies": {}, "arguments": {"address": [asked]}}
        return generate_jwt_token(
            generate_session_id(**known), **known, expiration=lab.session_token_expiration, extra_payload=payload
        )


class Socket(WSHandler):
    """Bokeh's websocket, for which a token or a message that cannot be read is no reason for a traceback."""

    application: BokehTornado  # type: ignore[assignment]

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
        lab = self.application
        try:
            signed = check_token_signature(self._token or "", signed=lab.sign_sessions, secret_key=lab.secret_key)
            if not signed:
                raise ProtocolError("not signed by this server")
            # A message is several frames. The second would wait until the browser acknowledges the first, 40 ms.
            self.set_nodelay(True)
            super().open(*args, **kwargs)
        except Exception as error:  # the token may be anything, and so may what reading it raises
            self._refuse("token", error)

    async def _async_open(self, token: str) -> None:
        async with OPENING:
            if self.ws_connection is None:  # whoever has left meanwhile needs none
                return
            opened = ensure_future(super()._async_open(token))
            await sleep(BETWEEN)  # it runs up to its answer, for which a slow visitor alone shall wait
        await opened

    async def _receive(self, fragment: str | bytes) -> Any:
        try:
            if self.receiver is None:
                raise ProtocolError("the session is not open yet")
            return await self.receiver.consume(fragment)
        except Exception as error:  # as above
            self._refuse("message", error)

    async def _handle(self, message: Any) -> Any:
        try:
            if self.handler is None or message.msgtype not in ASKED:
                raise ProtocolError(f"{message.msgtype} is nothing that the page sends")
            return await self.handler.handle(message, self.connection)
        except Exception as error:  # as above
            self._refuse("message", error)

    def _refuse(self, what: str, error: Exception) -> None:
        log.info("refused a websocket %s: %s", what, type(error).__name__)
        self.close(1008, f"The {what} cannot be read; reload the page.")


class Opening(NamedTuple):
    """A state's page up to its last script, which opens the visitor's own session.

    start: compressed. compressor: where it stands then, to be copied and gone on with. end: what follows the script.
    policy: that of all scripts but the last.
    """

    start: bytes
    compressor: Any
    end: str
    policy: str


def live_page(state: Selection, token: str) -> tuple[bytes, str]:
    """The live page of a state, gzipped, which opens a session with the token, and the policy that goes with it."""
    opening = _opening(state)
    item = RenderItem(token=token, elementid=ELEMENT, use_for_title=False)
    script = wrap_in_script_tag(script_for_render_items({}, [item]))
    compressor = opening.compressor.copy()
    end = compressor.compress((script + opening.end).encode()) + compressor.flush()
    return opening.start + end, allowing(opening.policy, script)


@lru_cache(maxsize=64)
def _opening(state: Selection) -> Opening:
    lab = LabScreen("lab")
    form = page.Form("live", lab.opening(state), menu=menu(), embeds=embeds("lab"), toys=known_toys())
    variables = page.page_variables(lab.content(state), form)
    html = page.template().render({**variables, "roots": [{"id": ELEMENT}], "plot_script": SCRIPT})
    start, _, end = html.rpartition(SCRIPT)
    compressor = zlib.compressobj(wbits=zlib.MAX_WBITS | GZIP)
    return Opening(compressor.compress(start.encode()), compressor, end, live_policy(start + end))


def session() -> Any:
    """Give a visitor's document the mirror of a state of their own, opened as the page was."""
    (asked,) = pn.state.session_args.get("address", [b""])
    mirror = mirror_of(LabState(address.parse(asked.decode()).state))
    document = mirror.server_doc(location=False)
    # Panel holds all changes back until a page says that it is ready, which one that comes back never says again.
    pn.state._loaded[document] = True
    for root in document.roots:
        if isinstance(root, LayoutDOM):
            root.stylesheets = []  # nothing of it is seen, and Panel's own would be fetched from a CDN


def mirror_of(state: LabState) -> Mirror:
    """A mirror tied to a state both ways: the screen follows what Python sets in the state.

    What a browser sends is checked first. What the toy does not offer is answered with the state as it was.
    """
    mirror = Mirror(selection=to_fields(state.selection))

    def from_browser(*_: object) -> None:
        try:
            state.take(from_fields(mirror.selection))
        except ValueError as error:
            log.info("refused a selection: %s", error)
            to_browser()

    def to_browser(*_: object) -> None:
        shown = to_fields(state.selection)
        if mirror.selection != shown:
            mirror.selection = shown

    mirror.param.watch(from_browser, "selection")
    state.param.watch(to_browser, list(FIELDS))
    return mirror
