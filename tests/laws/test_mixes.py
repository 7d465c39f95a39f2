"""The laws over games with every mix of the built-in expansions, each with every number of players.

More games by hand, at a low priority: ``nice -n 15 python -m tests.laws.test_mixes 20`` plays twenty of each.
"""

import sys
from itertools import combinations
from random import Random

import pytest

from keyflower.facade.game import Game
from keyflower.facade.registry import builtin
from keyflower.kernel.testing import laws
from keyflower.testing import census
from keyflower.testing.random_play import SEATS, playout
from tests.support.law_games import LONGEST, MANNERS

EXTRA = [expansion.id for expansion in builtin().expansions if expansion.id != "base"]
MIXES = [mix for size in range(len(EXTRA) + 1) for mix in combinations(EXTRA, size)]
PLAYERS = range(2, 7)


def variants_of(mix: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """Some variants of a mix, others for another seed; of those that prefer one expansion's tiles at most one."""
    rng = Random(seed)
    firsts = [variant.id for name in mix for variant in builtin().expansion(name).variants]
    others = [variant.id for variant in builtin().expansion("base").variants]
    return (
        *(other for other in others if rng.randrange(2)),
        *([rng.choice(firsts)] if firsts and rng.randrange(2) else []),
    )


def check(mix: tuple[str, ...], players: int, seed: int) -> None:
    """Play a game and check laws 1 to 7 and the counting of pieces on it."""
    rng = Random(seed)
    new = Game.new(SEATS[:players], seed=seed, expansions=mix, variants=variants_of(mix, seed))
    game = playout(new, rng, choose=rng.choice(MANNERS), plies=LONGEST)
    assert game.over
    laws.events_give_the_state(game)
    laws.replaying_gives_the_state(game)
    laws.options_are_what_is_legal(game, rng, moments=4)
    laws.redaction_is_a_square(game)
    laws.hidden_twins_look_alike(game, rng, moments=2)
    laws.values_survive_json(game, rng, moments=2)
    laws.playing_changes_nothing(game)
    laws.somebody_can_act_or_it_is_over(game)
    for moment in laws.moments_of(game)[::20]:
        assert census.losses(game.ruleset, moment.state) == ""


def test_all_mixes_are_there():
    assert len(MIXES) == 2 ** len(EXTRA) >= 4


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("mix", MIXES, ids=lambda mix: "+".join(mix) or "base")
def test_the_laws_hold_in_every_mix(mix, players):
    check(mix, players, seed=players)


if __name__ == "__main__":
    done = 0
    for number in range(int(sys.argv[1])):
        for chosen in MIXES:
            for count in PLAYERS:
                check(chosen, count, seed=1000 + number * 10 + count)
                done += 1
        print(f"{done} games", flush=True)
