"""The server's log: one JSON object a line, on stderr, and none while all goes as it should."""

import json
import logging
import warnings
from datetime import UTC, datetime
from typing import Any

OWN_WAYS = ("bokeh", "panel")  # they print beside any log, Panel even on stdout
QUIETER = {
    # a visitor who leaves while something is being sent
    "bokeh.server.views.ws": logging.ERROR,
    # a message that a stranger made up
    "bokeh.protocol": logging.CRITICAL,
    "bokeh.server.protocol_handler": logging.CRITICAL,
}


class JsonLine(logging.Formatter):
    """A record as one line: `time` in UTC, `level`, `logger`, `message`, its `facts`, and a `traceback` if any."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def start() -> None:
    """Send all that is worth a person's attention, from whatever library, to the log."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLine())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for library in map(logging.getLogger, OWN_WAYS):
        library.handlers.clear()
        library.propagate = True
        library.setLevel(logging.NOTSET)
    for name, level in QUIETER.items():
        logging.getLogger(name).setLevel(level)
    logging.captureWarnings(True)
    # A browser that connects again sends its session's document back.
    warnings.filterwarnings("ignore", "reference already known")
