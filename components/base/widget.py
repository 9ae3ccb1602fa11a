"""What every widget of the lab is: a place on the page, a module that draws it, and the figure it draws on."""

from typing import Any, Literal, NamedTuple

from bokeh.plotting import figure

from toy_models import Worlds


class Place(NamedTuple):
    """Where a part of the lab stands on a wide screen: in which row, and its share beside the row's other parts.

    `presented` is its share while it is presented. A part of the ladder draws in the switchboard's rows; on a screen of
    middle width two parts stand side by side, but for a broad one.
    """

    row: Literal["upper", "lower"]
    weight: int
    presented: int
    in_ladder: bool = False
    broad: bool = False


class Widget:
    """One picture of the lab.

    A subclass builds its empty figure, if it has one. Beside it in its folder lie its module (NAME.js), its markup
    (NAME.html) and its style (NAME.css), as far as it has them; its words are assets/words/LANG/NAME.json.
    """

    place: Place | None = None  # of the parts of the lab; a view lays out its own

    def figure(self) -> figure | None:
        """A fresh figure whose named sources the widget's module fills, or None for a widget of plain HTML.

        Fresh each time, since a Bokeh model belongs to one document only.
        """
        return None

    def own_table(self, worlds: Worlds, token: int, target: Any) -> dict[str, Any] | None:
        """What only this widget is drawn from, in all worlds; None where the tables that every screen has are enough.

        token: from 0. target: as everywhere in toy_models. An array may have any axes; what depends on the switches up
        to a sublayer stands in a dict by sublayer (from 0), each with the worlds first, and travels folded
        (`app.tables.encoding.up_to`). Vocabularies' `OWN` says of which widgets this is asked.
        """
        return None
