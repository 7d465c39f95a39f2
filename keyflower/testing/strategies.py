"""Hypothesis strategies: rulesets, games at any moment, decisions, legal actions and arbitrary ones.

They need the extra ``testing``.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import get_type_hints

from keyflower._install import missing_extra
from keyflower.engine.setup import why_not
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.facade.registry import BASE, builtin, resolve
from keyflower.kernel.actions import Action
from keyflower.kernel.drafts import names_of
from keyflower.kernel.options import Decision
from keyflower.model.actions import (
    ACTIONS,
    Bid,
    Choose,
    Done,
    Move,
    Offer,
    Pass,
    PayWith,
    Place,
    Spend,
    Take,
    Upgrade,
    Use,
)
from keyflower.model.enums import COLOURS
from keyflower.model.pool import Pool
from keyflower.testing.random_play import SEATS, playout, uniform, varied

try:
    from hypothesis import strategies as st
except ImportError as error:  # pragma: no cover - only without the extra
    raise missing_extra("strategies need Hypothesis", "testing") from error

LONGEST = 360
"""More actions than almost any game takes."""


def player_counts() -> st.SearchStrategy[int]:
    """Return a strategy for numbers of players."""
    return st.integers(2, 6)


def expansion_sets() -> st.SearchStrategy[tuple[str, ...]]:
    """Return a strategy for the expansions of a game: every mixture of the built-in ones."""
    known = [expansion.id for expansion in builtin().expansions if expansion.id != BASE]
    mixtures = [mixture for number in range(len(known) + 1) for mixture in combinations(known, number)]
    return st.sampled_from(mixtures)


@st.composite
def variant_sets(draw: st.DrawFn, expansions: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return a strategy for any combination of the variants that the base game and some expansions offer."""
    chosen = [builtin().expansion(id) for id in (BASE, *expansions)]
    known = [variant.id for expansion in chosen for variant in expansion.variants]
    return tuple(variant for variant in known if draw(st.booleans()))


@st.composite
def decks(draw: st.DrawFn, players: int, expansions: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return a strategy for tiles to leave out of a game: none, or up to a dozen that are not needed."""
    ruleset = resolve(expansions)
    names = list(ruleset.tiles)
    Random(draw(st.integers(0, 2**32 - 1))).shuffle(names)
    for name in names[: draw(st.integers(0, 20))]:
        thinner = ruleset.with_deck(without=name)
        ruleset = ruleset if why_not(thinner, players) else thinner
    return ruleset.without


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Return a strategy for the rules of a game: with any built-in expansions and any variants."""
    expansions = draw(expansion_sets())
    return resolve(expansions, variants=draw(variant_sets(expansions)))


@st.composite
def new_games(draw: st.DrawFn, *, players: int | None = None) -> Game:
    """Return a strategy for games that have just been set up, with any players, expansions and variants."""
    number = draw(player_counts()) if players is None else players
    expansions = draw(expansion_sets())
    variants = draw(variant_sets(expansions))
    handicap = tuple(seat for seat in range(number) if draw(st.booleans()))
    seed = draw(st.integers(0, 2**32 - 1))
    return Game.new(
        SEATS[:number],
        seed=seed,
        expansions=expansions,
        variants=variants,
        handicap=handicap,
        without=draw(decks(number, expansions)),
    )


@st.composite
def games(
    draw: st.DrawFn, *, players: int | None = None, plies: int | None = None, over: bool | None = None
) -> Game:
    """Return a strategy for games at any moment, reached by random play.

    Args:
        draw: given by Hypothesis.
        players: the number of players; by default any.
        plies: how many actions have been played; by default any number.
        over: `True` for games that have ended, `False` for games that have not, `None` for both.
    """
    game = draw(new_games(players=players))
    number = draw(st.integers(0, LONGEST)) if plies is None and not over else plies
    choose = draw(st.sampled_from((uniform, varied)))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    game = playout(game, rng, plies=number, choose=choose)
    if over is False and game.over:
        assert game.parent is not None
        return game.parent
    return game


@st.composite
def decisions(draw: st.DrawFn) -> tuple[Game, Decision]:
    """Return a strategy for an unfinished game with one of its open decisions."""
    game = draw(games(over=False))
    seat = draw(st.sampled_from(sorted(game.decisions)))
    return game, game.decisions[seat]


@st.composite
def actions(draw: st.DrawFn, game: Game, seat: int | None = None) -> Action:
    """Return a strategy for the legal actions of a seat (by default of any seat that decides)."""
    open_now = game.decisions
    number = draw(st.sampled_from(sorted(open_now))) if seat is None else seat
    options = open_now[number].options
    return options[draw(st.integers(0, len(options) - 1))]


def pools(pieces: tuple[str, ...] = COLOURS, *, most: int = 4) -> st.SearchStrategy[Pool]:
    """Return a strategy for small pools of some pieces."""
    return st.dictionaries(st.sampled_from(pieces), st.integers(0, most), max_size=3).map(Pool.of)


@st.composite
def arbitrary_actions(draw: st.DrawFn, game: Game) -> Action:
    """Return a strategy for actions that need not be legal, made of the words of a game.

    They mostly name things that exist, so that many of them are nearly legal.
    """
    ruleset, state = game.ruleset, game.state
    lots = [lot.tile for lot in state.lots]
    villages = [name for seat in state.seats for name in seat.village.names]
    tiles = st.sampled_from([*lots, *villages, *ruleset.tiles])
    groups = st.lists(st.sampled_from([*lots, "miner"]), max_size=2).map(tuple)
    goods = tuple(ruleset.goods)
    pastures = [pasture.id for seat in state.seats for pasture in seat.village.pastures]
    places = st.sampled_from([*villages, *pastures])
    cells = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
    workers = pools((*COLOURS, "purple"))
    kinds: list[st.SearchStrategy[Action]] = [
        st.builds(Bid, tiles, workers, pools(most=1), groups),
        st.builds(Use, tiles, workers, pools(most=1), groups),
        st.builds(Bid, tiles, workers),
        st.builds(Use, tiles, workers),
        st.just(Pass()),
        st.builds(PayWith, pools(goods, most=1), pools(goods, most=1), st.sampled_from(["", "", *lots])),
        st.builds(Choose, st.sampled_from([*goods, "skill", "worker"])),
        st.builds(Move, st.sampled_from(goods), places, places),
        st.builds(Spend, st.sampled_from(goods)),
        st.builds(Upgrade, tiles, pools(goods, most=3), pools(goods, most=1)),
        st.just(Done()),
        st.builds(Offer, st.lists(st.sampled_from(list(ruleset.tiles)), max_size=3).map(tuple)),
        st.builds(Take, tiles),
        st.builds(Place, tiles, cells, st.integers(-1, 6)),
    ]
    own = [kind for kind in ruleset.actions.values() if kind not in ACTIONS]
    texts = st.sampled_from([*goods, *villages, *pastures, *ruleset.tiles])
    kinds += [_built(kind, texts, pools((*goods, "purple"), most=2)) for kind in own]
    return draw(st.one_of(kinds))


def _built(
    kind: type[Action], texts: st.SearchStrategy[str], pieces: st.SearchStrategy[Pool]
) -> st.SearchStrategy[Action]:
    """Return a strategy for actions of an expansion's own, made of words and pieces."""
    hints = get_type_hints(kind)
    given = {name: {str: texts, Pool: pieces}.get(hints[name]) for name in names_of(kind)}
    return st.builds(kind, **{name: made for name, made in given.items() if made is not None})
