"""Another game in the browser: Tiny Towns from the first resource to the scores, by real clicks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.browser.conftest import Served
from tests.browser.people import Person, play_out, settled
from tests.browser.test_table import PHONE

tinytowns = pytest.importorskip("tinytowns.declaration", reason="pip install examples/tinytowns")


@pytest.fixture
def towns(tmp_path, dealt_by_seed):
    server = Served(tmp_path / "towns.sqlite3", game=tinytowns.TINY_TOWNS)
    yield server
    server.stop()


@pytest.mark.parametrize("people", [1, 2])
def test_a_whole_game_of_tiny_towns_by_clicks(towns: Served, browser, people: int):
    seats = [{"name": name} for name in ("Ann", "Bob")[:people]]
    table = towns.open(
        players=[*seats, {"name": "Cid", "bot": "greedy"}],
        options={"monuments": False, "buildings": ["first-game"]},
    )
    links = [towns.address + seat["link"] for seat in table["seats"][:people]]
    playing = [Person(browser, link, Random(number)) for number, link in enumerate(links)]
    play_out(playing)
    final = playing[0].page.locator("main.final")
    assert all(name in final.inner_text() for name in ("Ann", "Cid"))
    live = towns.server._tables[table["table"]]
    assert live.game.over
    best = max(live.game.match.points(live.game.state, seat) for seat in range(people + 1))
    assert f"with {best:.0f} point" in final.locator("h2").first.inner_text()
    assert not [error for person in playing for error in person.errors]


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE], ids=["wide", "phone"])
def test_the_lobby_knows_the_players_and_bots_of_the_game(towns: Served, browser, size):
    page = browser.new_context(viewport=size, locale="uk").new_page()
    page.goto(towns.address)
    page.locator("h1", has_text="Tiny Towns").wait_for()
    page.wait_for_function("document.querySelectorAll('.seats option').length === 3 * 4")
    assert page.title() == "Tiny Towns"
    read = "[...document.querySelectorAll('.seats select')].map((one) => one.value)"
    assert page.evaluate(read) == ["", "greedy", "greedy"]
    assert page.locator("#tongue option").all_inner_texts()[1:] == ["English", "Українська"]
    assert not page.locator(".head button").count(), "the rules in short are those of Keyflower"
    for _ in range(2):
        page.locator(".seats .square").last.click()
    assert not page.locator(".seats .square").count(), "one player is enough, none are too few"
    page.locator("button[type=submit]").click()
    page.locator("a.sit").first.click()
    page.wait_for_selector(".desk")
    (live,) = towns.server._tables.values()
    assert live.game.players == ("Ann",)


def test_on_a_phone_ones_own_town_comes_first_and_squares_are_large_enough_to_touch(towns: Served, browser):
    told = towns.open(
        players=[{"name": "Ann"}, {"name": "Bob"}, {"name": "Cid", "bot": "greedy"}],
        options={"monuments": False},
    )
    bob = Person(browser, towns.address + told["seats"][1]["link"], viewport=PHONE)
    boxes = bob.page.evaluate(
        "[...document.querySelectorAll('.game-picture [data-kind=square][data-seat=\"1\"]')]"
        ".map((one) => one.getBoundingClientRect()).map((box) => [box.left, box.right, box.width, box.height])"
    )
    assert len(boxes) == 16
    assert all(left >= 0 and right <= PHONE["width"] for left, right, *_ in boxes)
    assert all(min(sides) >= 40 for _, _, *sides in boxes)
    notes = "[...document.querySelectorAll('.player .who b')].map((one) => one.getBoundingClientRect().width)"
    assert all(width > 15 for width in bob.page.evaluate(notes)), "every name can be read"


def way_to(choices: Any, action: str) -> list[Any]:
    """Return the choices of a tree that lead to an action."""
    for one in choices:
        if one.action is not None and str(one.action) == action:
            return [one]
        below = way_to(one.choices, action) if one.choices else []
        if below:
            return [one, *below]
    return []


DECISIONS: dict[str, tuple[str, str, dict[str, Any], list[str]]] = {
    "a Warehouse takes a cube": ("K.../..../..../....", "place", {"cards": "warehouse"}, ["store a1"]),
    "and gives one back": (
        "K.../..../..../.... a1:wwg", "place", {"cards": "warehouse"}, ["swap a1 glass c3"],
    ),
    "a cottage shelters a cube": (
        "MC../..../..../....", "place", {"monuments": {"Ann": "statue_of_the_bondmaker"}}, ["shelter b1"],
    ),
    "the cavern": ("..../..../..../....", "place", {"cavern": True}, ["cavern"]),
    "a Bank is marked": (
        "hh../wgb./..../....", "build", {"cards": "bank"}, ["build bank a1 b1 a2 b2 c2 on a1", "mark glass"],
    ),
    "the University puts a building": (
        ".b../sgs./..../T...", "build", {"monuments": {"Ann": "grove_university"}},
        ["build grove_university b1 a2 b2 c2 on b2", "put well d4"],
    ),
    "the Guild replaces two": (
        "CW../...g/..hs/.wb.", "build", {"monuments": {"Ann": "architects_guild"}},
        ["build architects_guild d2 c3 d3 b4 c4 on d3", "replace a1 tavern", "replace b1 chapel"],
    ),
    "three buildings on Opaleye's Watch": (
        "w.../bghh/s.../....", "build", {"monuments": {"Ann": "opaleyes_watch"}},
        ["build opaleyes_watch a1 a2 b2 c2 d2 a3 on a1", "stock cottage tavern well"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("name", DECISIONS)
def test_every_kind_of_decision_can_be_made_by_clicks(towns: Served, browser, name: str, size):
    from tinytowns.testing import scenario

    town, stage, options, actions = DECISIONS[name]
    at = scenario([town], players=["Ann", "Bob"], stage=stage, resource="wood", master="Bob", **options)
    link = towns.resume(at.game)[0]
    ann = Person(browser, towns.address + link.removeprefix(towns.address), viewport=size)
    live = towns.server._tables[link.split("/t/")[1].split("#")[0]]
    for action in actions:
        ply = len(live.game.log)
        way = way_to(live.game.decisions[0].options.grouped().choices, action)
        assert way, f"{action} is not possible here"
        for one in way:
            drawn = ann.page.locator(f'.game-picture .choice[data-kind="{one.kind}"][data-key="{one.key}"]')
            listed = ann.page.locator(f'.desk [data-action="{one.action}"]')
            named = ann.page.locator(".desk .pick", has_text=str(one.label))
            next(found for found in (drawn, listed, named) if found.count()).first.click()
            settled(ann.page)
        ann.page.locator(".desk").wait_for()
        for _ in range(200):
            if len(live.game.log) == ply:
                settled(ann.page)  # until the server has heard it
        assert str(live.game.log[ply].action) == action
        for _ in range(10):
            settled(ann.page)  # and the page has heard what came of it
    assert not ann.errors
