"""The history of a table: a scrubber over all moves, a link to a moment, the log, and playing on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import keyflower as kf
from tests.browser.conftest import Served
from tests.browser.people import Person, settled
from tests.browser.test_table import PHONE, serious
from tests.support.random_games import Table, whole_game

SHOWN = """() => [
    [...document.querySelectorAll(".auction .lot, .auction .boat")].map((one) => one.innerText),
    document.querySelector(".at").innerText, document.querySelector(".head h1").innerText]"""


def shows(person: Person, ply: int) -> None:
    """Wait until the table is drawn as it was after a move."""
    person.page.wait_for_selector(f".scrubber[data-shown='{ply}']")
    settled(person.page)


def look_at(person: Person, ply: int) -> None:
    """Open the history, and go to a move with the knob."""
    if not person.page.locator(".scrubber").count():
        person.page.locator("[data-do=history], .history-button").first.click()
        person.page.wait_for_selector(".scrubber")
    person.page.locator(".scrub input").fill(str(ply))
    shows(person, ply)


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
    shows(guest, 33)
    shows(ann, 33)
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
