"""The widgets of the view Norms: what it says, its three charts, and a table by hand."""

from components.chart import Chart
from components.widget import Widget


class Norms(Widget):
    """The sentence: how much of the embedding is left at the top, and what the gradient makes of the way down."""

    kind = "norms"


class NormStates(Chart):
    """The stream's size at every depth in every placement, and one layer of the chosen one as a formula."""

    kind = "norm-states"


class NormGradient(Chart):
    """The size of the loss's gradient at every depth in every placement."""

    kind = "norm-gradient"


class NormSum(Chart):
    """Whether what was written adds up to the stream, and how much of each write is left at the top."""

    kind = "norm-sum"


class NormHand(Widget):
    """A few vectors through both norms and one residual layer, as one does it on paper."""

    kind = "norm-hand"
