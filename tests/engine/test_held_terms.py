"""What places of expansions feed into the final scoring: terms, pieces, and what printed points count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen

import keyflower as kf
from keyflower.bots import FIRST, Appraiser
from keyflower.engine.scoring import best_total, score_seat
from keyflower.extend import (
    BACK,
    EMPTY,
    OWNER,
    Count,
    Expansion,
    Face,
    Good,
    Line,
    Measure,
    Need,
    Once,
    OwnPlace,
    PerPiece,
    PerStored,
    PieceKind,
    Pool,
    Season,
    Term,
    Tile,
    good_name,
    held,
    open_,
)
from keyflower.extend.powers import FREE_FLIP
from keyflower.model.errors import RulesetError
from keyflower.model.layout import Placed
from keyflower.model.state import Seat, State

NEEDS = {
    "deal": (Need(("anvil",)), Need("resource", 2)),
    "order": (Need(("gold",), 2),),
    "crew": (Need("worker", 3),),
    "promise": (Need(("purple",)),),
    "nonsense": (Need(("unicorn",)),),
}


@frozen
class Folder(OwnPlace):
    """Contracts behind the screen; they pay more in a village with the Stable upgraded."""

    tag: ClassVar[str] = "deals.folder"
    title: ClassVar[str] = "Contracts"
    contracts: Pool = held(by=OWNER, default=EMPTY, of="contract", until_over=True)

    def terms(self, count: Count) -> Iterator[tuple[str, Term]]:
        upgraded = "stable" in count.village and count.village.spot("stable").side == BACK
        for contract in self.contracts.expanded():
            yield (
                good_name(contract),
                Once(10 if upgraded else 7, NEEDS[contract], otherwise=self.unfilled(count)),
            )

    @staticmethod
    def unfilled(count: Count) -> int:
        return 3 if "watermill" in count.village else 0


@frozen
class Signs(OwnPlace):
    """Signs on tiles: the printed points count twice, and so does what is stored there."""

    tag: ClassVar[str] = "deals.signs"
    title: ClassVar[str] = "Signs"
    on: tuple[str, ...] = open_(default=())
    spare: Pool = open_(default=EMPTY)

    def terms(self, count: Count) -> Iterator[tuple[str, Term]]:
        for tile in self.on:
            for score in count.ruleset.face(tile, count.village.spot(tile).side).scores:
                if isinstance(score, PerStored):
                    yield tile, evolve(score, points=2 * score.points)

    def counted(self, count: Count) -> Pool:
        return self.spare

    def printed(self, count: Count, tile: str, points: int) -> int:
        return 2 * points if tile in self.on else points


@frozen
class PerLeft(Measure):
    """Points for every contract left in the supply."""

    def words(self) -> str:
        return "1 point per contract in the supply"

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        return count.supply["deal"], "in the supply"


DEALS = Expansion(
    id="deals",
    version="1",
    title="Deals",
    requires=("base",),
    goods=(*(Good(name, "contract", 2) for name in NEEDS), Good("board", "sign", 9)),
    piece_kinds=(PieceKind("contract"), PieceKind("sign", joker=True)),
    places=(Folder, Signs),
    terms=(PerPiece(4, ("board",)),),
)


@pytest.fixture(scope="module")
def game() -> kf.Game:
    return kf.Game.new(["Ann", "Bob"], seed=1, expansions=[DEALS])


def scored(game: kf.Game, seat: Seat, *, purple: bool = False) -> kf.ScoreSheet:
    """The sheet of a seat; whatever else is asked about it must fit."""
    state = table(game, seat, purple=purple)
    sheet = score_seat(game.ruleset, state, 0)
    assert best_total(game.ruleset, state, 0) == sheet.total == sum(line.points for line in sheet.lines)
    assert sheet.check(sheet.lines).faults == ()
    assert sheet.check(sheet.lines).value == sheet.total
    return sheet


def table(game: kf.Game, seat: Seat, *, purple: bool = False) -> State:
    return evolve(game.state, seats=(seat, game.state.seats[1]), start=0 if purple else 1)


def seat_with(game: kf.Game, *tiles: str, goods: str = "", contracts: str = "", **more: Any) -> Seat:
    """A seat with an un-upgraded home and these tiles (`*` upgraded), and goods on the home."""
    own = evolve(game.state.seats[0], workers=EMPTY, skills=EMPTY)
    village = own.village.with_goods(own.village.layout.tiles[0].name, Pool(goods))
    for name in tiles:
        tile = game.ruleset.tiles[name.rstrip("*")]
        cell, turn = village.layout.places(tile.edges, free=True)[0]
        placed = Placed(tile.name, cell, turn, tile.edges, tile.kind)
        village = village.laying(placed, side=int(name.endswith("*")))
    places = (Folder(Pool(contracts)),) if contracts else ()
    return evolve(own, **{"village": village, "places": places, **more})


def test_a_held_term_is_paid_once(game: kf.Game) -> None:
    sheet = scored(game, seat_with(game, goods="wood5", contracts="deal1", skills=Pool("anvil3")))
    assert sheet.of("deal") == 7
    assert (
        scored(game, seat_with(game, goods="wood5", contracts="deal2", skills=Pool("anvil3"))).of("deal")
        == 14
    )
    assert scored(game, seat_with(game, goods="wood5", skills=Pool("anvil3"))).total == 0


def test_held_terms_compete_with_tiles_and_stores(game: kf.Game) -> None:
    assert scored(game, seat_with(game, "jeweller", goods="gold3", contracts="order1")).total == 7 + 2
    assert scored(game, seat_with(game, "jeweller", goods="gold3")).total == 6
    seat = seat_with(game, "blacksmith*", goods="gold1", contracts="order1")
    stocked = evolve(seat, village=seat.village.with_goods("blacksmith", Pool("gold1")))
    assert scored(game, stocked).total == 7 + game.ruleset.face("blacksmith", BACK).points


def test_a_set_that_is_not_made_pays_what_is_paid_otherwise_and_the_sheet_says_so(game: kf.Game) -> None:
    sheet = scored(game, seat_with(game, "watermill", goods="wood1", contracts="deal1"))
    assert sheet.of("deal") == 3
    assert (
        "not made: 7 points once for anvil and 2 resources of any types, otherwise 3 points"
        in sheet.explain()
    )
    filled = scored(game, seat_with(game, "watermill", goods="gold2", contracts="order1"))
    assert filled.of("order") == 7
    twice = [*filled.lines, Line(good_name("order"), 3, detail=sheet.lines[-1].detail)]
    assert filled.check(twice).faults == ("order: pays only once",)


def test_only_the_purple_worker_himself_is_purple_and_he_is_no_contract(game: kf.Game) -> None:
    assert scored(game, seat_with(game, contracts="promise1"), purple=True).total == 7
    assert scored(game, seat_with(game, contracts="promise1")).total == 0
    assert scored(game, seat_with(game, goods="gold1", contracts="promise1 order1"), purple=True).total == 8


def test_terms_may_depend_on_the_village_and_a_free_flip_sees_what_it_changes(game: kf.Game) -> None:
    seat = seat_with(game, "stable", goods="gold2", contracts="order1")
    stable = game.ruleset.tiles["stable"]
    gain = stable.face(BACK).points - stable.face(0).points
    assert scored(game, seat).total == stable.face(0).points + 7
    sheet = scored(game, evolve(seat, powers=(FREE_FLIP,)))
    assert (sheet.total, sheet.flipped) == (stable.face(0).points + 7 + gain + 3, "stable")


def test_a_place_may_change_what_printed_points_count(game: kf.Game) -> None:
    seat = seat_with(game, "forge*")
    points = game.ruleset.face("forge", BACK).points
    signed = evolve(seat, village=seat.village.with_place(Signs(("forge",))))
    sheet = scored(game, signed)
    assert sheet.total == 2 * points
    assert f"printed points: {points}, counted as {2 * points} (Signs)" in sheet.explain()


def test_a_free_flip_counts_printed_points_as_places_do(game: kf.Game) -> None:
    seat = seat_with(game, "forge", "well", powers=(FREE_FLIP,))
    plain, signed = scored(game, seat), evolve(seat, village=seat.village.with_place(Signs(("well",))))
    assert plain.flipped == "forge"
    assert scored(game, signed).flipped == "well"


def test_a_store_may_be_doubled(game: kf.Game) -> None:
    seat = seat_with(game, "timber_yard*")
    stocked = seat.village.with_goods("timber_yard", Pool("wood2 iron1"))
    (store,) = game.ruleset.face("timber_yard", BACK).scores
    assert isinstance(store, PerStored)
    plain = scored(game, evolve(seat, village=stocked)).total
    double = scored(game, evolve(seat, village=stocked.with_place(Signs(("timber_yard",))))).total
    printed = game.ruleset.face("timber_yard", BACK).points
    assert (plain, double) == (printed + 2 * store.points, 2 * printed + 4 * store.points)


def test_pieces_of_a_place_are_counted_if_the_place_says_so(game: kf.Game) -> None:
    seat = seat_with(game)
    boards = evolve(seat, village=seat.village.with_place(Signs(spare=Pool.of(board=2))))
    assert scored(game, boards).total == 8
    assert scored(game, boards, purple=True).total == 12


def test_a_term_that_names_no_piece_is_refused(game: kf.Game) -> None:
    with pytest.raises(RulesetError, match="no expansion has the good 'unicorn'"):
        scored(game, seat_with(game, contracts="nonsense1"))


def test_a_view_does_not_score_hidden_terms(game: kf.Game) -> None:
    hidden = table(game, seat_with(game, goods="gold2", contracts="order1"))
    dealt = evolve(game, state=hidden)
    assert dealt.view("Ann").score("Ann").of("order") == 7
    with pytest.raises(kf.HiddenInformation):
        dealt.view("Bob").score("Ann")
    assert dealt.view("Bob").score("Bob").total == dealt.score("Bob").total


def test_measures_see_the_supply(game: kf.Game) -> None:
    seat = seat_with(game)
    count = Count(game.ruleset, seat, seat.village, supply=game.state.supply)
    assert PerLeft().measure(count, "home")[0] == 2


def test_bots_see_what_is_left_in_the_supply() -> None:
    clerk = Tile(
        "clerk", title="Clerk", season=Season.WINTER, edges="RRFFFF", front=Face(scores=(PerLeft(),))
    )
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=[evolve(DEALS, tiles=(clerk,))])
    at = table(game, seat_with(game, "clerk"))
    appraiser = Appraiser(game.ruleset, 0, FIRST)
    assert appraiser.points(at) == 2
    assert appraiser.points(evolve(at, supply=at.supply - Pool.of(deal=1))) == 1


def test_bots_keep_the_workers_that_held_terms_want(game: kf.Game) -> None:
    seat = seat_with(game, contracts="crew1", workers=Pool("R3"))
    assert Appraiser(game.ruleset, 0, FIRST).points(table(game, seat)) == 7
