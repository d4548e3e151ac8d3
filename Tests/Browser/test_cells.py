"""The experiment cell: what it shows, how it follows the reader, what it says when something goes wrong."""

import json
import time

from classroom import until
from site_under_test import NARROW, accessible, fits, hold_results, reveal_all, wait_for_chart, wait_until

HERD = "/experiments/jitter-histogram"
LESSON = "/lessons/how-long-to-wait"


def reading(cell):
    return cell.locator(".reading").inner_text()


def wait_for_reading(page, text):
    page.locator(".reading", has_text=text).wait_for()


def readout(page, *keys):
    plot = page.locator(".plot").first
    plot.focus()
    for key in keys:
        page.keyboard.press(key)
    return plot.get_attribute("aria-valuetext")


def test_chart_values_by_keyboard(site):
    with site.page(f"{HERD}?strategy=none&clients=1000") as page:
        wait_for_chart(page.locator("experiment-cell"))
        peaks = [readout(page, "Home")] + [readout(page, "ArrowRight") for _ in range(4)]
        assert peaks == [
            f"{at}–{at + 10} ms: exponential 1,000".replace(str(at), f"{at:,}").replace(str(at + 10), f"{at + 10:,}")
            for at in (100, 300, 700, 1500, 3100)
        ], peaks
        assert readout(page, "ArrowRight") == peaks[-1], "the cursor stops at the end"


def test_chart_values_by_pointer(site):
    with site.page(f"{HERD}?strategy=none&clients=1000") as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        cell.locator(".plot").scroll_into_view_if_needed()
        box = cell.locator(".plot").bounding_box()
        page.mouse.move(box["x"] + box["width"] - 10, box["y"] + box["height"] / 2)
        assert "1,000" in cell.locator(".readout").inner_text()
        assert "3,100–3,110 ms" in cell.locator(".readout").inner_text()


def test_log_switch(site):
    with site.page(HERD) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        before = cell.locator(".plot path.line").first.get_attribute("d")
        cell.get_by_label("Log scale").check()
        assert cell.locator(".plot path.line").first.get_attribute("d") != before
        accessible(page)


def test_slider_runs_as_it_moves(site):
    with site.page(HERD) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        cell.get_by_label("Clients, slider").focus()
        page.keyboard.press("End")
        assert cell.locator("input[name=clients]").input_value() == "10000000"
        page.keyboard.press("Home")
        assert cell.locator("input[name=clients]").input_value() == "1"
        wait_for_reading(page, "1 client ")


def test_moving_slider_is_followed_smoothly(site):
    """While a hand moves the slider, on a processor as slow as a phone's, results keep coming and frames too."""
    with site.page(HERD, size=NARROW) as page:
        wait_for_chart(page.locator("experiment-cell"))
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        shown, frames = page.evaluate(
            """async () => {
              const slider = document.querySelector('.slider');
              const begun = performance.now();
              let shown = 0, frames = 0;
              new MutationObserver(() => { shown += 1; }).observe(document.querySelector('.reading'), { childList: true });
              while (performance.now() - begun < 2000) {
                slider.value = 300 + (performance.now() - begun) / 10;
                slider.dispatchEvent(new Event('input', { bubbles: true }));
                await new Promise(requestAnimationFrame);
                frames += 1;
              }
              return [shown, frames];
            }"""
        )
        # Far less than on an idle machine, where some twenty results and a hundred frames come.
        assert shown >= 3 and frames >= 10, (shown, frames)


def test_arrow_keys_go_to_the_next_value_of_a_slider(site):
    with site.page(HERD) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        field = cell.locator("input[name=clients]")
        cell.get_by_label("Clients, slider").focus()
        values = []
        for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowLeft"):
            page.keyboard.press(key)
            values.append(field.input_value())
        assert values == ["1100", "1200", "1100", "1000", "980"], values
        wait_for_reading(page, "980 clients")
        for key, end in (("Home", "1"), ("ArrowLeft", "1"), ("ArrowRight", "2"), ("End", "10000000"), ("ArrowRight", "10000000")):
            page.keyboard.press(key)
            assert field.input_value() == end, key


