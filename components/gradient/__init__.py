"""The gradient: the readout's gradient coming down the rows, with the plus, through the layers only, along the plus."""

from bokeh.plotting import figure

from components.base.figures import add_dots, add_lines, blank_figure
from components.base.widget import Place, Widget


class Gradient(Widget):
    """Three tracks on a log axis in the switchboard's rows, and a playhead that runs down them."""

    place = Place("upper", 82, 120, in_ladder=True)

    def figure(self) -> figure:
        plot = blank_figure()
        add_lines(plot, "whole-and-plus", line_cap="round")
        add_lines(plot, "layers-only", line_dash="dashed")
        add_dots(plot, "states", size=7)
        add_dots(plot, "playhead", size=13)
        return plot
