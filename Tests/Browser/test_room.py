"""Nothing on a page moves when results arrive for other values than a lesson's own; for those, test_pages looks."""

from site_under_test import HEIGHTS, moved, reveal_all, see_all, wait_until


def settle(cell):
    """Waits until the newest values have their result, or their faults."""
    cell.page.wait_for_timeout(60)
    # Where the values stayed the same there is no run, and so nothing that the cell says of one.
    wait_until(cell, "(cell) => cell.dataset.running === undefined")


def changes(cell):
    """Other values for the cell's form, one at a time: the ends of its sliders, its last choice, all its strategies."""
    for slider in cell.locator(".slider").all()[:2]:
        field = cell.page.locator(f"#{slider.get_attribute('data-for')}")
        # A slider by equal ratios has its own scale: its ends are reached by keys.
        for key in ("End", "Home"):
            yield lambda: (slider.focus(), cell.page.keyboard.press(key)), field
    for group in cell.locator("fieldset.field-toggles").all():
        boxes = group.locator("input:not([type=hidden])").all()
        yield lambda: [box.check() for box in (boxes if boxes[0].get_attribute("type") == "checkbox" else boxes[-1:])], None


def test_nothing_moves_when_values_change(site):
    for lesson in site.lessons:
        with site.page(lesson, expects_errors=True) as page:
            reveal_all(page)
            see_all(page)
            before = page.evaluate(HEIGHTS)
            for cell in page.locator("experiment-cell:not([data-live])").all():
                for change, field in changes(cell):
                    kept = field and field.input_value()
                    change()
                    settle(cell)
                    if not cell.locator("[aria-invalid]").count():
                        grown = moved(before, page.evaluate(HEIGHTS))
                        assert not grown, f"{lesson}: {grown} after {page.evaluate('document.activeElement.id')}"
                    if field:
                        field.fill(kept)
                        settle(cell)


def test_nothing_moves_when_a_live_run_ends(site):
    for lesson in site.lessons:
        with site.page(lesson) as page:
            cells = page.locator("experiment-cell[data-live]").all()
            if not cells:
                continue
            reveal_all(page)
            before = page.evaluate(HEIGHTS)
            for cell in cells:
                if cell.locator(".state").inner_text() == "":
                    cell.get_by_role("button", name="Run").click()
                cell.locator(".state", has_text="Done").wait_for()
                cell.locator(".chart-slot .chart").wait_for()
            grown = moved(before, page.evaluate(HEIGHTS))
            assert not grown, f"{lesson}: {grown}"
