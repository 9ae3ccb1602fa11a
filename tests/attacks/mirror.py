"""What a session's document holds, read as Bokeh writes it: found by what it says, whatever it is made of."""

import json
import re
from typing import Any, NamedTuple


class Mirror(NamedTuple):
    """The one property that a page may change."""

    id: str
    attr: str
    value: Any

    def change(self, new: Any, attr: str = "", id: str = "") -> dict[str, Any]:
        return {"kind": "ModelChanged", "model": {"id": id or self.id}, "attr": attr or self.attr, "new": new}

    def switched(self, *off: int) -> dict[str, Any]:
        """What a page sends when these layers are switched off."""
        return self.change(_with_off(self.value, list(off)))

    def off(self) -> list[int]:
        text = self.value if isinstance(self.value, str) else json.dumps(self.value)
        found = re.search(r'"off"[:,] *\[([\d, ]*)\]|\boff=([\d,]*)', text)
        return [int(n) for n in re.findall(r"\d+", (found[1] or found[2] or "") if found else "")]


def mirror(document: dict[str, Any]) -> Mirror:
    """Found by what it holds: a selection names its toy."""
    for model in _models(document["roots"]):
        for attr, value in model.get("attributes", {}).items():
            if "toy" in json.dumps(value) and not any(_models(value)) and attr not in ("esm", "name", "text"):
                return Mirror(model["id"], attr, value)
    raise AssertionError("the session's document holds no selection")


def models(within: Any) -> list[dict[str, Any]]:
    return list(_models(within))


def _models(within: Any) -> Any:
    if isinstance(within, dict):
        if within.get("type") == "object" and "id" in within:
            yield within
        within = list(within.values())
    if isinstance(within, list):
        for each in within:
            yield from _models(each)


def _with_off(value: Any, off: list[int]) -> Any:
    if isinstance(value, dict) and "entries" in value:
        return {**value, "entries": [[name, off if name == "off" else held] for name, held in value["entries"]]}
    if isinstance(value, dict):
        return {**value, "off": off}
    if value.startswith("{"):
        return json.dumps({**json.loads(value), "off": off})
    return re.sub(r"&?\boff=[\d,]*", "", value) + f"&off={','.join(map(str, off))}"
