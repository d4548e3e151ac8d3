"""Exercises: filling in, checking, submitting, with script and without, and when answers get lost."""

import json
import time

from classroom import Classroom, until
from site_under_test import NARROW, WIDE, accessible, exported, fits, wait_until_kept

ID = "replay-sensitivity"
PAGE = f"/exercises/{ID}"
LESSON = "/lessons/may-it-be-sent-again"
OPERATIONS = 8


def card_of(page):
    return page.locator("exercise-card")


def ready(page):
    """The card's script, which comes when the card is near, has begun."""
    card_of(page).scroll_into_view_if_needed()
    card_of(page).locator(".clear:enabled").wait_for()


def fill_in(page, choice=0):
    """Chooses the same in every row, at once."""
    for row in card_of(page).locator(".choice-row").all():
        row.locator("input").nth(choice).check()


def submit(page):
    card_of(page).get_by_role("button", name="Submit").click()


def submit_in_vain(page):
    """Fills in and submits while nothing gets through, and returns the attempts: one, and those to come."""
    requests = sent(page)
    page.route("**/submissions", lambda route: route.abort())
    fill_in(page)
    submit(page)
    until(lambda: len(requests) > 0, "the first attempt", page=page)
    return requests


def graded(page):
    card_of(page).locator(".state", has_text="Submitted and graded.").wait_for()
    return card_of(page).locator(".outcome").inner_text()


def sent(page, exercise=ID):
    """Notes the requests that hand something in."""
    requests = []
    page.on("request", lambda request: request.method == "POST" and request.url.endswith(f"{exercise}/submissions") and requests.append(request))
    return requests


def keys(requests):
    return [request.headers["idempotency-key"] for request in requests]


# MARK: The form


def test_form_by_keyboard_alone(site):
    with site.page(PAGE) as page:
        page.get_by_text("By keyboard: 1 to 4 chooses").wait_for()
        page.locator(".choice-row input").first.focus()
        for key in "41122133":
            page.keyboard.press(key)
        chosen = page.locator(".choice-row input:checked")
        assert [one.get_attribute("value") for one in chosen.all()][:2] == ["doubly-sensitive", "robust"]
        assert chosen.count() == OPERATIONS
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Run the visible checks"
        page.keyboard.press("Enter")
        outcome = page.locator(".outcome")
        outcome.locator(".summary", has_text="of 4. 4 more are hidden").wait_for()
        assert page.locator(".choice-row[data-verdict]").count() == 4, "each visible question is marked"
        assert page.evaluate("document.activeElement.className") == "outcome"
        accessible(page)
        page.locator(".choice-row[data-verdict] input").nth(2).check()
        assert page.locator(".choice-row[data-verdict]").count() == 3, "a changed answer is not checked any more"


def test_draft_is_kept_on_the_device(site):
    with site.page("/exercises/policy-tuning") as page:
        ready(page)
        page.locator("input[name=maxAttempts]").fill("4")
        page.locator("input[name=strategy][value=equal]").check(force=True)
        wait_until_kept(page, "drafts", '"strategy":["equal"]')
        page.reload()
        ready(page)
        assert page.locator("input[name=maxAttempts]").input_value() == "4"
        assert page.locator("input[name=strategy][value=equal]").is_checked()
        page.goto(site.address + "/lessons/a-policy-in-the-transport")
        ready(page)
        assert page.locator("exercise-card input[name=maxAttempts]").input_value() == "4", "the lesson shows the same"
        page.on("dialog", lambda dialog: dialog.accept())
        page.locator("exercise-card .clear").click()
        assert page.locator("exercise-card input[name=maxAttempts]").input_value() == "10"


def test_progress_file_takes_drafts_along(site):
    with site.page(PAGE) as page:
        ready(page)
        page.locator("input[value=robust]").first.check()
        wait_until_kept(page, "drafts", "robust")
        file = exported(page, site.address)
        assert file["drafts"][ID]["order-keyless"] == ["robust"], file


def test_what_is_missing_is_said_at_its_question(site):
    with site.page(PAGE, expects_errors=True) as page:
        page.locator(".choice-row").first.locator("input").first.check()
        page.get_by_role("button", name="Run the visible checks").click()
        page.locator(".state", has_text="7 answers are missing or not allowed.").wait_for()
        assert page.locator(".choice-row[aria-invalid]").count() == 7
        wanted = "Is missing: choose Robust, Repeat-sensitive, Order-sensitive or Doubly sensitive."
        assert page.locator(".choice-row .fault").nth(1).inner_text() == wanted
        assert page.evaluate("document.activeElement.name") == "order-keyed", "the focus goes to the first of them"
        accessible(page)


