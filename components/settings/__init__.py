"""The settings: which word's stream, what is explained, which toy; reset, presenter mode, dark, help."""

from components.base.widget import Widget


class Settings(Widget):
    """The controls of the header, in the order in which the sentence under them reads."""
