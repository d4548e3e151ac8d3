"""The instructor's pages about a class: gradebook, class list, an exercise's settings, audit trail."""

import json
import urllib.request

from classroom import Classroom
from site_under_test import NARROW, WIDE, accessible, fits, wait_until

CLASS = 'name,login,section\n"Hopper, Grace",grace,A\nZoë <b>Müller</b>,zoe,B\n=cmd,cmd,B\n'

ANSWERS = {"answers": {name: "robust" for name in (
    "order-keyless", "order-keyed", "spend-budget", "set-address", "delete", "append-comment", "conditional-update", "store-token")}}


class Teacher:
    """A server of its own, and the instructor's session."""

    def __init__(self, site):
        self.site = site
        self.server = site.another(site.root / "Lessons")

    def __enter__(self):
        self.server.__enter__()
        self.address = self.server.address
        body = json.dumps({"token": self.server.link.split("token=")[1]}).encode()
        request = urllib.request.Request(f"{self.address}/api/v1/sessions", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0].split("=", 1)
        return self

    def __exit__(self, *failure):
        self.server.__exit__(*failure)

    def page(self, path, **options):
        name, value = self.cookie
        state = {"cookies": [{"name": name, "value": value, "domain": "127.0.0.1", "path": "/", "expires": -1,
                              "httpOnly": True, "secure": False, "sameSite": "Lax"}], "origins": []}
        return self.site.page(path, address=self.address, storage_state=state, **options)


def import_class(teacher, script=False):
    with teacher.page("/teach/roster", script=script) as page:
        page.get_by_label("The class list").fill(CLASS)
        page.get_by_role("button", name="Check it").click()
        assert "3 new" in page.get_by_role("status").inner_text()
        page.get_by_role("button", name="Import it").click()
        assert "Imported: 3 new" in page.get_by_role("status").inner_text()


def test_class_list_without_script(site):
    with Teacher(site) as teacher:
        import_class(teacher)
        for script in (False, True):
            with teacher.page("/teach/roster", script=script, expects_errors=True) as page:
                page.get_by_label("The class list").fill("name,login\n,x\nY,\n")
                page.get_by_role("button", name="Import it").click()
                alert = page.get_by_role("alert").inner_text()
                assert "line 2, column 1 (name)" in alert and "line 3, column 2 (login)" in alert
                if script:
                    accessible(page)
        with teacher.page("/teach", script=False) as page:
            rows = [row.split("\t")[0] for row in page.locator("tbody tr").all_inner_texts()]
            assert rows == ["Hopper, Grace", "Zoë <b>Müller</b>", "=cmd"], rows
            with page.expect_download() as download:
                page.get_by_role("link", name="Canvas", exact=True).click()
            export = open(download.value.path(), encoding="utf-8").read()
            assert "'=cmd" in export
            page.get_by_label("The exported file").fill(export + "Bob,9,,bob,\n")
            page.get_by_role("button", name="Fill it in").click()
            assert "0 cells filled in for " in page.get_by_role("status").inner_text()
            assert "Bob: no student here" in page.get_by_role("status").inner_text()


def test_tokens_of_a_class_list(site):
    with Teacher(site) as teacher:
        for script, theme, size in ((True, "light", WIDE), (False, "dark", NARROW)):
            with teacher.page("/students", script=script, theme=theme, size=size) as page:
                page.get_by_role("link", name="a class list").click()
                text = f"name,login\nAda {theme},ada{theme}\nBob {theme},bob{theme}\n"
                if script:
                    page.get_by_label("From a file").set_input_files(
                        {"name": "class.csv", "mimeType": "text/csv", "buffer": text.encode()})
                    page.wait_for_function("document.getElementById('roster').value !== ''")
                else:
                    assert not page.get_by_label("From a file").is_visible()
                    page.get_by_label("The class list").fill(text)
                page.get_by_label("Give everybody who is new a token").check()
                page.get_by_role("button", name="Import it").click()
                tokens = page.locator("td code").all_inner_texts()
                assert len(tokens) == 2 and all(len(token) == 43 for token in tokens), tokens
                lines = page.get_by_label("The same as a file").input_value().split()
                assert lines[0] == "name,login,email,token" and lines[-1].endswith(f"bob{theme},,{tokens[1]}"), lines
                fits(page)
                if script:
                    accessible(page)
                    site.shoot(page, "class-list-tokens", full=True)
                    with page.expect_download() as download:
                        page.get_by_role("button", name="Download").click()
                    assert download.value.suggested_filename == "tokens.csv"
                    assert tokens[1] in open(download.value.path()).read()


def choose(page, label, name, data):
    page.get_by_label(label).set_input_files({"name": name, "mimeType": "text/csv", "buffer": data})


