"""What browsers are told to refuse: by headers that go with every answer, and by a policy for each page.

A page's own inline scripts are allowed by their hashes, so a script that somebody smuggles in is not run. Which sites
may put a page into a frame is for the server to say.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from typing import NamedTuple
from urllib.parse import urlsplit

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": NOTHING,  # a page has one of its own
}

# Bokeh and the lab set styles from scripts; in them Bokeh's icons are images, the lab's signs a typeface.
LOOKS = "style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src data:"

INLINE = re.compile(r"<script((?![^>]* src=)[^>]*)>(.*?)</script>", re.DOTALL)
DATA = ('type="text/plain"', 'type="application/json"')
FRAMES = ("iframe", "frame", "embed", "object")
ELSEWHERE = ("cross-site", "same-site")
CHARSET = '<meta charset="utf-8">'


class Framing(NamedTuple):
    """The HOST[:PORT] of each site that may put a page into a frame; none means that all may."""

    hosts: tuple[str, ...] = ()

    def limited(self, policy: str) -> str:
        """A page's policy, with these sites in it."""
        return f"{policy}; frame-ancestors 'self' {' '.join(self.hosts)}" if self.hosts else policy

    def refuses(self, headers: Mapping[str, str]) -> bool:
        """Whether a request comes from a frame on another site than these, so that the browser would show nothing.

        Without a Referer nobody knows whose frame it is; the policy then decides.
        """
        framed = headers.get("Sec-Fetch-Dest") in FRAMES and headers.get("Sec-Fetch-Site") in ELSEWHERE
        host = _host(headers.get("Referer", ""))
        return bool(self.hosts and framed and host and host not in self.hosts)


def served_policy(html: str) -> str:
    """The policy of a page that fetches Bokeh and tables from where it came from."""
    return _policy(html, "'self' data:", "'self'")


def live_policy(html: str) -> str:
    """The policy of a page that also holds a session; 'self' covers the websocket to where the page came from."""
    # Panel gives a component's module to the browser as a blob. Nothing on the page needs eval.
    return _policy(html, "'self' data: blob:", "'self'")


def allowing(policy: str, html: str) -> str:
    """A policy that lets the scripts in some more HTML run as well."""
    return policy.replace("script-src", f"script-src {_hashes(html)}", 1)


def sealed(html: str, library: str = "") -> str:
    """A page that carries its own policy, since it may lie where nobody sends headers, and that fetches no table."""
    policy = _policy(html, "'self' data:" if library else "data:", "'none'")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'
    return html.replace(CHARSET, f"{CHARSET}\n{meta}", 1)


def _policy(html: str, scripts: str, connections: str) -> str:
    # The lab's modules are data: addresses in the import map.
    return f"{NOTHING}; script-src {scripts} {_hashes(html)}; connect-src {connections}; {LOOKS}; object-src 'none'"


def _hashes(html: str) -> str:
    return " ".join(_hash(text) for kind, text in INLINE.findall(html) if not any(data in kind for data in DATA))


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def _host(address: str) -> str:
    """The host and port of an address; "" for one that cannot be read."""
    try:
        return urlsplit(address).netloc.lower()
    except ValueError:
        return ""
