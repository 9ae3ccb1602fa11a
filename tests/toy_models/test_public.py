"""The package as a whole: what it exports, what it says of it, and what it may import."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import toy_models

ROOT = Path(toy_models.__file__).resolve().parent.parent
PUBLIC = [name for name in toy_models.__all__ if callable(getattr(toy_models, name))]


def test_every_export_exists_and_is_listed_once():
    assert len(set(toy_models.__all__)) == len(toy_models.__all__)
    assert all(hasattr(toy_models, name) for name in toy_models.__all__)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_documented(name):
    thing = getattr(toy_models, name)
    own = inspect.getdoc(thing) or ""
    assert len(own) > 20
    assert not own.startswith(f"{name}("), "a dataclass's automatic signature is no docstring"
    if inspect.isclass(thing):
        methods = {key: value for key, value in vars(thing).items() if callable(value) and not key.startswith("_")}
        assert all(method.__doc__ for method in methods.values())


@pytest.mark.parametrize("path", sorted((ROOT / "toy_models").glob("*.py")), ids=lambda path: path.name)
def test_no_file_is_two_things(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 200


def test_a_fresh_process_needs_numpy_only():
    code = (
        "import sys, toy_models\n"
        "[toy_models.load_toy(name) for name in toy_models.toy_names()]\n"
        "tops = {name.partition('.')[0] for name in sys.modules}\n"
        "others = {'panel', 'bokeh', 'param', 'tornado', 'pandas', 'autograd', 'app', 'assets', 'components'}\n"
        "print(sorted(tops & others), 'numpy' in tops)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[] True"
