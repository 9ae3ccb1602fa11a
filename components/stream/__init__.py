"""The stream: one token's vector, each number a stack of what the embedding and every layer wrote to it."""

from bokeh.plotting import figure

from components.base.figures import add_bars, add_lines, blank_figure
from components.base.widget import Place, Widget


class Stream(Widget):
    """Signed stacks with a marker for the sum; the run with all layers on stays behind as an outline."""

    place = Place("upper", 168, 168, broad=True)

    def figure(self) -> figure:
        plot = blank_figure()
        add_bars(plot, "writes")
        add_bars(plot, "outline", line_dash="dashed")
        add_bars(plot, "base-sum", line_width=1.5)
        add_lines(plot, "sum")
        return plot
