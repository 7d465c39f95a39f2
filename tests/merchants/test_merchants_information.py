"""The Merchants 10: hidden and public information (scenarios 85 to 87)."""

from random import Random

import keyflower as kf
from keyflower.expansions.merchants import Folder, Hold, Market
from keyflower.kernel.state import hide
from tests.merchants.table import merchants, short


def secret(drawn, aboard):
    return merchants(
        players=6,
        row="woods",
        discarded="reds",
        held={"P1": "golds"},
        drawn={"P1": drawn},
        aboard={"white_wind_ii": aboard},
    ).game.state


def test_m85_what_is_hidden_does_not_show_in_views():
    one, other = secret("blues", "irons"), secret("stones", "purple")
    assert one != other
    for viewer in (*range(1, 6), -1):
        assert hide(one, viewer) == hide(other, viewer)
    assert hide(one, 0) != hide(other, 0)


def test_m86_a_view_shows_numbers_and_what_was_taken_openly():
    view = hide(secret("blues", "irons"), 1)
    folder, market = view.seats[0].place(Folder), view.place(Market)
    assert (short(folder.known), short(folder.hidden)) == (["golds"], ["?"])
    assert (short(market.row), short(market.discarded)) == (["woods"], ["reds"])
    assert set(short(market.deck)) == {"?"}
    (berth,) = [berth for berth in view.berths if berth.places]
    assert short(berth.place(Hold).contracts) == ["?"]


def test_m87_a_redacted_log_shows_an_exchange():
    at = merchants(drawn={"P1": "blue_red"}).play("exchange blue_red blue")
    log = at.game.log.redacted("P2").dumps()
    assert "exchange contract_blue_red blue" in log or '"contract":"contract_blue_red"' in log
    assert "merchants.contract-exchanged" in log
    told = [line for entry in at.game.log.redacted("P2") for line in at.game.tell(entry)]
    assert any("Blue and red" in line and "blue" in line for line in told)


def test_the_end_of_the_game_shows_all_contracts():
    game, rng = kf.Game.new(["Ann", "Bob"], seed=3, expansions=["merchants"]), Random(3)
    while not game.over:
        decision = next(iter(game.decisions.values()))
        keep = decision.options.where(keep=lambda action: action.kind != "exchange")
        game = game.play((keep or decision.options).sample(rng), seat=decision.seat)
    held = [seat.place(Folder).contracts for seat in game.state.seats]
    assert any(held)
    for viewer in (0, 1, -1):
        assert [seat.place(Folder).contracts for seat in hide(game.state, viewer).seats] == held


def test_a_sample_of_a_view_is_a_whole_game():
    state = secret("blues", "irons")
    game = merchants(players=6, row="woods", drawn={"P1": "blues"}, aboard={"white_wind_ii": "irons"}).game
    dealt = game.view("P2").sample(Random(1))
    assert dealt.state.seats[0].place(Folder).hidden.total == 1
    assert hide(dealt.state, 1) == hide(game.state, 1) and state.viewer is None
