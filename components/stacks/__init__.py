from components.base.widget import Widget


class Stacks(Widget):
    """The sentence: what depth does to a gradient in the wiring and at the gain that are chosen."""
