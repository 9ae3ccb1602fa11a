from components.base.chart import Chart


class ReadingAxes(Chart):
    """The chosen word's numbers as stacks of who wrote them, in the model's own axes or turned ones."""
