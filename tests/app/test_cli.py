"""The command line: what it writes, and that a bad argument costs one line and nothing else."""

import csv
import errno
import io
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import DEFAULT_PORT, main
from app.state import address
from app.state.catalogue import catalogue
from app.tables import numbers
from toy_models import toy_names

ROOT = Path(__file__).parents[2]
PROMPTS = len(catalogue()[0]["prompts"])


def command(*args: str) -> list[str]:
    return [sys.executable, "-W", "error", "-m", "app", *args]


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one line with which a command is refused."""
    assert main(list(args)) == 2
    out, line = capsys.readouterr()
    assert out == ""
    assert line.startswith("residual-lab: ")
    assert line.count("\n") == 1
    assert line.endswith("\n")
    return line


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["bogus"], "COMMAND: expected one of serve, export, numbers, got 'bogus'"),
        ([""], "COMMAND: expected one of serve, export, numbers, got ''"),
        (["export", "x.html/"], "OUT.html: expected the name of a file, got 'x.html/'"),
        (["export", ""], "OUT.html: expected the name of a file, got ''"),
        (["export", "a\0b"], "OUT.html: expected the name of a file"),
        (["serve", "--port", "65536"], "--port: expected a number from 0 to 65535, got '65536'"),
        (["--port", "x"], "--port: expected a number from 0 to 65535, got 'x'"),
        (["--port", "٣"], "--port: expected a number from 0 to 65535, got '٣'"),
        (["--port"], "--port: expected one argument"),
        (["--prot", "5006"], "expected the options that `serve --help` lists, got '--prot'"),
        (["--port", "0", "extra"], "got 'extra'"),
        (["--prefix", "/../x"], "--prefix: expected a path such as /course/week3, got '/../x'"),
        (["--prefix", "a b"], "--prefix: expected a path"),
        (["--prefix", "(?P<x>"], "--prefix: expected a path"),
        (["--address", "not a host"], "--address: expected a host name or an IP address"),
        (["--allow-origin", "https://course.example.org"], "--allow-origin: expected HOST or HOST:PORT"),
        (["--allow-origin", "x:99999"], "--allow-origin: expected HOST or HOST:PORT"),
        (["--allow-frame", "*"], "--allow-frame: expected HOST or HOST:PORT"),
        (["--no-open=3"], "--no-open: expected no value, got '3'"),
        (["export"], "OUT.html"),
        (["export", "a", "b"], "got 'b'"),
        (
            ["export", "x.html", "--view", "nope"],
            "--view: expected a view, one of lab, stream, effect, gradient, paths",
        ),
        (["export", "x.html", "--state", "off=9"], "--state: off: expected layer numbers from 1 to 6, got '9'."),
        (["numbers", "--format", "xml"], "--format: expected a format, one of json, csv, got 'xml'"),
        (
            ["numbers", "--state", "off=x&y=1\n"],
            "off: expected layer numbers from 1 to 6, got 'x'. address: expected one",
        ),
        (["numbers", "--state", "toy=nope"], f"toy: expected one of {', '.join(toy_names())}, got 'nope'."),
        (["numbers", "--state", "prompt=99"], f"prompt: expected a number from 1 to {PROMPTS}, or all, got '99'."),
        (
            ["numbers", "--state", "toy=tanh&prompt=all"],
            "prompt: expected 1, since this toy knows only one, got 'all'.",
        ),
        (["export", "x.html", "--state", "toy=tanh&ablation=mean"], "ablation: expected one of zero, got 'mean'."),
        (["export", "x.html", "--state", "source=2"], "source: expected nothing, since the ablation is not resample"),
        (
            ["numbers", "--state", "prompt=all&reference=1"],
            "reference: expected nothing, since all prompts are averaged",
        ),
        (["export", "x.html", "--state", "theme=pink"], "--state: theme: expected one of light, dark, got 'pink'."),
        (["export", "x.html", "--state", "ground=fdf6e"], "ground: expected three or six hexadecimal digits"),
        (["export", "x.html", "--state", "show=effect,nope"], "show: expected some of header, settings, sentence,"),
        (["export", "x.html", "--view", "norms", "--state", "show=header"], "show: expected some part of the page to"),
        (
            ["numbers", "--view", "effect", "--state", "hide=sentence,switchboard,effect"],
            "hide: expected some part of the page to",
        ),
        (["numbers", "--state", "face=both"], "face: expected one of terms, answers, got 'both'."),
    ],
)
def test_bad_arguments_cost_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], expected: str
):
    monkeypatch.chdir(tmp_path)
    assert expected in refused(capsys, *args)
    assert list(tmp_path.iterdir()) == []


def test_export_refuses_what_it_cannot_write(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    assert "which is something else" in refused(capsys, "export", str(tmp_path))
    assert "No such file or directory" in refused(capsys, "export", str(tmp_path / "no" / "x.html"))
    assert "something else" in refused(capsys, "export", os.devnull)
    assert "File name too long" in refused(capsys, "export", str(tmp_path / ("n" * 300)))
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert "loop" in refused(capsys, "export", str(loop))
    loop.unlink()
    assert list(tmp_path.iterdir()) == []


def test_export_into_a_locked_directory(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def locked(*_: object) -> int:  # a locked directory would not stop root, who runs tests in containers
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", locked)
    assert "Permission denied" in refused(capsys, "export", str(tmp_path / "x.html"))


def test_export_is_whole_or_not_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> str:
        raise KeyboardInterrupt

    out, link = tmp_path / "lab.html", tmp_path / "link.html"
    out.write_text("old")
    link.symlink_to(out)
    with monkeypatch.context() as broken:
        broken.setattr("app.screens.screens.export_html", fail)
        assert main(["export", str(out)]) == 130
    assert out.read_text() == "old"
    monkeypatch.setattr(
        "app.screens.screens.export_html", lambda screen, state, kept: f"{screen.name} {address.format(state)} …"
    )
    assert main(["export", str(link), "--view", "paths", "--state", "?off=2,4"]) == 0
    assert out.read_text(encoding="utf-8") == "paths toy=place&off=2,4 …"
    assert link.is_symlink()
    assert out.stat().st_mode & 0o111 == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lab.html", "link.html"]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "state",
    [
        "toy=tanh&off=2,4",
        "off=3&reference=1&ablation=mean&face=answers",
        "prompt=3&ablation=resample&source=2&off=3",
        "prompt=all&off=3",
    ],
)
def test_numbers_go_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes], state: str):
    expected = numbers.numbers(address.parse(state).state)
    assert main(["numbers", "--state", state]) == 0
    assert json.loads(capfdbinary.readouterr().out) == json.loads(json.dumps(expected))
    assert main(["numbers", "--state", state, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capfdbinary.readouterr().out.decode())))
    total = [float(row["value"]) for row in rows if row["name"] == "effect_total"]
    assert total == [expected["numbers"]["effect_total"]["values"]]


def test_a_closed_pipe_is_no_news():
    for _ in range(3):
        shown = subprocess.Popen(
            command("numbers", "--format", "csv"), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert shown.stdout is not None
        shown.stdout.close()
        assert shown.stderr is not None
        assert shown.stderr.read() == b""
        shown.stderr.close()
        assert shown.wait(10) == 1


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    text = capsys.readouterr().out
    assert all(name in text for name in ("serve", "export", "numbers"))


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]):
    with socket.create_server(("localhost", 0)) as taken:
        port = taken.getsockname()[1]
        line = refused(capsys, "serve", "--port", str(port), "--no-open")
        assert f"expected a free port, but {port} on localhost is taken" in line


def test_an_address_that_is_not_here(capsys: pytest.CaptureFixture[str]):
    assert "--address" in refused(capsys, "serve", "--port", "0", "--address", "192.0.2.1", "--no-open")
    assert "--address" in refused(capsys, "serve", "--port", "0", "--address", "no.such.host.invalid", "--no-open")


def test_the_default_port_gives_way():
    try:
        taken = socket.create_server(("localhost", DEFAULT_PORT))
    except OSError:
        taken = None  # somebody else has it, which serves as well
    server = subprocess.Popen(command("--no-open"), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert f"(port {DEFAULT_PORT} is taken)" in line
        assert f"localhost:{DEFAULT_PORT}/" not in line
        server.send_signal(signal.SIGINT)
        assert server.communicate(timeout=10) == ("", "")
        assert server.returncode == 0
    finally:
        server.kill()
        server.communicate()
        if taken is not None:
            taken.close()
