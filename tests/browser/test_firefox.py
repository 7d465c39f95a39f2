"""The same table in another browser: whole games by real clicks in Debian's Firefox."""

from __future__ import annotations

import shutil
from random import Random

import pytest

from tests.browser.conftest import Served
from tests.browser.firefox import Firefox, FirefoxPerson
from tests.browser.people import number, play_out, points_of
from tests.browser.test_table import DESKTOP, PHONE

COMMAND = shutil.which("firefox-esr") or shutil.which("firefox")


@pytest.fixture
def firefox(tmp_path):
    if COMMAND is None:
        pytest.skip("no Firefox is installed: apt-get install firefox-esr")
    profile = tmp_path / "profile"
    profile.mkdir()
    found = Firefox(COMMAND, profile)
    yield found
    found.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_a_whole_game_is_played_by_real_clicks_in_firefox(served: Served, firefox, size):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob", "bot": "random"}], expansions=["farmers"])
    ann = FirefoxPerson(firefox, served.address + table["seats"][0]["link"], Random(5), viewport=size)
    play_out([ann])
    live = served.server._tables[table["table"]]
    totals = ann.tab.evaluate(
        "() => [...document.querySelectorAll('.rank')]"
        ".map((one) => [one.dataset.rank, one.querySelector('.total').textContent])"
    )
    assert {number(seat): number(total) for seat, total in totals} == dict(enumerate(points_of(live.game)))
    assert ann.tab.evaluate("() => document.documentElement.scrollWidth") <= size["width"]
    assert ann.tab.evaluate("() => window.seen") == []
