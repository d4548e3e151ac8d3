# `make run` and `make test` do everything on a fresh Debian machine that has Swift 6.2 or later.

RELEASE := swift build -c release --product course
BIN = $(shell swift build -c release --show-bin-path)

.PHONY: run test build lint deps

run: build
	$(BIN)/course serve

build: deps
	$(RELEASE)

test: deps lint
	swift build -c release --build-tests
	swift test -c release --skip-build

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests

deps:
	@sh .ci/deps
