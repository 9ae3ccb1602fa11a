from components.base.chart import Chart


class ReadingLens(Chart):
    """The logit lens: the top words at every depth."""
