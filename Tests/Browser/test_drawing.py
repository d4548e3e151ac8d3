"""A guess that is drawn: by pointer and by keys, kept on the chart and on the device."""

import json

from site_under_test import NARROW, accessible, fits, wait_for_chart

LESSON = "/lessons/how-long-to-wait"


def panel_of(page):
    page.locator("#full-jitter").scroll_into_view_if_needed()
    page.locator("#full-jitter .sketch-paper svg path").wait_for(state="attached")
    return page.locator("#full-jitter .predict-panel")


def test_line_is_drawn_by_pointer_and_kept(site):
    with site.page(LESSON) as page:
        panel = panel_of(page)
        paper = panel.locator(".sketch-paper")
        paper.scroll_into_view_if_needed()
        box = paper.bounding_box()
        page.mouse.move(box["x"] + 50, box["y"] + box["height"] * 0.3)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] - 16, box["y"] + box["height"] * 0.8, steps=25)
        page.mouse.up()
        heights = [int(handle.get_attribute("aria-valuenow")) for handle in panel.locator(".handle").all()]
        assert len(heights) == 8 and all(a > b for a, b in zip(heights, heights[1:])), heights
        accessible(page)
        site.shoot(page, "drawing")
        panel.get_by_role("button", name="Predict").click()
        cell = page.locator("#full-jitter")
        wait_for_chart(cell)
        assert cell.locator(".plot path.drawn-guess").count() == 1
        assert "your line" in cell.locator(".legend").inner_text()
        said = cell.locator(".verdict").inner_text()
        assert "Your line is highest at 0 ms" in said and "overlap by" in said, said
        accessible(page)
        site.shoot(page, "drawn")
        cell.locator("input[name=clients]").fill("5000")
        cell.locator(".reading", has_text="5,000 clients").wait_for()
        cell.locator(".plot path.drawn-guess").wait_for(state="detached")
        page.reload()
        wait_for_chart(cell)
        assert cell.locator(".plot path.drawn-guess").count() == 1, "kept over a reload"
        page.goto(site.address + "/")
        with page.expect_download() as download:
            page.get_by_role("button", name="Export").click()
        kept = json.loads(open(download.value.path()).read())["predictions"][f"{LESSON}#full-jitter"]
        assert kept["line"] == heights and kept["guess"] is None, kept


def test_line_is_drawn_by_keys(site):
    with site.page(LESSON) as page:
        panel = panel_of(page)
        first = panel.get_by_role("slider", name="At 0 ms")
        first.focus()
        for key, value in (("End", "400"), ("ArrowDown", "390"), ("PageDown", "340"), ("ArrowUp", "350"), ("Home", "0"), ("ArrowDown", "0"), ("PageUp", "50")):
            page.keyboard.press(key)
            assert first.get_attribute("aria-valuenow") == value, (key, first.get_attribute("aria-valuenow"))
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "At 100 ms"
        panel.locator("input").fill("300")
        page.keyboard.press("Enter")
        cell = page.locator("#full-jitter")
        wait_for_chart(cell)
        said = cell.locator(".verdict").inner_text()
        assert "You predicted 300 requests" in said and "Your line is highest at 0 ms, with 50" in said, said
        assert cell.locator(".mark-guess").count() == 1 and cell.locator("path.drawn-guess").count() == 1


def test_nothing_drawn_and_nothing_written_is_no_guess(site):
    with site.page(LESSON) as page:
        panel = panel_of(page)
        panel.get_by_role("button", name="Predict").click()
        assert "draw a line" in panel.locator(".fault").inner_text()


def test_lines_can_be_drawn_on_lines_and_on_a_phone(site):
    for lesson, name in (("the-herd", "three-jitters"), ("when-retries-keep-it-down", "the-loop")):
        with site.page(f"/lessons/{lesson}", size=NARROW, has_touch=True) as page:
            cell = page.locator(f"#{name}")
            cell.scroll_into_view_if_needed()
            cell.locator(".sketch-paper svg path").wait_for(state="attached")
            panel, result = cell.locator(".predict-panel").bounding_box(), cell.locator(".result").bounding_box()
            inside = cell.evaluate("(cell) => { const panel = cell.querySelector('.predict-panel'); return panel.scrollHeight <= panel.clientHeight + 1; }")
            assert inside and panel["height"] <= result["height"], "the panel has room for it"
            box = cell.locator(".sketch-paper").bounding_box()
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 40)
            cell.get_by_role("button", name="Predict").click()
            wait_for_chart(cell)
            assert cell.locator(".plot path.drawn-guess").count() == 1
            fits(page)
            accessible(page)
