"""The sentence: what is off, what that did to the readout, and how much of it was direct."""

from components.base.widget import Widget


class Sentence(Widget):
    """The one line that can be read aloud; its element carries the effect's parts at full precision."""
