# Needs Python 3.11 or newer with venv, git and make. Everything else goes into virtual environments below build/.
PYTHON ?= python3
N ?= 2000
WORKSPACE ?= tests/samples/over-budget
# Handed over in the environment, so that no shell reads what stands in a path.
override export WORKSPACE := $(value WORKSPACE)

TRY := build/try
DEV := build/dev
BIN := $(DEV)/bin

.PHONY: help try test lint tests oracle bench clean

help:
	@echo 'make try [WORKSPACE=path]   install clawbudget and check a workspace (default: a sample that is over)'
	@echo 'make test                   everything that CI runs: linters, types, tests'
	@echo 'make lint, make tests       either half of that'
	@echo 'make bench                  what the check costs, and what layouts keep of the rules, side by side'
	@echo 'make oracle [N=2000]        the model against released OpenClaw on N random cases for each contract'
	@echo 'make clean                  remove what the targets made'

try: $(TRY)/installed
	@$(TRY)/bin/clawbudget check --verbose -- "$$WORKSPACE"; code=$$?; echo "clawbudget check: exit code $$code"; [ $$code -le 1 ]

test: lint tests

lint: $(DEV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

tests: $(DEV)/installed
	$(BIN)/python -m pytest

oracle: $(DEV)/installed
	PYTHONPATH=tests $(BIN)/python -m oracle.compare --cases $(N)

bench: $(TRY)/installed
	$(TRY)/bin/python tests/bench/bench.py
	$(TRY)/bin/python tests/bench/survival.py

clean:
	rm -rf build

# Console scripts written by old versions of pip import re, which costs more than the whole check.
$(TRY)/installed: pyproject.toml $(shell find hooks -name '*.py')
	$(PYTHON) -m venv $(TRY)
	$(TRY)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(TRY)/bin/python -m pip install --quiet .
	@touch $@

# pip before 25.1 knows no dependency groups.
$(DEV)/installed: pyproject.toml
	$(PYTHON) -m venv $(DEV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@
