"""Joining, signing in and out, one's own page, and the instructor's students."""

import json

from classroom import Classroom, until
from site_under_test import NARROW, WIDE, accessible, exported, fits, wait_until, wait_until_kept
from test_exercises import submit_in_vain

ROSTER = "name,login,email,section\nAda Lovelace,ada,ada@example.org,A\nCharles Babbage,charles,,B\n"


def look(site, page, name):
    fits(page)
    accessible(page)
    site.shoot(page, name, full=True)


def instructor(room, **options):
    return room.page("/students", room.instructor, **options)


def row(page, name):
    return page.locator(".students tr", has_text=name)


def test_joining(site):
    with Classroom(site) as room:
        for script in (True, False):
            with room.page("/join?next=/exercises", script=script, size=NARROW, theme="dark") as page:
                if script:
                    look(site, page, "join")
                # Codes are read aloud, so that case and blanks do not count.
                page.get_by_label("Join code").fill(f" {room.code.lower()} ")
                page.get_by_label("Your name").fill("Grace <Hopper>")
                page.get_by_role("button", name="Join").click()
                page.locator("h1", has_text="Welcome, Grace <Hopper>").wait_for()
                assert len(page.locator("#token").input_value()) == 43
                assert page.url == room.address + "/join", "no token stands in an address"
                fits(page)
                if script:
                    look(site, page, "welcome")
                    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
                    page.get_by_role("button", name="Copy").click()
                    page.locator(".copied", has_text="Copied.").wait_for()
                    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#token").input_value()
                page.get_by_role("link", name="Go on").click()
                assert page.url == room.address + "/exercises"
                page.goto(room.address + "/me")
                assert page.locator("h1").inner_text() == "Grace <Hopper>"


def test_joining_twice_with_one_page_adds_one_student(site):
    with Classroom(site) as room:
        with room.page("/join", script=False) as page:
            key = page.locator("input[name=key]").input_value()
            page.get_by_label("Join code").fill(room.code)
            page.get_by_label("Your name").fill("Ada")
            page.get_by_role("button", name="Join").dblclick()
            page.locator("h1", has_text="Welcome").wait_for()
            token = page.locator("#token").input_value()
            form = {"key": key, "code": room.code, "name": "Ada"}
            again = page.context.request.post(room.address + "/join", form=form, headers={"Origin": room.address})
            assert token in again.text(), "the same answer once more"
        students = room.ask("GET", "/api/v1/students", token=room.instructor)[1]["students"]
        assert [one["name"] for one in students] == ["Ada"]


def test_faults_of_joining(site):
    with Classroom(site) as room:
        with room.page("/join", expects_errors=True) as page:
            page.get_by_role("button", name="Join").click()
            assert page.locator("#field-code-fault").inner_text() == "Is missing."
            assert page.locator("#field-name-fault").inner_text() == "Is missing."
            look(site, page, "join-faults")
            page.get_by_label("Join code").fill("no such code")
            page.get_by_label("Your name").fill("Ada")
            page.get_by_role("button", name="Join").click()
            assert "Is not open" in page.locator("#field-code-fault").inner_text()
            assert page.get_by_label("Your name").input_value() == "Ada"


