from components.base.chart import Chart


class NormStates(Chart):
    """The stream's size at every depth in every placement, and one layer of the chosen one as a formula."""
