"""Bodies kept ready to send: compressed once, with the tag a browser asks by, in a store that cannot grow for ever."""

import gzip
from collections import OrderedDict
from collections.abc import Hashable
from hashlib import sha256
from typing import NamedTuple


class Prepared(NamedTuple):
    """A body as gzip, its media type, the strong entity tags of both its encodings, and a page's security policy."""

    gzipped: bytes
    media_type: str
    tag: str
    policy: str = ""

    def etag(self, gzipped: bool) -> str:
        """Each encoding is a representation of its own, so a strong tag must tell them apart."""
        return f'"{self.tag}-gz"' if gzipped else f'"{self.tag}"'


def prepare(body: bytes, media_type: str, level: int = 6, policy: str = "") -> Prepared:
    """Prepare a body once; `level` is gzip's, 9 for what is sent to everybody."""
    return Prepared(gzip.compress(body, level, mtime=0), media_type, sha256(body).hexdigest()[:20], policy)


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
        if len(made.gzipped) > self.most or key in self._kept:
            return
        self._kept[key] = made
        self.size += len(made.gzipped)
        while self.size > self.most:
            self.size -= len(self._kept.popitem(last=False)[1].gzipped)
