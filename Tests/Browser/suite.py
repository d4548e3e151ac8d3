"""Runs the browser tests: finds every test_… function of the test_….py files, and calls each with a Site.

As many run at a time as there are cores, each worker with a server and a browser of its own. The last line is 'N passed,
N failed'; the exit status is 1 if anything failed. With --shoot, screenshots of every page go to .build/screenshots.
"""

import argparse
import importlib
import multiprocessing
import os
import pathlib
import queue
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

from site_under_test import Server, Site

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
SCREENSHOTS = ROOT / ".build" / "screenshots"


def tests(names):
    """Functions by label: those first that look at everything in turn, so that no worker is left with one of them."""
    found = {}
    for file in sorted(HERE.glob("test_*.py"), key=lambda file: (file.stem not in ("test_room", "test_pages"), file.stem)):
        module = importlib.import_module(file.stem)
        for name, function in vars(module).items():
            if name.startswith("test_") and callable(function):
                label = f"{file.stem.removeprefix('test_')}: {name.removeprefix('test_').replace('_', ' ')}"
                if not names or any(wanted in label for wanted in names):
                    found[label] = function
    return found


def work(arguments, labels, outcomes):
    """Runs tests until there are no more labels, and tells of each its label, its seconds, and how it failed if it did."""
    found = tests(arguments.names)
    with Server(arguments.course, ROOT / "Lessons", ROOT / "Public") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=arguments.chromium, args=["--no-sandbox"])
        site = Site(browser, arguments.course, ROOT, server.address, SCREENSHOTS, arguments.shoot)
        while label := labels.get():
            started = time.monotonic()
            failure = None
            try:
                found[label](site)
            except Exception:
                failure = traceback.format_exc(limit=-4)
            outcomes.put((label, time.monotonic() - started, failure))
        browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--course", required=True, help="the built program")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many tests at a time")
    parser.add_argument("--shoot", action="store_true", help="take screenshots, to look at")
    parser.add_argument("--list", action="store_true", help="name the tests and stop")
    parser.add_argument("names", nargs="*", help="run only tests whose name has one of these in it")
    arguments = parser.parse_args()
    found = tests(arguments.names)
    if arguments.list:
        print("\n".join(found))
        return 0

    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    labels, outcomes = multiprocessing.Queue(), multiprocessing.Queue()
    jobs = min(arguments.jobs, len(found))
    for label in [*found, *[None] * jobs]:
        labels.put(label)
    workers = [multiprocessing.Process(target=work, args=(arguments, labels, outcomes)) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    done, failed = 0, 0
    while done < len(found):
        try:
            label, seconds, failure = outcomes.get(timeout=1)
        except queue.Empty:
            if not any(worker.is_alive() for worker in workers):
                sys.exit(f"{len(found) - done} tests were not run to their end")
            continue
        done += 1
        failed += failure is not None
        print(f"{'ok   ' if failure is None else 'FAIL '} {label} ({seconds:.1f} s)", flush=True)
        if failure:
            print(failure, flush=True)
    for worker in workers:
        worker.join()
    print(f"{done - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
