from components.base.chart import Chart


class NormGradient(Chart):
    """The size of the loss's gradient at every depth in every placement."""
