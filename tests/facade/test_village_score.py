"""A village built by hand scores what it would score in a game."""

import pytest
from hypothesis import given

import keyflower as kf
from keyflower.expansions.farmers.herds import Herds
from keyflower.expansions.merchants.contracts import Folder, Market
from keyflower.extend import Expansion, Face, PerPiece
from keyflower.model.layout import Placed
from keyflower.model.pool import Pool
from keyflower.model.state import Seat
from keyflower.testing import scenario
from tests.support.law_games import whole_games

HOME = "home_1@0,0"


def has(seat: Seat, **others):
    return {
        "workers": seat.workers + seat.open_workers,
        "skills": seat.skills + seat.open_skills,
        "stock": seat.stock,
        "places": seat.places,
        **others,
    }


@given(whole_games())
def test_every_village_of_a_finished_game_scores_what_the_game_says(game):
    for number, seat in enumerate(game.state.seats):
        given = has(seat, start=game.start_player == game.players[number], supply=game.supply)
        by_hand = seat.village.score(**given, ruleset=game.ruleset)
        assert by_hand == game.score(number)
        assert (
            seat.village.score(**given).total == by_hand.total
        )  # the built-in expansions are found by themselves


def village(text, **more):
    return scenario(villages={"P1": f"{HOME}; {text}"}, **more).village("P1")


def test_pieces_in_hand_and_the_purple_worker_count():
    scholar = village("scholar", season="winter")
    least, skills = scholar.score(), scholar.score(skills="anvil3 pickaxe1")
    assert (least.total, skills.total) == (0, 9)
    assert village("miner gold3").score(start=True).total == 4


def test_the_expansions_are_found_by_tiles_places_and_pieces():
    folder = village("miner", expansions=["merchants"]).score(places=[Folder()])
    assert folder.total == 0
    at = scenario(villages={"P1": "home_1 sheep2/1 pig1/2"}, expansions=["farmers"])
    assert isinstance(at.village("P1").places[0], Herds)
    assert at.village("P1").score().total == 3


def test_a_tile_of_ones_own_needs_its_rules():
    mint = kf.Tile("mint", title="Mint", season=kf.Season.WINTER, edges="RFFFFF",
                   front=Face(scores=(PerPiece(3, ("gold",)),)))  # fmt: skip
    pack = Expansion(id="money", version="1.0", title="Money", requires=("base",), tiles=(mint,))
    own = village("mint gold2", expansions=[pack])
    assert own.score(expansions=[pack]).total == 6
    with pytest.raises(kf.SetupError, match="there is no tile called 'mint'"):
        own.score()
    with pytest.raises(kf.SetupError, match="not both"):
        own.score(expansions=[pack], ruleset=kf.Game.new(["A", "B"], seed=1, expansions=[pack]).ruleset)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"skills": "R1"}, "red is not among skills: give it as workers"),
        ({"workers": "wood1"}, "wood is not among workers: it lies in the village or in a place"),
        ({"workers": "R99"}, "99 red are more than there are"),
        ({"stock": "beer1"}, "there is no piece called 'beer'"),
        ({"places": [Market()]}, r"merchants.market lies with no player but on another place \(table\)"),
        ({"places": [Herds()]}, "use village.with_place"),
        ({"places": [Folder(Pool.of(unknown=1))], "expansions": []}, "has the place 'merchants.folder'"),
    ],
)
def test_what_does_not_fit_is_said(given, why):
    with pytest.raises(kf.SetupError, match=why):
        village("miner").score(**given)


def test_a_tile_that_lies_otherwise_than_it_is_printed_is_refused():
    home = kf.Village.founded(Placed("home_1", (0, 0), 0, "FFFFFF", "home"))
    with pytest.raises(
        kf.SetupError, match="home_1 with kind and edges home WRRRRR lies there as home FFFFFF"
    ):
        home.score()


def test_unknown_pieces_are_an_error():
    with pytest.raises(kf.HiddenInformation, match="give the pieces you imagine"):
        village("miner").score(workers=Pool.of(unknown=3))
