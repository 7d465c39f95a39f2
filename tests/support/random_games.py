"""Whole random games for tests: strategies of set-ups and of moments, and plain functions beside them."""

import random
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen
from hypothesis import strategies as st

import keyflower as kf

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Fay")


@frozen
class Table:
    """How a game is set up; small, hashable and readable in a failing example."""

    players: int = 3
    farmers: bool = False
    variants: tuple[str, ...] = ()
    handicap: tuple[int, ...] = ()
    seed: int = 0
    merchants: bool = False

    @property
    def expansions(self) -> list[str]:
        return [*(["farmers"] if self.farmers else []), *(["merchants"] if self.merchants else [])]

    def new(self) -> kf.Game:
        return kf.Game.new(
            NAMES[: self.players],
            seed=self.seed,
            expansions=self.expansions,
            variants=self.variants,
            handicap=self.handicap,
        )


def random_step(game: kf.Game, rng: random.Random) -> kf.Game:
    """Play any option of any seat that decides."""
    decisions = game.decisions
    seat = rng.choice(list(decisions))
    return game.play(decisions[seat].options.sample(rng), seat=seat)


def played(game: kf.Game, rng: random.Random) -> Iterator[kf.Game]:
    """Iterate the game at every moment until it is over."""
    yield game
    while not game.over:
        game = random_step(game, rng)
        yield game


@lru_cache(maxsize=64)
def whole_game(table: Table, playout: int = 0) -> tuple[kf.Game, ...]:
    """Return a game at each of its moments; kept, because many tests look at the same ones."""
    return tuple(played(table.new(), random.Random(playout)))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Set-ups: 2-6 players, every mixture of expansions, every variant, some players handicapped."""
    players = draw(st.integers(2, 6))
    farmers, merchants = draw(st.booleans()), draw(st.booleans())
    known = [
        "open-hands",
        *(["farmers-first"] if farmers else []),
        *(["merchants-first"] if merchants else []),
    ]
    variants = tuple(sorted(draw(st.sets(st.sampled_from(known)))))
    handicap = tuple(sorted(draw(st.sets(st.integers(0, players - 1), max_size=2))))
    return Table(players, farmers, variants, handicap, draw(st.integers(0, 2**32)), merchants)


@st.composite
def games(draw: st.DrawFn) -> tuple[kf.Game, ...]:
    """Whole games, moment by moment."""
    return whole_game(draw(tables()), draw(st.integers(0, 2**16)))


@st.composite
def moments(draw: st.DrawFn) -> kf.Game:
    """A game at any of its moments."""
    game = draw(games())
    return game[draw(st.integers(0, len(game) - 1))]


EVERY_KIND = (
    *(
        Table(players, farmers, variants, handicap=(1,) if players % 2 else (), seed=players)
        for players in range(2, 7)
        for farmers in (False, True)
        for variants in (
            (),
            ("open-hands",),
            *((("farmers-first",), ("farmers-first", "open-hands")) if farmers else ()),
        )
    ),
    *(
        Table(players, farmers, variants, seed=players, merchants=True)
        for players in range(2, 7)
        for farmers, variants in (
            (False, ()),
            (False, ("merchants-first", "open-hands")),
            (True, ("farmers-first", "merchants-first")),
        )
    ),
)
"""One set-up of each kind: every number of players, every expansion, every variant."""
