"""The score of a village that was built by hand, without a game around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from keyflower.engine.score_sheet import ScoreSheet
from keyflower.engine.scoring import scored
from keyflower.engine.sealed import sealed
from keyflower.extend.expansion import Expansion
from keyflower.extend.goods import GoodKind, Source
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.registry import BASE, builtin, resolve
from keyflower.kernel.arguments import instance, several, shown
from keyflower.kernel.errors import HiddenInformation, SetupError
from keyflower.kernel.pieces import pools_in
from keyflower.model.layout import Placed
from keyflower.model.places import OwnPlace, Where, with_place
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Seat
from keyflower.model.village import Village

_HAND: Final[dict[str, str]] = {
    GoodKind.WORKER: "workers",
    GoodKind.SKILL: "skills",
    GoodKind.PRODUCE: "stock",
}
"""The pieces that a player keeps, by the argument that takes them."""


def score_village(
    village: Village,
    *,
    workers: Pool | str = EMPTY,
    skills: Pool | str = EMPTY,
    stock: Pool | str = EMPTY,
    places: Iterable[OwnPlace] = (),
    start: bool = False,
    supply: Pool | str | None = None,
    expansions: Iterable[str | Expansion] | None = None,
    ruleset: Ruleset | None = None,
) -> ScoreSheet:
    """Return the score sheet of a village and of what its owner has; the arguments are those of `Village.score`.

    Raises:
        SetupError: if the village or the pieces do not fit the rules.
        HiddenInformation: if the points depend on pieces that are not known.
    """
    instance(start, bool, "start")
    own: tuple[OwnPlace, ...] = ()
    for place in several(places, "places", example="[Folder(...)]"):
        instance(place, OwnPlace, "a place")
        if place.where is not Where.SEAT:
            right = ": use village.with_place" if place.where is Where.VILLAGE else ""
            raise SetupError(f"{place.tag} lies with no player but on another place ({place.where}){right}")
        own = with_place(own, place)
    given = (workers, skills, stock)
    hand = {kind: _pool(pool, name) for (kind, name), pool in zip(_HAND.items(), given, strict=True)}
    pieces = sum((*hand.values(), *_inside(village), *_inside(own)), EMPTY)
    left = None if supply is None else _pool(supply, "supply")
    rules = _rules(village, own, pieces if left is None else pieces + left, expansions, ruleset)
    _check_hand(rules, hand)
    _check_village(rules, village)
    seat = Seat(
        workers=hand[GoodKind.WORKER],
        skills=hand[GoodKind.SKILL],
        stock=hand[GoodKind.PRODUCE],
        village=village,
        powers=tuple(
            [power.slot for placed, spot in village for power in rules.powers(placed.name, spot.side)]
        ),
        places=own,
    )
    if left is None:
        left = _left(rules.starting(Source.SUPPLY), pieces)
    try:
        return scored(rules, sealed(seat), supply=left, purple=start)
    except HiddenInformation:
        raise HiddenInformation(
            "the points of this village depend on pieces that are not known: give the pieces you imagine"
        ) from None


def _pool(given: Pool | str, name: str) -> Pool:
    if isinstance(given, str):
        return Pool.parse(given)
    if not isinstance(given, Pool):
        raise TypeError(f"{name} are a pool or a text such as 'R2 B1', not {shown(given)}")
    return given


def _inside(value: Village | tuple[OwnPlace, ...]) -> Iterator[Pool]:
    return (pool for pool in pools_in(value) if isinstance(pool, Pool))


def _left(all_pieces: Pool, taken: Pool) -> Pool:
    """Return what is left in the supply if nobody else has taken anything."""
    return Pool.of({piece: max(0, number - taken[piece]) for piece, number in all_pieces.items()})


# ---------------------------------------------------------------------- the rules


def _rules(
    village: Village,
    own: tuple[OwnPlace, ...],
    pieces: Pool,
    expansions: Iterable[str | Expansion] | None,
    ruleset: Ruleset | None,
) -> Ruleset:
    """Return the rules that are given, or the fewest built-in expansions that know everything in the village."""
    if ruleset is not None and expansions is not None:
        raise SetupError("give expansions or a ruleset, not both: a ruleset knows its expansions")
    if ruleset is not None or expansions is not None:
        if ruleset is not None:
            instance(ruleset, Ruleset, "ruleset")
        rules = ruleset or resolve(expansions or ())
        why = _strange(rules, village, own, pieces)
        if why:
            raise SetupError(f"the village does not fit {rules!r}: {why}")
        return rules
    ids = [expansion.id for expansion in builtin().expansions if expansion.id != BASE]
    for number in range(len(ids) + 1):
        for chosen in combinations(ids, number):
            rules = resolve(chosen)
            if not _strange(rules, village, own, pieces):
                return rules
    raise SetupError(
        "the village fits none of the built-in expansions, so say which rules it belongs to, "
        f"with expansions=[...] or ruleset=game.ruleset: {_strange(resolve(ids), village, own, pieces)}"
    )


def _strange(rules: Ruleset, village: Village, own: tuple[OwnPlace, ...], pieces: Pool) -> str:
    """Return what in a village is unknown to the rules, or different in them; the empty text if nothing is."""
    for placed in village.layout.tiles:
        why = _strange_tile(rules, placed)
        if why:
            return why
    known = {*rules.places.values()}
    for place in (*own, *village.places):
        if type(place) not in known:
            return f"no expansion there has the place {place.tag!r}"
    for piece in pieces:
        if piece not in rules.goods:
            return f"there is no piece called {piece!r}"
        if pieces[piece] > rules.goods[piece].limit:
            return f"{pieces[piece]} {piece} are more than there are ({rules.goods[piece].limit})"
    return ""


def _strange_tile(rules: Ruleset, placed: Placed) -> str:
    tile = rules.tiles.get(placed.name)
    if tile is None:
        return f"there is no tile called {placed.name!r}"
    if (tile.edges, tile.kind) != (placed.edges, placed.kind):
        there, here = f"{tile.kind} {tile.edges}", f"{placed.kind} {placed.edges}"
        return f"the tile {placed.name} with kind and edges {there} lies there as {here}"
    return ""


# ---------------------------------------------------------------------- what a seat has


def _check_hand(rules: Ruleset, hand: dict[str, Pool]) -> None:
    for kind, pool in hand.items():
        for piece in pool:
            its = rules.goods[piece].kind
            if its != kind:
                there = f"give it as {_HAND[its]}" if its in _HAND else "it lies in the village or in a place"
                raise SetupError(f"{piece} is not among {_HAND[kind]}: {there}")


def _check_village(rules: Ruleset, village: Village) -> None:
    for place in village.places:
        why = place.problem(village.layout)
        if why:
            raise SetupError(f"the village cannot look like this: {why}")
    for placed, spot in village:
        if spot.side not in range(len(rules.tiles[placed.name].faces)):
            raise SetupError(f"{placed.name} has no side {shown(spot.side)}")
