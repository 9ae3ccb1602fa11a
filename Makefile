# make lab    sets up its own environment and opens the lab
# make check  what needs no browser: style, types, the scripts' own tests, and most of pytest
# make test   sets up, finds or installs a Chromium, and runs every check and test
# make test-browsers   the main ways in Firefox and WebKit; it says what to install where one of them is missing
# make campaign   the tests that draw random cases, with as many as are worth waiting for

PYTHON ?= python3
BIN := .venv/bin

# Of the scripts: their types, their style, their own tests.
NODE := $(BIN)/node
TSC := $(NODE) .venv/js/node_modules/typescript/bin/tsc
BIOME := $(NODE) .venv/js/node_modules/@biomejs/biome/bin/biome

.PHONY: lab check style scripts test test-browsers campaign clean

lab: .venv/lab
	$(BIN)/residual-lab

check: style scripts
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder \
		--ignore tests/browser --ignore tests/app/serve --ignore tests/app/state/test_fuzz.py \
		--ignore tests/attacks --ignore tests/other_browsers --ignore tests/test_wheel.py

style: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --pythonpath $(BIN)/python

scripts: .venv/js/installed
	$(TSC) --project assets/js/jsconfig.json
	$(BIOME) check --error-on-warnings
	$(NODE) --import ./tests/js/modules.js --test 'tests/js/**/*.test.js'

test: style scripts
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/python tests/browser/nginx.py
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder --durations 10

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

.venv/js/installed: tests/js/package.json | .venv/test
	mkdir -p .venv/js
	cp tests/js/package.json .venv/js/
	NODE_USE_SYSTEM_CA=1 PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm install --prefix .venv/js --no-package-lock --ignore-scripts --no-audit --no-fund
	touch $@

.venv/bin/python:
	$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit(f"The lab needs Python 3.11 or newer; {sys.executable} is {v.major}.{v.minor}. Try: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv .venv
