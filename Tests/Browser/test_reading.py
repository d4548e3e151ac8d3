"""Reading: moving about by keyboard, themes, contents, quizzes, weight, print."""

from classroom import until
from site_under_test import NARROW, accessible, reveal_all, see_all, wait_for_chart, wait_until, wait_until_kept

LESSON = "/lessons/how-long-to-wait"


def focused(page):
    return page.evaluate("document.activeElement.textContent.trim()")


def test_skip_link_comes_first(site):
    with site.page(LESSON) as page:
        page.keyboard.press("Tab")
        assert focused(page) == "Skip to the text"
        box = page.locator(".skip").bounding_box()
        assert box["y"] >= 0, "seen when it has the focus"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"


def test_every_focus_is_seen(site):
    with site.page(LESSON) as page:
        reveal_all(page)
        see_all(page)
        hidden = []
        page.locator("h1").click()
        for _ in range(80):
            page.keyboard.press("Tab")
            state = page.evaluate(
                """() => {
                  const e = document.activeElement, label = e.labels?.[0] ?? e;
                  const box = e.getBoundingClientRect(), style = getComputedStyle(e), beside = getComputedStyle(e.nextElementSibling ?? e);
                  const outlined = style.outlineStyle !== 'none' || beside.outlineStyle !== 'none';
                  const onScreen = box.bottom > 0 && box.top < innerHeight;
                  return outlined && onScreen ? null : `${e.tagName} ${e.className} ${label.textContent.slice(0, 30)}`;
                }"""
            )
            if state:
                hidden.append(state)
        assert not hidden, hidden


def test_theme_switch_is_kept(site):
    with site.page(LESSON) as page:
        paper = "getComputedStyle(document.documentElement).backgroundColor"
        light = page.evaluate(paper)
        switch = page.locator(".theme-switch")
        switch.click()
        assert switch.inner_text() == "Theme: light"
        switch.click()
        assert page.evaluate(paper) != light
        page.reload()
        assert page.evaluate(paper) != light, "kept on the device"
        switch.click()
        assert page.evaluate(paper) == light


def test_contents_sheet_on_a_narrow_screen(site):
    for script in (True, False):
        with site.page(LESSON, size=NARROW, script=script) as page:
            contents = page.locator("#contents")
            assert not contents.is_visible()
            page.get_by_role("button", name="Contents").click()
            assert contents.is_visible()
            if script:
                accessible(page)
            page.keyboard.press("Escape")
            assert not contents.is_visible()


def test_reading_goes_on_where_it_was(site):
    with site.page(LESSON) as page:
        page.locator("h2").nth(2).scroll_into_view_if_needed()
        wait_until(page, "JSON.parse(localStorage.getItem('course.place'))?.heading !== null")
        kept = page.evaluate("JSON.parse(localStorage.getItem('course.place'))")
        page.goto(site.address + "/")
        link = page.locator(".resume a")
        link.focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**" + kept["path"])
        wait_until(page, "scrollY > 300")


def test_progress_ticks(site):
    with site.page(LESSON) as page:
        assert page.locator(".contents .tick").count() == 0
        page.locator(".pager").scroll_into_view_if_needed()
        page.locator(".contents .tick").first.wait_for()
        page.goto(site.address + "/")
        assert page.locator(".chapters .tick").count() == 1
        accessible(page)


def test_on_this_page_follows(site):
    with site.page(LESSON) as page:
        page.locator("#toc a").nth(2).click()
        wait_until(page, "document.querySelectorAll('#toc a')[2].getAttribute('aria-current') === 'location'")


def test_quiz(site):
    with site.page(LESSON) as page:
        quiz = page.locator("quiz-cell").first
        quiz.scroll_into_view_if_needed()
        check = quiz.get_by_role("button", name="Check the answer")
        check.click()
        assert quiz.locator(".state").inner_text() == "Choose an answer first."
        quiz.locator(".choice[data-right=false] input").first.check()
        check.click()
        assert "Not quite" in quiz.locator(".state").inner_text()
        assert quiz.locator(".choice[data-verdict=wrong]").count() == 1
        quiz.locator(".choice[data-right=true] input").first.check()
        check.click()
        assert quiz.locator(".state").inner_text() == "Right."
        assert quiz.locator(".explanation").is_visible()
        accessible(page)
        site.shoot(page, "quiz")


def test_quiz_without_script(site):
    with site.page(LESSON, script=False) as page:
        quiz = page.locator("quiz-cell").first
        assert not quiz.locator(".explanation").is_visible()
        quiz.locator("summary").click()
        assert quiz.locator(".explanation").is_visible()


