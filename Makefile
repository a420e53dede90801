# Needs Python 3.11 or newer with venv, and uses a C compiler when there is one.
# `make PYTHON=/path/to/python ...` chooses the Python that .venv is made with.

.DEFAULT_GOAL := help
.PHONY: help play install page test check lint coverage bench pictures docs site build clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: install ## Play, in your browser
	@.venv/bin/jemaa

install: .venv/.installed ## Install into .venv, compiled for this machine
	@scripts/compile
	@scripts/page

page: .venv/.installed ## Build the page
	@scripts/page

test: .venv/.installed-dev ## Run all checks and tests, compiled and uncompiled, as CI does
	@scripts/test

check: .venv/.installed-dev ## Run the checks and the fast tests: an answer in a minute or so
	@scripts/check

lint: .venv/.installed-dev ## Run the checks that need no test: style, spelling, types, imports
	@scripts/lint

coverage: .venv/.installed-dev ## Measure which lines the tests reach
	@scripts/coverage

bench: install ## Measure the speed of this machine
	@.venv/bin/jemaa bench

pictures: .venv/.installed-dev install ## Draw and take the pictures in docs/ anew
	@scripts/services
	@.venv/bin/python scripts/pictures.py
	@.venv/bin/python scripts/screenshots.py

docs: .venv/.installed-dev ## Build the documents as a site, in build/docs
	@.venv/bin/python -m sphinx -q -W --keep-going docs build/docs
	@echo "build/docs/README.html"

site: install ## Write the page as files for a static host, in build/site
	@.venv/bin/jemaa site build/site

build: .venv/.installed-dev ## Make the wheel and the source archive, in dist/
	@.venv/bin/python -m build --no-isolation

clean: ## Remove everything built, except .venv
	@rm -rf build dist src/*.egg-info src/jemaa/server/static web/node_modules web/src/generated
	@rm -rf .coverage .*_cache .hypothesis
	@find src -name '*.so' -delete

# The stamps live in .venv and go with it. Playing does not need the developers' tools.
.venv/.installed: pyproject.toml setup.py scripts/install
	@echo "Setting Jemaa up, only this once: five steps, a few minutes"
	@scripts/install
	@touch $@

.venv/.installed-dev: .venv/.installed
	@scripts/install dev
	@touch $@
