"""The map of all worlds: every setting of the switches by its readout and by how many layers are on."""

from components.widget import Widget


class WorldsMap(Widget):
    """2^S points of which one is where we are; pressing another goes there."""

    kind = "worlds"
