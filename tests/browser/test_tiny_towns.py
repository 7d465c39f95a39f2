"""Another game in the browser: Tiny Towns from the first resource to the scores, by real clicks."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser.conftest import Served
from tests.browser.people import Person, play_out

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
    assert not [error for person in playing for error in person.errors]
