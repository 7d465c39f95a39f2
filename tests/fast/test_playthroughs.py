"""Games with the whole way to their end: chosen by the native library, the same as played bot by bot."""

from random import Random

import pytest

import keyflower as kf
from keyflower import fast
from keyflower.bots import FIRST, RandomBot, StewardBot
from keyflower.fast import playthroughs as ways
from keyflower.kernel.bots import play_out
from keyflower.model.events import BoatTaken, LotUnsold, LotWon, TurnOrderSettled
from keyflower.simulate import TABLES, Result, simulate

pytestmark = pytest.mark.skipif(fast.executor != "native", reason="the native library was not built")

NAMES = ["Ann", "Bob", "Cid", "Dot"]
SEATED = [
    (2, [], [None, None]),
    (3, [], [StewardBot().weights] * 3),
    (4, ["farmers"], [StewardBot().weights, None, FIRST, None]),
]


@pytest.mark.parametrize(("players", "expansions", "weights"), SEATED)
def test_a_way_is_what_the_bots_play_step_by_step(players, expansions, weights):
    start = kf.Game.new(NAMES[:players], seed=players, expansions=expansions)
    bots = [RandomBot() if one is None else StewardBot(weights=one) for one in weights]
    rng, other = Random(players), Random(players)
    game, known = ways.played_through(start, rng, weights=weights), play_out(start, bots, other)
    assert game is not None
    assert game.log.dumps() == known.log.dumps()
    assert rng.getstate() == other.getstate()


def test_a_game_that_the_library_cannot_play_has_no_way():
    class OwnRandom(Random):
        pass

    start = kf.Game.new(["Ann", "Bob"], seed=1)
    assert ways.played_through(start, OwnRandom(1)) is None


def test_lots_and_boats_tell_how_the_tiles_of_the_villages_were_won(tmp_path):
    results = simulate(["steward", "random", "random"], range(3), out=tmp_path / "run", tables=TABLES)
    assert results.stored is not None
    won = {
        (row["number"], row["tile"]): row["seat"]
        for table in ("lots", "boats")
        for row in results.stored.rows(table)
        for row in [{"tile": row.get("boat"), **row}]
    }
    laid = [row for row in results.stored.rows("tiles") if row["kind"] not in ("home", "turn_order")]
    assert laid
    for row in laid:
        assert won[row["number"], row["tile"]] == row["seat"]
    assert len([*results.stored.rows("boats")]) == 3 * 3 * 4  # one for each seat in each season of each game
    for row in results.stored.rows("lots"):
        assert (row["seat"] is None) == (row["bid"] == 0) == (row["colour"] is None)


def test_lots_and_boats_miss_nothing_that_happened():
    start = kf.Game.new(NAMES[:3], seed=11, expansions=["farmers"])
    game = ways.played_through(start, Random(11), weights=[StewardBot().weights] * 3)
    assert game is not None
    ended = game.entry.ended
    assert ended is not None
    result = Result(11, ("steward",) * 3, ended.totals, ended.winners, game.ply)
    events = [event for entry in game.log for event in entry.events]
    told = [(row["tile"], row["bid"]) for row in TABLES["lots"](game, result)]
    assert told == [
        (event.tile, event.bid.total if not isinstance(event, LotUnsold) and event.seat >= 0 else 0)
        for event in events
        if isinstance(event, LotWon | LotUnsold | TurnOrderSettled)
    ]
    taken = [(row["boat"], row["seat"]) for row in TABLES["boats"](game, result)]
    assert taken == [(event.boat, event.seat) for event in events if isinstance(event, BoatTaken)]
