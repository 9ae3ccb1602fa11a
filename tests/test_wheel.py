"""What is installed is what was written: the wheel, outside the checkout, exports the same lab."""

import os
import subprocess
import sys
from pathlib import Path
from socket import socket

import pytest

from app.screens.screens import export_html, screens
from app.state.address import parse

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """What a Python command prints. Its complaint is the test's."""
    done = subprocess.run(
        [sys.executable, *map(str, command)], cwd=cwd, env=os.environ | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder outside the checkout into which the wheel has been unpacked."""
    built = tmp_path_factory.mktemp("built")
    run("-m", "build", "--wheel", "--no-isolation", "--outdir", built, ROOT, cwd=built)
    (wheel,) = built.glob("*.whl")
    folder = tmp_path_factory.mktemp("installed")
    run("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder, wheel, cwd=built)
    return folder


def test_the_wheel_holds_all_that_the_page_needs(installed: Path):
    found = [path for path in (ROOT / "assets").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    files = [path.relative_to(ROOT) for path in found]
    assert files
    assert [file for file in files if not (installed / file).is_file()] == []


def test_the_installed_lab_exports_the_same_file(installed: Path, tmp_path: Path):
    where = run("-c", "import app; print(app.__file__)", cwd=tmp_path, PYTHONPATH=str(installed))
    assert Path(where.strip()).is_relative_to(installed)
    run("-m", "app", "export", "lab.html", "--state", "off=3", cwd=tmp_path, PYTHONPATH=str(installed))
    exported = (tmp_path / "lab.html").read_text(encoding="utf-8")
    assert exported == export_html(screens()["lab"], parse("off=3").state)


@pytest.mark.skipif(os.name != "posix", reason="containers run a POSIX shell")
def test_what_the_container_runs_starts_and_is_healthy(installed: Path, tmp_path: Path):
    """The Dockerfile's own two lines, with its package and no container, and on a free port."""
    with socket() as free:
        free.bind(("localhost", 0))
        port = str(free.getsockname()[1])
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("5006", port).splitlines()
    start = next(line.removeprefix("CMD ") for line in lines if line.startswith("CMD"))
    health = next(line.removeprefix("HEALTHCHECK CMD ") for line in lines if line.startswith("HEALTHCHECK"))
    path = f"{installed / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    known = os.environ | {"PATH": path, "PYTHONPATH": str(installed), "PREFIX": "/course/week3"}
    server = subprocess.Popen(["sh", "-c", start], cwd=tmp_path, env=known, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        assert server.stdout.readline().endswith(f":{port}/course/week3/\n")
        subprocess.run(["sh", "-c", health], cwd=tmp_path, env=known, check=True)
        server.terminate()
        assert server.wait(10) == 0, "the shell gives way to the server, which is told to stop"
    finally:
        server.kill()
        server.communicate()
