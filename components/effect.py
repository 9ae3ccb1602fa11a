"""The effect: where the readout comes from, and, with layers off, how it moved, term by term."""

from bokeh.plotting import figure

from components.figures import add_bars, add_lines, blank_figure
from components.widget import Widget


class Effect(Widget):
    """A waterfall in the switchboard's rows: from the run with all layers on, at the foot, to the readout now."""

    kind = "effect"

    def figure(self) -> figure:
        plot = blank_figure()
        add_lines(plot, "connectors", line_dash="dotted")
        add_bars(plot, "terms")
        return plot
