"""Pictures of the page as pixels: what colour is where, in CSS pixels of a screenshot."""

import io
from typing import NamedTuple

from PIL import Image
from screen import Screen

Colour = tuple[int, int, int]


class Picture:
    """A screenshot of the window."""

    def __init__(self, screen: Screen) -> None:
        self.image = Image.open(io.BytesIO(screen.page.screenshot())).convert("RGB")

    def at(self, x: float, y: float) -> Colour:
        pixel = self.image.getpixel((round(x), round(y)))
        assert isinstance(pixel, tuple)
        return pixel[0], pixel[1], pixel[2]

    def run(self, y: float, left: float, right: float, colour: Colour, tolerance: int = 12) -> list[int]:
        """The pixels of a line that have a colour."""
        return [x for x in range(round(left), round(right)) if near(self.at(x, y), colour, tolerance)]


def near(a: Colour, b: Colour, tolerance: int = 12) -> bool:
    return all(abs(x - y) <= tolerance for x, y in zip(a, b, strict=True))


class Box(NamedTuple):
    left: float
    top: float
    width: float
    height: float

    def across(self, part: float) -> float:
        return self.left + part * self.width


def box_of(screen: Screen, chart: str) -> Box:
    """Where a named chart stands in the window."""
    box = screen.page.get_by_role("img", name=chart, exact=True).bounding_box()
    assert box is not None
    return Box(box["x"], box["y"], box["width"], box["height"])
