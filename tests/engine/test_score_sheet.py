"""Score sheets: lines add up, other ways to count are verified, and nothing better exists."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

import keyflower as kf
from keyflower.engine.scoring import best_total, score_seat
from keyflower.extend.expansion import Expansion
from keyflower.extend.goods import Good, GoodKind, PieceKind
from keyflower.extend.powers import FREE_FLIP
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.scoring import Line
from keyflower.extend.terms import Need, PerSet
from keyflower.facade.data.score_sheets import score_from_data
from keyflower.model.enums import BACK, FRONT
from keyflower.model.layout import Placed
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, State
from keyflower.model.village import Village
from keyflower.testing.random_play import random_game


@pytest.mark.parametrize("seed", range(6))
def test_the_sheet_accepts_itself_and_is_the_quick_total(seed: int) -> None:
    game = random_game(seed, players=3, expansions=["farmers"] if seed % 2 else [])
    for seat, sheet in enumerate(game.scores):
        assert sheet.total == sum(line.points for line in sheet.lines)
        found = sheet.check(sheet.lines)
        assert (found.value, found.faults) == (sheet.total, ())
        assert best_total(game.ruleset, game.state, seat) == sheet.total
        assert str(sheet.total) in sheet.explain().splitlines()[-1]


@pytest.mark.parametrize("seed", range(30))
def test_the_free_flip_is_the_best_of_all_flips_tried_one_by_one(seed: int) -> None:
    game = random_game(seed, players=4, expansions=["farmers"] if seed % 2 else [])
    rng = Random(seed)
    for number, seat in enumerate(game.state.seats):
        village = _upgradable(seat.village, game.ruleset, rng)
        plain = seat.changed(village=village, powers=tuple(slot for slot in seat.powers if slot != FREE_FLIP))
        best, flipped = _total(game, number, plain), ""
        for placed, spot in village:
            if spot.side == FRONT and game.ruleset.tiles[placed.name].upgradable:
                turned = village.with_spot(placed.name, evolve(spot, side=BACK))
                total = _total(game, number, plain.changed(village=turned))
                if total > best:
                    best, flipped = total, placed.name
        able = plain.changed(powers=(*plain.powers, FREE_FLIP))
        sheet = score_seat(game.ruleset, _with_seat(game, number, able), number)
        assert (sheet.total, sheet.flipped) == (best, flipped)


def _upgradable(village: Village, ruleset: Ruleset, rng: Random) -> Village:
    """Return a village with more tiles front up that pay for what lies on them, and goods there."""
    stores = [tile for tile in ruleset.tiles.values() if tile.back and tile.front.scores != tile.back.scores]
    for tile in rng.sample(stores, 2):
        if tile.name not in village:
            cell, rotation = rng.choice(village.layout.places(tile.edges, free=True))
            village = village.laying(Placed(tile.name, cell, rotation, tile.edges, tile.kind))
    for placed, spot in village:
        if ruleset.face(placed.name, spot.side).scores and rng.random() < 0.6:
            good = rng.choice(ruleset.kind(GoodKind.RESOURCE))
            village = village.with_goods(placed.name, spot.goods + Pool.of({good: rng.randrange(1, 6)}))
    return village


def _with_seat(game: kf.Game, number: int, seat: Seat) -> State:
    seats = game.state.seats
    return evolve(game.state, seats=(*seats[:number], seat, *seats[number + 1 :]))


def _total(game: kf.Game, number: int, seat: Seat) -> int:
    return best_total(game.ruleset, _with_seat(game, number, seat), number)


def _sheet_with_pieces() -> kf.ScoreSheet:
    for seed in range(40):
        for sheet in random_game(seed, players=4).scores:
            if any(line.used for line in sheet.lines):
                return sheet
    raise AssertionError("no game used a piece for points")


def test_pieces_cannot_be_used_twice() -> None:
    sheet = _sheet_with_pieces()
    line = next(line for line in sheet.lines if line.used)
    found = sheet.check((*sheet.lines, line))
    assert found.faults


def test_invented_points_are_found() -> None:
    sheet = _sheet_with_pieces()
    line = next(line for line in sheet.lines if line.used)
    dearer = tuple(
        evolve(other, points=other.points + 1) if other is line else other for other in sheet.lines
    )
    assert sheet.check(dearer).faults
    assert sheet.check((Line("moon", 7),)).faults == ("moon: no such line of 7 points",)


def test_a_sheet_survives_json() -> None:
    sheet = _sheet_with_pieces()
    again = score_from_data(sheet.to_data())
    assert again == sheet
    with pytest.raises(ValueError, match="read from data"):
        again.check(sheet.lines)


@pytest.mark.parametrize(("joker", "points"), [(False, 0), (True, 7)])
def test_purple_stands_for_pieces_of_an_own_kind_only_if_the_kind_says_so(joker: bool, points: int) -> None:
    trade = Expansion(
        id="trade",
        version="1",
        title="Trade",
        requires=("base",),
        goods=(Good("contract", "paper", 5),),
        piece_kinds=(PieceKind("paper", joker=joker),),
        terms=(PerSet(7, (Need(("contract",)), Need(("iron",), 2), Need(("anvil",)))),),
    )
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=[trade])
    start = game.state.start
    seat = game.state.seats[start]
    home = seat.village.layout.tiles[0].name
    village = seat.village.with_goods(home, Pool.of(iron=2))
    rich = evolve(seat, village=village, skills=Pool.of(anvil=1))
    seats = tuple(rich if number == start else other for number, other in enumerate(game.state.seats))
    state = evolve(game.state, seats=seats)
    sheet = score_seat(game.ruleset, state, start)
    assert sheet.of("left over") == max(points, 1), "at the least, purple is a gold"
    assert best_total(game.ruleset, state, start) == sheet.total
