# make lab    sets up its own environment and opens the lab
# make test   sets up, finds or installs a Chromium, and runs every check and test
# make test-browsers   the main ways in Firefox and WebKit; it says what to install where one of them is missing
# make campaign   the tests that draw random cases, with as many as are worth waiting for

PYTHON ?= python3
BIN := .venv/bin

.PHONY: lab test test-browsers campaign clean

lab: .venv/lab
	$(BIN)/residual-lab

test: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/python tests/browser/nginx.py
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

test-browsers: .venv/test
	$(BIN)/pytest tests/other_browsers

campaign: .venv/test
	CAMPAIGN=1 $(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

clean:
	rm -rf .venv

.venv/lab: pyproject.toml | .venv/bin/python
	$(BIN)/pip install --quiet --editable .
	touch $@

.venv/test: pyproject.toml | .venv/bin/python
	$(BIN)/pip install --quiet --no-compile --editable '.[test]'  # most of it is never imported
	touch $@ .venv/lab

.venv/bin/python:
	$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit(f"The lab needs Python 3.11 or newer; {sys.executable} is {v.major}.{v.minor}. Try: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv .venv
