from components.base.chart import Chart


class StackForward(Chart):
    """The stream's size on its way up, with and without pre-norm."""
