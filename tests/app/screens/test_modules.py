"""A page's modules as one script: what its rule asks of them, and what it makes of them."""

import re

import pytest

from app.screens import modules
from app.screens.screens import screens
from components import FOLDER

# All but the script of what frames a page for Python, which no page has.
NAMES = [
    *(f"lab/{path.relative_to(modules.SCRIPTS).with_suffix('').as_posix()}" for path in modules.SCRIPTS.glob("*/*.js")),
    *(
        path.relative_to(FOLDER.parent).with_suffix("").as_posix()
        for path in FOLDER.glob("*/*.js")
        if path.stem != "frame"
    ),
]


@pytest.mark.parametrize("name", NAMES)
def test_imports_and_exports_are_by_name(name: str):
    """Names that are bound once: a function's value of `let` would be that of the moment at which the module ran."""
    text = re.sub(r"/\*.*?\*/", "", modules.source(name), flags=re.DOTALL)  # types import in comments
    for statement in re.findall(r"^export.*|^import\b[^;\n]*(?:\n[^;\n]+)*?from.*|\bimport\(.*", text, re.M):
        assert modules.IMPORT.match(statement) or modules.EXPORT.match(statement), statement
    assert modules._module(name)


def test_what_cannot_be_bundled_is_refused(monkeypatch: pytest.MonkeyPatch):
    for text in (
        "export let a = 1",
        "export default 1",
        'import a from "lab/b"',
        'import "lab/b"',
        'x = import("lab/b")',
        'export { a } from "lab/b"',
    ):
        monkeypatch.setattr(modules, "source", lambda _, text=text: text)
        with pytest.raises(ValueError, match="by name"):
            modules._module("lab/a")


def test_lines_lose_comments_and_indents_but_texts_keep_them(monkeypatch: pytest.MonkeyPatch):
    head = '// Owns.\n/** @type {x}\n * y */\nimport { a as b } from "lab/c"\n\n'
    text = head + "export function f() {\n  // why\n  return `\n  // in ${b}`\n}\n"
    monkeypatch.setattr(modules, "source", lambda _: text)
    body = "const { a: b } = $lab_c\nfunction f() {\nreturn `\n  // in ${b}`\n}"
    assert modules._module("lab/d") == f"const $lab_d = (() => {{\n{body}\nreturn {{ f }}\n}})()"


@pytest.mark.parametrize("name", screens())
def test_a_page_holds_the_modules_that_it_uses_and_no_others(name: str):
    screen = screens()[name]
    content = screen.content(screen.read("")[0])
    script = modules.bundle(f"lab/page/{content.script}", content.widgets)
    made = re.findall(r"^const (\$\w+) = \(\(\) => \{$", script, re.M)
    assert len(set(made)) == len(made)
    used = set(re.findall(r"\$(?:lab|components)_\w+", script))
    assert used == set(made)
    other = {"lab": "view", "view": "lab"}[content.script]
    assert f"$lab_page_{other} " not in script
    for variable in made:  # each after what it imports
        first = re.search(re.escape(variable) + r"\b", script)
        assert first
        assert script[: first.start()].endswith("const ")