def test_number_field_moves_its_slider(site):
    with site.page(HERD) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        cell.locator("input[name=clients]").fill("10000000")
        assert cell.get_by_label("Clients, slider").input_value() == "1000"


def test_newest_run_wins(site):
    with site.page(HERD) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        field = cell.locator("input[name=clients]")
        for clients in (1_000_000, 20, 900_000, 77):
            field.fill(str(clients))
            page.wait_for_timeout(60)
        wait_for_reading(page, "77 clients")
        page.wait_for_timeout(500)
        assert "77 clients" in reading(cell)


def test_toggles_choose_strategies(site):
    with site.page(HERD, expects_errors=True) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        for box in cell.locator("input[type=checkbox][name=strategy]").all()[1:]:
            box.uncheck()
        cell.locator(".legend li").nth(1).wait_for(state="detached")
        cell.locator("input[type=checkbox][name=strategy]").first.uncheck()
        cell.locator(".fault:not(:empty)").first.wait_for()


def test_prediction_is_kept_beside_what_was_measured(site):
    with site.page(LESSON) as page:
        cell = page.locator("#full-jitter")
        cell.scroll_into_view_if_needed()
        has_run = "performance.getEntriesByType('resource').some((one) => one.name.includes('/experiments/jitter-histogram?'))"
        wait_until(cell, f"(cell) => !('running' in cell.dataset) && {has_run}")
        assert cell.locator(".state").inner_text() == "", "of a run that nobody has asked for nothing is said"
        assert not cell.locator(".reading").is_visible(), "the answer is out of sight"
        panel = cell.locator(".predict-panel")
        accessible(page)
        panel.get_by_role("button", name="Predict").click()
        assert panel.locator(".fault").inner_text(), "a prediction is a number"
        panel.locator("input").fill("400")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.className") == "verdict", "the focus goes on to the verdict"
        wait_for_chart(cell)
        assert page.evaluate("document.activeElement.className") == "verdict", "and stays there when the chart comes"
        accessible(page)
        assert cell.locator(".mark-guess text").inner_html() == "your prediction 400"
        assert cell.locator(".mark-measured").count() == 1
        assert "You predicted 400 requests" in cell.locator(".verdict").inner_text()
        assert cell.locator(".reading").is_visible()
        page.reload()
        cell.scroll_into_view_if_needed()
        wait_for_chart(cell)
        assert cell.locator(".mark-guess").count() == 1, "kept over a reload"
        cell.get_by_role("button", name="Predict again").click()
        assert cell.locator(".predict-panel input").is_visible()
        assert not cell.locator(".reading").is_visible()


def test_prediction_is_judged_only_for_what_was_asked(site):
    with site.page(LESSON) as page:
        cell = page.locator("#full-jitter")
        cell.scroll_into_view_if_needed()
        cell.locator(".predict-panel input").fill("1")
        page.keyboard.press("Enter")
        wait_for_chart(cell)
        verdict = cell.locator(".verdict")
        said = verdict.inner_text()
        assert "You predicted 1 request; measured " in said and ": too low by a factor of 1" in said, said
        cell.locator("input[name=clients]").fill("5000")
        wait_for_reading(page, "5,000 clients")
        said = verdict.inner_text()
        assert "for the values in the question" in said and "too low" not in said, said
        assert cell.locator(".mark").count() == 0
        cell.locator("input[name=seed]").fill("2")
        cell.locator("input[name=clients]").fill("1000")
        verdict.filter(has_text="too low").wait_for()


def predict(cell, guess):
    cell.scroll_into_view_if_needed()
    cell.locator(".predict-panel input").fill(guess)
    cell.locator(".predict-panel").get_by_role("button", name="Predict").click()
    wait_for_chart(cell)