def use_all(page):
    """Reads a lesson to its very end: every prediction is answered, every experiment has run, every exercise is begun."""
    reveal_all(page)
    see_all(page)
    for cell in page.locator("experiment-cell[data-live]").all():
        cell.scroll_into_view_if_needed()
        if cell.locator(".chart-slot .chart").count() == 0:
            cell.get_by_role("button", name="Run").click()
        wait_for_chart(cell)
    for card in page.locator("exercise-card").all():
        card.scroll_into_view_if_needed()
        card.locator(".clear:enabled").wait_for()
        card.locator("input:visible, select:visible").first.focus()
        for file in (f"/exercises/{card.get_attribute('data-exercise')}/standing", "/outbox.js", "/outcome.js"):
            wait_until(page, f"performance.getEntriesByType('resource').some((one) => one.name.endsWith('{file}'))")
    step = """() => { scrollBy(0, innerHeight / 2);
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1; }"""
    wait_until(page, step)
    page.locator(".site-footer").scroll_into_view_if_needed()


def test_lesson_with_all_its_files_and_answers_is_light(site):
    for lesson in site.lessons:
        asked, carried, given_up = [], [], []
        with site.page(None) as page:
            page.on("request", lambda request: asked.append(request))
            page.on("requestfinished", lambda request: carried.append(request))
            page.on("requestfailed", lambda request: given_up.append(request))
            page.goto(site.address + lesson)
            use_all(page)
            until(lambda: len(carried) + len(given_up) == len(asked), "all answers", page=page)
            sizes = [request.sizes() for request in carried]
            total = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
            assert 10_000 < total < 100_000, f"{lesson}: {total} bytes"


def test_search(site):
    for script in (True, False):
        with site.page("/", script=script) as page:
            page.get_by_role("searchbox").fill("decorrelated cap")
            page.keyboard.press("Enter")
            page.wait_for_url("**/search?q=*")
            assert page.locator(".hits mark").count() > 1
            page.locator(".hits a").first.click()
            assert page.evaluate("location.pathname").startswith(("/lessons/", "/glossary"))


def test_nothing_found(site):
    with site.page("/search?q=xylophone%3C%22%3E") as page:
        assert "Nothing found" in page.get_by_role("status").inner_text()
        assert page.get_by_role("searchbox").input_value() == 'xylophone<">'
        accessible(page)
        site.shoot(page, "search-nothing")


def test_progress_export_and_import(site):
    with site.page(LESSON) as page:
        page.locator(".pager").scroll_into_view_if_needed()
        page.locator(".contents .tick").first.wait_for()
        wait_until_kept(page, "place", LESSON)
        page.goto(site.address + "/")
        assert page.locator(".resume a").get_attribute("href").startswith(LESSON)
        with page.expect_download() as download:
            page.get_by_role("button", name="Export").click()
        file = site.screenshots / "course-progress.json"
        download.value.save_as(file)
    with site.page("/") as page:
        assert page.locator(".chapters .tick").count() == 0
        page.get_by_label("File to import").set_input_files(file)
        page.locator(".chapters .tick").wait_for()
        assert page.locator(".resume a").get_attribute("href").startswith(LESSON)
        page.get_by_text("Imported.").wait_for()
        page.get_by_label("File to import").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"[1]"})
        page.get_by_text("was not exported by this course").wait_for()
        page.get_by_label("File to import").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": file.read_text().encode("utf-16")})
        page.get_by_text("This file is not UTF-8").wait_for()
        accessible(page)
        page.once("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Forget").click()
        page.locator(".chapters .tick").wait_for(state="detached")
        assert page.locator(".resume").count() == 0


def test_headings_have_links_of_their_own(site):
    with site.page(LESSON) as page:
        anchor = page.locator(".heading .anchor").first
        assert anchor.get_attribute("aria-label"), "a name for those who do not see the heading beside it"
        anchor.focus()
        assert anchor.evaluate("(e) => getComputedStyle(e).opacity") == "1", "seen while it has the focus"
        page.keyboard.press("Enter")
        heading = page.locator(".heading :is(h2, h3)").first
        assert page.evaluate("location.hash") == "#" + heading.get_attribute("id")
        wait_until(page, "document.querySelector('.heading').getBoundingClientRect().top < innerHeight / 3")
        assert page.locator(":target").count() == 1


def test_code_is_copied_by_keyboard(site):
    with site.page(LESSON, permissions=["clipboard-read", "clipboard-write"]) as page:
        button = page.locator(".copy-code").first
        button.focus()
        page.keyboard.press("Enter")
        page.locator(".copy-code", has_text="Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == page.locator(".code pre").first.inner_text()
        box, code = button.bounding_box(), page.locator(".code pre").first.bounding_box()
        assert box["height"] >= 24 and box["x"] + box["width"] <= code["x"] + code["width"]
