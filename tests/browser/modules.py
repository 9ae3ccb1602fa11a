"""A page on which tests may import the lab's modules by their names, which the product's pages allow nobody."""

import json
import re
from pathlib import Path
from urllib.parse import quote

from app.screens.modules import source

ROOT = Path(__file__).resolve().parents[2]


def opened_up(html: str) -> str:
    """A file of the lab without its policy, and with all modules to import."""
    names = [f"lab/{path.relative_to(ROOT / 'assets/js').with_suffix('')}" for path in ROOT.glob("assets/js/*/*.js")]
    found = {name: f"data:text/javascript;charset=utf-8,{quote(source(name))}" for name in names}
    without = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html, count=1)
    assert without != html
    return without.replace("<head>", f'<head><script type="importmap">{json.dumps({"imports": found})}</script>', 1)
