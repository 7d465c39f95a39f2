# Everything lives in the project's folder: the tools in $(VENV), their caches beside it.
#
#   make demo      plays a whole game        make lint     ruff, import-linter
#   make test      the whole suite           make types    mypy --strict, basedpyright
#   make docs      docs/_build/html          make bench    the benchmark table
#   make chaos     faults and attacks on served tables, at length
#   make nightly   the suite, at length      make bench-docs   the numbers in docs/benchmarks.md
#                                            make bench-against REV=<rev>
#   make client    compiles the client   make browser  plays in a real browser
#   make wheels    what a package index takes, in dist/   make readme   follows the README to the letter
#   make clean     removes all of it         make test-pythons   the suite on every Python found
#   make languages brings the catalogues of other languages up to date, and says what is missing
#
# Other interpreter:  make test PYTHON=python3.13 VENV=.venv-3.13

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# The first Python that is new enough.
PYTHON ?= $(firstword $(foreach p,python3 python3.11 python3.12 python3.13 python3.14,\
	$(shell $(p) -c 'import sys; sys.version_info >= (3, 11) and print("$(p)")' 2>/dev/null)))
VENV ?= .venv
BIN := $(VENV)/bin
WORKERS ?= auto

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
# Whatever a tool likes to keep in the home directory stays in the folder instead.
export MPLCONFIGDIR := $(CURDIR)/$(VENV)/home/matplotlib
export IPYTHONDIR := $(CURDIR)/$(VENV)/home/ipython
export JUPYTER_CONFIG_DIR := $(CURDIR)/$(VENV)/home/jupyter
export JUPYTER_DATA_DIR := $(CURDIR)/$(VENV)/home/jupyter
export JUPYTER_RUNTIME_DIR := $(CURDIR)/$(VENV)/home/jupyter
export XDG_CACHE_HOME := $(CURDIR)/$(VENV)/home/cache
export XDG_STATE_HOME := $(CURDIR)/$(VENV)/home/state
export PIP_CACHE_DIR := $(CURDIR)/$(VENV)/home/pip
export npm_config_cache := $(CURDIR)/$(VENV)/home/npm
export npm_config_update_notifier := false

# What there is of these (benchmarks and tests are checked less strictly, see pyproject.toml).
STRICT := keyflower tools $(wildcard examples)
# A second game on the kernel: a distribution of its own, checked and tested with this one.
TOWNS := examples/tinytowns
CHECKED := $(STRICT) $(wildcard tests benchmarks docs/_ext)
SPHINX = $(BIN)/sphinx-build -n -W --keep-going -q -b html docs docs/_build/html

.PHONY: demo test lint imports format types pytest docs docs-if-any bench bench-docs bench-against languages wheels client browser nightly chaos readme test-pythons clean

demo: $(VENV)/.installed-all
	$(BIN)/python -m keyflower demo

# One after the other, also under make -j: the quick checks first, and readable output.
test: $(VENV)/.installed-dev
	$(MAKE) lint
	$(MAKE) types
	$(MAKE) pytest
	$(MAKE) docs-if-any

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/lint-imports --config $(TOWNS)/pyproject.toml

# Not a check: repairs what ruff can repair.
format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/.installed-dev
	$(BIN)/mypy --strict $(CHECKED)
	$(BIN)/basedpyright --pythonpath $(BIN)/python $(STRICT)

pytest: $(VENV)/.installed-dev $(VENV)/.native
	$(BIN)/python -m pytest -n $(WORKERS)

docs: $(VENV)/.installed-dev
	$(SPHINX)

docs-if-any: $(VENV)/.installed-dev
	$(if $(wildcard docs/conf.py),$(SPHINX),@echo "no docs/conf.py yet: no docs to build")

bench: $(VENV)/.installed-bench $(VENV)/.peers $(VENV)/.native
	$(BIN)/python -m benchmarks

# The numbers and the profile of docs/benchmarks.md anew. Take a quiet machine and an optimised Python, such as one that
# was configured with --enable-optimizations: make bench-docs PYTHON=/path/to/python3 VENV=.venv-bench
bench-docs: $(VENV)/.installed-bench $(VENV)/.peers
	$(BIN)/python -m keyflower.fast
	$(BIN)/python -m benchmarks --docs
	$(BIN)/python -m benchmarks.profile --docs

bench-against: $(VENV)/.installed-bench
	$(if $(REV),,$(error say which revision: make bench-against REV=<rev>))
	$(BIN)/python -m benchmarks.against $(REV)

languages: $(VENV)/.installed-dev
	$(BIN)/python -m keyflower.languages

# The sdist, a pure wheel and a manylinux one, checked and tried out.
wheels: $(BIN)/python
	tools/wheels.sh $(CURDIR)/$(BIN)/python

# The client of the table: compiled from client/src into the package. Needs Node.
client: client/node_modules
	cd client && npm run check && npm test && npm run build

client/node_modules: client/package-lock.json
	cd client && (npm ci --silent || npm install --silent --no-package-lock)  # a mirror may lack packages for other systems
	@touch $@

# People at the table, in a real browser: Debian's Chromium, driven by Playwright; skipped with a reason where there is none.
browser: $(VENV)/.installed-dev client/node_modules
	$(BIN)/python -c 'import playwright' 2>/dev/null || $(BIN)/python -m pip install --quiet playwright
	$(BIN)/python -m pytest -p no:xdist tests/browser

# Faults and attacks at length, with real play going on; it can be interrupted and goes on. Needs PostgreSQL.
chaos: $(VENV)/.installed-dev
	$(BIN)/python -m tests.chaos

nightly:
	HYPOTHESIS_PROFILE=nightly $(MAKE) test

# As somebody would who has just cloned it, with every Python found: README, source distribution and wheel.
readme: $(BIN)/python
	$(BIN)/python tools/follow_readme.py $(foreach p,python3.11 python3.12 python3.13 python3.14,$(shell $(p) -c 'print("$(p)")' 2>/dev/null))

test-pythons:
	for version in 3.11 3.12 3.13; do \
		if python$$version -c '' 2>/dev/null; then $(MAKE) test PYTHON=python$$version VENV=.venv-$$version; \
		else echo "python$$version: not here, left out"; fi; done

clean:
	rm -rf keyflower/fast/_native.* .venv .venv-* build dist docs/_build .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf examples/typescript/node_modules examples/typescript/build client/node_modules benchmarks/runs
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +

# --- the virtual environment: one stamp per extra, renewed when pyproject.toml changes

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then echo "keyflower needs Python 3.11 or newer; none found (make PYTHON=...)" >&2; exit 1; fi
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed-%: pyproject.toml $(TOWNS)/pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[$*]' --editable $(TOWNS)
	@touch $@

# pgx, if it can be had: its rows are left out without it. Its wheel brings a package called "tests", which would hide ours.
$(VENV)/.peers: | $(VENV)/.installed-bench
	$(BIN)/python -m pip install --quiet pgx && rm -rf $(VENV)/lib/python3.*/site-packages/tests || echo "pgx cannot be installed here: no rows for it"
	@touch $@

# The fast executor, anew when its sources change. Where there is no C compiler, pip brings one (100 MB).
$(VENV)/.native: $(wildcard keyflower/fast/native/* keyflower/fast/native/*/*) keyflower/fast/build.py | $(VENV)/.installed-dev
	$(BIN)/python -m keyflower.fast || { $(BIN)/python -m pip install --quiet ziglang && $(BIN)/python -m keyflower.fast; }
	@touch $@