# MARK: Submitting


def test_submitting(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token) as page:
            requests = sent(page)
            fill_in(page)
            submit(page)
            outcome = graded(page)
            assert "Visible checks: " in outcome and "hidden: " in outcome and "of 8 points" in outcome, outcome
            assert "all" not in outcome.split("The visible checks")[0], "nothing is said of all while something is hidden"
            page.locator(".history summary", has_text="(1)").click()
            assert page.locator(".history tbody tr").count() == 1
            accessible(page)
            site.shoot(page, "exercise-graded", full=True)
            fill_in(page, 1)
            submit(page)
            page.locator(".history summary", has_text="(2)").wait_for()
            assert len(set(keys(requests))) == 2, "a new key for a new answer"
            page.locator(".history a").first.click()
            page.locator("h1", has_text="Attempt 2").wait_for()
            accessible(page)
            site.shoot(page, "submission", full=True)
        assert len(room.submissions(token, ID)) == 2


def test_double_click_submits_once(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token) as page:
            fill_in(page)
            card_of(page).get_by_role("button", name="Submit").dblclick()
            graded(page)
        assert len(room.submissions(token, ID)) == 1


def test_lost_answer_is_asked_for_again_with_the_same_key(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token, expects_errors=True) as page:
            requests = sent(page)
            lost = []

            def lose(route):
                if lost:
                    return route.continue_()
                # The server has it; the answer never comes.
                lost.append(route.fetch().status)
                route.abort()

            page.route("**/submissions", lose)
            states = []
            page.expose_function("noteState", lambda text: states.append(text))
            page.evaluate("new MutationObserver(() => noteState(document.querySelector('.state').textContent)).observe(document.querySelector('.state'), {childList: true, subtree: true, characterData: true})")
            fill_in(page)
            submit(page)
            graded(page)
            assert lost == [201] and len(requests) == 2 and len(set(keys(requests))) == 1
            assert any("Sending again… (attempt 2)" in text for text in states), states
        assert len(room.submissions(token, ID)) == 1


def test_server_started_again_while_submitting(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token, expects_errors=True) as page:
            fill_in(page)
            room.kill()
            submit(page)
            card_of(page).locator(".state", has_text="No answer came").wait_for()
            room.start()
            graded(page)
        assert len(room.submissions(token, ID)) == 1


def test_reload_goes_on_with_the_same_key(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token, expects_errors=True) as page:
            requests = submit_in_vain(page)
            page.unroute("**/submissions")
            page.reload()
            graded(page)
            assert len(set(keys(requests))) == 1
            assert page.locator(".choice-row input:checked").count() == OPERATIONS
        assert len(room.submissions(token, ID)) == 1


def test_somebody_elses_answer_is_not_sent(site):
    with Classroom(site) as room:
        ada, bob = room.student("Ada"), room.student("Bob")
        with room.page(PAGE, ada, expects_errors=True) as page:
            submit_in_vain(page)
            room.sign_in(page, bob)
            # What the page that is left still sends is held back; the new one would get through.
            page.reload()
            page.unroute("**/submissions")
            page.wait_for_timeout(1500)
            assert room.submissions(bob, ID) == []
            room.sign_in(page, ada)
            page.reload()
            graded(page)
        assert len(room.submissions(ada, ID)) == 1 and room.submissions(bob, ID) == []


