"""An experiment at a projector: large, with its lesson's values, and back with those that were found."""

import urllib.parse

from site_under_test import accessible, fits, wait_for_chart

PROJECTOR = {"width": 1920, "height": 1080}
LESSON = "/lessons/how-long-to-wait"


def clients(link):
    return urllib.parse.parse_qs(urllib.parse.urlsplit(link.get_attribute("href")).query).get("clients")


def test_from_the_lesson_and_back_with_its_values(site):
    with site.page(LESSON, size=PROJECTOR) as page:
        cell = page.locator("#full-jitter")
        cell.scroll_into_view_if_needed()
        cell.get_by_role("button", name="Show me").click()
        wait_for_chart(cell)
        cell.locator("input[name=clients]").fill("4321")
        cell.locator(".reading", has_text="4,321 clients").wait_for()
        cell.get_by_role("link", name="Present: ").click()
        page.wait_for_url("**/present/jitter-histogram?**")
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        assert "4,321 clients" in cell.locator(".reading").inner_text()
        assert "How long to wait" in page.locator(".present-head").inner_text()
        assert cell.locator("input[name=retries]:not([type=hidden])").count() == 0, "only what the lesson lets move"
        cell.locator("input[name=clients]").fill("500")
        cell.locator(".reading", has_text="500 clients").wait_for()
        accessible(page)
        page.get_by_role("link", name="Back to the lesson").click()
        page.wait_for_url(f"**{LESSON}?cell=full-jitter&**")
        cell = page.locator("#full-jitter")
        wait_for_chart(cell)
        assert "500 clients" in cell.locator(".reading").inner_text()


def test_experiment_page_names_its_lesson_and_carries_values(site):
    with site.page(LESSON) as page:
        page.locator("#three-ways .cell-kind a").first.click()
        page.wait_for_url("**/experiments/jitter-histogram?lesson=**")
        back = page.get_by_role("link", name="lesson 5: How long to wait")
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        cell.locator("input[name=clients]").fill("77")
        cell.locator(".reading", has_text="77 clients").wait_for()
        assert clients(back) == ["77"]
        assert clients(page.get_by_role("link", name="Large, for a projector")) == ["77"]
    with site.page("/experiments/recovery") as page:
        assert page.get_by_role("link", name="lesson 6:").count() == 1


def test_type_is_large(site):
    for experiment in site.experiments:
        with site.page(f"/present/{experiment['id']}", size=PROJECTOR) as page:
            if not page.locator("experiment-cell[data-live]").count():
                page.locator(".chart-slot .chart").wait_for()
            small = page.evaluate(
                """() => [...document.querySelectorAll('main *, header *')].filter((e) =>
                  [...e.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) && e.checkVisibility()
                  && e.getBoundingClientRect().width > 2 && parseFloat(getComputedStyle(e).fontSize) < 19)
                  .map((e) => `${e.localName}.${e.getAttribute('class')}: ${e.textContent.trim().slice(0, 30)}`)"""
            )
            assert not small, f"{experiment['id']}: {small[:5]}"
            fits(page)


def test_every_row_of_a_long_table_can_be_turned_to(site):
    with site.page("/present/classification", size=PROJECTOR) as page:
        wait_for_chart(page.locator("experiment-cell"))
        place = page.locator(".row-pages [role=status]")
        last, total = (int(word) for word in place.inner_text().split()[3::2])
        assert total == 23 and last >= 6
        box = page.get_by_role("button", name="Later rows").bounding_box()
        assert box["y"] + box["height"] <= PROJECTOR["height"], "on the screen"
        while last < total:
            page.get_by_role("button", name="Later rows").click()
            first, now = (int(word) for word in place.inner_text().split()[1:4:2])
            assert now > last and first <= last + 1, "no row is left out"
            last = now
        while first > 1:
            page.get_by_role("button", name="Earlier rows").click()
            before, first = first, int(place.inner_text().split()[1])
            assert first < before
