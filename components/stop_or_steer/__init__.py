from components.base.chart import Chart


class StopOrSteer(Chart):
    """The readout without the deepest layers, or with a push added to the stream at some depth."""
