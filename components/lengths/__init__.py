"""The lengths: how long the stream is after each sublayer, beside how long what each sublayer wrote is."""

from typing import Any

from bokeh.plotting import figure

from components.base.figures import add_bars, add_lines, blank_figure
from components.base.widget import Place, Widget
from toy_models import Worlds
from toy_models.studies.lengths import with_plus, without_plus


class Lengths(Widget):
    """Two bars a row, and how far each write turned the stream, with the plus and without."""

    place = Place("upper", 150, 150, in_ladder=True)

    def figure(self) -> figure:
        plot = blank_figure()
        add_bars(plot, "lengths")
        add_lines(plot, "others")
        add_lines(plot, "before", line_dash="dotted")
        return plot

    def own_table(self, worlds: Worlds, token: int, target: Any) -> dict[str, Any]:
        """`start` (T,); by sublayer `stream` after it, `write` and `turn`, its cosine with what stood before it (W, T).

        `bare_turn` is the same in the run without the plus. T are all words of the prompt.
        """
        measured, bare = with_plus(worlds), without_plus(worlds)
        layers = range(worlds.on.shape[1])
        return {
            "start": measured.stream[-1, 0],
            "stream": {layer: measured.stream[:, layer + 1] for layer in layers},
            "write": {layer: measured.writes[:, layer] for layer in layers},
            "turn": {layer: measured.turns[:, layer] for layer in layers},
            "bare_turn": {layer: bare.turns[:, layer] for layer in layers},
        }
