"""Answers kept ready to send: compressed once, with the tag a browser asks by, in a store that cannot grow for ever."""

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import NamedTuple


class Answer(NamedTuple):
    """A body as gzip, its media type, the strong entity tags of both its encodings, and a page's security policy."""

    gzipped: bytes
    media_type: str
    tag: str
    policy: str = ""

    def etag(self, gzipped: bool) -> str:
        """Each encoding is a representation of its own, so a strong tag must tell them apart."""
        return f'"{self.tag}-gz"' if gzipped else f'"{self.tag}"'


def answer(body: bytes, media_type: str, level: int = 6, policy: str = "") -> Answer:
    """Prepare a body once; `level` is gzip's, 9 for what is sent to everybody."""
    return Answer(gzip.compress(body, level, mtime=0), media_type, sha256(body).hexdigest()[:20], policy)


class Store:
    """Answers by key, at most `most` bytes of them; the least recently asked for goes first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[Hashable, Answer] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Answer]) -> Answer:
        """The answer under a key, made if it is not there. One larger than the whole store is made each time."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = make()
        if len(made.gzipped) <= self.most:
            self._kept[key] = made
            self.size += len(made.gzipped)
        while self.size > self.most:
            self.size -= len(self._kept.popitem(last=False)[1].gzipped)
        return made
