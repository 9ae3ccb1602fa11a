"""The log: a line of JSON for what is worth attention, whoever says it, and silence otherwise."""

import json
import subprocess
import sys

SPEAKERS = """
import logging, warnings
from app.serve import log, server
log.start()
for name in ("app.serve.session", "panel.io", "bokeh.server", "tornado.application", "asyncio"):
    logging.getLogger(name).info("all is well")
logging.getLogger("bokeh.server.views.ws").warning("Failed sending message as connection was closed")
logging.getLogger("panel.io").warning("two\\nlines")
warnings.warn("an “old” way")
logging.getLogger("tornado.access").error("a request failed", extra={"facts": {"status": 500, "path": "/x"}})
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("app.serve.session").exception("a fault")
"""


def test_each_record_is_one_line_on_stderr():
    done = subprocess.run([sys.executable, "-c", SPEAKERS], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    panel, warning, failed, fault = map(json.loads, done.stderr.splitlines())
    assert (panel["level"], panel["logger"], panel["message"]) == ("warning", "panel.io", "two\nlines")
    assert panel["time"].endswith("+00:00")
    assert "an “old” way" in warning["message"]
    assert (failed["status"], failed["path"], failed["level"]) == (500, "/x", "error")
    assert "ZeroDivisionError" in fault["traceback"]
