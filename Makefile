# Two commands on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test test-fast check samples clean

demo: .venv/demo-ready
	@echo "The demo takes one or two minutes."
	$(BIN)/python samples/demo.py

test: .venv/dev-ready
	$(BIN)/python -m pytest -n 2 --dist loadgroup --cov --cov-report=term:skip-covered

test-fast: .venv/dev-ready
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not slow"

check: .venv/dev-ready
	.ci/check

samples: .venv/dev-ready
	$(BIN)/python samples/rebuild.py

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv .venv

.venv/demo-ready: .venv/bin/python pyproject.toml
	@echo "Installing into .venv: this takes about a minute and says nothing."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[demo]'
	touch $@

.venv/dev-ready: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ .venv/demo-ready

clean:
	rm -rf .venv demo .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
