"""What the server tells browsers to refuse: headers that go with every answer, and who may put a page into a frame."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from app.screens.policy import NOTHING

HEADERS = {
    "Server": "Residual Stream Lab",  # and not which release of what
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": NOTHING,  # a page has one of its own
}

FRAMES = ("iframe", "frame", "embed", "object")
ELSEWHERE = ("cross-site", "same-site")


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


def _host(address: str) -> str:
    """The host and port of an address; "" for one that cannot be read."""
    try:
        return urlsplit(address).netloc.lower()
    except ValueError:
        return ""
