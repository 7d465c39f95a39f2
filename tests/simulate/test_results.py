"""Games that are played for their results alone end as they do when every step is taken by the reference engine."""

import sys

import pytest
from attrs import frozen

import keyflower as kf
from keyflower import fast
from keyflower.bots import RandomBot, StewardBot, Weights
from keyflower.bots import bot as named_bot
from keyflower.extend import Effect, Face, Gain
from keyflower.kernel.bots import name_of
from keyflower.simulate import Standing, TilesWon, simulate
from keyflower.simulate.plan import Plan
from keyflower.simulate.plan import driven as step_by_step
from keyflower.simulate.run import play_games

native = pytest.mark.skipif(fast.executor != "native", reason="the native library is not built")


@frozen
class Windfall(Effect):
    """An effect without a hash: what it gives is a list."""

    woods: list[int]

    def words(self):
        return "take what the wind blew down"

    def resolve(self, table, task):
        return Gain(wood=sum(self.woods)).resolve(table, task)


def expansion_with(use):
    tile = kf.Tile("windfall", title="Windfall", season=kf.Season.SPRING, edges="RRRRFF", front=Face(use=use))
    return kf.Expansion(id="wind", version="1", title="Wind", requires=("base",), tiles=(tile,))


EAGER = StewardBot(weights=Weights(worker=(2.0, 1.5, 1.0, 0.0)))
KINDS = [
    (["random", "random"], [], [], 8),
    (["random"] * 6, ["farmers"], [], 4),
    (["random"] * 3, [], ["open-hands"], 4),
    (["steward", "steward"], [], [], 3),
    (["steward"] * 3, ["farmers"], [], 3),
    (["random", EAGER, "steward"], ["farmers"], [], 3),
    (["random", "steward"], [expansion_with(Gain(wood=2))], [], 3),
    (["random", "random"], [expansion_with(Windfall([1, 1]))], [], 3),
]


@pytest.mark.parametrize(("bots", "expansions", "variants", "games"), KINDS)
def test_results_are_those_of_the_reference_engine(bots, expansions, variants, games):
    def start(players, seed):
        return kf.Game.new(players, seed=seed, expansions=expansions, variants=variants)

    seated = tuple((one, named_bot(one)) if isinstance(one, str) else (name_of(one), one) for one in bots)
    known = play_games(Plan(start, seated, (Standing(),)), range(-1, games))
    alone = simulate(
        bots, range(-1, games), expansions=expansions, variants=variants, accumulators=(Standing(),)
    )
    with_games = simulate(
        bots, range(-1, games), expansions=expansions, variants=variants, accumulators=(TilesWon(),)
    )
    assert (alone.games, alone.accumulators) == (known.games, known.accumulators)
    assert with_games.games == known.games


@native
def test_no_game_is_made_where_only_results_are_wanted(monkeypatch):
    made = []

    def driven(game, bots, rng):
        made.append(game)
        return step_by_step(game, bots, rng)

    monkeypatch.setattr(sys.modules[simulate.__module__], "_driven", driven)
    simulate(["random", "random"], range(3), accumulators=(Standing(),))
    assert made == []
    simulate(["random", "random"], range(3), accumulators=(TilesWon(),))
    assert len(made) == 3


def test_bots_of_other_classes_are_asked_themselves():
    class Careful(RandomBot):
        def choose(self, view, decision, rng):
            return decision.options[0]

    careful, random = (simulate([bot, bot], [5]).games[0] for bot in (Careful(), RandomBot()))
    assert careful.plies != random.plies


def test_what_cannot_be_set_up_is_refused_as_ever():
    with pytest.raises(kf.SetupError, match="2 to 6 players, not 7"):
        simulate(["random"] * 7, range(1))
    with pytest.raises(kf.SetupError, match="a seed is a whole number"):
        simulate(["random"] * 2, [True])
    with pytest.raises(kf.UnknownName):
        simulate(["random"] * 2, range(1), expansions=["framers"])
