from components.base.chart import Chart


class StackPaths(Chart):
    """How many paths there are of each length, and how much gradient they carry."""
