# floorcall: `make help` lists what there is. Everything runs in .venv, which is set up when it is missing, was left
# half-done, or no longer fits pyproject.toml and constraints.txt. Only that set-up needs the network.

.DEFAULT_GOAL := help
.PHONY: help demo test lint coverage rulebooks soak bench clean environment-run environment-test environment-bench

# Which Python builds .venv. One that is named (PYTHON=... on the command line or in the environment) is taken as it is;
# otherwise python3, or the newest fitting one beside it.
PYTHON ?= python3
ifeq ($(origin PYTHON),file)
  OTHERS := python3.13 python3.12 python3.11 .venv/bin/python
  EXACT :=
else
  OTHERS :=
  EXACT := --exact
endif

BIN := .venv/bin
ARGS ?=

# $(call environment,run), $(call environment,test) or $(call environment,bench)
define environment
@for python in "$(PYTHON)" $(OTHERS); do \
  if "$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' >/dev/null 2>&1; then \
    exec "$$python" tools/setup_env.py $(1) $(EXACT); \
  fi; \
done; \
echo 'floorcall needs Python 3.11, 3.12 or 3.13, and "$(PYTHON)" is none (or does not start).' >&2; \
echo 'Name one that fits: make $(or $(MAKECMDGOALS),test) PYTHON=/path/to/python3.12' >&2; \
exit 1
endef

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "  PYTHON=python3.12 chooses the Python of .venv; ARGS='-k replay -x' is handed to pytest,"
	@echo "  ARGS='--quick peers' to the benchmarks (ARGS=--help lists them); N=, SEED= and JOBS= to soak."

demo: environment-run ## rule on every incident in examples/
	@set -- examples/*.yaml; failed=; \
	[ -e "$$1" ] || { echo 'examples/ holds no incident (*.yaml).' >&2; exit 1; }; \
	for file do \
	  printf '\n$$ $(BIN)/floorcall rule %s\n' "$$file"; \
	  $(BIN)/floorcall rule "$$file" </dev/null || failed="$$failed $$file"; \
	done; \
	[ -z "$$failed" ] || { echo >&2; echo "no ruling on:$$failed" >&2; exit 1; }

test: lint ## lint, type-check and test
	@$(BIN)/python -m pytest $(ARGS)

lint: environment-test ## lint and type-check only
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m mypy

coverage: environment-test ## run the tests and list the lines they miss
	@$(BIN)/python -m coverage run -m pytest $(ARGS)
	@$(BIN)/python -m coverage report

rulebooks: environment-test ## check every rulebook: faults, overlaps, gaps
	@failed=; for book in knowledge/*/rulebook.yaml; do \
	  book=$$(basename "$$(dirname "$$book")"); \
	  printf '\n$$ $(BIN)/floorcall rulebook check %s --strict\n' "$$book"; \
	  $(BIN)/floorcall rulebook check "$$book" --strict </dev/null || failed="$$failed $$book"; \
	done; \
	[ -z "$$failed" ] || { echo >&2; echo "not in order:$$failed" >&2; exit 1; }

N ?= 100000
SEED ?= 1
JOBS ?= 2

soak: environment-test ## rule on N=100000 generated incidents with every engine
	@$(BIN)/python -m soak --count "$(N)" --seed "$(SEED)" --jobs "$(JOBS)" $(ARGS)

bench: environment-bench ## run the benchmarks and write docs/performance.md
	@$(BIN)/python -m bench $(ARGS)

clean: ## remove .venv and everything that was made
	@rm -rf .venv .venv.lock build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

environment-run:
	$(call environment,run)

environment-test:
	$(call environment,test)

environment-bench:
	$(call environment,bench)
