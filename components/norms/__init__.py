from components.base.widget import Widget


class Norms(Widget):
    """The sentence: how much of the embedding is left at the top, and what the gradient makes of the way down."""
