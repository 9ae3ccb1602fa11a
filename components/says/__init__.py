"""What the model says: its likeliest next words, with all layers on and now."""

from components.base.widget import Place, Widget


class Says(Widget):
    """The top words with their probabilities, before and after."""

    place = Place("lower", 130, 130)
