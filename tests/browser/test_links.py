"""Coming back to a table: when the server has no room, and with a new link for a seat."""

from __future__ import annotations

import json

from tests.browser.conftest import Served
from tests.browser.people import Person


def test_a_server_without_room_says_so_and_the_window_comes_back_when_it_was_told_to(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    came: list[int] = []

    def door(route) -> None:
        came.append(1)
        if len(came) > 1:
            route.connect_to_server()
            return
        route.send(json.dumps({"type": "wait", "again": 2, "reason": "Everybody is here already."}))
        route.close(code=1013)

    context = browser.new_context()
    page = context.new_page()
    page.route_web_socket("**/socket", door)
    page.goto(served.address + table["seats"][0]["link"])
    page.get_by_text("Everybody is here already.").wait_for()
    page.wait_for_selector(".desk")
    assert len(came) == 2 and not page.get_by_text("Everybody is here already.").count()
    context.close()


def test_a_new_link_opens_the_seat_and_the_old_one_does_not(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    old = served.address + table["seats"][0]["link"]
    ann = Person(browser, old)
    ann.page.locator("nav button[aria-expanded]").click()
    ann.page.locator("[data-do=new-link]").click()
    ann.page.wait_for_function("(old) => location.href !== old", arg=old)
    ann.page.wait_for_selector(".desk")
    new = ann.page.url
    kept = json.loads(ann.page.evaluate("localStorage.getItem('keyflower.tables')"))
    assert [served.address + one["link"] for one in kept] == [new]
    assert Person(browser, old).page.locator(".nowhere").count()
    again = Person(browser, new)
    assert again.page.locator(".desk").count() and not ann.errors
