"""Requests over HTTP, as a stranger sends them."""

from http.client import HTTPConnection, HTTPResponse
from typing import NamedTuple
from urllib.parse import urlsplit


class Got(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def ask(lab: str, path: str, method: str = "GET", **headers: str) -> Got:
    """One request, the path sent as it is."""
    parts = urlsplit(lab)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=10)
    try:
        connection.putrequest(method, parts.path.rstrip("/") + path, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        response: HTTPResponse = connection.getresponse()
        return Got(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
    finally:
        connection.close()


def is_readable(got: Got) -> bool:
    text = got.body.decode()
    return '<html lang="en">' in text and text.count("<main>") == 1 and "Traceback" not in text
