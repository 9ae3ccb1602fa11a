from components.base.widget import Widget


class Reading(Widget):
    """The sentence: what the model says at the chosen word, and who says most of it."""
