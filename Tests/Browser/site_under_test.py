"""The server that is tested, and pages of it that watch themselves."""

import contextlib
import json
import subprocess
import tempfile
import time
import urllib.request

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error

#: How long what has to come is waited for, in seconds: far longer than it takes on the busiest machine.
PATIENCE = 60

NARROW = {"width": 320, "height": 720}
WIDE = {"width": 1360, "height": 900}


class Server:
    """The built program on a free port, with a database of its own. `link` signs the instructor in, once."""

    def __init__(self, course, lessons, public, *options):
        self.command = [course, "serve", "--port", "0", "--lessons", str(lessons), "--public", str(public), *options]

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.command += ["--database", f"{self.folder.name}/course.sqlite"]
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise SystemExit(f"The server did not start: {' '.join(self.command)}")
        self.address = line.removeprefix("listening on ").strip()
        self.link = self.process.stdout.readline().split()[-1]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=2 * PATIENCE)
        self.folder.cleanup()


class Site:
    """Opens pages, each in a context of its own."""

    def __init__(self, browser, course, root, address, screenshots, shoots):
        self.browser = browser
        self.course = course
        self.root = root
        self.address = address
        self.screenshots = screenshots
        self.shoots = shoots
        self.lessons = [f"/lessons/{lesson['slug']}" for lesson in self.api("/api/v1/lessons")["lessons"]]
        self.experiments = self.api("/api/v1/experiments")["experiments"]

    def api(self, path):
        with urllib.request.urlopen(self.address + path) as answer:
            return json.load(answer)

    def another(self, lessons, *options):
        """A server of its own for one test."""
        return Server(self.course, lessons, self.root / "Public", *options)

    @contextlib.contextmanager
    def page(self, path, theme="light", size=WIDE, script=True, expects_errors=False, address=None, **options):
        """A page that fails if its console shows an error or if it asks anyone else for anything.

        expects_errors allows what the browser itself says of a refused or failed request. address is that of another server.
        """
        address = address or self.address
        context = self.browser.new_context(
            viewport=size, color_scheme=theme, java_script_enabled=script, reduced_motion="reduce", **options
        )
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        complaints = []

        def heard(message):
            own = message.text.startswith("Failed to load resource")
            if message.type in ("error", "warning") and not (own and expects_errors):
                complaints.append(f"{message.type}: {message.text}")

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
        page.on("request", lambda request: request.url.startswith((address + "/", "blob:", "data:")) or complaints.append(f"foreign request: {request.url}"))
        if path is not None:
            page.goto(address + path)
        try:
            yield page
            assert not complaints, "; ".join(complaints)
        finally:
            context.close()

    def shoot(self, page, name, full=False):
        """Takes a screenshot, if they were asked for: of all pages they take as long as a ninth of the tests."""
        if self.shoots:
            page.screenshot(path=self.screenshots / f"{name}.png", full_page=full)


def accessible(page):
    """Nothing that axe finds, best practices included. Without script axe never ends, so the page has to have it."""
    violations = Axe().run(page).response["violations"]
    said = [f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}" for one in violations]
    assert not said, "; ".join(said)


def fits(page):
    """Nothing needs scrolling sideways."""
    wide = page.evaluate(
        """() => document.documentElement.scrollWidth - document.documentElement.clientWidth <= 0 ? [] :
        [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
          .slice(0, 5).map((e) => `${e.tagName}.${e.getAttribute('class')}`)"""
    )
    assert not wide, f"wider than the screen: {wide}"


def wait_until(place, expression, seconds=PATIENCE):
    """Waits until a JavaScript expression is true in a page, or of a locator's element, and returns its value.

    `page.wait_for_function` polls from within the page with code that the site's Content-Security-Policy refuses, so this
    polls from outside. While the page is loaded anew it has no value yet.
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            value = place.evaluate(expression)
        except Error as error:
            if not any(said in error.message for said in ("navigation", "context was destroyed")):
                raise
            value = None
        if value:
            return value
        assert time.monotonic() < deadline, f"not so within {seconds} s: {expression}"
        getattr(place, "page", place).wait_for_timeout(50)


def wait_until_kept(page, name, text):
    """Waits until the page has kept a text under a name on the device, which it does once the hand rests."""
    wait_until(page, f"(localStorage.getItem('course.{name}') ?? '').includes({json.dumps(text)})")


def exported(page, address):
    """The progress file that the first page gives."""
    page.goto(address + "/")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    return json.loads(open(download.value.path()).read())


#: The height of every experiment on a page, by its id.
HEIGHTS = """() => Object.fromEntries([...document.querySelectorAll('experiment-cell')]
  .map((cell) => [cell.id, Math.round(cell.getBoundingClientRect().height)]))"""

#: In pixels: what rounding may do.
STILL = 3


def moved(before, after):
    """By how much experiments have grown or shrunk."""
    return {name: after[name] - height for name, height in before.items() if abs(after[name] - height) > STILL}


def hold_results(page):
    """Keeps every experiment's answer back. Call what it returns to let them come; those that nobody waits for any more do not."""
    held = []
    is_open = []
    page.route("**/api/v1/experiments/**", lambda route: route.continue_() if is_open else held.append(route))

    def release():
        is_open.append(True)
        for route in held:
            route.continue_()

    return release


def wait_for_chart(cell):
    """The cell's result is on the screen, chart and all."""
    cell.locator(".chart-slot .chart").wait_for()
    wait_until(cell, "(cell) => !('running' in cell.dataset)")


def reveal_all(page):
    """Asks every cell that wants a prediction to show its result."""
    while page.locator(".predict-panel").count():
        page.locator(".predict-panel button", has_text="Show me").first.click()


def see_all(page):
    """Scrolls through the page, so that every pure cell has run."""
    for cell in page.locator("experiment-cell:not([data-live])").all():
        cell.scroll_into_view_if_needed()
        wait_for_chart(cell)
    page.evaluate("scrollTo(0, 0)")
