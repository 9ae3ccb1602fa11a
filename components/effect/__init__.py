"""The effect: where the readout comes from, how it moved, and three answers to how much each layer matters."""

from bokeh.plotting import figure

from components.base.figures import add_bars, add_lines, blank_figure
from components.base.widget import Place, Widget


class Effect(Widget):
    """Bars in the switchboard's rows: a waterfall from the reference run to the readout now, or three a layer."""

    place = Place("upper", 118, 113, in_ladder=True)

    def figure(self) -> figure:
        plot = blank_figure()
        add_lines(plot, "connectors", line_dash="dotted")
        add_bars(plot, "terms")
        add_lines(plot, "spreads")
        return plot
