"""The routes: every path of one length, drawn through the layers that it passes, and what it carries."""

from typing import Any

from bokeh.plotting import figure

from components.base.chart import add_curves
from components.base.figures import add_bars, add_dots, add_lines, blank_figure
from components.base.widget import Place, Widget
from toy_models import Worlds
from toy_models.worlds.paths import single_paths


class Routes(Widget):
    """A line a route, down the switchboard's rows, with a bar above it; pressed, it says what it carries."""

    place = Place("upper", 210, 210, in_ladder=True, broad=True)

    def figure(self) -> figure:
        plot = blank_figure()
        add_curves(plot, "lines")
        add_dots(plot, "stops", size=9)
        add_bars(plot, "amounts")
        add_lines(plot, "zero")
        return plot

    def own_table(self, worlds: Worlds, token: int, target: Any) -> dict[str, Any]:
        """What each path carries (W, 2^S): `size` in logits a unit of stream, `size_share`, and its signed `share`."""
        paths = single_paths(worlds, token, target)
        return {"size": paths.size, "size_share": paths.size_share, "share": paths.share}
