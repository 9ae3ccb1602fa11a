"""The lab as a folder of plain files: what is in it, and what `export --site` refuses."""

import re
from pathlib import Path

import pytest
from test_cli import refused

from app.cli import main
from app.screens import screens
from app.site import site_files, write_site
from app.views import views

OUTSIDE = {
    "src or href": r"""\b(?:src|href)\s*=\s*["']?(?:https?:)?//""",
    "url()": r"""url\(\s*["']?(?:https?:)?//""",
    "import": r"""\bimport\s*(?:\(\s*)?["'`](?:https?:)?//|from\s*["'](?:https?:)?//""",
}


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return dict(site_files())


def test_every_screen_is_there_once_to_read_and_once_to_embed(files: dict[str, str]):
    pages = {name for name in files if name.endswith(".html")}
    assert pages == {"index.html", *(f"{name}.html" for name in views()), *(f"embed/{name}.html" for name in screens())}
    (library,) = set(files) - pages
    assert re.fullmatch(r"static/bokeh-[0-9a-f]{16}\.min\.js", library)


def test_nothing_is_asked_of_another_host(files: dict[str, str]):
    for name, text in files.items():
        for what, pattern in OUTSIDE.items():
            assert re.search(pattern, text) is None, (name, what)


def test_every_link_is_relative_and_leads_to_a_file_of_the_site(files: dict[str, str]):
    for name in (name for name in files if name.endswith(".html")):
        links = re.findall(r'<(?:script|a)\b[^>]* (?:src|href)="([^"]+)"', files[name])
        assert links, name
        for link in links:
            folder = Path("/site", name).parent
            assert (folder / link).resolve().relative_to("/site").as_posix() in files, (name, link)
        menu = '<nav id="menu"' in files[name]
        assert menu == ("/" not in name), "what is embedded leads nowhere"
        assert files[name].count('aria-current="page"') == menu


def few(monkeypatch: pytest.MonkeyPatch, text: str = "new") -> None:
    monkeypatch.setattr("app.site.site_files", lambda: iter([("static/a.js", text), ("index.html", text)]))


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

    monkeypatch.setattr("app.site.site_files", interrupted)
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
        (["--site", "a\0b"], "null"),
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
