# The commands of this repository. Each does its own set-up; `make help` lists them.
# A step whose inputs did not change is skipped, so that a second `make run` starts at once.

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory

# `cargo` puts builds elsewhere when this is set; the paths below follow it.
TARGET := $(or $(CARGO_TARGET_DIR),target)
STAMPS := $(TARGET)/stamps

WEB := clients/web/dist/index.html
SERVER := $(TARGET)/release/ensemble
# A first start takes half the time with less optimized code, until somebody builds the release.
QUICK := $(TARGET)/quick/ensemble
RUN := $(if $(wildcard $(SERVER)),$(SERVER),$(QUICK))

web_sources := $(shell find clients -type f \
	-not -path '*/node_modules/*' -not -path '*/dist/*' -not -path 'clients/e2e/*' -not -path 'clients/extension/*' -not -path 'clients/desktop/*' -not -name '*.test.ts*')
server_sources := Cargo.toml Cargo.lock packaging/reproducible.sh packaging/systemd/ensemble.service $(shell find server contract -type f \
	-not -path 'server/bench/*' -not -path '*/tests/*' -not -path 'contract/fixtures/*')

.PHONY: help run quick build dev test journeys test-fast peers engines image-engines bench soak order pictures contract extension desktop desktop-test docs fmt clean npm-packages packages image web

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

# The data files of image tools come meanwhile; a tool that needs one says so until then.
run: $(RUN) ## build what changed and serve on http://127.0.0.1:7070
	@[ -e data/engines/images/u2netp.onnx ] || { timeout 300 scripts/image-engines >/dev/null 2>&1 & }; exec $(RUN) serve

quick: $(QUICK) # what a first `make run` serves

build: $(SERVER) ## build the server with the web client in it, optimized: the program to install

dev: $(STAMPS)/setup $(STAMPS)/packages $(WEB) ## serve with rebuild on change: Vite in front, the server behind
	@scripts/dev

test: $(STAMPS)/setup-test ## everything CI checks: formats, lints, tests, browser journeys
	@scripts/check

journeys: $(STAMPS)/setup-test ## all journeys in browsers, of which `make test` makes the core
	@E2E_JOURNEYS=all scripts/check npm-packages web-build rust-build servers journeys-sqlite journeys-postgres

test-fast: $(STAMPS)/setup-test ## formats, types, lints, and tests on SQLite of what changed since main
	@scripts/check --changed

peers: ## the adapters and the gateway against programs of other makers, installed outside this folder at first
	@scripts/peers test; result=$$?; scripts/peers stop; exit $$result

engines: ## llama-server, which runs model files, built and put into data/engines (10 to 25 minutes)
	@scripts/engines

image-engines: ## the data files of image tools (cut-outs, scaling up, noise), put into data/engines/images (10 MB)
	@scripts/image-engines

bench: $(STAMPS)/setup-test $(SERVER) ## the benchmarks, as a table of target, measured, verdict
	@scripts/bench

soak: $(STAMPS)/setup-test ## work at servers that are killed, on services that die and freeze, for MINUTES (10)
	@scripts/soak $(or $(MINUTES),10)

order: $(STAMPS)/packages $(WEB) ## notes what a server runs as it starts, for the linker; after updates of Rust or packages (needs valgrind)
	@scripts/startup-order

pictures: $(STAMPS)/setup-test $(STAMPS)/packages ## a screenshot of every screen into ./pictures
	@scripts/pictures

extension: $(STAMPS)/packages ## the browser extension for Chrome, Edge and Firefox, into clients/extension/dist/packages
	@npm run --silent build -w @ensemble/extension

desktop: $(STAMPS)/packages $(SERVER) ## the desktop app with the server in it, as a .deb into clients/desktop/src-tauri/target
	@scripts/desktop build

desktop-test: $(STAMPS)/packages ## the desktop app's own tests, and the app driven in a window under Xvfb
	@scripts/desktop test

npm-packages: $(STAMPS)/packages # what npm brings

web: $(WEB) # the web client, ready to be put into the server

image: $(SERVER) ## the container image, without a daemon: as root on Debian, into target/packages
	@scripts/image build

packages: $(SERVER) ## everything that is given to others, built and tried: image, .deb, archive, proxies (as root on Debian)
	@scripts/packages

contract: ## write contract/, the manual and the generated types again, from the server's code
	@scripts/contract

docs: ## the documentation of the crates by rustdoc, with broken links as errors
	@RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

fmt: $(STAMPS)/packages ## format everything
	@cargo fmt --all
	@rustfmt --edition 2024 server/{features,platform}/*/tests/permissions/mod.rs
	@npm run --silent format

clean: ## delete what was built; data/ stays
	@cargo clean --quiet
	@rm -rf node_modules clients/web/dist clients/extension/dist clients/desktop/dist clients/desktop/src-tauri/target pictures clients/e2e/test-results

$(STAMPS)/setup: scripts/setup Cargo.toml
	@scripts/setup run
	@mkdir -p $(@D) && touch $@

$(STAMPS)/setup-test: scripts/setup Cargo.toml
	@scripts/setup test
	@mkdir -p $(@D) && touch $@

$(STAMPS)/packages: package-lock.json node_modules/.package-lock.json | $(STAMPS)/setup
	@mkdir -p $(@D) && touch $@

# npm writes this file last, so it stands for a finished install. Its warnings are of packages that want a newer Node than
# the machine's: all of ours runs on the one that package.json names.
node_modules/.package-lock.json: package-lock.json | $(STAMPS)/setup
	@npm ci --loglevel=error
	@touch $@

$(WEB): $(web_sources) tools/precompress.mjs package-lock.json vitest.config.ts tsconfig.base.json | $(STAMPS)/packages
	@npm run --silent build
	@touch $@

$(SERVER): $(server_sources) $(WEB) | $(STAMPS)/setup
	@. packaging/reproducible.sh; use_plain_paths; ENSEMBLE_COMMIT=$$(git rev-parse --short=12 HEAD 2>/dev/null || true) cargo build --release --locked --package app
	@touch $@

$(QUICK): $(server_sources) $(WEB) | $(STAMPS)/setup
	@cargo build --profile quick --locked --package app
	@touch $@
