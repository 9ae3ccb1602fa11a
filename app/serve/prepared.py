"""Bodies kept ready to send: compressed once, with the tag a browser asks by, in a store that cannot grow for ever."""

import gzip
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from hashlib import sha256
from typing import NamedTuple

import brotli

#: How each coding is made, the shortest first: quickly, or thoroughly for what is sent to everybody. Browsers read
#: Brotli over https, and from their own machine; a page is a twentieth shorter so than with gzip, Bokeh an eighth.
CODINGS: Mapping[str, Callable[[bytes, bool], bytes]] = {
    "br": lambda body, thorough: brotli.compress(body, quality=9 if thorough else 5),
    "gzip": lambda body, thorough: gzip.compress(body, compresslevel=9 if thorough else 6, mtime=0),
}


class Prepared(NamedTuple):
    """A body by coding, its media type, the strong entity tag of it plain, and a page's security policy."""

    bodies: Mapping[str, bytes]
    media_type: str
    tag: str
    policy: str = ""

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return sum(map(len, self.bodies.values()))

    def best(self, accepted: Collection[str]) -> str | None:
        """The coding to send to somebody who reads these; None is plain."""
        return next((coding for coding in self.bodies if coding in accepted), None)

    def body(self, coding: str | None) -> bytes:
        """What to send in a coding."""
        return gzip.decompress(self.bodies["gzip"]) if coding is None else self.bodies[coding]

    def etag(self, coding: str | None) -> str:
        """Each encoding is a representation of its own, so a strong tag must tell them apart."""
        return f'"{self.tag}"' if coding is None else f'"{self.tag}-{coding}"'


def prepare(
    body: bytes,
    media_type: str,
    policy: str = "",
    *,
    thorough: bool = False,
    codings: Collection[str] = tuple(CODINGS),
) -> Prepared:
    """Prepare a body once, thoroughly if it is sent to everybody; `codings` must have gzip among them."""
    bodies = {coding: encode(body, thorough) for coding, encode in CODINGS.items() if coding in codings}
    return Prepared(bodies, media_type, sha256(body).hexdigest()[:20], policy)


class Store:
    """Bodies by key, at most `most` bytes of them; the least recently asked for goes first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[Hashable, Prepared] = OrderedDict()

    def find(self, key: Hashable) -> Prepared | None:
        """What is kept under a key, or None."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: Hashable, made: Prepared) -> None:
        """Keep it under a key that has none yet; one larger than the whole store is not kept."""
        if made.size > self.most or key in self._kept:
            return
        self._kept[key] = made
        self.size += made.size
        while self.size > self.most:
            self.size -= self._kept.popitem(last=False)[1].size
