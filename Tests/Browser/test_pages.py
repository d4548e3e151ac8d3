"""Every page, in light and wide, and in dark and narrow: right, accessible, and of its own."""

from site_under_test import NARROW, accessible, fits, reveal_all, see_all


def name(path):
    return path.split("?")[0].strip("/").replace("/", "-") or "index"


def look(site, path, theme, size):
    with site.page(path, theme=theme, size=size) as page:
        reveal_all(page)
        see_all(page)
        fits(page)
        accessible(page)
        site.shoot(page, f"{name(path)}-{theme}{'-narrow' if size is NARROW else ''}", full=True)


def both(site, path):
    look(site, path, "light", {"width": 1360, "height": 900})
    look(site, path, "dark", NARROW)


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
