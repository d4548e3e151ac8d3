# `make run` and `make test` do everything on a fresh Debian machine that has Swift 6.2 or later.

COURSE := .build/release/course

.PHONY: run build test unit browser durability interface check bench lint format sanitize fuzz fuzz-briefly soak deps

run: build
	$(COURSE) serve

build: deps
	swift build -c release --product course

# Tests run optimised: the simulations are seventy times slower otherwise, and traps on overflow stay on.
test: lint unit check durability interface fuzz-briefly browser

# All of these take minutes, on a slow and busy machine too; what hangs is to fail after an hour, not to keep all waiting.
BOUNDED := timeout --signal=INT --kill-after=60 3600

unit: deps
	swift build -c release --build-tests
	$(BOUNDED) swift test -c release --skip-build --parallel

browser: build
	@sh .ci/deps chromium
	@python3 -c 'import ensurepip' 2>/dev/null || sh .ci/deps python3-venv
	$(BOUNDED) Tests/Browser/run

# Kills the server under load, and looks for what it acknowledged.
durability: build
	$(BOUNDED) Tests/Durability/run

# Holds the answers against the OpenAPI document, as nobody, as a student and as the instructor.
interface: build
	@python3 -c 'import ensurepip' 2>/dev/null || sh .ci/deps python3-venv
	$(BOUNDED) Tests/Interface/run

check: build
	$(COURSE) check

bench: build
	@sh .ci/deps wrk nginx-light
	$(COURSE) bench

# Both sanitizers, each in a build folder of its own. Leaks are left to `make soak`: Foundation's Process, which some tests
# use, loses a few bytes of its own. The thread sanitizer is told of Swift's Mutex by a preloaded library. What a run costs
# and how an overloaded server fares is not measured: an instrumented program tells nothing of it, and takes long.
UNMEASURED := --skip RunCostTests --skip OverloadSocketTests
sanitize: export COURSE_LINK = dynamic
sanitize: deps
	swift build -c release --build-tests --scratch-path .build/thread --sanitize=thread
	clang -shared -fPIC -O1 Tests/Sanitizers/mutex.c -o .build/thread/mutex.so -ldl
	TSAN_OPTIONS=halt_on_error=1 LD_PRELOAD=$(CURDIR)/.build/thread/mutex.so \
	  swift test -c release --skip-build --scratch-path .build/thread --sanitize=thread $(UNMEASURED) --skip LargeTextTests
	swift build -c release --build-tests --scratch-path .build/address --sanitize=address
	ASAN_OPTIONS=detect_leaks=0 swift test -c release --skip-build --scratch-path .build/address --sanitize=address $(UNMEASURED)

# Searches for inputs that break a reader, ten million for each where one takes microseconds and twenty minutes for the
# others, and for Markdown that another parser reads otherwise.
fuzz: deps
	Tests/Fuzz/run --inputs 10000000 --seconds 1200
	@python3 -c 'import ensurepip' 2>/dev/null || sh .ci/deps python3-venv
	swift build -c release --build-tests
	Tests/Markdown/run

# Each fuzz target over its seeds and some thousand inputs made from them, the same each time.
fuzz-briefly: deps
	$(BOUNDED) Tests/Fuzz/run --inputs 20000 --seconds 5 --seed 1

# Ten minutes of mixed load, with restarts: nothing may leak, break off or differ.
soak: build
	Tests/Soak/run

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests

format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests

deps:
	@sh .ci/deps