def texts_apart(cell):
    """The words on the chart, none of which lies on another."""
    # They come when the chart has its size, in the frame after itself.
    cell.locator(".plot text").first.wait_for(state="attached")
    boxes = cell.locator(".plot text").evaluate_all(
        """(texts) => texts.map((text) => { const { left, right, top, bottom } = text.getBoundingClientRect();
          return [text.textContent, left, right, top + 3, bottom - 3]; }).filter(([text]) => text)"""
    )
    for place, (text, left, right, top, bottom) in enumerate(boxes):
        for other in boxes[place + 1 :]:
            assert not (left < other[2] and other[1] < right and top < other[4] and other[3] < bottom), (text, other[0])
    return [box[0] for box in boxes]


def test_marks_on_a_timeline_have_rows_of_their_own(site):
    with site.page("/lessons/a-policy-in-the-transport") as page:
        cell = page.locator("#careful")
        predict(cell, "4")
        words = texts_apart(cell)
        assert {"your prediction 4", "measured 5", "gives up: deadline"} <= set(words), words


def test_marks_on_bars_are_named(site):
    with site.page("/lessons/when-to-stop") as page:
        cell = page.locator("experiment-cell:has([data-view=bars])").first
        predict(cell, "5")
        words = texts_apart(cell)
        assert {"your prediction 5", "measured 18"} <= set(words), words


def test_near_view_says_what_it_leaves_out(site):
    with site.page("/lessons/the-herd") as page:
        cell = page.locator("#in-step")
        predict(cell, "5000")
        assert "time after the failure, s" in texts_apart(cell), "the whole is seen first"
        cell.get_by_label("Near view").check()
        assert any(text.endswith(" shown)") for text in texts_apart(cell))


def test_show_me_needs_no_prediction(site):
    with site.page(LESSON) as page:
        cell = page.locator("#full-jitter")
        cell.scroll_into_view_if_needed()
        cell.get_by_role("button", name="Show me").click()
        wait_for_chart(cell)
        assert cell.locator(".mark-guess").count() == 0
        assert cell.locator(".reading").is_visible()


def test_progress_of_a_long_run(site):
    # One that takes seconds on any machine.
    with site.page("/experiments/metastable") as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        # Some of the fields are folded away.
        page.evaluate("document.querySelectorAll('experiment-cell details').forEach((part) => (part.open = true))")
        # Whatever runs while they are filled in tells of no progress.
        release = hold_results(page)
        for name, value in {"durationMs": "600000", "attempts": "10", "load": "9999"}.items():
            cell.locator(f"input[name={name}]").fill(value)
        with page.expect_request(lambda request: "text/event-stream" in request.headers["accept"]):
            cell.get_by_role("button", name="Run").click()
        release()
        wait_until(page, "/Running: \\d+%/.test(document.querySelector('.state').textContent)")
        cell.get_by_role("button", name="Cancel").click()
        cell.locator(".state", has_text="Cancelled").wait_for()


def test_cancel(site):
    with site.page(HERD) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        before = reading(cell)
        release = hold_results(page)
        cell.get_by_role("button", name="Run").click()
        cancel = cell.get_by_role("button", name="Cancel")
        cancel.focus()
        page.keyboard.press("Enter")
        cell.locator(".state", has_text="Cancelled").wait_for()
        assert page.evaluate("document.activeElement.textContent") == "Run", "the focus is not lost"
        assert reading(cell) == before
        assert not cancel.is_visible()
        release()


def test_faults_stand_at_their_fields(site):
    with site.page(HERD, expects_errors=True) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        cell.locator("input[name=capMs]").fill("5")
        cell.locator("input[name=retries]").fill("99")
        cell.get_by_role("button", name="Run").click()
        fault = cell.locator(".fault[data-parameter=retries]")
        fault.filter(has_text="20").wait_for()
        field = cell.locator("input[name=retries]")
        assert field.get_attribute("aria-invalid") == "true"
        assert fault.get_attribute("id") in field.get_attribute("aria-describedby")
        assert "not allowed" in cell.locator(".state").inner_text()
        accessible(page)
        site.shoot(page, "faults")
        field.fill("5")
        cell.locator("input[name=capMs]").fill("2000")
        cell.locator(".state", has_text="Done").wait_for()
        assert cell.locator("[aria-invalid]").count() == 0


