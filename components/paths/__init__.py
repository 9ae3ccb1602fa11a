"""The paths: through how many layers the gradient passes, how many such paths there are, what each length carries."""

from bokeh.plotting import figure

from components.base.figures import add_bars, add_lines, blank_figure
from components.base.widget import Place, Widget


class Paths(Widget):
    """A histogram over path length, beside the binomial that equal layers of gain alpha would give."""

    place = Place("lower", 200, 160, broad=True)

    def figure(self) -> figure:
        plot = blank_figure()
        add_bars(plot, "shares")
        add_lines(plot, "binomial")
        add_lines(plot, "mean", line_dash="dotted")
        return plot
