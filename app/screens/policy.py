"""What a page tells browsers to refuse: a policy that allows its own inline scripts, by their hashes, and no others."""

import re
from base64 import b64encode
from hashlib import sha256
from html import escape

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'"

# Bokeh and the lab set styles from scripts; in them Bokeh's icons are images, the lab's signs a typeface.
LOOKS = "style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src data:"

INLINE = re.compile(r"<script((?![^>]* src=)[^>]*)>(.*?)</script>", re.DOTALL)
DATA = ('type="text/plain"', 'type="application/json"')
LATER = 'id="bokeh"'  # a text that the page runs once it has drawn what needs none of it
CHARSET = '<meta charset="utf-8">'


def served_policy(html: str) -> str:
    """The policy of a page that fetches Bokeh and tables, and may open a session, where it came from."""
    return _policy(html, "'self'", "'self'")


def sealed(html: str, library: str = "") -> str:
    """A page that carries its own policy, since it may lie where nobody sends headers, and that fetches no table."""
    policy = _policy(html, "'self'" if library else "", "'none'")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'
    return html.replace(CHARSET, f"{CHARSET}\n{meta}", 1)


def _policy(html: str, scripts: str, connections: str) -> str:
    return f"{NOTHING}; script-src {scripts} {_hashes(html)}; connect-src {connections}; {LOOKS}; object-src 'none'"


def _hashes(html: str) -> str:
    return " ".join(_hash(text) for kind, text in INLINE.findall(html) if _runs(kind))


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def _runs(kind: str) -> bool:
    return LATER in kind or not any(data in kind for data in DATA)
