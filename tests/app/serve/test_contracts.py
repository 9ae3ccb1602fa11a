"""What the server takes of Bokeh's and Panel's insides, which a release may move.

CONTRIBUTING.md lists them. Tried with Bokeh 3.9.2 and Panel 1.9.4: where one of these fails with another release, the
file that it names is to be looked at.
"""

import inspect
from pathlib import Path
from typing import Any

import bokeh
from bokeh.embed import json_item
from bokeh.plotting import figure
from bokeh.protocol import Protocol
from bokeh.server import tornado as bokeh_tornado
from bokeh.server.contexts import ApplicationContext
from bokeh.server.session import ServerSession
from bokeh.server.urls import per_app_patterns
from bokeh.server.util import check_allowlist
from bokeh.server.views.ws import WSHandler
from bokeh.util.token import check_token_signature, generate_jwt_token, generate_session_id, get_session_id

BOKEH_JS = (Path(bokeh.__file__).parent / "server/static/js/bokeh.min.js").read_text(encoding="utf-8")


def test_routes_are_a_list_that_a_server_reads_when_it_is_made():
    """app/serve/server.py"""
    assert isinstance(per_app_patterns, list)
    assert all(len(pattern) >= 2 for pattern in per_app_patterns)
    assert bokeh_tornado.__dict__["per_app_patterns"] is per_app_patterns
    assert inspect.isclass(bokeh_tornado.__dict__["IcoHandler"])


def test_a_websocket_is_opened_read_and_answered_in_these_steps():
    """app/serve/socket.py"""
    for name, asked in {
        "_async_open": ["self", "token"],
        "_receive": ["self", "fragment"],
        "_handle": ["self", "message"],
        "check_origin": ["self", "origin"],
        "open": ["self"],
    }.items():
        assert list(inspect.signature(inspect.unwrap(getattr(WSHandler, name))).parameters)[: len(asked)] == asked
    source = inspect.getsource(WSHandler)
    for held in ("self.receiver", "self.handler", "self.connection", "self._token", "self.application_context"):
        assert held in source
    assert isinstance(inspect.getattr_static(ApplicationContext, "sessions"), property)
    assert isinstance(inspect.getattr_static(ServerSession, "connection_count"), property)
    assert Protocol().create("ACK").msgtype == "ACK"


def test_a_token_is_signed_names_its_session_and_is_of_one_server():
    """app/serve/session.py, app/serve/socket.py"""
    known: dict[str, Any] = {"secret_key": b"x" * 32, "signed": True}
    name = generate_session_id(**known)
    token = generate_jwt_token(name, **known, expiration=9, extra_payload={"arguments": {"address": [b"off=2"]}})
    assert get_session_id(token) == name
    assert check_token_signature(token, **known)
    assert not check_token_signature(token, secret_key=b"y" * 32, signed=True)
    assert check_allowlist("a.org:80", ["a.org"])


def test_models_are_numbered_as_they_are_made():
    """app/screens/page.py, which numbers them anew"""
    assert '"id": "p' in str(json_item(figure())).replace("'", '"')


def test_bokehs_script_has_what_the_page_asks_of_it():
    """assets/js/page/session.js, assets/js/draw/figure.js"""
    for name in ("add_document_from_session", "get_model_by_name", "connection_lost", "canvas_view", "events_el"):
        assert name in BOKEH_JS, name