def test_answer_is_not_sent_for_whoever_signs_in_in_another_tab(site):
    """An attempt that is under way meets the cookie of the next person; their own answer may wait beside it."""
    with Classroom(site) as room:
        ada, bob = room.student("Ada"), room.student("Bob")
        with room.page(PAGE, ada, expects_errors=True) as page:
            requests = submit_in_vain(page)
            other = page.context.new_page()
            other.goto(room.address + "/sign-in")
            other.get_by_label("Token").fill(bob)
            other.get_by_role("button", name="Sign in").click()
            other.locator("h1", has_text="Bob").wait_for()
            page.unroute("**/submissions")
            held = card_of(page).locator(".state", has_text="signed in as somebody else now")
            held.wait_for()
            assert room.submissions(ada, ID) == [] and room.submissions(bob, ID) == []
            accessible(page)
            site.shoot(page, "exercise-other-person", full=True)
            # Bob hands in his own.
            other.goto(room.address + PAGE)
            ready(other)
            fill_in(other, 1)
            submit(other)
            graded(other)
            # Who pressed Submit first is told again, and sends nothing new.
            submit(page)
            held.wait_for()
            held.get_by_role("link", name="sign in").click()
            page.get_by_label("Token").fill(ada)
            page.get_by_role("button", name="Sign in").click()
            graded(page)
            assert len(set(keys(requests))) == 1
        assert len(room.submissions(ada, ID)) == 1 and len(room.submissions(bob, ID)) == 1


