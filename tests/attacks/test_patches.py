"""From a page comes one kind of change: another text in the mirror's one property. Nothing else is taken."""

import json

import pytest
from mirror import Mirror, models
from stranger import INSIDE, Session

ROOT = {"type": "object", "name": "Slider", "id": "x1", "attributes": {"start": 0, "end": 1, "value": 0}}
SOURCE = {"type": "object", "name": "ColumnDataSource", "id": "x2", "attributes": {"data": {"type": "map"}}}
CLICK = {"type": "event", "name": "button_click", "values": {"type": "map", "entries": [["model", {"id": "p1"}]]}}
ARRAY = {
    "type": "ndarray",
    "array": {"type": "bytes", "data": "AAAA"},
    "shape": [3],
    "dtype": "uint8",
    "order": "little",
}


def forbidden(mirror: Mirror, other: str, settings: str) -> dict[str, dict]:
    """What no page sends, by name."""
    change, here = mirror.change, {"id": mirror.id}
    return {
        "a new root": {"kind": "RootAdded", "model": ROOT},
        "its root taken away": {"kind": "RootRemoved", "model": {"id": other}},
        "another title": {"kind": "TitleChanged", "title": "Mine"},
        "a click on what is no button": {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": CLICK},
        "a message of its own": {"kind": "MessageSent", "msg_type": "mine", "msg_data": "x" * 1000},
        "data of a column": {"kind": "ColumnDataChanged", "model": here, "attr": "data", "data": {"type": "map"}},
        "a stream": {
            "kind": "ColumnsStreamed",
            "model": here,
            "attr": "data",
            "data": {"type": "map"},
            "rollover": None,
        },
        "a patch of columns": {"kind": "ColumnsPatched", "model": here, "attr": "data", "patches": {"type": "map"}},
        "no kind": {"model": here},
        "a kind of its own": {"kind": "Mine", "model": here},
        "a property that is none": change("x", attr="mine"),
        "a private attribute": change("x", attr="__class__"),
        "the name": change("mine", attr="name"),
        "the tags": change(["mine"], attr="tags"),
        "the callbacks": change({"type": "map", "entries": [["change:name", [ROOT]]]}, attr="js_property_callbacks"),
        "the events it listens to": change(["button_click"], attr="subscribed_events"),
        "another model": change("mine", attr="name", id=other),
        "the document's settings": change(True, attr="notify_connection_status", id=settings),
        "a model that is none": change("mine", id="nobody"),
        "a model in the value": change(ROOT),
        "a model deep in the value": change([{"type": "map", "entries": [["off", SOURCE]]}]),
        "a model that is there, as the value": change(here),
        "bytes": change({"type": "bytes", "data": "AAAA"}),
        "an array": change(ARRAY),
        "a number": change(1),
        "nothing": change(None),
        "a list": change(["off", 2]),
        "a text that is no selection": change("mine"),
        "a text of 6 kB": change("x" * 6000),
        "deep lists": change(json.loads("[" * 200 + "]" * 200)),
        "an unknown layer": mirror.switched(999),
        "a negative layer": mirror.switched(-1),
        "1,500 layers": mirror.switched(*range(1500)),
    }


NAMES = forbidden(Mirror("p1", "selection", "{}"), "p2", "p3")


@pytest.fixture(scope="module")
def held(house) -> dict[str, Session]:
    """One session that is opened again when an attack has closed it."""
    return {"session": house.session()}


@pytest.fixture
def session(house, held) -> Session:
    session = held["session"]
    try:
        session.document()
    except (ConnectionError, OSError):
        held["session"] = session = house.session()
    return session


def test_a_switch_is_taken(house):
    """Nothing: this is the student, whom a locked door must let in."""
    session = house.session()
    assert session.patch(session.mirror().switched(2)) == "OK"
    assert session.mirror().off() == [2]
    assert session.patch(session.mirror().switched()) == "OK"
    assert session.mirror().off() == []


@pytest.mark.parametrize("what", NAMES)
def test_what_no_page_sends_is_refused(house, session, what):
    """A stranger keeps models, data or callbacks of their own in the server, or breaks the code that expects ours."""
    mirror, before, document = session.mirror(), _plain(session), session.document()
    settings = document["config"]["id"]
    others = [each["id"] for each in models(document["roots"]) if each["id"] != mirror.id]
    came = session.patch(forbidden(mirror, (others or [settings])[-1], settings)[what])
    assert came != "OK"
    assert not INSIDE.findall(came), "an error tells how the server is made"
    if not came.startswith("closed"):
        assert _plain(session) == before, "what was refused is there all the same"


def test_one_bad_change_among_good_ones_is_refused(session):
    """A stranger gets anything in behind one change that is allowed."""
    mirror = session.mirror()
    assert session.patch(mirror.switched(2), {"kind": "RootAdded", "model": ROOT}) != "OK"


def test_forty_roots_do_not_grow_the_server(house):
    """A stranger fills the server's memory from one browser tab."""
    session, before, refused = house.session(), house.memory(), 0
    filled = {**ROOT, "attributes": {**ROOT["attributes"], "title": "x" * 600_000}}
    for n in range(40):
        came = session.patch({"kind": "RootAdded", "model": {**filled, "id": f"x{n}"}})
        refused += came != "OK"
        if came.startswith("closed"):
            session = house.session()
    assert refused == 40
    assert house.memory() - before < 10


def test_what_breaks_one_session_leaves_the_others(house):
    """A stranger throws everybody else out of the lesson."""
    student, stranger = house.session(), house.session()
    mirror = stranger.mirror()
    for event in forbidden(mirror, mirror.id, mirror.id).values():
        if stranger.patch(event).startswith("closed"):
            stranger = house.session()
    assert student.patch(student.mirror().switched(1)) == "OK"
    assert student.mirror().off() == [1]


def test_the_log_tells_no_trace_of_what_strangers_send(house):
    """A stranger buries what the host must read, and learns (where logs are seen) the server's insides."""
    session = house.session()
    session.patch(session.mirror().change("x", attr="mine"))
    assert "Traceback" not in house.log.read_text()


def _plain(session: Session) -> str:
    """The document without the numbers that each session has of its own."""
    document = session.document()
    return json.dumps([document["title"], document["roots"]])
