"""People at a table: clocks, a bot that plays for somebody who left, chat, and an address that is called."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random
from typing import ClassVar

import pytest

from tests.browser.conftest import Served
from tests.browser.people import Person, play_out
from tests.browser.test_history import SHOWN, look_at
from tests.browser.test_lobby import lobby
from tests.browser.test_table import PHONE, serious

PEOPLE = [{"name": "Ann"}, {"name": "Bob"}]
SIZES = [PHONE, {"width": 1280, "height": 800}]


class Time:
    """The time of a server, which a test can move on."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        import time

        return time.time() + self.ahead


@pytest.fixture
def timed(tmp_path, dealt_by_seed) -> Iterator[tuple[Served, Time]]:
    time = Time()
    server = Served(tmp_path / "tables.sqlite3", time=time, webhooks="all")
    yield server, time
    server.stop()


def sat(browser, served: Served, table: dict, **how) -> list[Person]:
    people = [
        Person(browser, served.address + seat["link"], Random(seat["name"]), **how)
        for seat in table["seats"]
        if seat["link"]
    ]
    for person in people:
        person.page.wait_for_timeout(50)
    return people


def ring(served: Served, table: dict) -> None:
    """Let the server look at its duties now instead of in a few seconds."""
    live = served.server._tables[table["table"]]
    served.loop.call_soon_threadsafe(live.wake)


# ---------------------------------------------------------------------- clocks and bots


