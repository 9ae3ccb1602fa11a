"""The lengths: how long the stream is after each sublayer, beside how long what each sublayer wrote is."""

from typing import Any

from components.base.widget import Place, Widget
from toy_models import Worlds


class Lengths(Widget):
    """Two bars a row, for every word; and how far each write turned the stream, with the plus and without."""

    place = Place("upper", 118, 113, in_ladder=True)

    def own_table(self, worlds: Worlds, token: int, target: Any) -> dict[str, Any]:
        return {}
