"""Runs the browser tests: starts the server, finds every test_… function of the test_….py files, and calls each with a Site.

The last line is 'N passed, N failed'; the exit status is 1 if anything failed. Screenshots go to .build/screenshots.
"""

import argparse
import importlib
import pathlib
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

from site_under_test import Server, Site

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent


def tests(names):
    for file in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(file.stem)
        for name, function in vars(module).items():
            if name.startswith("test_") and callable(function):
                label = f"{file.stem.removeprefix('test_')}: {name.removeprefix('test_').replace('_', ' ')}"
                if not names or any(wanted in label for wanted in names):
                    yield label, function


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--course", required=True, help="the built program")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--list", action="store_true", help="name the tests and stop")
    parser.add_argument("names", nargs="*", help="run only tests whose name has one of these in it")
    arguments = parser.parse_args()
    found = list(tests(arguments.names))
    if arguments.list:
        print("\n".join(label for label, _ in found))
        return 0

    screenshots = ROOT / ".build" / "screenshots"
    screenshots.mkdir(parents=True, exist_ok=True)
    failed = 0
    with Server(arguments.course, ROOT / "Lessons", ROOT / "Public") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=arguments.chromium, args=["--no-sandbox"])
        site = Site(browser, arguments.course, ROOT, server.address, screenshots)
        for label, test in found:
            started = time.monotonic()
            try:
                test(site)
                print(f"ok    {label} ({time.monotonic() - started:.1f} s)", flush=True)
            except Exception:
                failed += 1
                print(f"FAIL  {label}", flush=True)
                traceback.print_exc(limit=-4, file=sys.stdout)
        browser.close()
    print(f"{len(found) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
