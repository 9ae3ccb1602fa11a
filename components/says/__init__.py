"""What the model says: its likeliest next words, with all layers on and now."""

from components.base.widget import Widget


class Says(Widget):
    """The top words with their probabilities, before and after."""
