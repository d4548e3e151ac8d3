"""What was submitted and has no outcome when its page is left goes on from any other page of the course."""

import json
from datetime import datetime, timedelta, timezone

from classroom import Classroom
from site_under_test import NARROW, accessible, fits, wait_until
from test_exercises import ID, OPERATIONS, PAGE, card_of, fill_in, keys, ready, sent, submit, submit_in_vain


def line(page):
    return page.locator(".courier p")


def said(page, text):
    return page.locator(".courier [role=status]", has_text=text)


def kept(page, name):
    return json.loads(page.evaluate(f"localStorage.getItem('course.{name}')") or "{}")


def leave(page, room, path):
    """Goes to another page once nothing that the one that is left has begun gets through any more."""
    page.goto(room.address + path)
    page.unroute("**/submissions")


def test_other_page_goes_on_with_what_was_submitted(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token, expects_errors=True) as page:
            requests = sent(page)
            fill_in(page)
            room.kill()
            submit(page)
            card_of(page).locator(".state", has_text="No answer came").wait_for()
            page.goto("about:blank")
            room.start()
            page.goto(room.address + "/")
            done = said(page, "Handed in: ")
            done.wait_for()
            assert len(set(keys(requests))) == 1
            grade = room.submissions(token, ID)
            assert len(grade) == 1 and kept(page, "outbox") == {} and ID not in page.evaluate("JSON.stringify(Object.entries(localStorage).filter(([name]) => name.startsWith('course.drafts')))")
            accessible(page)
            site.shoot(page, "outbox-handed-in")
            done.get_by_role("link").click()
            page.locator("h1", has_text="Attempt 1").wait_for()
            assert line(page).count() == 0, "told once"


def test_nothing_moves_and_two_tabs_do_no_harm(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token, expects_errors=True, size=NARROW, theme="dark") as page:
            submit_in_vain(page)
            held, is_open = [], []
            page.context.route("**/submissions", lambda route: route.continue_() if is_open else held.append(route))
            leave(page, room, "/glossary")
            said(page, "is not handed in yet. Sending…").wait_for()
            place = "() => [...document.querySelectorAll('header, h1, main, main *, footer')].map((e) => Math.round(e.getBoundingClientRect().top))"
            before = page.evaluate(place)
            page.evaluate("document.querySelector('.courier').remove()")
            assert page.evaluate(place) == before
            held.clear()
            page.reload()
            said(page, "Sending…").wait_for()
            wait_until(page, "getComputedStyle(document.querySelector('.courier')).position === 'sticky'")
            box = line(page).bounding_box()
            assert box["y"] + box["height"] <= NARROW["height"], "in sight, at the lower edge"
            fits(page)
            accessible(page)
            site.shoot(page, "outbox-sending")
            other = page.context.new_page()
            other.goto(room.address + "/me")
            said(other, "Sending…").wait_for()
            is_open.append(True)
            for route in held:
                route.continue_()
            said(page, "Handed in: ").wait_for()
            said(other, "Sending…").wait_for(state="detached")
        assert len(room.submissions(token, ID)) == 1


