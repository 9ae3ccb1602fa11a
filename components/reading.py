"""The widgets of the view Reading: what it says, and its four pictures."""

from components.chart import Chart
from components.widget import Widget


class Reading(Widget):
    """The sentence: what the model says at the chosen word, and who says most of it."""

    kind = "reading"


class ReadingWho(Chart):
    """Direct logit attribution: what each writer adds to the readout, and the words it promotes and demotes."""

    kind = "reading-who"


class ReadingLens(Chart):
    """The logit lens: the top words at every depth."""

    kind = "reading-lens"


class ReadingSize(Chart):
    """Sizes and angles of the writes, and the wires between layers: four faces."""

    kind = "reading-size"


class ReadingAxes(Chart):
    """The chosen word's numbers as stacks of who wrote them, in the model's own axes or turned ones."""

    kind = "reading-axes"
