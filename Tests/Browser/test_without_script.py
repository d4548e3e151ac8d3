"""Without script: questions before answers, and everything that can be taken away."""

import urllib.parse

LESSON = "/lessons/how-long-to-wait"


def test_answer_is_folded_below_its_question(site):
    with site.page(LESSON, script=False) as page:
        cell = page.locator("#full-jitter")
        assert cell.locator(".ask").is_visible() and cell.locator(".draw").is_visible()
        assert not cell.locator(".reading").is_visible() and not cell.locator("table").first.is_visible()
        cell.get_by_text("Show the result").click()
        assert cell.locator(".reading").is_visible() and cell.locator("table").first.is_visible()
        assert not cell.locator(".chart-slot").is_visible()


def test_what_was_sent_is_answered_openly(site):
    with site.page(LESSON, script=False) as page:
        cell = page.locator("#full-jitter")
        cell.locator("input[name=clients]").fill("200")
        cell.get_by_role("button", name="Run").click()
        page.wait_for_url("**#full-jitter")
        assert "200 clients" in page.locator("#full-jitter .reading").inner_text()
        assert page.locator("#full-jitter .reading").is_visible()
        assert not page.locator("#three-ways .reading").is_visible(), "the others stay folded"


def test_result_can_be_taken_away(site):
    with site.page(f"{LESSON}?cell=full-jitter&clients=200&strategy=full#full-jitter", script=False) as page:
        links = page.locator("#full-jitter .links")
        found = {link.inner_text(): link.get_attribute("href") for link in links.locator("a").all()}
        assert set(found) == {"Permalink", "JSON", "CSV"}, found
        for href in found.values():
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(href).query)
            assert query["clients"] == ["200"] and query["retries"] == ["5"] and query["strategy"] == ["full"], href
        answer = page.request.get(site.address + found["JSON"]).json()
        assert answer["parameters"]["clients"] == 200
        assert page.request.get(site.address + found["CSV"]).text().startswith("Strategy,")
        links.locator("summary").click()
        curl = links.locator("code").first.inner_text()
        assert curl == f'curl "$SITE{found["JSON"]}"', curl
        page.goto(site.address + found["Permalink"])
        assert "200 clients" in page.locator("#full-jitter .reading").inner_text()
