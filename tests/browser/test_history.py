"""The history of a table: a scrubber over all moves, a link to a moment, the log, and playing on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import keyflower as kf
from tests.browser.conftest import Served
from tests.browser.people import Person
from tests.browser.test_table import PHONE, serious
from tests.support.random_games import Table, whole_game

SHOWN = """() => [
    [...document.querySelectorAll(".lot, .boat")].map((one) => one.innerText),
    document.querySelector(".at").innerText, document.querySelector(".head h1").innerText]"""


def look_at(person: Person, ply: int) -> None:
    """Open the history, and go to a move with the knob."""
    if not person.page.locator(".scrubber").count():
        person.page.locator("[data-do=history], .history-button").first.click()
        person.page.wait_for_selector(".scrubber")
    person.page.locator(".scrub input").fill(str(ply))
    person.page.wait_for_function(
        f"document.querySelector('.desk .label small').innerText.endsWith(' {ply}')"
    )
    person.page.wait_for_timeout(300)


def test_the_history_of_both_ends_shows_the_same_game(served: Served, browser):
    moments = whole_game(Table(players=2))
    people = [Person(browser, link, bypass_csp=True) for link in served.resume(moments[-1])]
    middle = len(moments) // 2
    for person in people:
        look_at(person, middle)
    seen = [person.page.evaluate(SHOWN) for person in people]
    assert seen[0] == seen[1] and seen[0][0], "the same lots, bids, boats, move and season"
    hidden = "document.querySelector('.strip').innerText.includes('?')"
    assert not any(person.page.evaluate(hidden) for person in people), "nothing is hidden any more"
    assert serious(people[0].page) == []
    first = people[0].page
    first.locator("[data-do=later]").click()
    first.get_by_text(f"Move {middle + 1} of {moments[-1].ply}").wait_for()
    first.keyboard.press("[")
    first.get_by_text(f"Move {middle} of {moments[-1].ply}").wait_for()
    first.keyboard.press("Escape")
    first.wait_for_selector("main.final")
    assert not people[0].errors and not people[1].errors


def test_while_the_game_goes_on_the_past_shows_what_was_known_then_and_nothing_is_played(
    served: Served, browser
):
    moments = whole_game(Table(players=2))
    now = next(moment for moment in moments[40:] if 0 in moment.decisions)
    ann = Person(browser, served.resume(now)[0])
    look_at(ann, 10)
    assert ann.page.evaluate("document.querySelector('.strip').innerText") and not ann.asked
    assert "could know then" in ann.page.locator(".desk").inner_text()
    table = ann.page.url.split("/t/")[1].split("?")[0]
    ann.page.keyboard.press("p")
    ann.page.locator(".lot").first.click()
    assert not ann.page.locator(".size, [data-do=pass], [data-do=play-on]").count()
    assert served.server._tables[table].ply == now.ply
    ann.page.locator("[data-do=leave-history]").click()
    ann.page.wait_for_selector(".whose.mine")


def test_a_link_leads_anybody_to_a_moment_and_holds_no_secret(served: Served, browser):
    moments = whole_game(Table(players=2))
    link = served.resume(moments[-1])[0]
    ann = Person(browser, link)
    look_at(ann, 33)
    ann.page.locator("[data-do=moment-link]").click()
    ann.page.locator("[data-do=moment-link]", has_text="Copied").wait_for()
    ann.page.evaluate(
        "document.body.append(Object.assign(document.createElement('textarea'), {id: 'paste'}))"
    )
    ann.page.locator("#paste").focus()
    ann.page.keyboard.press("Control+v")
    shared = ann.page.locator("#paste").input_value()
    assert shared.endswith("?move=33") and link.split("#")[1] not in shared
    guest = Person(browser, shared)
    guest.page.get_by_text(f"Move 33 of {moments[-1].ply}").wait_for()
    guest.page.wait_for_timeout(300)
    assert guest.page.evaluate(SHOWN) == ann.page.evaluate(SHOWN)
    ann.page.reload()
    ann.page.get_by_text(f"Move 33 of {moments[-1].ply}").wait_for()


def test_the_log_is_downloaded(served: Served, browser):
    game = whole_game(Table(players=2))[-1]
    ann = Person(browser, served.resume(game)[0])
    look_at(ann, 3)
    with ann.page.expect_download() as found:
        ann.page.locator("[data-do=download]").click()
    text = Path(found.value.path()).read_text("utf-8")
    assert kf.EventLog.loads(text).replay() == game and found.value.suggested_filename.endswith(".jsonl")


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "desk"])
def test_a_finished_game_is_played_on_from_a_moment_with_bots(served: Served, browser, viewport):
    moments = whole_game(Table(players=2))
    turn = next(moment.ply for moment in moments[20:] if 0 in moment.decisions)
    ann = Person(browser, served.resume(moments[-1])[0], viewport=viewport)
    look_at(ann, turn)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    old = ann.page.url
    ann.page.locator("[data-do=play-on]").click()
    ann.page.wait_for_function("(old) => location.pathname !== new URL(old).pathname", arg=old)
    ann.page.wait_for_selector(".whose.mine")
    live = served.server._tables[re.split(r"[/#?]", ann.page.url)[4]]
    assert live.game.ply == turn and [bool(seat.bot) for seat in live.seats] == [False, True]
    assert json.dumps(live.game.view(0).to_data(options=False)["state"])
    assert not ann.errors


def test_the_history_fits_into_a_window_enlarged_four_times(served: Served, browser):
    moments = whole_game(Table(players=2))
    ann = Person(browser, served.resume(moments[-1])[0], viewport={"width": 320, "height": 256})
    look_at(ann, 12)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 320
    for name in ("earlier", "run", "later", "moment-link", "play-on", "download", "leave-history"):
        box = ann.page.locator(f"[data-do={name}]").bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 320


def reviewed(moments) -> list[dict]:
    """A review as a server tells it, with numbers that are easy to find again."""
    found: list[dict] = [
        {"ply": ply, "chances": [[0.4 + ply / 1000, 0.01], [0.6 - ply / 1000, 0.01]], "margins": []}
        for ply in range(len(moments))
    ]
    rest = {"line": [], "margin": [0, 1], "ahead": [0, 1], "deals": 24}
    tried = [
        {"action": name, "words": f"You {name}.", "win": [win, 0.01], **rest}
        for name, win in (("think", 0.47), ("pass", 0.38))
    ]
    more = {
        "seat": 0,
        "kind": "turn",
        "decided": False,
        "loss": [0.09, 0.01],
        "points": [3, 1],
        "edge": [-3, 1],
    }
    found[30]["choice"] = {**more, "grade": "blunder", "played": 1, "best": 0, "tried": tried}
    return found


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "desk"])
def test_the_review_is_shown_on_the_history(served: Served, browser, viewport):
    moments = whole_game(Table(players=2))
    told = reviewed(moments)

    def reviewing(page) -> None:
        def door(route) -> None:
            server = route.connect_to_server()

            def asked(message) -> None:
                if json.loads(message)["type"] != "review":
                    server.send(message)
                    return
                first = {"type": "review", "id": json.loads(message)["id"], "done": 9, "all": len(told)}
                route.send(json.dumps({**first, "moments": told[:9]}))
                rest = {"type": "review", "done": len(told), "all": len(told), "moments": told[9:]}
                route.send(json.dumps(rest))

            def said(message) -> None:
                data = json.loads(message)
                route.send(json.dumps({**data, "hints": False} if data["type"] == "table" else data))

            route.on_message(asked)
            server.on_message(said)

        page.route_web_socket("**/socket", door)

    ann = Person(browser, served.resume(moments[-1])[0], viewport=viewport, bypass_csp=True, before=reviewing)
    page = ann.page
    look_at(ann, 20)
    page.locator("[data-do=review]").click()
    page.locator(".curve polygon").nth(1).wait_for()
    assert page.locator(".chances").inner_text().split()[:5] == ["A", "42", "%", "B", "58"]
    page.locator("[data-mark='31']").click()
    page.get_by_text(f"Move 31 of {moments[-1].ply}").wait_for()
    if viewport == PHONE:
        page.locator(".grip").click()
    rows = page.locator(".alternatives li").all_inner_texts()
    assert ["think" in row for row in rows] == [True, False] and "38 %" in rows[1] and "played" in rows[1]
    assert "a blunder" in page.locator(".alternatives").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert serious(page) == [] and not ann.errors
