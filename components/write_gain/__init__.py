from components.base.chart import Chart


class WriteGain(Chart):
    """The readout against the gain of one write, or of all; recomputed and frozen."""
