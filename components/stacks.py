"""The widgets of the view Stacks: what it says, and its four charts."""

from components.chart import Chart
from components.widget import Widget


class Stacks(Widget):
    """The sentence: what depth does to a gradient in the wiring and at the gain that are chosen."""

    kind = "stacks"


class StackGradient(Chart):
    """A gradient's size on its way down a deep random stack, in every wiring."""

    kind = "stack-gradient"


class StackForward(Chart):
    """The stream's size on its way up, with and without pre-norm."""

    kind = "stack-forward"


class StackLesion(Chart):
    """How much of the output is left when one layer is taken out, plain and residual."""

    kind = "stack-lesion"


class StackPaths(Chart):
    """How many paths there are of each length, and how much gradient they carry."""

    kind = "stack-paths"
