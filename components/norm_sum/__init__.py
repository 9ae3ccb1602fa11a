from components.base.chart import Chart


class NormSum(Chart):
    """Whether what was written adds up to the stream, and how much of each write is left at the top."""