def refuse(status, headers, times):
    left = [times]

    def handler(route):
        if left[0] == 0:
            return route.continue_()
        left[0] -= 1
        problem = {"title": "Busy", "status": status, "detail": "Too much to do."}
        route.fulfill(status=status, headers={"Content-Type": "application/problem+json", **headers}, body=json.dumps(problem))

    return handler


def test_busy_server_is_asked_again_when_it_said(site):
    with site.page(HERD, expects_errors=True) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        asked = []
        refusing = refuse(503, {"Retry-After": "2"}, 1)
        page.route("**/api/v1/experiments/jitter-histogram?**", lambda route: (asked.append(time.monotonic()), refusing(route)))
        cell.locator("input[name=clients]").fill("42")
        cell.locator(".state", has_text="The server is busy (attempt 1 of 4). Trying again in").wait_for()
        accessible(page)
        site.shoot(page, "busy")
        wait_for_reading(page, "42 clients")
        assert asked[1] - asked[0] >= 1.9, "no sooner than the server said"


def test_reader_may_hurry_a_wait(site):
    with site.page(HERD, expects_errors=True) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        page.route("**/api/v1/experiments/jitter-histogram?**", refuse(429, {"Retry-After": "20"}, 1))
        cell.locator("input[name=clients]").fill("43")
        cell.locator(".state", has_text="Too many requests").wait_for()
        cell.get_by_role("button", name="Try now").click()
        wait_for_reading(page, "43 clients")


def test_retries_are_bounded(site):
    with site.page(HERD, expects_errors=True) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        sent = []
        page.route("**/api/v1/experiments/jitter-histogram?**", lambda route: (sent.append(1), route.abort("connectionreset")))
        cell.locator("input[name=clients]").fill("44")

        def has_given_up():
            cell.get_by_role("button", name="Try now").evaluate_all("(buttons) => buttons.forEach((button) => button.click())")
            return cell.locator(".state[data-kind=error]").count()

        until(has_given_up, "the last attempt's end", page=page)
        assert len(sent) == 4, sent
        assert "could not be reached" in cell.locator(".state").inner_text()


def test_server_error_is_not_retried(site):
    with site.page(HERD, expects_errors=True) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        page.route("**/api/v1/experiments/jitter-histogram?**", refuse(500, {}, 1))
        cell.locator("input[name=clients]").fill("45")
        cell.locator(".state[data-kind=error]", has_text="Too much to do.").wait_for()


def test_offline_waits_for_the_network(site):
    with site.page(HERD, expects_errors=True) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        page.context.set_offline(True)
        cell.locator("input[name=clients]").fill("46")
        cell.locator(".state", has_text="This device is offline").wait_for()
        page.context.set_offline(False)
        wait_for_reading(page, "46 clients")


def test_permalink_holds_every_parameter(site):
    with site.page(f"{LESSON}") as page:
        cell = page.locator("#full-jitter")
        cell.scroll_into_view_if_needed()
        cell.get_by_role("button", name="Show me").click()
        wait_for_chart(cell)
        cell.locator("input[name=clients]").fill("4321")
        wait_for_reading(page, "4,321 clients")
        link = cell.get_by_role("link", name="Permalink").get_attribute("href")
        for parameter in ("cell=full-jitter", "clients=4321", "retries=5", "baseMs=100", "capMs=2000", "bucketMs=10", "seed=1"):
            assert parameter in link, link
        said = reading(cell)
    with site.page(link, script=False) as page:
        assert reading(page.locator("#full-jitter")) == said


def test_copies_and_downloads(site):
    with site.page(HERD, permissions=["clipboard-read", "clipboard-write"]) as page:
        cell = page.locator("experiment-cell")
        wait_for_chart(cell)
        cell.get_by_role("button", name="Copy as curl").click()
        cell.get_by_text("Copied.").wait_for()
        curl = page.evaluate("navigator.clipboard.readText()")
        assert curl.startswith(f"curl '{site.address}/api/v1/experiments/jitter-histogram?clients=1000&"), curl
        with page.expect_download() as download:
            cell.get_by_role("button", name="Download JSON").click()
        answer = json.loads(open(download.value.path()).read())
        assert answer["experiment"] == "jitter-histogram" and answer["result"]["series"]
        with page.expect_download() as download:
            cell.get_by_role("button", name="Download CSV").click()
        assert open(download.value.path()).read().startswith("Strategy,")


