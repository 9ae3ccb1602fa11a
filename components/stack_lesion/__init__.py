from components.base.chart import Chart


class StackLesion(Chart):
    """How much of the output is left when one layer is taken out, plain and residual."""
