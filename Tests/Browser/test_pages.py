"""Every page, in light and wide, and in dark and narrow: right, accessible, of its own, and still when results come."""

from site_under_test import HEIGHTS, NARROW, WIDE, accessible, fits, hold_results, moved, reveal_all, see_all


def name(path):
    return path.split("?")[0].strip("/").replace("/", "-") or "index"


def look(site, path, theme, size):
    with site.page(None, theme=theme, size=size) as page:
        release = hold_results(page)
        page.goto(site.address + path)
        before = page.evaluate(HEIGHTS)
        release()
        reveal_all(page)
        see_all(page)
        grown = moved(before, page.evaluate(HEIGHTS))
        assert not grown, f"{path} at {size['width']} px: {grown}"
        fits(page)
        accessible(page)
        site.shoot(page, f"{name(path)}-{theme}{'-narrow' if size is NARROW else ''}", full=True)


def both(site, path):
    look(site, path, "light", {"width": 1360, "height": 900})
    look(site, path, "dark", NARROW)


def test_nothing_moves_when_the_pages_own_script_comes_late(site):
    place = """() => [...document.querySelectorAll('.site-header > *, .site-nav > *, main, main *')]
      .filter((e) => e.checkVisibility()).map((e) => `${e.tagName} ${Math.round(e.getBoundingClientRect().top)}`)"""
    for path in ("/exercises", "/exercises/policy-tuning", "/exercises/replay-sensitivity", "/sign-in", "/glossary"):
        for size in (WIDE, NARROW):
            with site.page(None, size=size) as page:
                held = []
                page.route("**/main.js*", lambda route: held.append(route))
                page.goto(site.address + path, wait_until="commit")
                page.locator(".site-footer").wait_for()
                before = page.evaluate(place)
                for route in held:
                    route.continue_()
                page.wait_for_load_state()
                if page.locator("exercise-card").count():
                    page.locator("exercise-card .clear:enabled").wait_for()
                assert held and page.evaluate(place) == before, f"{path} at {size['width']} px"


def test_index(site):
    both(site, "/")


def test_catalogue(site):
    both(site, "/experiments")


def test_search(site):
    both(site, "/search?q=jitter")


def test_glossary(site):
    both(site, "/glossary")


def test_lessons(site):
    for path in site.lessons:
        both(site, path)


def test_experiments(site):
    for experiment in site.experiments:
        both(site, experiment["page"])


def test_presenting(site):
    for experiment in site.experiments:
        look(site, f"/present/{experiment['id']}", "light", {"width": 1600, "height": 900})


def test_problem(site):
    with site.page("/experiments/jitter-histogram") as page:
        kind = page.evaluate("fetch('/api/v1/experiments').then(() => null)")
        assert kind is None
    both(site, "/problems/invalid-parameters")


def test_missing_page(site):
    with site.page("/lessons/no-such-lesson", expects_errors=True) as page:
        assert page.locator("h1").inner_text()
        accessible(page)
        site.shoot(page, "missing")
