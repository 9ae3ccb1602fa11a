"""The worked example in JupyterLab: a switch in a cell's output is pressed, Python reads it, and Python switches."""

import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, expect
from screen import READY, WAIT, Screen, close, new_screen
from servers import ROOT

EXAMPLE = ROOT / "assets" / "examples" / "notebook.ipynb"
LAB, READ, PAIRS, MORE = range(4)
PATIENCE = 60_000  # for a kernel to start and to import the lab where other tests run beside it
NO_NEWS = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}


@pytest.fixture
def jupyter(tmp_path: Path) -> Iterator[str]:
    """The address of the example in a JupyterLab that has none of its user's own settings; a cell is added to it."""
    course, home, token = tmp_path / "course", tmp_path / "home", secrets.token_hex(16)
    notebook = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    more = {**notebook["cells"][1], "id": "more", "source": "lab.state.toy = 'tanh'"}
    put(course / EXAMPLE.name, {**notebook, "cells": [*notebook["cells"], more]})
    put(home / "config" / "labconfig" / "page_config.json", NO_NEWS)
    own = {
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTER_TOKEN": token,
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0"]
    server = subprocess.Popen(command, cwd=course, env=os.environ | own, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        said = ""
        while not (found := re.search(r"http://127\.0\.0\.1:\d+/", said)):
            line = server.stderr.readline()
            assert line, f"JupyterLab did not start; it said:\n{said}"
            said += line
        yield f"{found[0]}doc/tree/{EXAMPLE.name}?token={token}"
    finally:
        server.terminate()  # which ends its kernels too
        server.communicate(timeout=20)


def put(file: Path, content: object) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def notebook(chromium: Browser, jupyter: str) -> Iterator[Screen]:
    """JupyterLab with the example open and its kernel waiting. It may not have asked anybody for anything else."""
    screen = new_screen(chromium, jupyter, (1280, 1000))
    screen.page.set_default_timeout(PATIENCE)
    screen.page.goto(jupyter)
    screen.page.get_by_text("| Idle").wait_for()
    yield screen
    close(screen)
    # What JupyterLab says in the console is its own affair.
    assert [fault for fault in screen.faults if not fault.startswith("console")] == []
    own = (jupyter.partition("doc/")[0], "ws:", "blob:", "data:")
    assert [url for url in screen.asked if not url.startswith(own)] == []


def run(notebook: Screen, place: int) -> Locator:
    """Run a code cell and wait for its end; its output."""
    cell = notebook.page.locator(".jp-CodeCell").nth(place)
    prompt = cell.locator(".jp-InputPrompt")
    before = prompt.inner_text()
    cell.locator(".cm-content").click()
    notebook.page.keyboard.press("Control+Enter")
    prompt.filter(has_text=re.compile(r"\d"), has_not_text=before).wait_for()
    return cell.locator(".jp-OutputArea-output")


def says(notebook: Screen, off: str) -> bool:
    return run(notebook, READ).inner_text() == off


def press(lab: FrameLocator, *layers: str) -> None:
    lab.locator(READY).wait_for()
    for layer in layers:
        lab.get_by_role("switch", name=layer, exact=True).click()


def test_a_lab_in_a_cell_that_python_reads_and_switches(notebook):
    run(notebook, LAB)
    frame = notebook.page.locator("iframe")
    lab = frame.content_frame
    press(lab, "Attention 1", "MLP 2")
    notebook.until(lambda: says(notebook, "(1, 4)"), seconds=15)

    run(notebook, PAIRS)
    sentence, both = lab.get_by_role("status", name="Effect"), re.compile(r"Without Attention 1 and\s+Attention 2")
    expect(sentence).to_contain_text(both, timeout=WAIT)

    # JupyterLab loads a frame anew when it moves an output.
    frame.evaluate("(it) => new Promise((done) => { it.onload = () => done(); it.srcdoc += '' })")
    expect(sentence).to_contain_text(both, timeout=WAIT)

    run(notebook, MORE)
    expect(lab.get_by_role("combobox", name="Toy", exact=True)).to_have_value("tanh", timeout=WAIT)
    press(lab, "Attention 2")
    notebook.until(lambda: says(notebook, "(3,)"), seconds=15)
