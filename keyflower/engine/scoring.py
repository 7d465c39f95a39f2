"""Final scoring: the best total of a seat, and a sheet that explains it line by line (rules 6)."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from keyflower.engine.score_sheet import ScoreSheet
from keyflower.engine.solver import Problem, solve_all, totals
from keyflower.engine.solver_plan import Terms
from keyflower.extend.goods import GoodKind
from keyflower.extend.powers import COUNTS_AS, FREE_FLIP, slots_of
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.scoring import Count, Line, Measure
from keyflower.extend.terms import PerDifferent, PerPiece, PerPieceOfOne, PerSet, PerStored, Term
from keyflower.model.state import Position, Seat, exchanged
from keyflower.model.village import Spot, Village
from keyflower.vocabulary.errors import HiddenInformation
from keyflower.vocabulary.types import BACK, FRONT, PURPLE

LEFT_OVER: Final = "left over"
"""The source of points for pieces that no tile uses."""
_ALLOTTED: Final = (PerSet, PerDifferent, PerPiece, PerPieceOfOne, PerStored)

Roles: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""What pieces may count as."""


# ---------------------------------------------------------------------- what follows from the rules alone


def _kinds(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    return {kind.value: ruleset.kind(kind) for kind in GoodKind}


class Printed(NamedTuple):
    """What a side of a tile has to do with scoring."""

    points: int
    """Points printed on it."""
    terms: Terms
    """Terms that take pieces, with kinds resolved."""
    measures: tuple[Measure, ...]
    """Terms that measure the board."""
    stores: bool
    """Whether pieces that lie on it may be kept there for points."""
    counts_as: tuple[tuple[str, str], ...]
    """Goods that its powers let count as others."""


def _printed(ruleset: Ruleset) -> dict[str, tuple[Printed, Printed]]:
    """Return what the front and the back of every tile have to do with scoring."""
    return ruleset.remember(
        "printed",
        lambda: {name: (_side(ruleset, name, FRONT), _side(ruleset, name, BACK)) for name in ruleset.tiles},
    )


def _side(ruleset: Ruleset, tile: str, side: int) -> Printed:
    face = ruleset.face(tile, side)
    kinds = _kinds(ruleset)
    terms = tuple((tile, score.resolved(kinds)) for score in face.scores if isinstance(score, _ALLOTTED))
    return Printed(
        face.points,
        terms,
        tuple(score for score in face.scores if isinstance(score, Measure)),
        any(isinstance(term, PerStored) for _, term in terms),
        tuple(pair for power in face.powers if power.slot == COUNTS_AS for pair in power.counts_as),
    )


def _words(ruleset: Ruleset, term: Term) -> str:
    """Return the words of a term as they are printed, with kinds of pieces instead of all their names."""
    printed = ruleset.remember("words", lambda: _printed_words(ruleset))
    return printed.get(term) or term.words()


def _printed_words(ruleset: Ruleset) -> dict[Term, str]:
    kinds = _kinds(ruleset)
    return {
        score.resolved(kinds): score.words()
        for tile in ruleset.tiles.values()
        for face in tile.faces
        for score in face.scores
        if isinstance(score, _ALLOTTED)
    }


def _common_terms(ruleset: Ruleset) -> Terms:
    return ruleset.remember(
        "common terms",
        lambda: tuple((LEFT_OVER, term.resolved(_kinds(ruleset))) for term in ruleset.terms),
    )


def _roles(ruleset: Ruleset, pairs: tuple[tuple[str, str], ...]) -> Roles:
    """Return what each good may count as: itself, as a wild one others of its kind, and what powers allow."""
    return ruleset.remember(("roles", pairs), lambda: _found_roles(ruleset, pairs))


def _found_roles(ruleset: Ruleset, pairs: tuple[tuple[str, str], ...]) -> Roles:
    found = []
    for good in ruleset.goods.values():
        roles = dict.fromkeys([good.id])
        if good.wild:
            roles.update(dict.fromkeys(ruleset.kind(good.kind)))
        for origin, counted in pairs:
            if origin in (good.id, good.kind):
                roles.update(dict.fromkeys(ruleset.kind(counted) or (counted,)))
        if len(roles) > 1:
            found.append((good.id, tuple(roles)))
    return tuple(found)


# ---------------------------------------------------------------------- one seat


def _problem(ruleset: Ruleset, seat: Seat, *, purple: bool) -> Problem:
    """Return which pieces compete for which terms."""
    printed = _printed(ruleset)
    terms: list[tuple[str, Term]] = []
    stored = []
    pairs: tuple[tuple[str, str], ...] = ()
    free = seat.workers + seat.open_workers + seat.skills + seat.open_skills + seat.stock
    for placed, spot in seat.village:
        own = printed[placed.name][spot.side]
        terms += own.terms
        pairs += own.counts_as
        if spot.goods.total:
            if own.stores:
                stored.append((placed.name, tuple(spot.goods.items())))
            else:
                free += spot.goods
    terms += _common_terms(ruleset)
    return Problem(tuple(free.items()), tuple(stored), _roles(ruleset, pairs), tuple(terms), wildcard=purple)


def _board_lines(count: Count) -> list[Line]:
    """Return printed points and measures, which use no pieces up."""
    printed = _printed(count.ruleset)
    lines = []
    for placed, spot in count.village:
        own = printed[placed.name][spot.side]
        if own.points:
            lines.append(Line(placed.name, own.points, detail="printed points"))
        for measure in own.measures:
            points, detail = measure.measure(count, placed.name)
            lines.append(Line(placed.name, points, detail=detail))
    return lines


def _domain_points(count: Count, *, wildcard: bool) -> list[int]:
    return [
        sum(line.points for line in domain.score(count, wildcard=wildcard))
        for expansion in count.ruleset.expansions
        for domain in expansion.domains
    ]


def _best_total(ruleset: Ruleset, seat: Seat, *, purple: bool) -> int:
    """Return the best total of a seat as its village lies, without explaining it."""
    count = Count(ruleset, seat, seat.village)
    board = sum(line.points for line in _board_lines(count))
    plain, joker = totals(_problem(ruleset, seat, purple=purple))
    herds = _domain_points(count, wildcard=False)
    gain = joker - plain
    if purple and herds:
        with_joker = _domain_points(count, wildcard=True)
        gain = max(gain, *(more - less for more, less in zip(with_joker, herds, strict=True)))
    return board + plain + sum(herds) + gain


def _depends_on_sides(ruleset: Ruleset, village: Village) -> bool:
    """Return whether anything but the scoring of a tile itself changes when the tile is turned."""
    if any(domain.by_side for expansion in ruleset.expansions for domain in expansion.domains):
        return True
    printed = _printed(ruleset)
    return any(
        measure.by_side for placed, spot in village for measure in printed[placed.name][spot.side].measures
    )


def _best_flip(ruleset: Ruleset, seat: Seat, *, purple: bool) -> tuple[str, Seat]:
    """Return the own tile that is best turned free of cost, and the seat after that (rules 6.1)."""
    village = seat.village
    best, choice = 0, ("", seat)
    measured = _depends_on_sides(ruleset, village)
    base: int | None = None
    for placed, spot in village:
        tile = ruleset.tiles[placed.name]
        if spot.side != FRONT or not tile.upgradable or tile.back is None:
            continue
        front, back = tile.front, tile.back
        turned = seat.changed(village=village.with_spot(placed.name, Spot(BACK, spot.goods, spot.uses)))
        if front.powers != back.powers:
            powers = exchanged(seat.powers, slots_of(front.powers), slots_of(back.powers))
            turned = turned.changed(powers=powers)
        elif front.scores == back.scores and not measured:
            gain = back.points - front.points
            if gain > best:
                best, choice = gain, (placed.name, turned)
            continue
        if base is None:
            base = _best_total(ruleset, seat, purple=purple)
        gain = _best_total(ruleset, turned, purple=purple) - base
        if gain > best:
            best, choice = gain, (placed.name, turned)
    return choice


def best_total(ruleset: Ruleset, state: Position, number: int) -> int:
    """Return the points of a seat without explaining them; always the total of its `score_seat`."""
    seat, purple = state.seats[number], number == state.start
    if FREE_FLIP in seat.powers:
        _, seat = _best_flip(ruleset, seat, purple=purple)
    return _best_total(ruleset, seat, purple=purple)


def score_seat(ruleset: Ruleset, state: Position, number: int) -> ScoreSheet:
    """Return the points of a seat as if the game ended now, with what is behind its screen.

    Raises:
        HiddenInformation: if what is behind the screen is not known.
    """
    seat = state.seats[number]
    if seat.workers.unknown or seat.skills.unknown:
        raise HiddenInformation(f"the points of seat {number} depend on what is behind its screen")
    purple = number == state.start
    flipped = ""
    if FREE_FLIP in seat.powers:
        flipped, seat = _best_flip(ruleset, seat, purple=purple)
    count = Count(ruleset, seat, seat.village)
    problem = _problem(ruleset, seat, purple=purple)
    solution = solve_all(problem)
    domains = [domain for expansion in ruleset.expansions for domain in expansion.domains]
    herds = [domain.score(count, wildcard=False) for domain in domains]
    allocation = solution.best
    if purple:
        best_gain = solution.gain
        for place, domain in enumerate(domains):
            better = domain.score(count, wildcard=True)
            gain = sum(line.points for line in better) - sum(line.points for line in herds[place])
            if gain > best_gain:
                best_gain, allocation = gain, solution.plain
                herds = [domain.score(count, wildcard=False) for domain in domains]
                herds[place] = better
    lines = _board_lines(count)
    for use in allocation.uses:
        joker = ((PURPLE, use.joker, 1),) if use.joker is not None else ()
        lines.append(Line(use.source, use.points, (*use.pieces, *joker), _words(ruleset, use.term)))
    lines += [line for found in herds for line in found]
    return ScoreSheet(sum(line.points for line in lines), tuple(lines), flipped, problem)
