from components.base.widget import Widget


class Interventions(Widget):
    """The sentence: the run as it is, what was changed, and what that did."""
