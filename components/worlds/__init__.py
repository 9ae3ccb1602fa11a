"""The map of all worlds: every setting of the switches by its readout and by how many layers are on."""

from components.base.widget import Place, Widget


class Worlds(Widget):
    """2^S points of which one is where we are; pressing another goes there."""

    place = Place("lower", 150, 160)
