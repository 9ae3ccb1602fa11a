"""The figure of most views' charts: bands, bars, lines and dots, each from a source of its name."""

from bokeh.plotting import figure

from components.base.figures import add_bars, add_dots, blank_figure, source
from components.base.widget import Widget

BAND = ("xs", "ys", "fill", "alpha")
CURVE = ("xs", "ys", "line", "width", "alpha", "dash")


class Chart(Widget):
    """A widget that draws on a blank figure with one source for each kind of mark (assets/js/draw/chart.js)."""

    def figure(self) -> figure:
        plot = blank_figure()
        _add_bands(plot, "bands")
        add_bars(plot, "bars")
        add_curves(plot, "lines")
        add_dots(plot, "dots", size=7)
        return plot


def _add_bands(plot: figure, name: str) -> None:
    """Areas by their outlines: a range of heights that changes along a line."""
    plot.patches(
        xs="xs",
        ys="ys",
        fill_color="fill",
        fill_alpha="alpha",
        line_color=None,
        source=source(name, BAND),
    )


def add_curves(plot: figure, name: str) -> None:
    """Lines through many points each, whole, so that dashes run on from point to point."""
    plot.multi_line(
        xs="xs",
        ys="ys",
        line_color="line",
        line_width="width",
        line_alpha="alpha",
        line_dash="dash",
        line_cap="butt",
        line_join="round",
        source=source(name, CURVE),
    )
