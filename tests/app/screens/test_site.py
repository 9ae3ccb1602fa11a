"""The lab as a folder of plain files: how it is written, and what `export --site` refuses."""

from pathlib import Path

import pytest
from test_cli import refused

from app.cli import main
from app.screens.site import write_site


def few(monkeypatch: pytest.MonkeyPatch, text: str = "new") -> None:
    monkeypatch.setattr("app.screens.site.site_files", lambda: iter([("static/a.js", text), ("index.html", text)]))


def test_it_replaces_its_own_files_and_leaves_others_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    few(monkeypatch)
    out, link = tmp_path / "site", tmp_path / "link"
    assert main(["export", "--site", str(out)]) == 0
    (out / "mine.txt").write_text("mine")
    (out / "index.html").write_text("old")
    link.symlink_to(out)
    assert main(["export", "--site", str(link)]) == 0
    held = {path.relative_to(out).as_posix(): path.read_text() for path in out.rglob("*") if path.is_file()}
    assert held == {"static/a.js": "new", "index.html": "new", "mine.txt": "mine"}
    assert {path.name for path in tmp_path.iterdir()} == {"site", "link"}


def test_nothing_is_written_before_all_pages_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupted():
        yield "index.html", "new"
        raise KeyboardInterrupt

    monkeypatch.setattr("app.screens.site.site_files", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_site(tmp_path / "site")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["out.html", "--site", "s"], "--site: expected no OUT.html beside it"),
        (["--site", "s", "--view", "effect"], "--site: expected no --view beside it"),
        (["--site", "s", "--state", "off=2"], "--site: expected no --state beside it"),
        (["--site", "file"], "--site: expected a folder, got 'file', which is something else"),
        (["--site", "file/below"], "--site: could not write 'file/below': Not a directory"),
        (["--site", "no/such/folder"], "--site: could not write 'no/such/folder': No such file or directory"),
        (["--site", "a\0b"], "--site: expected the name of a folder"),
        (["--site", ""], "--site: expected the name of a folder, got ''"),
        (["--site"], "--site: expected one argument"),
        ([], "expected OUT.html or --site DIR, got neither"),
    ],
)
def test_bad_arguments_cost_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], expected: str
):
    few(monkeypatch)
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("x")
    assert expected in refused(capsys, "export", *args)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("in_the_way", ["static", "index.html/mine"])
def test_what_stands_in_the_way_is_named_and_nothing_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_the_way: str
):
    few(monkeypatch)
    (tmp_path / in_the_way).parent.mkdir(exist_ok=True)
    (tmp_path / in_the_way).write_text("mine")
    assert str(tmp_path / in_the_way.partition("/")[0]) in refused(capsys, "export", "--site", str(tmp_path))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / in_the_way]
