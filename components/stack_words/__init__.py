from components.base.chart import Chart


class StackWords(Chart):
    """How far apart words stay in deep stacks of attention alone, with the plus and without."""
