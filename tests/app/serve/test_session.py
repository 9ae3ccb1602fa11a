"""The live session: opened by the page's token alone, mirrored both ways, shared with nobody."""

import asyncio
import json
from contextlib import suppress
from typing import Any, cast

import pytest
from bokeh.util.token import generate_jwt_token, generate_session_id
from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClosedError
from visiting import connected, run, token_of, visiting

from app.serve.mirror import mirrored
from app.state.lab_state import LabState
from app.state.selection import FIELDS, choose, default, to_fields

RESAMPLED: dict[str, Any] = {
    "prompt": 3,
    "ablation": "resample",
    "source": 5,
    "reference": (1,),
    "off": (3,),
    "face": "answers",
}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("off=2,4&token=3&off=x&y=%ff", {"off": (2, 4), "token": 3}),
        ("prompt=3&ablation=resample&source=5&reference=1&off=3&face=answers", RESAMPLED),
        ("prompt=all&ablation=mean&reference=1", {"prompt": 0, "ablation": "mean"}),
        ("toy=tanh&seed=7&prompt=all", {"toy": "tanh", "seed": 7}),
    ],
)
def test_the_session_opens_on_the_state_of_the_page(lab: str, query: str, expected: dict[str, Any]):
    async def visit():
        async with visiting(lab, query) as visitor:
            return await visitor.selection()

    assert run(visit()) == to_fields(choose(default(), **expected))


def test_two_visitors_never_affect_each_other(lab: str):
    wanted, usual = to_fields(choose(default(), off=(1, 5), step=2)), to_fields(default())

    async def visit():
        async with visiting(lab) as one, visiting(lab) as other:
            await one.select(wanted)
            async with visiting(lab) as late:
                return [await visitor.selection() for visitor in (one, other, late)]

    assert run(visit()) == [wanted, usual, usual]


def test_a_selection_that_the_toy_does_not_offer_is_put_back(lab: str):
    async def visit():
        async with visiting(lab) as visitor:
            for bad in (
                {},
                {**to_fields(default()), "off": [9]},
                {**to_fields(default()), "source": 1},
                {"toy": {"a": 1}},
            ):
                await visitor.select(bad)
                # Python answers in a task of its own.
                for _ in range(50):
                    if await visitor.selection() == to_fields(default()):
                        break
                    await asyncio.sleep(0.02)
                else:
                    pytest.fail(f"{bad} was not put back")

    run(visit())


async def is_closed(lab: str, token: str | None) -> bool:
    """Whether the server closes a connection with this token without a word."""
    async with connected(lab, token) as socket:
        return await asyncio.wait_for(socket.read_message(), 5) is None


BAD_TOKENS = [
    "x",
    "a.b",
    "!!!",
    "e30",
    "e30.e30",
    "bnVsbA.x",
    "eyJzZXNzaW9uX2lkIjoxfQ.x",
    "A" * 5000,
    "eyJzZXNzaW9uX2lkIjoiYSIsIl9fYmtfX3psaWJfIjoieCJ9.x",
]


@pytest.mark.parametrize("token", [None, *BAD_TOKENS])
def test_a_token_that_cannot_be_read_is_refused(lab: str, token: str | None):
    assert run(is_closed(lab, token))


def test_only_this_servers_own_tokens_open_a_session(lab: str):
    body, _, signature = token_of(lab).partition(".")
    assert run(is_closed(lab, body))
    assert run(is_closed(lab, f"{body}.{signature[::-1]}"))


def test_a_token_that_has_expired_opens_none(lab: str, secret: bytes):
    known: dict[str, Any] = {"secret_key": secret, "signed": True}
    page = {"headers": {}, "cookies": {}, "arguments": {"address": [b""]}}
    expired, good = (
        generate_jwt_token(generate_session_id(**known), **known, expiration=seconds, extra_payload=page)
        for seconds in (0, 60)
    )
    assert run(is_closed(lab, expired))
    assert not run(is_closed(lab, good))


@pytest.mark.parametrize("fragment", ["", "{", "[]", "null", b"\x00", '{"msgid": 1}'])
def test_a_message_that_cannot_be_read_closes_only_its_own_connection(lab: str, fragment: str | bytes):
    async def visit():
        async with visiting(lab) as visitor, visiting(lab) as other:
            with suppress(WebSocketClosedError):
                for _ in range(3):
                    await visitor.socket.write_message(fragment, binary=isinstance(fragment, bytes))
            assert await asyncio.wait_for(visitor.socket.read_message(), 5) is None
            return await other.selection()

    assert run(visit()) == to_fields(default())


def test_another_sites_page_may_not_connect(lab: str):
    async def visit(origin: str):
        async with connected(lab, token_of(lab), origin):
            pass

    run(visit(lab.rpartition("/course")[0]))
    for origin in ("https://example.org", "null", "http://[::1", "*", "x" * 5000):
        with pytest.raises(HTTPClientError, match="403"):
            run(visit(origin))


class Document:
    """What a mirror asks of its document: to be changed when it is its turn, here at once."""

    def add_next_tick_callback(self, change: Any) -> None:
        change()


def test_python_drives_the_mirror_and_hears_it():
    state = LabState()
    mirror: Any = mirrored(state, cast(Any, Document()))
    sent, heard = [], []
    mirror.on_change("selection", lambda attr, old, new: sent.append(new))
    state.param.watch(lambda *events: heard.append(state.selection), list(FIELDS))

    def held() -> dict[str, Any]:
        return json.loads(mirror.selection)

    state.off = (2, 4)
    assert held() == to_fields(state.selection)
    assert (len(sent), len(heard)) == (1, 1), "an echo"
    wanted = choose(default(), token=2, off=(3,))
    mirror.selection = json.dumps(to_fields(wanted))
    assert state.selection == wanted
    assert len(heard) == 2, "an echo"
    resampled = choose(wanted, **RESAMPLED)
    state.take(resampled)
    assert held() == to_fields(resampled)
    mirror.selection = json.dumps(to_fields(wanted))
    assert (state.selection, state.source, state.reference) == (wanted, None, ())
    del heard[2:]
    for bad in (json.dumps({**to_fields(wanted), "step": 99}), "", "[", "null", '{"toy": "place"}'):
        mirror.selection = bad
        assert (state.selection, held()) == (wanted, to_fields(wanted))
    assert heard[2:] == []


def test_a_token_opens_one_connection(lab: str):
    async def visit():
        token = token_of(lab)
        async with connected(lab, token) as socket:
            assert await asyncio.wait_for(socket.read_message(), 5) is not None
            return await is_closed(lab, token)

    assert run(visit())