def test_live_experiment_runs_when_asked(site):
    with site.page("/experiments/idempotency") as page:
        cell = page.locator("experiment-cell")
        assert cell.locator(".chart").count() == 0
        cell.get_by_role("button", name="Run").click()
        wait_for_chart(cell)
        assert cell.get_by_label("No key: 2 payments").count() == 1
        assert cell.get_by_label("One key for all attempts: 1 payment").count() == 1
        accessible(page)
        cell.get_by_role("button", name="From the start").click()
        steps = int(cell.locator(".place").inner_text().split()[-1])
        assert cell.locator(".flow-plot g.current").count() == 1
        for _ in range(steps - 1):
            cell.get_by_role("button", name="Next").click()
        assert cell.get_by_role("button", name="Next").is_disabled()
        assert cell.locator(".flow-plot .arrow-lost").count() == 1, "the lost answer is a broken arrow"
        site.shoot(page, "flow", full=True)


def test_live_experiment_without_script(site):
    with site.page("/experiments/idempotency", script=False) as page:
        page.get_by_role("button", name="Run").click()
        page.get_by_role("rowheader", name="No key", exact=True).wait_for()
        row = page.get_by_role("row", name="No key").first.inner_text()
        assert row.split()[2] == "2", row


def test_form_without_script(site):
    with site.page(LESSON, script=False, expects_errors=True) as page:
        page.locator("#full-jitter input[name=clients]").fill("0")
        page.locator("#full-jitter").get_by_role("button", name="Run").click()
        page.locator("#full-jitter .fault[data-parameter=clients]", has_text="1 to").wait_for()
        assert page.locator("#full-jitter .reading").is_visible()


def test_faults_without_script(site):
    for size in ({"width": 1360, "height": 900}, NARROW):
        with site.page(f"{HERD}?clients=0&retries=99", script=False, expects_errors=True, size=size) as page:
            assert page.locator("input[name=clients]").input_value() == "0"
            assert "1" in page.locator(".fault[data-parameter=clients]").inner_text()
            assert "20" in page.locator(".fault[data-parameter=retries]").inner_text()
            fits(page)


LOOKS = """(lines) => lines.map((line) => {
  const { stroke, strokeDasharray } = getComputedStyle(line);
  return [stroke, strokeDasharray];
})"""

CONTRASTS = """(elements) => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const paper = light(getComputedStyle(document.querySelector('experiment-cell')).backgroundColor);
  return elements.map((element) => {
    const { stroke } = getComputedStyle(element);
    const ink = light(stroke === 'none' ? getComputedStyle(element, '::before').backgroundColor : stroke);
    return Math.max(ink, paper) / Math.min(ink, paper);
  });
}"""


def test_every_budget_has_a_look_of_its_own(site):
    for theme in ("light", "dark"):
        with site.page(None, theme=theme) as page:
            # As a lesson may show it.
            def as_lines(route):
                answer = route.fetch()
                route.fulfill(response=answer, body=answer.text().replace('data-view="bars"', 'data-view="lines"'))

            page.route("**/experiments/budget", as_lines)
            page.goto(site.address + "/experiments/budget")
            cell = page.locator("experiment-cell")
            wait_for_chart(cell)
            labels = cell.locator(".legend li").all_inner_texts()
            assert {"ratio", "ratio of successes", "gRPC", "AWS SDK"} <= set(labels), labels
            lines = cell.locator(".legend line")
            looks = lines.evaluate_all(LOOKS)
            for which in (0, 1):
                assert len({look[which] for look in looks}) == len(labels), looks
            assert min(lines.evaluate_all(CONTRASTS)) >= 4.5


