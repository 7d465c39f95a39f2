"""Random play: whole games and parts of games, quickly and repeatably."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TypeAlias

from keyflower.extend.expansion import Expansion
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.options import Decision

Chooser: TypeAlias = Callable[[Decision, Random], Action]
"""Chooses an action for a decision."""

SEATS = tuple(f"P{number}" for number in range(1, 7))
"""The usual names of seats in tests."""


def uniform(decision: Decision, rng: Random) -> Action:
    """Choose any option, each equally likely."""
    return decision.options.sample(rng)


def varied(decision: Decision, rng: Random) -> Action:
    """Choose a kind of action first, then one of that kind: rare kinds come up as often as common ones.

    A turn passes less often than it bids or uses, so that seasons do not end early.
    """
    options = decision.options
    if decision.kind == "turn":
        kinds = ["bid", "use", "bid", "use", "bid", "use", "pass"]
    else:
        kinds = sorted({action.kind for action in options})
    rng.shuffle(kinds)
    for kind in kinds:
        chosen = options.where(kind=kind)
        if chosen:
            return chosen.sample(rng)
    return options.sample(rng)


def random_actions(
    game: Game, rng: Random, *, plies: int | None = None, choose: Chooser = uniform
) -> Iterator[tuple[int, Action, Game]]:
    """Continue a game at random, one action at a time.

    Args:
        game: where to start.
        rng: the source of all choices.
        plies: how many actions at most; by default until the game is over.
        choose: how an action is chosen; see `uniform` and `varied`.

    Yields:
        The seat that acted, its action, and the game after it.
    """
    played = 0
    while not game.over and (plies is None or played < plies):
        decisions = game.decisions
        seat = rng.choice(list(decisions)) if len(decisions) > 1 else next(iter(decisions))
        action = choose(decisions[seat], rng)
        game = game.play(action, seat=seat)
        played += 1
        yield seat, action, game


def playout(game: Game, rng: Random, *, plies: int | None = None, choose: Chooser = uniform) -> Game:
    """Return the game after random actions: to the end, or after `plies` of them.

    >>> playout(Game.new(["Ann", "Bob"], seed=1), Random(1)).over
    True
    """
    last = game
    for _, _, after in random_actions(game, rng, plies=plies, choose=choose):
        last = after
    return last


def random_game(
    seed: int,
    players: int = 4,
    *,
    expansions: Iterable[str | Expansion] = (),
    variants: Iterable[str] = (),
    handicap: Iterable[str | int] = (),
    plies: int | None = None,
    choose: Chooser = uniform,
) -> Game:
    """Return a game played at random from the set-up; the same arguments give the same game.

    Args:
        seed: decides both the chance of the game and the choices of the players.
        players: how many seats, called P1, P2, ...
        expansions: as for `Game.new`.
        variants: as for `Game.new`.
        handicap: as for `Game.new`.
        plies: how many actions at most; by default the whole game.
        choose: how an action is chosen.

    >>> random_game(3, 2, plies=5).ply
    5
    """
    game = Game.new(SEATS[:players], seed=seed, expansions=expansions, variants=variants, handicap=handicap)
    return playout(game, Random(seed), plies=plies, choose=choose)


def moments(game: Game) -> tuple[Game, ...]:
    """Return the game at every moment from its set-up to now, in order.

    >>> [moment.ply for moment in moments(random_game(3, 2, plies=3))]
    [0, 1, 2, 3]
    """
    found = [game]
    while found[-1].parent is not None:
        found.append(found[-1].parent)
    return tuple(reversed(found))
