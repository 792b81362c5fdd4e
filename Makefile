# Two commands do all: `make play` opens the table, `make test` runs every check.
# Both make the virtual environment and install what is needed by themselves.

PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
READY   = $(VENV)/.ready

.PHONY: play test check bench lint types wheel clean

play: $(READY)
	$(BIN)/python -m tabletop

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $(READY)

test: lint types check
	$(BIN)/python -m pytest

lint: $(READY)
	$(BIN)/python -m ruff check .

types: $(READY)
	$(BIN)/python -m mypy

check: $(READY)
	$(BIN)/python -m tabletop check cardsets saves

bench: $(READY)
	$(BIN)/python -m pytest tests/bench --override-ini addopts= --benchmark-only

wheel: $(READY)
	$(BIN)/python -m build --wheel

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
