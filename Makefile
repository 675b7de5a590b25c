# The door for people: `make help` lists what it does. The build itself is CMake's (CMakePresets.json).

JOBS ?= $(shell nproc)
REPORT := build/cart-pole-swing-up.html

.DEFAULT_GOAL := build
.PHONY: build demo docs test test-long check bench bench-peers deps install format tidy clean help

build: deps ## build the command: build/tandem
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS) --target tandem_command

demo: deps ## solve and certify the cart-pole swing-up, write a report to open
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS) --target tandem_demo
	@build/demo $(REPORT)
	@echo "Open $(abspath $(REPORT)) in a browser to see it move. 'make' builds the whole command, build/tandem."

docs: deps ## write docs/problems.md and its pictures anew, from the problems and their answers
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS) --target write_docs
	@build/docs/write_docs .

test: deps ## build and pass the tests: release, then with AddressSanitizer and UBSan
	@tests/run $(JOBS) own

test-long: deps ## build and pass every test in both builds, long ones and those of the other build too
	@tests/run $(JOBS) every

check: deps ## between edits: build and pass, in release, the tests of what has changed
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS) --target check

bench: deps ## build and run the kernels' benchmarks
	@cmake --preset release -DTANDEM_BENCH=ON >/dev/null
	@cmake --build --preset release -j $(JOBS) --target dynamics_bench knot_bench solve_bench border_bench
	@build/bench/dynamics_bench
	@build/bench/knot_bench
	@build/bench/solve_bench
	@build/bench/border_bench

bench-peers: deps ## bring the peers (200 MB, once) and run side by side with them (STARTS=10): build/bench/peers.json
	@bench/peers/bring
	@cmake --preset release -DTANDEM_BENCH=ON -DTANDEM_BENCH_PEERS=ON >/dev/null
	@cmake --build --preset release -j $(JOBS) --target bench_peers knot_bench casadi_bench mechanism_bench loop_bench
	@mkdir -p build/bench
	@build/bench/peers/pinocchio_dynamics --out build/bench/peers.json
	@build/bench/peers/crocoddyl_ddp --out build/bench/peers.json
	@build/bench/peers/crocoddyl_starts --starts $(or $(STARTS),10) --out build/bench/peers.json
	@build/bench/knot_bench --benchmark_filter='knot/[^/]*/(bytecode|jets)/hessian|casadi' --benchmark_repetitions=5 \
	  --out build/bench/peers.json
	@build/bench/casadi_bench --out build/bench/peers.json
	@build/bench/mechanism_bench --out build/bench/peers.json
	@build/bench/loop_bench --out build/bench/peers.json

deps: ## bring what tandem is built on into .deps/ (once; needs no network afterwards)
	@deps/bring

install: deps ## build for x86-64-v3 and install into PREFIX (default /usr/local)
	@cmake --preset install $(if $(filter aarch64,$(shell uname -m)),-DTANDEM_ARCH=armv8-a) >/dev/null
	@cmake --build --preset install -j $(JOBS)
	@cmake --install build-install --prefix $(or $(PREFIX),/usr/local)

format: ## format all sources with clang-format
	@git ls-files '*.cpp' '*.tpp' '*.hpp' | xargs clang-format -i

tidy: build ## run clang-tidy over all sources
	@git ls-files '*.cpp' '*.tpp' | grep -v '^tests/' | xargs clang-tidy -p build --quiet --extra-arg=-Wno-unknown-warning-option

clean: ## remove the build folders (not .deps/)
	@rm -rf build build-debug build-sanitize build-install

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1|\2/' | \
	  awk -F'|' '{ printf "  make %-14s %s\n", $$1, $$2 }'
