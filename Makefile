SHELL       := bash
.SHELLFLAGS := -eu -o pipefail -c

GO       ?= go
FUZZTIME ?= 10s

# Packages that start goroutines are tested once more under the race detector. It
# slows a search down tenfold, so tests with much work and no goroutines skip
# with -short.
raced = $(addprefix ./,$(wildcard solver solver/certificate bench/survey))

.DEFAULT_GOAL := help
.PHONY: help build test deep fuzz lint bench signature

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/klondike
	$(GO) build -o bin/klondike ./cmd/klondike

test: ## run the quick tests, under a minute
	$(GO) test ./...
	$(GO) test -race -short $(raced)

deep: ## run every test, the long checks included
	KLONDIKE_DEEP=1 $(GO) test -count=1 -timeout=12h ./...
	$(GO) test -count=1 -race -short $(raced)

# Left to itself, go test may spend the whole time on shrinking one input, and passes
# all the same; so shrinking gets ten tries, and a target without a run fails. Now and
# then go test fails a target with nothing but "context deadline exceeded", when the time
# is up while an input runs: that says nothing about the target, which is tried again,
# twice at most.
fuzz: ## run each fuzz target for FUZZTIME (10s)
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
	grep -rEo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' . | sort | \
	while IFS=: read -r file func; do \
		target=$${func#func }; \
		for try in 1 2 3; do \
			echo "== $$target in $$(dirname $$file)"; \
			if $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "$$(dirname $$file)" </dev/null 2>&1 | tee "$$log"; then \
				grep -q ' execs: [1-9]' "$$log" || { echo "$$target: no input was run"; exit 1; }; \
				break; \
			fi; \
			[ $$try -lt 3 ] && grep -qx ' *context deadline exceeded' "$$log" && ! grep -q 'Failing input' "$$log" || exit 1; \
		done; \
	done

lint: ## check formatting, vet, staticcheck
	@unformatted=$$(gofmt -l .); [ -z "$$unformatted" ] || { echo "not gofmt-clean: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

signature: build ## print how many states a fixed set of deals takes: the same until the search changes
	@bin/klondike bench --signature

bench: ## run the Go benchmarks
	$(GO) test -run '^$$' -bench . -benchmem ./...
