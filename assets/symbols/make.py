"""Draws the signs that a common typeface lacks: `python assets/symbols/make.py` writes assets/css/symbols.css.

A reader's own typeface comes first; this one is named last, so that no sign is an empty box whatever a machine has.
Lengths are thousandths of the type's size, upwards from the baseline. Needs fontTools.
"""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from io import BytesIO
from math import cos, hypot, pi, sin
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPointPen
from fontTools.ttLib import TTFont

CSS = Path(__file__).resolve().parents[1] / "css/symbols.css"
NAME = "Lab Symbols"
UNITS, ASCENT, DESCENT = 1000, 950, -250
PEN = 80
AXIS = 340  # what arrows and squares are centred on

Point = tuple[float, float]
#: A closed line, clockwise; of each point, whether the line bends towards it (a quadratic B-spline) or goes through it.
Contour = Sequence[tuple[Point, bool]]


def through(*points: Point) -> Contour:
    return [(point, False) for point in points]


def towards(*points: Point) -> Contour:
    return [(point, True) for point in points]


def hole(contour: Contour) -> Contour:
    """The same line the other way round, which takes out what it encloses."""
    return contour[::-1]


def box(left: float, bottom: float, right: float, top: float) -> Contour:
    return through((left, bottom), (left, top), (right, top), (right, bottom))


def arc(x: float, y: float, across: float, up: float, eighths: Sequence[int] = range(8)) -> Contour:
    """Eighths of an ellipse of these half axes, counted clockwise from the top."""
    angles = [pi / 2 - pi / 4 * (k + 0.5) for k in eighths]
    out = 1 / cos(pi / 8)  # where the tangents at both ends of an eighth meet
    return towards(*((x + out * across * cos(angle), y + out * up * sin(angle)) for angle in angles))


def line(*points: Point) -> Contour:
    """A bent line drawn with the pen, its joins mitred and its ends cut off square."""
    right = [_beside(points, i) for i in range(len(points))]
    left = [(2 * x - a, 2 * y - b) for (x, y), (a, b) in zip(points, right, strict=True)]
    return through(*left, *right[::-1])


def _beside(points: Sequence[Point], i: int) -> Point:
    """Half a pen to the right of the i-th point of a line, where the edges of its two parts meet."""
    normals = [_normal(points[k], points[k + 1]) for k in (i - 1, i) if 0 <= k < len(points) - 1]
    (a, b), (c, d) = normals[0], normals[-1]
    reach = PEN / 2 / (1 + a * c + b * d)
    return points[i][0] + reach * (a + c), points[i][1] + reach * (b + d)


def _normal(start: Point, end: Point) -> Point:
    across, up = end[0] - start[0], end[1] - start[1]
    return up / hypot(across, up), -across / hypot(across, up)


def mirrored(contours: Sequence[Contour], width: float) -> list[Contour]:
    """Left and right changed, in a sign of this width."""
    return [hole([((width - x, y), bends) for (x, y), bends in contour]) for contour in contours]


def rightward() -> list[Contour]:
    return [box(60, AXIS - PEN / 2, 800, AXIS + PEN / 2), line((590, AXIS + 230), (820, AXIS), (590, AXIS - 230))]


def opening() -> list[Contour]:
    return [line((280, 760), (110, 310), (280, -140))]


def root() -> list[Contour]:
    return [line((30, 370), (150, 420), (290, 50), (540, 860))]


def curly_d() -> list[Contour]:
    """A bowl, and from its right side a stem that bends over it to the left."""
    outer = [*through((500, 230)), *towards((520, 740), (270, 740)), *through((90, 670))]
    inner = [*through((118, 600)), *towards((270, 655), (430, 640)), *through((420, 230))]
    return [arc(265, 230, 235, 245), hole(arc(265, 230, 155, 170)), hole([*outer, *inner])]


def command() -> list[Contour]:
    """A square with a loop at each corner, round but where the two meet."""
    side, loop, middle = 145, 105, 450

    def square(edge: float) -> Contour:
        return box(middle - edge, AXIS - edge, middle + edge, AXIS + edge)

    def corner(grown: float, right: int, up: int) -> Contour:
        near, centre, far = side - grown, side + loop, side + 2 * loop + grown
        path = [
            *through((near, near), (near, centre)),
            *towards((near, far), (far, far), (far, near)),
            *through((centre, near)),
        ]
        placed = [((middle + right * x, AXIS + up * y), bends) for (x, y), bends in path]
        return placed if right == up else hole(placed)

    corners = [(right, up) for right in (-1, 1) for up in (-1, 1)]
    drawn = [contour for place in corners for contour in (corner(PEN / 2, *place), hole(corner(-PEN / 2, *place)))]
    return [square(side + PEN / 2), hole(square(side - PEN / 2)), *drawn]


def hollow_square() -> list[Contour]:
    return [box(60, 60, 620, 620), hole(box(60 + PEN, 60 + PEN, 620 - PEN, 620 - PEN))]


#: By sign: its width, and its lines.
SIGNS: Mapping[str, tuple[int, Sequence[Contour]]] = {
    "←": (920, mirrored(rightward(), 920)),
    "→": (920, rightward()),
    "∂": (560, curly_d()),
    "√": (570, root()),
    "⌘": (900, command()),
    "■": (680, [box(60, 60, 620, 620)]),
    "□": (680, hollow_square()),
    "▾": (500, [through((50, 460), (450, 460), (250, 180))]),
    "⟨": (370, opening()),
    "⟩": (370, mirrored(opening(), 370)),
}


def font() -> TTFont:
    """The typeface: these signs and no others."""
    builder = FontBuilder(UNITS, isTTF=True)
    names = {sign: f"u{ord(sign):04X}" for sign in SIGNS}
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(sign): name for sign, name in names.items()})
    glyphs = {".notdef": _glyph([])} | {names[sign]: _glyph(lines) for sign, (_, lines) in SIGNS.items()}
    builder.setupGlyf(glyphs)
    widths = {names[sign]: (width, glyphs[names[sign]].xMin) for sign, (width, _) in SIGNS.items()}
    builder.setupHorizontalMetrics({".notdef": (UNITS, 0), **widths})
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    builder.setupNameTable({"familyName": NAME, "styleName": "Regular"}, mac=False)
    builder.setupOS2(sTypoAscender=ASCENT, sTypoDescender=DESCENT, usWinAscent=ASCENT, usWinDescent=-DESCENT)
    builder.setupPost(keepGlyphNames=False)
    builder.updateHead(created=0, modified=0)  # the same on any day
    builder.font.recalcTimestamp = False
    return builder.font


def _glyph(contours: Sequence[Contour]):
    pen = TTGlyphPointPen(None)
    for contour in contours:
        pen.beginPath()
        for (x, y), bends in contour:
            pen.addPoint((round(x), round(y)), None if bends else "line")
        pen.endPath()
    glyph = pen.glyph()
    glyph.recalcBounds(None)
    return glyph


def css() -> str:
    """The typeface as the page carries it."""
    file = BytesIO()
    typeface = font()
    typeface.flavor = "woff"
    typeface.save(file)
    signs = ", ".join(f"U+{ord(sign):04X}" for sign in sorted(SIGNS))
    return f"""/* Signs that the reader's own typeface may lack, drawn and written by assets/symbols/make.py. */

@font-face {{
  font-family: "{NAME}";
  src: url("data:font/woff;base64,{b64encode(file.getvalue()).decode()}");
  unicode-range: {signs};
}}
"""


if __name__ == "__main__":
    CSS.write_text(css(), encoding="utf-8")
