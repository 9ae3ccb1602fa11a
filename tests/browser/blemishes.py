"""What no text on the screen may hold: noise, a script's own words, another language's marks."""

import re

from screen import Screen

BAD = {
    "a minus zero": r"[−-]0(?:\.0+)?(?![.\d])",
    "a plus zero": r"\+0(?:\.0+)?(?![.\d])",
    "a hyphen for a minus": r"(?<![\w–])-\s?[\d.]",
    "an exponent": r"\d[eE][+−-]?\d",
    "no number": r"NaN|Infinity|∞",
    "a script's word": r"undefined|\bnull\b|\[object|<built-in|function|\bNone\b(?! of)|\bTrue\b",
    "an unfilled place": r"[{}]",
    "digits of another script": r"[٠-٩۰-۹०-९]",
    "another decimal mark": r"\d[,٫]\d\d\b",
    "too many decimals": r"\d\.\d{5,}",
}


def _texts(screen: Screen) -> list[str]:
    """All that can be read or heard: text, twins, tables, labels, tips."""
    labels = screen.ask(
        """[...document.querySelectorAll("[aria-label], [aria-valuetext], [title], option")].flatMap((node) =>
             [node.ariaLabel, node.ariaValueText, node.title, node.matches("option") ? node.textContent : ""])
           .filter(Boolean)"""
    )
    tables = [
        cell
        for table in screen.tables().values()
        for cell in [table["caption"], *table["columns"], *(cell for row in table["rows"] for cell in row)]
    ]
    return [piece["text"] for piece in screen.pieces()] + [*screen.twins().values(), *labels, *tables]


def blemishes(screen: Screen) -> list[str]:
    return [f"{name}: {text}" for text in _texts(screen) for name, pattern in BAD.items() if re.search(pattern, text)]
