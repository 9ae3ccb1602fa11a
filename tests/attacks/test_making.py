"""`make test` on somebody's machine: it asks for nobody's password and fetches nothing that is there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASKING = ("sudo", "su", "doas", "pkexec")
PYTHON = "python-that-tells"  # what a script takes for its Python: it fetches nothing
FETCHING = ("apt-get", "apt", "dnf", "brew", "curl", "wget")


@pytest.fixture
def machine(tmp_path):
    """`machine(script, *browsers)` runs a script where only these programs are, and says which others it called."""

    def run(name: str, *browsers: str) -> tuple[str, str]:
        programs, told = tmp_path / "bin", tmp_path / "told"
        programs.mkdir(exist_ok=True)
        told.write_text("")
        for program in (*ASKING, *FETCHING, PYTHON, *browsers):
            (programs / program).write_text(f'#!/bin/sh\necho "{program} $*" >> "{told}"\nexit 1\n')
            (programs / program).chmod(0o755)
        script = tmp_path / "tests/browser" / name  # below a root of its own: what it unpacks stays here
        script.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests/browser" / name, script)
        known = {
            **{k: v for k, v in os.environ.items() if k != "CHROMIUM"},
            "PATH": f"{programs}:/bin" if name == "nginx.py" else str(programs),
            "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "browsers"),
        }
        started = f"import runpy, sys; sys.executable = {str(programs / PYTHON)!r}; sys.argv = [{str(script)!r}]"
        command = [sys.executable, "-c", f"{started}; runpy.run_path({str(script)!r}, run_name='__main__')"]
        done = subprocess.run(command, env=known, capture_output=True, text=True, timeout=60)
        return done.stdout, told.read_text()

    return run


def test_a_browser_that_is_there_is_taken(machine):
    """A stranger's network is waited for, and hundreds of megabytes fetched, beside a browser that is there."""
    found, called = machine("chromium.py", "chromium")
    assert found.strip().endswith("/chromium")
    assert called == ""


def test_nobody_is_asked_for_a_password(machine):
    """A test run changes somebody's machine, or waits for a password that nobody types."""
    _, called = machine("chromium.py")
    assert not [line for line in called.splitlines() if line.split()[0] in ASKING]
    assert sum(PYTHON in line for line in called.splitlines()) == 1, "what is missing is fetched once"
    _, called = machine("nginx.py")
    assert not [line for line in called.splitlines() if line.split()[0] in ASKING]


def test_make_test_names_no_program_that_asks():
    """The same, by a line of the Makefile."""
    told = subprocess.run(["make", "-n", "test"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert not [line for line in told.splitlines() if set(line.split()) & set(ASKING)]