def test_signing_in_in_another_tab_and_then_submitting(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(LESSON, expects_errors=True) as page:
            ready(page)
            fill_in(page)
            room.sign_in(page, token)
            submit(page)
            graded(page)
            page.context.clear_cookies()
            # The card has asked who reads before somebody signs in.
            with page.expect_response("**/standing"):
                page.goto(room.address + "/lessons/the-herd")
                ready(page)
            room.sign_in(page, token)
            submit(page)
            card_of(page).locator(".state", has_text="What you are asked is your own").wait_for()
            seed = room.ask("GET", "/api/v1/exercises/recover-the-fleet", token=token)[1]["given"]["seed"]
            page.locator(".given .value", has_text=str(seed)).wait_for()
        assert len(room.submissions(token, ID)) == 1 and room.submissions(token, "recover-the-fleet") == []


def test_session_that_ends_while_submitting(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page(PAGE, token, expects_errors=True) as page:
            requests = sent(page)
            page.context.clear_cookies()
            fill_in(page)
            submit(page)
            card_of(page).locator(".state a", has_text="sign in").click()
            page.get_by_label("Token").fill(token)
            page.get_by_role("button", name="Sign in").click()
            graded(page)
            assert len(requests) == 2 and len(set(keys(requests))) == 1
        assert len(room.submissions(token, ID)) == 1


def answering(page, *answers):
    """Answers what is handed in by these, in turn. Fills the list that it returns with the times."""
    heard = []

    def answer(route):
        heard.append(time.monotonic())
        status, headers, body = answers[min(len(heard), len(answers)) - 1]
        route.fulfill(status=status, headers={"Content-Type": "application/json", **headers}, body=json.dumps(body))

    page.route("**/submissions", answer)
    return heard


GRADE = {
    "id": "1", "exercise": ID, "status": "graded", "score": 3, "maxScore": 8, "visible": {"passed": 1, "of": 4},
    "hidden": {"passed": 2, "of": 4}, "checks": [{"name": "order-keyed", "passed": True, "points": 1, "message": "Right."}],
}  # fmt: skip


def test_busy_server_is_asked_again_when_it_says(site):
    with Classroom(site) as room:
        with room.page(PAGE, room.student("Ada"), expects_errors=True) as page:
            requests = sent(page)
            heard = answering(page, (503, {"Retry-After": "2"}, {"title": "Overloaded"}), (201, {}, GRADE))
            fill_in(page)
            submit(page)
            card_of(page).locator(".state", has_text="The server is busy (attempt 1 of 8)").wait_for()
            assert "hidden: 2 of 4" in graded(page)
            assert len(heard) == 2 and len(set(keys(requests))) == 1
            assert heard[1] - heard[0] >= 1.9, f"not before it was asked for: {heard}"


def test_refusals_are_not_sent_again(site):
    with Classroom(site) as room:
        with room.page(PAGE, room.student("Ada"), expects_errors=True) as page:
            requests = sent(page)
            answering(page, (403, {}, {"title": "Deadline passed", "detail": "The deadline was yesterday."}))
            fill_in(page)
            submit(page)
            card_of(page).locator(".state", has_text="The deadline was yesterday.").wait_for()
            page.wait_for_timeout(1000)
            assert len(requests) == 1


def test_attempts_are_bounded(site):
    with Classroom(site) as room:
        with room.page(PAGE, room.student("Ada"), expects_errors=True) as page:
            # Waits without length, so that eight attempts take no time.
            page.add_init_script("Math.random = () => 0")
            page.reload()
            ready(page)
            requests = sent(page)
            page.route("**/submissions", lambda route: route.abort())
            fill_in(page)
            submit(page)
            again = card_of(page).get_by_role("button", name="Send it again")
            again.wait_for()
            assert len(requests) == 8 and len(set(keys(requests))) == 1
            page.unroute("**/submissions")
            again.click()
            graded(page)
            assert len(set(keys(requests))) == 1, "what the reader sends again is the same submission"


def test_grade_that_is_to_come_is_waited_for(site):
    with Classroom(site) as room:
        with room.page(PAGE, room.student("Ada")) as page:
            asked = []

            def tell(route):
                asked.append(route.request.url)
                body = GRADE if len(asked) > 1 else {**GRADE, "status": "pending"}
                route.fulfill(status=200, headers={"Content-Type": "application/json", "Retry-After": "1"}, body=json.dumps(body))

            answering(page, (202, {"Location": "/api/v1/submissions/1", "Retry-After": "1"}, {"id": "1", "status": "pending"}))
            page.route("**/api/v1/submissions/1", tell)
            fill_in(page)
            submit(page)
            card_of(page).locator(".state", has_text="being graded").wait_for()
            assert "hidden: 2 of 4" in graded(page)
            assert len(asked) == 2


def test_who_submits_is_asked_and_nothing_is_lost(site):
    with Classroom(site) as room:
        with room.page(LESSON, expects_errors=True) as page:
            ready(page)
            fill_in(page, 2)
            submit(page)
            card_of(page).locator(".state a", has_text="join").click()
            page.get_by_label("Join code").fill(room.code)
            page.get_by_label("Your name").fill("Ada Lovelace")
            page.get_by_role("button", name="Join").click()
            page.locator("h1", has_text="Welcome, Ada Lovelace").wait_for()
            token = page.locator("#token").input_value()
            page.get_by_role("link", name="Go on").click()
            card_of(page).wait_for()
            assert page.url == f"{room.address}{LESSON}#{ID}"
            ready(page)
            assert card_of(page).locator(".choice-row input:checked").count() == OPERATIONS
            submit(page)
            graded(page)
        assert len(room.submissions(token, ID)) == 1


def test_own_seed_comes_with_the_person(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        seed = room.ask("GET", "/api/v1/exercises/recover-the-fleet", token=token)[1]["given"]["seed"]
        with room.page("/lessons/the-herd") as page:
            assert page.locator(".given .value").inner_text() == "1"
            room.sign_in(page, token)
            page.reload()
            card_of(page).scroll_into_view_if_needed()
            page.locator(".given .value", has_text=str(seed)).wait_for()
            page.goto(room.address + "/exercises/recover-the-fleet")
            assert page.locator(".given .value").inner_text() == str(seed)


# MARK: Model solutions


def show_solution(room, exercise, deadline):
    status, body, _ = room.ask(
        "PUT", f"/api/v1/exercises/{exercise}/settings",
        {"timeZone": "Europe/Berlin", "deadline": deadline, "attemptLimit": None, "showsSolutionAfterDeadline": True}, token=room.instructor)
    assert status == 200, body


def test_model_solution_after_the_deadline(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        show_solution(room, ID, "2036-12-01T23:59")
        with room.page(LESSON, token) as page:
            ready(page)
            card_of(page).locator(".terms", has_text="After the deadline a model solution is shown here.").wait_for()
            assert not card_of(page).locator(".solution").is_visible()
            show_solution(room, ID, "2026-01-01T12:00")
            page.reload()
            ready(page)
            assert card_of(page).get_by_role("button", name="Submit").is_disabled()
            said = card_of(page).locator(".terms").inner_text()
            assert "no answer is taken any more" in said and "A model solution is shown below." in said, said
            card_of(page).locator(".solution summary").click()
            assert "Robust: neither changes anything" in card_of(page).locator(".solution").inner_text()
            accessible(page)
        with room.page(LESSON) as page:
            ready(page)
            card_of(page).locator(".terms", has_text="Whoever has joined and is signed in sees a model solution here.").wait_for()
            assert not card_of(page).locator(".solution").is_visible()


def test_model_solution_without_script(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        for exercise in (ID, "policy-tuning", "recover-the-fleet"):
            show_solution(room, exercise, "2026-01-01T12:00")
            with room.page(f"/exercises/{exercise}", token, script=False) as page:
                assert page.get_by_role("button", name="Submit").is_disabled()
                page.locator(".solution summary").press("Enter")
                assert page.locator(".solution dd").count() >= 8
            for theme in ("light", "dark"):
                with room.page(f"/exercises/{exercise}", token, theme=theme, size=NARROW) as page:
                    page.locator(".solution summary").click()
                    fits(page)
                    accessible(page)
                    site.shoot(page, f"solution-{exercise}-{theme}", full=True)


# MARK: A script that comes late


def test_form_stays_where_it_is_and_takes_keys_while_its_script_is_late(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        show_solution(room, ID, "2036-12-01T23:59")
        for path, size in ((PAGE, WIDE), (LESSON, WIDE), (LESSON, NARROW), ("/lessons/the-herd", NARROW)):
            with site.page(None, address=room.address, size=size) as page:
                room.sign_in(page, token)
                held = []
                page.route("**/exercise-card.js*", lambda route: held.append(route))
                page.goto(room.address + path)
                card_of(page).locator(".exercise-form").scroll_into_view_if_needed()
                until(lambda: held, "the card's script is asked for", page=page)
                place = "() => [...document.querySelectorAll('exercise-card .exercise-form :is(fieldset, .button, .clear)')].map((e) => Math.round(e.getBoundingClientRect().top - document.querySelector('exercise-card').getBoundingClientRect().top))"
                before = page.evaluate(place)
                if card_of(page).locator(".choice-row").count():
                    card_of(page).locator(".choice-row input").first.focus()
                    for key in "41":
                        page.keyboard.press(key)
                    assert card_of(page).locator(".choice-row input:checked").count() == 2
                for route in held:
                    route.continue_()
                ready(page)
                if path != "/lessons/the-herd":
                    card_of(page).locator(".terms", has_text="After the deadline").wait_for()
                    assert card_of(page).locator(".choice-row input:checked").count() == 2, "what was chosen meanwhile stays"
                else:
                    card_of(page).locator(".given", has_text="others have another").wait_for()
                assert page.evaluate(place) == before, f"{path}: the form has moved"


def test_keys_before_the_script_count_after_a_reload_too(site):
    with site.page(PAGE) as page:
        ready(page)
        held = []
        page.route("**/exercise-card.js*", lambda route: held.append(route))
        page.reload()
        card_of(page).locator(".exercise-form").scroll_into_view_if_needed()
        until(lambda: held, "the card's script is asked for", page=page)
        card_of(page).locator(".choice-row input").first.focus()
        for key in "32":
            page.keyboard.press(key)
        chosen = "() => [...document.querySelectorAll('.choice-row input:checked')].map((field) => field.value)"
        before = page.evaluate(chosen)
        for route in held:
            route.continue_()
        ready(page)
        assert len(before) == 2 and page.evaluate(chosen) == before


# MARK: Without script


def choose_without_script(page, choice):
    for row in page.locator(".choice-row").all():
        row.locator("input").nth(choice).check()


def test_checking_without_script(site):
    with site.page(LESSON, script=False, expects_errors=True) as page:
        assert not page.get_by_role("button", name="Submit").is_visible(), "a page for everybody has no key"
        page.locator(".choice-row").first.locator("input").nth(3).check()
        page.get_by_role("button", name="Run the visible checks").click()
        assert page.url.split("#")[0] == f"{site.address}{PAGE}/checks"
        assert page.locator(".choice-row[aria-invalid]").count() == 7
        assert "Is missing: choose Robust, Repeat-sensitive," in page.locator(".choice-row .fault").nth(1).inner_text()
        assert page.locator(".choice-row input:checked").count() == 1, "what was chosen is kept"
        fits(page)
        site.shoot(page, "exercise-faults-no-script", full=True)
        choose_without_script(page, 0)
        page.get_by_role("button", name="Run the visible checks").click()
        assert "4 more are hidden and run when you submit" in page.locator(".outcome").inner_text()
        assert page.locator(".choice-row[data-verdict]").count() == 4


def test_submitting_without_script(site):
    with Classroom(site) as room:
        with room.page(PAGE, script=False, expects_errors=True) as page:
            choose_without_script(page, 1)
            page.get_by_role("button", name="Submit").click()
            page.locator("h2", has_text="Who is handing this in?").wait_for()
            assert page.locator(".choice-row input:checked").count() == OPERATIONS
            fits(page)
            site.shoot(page, "exercise-who-no-script", full=True)
            page.get_by_label("Join code").fill("wrong")
            page.get_by_label("Your name").fill("Ada")
            page.get_by_role("button", name="Join").click()
            assert "Is not open" in page.locator("#field-code-fault").inner_text()
            assert page.get_by_label("Your name").input_value() == "Ada"
            page.get_by_label("Join code").fill(room.code)
            page.get_by_role("button", name="Join").click()
            token = page.locator("#token").input_value()
            assert "token" not in page.url
            page.get_by_role("button", name="Go on with your answer").click()
            assert page.locator(".choice-row input:checked").count() == OPERATIONS
            form = {"key": page.locator(".exercise-form input[name=key]").input_value()}
            for row in page.locator(".choice-row").all():
                chosen = row.locator("input:checked")
                form[chosen.get_attribute("name")] = chosen.get_attribute("value")
            page.get_by_role("button", name="Submit").click()
            page.locator("h1", has_text="Attempt 1").wait_for()
            assert "hidden: " in page.locator(".outcome .summary").inner_text()
            address = page.url
            page.reload()
            assert page.url == address
            # The form as it was, sent once more.
            answer = page.context.request.post(room.address + PAGE, form=form, headers={"Origin": room.address}, max_redirects=0)
            assert (answer.status, room.address + answer.headers["location"]) == (303, address)
            # A page made anew has a new key.
            page.goto(room.address + PAGE)
            assert page.locator(".choice-row input:checked").count() == OPERATIONS, "what was handed in last"
            page.get_by_role("button", name="Submit").click()
            page.locator("h1", has_text="Attempt 2").wait_for()
        assert len(room.submissions(token, ID)) == 2


def test_double_click_without_script_submits_once(site):
    with Classroom(site) as room:
        token = room.student("Ada")
        with room.page("/exercises/policy-tuning", token, script=False) as page:
            page.get_by_role("button", name="Submit").dblclick()
            page.locator("h1", has_text="Attempt 1").wait_for()
        assert len(room.submissions(token, "policy-tuning")) == 1


# MARK: How it looks


def look(site, page, name):
    fits(page)
    accessible(page)
    site.shoot(page, name, full=True)


def test_every_exercise_in_light_and_dark(site):
    for exercise in site.api("/api/v1/exercises")["exercises"]:
        path = f"/exercises/{exercise['id']}"
        for theme, size in (("light", {"width": 1360, "height": 900}), ("dark", NARROW)):
            with site.page(path, theme=theme, size=size) as page:
                look(site, page, f"exercise-{exercise['id']}-{theme}")
        with site.page(path, script=False, size=NARROW) as page:
            fits(page)


def test_list_of_exercises(site):
    for theme, size in (("light", {"width": 1360, "height": 900}), ("dark", NARROW)):
        with site.page("/exercises", theme=theme, size=size) as page:
            look(site, page, f"exercises-{theme}")
            assert page.locator(".catalogue li").count() == len(site.api("/api/v1/exercises")["exercises"])
            page.locator(".catalogue .small a").first.click()
            page.locator("exercise-card").wait_for()


def test_list_of_exercises_asks_nobody_to_sign_in_who_is(site):
    place = "() => [...document.querySelectorAll('.catalogue li')].map((e) => Math.round(e.getBoundingClientRect().top))"
    with Classroom(site) as room:
        token = room.student("Ada")
        for size in (WIDE, NARROW):
            with room.page("/exercises", size=size) as page:
                before = page.evaluate(place)
                page.wait_for_timeout(500)
                assert page.locator(".lede a").all_inner_texts() == ["join", "sign in"]
            with room.page("/exercises", token, size=size) as page:
                page.locator(".lede a", has_text="your account").wait_for()
                assert page.locator(".lede a").count() == 1
                assert page.evaluate(place) == before, "nothing moves"
                accessible(page)


def test_every_exercise_stands_in_its_lesson(site):
    for exercise in site.api("/api/v1/exercises")["exercises"]:
        with site.page(f"/lessons/{exercise['lesson']}") as page:
            assert page.locator(f"exercise-card#{exercise['id']}").count() == 1
            page.locator(f"exercise-card#{exercise['id']} .cell-kind a").click()
            page.locator("h1", has_text=exercise["title"]).wait_for()
