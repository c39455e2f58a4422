# Everything you can do with AlbumScan's source. `make` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup build release test torture soak lint guard format systemd-test deb deb-test image image-test release-check fuzz demo bench install uninstall clean

RELEASE := .build/release
# The Debian release to package for; by default that of this computer.
HERE := $(shell . /etc/os-release && echo "$$VERSION_ID")
DEBIAN := $(HERE)
# Every build takes the same sources of other packages: those that Package.resolved names, whatever is newer.
SWIFT_BUILD := swift build --force-resolved-versions
# Tests run against the release build, so that what is tested is what is shipped.
BUILD_TESTS := $(SWIFT_BUILD) -c release --build-tests --explicit-target-dependency-import-check error
RUN_TESTS := swift test --force-resolved-versions -c release --skip-build --disable-xctest --experimental-maximum-parallelization-width
SWIFT_FILES := Sources Tests Package.swift

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install the Debian packages that are missing
	@scripts/setup

build: ## build the programs for development
	@scripts/setup --build
	@scripts/resolve
	$(SWIFT_BUILD)

release: ## build the programs for use
	@scripts/setup --build
	@scripts/resolve
	scripts/icu-data .build/icu/data.o
	for program in albumscanctl albumscan-imaging albumscan-eval; do \
	  ALBUMSCAN_STATIC_STDLIB=yes $(SWIFT_BUILD) -c release --product $$program; \
	done
	@# As it is installed (scripts/install).
	ln -sf albumscanctl $(RELEASE)/albumscand

test: setup lint guard ## build everything and run all tests
	$(BUILD_TESTS)
	@# The service and the soak mostly wait: they run beside the tests, each shown when it has ended. Of the tests, only suites
	@# and failures are shown; what failed is repeated at the end, where people look.
	@# The limit ends tests that hang, in time for the rest to be read.
	make --no-print-directory --jobs --output-sync test-service test-soak & beside=$$!; \
	timeout --kill-after=30 30m $(RUN_TESTS) 5 2>&1 | tee .build/tests.log | grep --line-buffered -E '^(✘|✔ Suite|✔ Test run|Chance|error:)' || failed=tests; \
	wait $$beside || failed="$${failed-} service or soak"; \
	if [ "$${failed-}" ]; then \
	  echo "Failed: $$failed. All that the tests printed: .build/tests.log"; \
	  grep -A 30 '^✘' .build/tests.log || tail -n 20 .build/tests.log; \
	  exit 1; \
	fi

.PHONY: test-service test-soak
test-service:
	scripts/test-systemd $(RELEASE)

test-soak:
	scripts/soak --photos 40 --restarts 2 --seed 998631 --build $(RELEASE)

# Each run prints its random seed; ALBUMSCAN_TORTURE_SEED=N repeats it. ALBUMSCAN_TORTURE_ONLY=SCENE runs a single crash
# scene; ALBUMSCAN_TORTURE_ROUNDS=N sets how long the hostile writer goes on (500 take about an hour).
torture: setup ## try to break every promise, at length (hours; root)
	$(BUILD_TESTS)
	ALBUMSCAN_TORTURE=full ALBUMSCAN_TEST_HISTORIES=10000 ALBUMSCAN_TEST_MUTANTS=2000 $(RUN_TESTS) 2 \
	  --filter 'EndToEndTests\..*Torture|LedgerHistoriesTests|HostileFormatTests'
	scripts/soak --build $(RELEASE)
	scripts/sanitize
	scripts/fuzz

soak: build ## scan 5,000 photos while everything fails now and then (an hour; scripts/soak)
	scripts/soak

systemd-test: ## test the service under a real systemd (root)
	scripts/test-systemd

ifeq ($(DEBIAN),$(HERE))
deb: release ## build the Debian packages in .build/package [DEBIAN=12 or 13: for that release (root)]
	@scripts/setup --package
	scripts/package
else
deb:
	scripts/in-debian $(DEBIAN) make deb
	cp .build/debian-$(DEBIAN)/build/package/albumscan*_*.deb .build/package/
endif

# After the package, for which the same modules are linked in another way.
.PHONY: simulator
simulator: deb
	$(SWIFT_BUILD) -c release --product albumscan-simulator

deb-test: simulator ## install, use, upgrade, and remove the package on a bare Debian (root) [DEBIAN=12 or 13]
	scripts/test-deb $(DEBIAN)

image: deb ## build a container's image of the package, with buildah, podman, or docker
	scripts/image

image-test: simulator ## build the image and run it (root)
	scripts/test-container

release-check: ## check a release: both Debians, lintian, documents, reproducible packages (an hour; root)
	scripts/release-check

lint: ## check the format of the sources, the scripts, and the message catalog
	@scripts/resolve
	swift format lint --strict -r $(SWIFT_FILES)
	scripts/lint

format: ## format the sources
	swift format -i -r $(SWIFT_FILES)

guard: ## check that no layer depends on a higher one, and that the picture of the layers is current
	python3 scripts/arrow-guard.py
	scripts/house --check

fuzz: ## fuzz everything that reads untrusted data, a minute per target (scripts/fuzz)
	scripts/fuzz

# Variables on make's command line are in the environment of the script.
demo: ## the whole job in three acts, with simulated services [PHOTO=file.jpg PROVIDER=anthropic CONTACT=you@example.org]
	scripts/demo

bench: setup ## measure speed, compared with other programs (40 minutes; Benchmarks/README.md) [LEDGER=folder: keep the large database there]
	@scripts/setup --bench
	@# Tests first: they link the programs in another way than they are shipped.
	$(BUILD_TESTS)
	make --no-print-directory deb
	@# Pages of a file that was just linked count as dirty memory.
	sync
	for benchmark in Benchmarks/*.py; do \
	  printf '\n== %s\n' "$$benchmark"; \
	  home=(); case $$benchmark in */ledger.py) home=($${LEDGER:+--home "$$LEDGER"}) ;; esac; \
	  "$$benchmark" "$${home[@]}" || failed="$${failed-} $$benchmark"; \
	done; \
	if [ "$${failed-}" ]; then echo "Failed:$$failed"; exit 1; fi

install: release ## install in ~/.local, or PREFIX
	@# The script reports a failure itself. Without the models, only the text on sleeves isn't read.
	@scripts/setup --models || true
	scripts/install $(RELEASE)

uninstall: ## remove what install installed; photos, results, and settings stay
	scripts/install --remove

clean: ## delete everything that was built
	swift package clean
