"""The other yardstick: the lab as one would usually write it, with Panel's callbacks on the server.

A switch for each layer, five Bokeh figures with their stock axes, two Markdown panes. What can be computed once is;
a click reads one world, updates the sources in one message, and rebuilds nothing. Run by paint.py, or by hand:
`python tests/bench/plain_panel.py [PORT]`.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Any

import numpy as np
import panel as pn
from bokeh.models import ColumnDataSource, FactorRange, Range1d
from bokeh.plotting import figure
from panel.io.server import Server, get_server

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import toy_models as tm

TOY = tm.load_toy("place")
TOKEN, TARGET, AGAINST = 4, TOY.vocab.index("mat"), TOY.vocab.index("nest")
S = len(TOY.blocks)
WORLDS = tm.all_worlds(TOY)
EFFECTS = tm.effects_in_all_worlds(WORLDS, TOKEN, (TARGET, AGAINST))
PARTS = tm.readout_contributions(WORLDS, TOKEN, (TARGET, AGAINST))
GRADIENT = tm.gradient_sizes(WORLDS, TOKEN, (TARGET, AGAINST))
PATHS = tm.path_table(WORLDS, TOKEN, (TARGET, AGAINST))
COLOURS = ["#8b919b", "#9cc3e6", "#fdc086", "#548cc3", "#d88348", "#0b559f", "#b2450a"]
ROWS = ["embedding", *TOY.sublayer_names, "final norm", "readout"]

Columns = dict[str, Any]


def stream(world: int) -> tuple[Columns, Columns]:
    """The stacks, positives up and negatives down, and the sum of each dimension."""
    parts = np.vstack([WORLDS.states[world, 0, TOKEN], WORLDS.writes[world, :, TOKEN]])
    up, down = np.maximum(parts, 0).cumsum(0), np.minimum(parts, 0).cumsum(0)
    start, end = np.where(parts < 0, down, up - parts), np.where(parts < 0, down - parts, up)
    x = np.tile(np.arange(1, parts.shape[1] + 1), len(parts))
    stacks = {"x": x, "bottom": start.ravel(), "top": end.ravel(), "colour": np.repeat(COLOURS, parts.shape[1])}
    return stacks, {"x": x[: parts.shape[1]], "sum": parts.sum(0), "up": up[-1], "down": down[-1]}


def waterfall(world: int) -> Columns:
    """What the readout is made of with all layers on; else the change, term by term."""
    if world == len(EFFECTS.readout) - 1:
        sizes = [sum(PARTS.parts.values()), *PARTS.writes, PARTS.bias]
        edges = np.cumsum([0.0, *sizes])
    else:
        sizes = [*(EFFECTS.direct[world] + EFFECTS.via_layers[world]), EFFECTS.via_norm[world]]
        edges = np.cumsum([0.0, EFFECTS.readout[-1], *sizes])
        edges[0] = 0.0
    left, right = [*edges[:-1], 0.0], [*edges[1:], EFFECTS.readout[world]]
    colours = [*COLOURS, "#59626e", "#7b2a9e"]
    labels = [f"{b - a:+.2f}" for a, b in zip(left, right, strict=True)]
    return {"row": ROWS, "left": left, "right": right, "colour": colours, "label": labels}


def gradient(world: int) -> Columns:
    """The three tracks by state."""
    return {
        "state": np.arange(S + 1),
        "whole": GRADIENT.whole[world],
        "layers": GRADIENT.layers_only[world],
        "plus": GRADIENT.plus_alone[world],
    }


def paths(world: int) -> Columns:
    """What each length carries, and the binomial."""
    return {"length": np.arange(S + 1), "share": PATHS.share[world], "binomial": PATHS.binomial[world]}


def here(world: int) -> Columns:
    """Where the current world stands in the map."""
    return {"x": [EFFECTS.readout[world]], "y": [WORLDS.on[world].sum()]}


def sentence(world: int) -> str:
    """The effect in words."""
    lead = f"{TOY.vocab[TARGET]}'s lead over {TOY.vocab[AGAINST]}"
    off = [name for name, on in zip(TOY.sublayer_names, WORLDS.on[world], strict=True) if not on]
    if not off:
        return f"### {lead} is {EFFECTS.readout[-1]:.2f}. Switch a layer off."
    direct, via = EFFECTS.direct[world].sum(), EFFECTS.via_layers[world].sum()
    return (
        f"### Without {' and '.join(off)}, {lead} moves by {EFFECTS.total[world]:+.2f}: {direct:+.2f} direct, "
        f"{via:+.2f} because later layers write differently, {EFFECTS.via_norm[world]:+.2f} through the final norm."
    )


def says(world: int) -> str:
    """The likeliest words, with all layers on and now."""
    logits = WORLDS.logits[[-1, world], TOKEN]
    before, now = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    lines = [f"| {TOY.vocab[w]} | {before[w]:.1%} | {now[w]:.1%} |" for w in np.argsort(-before)[:4]]
    return "\n".join(["| word | all on | now |", "|---|---|---|", *lines])


class PlainLab:
    """One visitor's switches, sources and figures."""

    def __init__(self) -> None:
        base = len(EFFECTS.readout) - 1
        stacks, sums = stream(base)
        self.sources = {
            name: ColumnDataSource(columns)
            for name, columns in {
                "stacks": stacks,
                "sums": sums,
                "outline": sums,
                "effect": waterfall(base),
                "gradient": gradient(base),
                "paths": paths(base),
                "here": here(base),
            }.items()
        }
        self.sentence = pn.pane.Markdown(sentence(base), css_classes=["sentence"], height=60, width=1300)
        self.says = pn.pane.Markdown(says(base), width=240)
        self.switches = [pn.widgets.Switch(name=name, value=True) for name in TOY.sublayer_names]
        for switch in self.switches:
            switch.param.watch(self.update, "value")

    def update(self, *_: Any) -> None:
        """Show the world of the switches in every picture, in one message to the browser."""
        world = sum(1 << layer for layer, switch in enumerate(self.switches) if switch.value)
        with pn.io.hold():
            self.sentence.object = sentence(world)
            self.says.object = says(world)
            self.sources["stacks"].data, self.sources["sums"].data = stream(world)
            self.sources["effect"].data = waterfall(world)
            self.sources["gradient"].data = gradient(world)
            self.sources["paths"].data = paths(world)
            self.sources["here"].data = here(world)

    def figures(self) -> list[figure]:
        """Effect, gradient, stream, worlds and paths."""
        s = self.sources
        size: dict[str, Any] = {"height": 340, "toolbar_location": None, "tools": ""}

        effect = figure(
            title="Effect", width=360, y_range=FactorRange(factors=ROWS), x_range=Range1d(start=-10, end=10), **size
        )
        effect.hbar(y="row", left="left", right="right", height=0.6, color="colour", source=s["effect"])
        effect.text(x="right", y="row", text="label", x_offset=4, text_font_size="12px", source=s["effect"])

        tracks = figure(title="Gradient", width=280, x_axis_type="log", x_range=Range1d(start=1e-3, end=20), **size)
        for track, colour in {"plus": "#b3bac4", "layers": "#59626e", "whole": "#7b2a9e"}.items():
            tracks.line(x=track, y="state", color=colour, line_width=3, source=s["gradient"])
            tracks.scatter(x=track, y="state", color=colour, size=7, source=s["gradient"])

        bars = figure(title="Stream", width=500, y_range=Range1d(start=-6, end=6), **size)
        bars.vbar("x", 0.84, "up", "down", fill_color=None, line_dash="dashed", source=s["outline"])
        bars.vbar("x", 0.72, "top", "bottom", color="colour", line_color="white", source=s["stacks"])
        bars.scatter("x", "sum", marker="dash", size=34, line_width=3, color="black", source=s["sums"])

        size["height"] = 300
        worlds = figure(title="All worlds", width=500, **size)
        worlds.scatter(EFFECTS.readout, WORLDS.on.sum(1), size=8, color="#b3bac4")
        worlds.scatter("x", "y", size=14, color="#7b2a9e", source=s["here"])

        lengths = figure(title="Paths", width=500, y_range=Range1d(start=-0.5, end=1.5), **size)
        lengths.vbar("length", 0.64, "share", color="#974fb5", source=s["paths"])
        lengths.scatter("length", "binomial", marker="dash", size=30, color="black", source=s["paths"])
        return [effect, tracks, bars, worlds, lengths]

    def page(self) -> pn.Column:
        """The whole page."""
        effect, tracks, bars, worlds, lengths = self.figures()
        switches = pn.Column(*self.switches, width=150)
        return pn.Column(
            self.sentence, pn.Row(switches, effect, tracks, bars), pn.Row(self.says, worlds, lengths), width=1340
        )


def make_server(port: int = 0) -> Server:
    """A server that listens, but does not run yet. Port 0 takes any free one."""
    logging.getLogger("bokeh").setLevel(logging.ERROR)  # any origin may connect, which it would warn of
    return get_server({"/": lambda: PlainLab().page()}, port=port, websocket_origin="*", liveness=True)


def serve(port: int = 0) -> None:
    """Serve until stopped; the first line printed ends with the address."""
    server = make_server(port)
    print(f"Plain Panel: http://localhost:{server.port}/", flush=True)
    server.start()
    server.io_loop.start()


if __name__ == "__main__":
    serve(*map(int, sys.argv[1:2]))