def test_every_decision_has_a_colour(site):
    for theme in ("light", "dark"):
        with site.page("/experiments/classification?method=POST", theme=theme) as page:
            cell = page.locator("experiment-cell")
            wait_for_chart(cell)
            marks = cell.locator(".chart-slot td:nth-child(2)")
            colours = dict(marks.evaluate_all("(cells) => cells.map((cell) => [cell.textContent, getComputedStyle(cell, '::before').backgroundColor])"))
            assert "Check first, then ask" in colours and len(colours) > 3 and len(set(colours.values())) == len(colours), colours
            assert min(marks.evaluate_all(CONTRASTS)) >= 4.5


def test_each_strategy_has_one_name(site):
    for experiment in ("jitter-histogram", "recovery", "contention"):
        with site.page(f"/experiments/{experiment}") as page:
            cell = page.locator("experiment-cell")
            wait_for_chart(cell)
            toggles = cell.locator("[name=strategy]:checked + label").all_inner_texts()
            assert len(toggles) > 3
            assert cell.locator(".legend li").all_inner_texts() == [name.lower() for name in toggles], experiment
            cell.locator(".data summary").click()
            rows = cell.locator(".data table").first.locator("tbody th").all_inner_texts()
            assert set(rows) == set(toggles), rows
            said = reading(cell)
            assert all(name.lower() in said for name in toggles), said


def test_switches_leave_the_chart_legible(site):
    for path in ("/experiments/recovery", "/experiments/metastable", HERD):
        for size in (NARROW, {"width": 1360, "height": 900}):
            with site.page(path, size=size) as page:
                cell = page.locator("experiment-cell")
                wait_for_chart(cell)
                covered = cell.evaluate(
                    """(cell) => { const boxes = [...cell.querySelectorAll('.chart-options label')].map((e) => e.getBoundingClientRect());
                    return [...cell.querySelectorAll('.plot text')].filter((text) => { const a = text.getBoundingClientRect();
                      return boxes.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom); }).map((t) => t.textContent); }"""
                )
                assert not covered, covered


def test_names_in_a_histogram_keep_clear_of_marks(site):
    with site.page(LESSON) as page:
        for name, guess in (("no-jitter", "990"), ("full-jitter", "160"), ("low-cap", "500")):
            cell = page.locator(f"#{name}")
            predict(cell, guess)
            texts_apart(cell)
            crossed = cell.evaluate(
                """(cell) => { const lines = [...cell.querySelectorAll('.mark line')].map((e) => e.getBoundingClientRect().top);
                return [...cell.querySelectorAll('.plot .name')].filter((text) => { const a = text.getBoundingClientRect();
                  return lines.some((y) => y > a.top + 3 && y < a.bottom - 3); }).map((t) => t.textContent); }"""
            )
            assert not crossed, (name, crossed)


def test_lost_messages_are_legible(site):
    with site.page("/lessons/may-it-be-sent-again") as page:
        reveal_all(page)
        cell = page.locator("experiment-cell:has(.chart-slot[data-view=flow])").first
        cell.scroll_into_view_if_needed()
        wait_for_chart(cell)
        apart = cell.evaluate(
            """(cell) => [...cell.querySelectorAll('.flow-plot g:has(.cross)')].map((g) =>
              g.querySelector('.cross').getBoundingClientRect().top - g.querySelector('text').getBoundingClientRect().bottom)"""
        )
        assert apart and min(apart) >= -4, apart


def test_wide_tables_show_that_they_go_on(site):
    with site.page("/experiments/classification", size=NARROW) as page:
        wait_for_chart(page.locator("experiment-cell"))
        table = page.locator(".chart-slot .table-scroll")
        assert table.evaluate("(e) => e.scrollWidth > e.clientWidth"), "wider than the phone"
        assert table.evaluate("(e) => getComputedStyle(e).backgroundImage.split('linear-gradient').length") >= 5
        table.focus()
        page.keyboard.press("ArrowRight")
        wait_until(table, "(e) => e.scrollLeft > 0")


def test_operations_say_what_they_are_put_in_order_with(site):
    with site.page("/experiments/replay") as page:
        wait_for_chart(page.locator("experiment-cell"))
        assert page.locator(".chart-slot thead th").all_inner_texts()[:2] == ["Operation a", "Operation b"]
        assert "" not in page.locator(".chart-slot tbody td:nth-child(2)").all_inner_texts()