def test_only_utf8_is_taken_from_a_file(site):
    text = "name,login\nJürgen Groß,juergen\n"
    with Teacher(site) as teacher, teacher.page("/teach/roster") as page:
        field = page.get_by_label("The class list")
        field.fill("what stands there")
        for encoding in ("cp1252", "utf-16", "utf-16-le"):
            choose(page, "From a file", "class.csv", text.encode(encoding))
            page.get_by_role("alert").filter(has_text="class.csv is not UTF-8; save the file as CSV in UTF-8.").wait_for()
            assert page.get_by_label("From a file").get_attribute("aria-invalid") == "true"
            assert page.get_by_label("From a file").get_attribute("aria-describedby") == page.locator(".fault").get_attribute("id")
            assert field.input_value() == "what stands there"
            accessible(page)
            site.shoot(page, "class-list-not-utf8")
            for right in ("utf-8", "utf-8-sig"):
                choose(page, "From a file", "class.csv", text.encode(right))
                wait_until(page, "document.getElementById('roster').value.startsWith('name,')")
                assert field.input_value() == text
                assert page.get_by_label("From a file").get_attribute("aria-invalid") is None
                assert not page.locator(".fault").is_visible()
                field.fill("what stands there")
        page.get_by_label("From a file").set_input_files([])
        assert field.input_value() == "what stands there"


def test_canvas_export_from_a_file_and_back(site):
    with Teacher(site) as teacher:
        import_class(teacher, script=True)
        with teacher.page("/teach") as page:
            with page.expect_download() as download:
                page.get_by_role("link", name="Canvas", exact=True).click()
            export = open(download.value.path(), encoding="utf-8").read()
            for text, washed in ((export, "good"), (export + "Bob,9,,bob,\n", "warning")):
                choose(page, "From a file", "Week 3.csv", text.encode("cp1252"))
                page.get_by_role("alert").filter(has_text="Week 3.csv is not UTF-8").wait_for()
                choose(page, "From a file", "Week 3.csv", text.encode())
                wait_until(page, "document.getElementById('export').value !== ''")
                page.get_by_role("button", name="Fill it in").click()
                with page.expect_download() as download:
                    page.get_by_role("button", name="Download").click()
                assert download.value.suggested_filename == "Week 3.csv"
                saved = open(download.value.path(), encoding="utf-8").read()
                assert saved == page.get_by_label("The filled file").input_value() and "Müller" in saved
                colours = page.evaluate("""(name) => {
                  const probe = document.createElement('p');
                  probe.style.background = `var(--${name}-wash)`;
                  document.body.append(probe);
                  const wanted = getComputedStyle(probe).backgroundColor;
                  probe.remove();
                  return [getComputedStyle(document.querySelector('.notice')).backgroundColor, wanted];
                }""", washed)
                assert colours[0] == colours[1], f"{washed}: {colours}"
                accessible(page)
                site.shoot(page, f"canvas-filled-{washed}", full=True)
                fits(page)
        with teacher.page("/teach", script=False) as page:
            assert page.get_by_label("From a file").count() == 0 and page.get_by_label("The exported file").is_visible()


def test_settings_without_script(site):
    path = "/teach/exercises/policy-tuning"
    with Teacher(site) as teacher, teacher.page(path, script=False, expects_errors=True) as page:
        with teacher.page(path, expects_errors=True) as scripted:
            for either in (scripted, page):
                either.get_by_label("Deadline", exact=True).fill("soon")
                either.get_by_label("Time zone").fill("Europe/Nowhere")
                either.get_by_role("button", name="Save").click()
                assert either.locator("[aria-invalid]").count() == 2
            accessible(scripted)
        page.get_by_label("Deadline", exact=True).fill("2026-12-01T23:59")
        page.get_by_label("Time zone").fill("Europe/Berlin")
        page.get_by_label("Attempts").fill("3")
        page.get_by_role("button", name="Save").click()
        assert page.get_by_role("status").inner_text() == "The settings are saved."
        assert page.get_by_label("Deadline", exact=True).input_value() == "2026-12-01T23:59"
        page.get_by_role("button", name="List what would change").click()
        assert "0 graded submissions" in page.get_by_role("status").inner_text()


def regions_scroll(page):
    """A table that is wider than the screen can be moved by keyboard until its last column is in sight."""
    for region in page.locator(".table-wrap").all():
        assert region.get_attribute("tabindex") == "0" and region.get_attribute("aria-label")
        hidden = "(region) => [...region.querySelectorAll('tr:first-child > :last-child')].map((cell) => Math.round(cell.getBoundingClientRect().right - region.getBoundingClientRect().right))[0]"
        if region.evaluate(hidden) > 1:
            region.focus()
            page.keyboard.press("End")
            for _ in range(60):
                page.keyboard.press("ArrowRight")
            wait_until(region, f"(region) => ({hidden})(region) <= 1")