def test_two_people_and_a_bot_play_a_whole_game_with_clocks_and_one_leaves_and_comes_back(timed, browser):
    served, time = timed
    table = served.open(
        players=[*PEOPLE, {"name": "Cid", "bot": "random"}], clock={"move": 600, "game": 7200, "zero": "bot"}
    )
    ann, bob = sat(browser, served, table)
    live = served.server._tables[table["table"]]
    while live.ply < 12:
        acted = [person.act() for person in (ann, bob) if person.asked]
        ann.page.wait_for_timeout(5 if any(acted) else 60)
    assert ann.page.locator(".desk .clock").inner_text().count(":") >= 1
    assert ann.page.locator(".rival .clock").count() == 1, "bots have no clock"
    bob.page.goto("about:blank")
    ann.page.wait_for_selector(".rival .chip-note:has-text('away')")
    while 1 not in live.game.decisions:
        acted = [ann.act()] if ann.asked else []
        ann.page.wait_for_timeout(5 if any(acted) else 60)
    before = live.ply
    time.ahead += 601
    ring(served, table)
    ann.page.wait_for_selector(".toast:has-text('Bob has run out of time')")
    ann.page.wait_for_selector(".rival .chip-note:has-text('a bot')")
    while live.ply < before + 12:
        acted = [ann.act()] if ann.asked else []
        ann.page.wait_for_timeout(5 if any(acted) else 60)
    assert live.seats[1].bot
    back = Person(browser, served.address + table["seats"][1]["link"], Random(2))
    assert "A bot plays for you." in back.page.locator(".desk").inner_text() and not back.asked
    back.page.locator("[data-do=come-back]").click()
    ann.page.wait_for_selector(".toast:has-text('Bob is back')")
    back.page.locator("[data-do=come-back]").wait_for(state="detached")
    assert not live.seats[1].bot
    play_out([ann, back])
    back.page.wait_for_selector("main.final")
    for person in (ann, back):
        look_at(person, live.ply // 2)
    assert ann.page.evaluate(SHOWN) == back.page.evaluate(SHOWN), "both ends show the same game"
    assert "Bob" not in live.game.log.dumps().split("\n")[-2], "what was said is not in the log"
    assert not ann.errors and not back.errors


@pytest.mark.parametrize("viewport", SIZES, ids=["phone", "desk"])
def test_those_who_remain_let_a_bot_play_for_somebody_who_left(timed, browser, viewport):
    served, time = timed
    table = served.open(players=PEOPLE)
    people = sat(browser, served, table, viewport=viewport, bypass_csp=True)
    gone = next(person for person in people if person.asked)
    ann = next(person for person in people if person is not gone)
    seat = people.index(gone)
    gone.page.goto("about:blank")
    button = ann.page.locator("[data-do=take-over]")
    button.wait_for()
    button.click()
    ann.page.wait_for_selector(".problem:has-text('only just left')")
    time.ahead += 30
    button.click()
    ann.page.wait_for_selector(".whose.mine")
    assert served.server._tables[table["table"]].seats[seat].bot
    ann.page.wait_for_selector(".toast button")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert serious(ann.page) == [] and not ann.errors


def test_somebody_who_has_to_go_lets_a_bot_play_from_the_menu(timed, browser):
    served, _ = timed
    table = served.open(players=PEOPLE)
    people = sat(browser, served, table)
    first = next(person for person in people if person.asked)
    first.page.get_by_role("button", name="Menu").click()
    first.page.locator("[data-do=let-bot]").click()
    first.page.wait_for_selector("[data-do=come-back]")
    other = next(person for person in people if person is not first)
    other.page.wait_for_selector(".whose.mine")


def test_a_clock_runs_down_and_is_marked_when_little_is_left(timed, browser):
    served, time = timed
    table = served.open(players=PEOPLE, clock={"move": 120, "zero": "nothing"})
    people = sat(browser, served, table)
    first = next(person for person in people if person.asked)
    other = next(person for person in people if person is not first)
    first.page.locator("[data-do=pass]").click()
    other.page.wait_for_selector(".desk .clock.runs")
    minutes, seconds = other.page.locator(".desk .clock").inner_text().split(":")
    assert 0 < 60 * int(minutes) + int(seconds) <= 120
    other.page.wait_for_function(
        "(was) => document.querySelector('.desk .clock').innerText !== was", arg=f"{minutes}:{seconds}"
    )
    assert other.page.locator(".desk .clock").get_attribute("title").startswith("For each move: ")
    assert other.page.locator(".head .clock").count() == 0, "the own clock is in the panel"
    first.page.wait_for_selector(".head .clock.runs")  # beside the name of who thinks
    time.ahead += 110
    other.page.reload()
    other.page.wait_for_selector(".desk .clock.short")
    time.ahead += 60
    other.page.reload()
    other.page.wait_for_selector(".desk .clock:has-text('0:00')")
    ring(served, table)
    assert other.asked and not any(seat.bot for seat in served.server._tables[table["table"]].seats)


# ---------------------------------------------------------------------- chat


def chat_of(person: Person, viewport) -> None:
    person.page.locator("[data-tab=log]" if viewport == PHONE else ".chat-button").click()
    if viewport == PHONE:
        person.page.locator("[data-drawer=chat]").click()
    person.page.wait_for_selector(".chat form")


@pytest.mark.parametrize("viewport", SIZES, ids=["phone", "desk"])
def test_people_talk_with_words_and_reactions_and_mute_each_other(timed, browser, viewport):
    served, _ = timed
    table = served.open(players=PEOPLE)
    ann, bob = sat(browser, served, table, viewport=viewport, bypass_csp=True)
    chat_of(ann, viewport)
    ann.page.locator(".chat input").fill("<img src=x onerror=alert(1)> & hello")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector(".chat li:has-text('<img src=x')")
    toast = bob.page.locator(".toast")
    bob.page.wait_for_selector(".toast:has-text('<img src=x')")
    assert bob.page.locator(".unread, .tabs em").first.inner_text().startswith("1")
    toast.locator("button").click()
    bob.page.wait_for_selector(".chat li:has-text('& hello')")
    assert bob.page.locator(".chat img").count() == 0 and bob.page.locator(".unread").count() == 0
    bob.page.locator("[data-reaction=thanks]").click()
    ann.page.wait_for_selector(".chat li:has-text('Thanks!')")
    assert serious(ann.page) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    ann.page.locator("[data-mute='1']").click()
    ann.page.locator(".chat li:has-text('Thanks!')").wait_for(state="detached")
    ann.page.reload()
    ann.page.wait_for_selector(".desk")
    if viewport == PHONE:
        chat_of(ann, viewport)
    ann.page.locator("[data-drawer=chat]").click()
    ann.page.wait_for_selector(".chat li:has-text('hello')")
    assert "Thanks" not in ann.page.locator(".chat ol").inner_text()
    guest = Person(browser, served.address + table["spectator"], viewport=viewport)
    guest.page.locator("[data-tab=log]" if viewport == PHONE else ".chat-button").click()
    guest.page.locator("[data-drawer=chat]").click()
    guest.page.wait_for_selector(".chat li:has-text('Thanks!')")
    assert guest.page.locator(".chat form, [data-reaction]").count() == 0, "watchers only read"
    assert not ann.errors and not bob.errors


def test_a_reaction_is_read_in_the_own_language(timed, browser):
    served, _ = timed
    table = served.open(players=PEOPLE)
    links = [served.address + seat["link"] for seat in table["seats"]]
    ann, bob = Person(browser, links[0], locale="en"), Person(browser, links[1], locale="uk")
    ann.page.locator(".chat-button").click()
    ann.page.locator("[data-reaction=well_played]").click()
    bob.page.wait_for_selector(".toast:has-text('Чудова')")


# ---------------------------------------------------------------------- the lobby


class Receiver(BaseHTTPRequestHandler):
    """A web server that remembers what it was told."""

    heard: ClassVar[list[dict]] = []

    def do_POST(self) -> None:
        self.heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_clocks_and_an_address_are_chosen_in_the_lobby_and_the_address_is_called(timed, browser):
    served, _ = timed
    receiver = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    page = lobby(browser, served, bypass_csp=True)
    assert page.locator("[name=clock-zero]").is_disabled(), "without a clock nothing reaches zero"
    page.locator("[name=clock-move]").select_option("120")
    page.locator("[name=clock-game]").select_option("3600")
    page.locator("[name=clock-zero]").select_option("bot")
    page.locator("[name=webhook]").fill(f"http://127.0.0.1:{receiver.server_port}/hook")
    assert serious(page) == []
    page.locator("button[type=submit]").click()
    page.locator("a.sit").first.click()
    page.wait_for_selector(".whose.mine")
    page.wait_for_selector(".desk .clock")
    table = page.url.split("/t/")[1].split("#")[0]
    clock = served.server._tables[table]._kept.clock
    assert clock is not None and (clock.move, clock.game, clock.zero) == (120, 3600, "bot")
    for _ in range(2_000):
        if Receiver.heard:
            break
        page.wait_for_timeout(50)
    receiver.shutdown()
    assert Receiver.heard[0]["table"] == table and Receiver.heard[0]["seats"] == [{"seat": 0, "name": "Ann"}]


def test_clocks_are_part_of_the_settings_that_a_link_holds(timed, browser):
    served, _ = timed
    page = lobby(browser, served, "/?player=Ann&player=Bob&clock=120,3600,bot", viewport=PHONE)
    values = "[...document.querySelectorAll('.clock-wish select')].map((one) => one.value)"
    assert page.evaluate(values) == ["120", "3600", "bot"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_chat_and_the_clocks_fit_into_a_window_enlarged_four_times(timed, browser):
    served, _ = timed
    small = {"width": 320, "height": 256}
    table = served.open(players=PEOPLE, clock={"move": 120, "game": 3600, "zero": "bot"})
    ann, _ = sat(browser, served, table, viewport=small, reduced_motion="reduce")
    for _ in range(2):
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= 320
        chat_of(ann, PHONE)
    box = ann.page.locator(".chat form .main").bounding_box()
    assert box is not None and box["x"] + box["width"] <= 320
    page = lobby(browser, served, viewport=small)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_what_is_asked_leads_to_its_line_of_the_rules(timed, browser):
    served, _ = timed
    people = sat(browser, served, served.open(players=PEOPLE))
    first = next(person for person in people if person.asked)
    first.page.locator("[data-do=rules-of]").click()
    assert first.page.get_by_role("dialog").locator(".asked dt").inner_text() == "Turn"
    first.page.keyboard.press("Escape")
    assert first.asked


@pytest.mark.parametrize("viewport", SIZES, ids=["phone", "desk"])
def test_what_the_others_did_since_the_own_move_is_said_where_one_decides(timed, browser, viewport):
    served, _ = timed
    table = served.open(players=[*PEOPLE, {"name": "Cid"}])
    people = sat(browser, served, table, viewport=viewport)
    first = next(person for person in people if person.asked)
    order = [people[(people.index(first) + n) % 3] for n in range(3)]
    said = first.page.locator(".lately" if viewport == PHONE else ".latest")
    first.page.locator("[data-do=pass]").click()
    first.page.wait_for_selector(".whose:not(.mine)")
    assert said.inner_text() == "You pass."
    for number, person in enumerate(order[1:]):
        person.page.wait_for_selector(".whose.mine")
        person.page.locator(".lot.open").nth(number).click()
        person.page.locator(".size").first.click()
    first.page.wait_for_selector(".whose.mine")
    names = [("Ann", "Bob", "Cid")[people.index(person)] for person in order[1:]]
    assert said.inner_text().startswith(f"{names[0]} bids ") and f". {names[1]} bids " in said.inner_text()
