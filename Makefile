# What there is to do with AlbumScan. `make` alone lists it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup build release test torture soak lint guard format systemd-test deb deb-test release-check fuzz demo bench install uninstall clean

RELEASE := .build/release
# The Debian that a package is for: this machine's, unless said otherwise.
HERE := $(shell . /etc/os-release && echo "$$VERSION_ID")
DEBIAN := $(HERE)
# The tests are of what is shipped: a release builds nothing but its linking after them.
BUILD_TESTS := swift build -c release --build-tests --explicit-target-dependency-import-check error
RUN_TESTS := swift test -c release --skip-build --disable-xctest --experimental-maximum-parallelization-width
SWIFT_FILES := Sources Tests Package.swift

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install the Debian packages that are missing
	@scripts/setup

build: ## the programs, for trying out
	@scripts/setup --build
	swift build

release: ## the programs, for use
	@scripts/setup --build
	for program in albumscand albumscanctl albumscan-imaging; do \
	  ALBUMSCAN_STATIC_STDLIB=yes swift build -c release --product $$program; \
	done

test: setup lint guard ## everything that must hold before a change goes in
	$(BUILD_TESTS)
	@# What failed is said once more at the end, where people look.
	$(RUN_TESTS) 5 2>&1 | tee .build/tests.log \
	  || { grep -A 4 '^✘' .build/tests.log; exit 1; }
	scripts/test-systemd $(RELEASE)
	scripts/soak --photos 40 --restarts 2 --seed 998631 --build $(RELEASE)

# What chance decides is repeated by ALBUMSCAN_TORTURE_SEED=N, which each run prints; one scene of crashes alone is tried
# by ALBUMSCAN_TORTURE_ONLY=SCENE.
torture: setup ## what tries to break each promise, at length (hours; root)
	$(BUILD_TESTS)
	ALBUMSCAN_TORTURE=full ALBUMSCAN_TEST_HISTORIES=10000 ALBUMSCAN_TEST_MUTANTS=2000 $(RUN_TESTS) 2 \
	  --filter 'EndToEndTests\..*Torture|LedgerHistoriesTests|HostileFormatTests'
	scripts/soak --build $(RELEASE)
	scripts/sanitize
	scripts/fuzz

soak: build ## 5,000 photos while everything fails now and then (an hour; scripts/soak)
	scripts/soak

systemd-test: ## the service under a real systemd (root)
	scripts/test-systemd

ifeq ($(DEBIAN),$(HERE))
deb: release ## a Debian package, in .build/package [DEBIAN=12 or 13: for that release (root)]
	@scripts/setup --package
	scripts/package
else
deb:
	scripts/in-debian $(DEBIAN) make deb
	cp .build/debian-$(DEBIAN)/build/package/albumscan_*.deb .build/package/
endif

deb-test: deb ## that package on a bare Debian: installed, used, upgraded, removed (root) [DEBIAN=12 or 13]
	swift build -c release --product albumscan-simulator
	scripts/test-deb $(DEBIAN)

release-check: ## what a release needs: both Debians, the packagers' tools, the documents, the same bytes (an hour; root)
	scripts/release-check

lint: ## the format of the sources, the scripts' syntax, the message catalogue
	swift format lint --strict -r $(SWIFT_FILES)
	scripts/lint

format: ## put the sources in format
	swift format -i -r $(SWIFT_FILES)

guard: ## the layers: every arrow points down, and their picture is current
	python3 scripts/arrow-guard.py
	scripts/house --check

fuzz: ## changed bytes for all that reads what strangers wrote, a minute a target (scripts/fuzz)
	scripts/fuzz

# What is given on make's command line is in the environment of what it runs.
demo: ## drawn covers learned, and known again in photos [PHOTO=file.jpg PROVIDER=anthropic CONTACT=you@example.org]
	scripts/demo

bench: ## how long the work takes, beside others that do it (Benchmarks/README.md)
	@scripts/setup --bench
	swift build -c release --product albumscan-imaging
	for benchmark in Benchmarks/*.py; do "$$benchmark"; done

install: release ## into ~/.local, or PREFIX
	@# What is said there says it all: only the text on sleeves isn't read then.
	@scripts/setup --models || true
	scripts/install $(RELEASE)

uninstall: ## what install put there; photos, results and settings stay
	scripts/install --remove

clean: ## what was built
	swift package clean