def test_page_shown_again_as_it_was_goes_on(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page("/glossary", token, expects_errors=True) as page:
            page.goto(room.address + PAGE)
            ready(page)
            submit_in_vain(page)
            page.unroute("**/submissions")
            page.go_back()
            said(page, "Handed in: ").wait_for()
        assert len(room.submissions(token, ID)) == 1


def test_signed_out_nothing_is_sent(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token, expects_errors=True) as page:
            requests = submit_in_vain(page)
            page.context.clear_cookies()
            leave(page, room, "/glossary")
            count = len(requests)
            waits = said(page, "nobody is signed in")
            waits.wait_for()
            assert waits.locator("a").first.get_attribute("href") == PAGE, "told which it is"
            assert len(requests) == count and room.submissions(token, ID) == []
            accessible(page)
            waits.get_by_role("link", name="signed in").click()
            page.get_by_label("Token").fill(token)
            page.get_by_role("button", name="Sign in").click()
            said(page, "Handed in: ").wait_for()
            assert page.url == room.address + "/glossary"
            assert len(set(keys(requests))) == 1
        assert len(room.submissions(token, ID)) == 1


def test_others_are_told_nothing_of_it(site):
    with Classroom(site) as room:
        ada, bob = room.student("Ada"), room.student("Bob")
        with room.page(PAGE, ada, expects_errors=True) as page:
            requests = submit_in_vain(page)
            room.sign_in(page, bob)
            leave(page, room, "/me")
            count = len(requests)
            said(page, "An answer of somebody else").wait_for()
            assert line(page).locator("a").count() == 0 and page.get_by_text("Ada").count() == 0
            title = room.ask("GET", f"/api/v1/exercises/{ID}")[1]["title"]
            assert title not in line(page).inner_text()
            assert len(requests) == count and len(kept(page, "outbox")) == 1
            line(page).get_by_role("button", name="Close").click()
            page.goto(room.address + "/glossary")
            page.wait_for_timeout(1000)
            assert line(page).count() == 0, "it is told once in a tab"
        assert room.submissions(ada, ID) == [] and room.submissions(bob, ID) == []


def test_refused_answer_is_named_and_what_was_filled_in_stays(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        for is_card, path in ((False, "/me"), (True, PAGE)):
            status, _, _ = room.ask("PUT", f"/api/v1/exercises/{ID}/settings", {
                "timeZone": "UTC", "deadline": None, "attemptLimit": None, "showsSolutionAfterDeadline": False}, token=room.instructor)
            assert status == 200
            with room.page(PAGE, token, expects_errors=True) as page:
                ready(page)
                submit_in_vain(page)
                passed = (datetime.now(timezone.utc) - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
                status, body, _ = room.ask("PUT", f"/api/v1/exercises/{ID}/settings", {
                    "timeZone": "UTC", "deadline": passed, "attemptLimit": None, "showsSolutionAfterDeadline": False}, token=room.instructor)
                assert status == 200, body
                # What is kept of the form is lost, as it is where a reader has cleared it.
                page.goto("about:blank")
                page.unroute("**/submissions")
                page.add_init_script("if (!sessionStorage.cleared) { for (const name of Object.keys(localStorage)) if (name.startsWith('course.drafts')) localStorage.removeItem(name); sessionStorage.cleared = 1; }")
                page.goto(room.address + path)
                if is_card:
                    card_of(page).locator(".state", has_text="was not taken: ").wait_for()
                    assert "submitted on " in card_of(page).locator(".state").inner_text()
                else:
                    refused = said(page, "was not taken: ")
                    refused.wait_for()
                    assert "submitted on " in refused.inner_text() and "deadline" in refused.inner_text()
                    accessible(page)
                    site.shoot(page, "outbox-refused")
                    refused.get_by_role("link").click()
                ready(page)
                assert page.locator(".choice-row input:checked").count() == OPERATIONS
                assert kept(page, "outbox") == {}
        assert room.submissions(token, ID) == []


def test_attempts_from_another_page_are_bounded(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token, expects_errors=True) as page:
            # Waits without length, so that eight attempts take no time.
            page.add_init_script("Math.random = () => 0")
            submit_in_vain(page)
            page.goto("about:blank")
            requests = sent(page)
            page.goto(room.address + "/glossary")
            again = page.get_by_role("button", name="Send it again")
            again.wait_for()
            assert len(requests) == 8 and len(set(keys(requests))) == 1
            page.unroute("**/submissions")
            again.click()
            said(page, "Handed in: ").wait_for()
        assert len(room.submissions(token, ID)) == 1


def test_answer_is_left_to_its_own_card(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token, expects_errors=True) as page:
            submit_in_vain(page)
            page.goto("about:blank")
            page.unroute("**/submissions")
            requests = sent(page)
            page.goto(room.address + PAGE)
            card_of(page).locator(".state", has_text="Submitted and graded.").wait_for()
            assert line(page).count() == 0 and len(requests) == 1
        assert len(room.submissions(token, ID)) == 1


def test_who_reads_is_asked_again_only_where_that_helps(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token, expects_errors=True) as page:
            page.add_init_script("Math.random = () => 0")
            submit_in_vain(page)
            again = page.get_by_role("button", name="Send it again")
            for answer, count, words in (
                ({"status": 404}, 1, "does not have its exercise any more"),
                ({"status": 500, "headers": {"Retry-After": "0"}}, 1, "answered with status 500"),
                ({"status": 503, "headers": {"Retry-After": "3600"}}, 1, "answered with status 503"),
                ({"status": 503, "headers": {"Retry-After": "0"}}, 8, "answered with status 503"),
                ({"status": 429}, 8, "answered with status 429"),
                (None, 8, "No answer came"),
            ):
                page.goto("about:blank")
                asked = []
                page.route("**/standing", lambda route: asked.append(route) or (route.fulfill(**answer) if answer else route.abort()))
                page.goto(room.address + "/glossary")
                again.wait_for()
                assert words in line(page).inner_text(), line(page).inner_text()
                assert len(asked) == count, (answer, len(asked))
                page.unroute("**/standing")
            page.unroute("**/submissions")
            again.click()
            said(page, "Handed in: ").wait_for()
        assert len(room.submissions(token, ID)) == 1
