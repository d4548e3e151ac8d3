"""On paper: one lesson, and the whole course as one well-paged document."""

import re

import pypdf

from site_under_test import reveal_all, see_all, wait_until

LESSON = "/lessons/how-long-to-wait"

#: A lesson's text, its charts and its answers, in A4 pages.
MOST_PAGES = 75


def pages_of(page, path):
    page.pdf(path=path, prefer_css_page_size=True)
    return [" ".join(sheet.extract_text().split()) for sheet in pypdf.PdfReader(path).pages]


def test_one_lesson(site):
    with site.page(LESSON, theme="dark") as page:
        reveal_all(page)
        see_all(page)
        page.emulate_media(media="print")
        assert not page.locator(".site-header").is_visible()
        assert not page.locator(".run-row").first.is_visible()
        assert page.locator(".reading").first.is_visible()
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light", "ink on paper"
        assert not page.locator(".predict-panel").count()
        pages = pages_of(page, site.screenshots / "lesson.pdf")
        assert len(pages) <= 10 and "How long to wait" in pages[0]


def test_lesson_before_its_predictions(site):
    with site.page(LESSON) as page:
        page.locator(".predict-panel").first.wait_for()
        page.emulate_media(media="print")
        cell = page.locator("#full-jitter")
        assert cell.locator(".prediction .ask").is_visible()
        assert not cell.locator(".reading").is_visible() and not cell.locator(".predict-panel").is_visible()


def test_dark_by_choice_is_light_on_paper(site):
    with site.page(LESSON) as page:
        for _ in range(2):
            page.locator(".theme-switch").click()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_anchors_of_the_whole_course(site):
    with site.page("/print") as page:
        missing = page.evaluate(
            """() => [...document.querySelectorAll('main a[href^="#"]')]
              .filter((link) => !document.getElementById(decodeURIComponent(link.hash.slice(1)))).map((link) => link.hash)"""
        )
        assert not missing, missing
        twice = page.evaluate(
            """() => { const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
              return ids.filter((id, index) => ids.indexOf(id) !== index); }"""
        )
        assert not twice, twice
        assert page.locator(".sheet").count() >= len(site.lessons) + 1


def test_whole_course_as_one_document(site):
    with site.page("/print") as page:
        wait_until(page, "'drawn' in document.documentElement.dataset", seconds=60)
        figures = page.locator(".print-figure")
        assert figures.count() > 20
        assert page.locator(".print-figure:not(:has(.chart))").count() == 0, "every chart is drawn"
        assert page.locator(".answers .print-figure").count() > 15, "with the answers"
        pages = pages_of(page, site.screenshots / "course.pdf")
        assert len(pages) <= MOST_PAGES, len(pages)
        for number, text in enumerate(pages, 1):
            assert text.endswith(str(number)) or text.startswith(str(number)), f"page {number} has its number: {text[-40:]}"
        whole = " ".join(pages)
        for title in page.locator(".sheet-title").all_inner_texts():
            assert title in whole, title
        # A question and its answer are never seen on one page.
        for title in page.locator(".sheet-title").all_inner_texts()[:-1]:
            start = next(place for place, text in enumerate(pages[1:], 1) if title in text)
            answers = next(place for place in range(start, len(pages)) if "what was measured, and the answers" in pages[place])
            assert not any(re.search(r"Question \d(?!: the answer)", pages[place]) for place in (answers,)), f"{title}: page {answers + 1}"
            assert "Predict first" not in pages[answers], f"{title}: page {answers + 1}"


def test_questions_stand_alone(site):
    for script in (True, False):
        with site.page("/print", script=script) as page:
            beside = page.locator(".sheet > .cell:has(.ask) :is(.reading, table, .print-figure), .sheet > .quiz strong")
            assert beside.count() == 0
            answered = page.locator(".answers .answer-cell").count()
            asked = page.locator(".sheet > .cell:has(.ask):has(a[href^='#']), .sheet > .quiz").count()
            assert answered == asked > 40, (answered, asked)
            if not script:
                assert page.locator(".answers table:visible").count() > 20, "tables where no chart can be drawn"


def test_no_box_is_torn(site):
    """What fits on a page stands on one: no box begins on a page and ends on the next."""
    with site.page("/print") as page:
        wait_until(page, "'drawn' in document.documentElement.dataset", seconds=60)
        page.emulate_media(media="print")
        torn = page.evaluate(
            """() => [...document.querySelectorAll('.sheet .cell, .sheet pre, .sheet tr, .sheet figure')].filter((e) => {
              const rows = e.querySelectorAll('tr').length;
              return rows < 15 && getComputedStyle(e).breakInside !== 'avoid'; }).map((e) => e.outerHTML.slice(0, 80))"""
        )
        assert not torn, torn[:3]
        loose = page.evaluate(
            """() => [...document.querySelectorAll('.sheet :is(h2, h3)')].filter((e) => getComputedStyle(e).breakAfter !== 'avoid').map((e) => e.textContent)"""
        )
        assert not loose, loose[:3]
