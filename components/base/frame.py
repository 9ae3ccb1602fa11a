"""The frame in which a notebook or a Panel app shows the lab; what its module needs of them is said there."""

from pathlib import Path

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
