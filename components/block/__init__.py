"""The block: one sublayer drawn large, for one word: what it reads, what its norm makes of that, what it adds."""

from typing import Any

from components.base.widget import Place, Widget
from toy_models import Worlds
from toy_models.studies.trace import trace


class Block(Widget):
    """x → norm → F → ⊕, number by number, stepped forward and back."""

    place = Place("upper", 190, 190, broad=True)

    def own_table(self, worlds: Worlds, token: int, target: Any) -> dict[str, Any]:
        """`start` (d,); by sublayer `sums` after it (W, d), and as far as it has them `normalised` (W, d), an
        attention's `pattern` (W, H, T), and its units' values `active` (W, m).
        """
        traces = {layer: trace(worlds, layer, token) for layer in range(worlds.on.shape[1])}
        inside = {layer: one.inside for layer, one in traces.items()}
        return {
            "start": worlds.states[-1, 0, token],
            "sums": {layer: one.sums for layer, one in traces.items()},
            "normalised": {layer: one.normalised for layer, one in inside.items() if one.normalised is not None},
            "pattern": {layer: one.pattern for layer, one in inside.items() if one.pattern is not None},
            "active": {layer: one.active for layer, one in inside.items() if one.active is not None},
        }
