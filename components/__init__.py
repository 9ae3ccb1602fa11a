"""The lab's widgets, one a file. Each draws one thing and does no maths."""

from components.effect import Effect
from components.gradient import Gradient
from components.mirror import Mirror
from components.paths import Paths
from components.says import Says
from components.sentence import Sentence
from components.settings import Settings
from components.stream import Stream
from components.switchboard import Switchboard
from components.widget import Widget
from components.worlds_map import WorldsMap

__all__ = [
    "Effect",
    "Gradient",
    "Mirror",
    "Paths",
    "Says",
    "Sentence",
    "Settings",
    "Stream",
    "Switchboard",
    "Widget",
    "WorldsMap",
]
