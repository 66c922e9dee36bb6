# Every target with a comment behind `##` shows in `make help`.
SHELL := /bin/bash
.DEFAULT_GOAL := help

MODULES := schemas platform ingest processors sink api deploy cmd/lavra
export SETS
VERSION ?= $(shell git describe --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -s -w -X main.version=$(VERSION)
export LAVRA_NATIVE_DIR ?= $(CURDIR)/.native

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Install what is missing: OCR, PDF and ClickHouse libraries
	@deploy/setup/setup.sh

.PHONY: build
build: ## Build bin/lavra
	@mkdir -p bin
	CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o bin/lavra ./cmd/lavra

.PHONY: console
console: ## Build the web console into the api (Node 20 and npm)
	cd console && npm ci --no-audit --no-fund && npm run -s types && npm run -s check && npm run -s build

.PHONY: check-console
check-console: console ## Refuse a console that is not built from its sources
	@test -z "$$(git status --porcelain -- api/console/dist)" || { git status --short -- api/console/dist; echo "run make console and commit what it built"; exit 1; }

.PHONY: test-console
test-console: build ## The console in a real Chromium before the real service (Node 20, Debian's chromium)
	cd console && { [ -d node_modules ] || npm ci --no-audit --no-fund; } && npm test

.PHONY: demo
demo: setup build ## Start everything, feed the sample documents, leave the service running
	@deploy/demo/demo.sh

.PHONY: stop
stop: ## Stop the service that `make demo` left running
	@deploy/demo/stop.sh

.PHONY: test
test: export DOCKER_TIER_ENGINE := found
test: setup lint test-unit test-conformance test-e2e test-kafka test-docker ## Run every test this machine can run
	@echo "make test: all tiers done"

# Packages that look at one document from its first byte to its last and start nothing: the race detector has nothing to see
# there and takes six times as long. TestDocumentsAreReadAtOnce of `processors` reads with all of them at once under it.
COMPUTES := /ingest/screen$$|/processors/(classification|extraction(?!/llm)|ocr/reader|text|tools(?!/fit))

.PHONY: test-unit
test-unit: ## Unit tests of every module, with the race detector where something runs at once (vet is for lint)
	@for m in $(MODULES); do echo "== $$m"; (cd $$m && GORACE=atexit_sleep_ms=0 go test -race -vet=off -p 2 $$(go list ./... | grep -vP '/e2e|/conformance|$(COMPUTES)')) || exit 1; done
	@for m in ingest processors; do echo "== $$m, what only computes"; (cd $$m && go test -vet=off -p 2 -gcflags='lavra.dev/processors/ocr/reader/...=-d=checkptr' $$(go list ./... | grep -P '$(COMPUTES)')) || exit 1; done

.PHONY: coverage
coverage: ## Refuse a module of COVER (all) whose unit tests reach less of it than deploy/setup/coverage.txt says
	@deploy/setup/coverage.sh $(COVER)

.PHONY: conformance test-conformance
conformance: test-conformance
test-conformance: ## Every rule of the contract against `lavra up`, and generated clients
	cd cmd/lavra/conformance && LAVRA_OPENAPI_PYTHON_CLIENT="$$(../../../deploy/setup/program.sh openapi-python-client)" go test -count=1 -timeout 10m # no package named: the count is printed

.PHONY: test-security
test-security: ## Attack `lavra up` and its children; print attack, expected, seen
	cd cmd/lavra/e2e/security && go test -count=1 -timeout 20m # no package named: the table is printed
	cd platform && go test -count=1 -v -run 'TestChildIsShutIn|TestEndOfABadJob|TestNoAccountHasEveryChild|TestNoChildReadsForTwoAccounts' ./sandbox

.PHONY: schemathesis
schemathesis: ## Property tests of the interface from its OpenAPI document
	@program="$$(deploy/setup/program.sh schemathesis)" && test -n "$$program" || { echo "SKIP schemathesis: python3 with pip could not install it"; exit 0; } && \
	cd cmd/lavra/conformance && LAVRA_SCHEMATHESIS="$$program" go test -count=1 -timeout 20m -v -run TestSchemathesis .

.PHONY: fuzz
fuzz: ## Every fuzz target of every module for FUZZTIME (60s) each
	@deploy/setup/fuzz.sh $(MODULES)

.PHONY: test-e2e
test-e2e: ## End-to-end suite on the embedded parts
	cd cmd/lavra/e2e && LAVRA_E2E_TIER=embedded go test -count=1 -parallel 3 -timeout 20m

.PHONY: test-kafka
test-kafka: ## The same suite on Apache Kafka and a real registry (Java 17 and Maven); BESIDE_DOCKER=1: only what test-docker leaves out
	cd cmd/lavra/e2e && LAVRA_E2E_TIER=kafka go test -count=1 -parallel 3 -timeout 20m

.PHONY: test-docker
test-docker: setup ## The same suite in containers; starts a Docker engine where none answers (root)
	@deploy/docker/test.sh

.PHONY: test-helm
test-helm: ## The Helm chart: lint, golden output, the API's own types, refusals (compiles Helm: minutes the first time)
	cd deploy/helm/check && GOWORK=off go test -count=1 .

FAULTS ?= 55
SEED ?= 1
.PHONY: chaos
chaos: ## Kill, pause, poison and fill a service at work, and its roles apart, FAULTS times each, and audit each; some 20 s a fault
	cd cmd/lavra/e2e && CHAOS_FAULTS=$(FAULTS) CHAOS_SEED=$(SEED) CHAOS_MINUTES=120 go test -count=1 -parallel 1 -v -timeout 250m -run '^TestChaos'

MINUTES ?= 60
.PHONY: soak
soak: ## A service at two documents a second for MINUTES: fails where memory, goroutines, descriptors or disk grow
	cd cmd/lavra/e2e && SOAK_MINUTES=$(MINUTES) go test -count=1 -v -timeout 0 -run '^TestSoak$$'

.PHONY: test-upgrade
test-upgrade: ## Replace each role of FROM=commit at work by the tree's, take all back again, and audit after each
	@test -n '$(FROM)' || { echo "say which: make test-upgrade FROM=commit"; exit 2; }
	rm -rf .cache/upgrade && mkdir -p .cache/upgrade && git archive '$(FROM)' | tar -x -C .cache/upgrade
	cd .cache/upgrade && CGO_ENABLED=0 go build -o lavra ./cmd/lavra
	cd cmd/lavra/e2e && UPGRADE_FROM='$(CURDIR)/.cache/upgrade/lavra' go test -count=1 -v -timeout 60m -run '^TestUpgradeUnderLoad$$'

.PHONY: lint
lint: ## gofmt, go vet, and every module alone without the workspace
	@test -z "$$(gofmt -l $(MODULES))" || { gofmt -l $(MODULES); echo "gofmt the files above"; exit 1; }
	@for m in $(MODULES); do (cd $$m && go vet ./... && GOWORK=off CGO_ENABLED=0 go build ./...) || exit 1; done

# In no go.mod: what checks the code is no part of it. go run keeps what it compiled in its cache.
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
.PHONY: golangci
golangci: ## The rules of .golangci.yml over every module (compiles the linter: minutes the first time)
	@for m in $(MODULES); do echo "== $$m"; (cd $$m && go run $(GOLANGCI) run --config '$(CURDIR)/.golangci.yml' ./...) || exit 1; done

.PHONY: bench
bench: build ## Cost and memory against a baseline in the same run, and what the children's walls cost; WALLS=-only-walls
	mkdir -p .cache/bench
	CGO_ENABLED=0 go build -trimpath -tags bare -ldflags '$(LDFLAGS)' -o .cache/bench/lavra ./cmd/lavra # for this alone: its children have no walls
	go run ./cmd/lavra/bench -bin bin/lavra -bare .cache/bench/lavra $(WALLS)

.PHONY: bench-clickhouse
bench-clickhouse: setup build ## Multiply the samples, as a service read them, to DOCUMENTS (10000000) in an embedded ClickHouse and time every ready question
	nice go run ./cmd/lavra/benchclickhouse -documents $(or $(DOCUMENTS),10000000)

.PHONY: bench-sink
bench-sink: setup ## The sink catching up five times with DOCUMENTS (2000), each time beside a bare columnar insert of the same rows
	cd sink && go test -count=1 -v -timeout 60m -run TestSinkBesideABareInsert . -throughput $(or $(DOCUMENTS),2000)

.PHONY: catch-up
catch-up: ## Stop the sinks while DOCUMENTS (3600) are read, start them again, and time until ClickHouse has all
	cd cmd/lavra/e2e && LAVRA_E2E_TIER=embedded CATCHUP_DOCUMENTS=$(or $(DOCUMENTS),3600) go test -count=1 -v -timeout 90m -run '^TestSinksCatchUp'

.PHONY: quality
quality: build ## Score the sets of the file SETS into docs/quality.md; with GENERATOR, of new documents made for it
	if [ -n '$(GENERATOR)' ]; then GENERATOR='$(GENERATOR)' tools/quality/make_sets.sh .cache/quality; fi
	go run ./cmd/lavra/quality -bin bin/lavra -sets "$${SETS:-$$(ls .cache/quality/sets 2>/dev/null)}"

.PHONY: gate
gate: ## Score the sets of the file SETS in process; refuse what falls below BASELINE, else keep it there
	cd processors && go run ./tools/scorecard -sets '$(abspath $(SETS))' -baseline '$(abspath $(BASELINE))' -keep

.PHONY: fit-nearby
fit-nearby: ## Fit the model of the words around values, which fit needs first, to DOCUMENTS="FOLDER#WORDING ..." (folders of one WORDING are in the words of the same people)
	cd processors && go run ./tools/fit -only nearby -out extraction/models $(DOCUMENTS) extraction/testdata/forms#forms ../samples#samples tools/scorecard/testdata/layouts#layouts

.PHONY: fit
fit: ## Fit the models that choose values and say how sure they are, to DOCUMENTS="FOLDER#WORDING FOLDER@4#WORDING ..." (@4: counts four times)
	cd processors && go run ./tools/fit -out extraction/models $(DOCUMENTS) extraction/testdata/forms@5#forms ../samples@4#samples tools/scorecard/testdata/layouts@4#layouts

.PHONY: fit-wraps
fit-wraps: ## Fit the model of values that go on in the next line, to DOCUMENTS
	cd processors && go run ./tools/fit -only wraps -ways 1 -out extraction/wrap $(DOCUMENTS) extraction/testdata/forms@5

.PHONY: fit-calibration
fit-calibration: ## Fit how sure the models' values are to DOCUMENTS that neither they nor the readers were made with, after fit
	cd processors && go run ./tools/fit -only calibration -out extraction/models $(DOCUMENTS)

.PHONY: fit-doubt
fit-doubt: ## Fit what speaks against the words that OCR read of a value to DOCUMENTS, scans and photos, after fit-calibration
	cd processors && go run ./tools/fit -only doubt -out extraction/models $(DOCUMENTS)

.PHONY: fit-types
fit-types: ## Fit the weights by which the type of a document is told, to DOCUMENTS, some of other programs among them
	go run ./processors/tools/fittypes -cache .cache/readings $(DOCUMENTS) processors/tools/scorecard/testdata/layouts tools/quality/pages/open samples

.PHONY: renderers
renderers: ## Print invoices and slips with programs of others into OUT, of SEED (Python, Node, Maven; see tools/renderers)
	tools/renderers/run.sh '$(OUT)' '$(SEED)'

.PHONY: release
release: ## Archives for linux, lists of their parts (CycloneDX) and checksums, in dist/; VERSION=1.2.3
	@deploy/release/release.sh $(VERSION)

.PHONY: vulnerabilities
vulnerabilities: ## Known weaknesses in what the program calls (govulncheck; SKIP where its database cannot be had)
	@deploy/release/vulnerabilities.sh

.PHONY: licences
licences: ## Refuse a part of the program whose licence is not in deploy/release/licences.txt
	cd deploy/release/sbom && GOWORK=off go test -count=1 ./licences
	@deploy/release/licences.sh

.PHONY: tidy
tidy: ## Tidy every module
	@for m in $(MODULES); do (cd $$m && GOWORK=off go mod tidy) || exit 1; done
	go work sync

.PHONY: clean
clean: ## Remove what was built; data/ and .native/ stay
	deploy/docker/offline/engine.sh remove
	rm -rf bin dist .cache/docker
