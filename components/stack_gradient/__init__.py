from components.base.chart import Chart


class StackGradient(Chart):
    """A gradient's size on its way down a deep random stack, in every wiring."""
