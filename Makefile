# Every command of the project. Paths are relative, so that a folder with spaces in its name works.
.DEFAULT_GOAL := help
.PHONY: help run browser test test-quick race plain app quick web-quick check lint contract audit sbom web bench bench-web bench-fleet bench-day chaos fleet build generate update clean

SHELL := bash
.SHELLFLAGS := -o pipefail -c
# One build of everything: the program, the linter and the tests share what is compiled. Only the race detector needs cgo.
export CGO_ENABLED := 0
TOOL := go tool -modfile=infra/tools/go.mod
GROUPED := $(MAKE) --no-print-directory -j2 --output-sync=target

help: ## Show what there is
	@grep -E '^[a-z-]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 12

run: build browser ## Install what is missing, build, and start everything on this machine (ADDR, DATA_DIR)
	exec ./bin/upslope dev

build: node_modules/.installed web/dist/app.html ## Build the web app and the program into bin/upslope
	CGO_ENABLED=0 go build -o bin/upslope ./cmd/upslope

node_modules/.installed: package-lock.json
	node infra/tools/install.mjs
	@touch node_modules/.installed

web/dist/app.html: node_modules/.installed $(shell find web/src web/public web/*.html web/*.ts web/*.mjs -type f 2>/dev/null | sed 's/ /\\ /g')
	npm run --silent build -w web

# What prints PDF files. It is no reason not to start: whatever goes wrong here, PDF files answer what to do.
PDF_PACKAGES := chromium-headless-shell fonts-noto-core fonts-noto-cjk
browser:
	@test -n "$$CHROME_PATH" && exit 0; \
	for name in chromium-headless-shell chrome-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v $$name >/dev/null && exit 0; \
	done; \
	as=; test "$$(id -u)" = 0 || as=sudo; \
	if command -v apt-get >/dev/null && { test -z "$$as" || test -n "$(INSTALL)"; }; then \
		$$as apt-get install -y -q --no-install-recommends $(PDF_PACKAGES) \
			|| { $$as apt-get update -q && $$as apt-get install -y -q --no-install-recommends $(PDF_PACKAGES); } && exit 0; \
	fi; \
	echo 'PDF files need a browser: sudo apt-get install $(PDF_PACKAGES)' >&2

# Each suite waits for engines, processes and browsers half of its time: two at once, each shown as a whole when it ends.
# The timeouts of packages end tests that hang: no busy machine reaches them.
test: build check bin/testlog ## Run everything that CI runs: checks, engines, web app, browser
	@rm -f bin/times
	@$(GROUPED) plain race app; result=$$?; bin/testlog -summary bin/times; exit $$result

test-quick: check bin/testlog ## Run the checks, and the tests that need no engine, program or browser
	@rm -f bin/times
	@$(GROUPED) quick web-quick

# Where goroutines share what they know: these run with the race detector, everything else without. Each package runs once.
# What is compiled for it is used for nothing else: without debug tables, which no report of a race needs.
RACE := ./edge/... ./infra/nats/... ./infra/replica/... ./ingest/sync/... ./ingest/connections/... ./ingest/remote/...
race: bin/testlog
	CGO_ENABLED=1 go test -json -vet=off -timeout 60m -race -short -gcflags=all=-dwarf=false $(RACE) | bin/testlog bin/times

# The longest come first, so that both cores have work to the end.
LONGEST := ./cmd/upslope ./analytics/insights ./ingest/imports
plain: bin/testlog
	go test -json -vet=off -timeout 60m $(LONGEST) $$(go list ./... | grep -vxF "$$(go list $(RACE))") | bin/testlog bin/times
	cd infra/tools && go test ./...

# Packages whose tests start no engine, program or browser: their imports say so.
ENGINES := postgrestest|clickhousetest|upslope/infra/embedded|chromedp|upslope/cmd|upslope/infra/nats
quick: bin/testlog
	go test -json -vet=off -timeout 10m -short $$(go list -f '{{.ImportPath}} {{.TestImports}} {{.XTestImports}}' ./... \
		| grep -vE '$(ENGINES)' | cut -d' ' -f1) | bin/testlog bin/times

web-quick: node_modules/.installed
	npm test --silent -w web

app: export TEST_TIMES = $(CURDIR)/bin/times
app: node_modules/.installed
	npm test --silent -w web
	npm test --silent -w companion
	npm run --silent e2e -w web

bin/%: infra/tools/%/*.go infra/tools/go.mod
	@mkdir -p bin
	go build -C infra/tools -o ../../bin/$* ./$*

check: node_modules/.installed ## Formatting, linters, types and secrets: fast enough before every push
	@$(GROUPED) lint contract audit web

lint: bin/lint
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo 'Run gofmt -w on these.'; exit 1; }
	go vet -vettool=bin/lint ./...

contract: node_modules/.installed
	@mkdir -p bin && $(TOOL) oapi-codegen -config edge/api/oapi-codegen.yaml -o bin/api.gen.go edge/openapi.yaml
	@cmp -s bin/api.gen.go edge/api/api.gen.go || { echo 'edge/api/api.gen.go is stale: run make generate.'; exit 1; }
	npm run --silent check -w contract

audit: node_modules/.installed
	infra/tools/audit.sh

sbom: bin/sbom ## List what ships and its licenses: bin/sbom.cdx.json (CycloneDX), bin/licenses.txt
	bin/sbom bin

web: node_modules/.installed
	npm run --silent typecheck -w web
	npm run --silent lint -w web
	npm run --silent format -w web

bench: build ## Measure what the product promises, as ratios in one run (three quarters of an hour)
	go test -run '^$$' -bench . -benchtime 1x -timeout 3h ./cmd/upslope ./ingest/crawler ./analytics/alerts ./analytics/portfolio

bench-web: node_modules/.installed ## Measure main-thread time and renders of the long lists in a browser (a minute)
	npm run --silent build -w web
	npm run --silent bench -w web

bench-fleet: build ## Measure an edge 50, 100 and 250 ms from the databases (three minutes)
	go test -run '^$$' -bench BenchmarkFarEdge -benchtime 1x -timeout 1h ./cmd/upslope

bench-day: build ## Replay a working day of 1,000 people at an edge 100 ms from the databases, sixty times as fast (ten minutes)
	go test -v -run '^$$' -bench BenchmarkWorkingDay -benchtime 1x -timeout 1h ./cmd/upslope

fleet: build ## Run a fleet on this machine, with edges 50, 100 and 250 ms away, and take its parts away (five minutes)
	FLEET=1 go test -v -timeout 30m -run '^TestFleet$$' ./cmd/upslope

chaos: build ## Kill things 200 times (CHAOS_KILLS) whatever people do, send 50,000 malformed requests, and count what is left
	CHAOS_KILLS=$(or $(CHAOS_KILLS),200) MALFORMED_REQUESTS=$(or $(MALFORMED_REQUESTS),50000) go test -v -timeout 5h -parallel 1 \
		-run 'TestNothingAcknowledgedIsLostOrDoubledOverManyKills|TestMalformedRequestsGetAnErrorMessage' ./cmd/upslope

generate: node_modules/.installed ## Make the generated files again from edge/openapi.yaml and the settings
	go generate ./...
	npm run --silent generate -w contract

update: ## Raise the dependencies within their pinned lines
	go get -u=patch ./... && go mod tidy
	npm update --ignore-scripts

clean: ## Remove what was built (not the data)
	rm -rf bin web/dist/assets web/dist/*.html*
