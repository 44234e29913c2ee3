# Everything a newcomer needs; each target prepares its own environment from the lock files.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
CODE := bot data engines playground render rules tests bench

.DEFAULT_GOAL := help
.PHONY: help demo run test check docs format bench lock sbom wheel picture clean

help: ## show what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

$(VENV)/run: requirements/run.txt pyproject.toml
	@echo "Installing what is needed into $(VENV), once; a minute or two."
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --progress-bar off --require-hashes -r requirements/run.txt
	$(PIP) install --progress-bar off --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: $(VENV)/run requirements/dev.txt
	@echo "Installing what tests and checks need, once."
	$(PIP) install --progress-bar off --require-hashes -r requirements/dev.txt
	@touch $@

demo: $(VENV)/run ## start the playground and the bot, on this machine only
	@$(BIN)/fernpartie demo

run: $(VENV)/run ## start the bot on Discord (settings: see .env.example)
	@$(BIN)/fernpartie run

# The tests start the program many times: each would compile it again where the environment forbids to keep it.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/dev ## run all tests
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder --max-worker-restart 1 $(ARGS)

check: $(VENV)/dev ## format, lint, types, import contracts
	@$(BIN)/ruff format --check $(CODE)
	@$(BIN)/ruff check $(CODE)
	@$(BIN)/mypy
	@$(BIN)/lint-imports --verbose

format: $(VENV)/dev ## put the code in shape
	@$(BIN)/ruff format $(CODE)
	@$(BIN)/ruff check --fix $(CODE)

bench: $(VENV)/dev ## measure speed beside a peer or a floor
	@$(BIN)/python -m bench $(ARGS)

lock: $(VENV)/dev ## renew the lock files from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --group build --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links --quiet --output-file requirements/run.txt
	$(BIN)/uv pip compile pyproject.toml --group build --group dev --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links --quiet --constraints requirements/run.txt --output-file requirements/dev.txt

sbom: $(VENV)/dev ## list what a bot runs with, and its licences (sbom.json, CycloneDX)
	@$(BIN)/cyclonedx-py requirements --pyproject pyproject.toml --mc-type application --output-reproducible --no-validate --output-format JSON --output-file sbom.json requirements/run.txt
	@$(BIN)/python requirements/licences.py sbom.json

wheel: $(VENV)/run ## build the wheel, install it into an empty environment, ask its demo
	rm -rf dist build
	$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	rm -rf build dist/empty
	$(PYTHON) -m venv dist/empty
	dist/empty/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements/run.txt
	dist/empty/bin/python -m pip --disable-pip-version-check install --quiet --no-deps dist/fernpartie-*.whl
	dist/empty/bin/python tests/running/first_answer.py dist/empty/bin/fernpartie "$$(sed -n 's/^VERSION.*"\(.*\)"/\1/p' bot/version.py)"

docs: $(VENV)/dev ## build the site of the docs (build/site)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

picture: $(VENV)/dev ## film a challenge and a move for the README
	@$(BIN)/python -m tests.thread_picture docs/pictures/in-a-thread.webp

clean: ## remove what was made here, but no database
	rm -rf $(VENV) build dist sbom.json *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
