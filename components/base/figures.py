"""The blank Bokeh canvas that every chart starts from.

Bokeh draws the marks; ticks, labels and grid lines are HTML laid over the same box (assets/js/draw/axis.js). Bokeh lays
out axes and reads style sheets on every paint, which would cost more than all the marks together. What a mark says
when it is pointed at is the page's too (assets/js/draw/marks.js).
"""

from bokeh.models import ColumnDataSource, Range1d
from bokeh.plotting import figure

QUAD = ("left", "right", "bottom", "top", "fill", "line", "alpha")
SEGMENT = ("x0", "y0", "x1", "y1", "line", "alpha", "width")
DOT = ("x", "y", "fill", "line", "alpha")


def blank_figure() -> figure:
    """A figure that is all frame: no axes, grid, toolbar, border or background, and no gesture of its own.

    Both ranges run from 0 to 1 until the browser sets them, once for each table, over all its worlds.
    """
    return figure(
        sizing_mode="stretch_both",
        toolbar_location=None,
        tools="",
        min_border=0,
        x_axis_type=None,
        y_axis_type=None,
        x_range=Range1d(start=0, end=1),
        y_range=Range1d(start=0, end=1),
        title=None,
        outline_line_color=None,
        background_fill_color=None,
        border_fill_color=None,
    )


def source(name: str, columns: tuple[str, ...]) -> ColumnDataSource:
    """An empty source that the browser finds by its name and fills."""
    return ColumnDataSource(data={column: [] for column in columns}, name=name)


def add_bars(plot: figure, name: str, *, line_dash: str = "solid", line_width: float = 1) -> None:
    """Rectangles by their four edges, coloured one by one."""
    plot.quad(
        left="left",
        right="right",
        bottom="bottom",
        top="top",
        fill_color="fill",
        fill_alpha="alpha",
        line_color="line",
        line_alpha="alpha",
        line_dash=line_dash,
        line_width=line_width,
        source=source(name, QUAD),
    )


def add_lines(plot: figure, name: str, *, line_dash: str = "solid", line_cap: str = "butt") -> None:
    """Straight pieces from (x0, y0) to (x1, y1)."""
    plot.segment(
        x0="x0",
        y0="y0",
        x1="x1",
        y1="y1",
        line_color="line",
        line_alpha="alpha",
        line_width="width",
        line_dash=line_dash,
        line_cap=line_cap,
        source=source(name, SEGMENT),
    )


def add_dots(plot: figure, name: str, *, size: float) -> None:
    """Round markers, coloured one by one."""
    plot.scatter(
        x="x",
        y="y",
        size=size,
        fill_color="fill",
        line_color="line",
        fill_alpha="alpha",
        line_alpha="alpha",
        line_width=1.5,
        source=source(name, DOT),
    )
