"""The widgets of the view Interventions: what it says, and its four pictures."""

from components.chart import Chart
from components.widget import Widget


class Interventions(Widget):
    """The sentence: the run as it is, what was changed, and what that did."""

    kind = "interventions"


class WriteGain(Chart):
    """The readout against the gain of one write, or of all; recomputed and frozen."""

    kind = "write-gain"


class StopOrSteer(Chart):
    """The readout without the deepest layers, or with a push added to the stream at some depth."""

    kind = "stop-or-steer"


class WritePaths(Widget):
    """Which receiver passes on what a sender writes: a square for each path, patched alone."""

    kind = "write-paths"


class WhatBreaks(Widget):
    """Which part of the sentence breaks when a layer is off: a share for each layer and slot."""

    kind = "what-breaks"
