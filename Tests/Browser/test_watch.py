"""What an author sees with `course serve --watch`."""

import pathlib
import shutil
import tempfile

from site_under_test import reveal_all, see_all, wait_until

FILE = "05-how-long-to-wait.md"
LESSON = "/lessons/how-long-to-wait"


def test_open_page_follows_its_file(site):
    with tempfile.TemporaryDirectory() as folder:
        lessons = pathlib.Path(folder) / "Lessons"
        shutil.copytree(site.root / "Lessons", lessons)
        with site.another(lessons, "--watch") as server, site.page(None, address=server.address) as page:
            # An author edits once the page listens, which is when its stream is open.
            page.add_init_script(
                """const Plain = EventSource;
                window.EventSource = class extends Plain {
                  constructor(...all) { super(...all); this.addEventListener('watching', () => { window.isWatched = true; }); }
                };"""
            )
            page.goto(server.address + LESSON)
            wait_until(page, "window.isWatched")
            reveal_all(page)
            see_all(page)
            page.locator(".pager").scroll_into_view_if_needed()
            place = page.evaluate("scrollY")
            assert place > 1000, "far down, so that the place is worth keeping"

            page.evaluate("window.isFirst = true")
            text = (lessons / FILE).read_text()
            (lessons / FILE).write_text(text + "\nThis was written while the page was open.\n")
            page.get_by_text("This was written while the page was open.").wait_for(state="attached")
            assert page.evaluate("window.isFirst") is None, "loaded again"
            wait_until(page, "isWatched && scrollY > 0")
            wait_until(page, f"Math.abs(scrollY - {place}) < 200")

            # What has a fault is not taken, and the page stays as it is until it is mended.
            page.evaluate("window.isSecond = true")
            (lessons / FILE).write_text(text.replace("title:", "titel:", 1))
            page.wait_for_timeout(1000)
            assert page.evaluate("window.isSecond"), "not loaded again"
            (lessons / FILE).write_text(text + "\nIt was mended.\n")
            page.get_by_text("It was mended.").wait_for(state="attached")