#: True if something of what has the focus is on top (WCAG 2.4.11); a browser does not scroll for what is seen in part.
UNCOVERED = """() => {
  const link = document.activeElement;
  return [...link.getClientRects()].some((box) => [0.1, 0.3, 0.5, 0.7, 0.9].some((share) =>
    link.contains(document.elementFromPoint(box.left + share * box.width, box.top + box.height / 2))));
}"""


def names_stay(region):
    """A row's name is on top at the left edge wherever the table is scrolled to, and leaves more than half of the width."""
    seen = region.evaluate("""(region) => {
      region.scrollIntoView();
      region.scrollTo(region.scrollWidth, 0);
      const place = region.getBoundingClientRect();
      const cells = [...region.querySelectorAll('tr > th:first-child')].slice(0, 6);
      return {scrolled: region.scrollLeft, cells: cells.map((cell) => {
        const box = cell.getBoundingClientRect();
        const top = document.elementFromPoint(place.left + 12, box.top + box.height / 2);
        return {left: box.left - place.left, share: box.width / region.clientWidth, onTop: cell.contains(top)};
      })};
    }""")
    assert seen["scrolled"] > 12, seen
    for cell in seen["cells"]:
        assert abs(cell["left"]) <= 1 and cell["share"] <= 0.5 and cell["onTop"], seen


def test_names_stay_in_sight(site):
    with Classroom(site) as room:
        people = [room.student(name) for name in ("Ada", "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine", *"BCDEFGHIJKLMNOPQRSTUVWXYZ")]
        for token in people[:3]:
            status, _, _ = room.ask("POST", "/api/v1/exercises/replay-sensitivity/submissions", ANSWERS, token, {"Idempotency-Key": "k"})
            assert status == 201
        for path in ("/teach", "/students"):
            for theme, size in (("light", {"width": 640, "height": 500}), ("dark", NARROW), ("light", NARROW)):
                with room.page(path, room.instructor, theme=theme, size=size) as page:
                    region = page.locator(".table-wrap")
                    names_stay(region)
                    site.shoot(page, f"names-{path.strip('/')}-{theme}-{size['width']}")
                    # From the end back to the beginning, which brings what is covered into sight again.
                    region.evaluate("(region) => region.scrollTo(region.scrollWidth, region.scrollHeight)")
                    links = region.locator("a, button").all()
                    links[-1].focus()
                    for _ in links:
                        assert page.evaluate(UNCOVERED), page.evaluate("document.activeElement.outerHTML")
                        page.keyboard.press("Shift+Tab")
                    accessible(page)


def test_every_page(site):
    with Teacher(site) as teacher:
        import_class(teacher, script=True)
        for path in ["/teach", "/students", "/teach/roster", "/teach/exercises/policy-tuning", "/teach/audit"]:
            for theme, size in [("light", WIDE), ("dark", NARROW), ("light", NARROW)]:
                with teacher.page(path, theme=theme, size=size) as page:
                    fits(page)
                    regions_scroll(page)
                    accessible(page)
                    site.shoot(page, f"{path.strip('/').replace('/', '-')}-{theme}-{size['width']}", full=True)
            with teacher.page(path, size=NARROW, script=False) as page:
                fits(page)
                site.shoot(page, f"{path.strip('/').replace('/', '-')}-no-script", full=True)


def test_a_students_work(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        for key in ("k1", "k2"):
            status, _, _ = room.ask("POST", "/api/v1/exercises/replay-sensitivity/submissions", ANSWERS, token, {"Idempotency-Key": key})
            assert status == 201
        for script, theme, size in ((True, "light", WIDE), (True, "dark", NARROW), (False, "light", NARROW)):
            with room.page("/teach", room.instructor, script=script, theme=theme, size=size) as page:
                page.locator("tbody th a", has_text="Ada").click()
                page.locator("h1", has_text="Ada").wait_for()
                fits(page)
                if script:
                    accessible(page)
                    site.shoot(page, f"work-{theme}", full=True)
                page.get_by_role("link", name="Attempt 1").click()
                page.locator("h1", has_text="Attempt 1 of Ada").wait_for()
                page.get_by_text("The hidden checks, which no student sees").wait_for()
                fits(page)
                if script:
                    accessible(page)
                    site.shoot(page, f"work-submission-{theme}", full=True)
                page.get_by_text("The answer", exact=True).click()
                page.locator(".answer dd").first.wait_for()
                page.get_by_role("link", name="Everything that Ada has handed in").click()
                page.locator("h1", has_text="Ada").wait_for()
        with room.page("/teach", room.instructor) as page:
            page.locator("td a").first.click()
            page.locator("h1", has_text="Attempt 1 of Ada").wait_for()
