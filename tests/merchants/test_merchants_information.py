"""The Merchants 10: hidden and public information (scenarios 85 to 87)."""

from random import Random

import keyflower as kf
from keyflower.expansions.merchants import Folder, Hold, Market
from keyflower.kernel.state import hide
from tests.merchants.table import cabins, extensions, merchants, short


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


def test_everybody_knows_how_many_contracts_are_in_the_deck_and_nobody_which():
    """Merchants 10."""
    one, other = merchants(row="woods", deck="reds blues"), merchants(row="woods", deck="irons stones")
    for viewer in (0, 1, 2, -1):
        deck = hide(one.game.state, viewer).place(Market).deck
        assert short(deck) == ["?", "?"]
        assert deck == hide(other.game.state, viewer).place(Market).deck


def test_extensions_and_cabins_are_public():
    """Merchants 10."""
    places = {"P1": [extensions(stable="red_saw"), cabins("home_1", 2)]}
    state = merchants(villages={"P1": ["home_1", "stable back"]}, places=places).game.state
    for viewer in (0, 1, 2, -1):
        view = hide(state, viewer)
        assert view.seats[0].village == state.seats[0].village and view.supply == state.supply


def test_everybody_sees_which_boats_may_replace_sea_bastion_ii():
    """Merchants 10: the boats set aside are public."""
    at = merchants("autumn", boats={"sea_bastion_ii": ""}, phase="boats").play("P1 take sea_bastion_ii")
    for viewer in ("P2", "P3"):
        game = at.game.view(viewer).sample(Random(1))
        assert [str(action) for action in game.options] == at.options


def test_an_exchanged_contract_is_no_longer_under_its_holder():
    """Merchants 10: every view names it in the discard pile."""
    at = merchants(row="", drawn={"P1": "blue_red"}).play("exchange blue_red blue")
    for viewer in (1, 2, -1):
        view = hide(at.game.state, viewer)
        assert short(view.place(Market).discarded) == ["blue_red"]
        assert not view.seats[0].place(Folder).contracts and not view.seats[0].place(Folder).hidden.unknown


def test_a_contract_taken_from_a_boat_is_seen_when_it_is_exchanged():
    """Merchants 10: the others know how many a player holds, not which."""
    at = merchants(drawn={"P1": "blue_red reds"})
    folder = hide(at.game.state, 1).seats[0].place(Folder)
    assert short(folder.hidden) == ["?", "?"]
    folder = hide(at.play("exchange reds red").game.state, 1).seats[0].place(Folder)
    assert short(folder.hidden) == ["?"]


def test_final_scoring_shows_everybody_who_filled_which_contract_with_what():
    """Merchants 10."""
    at = merchants(
        "winter",
        villages={"P1": ["home_1 wood3"]},
        screens={"P1": ""},
        drawn={"P1": "woods"},
        start="P2",
        phase="close",
    )
    assert at.game.over
    for viewer in ("P1", "P2"):
        lines = at.game.view(viewer).scores[0].lines
        assert [line.points for line in lines if ("wood", "wood", 3) in line.used] == [7]


def test_open_hands_do_not_change_what_views_tell_of_contracts():
    """Merchants 10, variant B: from the row open, from the deck and boats face down."""
    at = merchants(open_hands={"P1": "R1"}, row="woods", held={"P1": "golds"}, drawn={"P1": "blues"})
    for viewer in (1, 2, -1):
        folder = hide(at.game.state, viewer).seats[0].place(Folder)
        assert (short(folder.known), short(folder.hidden)) == (["golds"], ["?"])
