# Needs Python 3.11 or newer with venv, git and make. Everything else goes into virtual environments below build/.
PYTHON ?= python3
N ?= 2000
SECONDS ?= 600
PYTHONS ?= 3.11 3.12 3.13 3.14
ROOMS ?= javascript releases limits injection wrapping
WORKSPACE ?= tests/samples/over-budget
# Handed over in the environment, so that no shell reads what stands in a path.
override export WORKSPACE := $(value WORKSPACE)

TRY := build/try
DEV := build/dev
BIN := $(DEV)/bin

.PHONY: help try test lint tests oracle bench clean test-runners test-release test-pythons test-oldest \
	tests-in-a-hook coverage mutation fuzz fuzz-wrap kill-wrap power-loss goldens

help:
	@echo 'make try [WORKSPACE=path]   install clawbudget and check a workspace (default: a sample that is over)'
	@echo 'make test                   everything that CI runs: linters, types, tests'
	@echo 'make lint, make tests       either half of that'
	@echo 'make bench                  what the check costs, and what layouts keep of the rules, side by side'
	@echo 'make oracle [N=2000]        the model against released OpenClaw on N random cases for each contract'
	@echo 'make tests-in-a-hook        the tests in the surroundings of a CI system and of a hook, which they may not notice'
	@echo 'make test-runners           other git hook runners, oldest and newest releases, from their registries'
	@echo 'make test-release           what a release hands out: packages, their installation with and without a network'
	@echo 'make test-pythons           the tests under every Python of PYTHONS that is on this machine'
	@echo 'make test-oldest            the tests with the oldest allowed releases of what clawbudget needs'
	@echo 'make coverage               the tests, with the lines and branches that they reach'
	@echo 'make mutation [ROOMS=...]   which small mistakes in the core the tests would notice'
	@echo 'make fuzz [SECONDS=600]     random and mutated files, settings and repositories for every command'
	@echo 'make fuzz-wrap [N=2000]     wrap N random documents and judge them by renderers that are no part of the proof'
	@echo 'make goldens                record anew what released OpenClaw injects (needs node and npm)'
	@echo 'make kill-wrap [N=2000]     kill wrap at random moments; make power-loss shows the order of its writes'
	@echo 'make clean                  remove what the targets made'

try: $(TRY)/installed
	@$(TRY)/bin/clawbudget check --verbose -- "$$WORKSPACE"; code=$$?; echo "clawbudget check: exit code $$code"; [ $$code -le 1 ]

test: lint tests

lint: $(DEV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

tests: $(DEV)/installed
	$(BIN)/python -m pytest --numprocesses auto

tests-in-a-hook: $(DEV)/installed
	CI=true GITHUB_ACTIONS=true TF_BUILD=True PRE_COMMIT=1 PRE_COMMIT_FROM_REF=HEAD PRE_COMMIT_TO_REF=HEAD \
	GIT_DIR=/nowhere GIT_INDEX_FILE=/nowhere/index GIT_WORK_TREE=/nowhere NO_COLOR=1 FORCE_COLOR=1 TERM=dumb \
	COLUMNS=20 LC_ALL=C TZ=Asia/Tokyo $(BIN)/python -m pytest --numprocesses auto

oracle: $(DEV)/installed
	PYTHONPATH=tests $(BIN)/python -m oracle.compare --cases $(N)

bench: $(TRY)/installed
	$(TRY)/bin/python tests/bench/bench.py
	$(TRY)/bin/python tests/bench/survival.py

test-runners: $(DEV)/installed
	$(BIN)/python -m pytest -m installs tests/test_runners.py

test-release: $(DEV)/installed
	$(BIN)/python -m pytest -m 'installs or not installs' tests/test_release.py

# The variable makes pyenv's stand-ins answer; a Python that is not here is told and left out.
test-pythons: $(DEV)/installed
	@for version in $(PYTHONS); do \
	    python=$$(PYENV_VERSION=$$version $(BIN)/uv python find --no-python-downloads $$version 2>/dev/null) \
	        || { echo "left out: Python $$version is not on this machine"; continue; }; \
	    echo "$$python"; \
	    $(BIN)/uv venv --quiet --clear --seed --python "$$python" build/python-$$version \
	    && $(BIN)/uv pip install --quiet --python build/python-$$version --editable . --group test \
	    && build/python-$$version/bin/python -m pytest -q || exit 1; \
	done

test-oldest: $(DEV)/installed
	$(BIN)/uv pip compile --quiet --resolution lowest-direct --python-version 3.11 pyproject.toml -o build/oldest.txt
	$(BIN)/uv venv --quiet --clear --seed --python $(PYTHON) build/oldest
	$(BIN)/uv pip install --quiet --python build/oldest --editable . --group test
	$(BIN)/uv pip install --quiet --python build/oldest --requirement build/oldest.txt
	build/oldest/bin/python -m pytest -q

coverage: $(DEV)/installed
	rm -rf build/coverage
	mkdir -p build/coverage
	COVERAGE_FILE=$(CURDIR)/build/coverage/data $(BIN)/coverage run -m pytest -q
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

mutation: $(DEV)/installed
	$(BIN)/python tests/campaigns/mutate.py $(ROOMS)

fuzz: $(DEV)/installed
	PYTHONPATH=tests $(BIN)/python tests/campaigns/fuzz.py $(SECONDS)

fuzz-wrap: $(DEV)/installed
	PYTHONPATH=tests $(BIN)/python tests/campaigns/wrap_fuzz.py $(N)

goldens: $(DEV)/installed
	PYTHONPATH=tests $(BIN)/python -m goldens.record

kill-wrap: $(DEV)/installed
	$(BIN)/python tests/campaigns/kill_wrap.py $(N)

power-loss: $(DEV)/installed
	$(BIN)/python tests/campaigns/power_loss.py

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
