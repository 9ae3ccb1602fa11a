"""The figure of most views' charts: areas, bars, lines, dashed lines and dots, each from a source of its name."""

from bokeh.plotting import figure

from components.figures import add_bars, add_dots, add_lines, blank_figure
from components.widget import Widget


class Chart(Widget):
    """A widget that draws on a blank figure with one source for each kind of mark (assets/js/chart.js)."""

    def figure(self) -> figure:
        plot = blank_figure()
        add_bars(plot, "areas")
        add_bars(plot, "bars")
        add_lines(plot, "lines", line_cap="round")
        add_lines(plot, "dashes", line_dash="dashed")
        add_dots(plot, "dots", size=7)
        return plot