def test_signing_in_and_out(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        for script in (True, False):
            with room.page("/me", script=script, expects_errors=True) as page:
                assert page.url == room.address + "/sign-in?next=/me", "whoever is not known is asked"
                if script:
                    look(site, page, "sign-in")
                page.get_by_label("Token").fill("x" * 43)
                page.get_by_role("button", name="Sign in").click()
                assert "Is not valid" in page.locator("#field-token-fault").inner_text()
                assert page.get_by_label("Token").input_value() == "", "a token is not shown again"
                page.get_by_label("Token").fill(f" {token}\t")
                page.get_by_role("button", name="Sign in").click()
                assert page.url == room.address + "/me"
                assert page.locator("h1").inner_text() == "Ada"
                page.goto(room.address + "/")
                page.get_by_role("link", name="Account").click()
                page.get_by_role("button", name="Sign out").click()
                assert page.url == room.address + "/"
                assert page.context.cookies() == []
                page.goto(room.address + "/me")
                assert page.url == room.address + "/sign-in?next=/me"


def test_signing_in_leads_nowhere_else(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        for next in ("//example.org/", "https://example.org/", "/\\example.org", "/%0d%0aSet-Cookie:x=y"):
            with room.page(f"/sign-in?next={next}") as page:
                page.get_by_label("Token").fill(token)
                page.get_by_role("button", name="Sign in").click()
                page.locator("h1").wait_for()
                assert page.url.startswith(room.address + "/"), page.url


def sign_out(page, room, forgets=False):
    page.goto(room.address + "/me")
    if forgets:
        page.get_by_label("Forget what I filled in").check()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(room.address + "/")


EXERCISE = "/exercises/replay-sensitivity"


def chosen(page, room, path=EXERCISE):
    """How many choices stand in the form once the reader's own is there."""
    page.goto("about:blank")
    page.goto(f"{room.address}{path}")
    card = page.locator("exercise-card")
    card.scroll_into_view_if_needed()
    card.locator(".clear:enabled").wait_for()
    if path != EXERCISE:
        wait_until(page, "performance.getEntriesByType('resource').some((one) => one.name.endsWith('/standing') && one.responseEnd > 0)")
        page.wait_for_timeout(200)
    return card.locator(".choice-row input:checked").count()


def leave_a_draft(page, room, path):
    """Ada, the first student, fills something in and signs out."""
    assert chosen(page, room, path) == 0
    page.locator("input[value=robust]").first.check()
    wait_until_kept(page, "drafts.2", "robust")
    sign_out(page, room)


def test_drafts_are_shown_to_whoever_wrote_them_alone(site):
    with Classroom(site) as room:
        ada, bob = room.student("Ada"), room.student("Bob")
        for path in (EXERCISE, "/lessons/may-it-be-sent-again"):
            with room.page("/me", ada) as page:
                leave_a_draft(page, room, path)
                assert chosen(page, room, path) == 0, "nobody is shown it"
                room.sign_in(page, bob)
                assert chosen(page, room, path) == 0, "nor is Bob"
                for line in page.locator(".choice-row").all()[:3]:
                    line.locator("input").last.check()
                wait_until_kept(page, "drafts.3", "doubly")
                file = exported(page, room.address)
                assert "robust" not in json.dumps(file) and "doubly" in json.dumps(file["drafts"])
                sign_out(page, room, forgets=True)
                room.sign_in(page, ada)
                assert chosen(page, room, path) == 1, "Ada has hers again"
                sign_out(page, room, forgets=True)
                assert "robust" not in page.evaluate("JSON.stringify(localStorage)")
                room.sign_in(page, ada)
                assert chosen(page, room, path) == 0
                # Written by nobody in particular: whoever signs in next has it, and nobody after them.
                page.context.clear_cookies()
                assert chosen(page, room, path) == 0
                page.locator("input[value=robust]").first.check()
                wait_until_kept(page, "drafts", "robust")
                assert chosen(page, room, path) == 1
                room.sign_in(page, bob)
                page.goto(room.address + "/me")
                wait_until_kept(page, "drafts.3", "robust")
                sign_out(page, room)
                assert chosen(page, room, path) == 0
                room.sign_in(page, bob)
                assert chosen(page, room, path) == 1


def test_back_shows_nothing_of_whoever_signed_out(site):
    with Classroom(site) as room:
        ada = room.student("Ada")
        for path in (EXERCISE, "/lessons/may-it-be-sent-again"):
            with room.page("/me", ada) as page:
                leave_a_draft(page, room, path)
                page.go_back()
                page.go_back()
                card = page.locator("exercise-card")
                card.scroll_into_view_if_needed()
                card.locator(".clear:enabled").wait_for()
                page.wait_for_timeout(1000)
                assert card.locator(".choice-row input:checked").count() == 0
                assert "robust" not in page.evaluate("localStorage.getItem('course.drafts') ?? ''")
                page.evaluate("localStorage.clear()")


def test_what_is_filled_in_before_it_is_known_who_reads(site):
    with Classroom(site) as room:
        ada = room.student("Ada")
        path = "/lessons/may-it-be-sent-again"
        with room.page("/me", ada) as page:
            assert chosen(page, room, path) == 0
            page.locator("input[value=robust]").first.check()
            wait_until_kept(page, "drafts.2", "robust")
            held = []
            page.route("**/standing", lambda route: held.append(route))
            page.goto("about:blank")
            page.goto(room.address + path)
            card = page.locator("exercise-card")
            card.scroll_into_view_if_needed()
            card.locator(".clear:enabled").wait_for()
            until(lambda: held, "it is asked who reads", page=page)
            assert card.locator(".choice-row input:checked").count() == 0
            card.locator(".choice-row").last.locator("input").last.check()
            page.wait_for_timeout(600)
            for route in held:
                route.continue_()
            wait_until(page, "document.querySelectorAll('.choice-row input:checked').length === 2")
            wait_until_kept(page, "drafts.2", "doubly")
            assert "robust" in page.evaluate("localStorage.getItem('course.drafts.2')")


def test_forgetting_at_sign_out_tells_of_what_is_not_handed_in(site):
    with Classroom(site) as room:
        ada = room.student("Ada")
        with room.page(EXERCISE, ada, expects_errors=True) as page:
            submit_in_vain(page)
            page.goto(room.address + "/me")
            told = page.locator(".sign-out [aria-live]")
            told.filter(has_text="1 answer that you submitted here is not handed in yet.").wait_for()
            page.get_by_label("Forget what I filled in").check()
            told.filter(has_text="would be forgotten too").wait_for()
            accessible(page)
            page.get_by_role("button", name="Sign out").click()
            page.wait_for_url(room.address + "/")
            assert json.loads(page.evaluate("localStorage.getItem('course.outbox')")) == {}
            assert "robust" not in page.evaluate("JSON.stringify(localStorage)")
            page.unroute("**/submissions")
            room.sign_in(page, ada)
            assert chosen(page, room) == 0
        assert room.submissions(ada, "replay-sensitivity") == []


def test_own_page(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        answers = {name: "robust" for name in ("order-keyless", "order-keyed", "spend-budget", "set-address", "delete", "append-comment", "conditional-update", "store-token")}
        status, grade, _ = room.ask("POST", "/api/v1/exercises/replay-sensitivity/submissions", {"answers": answers}, token, {"Idempotency-Key": "k1"})
        assert status == 201, grade
        for theme, size in (("light", WIDE), ("dark", NARROW)):
            with room.page("/me", token, theme=theme, size=size) as page:
                look(site, page, f"me-{theme}")
                cells = page.locator(".grades tr", has_text="Once, twice").locator("td").all_inner_texts()
                assert float(cells[0]) == grade["score"] and float(cells[1]) == 8, cells
                page.locator(".grades a", has_text="the last").click()
                page.locator("h1", has_text="Attempt 1").wait_for()
                page.go_back()
                with page.expect_download() as download:
                    page.get_by_role("link", name="Download").click()
                data = json.loads(open(download.value.path()).read())
                assert data["person"]["name"] == "Ada" and len(data["submissions"]) == 1
        with room.page("/me", token, script=False, size=NARROW) as page:
            fits(page)


def test_ending_ones_own_tokens(site):
    with Classroom(site) as room:
        for script in (True, False):
            token = room.student(f"Ada {script}")
            with room.page("/me", token, script=script) as page:
                keys = page.locator(".keys tbody tr")
                assert keys.count() == 2
                keys.filter(has_text="A token").get_by_role("button", name="End").click()
                assert page.get_by_role("status").inner_text() == "It has ended."
                assert room.ask("GET", "/api/v1/me", token=token)[0] == 401
                keys.filter(has_text="This browser").get_by_role("button", name="End").click()
                page.get_by_label("Token").wait_for()
                page.goto(room.address + "/me")
                assert page.url == room.address + "/sign-in?next=/me"


def test_others_submissions_are_not_shown(site):
    with Classroom(site) as room:
        ada, bob = room.student("Ada"), room.student("Bob")
        settings = {"Idempotency-Key": "k"}
        status, grade, _ = room.ask("POST", "/api/v1/exercises/policy-tuning/submissions", {"policy": {}}, ada, settings)
        assert status in (201, 202), grade
        with room.page(f"/submissions/{grade['id']}", bob, expects_errors=True) as page:
            assert "no such submission" in page.locator(".lede").inner_text()
        with room.page(f"/submissions/{grade['id']}") as page:
            assert page.url.startswith(room.address + "/sign-in")


def test_first_start_link(site):
    with site.another(site.root / "Lessons") as server:
        path = server.link.removeprefix(server.address)
        with site.page(path, address=server.address, script=False, expects_errors=True) as page:
            page.reload()
            page.get_by_role("button", name="Sign this browser in").click()
            assert page.url == server.address + "/me"
            page.get_by_role("link", name="Students and join codes").click()
            page.locator("h1", has_text="Students").wait_for()
        with site.page(path, address=server.address, expects_errors=True) as page:
            look(site, page, "first-start")
            page.get_by_role("button", name="Sign this browser in").click()
            assert "Is not valid" in page.locator("#field-token-fault").inner_text(), "it works once"


def test_students_are_for_the_instructor(site):
    with Classroom(site) as room:
        with room.page("/students", room.student("Ada"), expects_errors=True) as page:
            assert page.locator(".lede").inner_text() == "This is for instructors."
        with room.page("/students") as page:
            assert page.url == room.address + "/sign-in?next=/students"


def test_adding_a_student_and_ending_their_access(site):
    with Classroom(site) as room:
        for script in (True, False):
            name = f"Ada {script}"
            with instructor(room, script=script, expects_errors=True) as page:
                page.get_by_role("button", name="Add the student").click()
                assert page.locator("#field-name-fault").inner_text() == "Is missing."
                page.get_by_label("Name", exact=True).fill(name)
                page.get_by_label("Login").fill(f"ada-{script}")
                page.get_by_role("button", name="Add the student").click()
                page.locator("h1", has_text=f"A token for {name}").wait_for()
                first = page.locator("#token").input_value()
                if script:
                    look(site, page, "new-token")
                page.get_by_role("link", name="Back to the students").click()
                page.get_by_label("Name", exact=True).fill("Somebody else")
                page.get_by_label("Login").fill(f"ada-{script}")
                page.get_by_role("button", name="Add the student").click()
                assert "Belongs to " in page.locator("#field-login-fault").inner_text()
                row(page, name).get_by_role("button", name="New token").click()
                second = page.locator("#token").input_value()
                assert room.ask("GET", "/api/v1/me", token=first)[0] == 401
                assert room.ask("GET", "/api/v1/me", token=second)[0] == 200
                page.get_by_role("link", name="Back to the students").click()
                with room.page("/me", second) as own:
                    row(page, name).get_by_role("button", name="End access").click()
                    page.locator(".notice", has_text="The access has ended.").wait_for()
                    own.reload()
                    assert own.url.startswith(room.address + "/sign-in"), "sessions end too"
                assert "ended" in row(page, name).inner_text()
                assert room.ask("GET", "/api/v1/me", token=second)[0] == 401


def test_editing_a_student_and_letting_them_in_again(site):
    with Classroom(site) as room:
        room.student("Ada")
        for script in (True, False):
            with instructor(room, script=script, expects_errors=True) as page:
                row(page, "Ada").get_by_role("link", name="Edit").click()
                page.locator("h1", has_text="Ada").wait_for()
                page.get_by_label("Name", exact=True).fill("")
                page.get_by_label("E-mail address").fill("nowhere")
                page.get_by_role("button", name="Save").click()
                assert page.locator("#field-name-fault").inner_text() == "Is missing."
                assert "is no e-mail address" in page.locator("#field-email-fault").inner_text()
                if script:
                    look(site, page, "student-faults")
                page.get_by_label("Name", exact=True).fill(f"Ada {script}")
                page.get_by_label("E-mail address").fill("ada@example.org")
                page.get_by_role("button", name="Save").click()
                assert page.get_by_role("status").inner_text() == "Saved."
                assert page.get_by_label("E-mail address").input_value() == "ada@example.org"
                page.get_by_role("link", name="Students").click()
                row(page, "Ada").get_by_role("button", name="End access").click()
                row(page, "Ada").get_by_role("button", name="Readmit").click()
                token = page.locator("#token").input_value()
                assert room.ask("GET", "/api/v1/me", token=token)[0] == 200
        for theme, size in (("light", WIDE), ("dark", NARROW)):
            with room.page("/students/2", room.instructor, theme=theme, size=size) as page:
                look(site, page, f"student-{theme}")


def test_an_instructors_own_token(site):
    with Classroom(site) as room:
        for script in (True, False):
            with room.page("/me", room.instructor, script=script) as page:
                page.get_by_role("button", name="Make a token").click()
                page.locator("h1", has_text="A new token").wait_for()
                token = page.locator("#token").input_value()
                assert room.ask("GET", "/api/v1/students", token=token)[0] == 200
                if script:
                    look(site, page, "own-token")
                page.get_by_role("link", name="your page").click()
                assert token not in page.content()
                fits(page)


def test_deleting_a_student(site):
    with Classroom(site) as room:
        for script, theme, size in ((True, "light", WIDE), (False, "dark", NARROW)):
            room.student("Ada")
            with instructor(room, script=script, theme=theme, size=size) as page:
                row(page, "Ada").get_by_role("link", name="Edit").click()
                page.get_by_role("link", name="Delete Ada").click()
                page.locator("h1", has_text="Delete Ada?").wait_for()
                assert "1 token" in page.locator("main").inner_text()
                fits(page)
                if script:
                    look(site, page, "student-delete")
                page.get_by_role("link", name="Keep Ada").click()
                page.get_by_role("link", name="Delete Ada").click()
                page.get_by_role("button", name="Delete Ada for good").click()
                assert "is deleted" in page.get_by_role("status").inner_text()
                assert row(page, "Ada").count() == 0
        assert room.ask("GET", "/api/v1/students", token=room.instructor)[1]["students"] == []


def test_merging_two_students(site):
    with Classroom(site) as room:
        for script, theme, size in ((True, "light", WIDE), (False, "dark", NARROW)):
            login = f"ada{theme}"
            status, body, _ = room.ask("POST", "/api/v1/students", {"name": f"Lovelace, Ada {theme}", "login": login}, room.instructor)
            assert status == 201, body
            token = room.student(f"Ada {theme}")
            with instructor(room, script=script, theme=theme, size=size, expects_errors=True) as page:
                # What is somebody else's leads to the merge, too.
                page.goto(f"{room.address}/students/{room.ask('GET', '/api/v1/me', token=token)[1]['person']['id']}")
                page.get_by_label("Login").fill(login)
                page.get_by_role("button", name="Save").click()
                page.get_by_role("link", name="merge them").wait_for()
                page.goto(f"{room.address}/students/{body['person']['id']}")
                page.get_by_role("link", name="Merge another").click()
                page.get_by_role("link", name=f"Ada {theme}", exact=True).wait_for()
                fits(page)
                if script:
                    look(site, page, "merge-search")
                page.get_by_label("Somebody else").fill(f"ada {theme}")
                page.get_by_role("button", name="Look").click()
                page.get_by_role("link", name=f"Ada {theme}", exact=True).click()
                page.locator("h1", has_text="Merge two students into one?").wait_for()
                assert f"the name Ada {theme}" in page.locator("main").inner_text()
                fits(page)
                if script:
                    look(site, page, "merge")
                page.get_by_role("button", name="Keep student").click()
                assert page.get_by_role("status").inner_text().startswith("Merged.")
                assert page.get_by_label("Login").input_value() == login
            assert room.ask("GET", "/api/v1/me", token=token)[1]["person"]["login"] == login


def test_an_answer_from_a_page_of_before_a_merge(site):
    with Classroom(site) as room:
        status, kept, _ = room.ask("POST", "/api/v1/students", {"name": "Lovelace, Ada", "login": "ada"}, room.instructor)
        assert status == 201, kept
        for round, script in enumerate((True, False)):
            token = room.student("Ada")
            with room.page("/exercises/replay-sensitivity", token, script=script) as page:
                card = page.locator("exercise-card")
                for line in card.locator(".choice-row").all():
                    line.locator("input").first.check()
                number = room.ask("GET", "/api/v1/me", token=token)[1]["person"]["id"]
                status, merged, _ = room.ask("POST", f"/api/v1/students/{kept['person']['id']}/merge", {"from": number}, room.instructor)
                assert status == 200, merged
                card.get_by_role("button", name="Submit").click()
                if script:
                    card.locator(".state", has_text="Submitted and graded.").wait_for()
                else:
                    page.locator("h1", has_text="Attempt 2").wait_for()
            assert len(room.submissions(token, "replay-sensitivity")) == round + 1


def test_join_codes(site):
    with Classroom(site) as room:
        with instructor(room, script=False) as page:
            code = page.locator(".join-code").inner_text()
            page.get_by_role("button", name="Rotate").click()
            other = page.locator(".join-code").inner_text()
            assert other != code
            body = {"name": "Eve"}
            assert room.ask("POST", "/api/v1/enrolments", {**body, "code": code})[0] != 201
            assert room.ask("POST", "/api/v1/enrolments", {**body, "code": other})[0] == 201
            page.get_by_role("button", name="Open a new code").click()
            assert page.locator(".join-code").count() == 2
            for _ in range(2):
                page.get_by_role("button", name="Close").first.click()
            page.get_by_text("No code is open").wait_for()


def test_students_page_looks(site):
    with Classroom(site) as room:
        for name in ("Ada Lovelace", "Charles Babbage", "A person with quite a long name, as some have"):
            room.student(name)
        for theme, size in (("light", WIDE), ("dark", NARROW)):
            with instructor(room, theme=theme, size=size) as page:
                look(site, page, f"students-{theme}")
        with instructor(room, script=False, size=NARROW) as page:
            fits(page)
