"""Nothing is lost and nothing jumps: what does not change is not drawn anew, and a slow server is seen to be slow."""

from __future__ import annotations

from tests.browser.conftest import Served
from tests.browser.people import Person, settled
from tests.browser.test_table import PHONE, moments, two_people


def slow(browser, link: str) -> Person:
    """Open a link with a connection on which nothing comes any more once the table is there."""

    def proxy(route) -> None:
        server, heard = route.connect_to_server(), []

        def told(text: str) -> None:
            heard.append(text)
            if len(heard) < 3:
                route.send(text)

        server.on_message(told)

    return Person(browser, link, before=lambda page: page.route_web_socket("**/socket", proxy))


def test_a_click_at_a_slow_server_is_seen_at_once_and_cannot_be_made_twice(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    people = [slow(browser, served.address + seat["link"]) for seat in table["seats"]]
    first = next(person for person in people if person.asked)
    page = first.page
    page.locator(".lot.open").first.click()
    box = page.locator(".size").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.locator(".sent").inner_text().startswith("Sent: Bid")
    assert page.locator(".size:enabled, .pass:enabled").count() == 0, "all choices rest until the answer"
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(300)
    assert served.server._tables[table["table"]].ply == 1
    assert not first.errors


MARK = """() => {
    for (const one of document.querySelectorAll(".lot, .home .place[data-place], .rival, .log li")) one.marked = true;
    document.querySelector(".log .scroll").scrollTop = 40;
}"""
FRESH = """() => [...document.querySelectorAll(".lot, .home .place[data-place], .rival, .log li")]
    .filter((one) => !one.marked).map((one) => one.className.baseVal ?? one.className)"""


def test_an_update_changes_what_changed_and_leaves_everything_else_alone(served: Served, browser):
    game = moments()["turn"]
    ann, bob, _ = (Person(browser, link) for link in served.resume(game))
    bob.page.keyboard.press("l")
    bob.page.locator("aside.log").wait_for()
    bob.page.evaluate(MARK)
    lines = bob.page.locator(".log li").count()
    ann.page.locator("[data-do=pass]").click()
    bob.page.wait_for_function("(was) => document.querySelectorAll('.log li').length > was", arg=lines)
    fresh = bob.page.evaluate(FRESH)
    new = bob.page.locator(".log li").count() - lines
    assert len(fresh) == new, fresh
    assert bob.page.evaluate("document.querySelector('.log .scroll').scrollTop") >= 40, (
        "the log stays where it was read"
    )


def test_the_buttons_that_end_a_turn_stay_where_they_are(served: Served, browser):
    """Pass is in the same place with and without a card; on a phone at least at the same edge."""
    first, _ = two_people(served, browser)
    before = first.page.locator("[data-do=pass]").bounding_box()
    first.page.locator(".lot.open").first.click()
    first.page.wait_for_selector(".size")
    assert first.page.locator("[data-do=pass]").bounding_box() == before
    phone = Person(browser, first.page.url, viewport=PHONE)
    where = []
    for step in (None, ".lot.open", ".grip", ".grip"):
        if step:
            phone.page.locator(step).first.click()
            settled(phone.page)
        box = phone.page.locator("[data-do=pass]").bounding_box()
        assert box is not None
        where.append((box["x"] + box["width"], box["y"] + box["height"]))
    assert max(x for x, _ in where) - min(x for x, _ in where) < 2, where
    assert max(y for _, y in where) - min(y for _, y in where) < 20, where
