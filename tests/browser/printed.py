"""Numbers as the screen prints them, read back with the size of their last digit."""

import re
from typing import NamedTuple

_NUMBER = re.compile(r"[+−]?\d+(?:\.\d+)?(?:×10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


class Printed(NamedTuple):
    """A printed number: its text, its value, and one unit of its last digit."""

    text: str
    value: float
    unit: float

    def agrees(self, truth: float, units: float = 0.55) -> bool:
        """Whether it is the truth, rounded. A little over half a unit allows for what travels in five digits."""
        return abs(self.value - truth) <= units * self.unit


def read(text: str) -> Printed:
    """The one number that a text is. Raises ValueError if it is anything else."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"expected a printed number, got '{text}'")
    mantissa, _, power = text.partition("×10")
    decimals = len(mantissa.partition(".")[2])
    scale = 10.0 ** int(power.translate(_RAISED)) if power else 1.0
    return Printed(text, float(mantissa.replace("−", "-")) * scale, 10.0**-decimals * scale)


def numbers(text: str, names: tuple[str, ...] = ()) -> list[Printed]:
    """The numbers of a sentence, in its order; digits that belong to one of the names are none."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<![\w]){re.escape(name)}(?![\w])", "□", text)
    return [read(found) for found in _NUMBER.findall(text)]


def is_number(text: str) -> bool:
    """Whether the whole text is one printed number."""
    return _NUMBER.fullmatch(text) is not None


def percent_agrees(text: str, truth: float) -> bool:
    """Whether "72 %", ">99.9 %" or "<0.1 %" is a probability."""
    number, sign, _ = text.partition(" %")
    assert sign, f"expected a percentage, got '{text}'"
    if number.startswith((">", "<")):
        bound = read(number[1:]).value / 100
        return truth >= bound - 1e-9 if number[0] == ">" else truth <= bound + 1e-9
    return read(number).agrees(100 * truth)
