"""Final scoring: the best total of a seat, and a sheet that explains it line by line (rules 6)."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from keyflower.engine.score_sheet import ScoreSheet, not_made
from keyflower.engine.sealed import sealed
from keyflower.engine.solver import Allocation, Problem, solve, solve_all, totals
from keyflower.engine.solver.scoring_problem import Terms
from keyflower.extend.goods import GoodKind
from keyflower.extend.powers import COUNTS_AS, FREE_FLIP, slots_of
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.scoring import Count, Domain, Line, Measure
from keyflower.extend.terms import TERMS, PerStored, Term
from keyflower.extend.tiles import Face, Tile
from keyflower.kernel.text import phrase
from keyflower.model.enums import BACK, FRONT, PURPLE
from keyflower.model.errors import RulesetError
from keyflower.model.places import OwnPlace
from keyflower.model.pool import Pool
from keyflower.model.state import AnyState, Seat, exchanged
from keyflower.model.village import Spot, Village

LEFT_OVER: Final = phrase("left over")
"""The source of points for pieces that no tile uses."""
_PRINTED: Final = phrase("printed points")

Roles: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""What pieces may count as."""


# ---------------------------------------------------------------------- what follows from the rules alone


class Printed(NamedTuple):
    """The scoring side of one face of a tile."""

    points: int
    """Points printed on it."""
    terms: Terms
    """Terms that take pieces, with kinds resolved."""
    measures: tuple[Measure, ...]
    """Terms that measure the board."""
    by_side: bool
    """Whether one of them may change when some tile is turned."""
    stores: bool
    """Whether pieces that lie on it may be kept there for points."""
    counts_as: tuple[tuple[str, str], ...]
    """Goods that its powers let count as others."""

    @property
    def blank(self) -> bool:
        """Whether it does not matter for scoring."""
        return not (self.points or self.terms or self.measures or self.counts_as)


_BLANK: Final = Printed(0, (), (), by_side=False, stores=False, counts_as=())


class Turned(NamedTuple):
    """What turning a tile to its back changes."""

    points: int
    """Printed points that are gained."""
    rise: int | None
    """How much more each piece kept there pays; None if anything else but points changes."""


class Facts(NamedTuple):
    """What follows from the rules alone; worked out once."""

    printed: dict[str, tuple[Printed | None, Printed | None]]
    """How the front and the back of every tile score (None: not at all)."""
    turned: dict[str, Turned]
    """What changes if a tile that can be upgraded is turned."""
    common: Terms
    """Scoring terms that need no tile."""
    words: dict[Term, str]
    """The words of terms as they are printed, with kinds of pieces instead of all their names."""
    domains: tuple[Domain, ...]
    """What expansions work out themselves."""
    barred: tuple[str, ...]
    """The pieces that the purple worker may not stand for."""
    holding: frozenset[type[OwnPlace]]
    """The places of expansions that feed terms or pieces into the scoring."""
    changing: frozenset[type[OwnPlace]]
    """The places of expansions that change what printed points count."""
    kinds: dict[str, tuple[str, ...]]
    """The pieces of each kind."""
    resolved: dict[Term, Term]
    """Terms that places have asked for so far, with kinds resolved."""


def _facts(ruleset: Ruleset) -> Facts:
    return ruleset.remember("scoring", lambda: _found_facts(ruleset))


def _found_facts(ruleset: Ruleset) -> Facts:
    kinds: dict[str, tuple[str, ...]] = {
        str(kind): ruleset.kind(kind) for kind in (*GoodKind, *ruleset.piece_kinds)
    }
    return Facts(
        {name: (_side(tile, FRONT, kinds), _side(tile, BACK, kinds)) for name, tile in ruleset.tiles.items()},
        {
            name: Turned(tile.back.points - tile.front.points, _rise(tile.front, tile.back))
            for name, tile in ruleset.tiles.items()
            if tile.upgradable and tile.back is not None
        },
        tuple((LEFT_OVER, term.resolved(kinds)) for term in ruleset.terms),
        {
            score.resolved(kinds): score.words()
            for tile in ruleset.tiles.values()
            for face in tile.faces
            for score in face.scores
            if isinstance(score, TERMS)
        },
        tuple(domain for expansion in ruleset.expansions for domain in expansion.domains),
        tuple(
            piece
            for kind in ruleset.piece_kinds.values()
            if not kind.joker
            for piece in ruleset.kind(kind.id)
        ),
        _overriding(ruleset, "terms") | _overriding(ruleset, "counted"),
        _overriding(ruleset, "printed"),
        kinds,
        {},
    )


def _overriding(ruleset: Ruleset, method: str) -> frozenset[type[OwnPlace]]:
    """Return the places of expansions that override a method: no other place is asked."""
    usual = getattr(OwnPlace, method)
    return frozenset(place for place in ruleset.places.values() if getattr(place, method) is not usual)


def _side(tile: Tile, side: int, kinds: dict[str, tuple[str, ...]]) -> Printed | None:
    face = tile.face(side)
    terms = tuple((tile.name, score.resolved(kinds)) for score in face.scores if isinstance(score, TERMS))
    measures = tuple(score for score in face.scores if isinstance(score, Measure))
    own = Printed(
        face.points,
        terms,
        measures,
        any(measure.by_side for measure in measures),
        any(isinstance(term, PerStored) for _, term in terms),
        tuple(pair for power in face.powers if power.slot == COUNTS_AS for pair in power.counts_as),
    )
    return None if own.blank else own


def _rise(front: Face, back: Face) -> int | None:
    """Return what a piece kept on the back pays more than on the front; None if other terms or powers change."""
    if front.powers != back.powers:
        return None
    if front.scores == back.scores:
        return 0
    match front.scores, back.scores:
        case (PerStored() as less,), (PerStored() as more,) if less.pieces == more.pieces:
            return more.points - less.points if more.points >= less.points else None
        case _:
            return None


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


Sides: TypeAlias = list[tuple[str, Printed | None, Pool]]
"""The tiles of a village that score or hold goods: name, what is printed on the side that lies up, goods."""


def _sides(facts: Facts, village: Village) -> Sides:
    """Return the tiles of a village that matter for scoring; half of them do not, so they are sorted out once."""
    printed = facts.printed
    found = []
    for placed, spot in village:
        own, goods = printed[placed.name][spot.side], spot.goods
        if own is None and facts.changing:
            own = _BLANK  # perhaps a place makes points of nothing
        if own is not None or goods.total:
            found.append((placed.name, own, goods))
    return found


class Held(NamedTuple):
    """What the places of a seat and its village feed into the scoring."""

    terms: Terms = ()
    """Their terms."""
    pieces: tuple[Pool, ...] = ()
    """Their pieces."""


_NOTHING_HELD: Final = Held()


def _held(facts: Facts, count: Count) -> Held:
    if not facts.holding:
        return _NOTHING_HELD
    terms: list[tuple[str, Term]] = []
    pieces = []
    for place in (*count.seat.places, *count.village.places):
        if type(place) in facts.holding:
            terms += [(name, _resolved(facts, count, term)) for name, term in place.terms(count)]
            pieces.append(place.counted(count))
    return Held(tuple(terms), tuple(pieces))


def _resolved(facts: Facts, count: Count, term: Term) -> Term:
    """Return a term of a place with kinds resolved; its pieces are checked when it is asked for first."""
    known = facts.resolved.get(term)
    if known is None:
        problems = list(count.ruleset.term_problems(f"the term {term.words()!r}", term))
        if problems:
            raise RulesetError("; ".join(problems))
        known = facts.resolved[term] = term.resolved(facts.kinds)
        facts.words.setdefault(known, term.words())
    return known


def held_terms(ruleset: Ruleset, seat: Seat) -> Terms:
    """Return the terms that the places of a seat and its village hold now, each with what it scores under."""
    return _held(_facts(ruleset), Count(ruleset, seat, seat.village)).terms


def _competing(facts: Facts, count: Count, sides: Sides, held: Held, *, purple: bool) -> Problem:
    """Return which pieces compete for which terms."""
    seat = count.seat
    terms: list[tuple[str, Term]] = []
    stored = []
    pairs: tuple[tuple[str, str], ...] = ()
    free = [seat.workers, seat.open_workers, seat.skills, seat.open_skills, seat.stock, *held.pieces]
    stores = {name for name, term in held.terms if isinstance(term, PerStored)}
    for name, own, goods in sides:
        if own is not None:
            if own.terms:
                terms += own.terms
            if own.counts_as:
                pairs += own.counts_as
        if goods.total:
            if (own is not None and own.stores) or name in stores:
                stored.append((name, tuple(goods.items())))
            else:
                free.append(goods)
    terms += held.terms
    terms += facts.common
    return Problem(
        _counted(free),
        tuple(stored),
        _roles(count.ruleset, pairs),
        tuple(terms),
        wildcard=purple,
        barred=facts.barred,
    )


def _counted(pools: list[Pool]) -> tuple[tuple[str, int], ...]:
    """Return how many pieces of each type several pools hold together; faster than adding the pools."""
    counts: dict[str, int] = {}
    for pool in pools:
        if pool.total:
            for piece, number in zip(pool.pieces, pool.amounts, strict=True):
                counts[piece] = counts[piece] + number if piece in counts else number
    return tuple(counts.items())


def _printed(facts: Facts, count: Count, tile: str, points: int) -> tuple[int, str]:
    """Return what the printed points of a tile count, and the title of the place that changed them last, if any."""
    by = ""
    if facts.changing:
        for place in (*count.seat.places, *count.village.places):
            if type(place) in facts.changing:
                other = place.printed(count, tile, points)
                if other != points:
                    points, by = other, place.title
    return points, by


def _counted_as(printed: int, points: int, place: str) -> str:
    gaps = {"printed": printed, "points": points, "place": place}
    return phrase("printed points: {printed}, counted as {points} ({place})", **gaps)


def _board_lines(facts: Facts, sides: Sides, count: Count) -> list[Line]:
    """Return printed points and measures, which need no pieces."""
    lines = []
    for name, own, _ in sides:
        if own is not None:
            points, by = _printed(facts, count, name, own.points)
            if points:
                lines.append(
                    Line(name, points, detail=_counted_as(own.points, points, by) if by else _PRINTED)
                )
            for measure in own.measures:
                points, detail = measure.measure(count, name)
                lines.append(Line(name, points, detail=detail))
    return lines


def _board_points(facts: Facts, sides: Sides, count: Count) -> int:
    """Return the total of the board's lines without making the lines."""
    total = 0
    for name, own, _ in sides:
        if own is not None:
            total += _printed(facts, count, name, own.points)[0] if facts.changing else own.points
            for measure in own.measures:
                total += measure.measure(count, name)[0]
    return total


def _domain_points(facts: Facts, count: Count, *, wildcard: bool) -> list[int]:
    return [sum([line.points for line in domain.score(count, wildcard=wildcard)]) for domain in facts.domains]


def _best_total(count: Count, *, purple: bool) -> int:
    """Return the best total of a seat as its village lies, without explaining it."""
    facts = _facts(count.ruleset)
    sides = _sides(facts, count.village)
    plain, joker = totals(_competing(facts, count, sides, _held(facts, count), purple=purple))
    domains = _domain_points(facts, count, wildcard=False)
    gain = joker - plain
    if purple and domains:
        with_joker = _domain_points(facts, count, wildcard=True)
        gain = max(gain, *(more - less for more, less in zip(with_joker, domains, strict=True)))
    return _board_points(facts, sides, count) + plain + sum(domains) + gain


def _best_flip(count: Count, *, purple: bool) -> tuple[str, Count]:
    """Return the tile that is best turned for free, and what is scored with that tile turned (rules 6.1)."""
    facts = _facts(count.ruleset)
    # If the terms stay the same, only printed points and measures change, and no piece is used otherwise.
    sides = _sides(facts, count.village)
    measured = bool(facts.changing) or any(own is not None and own.by_side for _, own, _ in sides)
    anew = any(domain.by_side for domain in facts.domains)
    held = _held(facts, count)
    board = _board_points(facts, sides, count) if measured else 0
    best: tuple[int, int, str] = (0, 1, "")
    doubtful = []
    for place, (placed, spot) in enumerate(count.village):
        change = facts.turned.get(placed.name)
        if change is None or spot.side != FRONT:
            continue
        gain, same = change.points, True
        if measured or facts.holding:
            turned = _turned(count, placed.name)
            if measured:
                gain = _board_points(facts, _sides(facts, turned.village), turned) - board
            same = _held(facts, turned) == held
        # The best way to count after the turn is a way to count before it as well, where each piece kept
        # there pays less: so the tile gains at least its points, and at most that for each piece more.
        open_end = None
        if change.rise is not None and same and not anew:
            open_end = change.rise * (spot.goods.total + purple)
        if open_end == 0:
            best = max(best, (gain, -place, placed.name))
        else:
            doubtful.append((place, placed.name, None if open_end is None else gain + open_end))
    total: int | None = None
    for place, name, most in doubtful:
        if most is None or (most, -place) > best[:2]:
            if total is None:
                total = _best_total(count, purple=purple)
            gain = _best_total(_turned(count, name), purple=purple) - total
            best = max(best, (gain, -place, name))
    choice = best[2]
    return choice, _turned(count, choice) if choice else count


def _turned(count: Count, name: str) -> Count:
    """Return what is scored with a tile of the village turned to its back."""
    turned = _turned_seat(count.ruleset, count.seat, name)
    return Count(count.ruleset, turned, turned.village, supply=count.supply)


def _turned_seat(ruleset: Ruleset, seat: Seat, name: str) -> Seat:
    spot = seat.village.spot(name)
    village = seat.village.with_spot(name, Spot(BACK, spot.goods, spot.uses))
    front, back = ruleset.face(name, FRONT), ruleset.face(name, BACK)
    if front.powers == back.powers:
        return seat.changed(village=village)
    return seat.changed(
        village=village, powers=exchanged(seat.powers, slots_of(front.powers), slots_of(back.powers))
    )


def best_total(ruleset: Ruleset, state: AnyState, number: int) -> int:
    """Return the points of a seat without explaining them; always the total of its `score_seat`."""
    seat, purple = state.seats[number], number == state.start
    count = Count(ruleset, seat, seat.village, supply=state.supply)
    if FREE_FLIP in seat.powers:
        _, count = _best_flip(count, purple=purple)
    return _best_total(count, purple=purple)


def score_seat(ruleset: Ruleset, state: AnyState, number: int) -> ScoreSheet:
    """Return the points of a seat as if the game ended now, with what is behind its screen.

    Raises:
        HiddenInformation: if the state is what somebody may know, and the points depend on what is hidden there.
    """
    seat = state.seats[number] if state.viewer is None else sealed(state.seats[number])
    return scored(ruleset, seat, supply=state.supply, purple=number == state.start)


def scored(ruleset: Ruleset, seat: Seat, *, supply: Pool, purple: bool) -> ScoreSheet:
    """Return the points of what a seat has, given what is left in the supply and whether it is the start player."""
    facts = _facts(ruleset)
    flipped = ""
    count = Count(ruleset, seat, seat.village, supply=supply)
    if FREE_FLIP in seat.powers:
        flipped, count = _best_flip(count, purple=purple)
    sides = _sides(facts, count.village)
    problem = _competing(facts, count, sides, _held(facts, count), purple=purple)
    allocation, domains = _with_domains(facts, count, problem)
    lines = _board_lines(facts, sides, count)
    for use in allocation.uses:
        used = use.pieces if use.joker is None else (*use.pieces, (PURPLE, use.joker, 1))
        words = facts.words.get(use.term) or use.term.words()
        lines.append(Line(use.source, use.points, used, words if used else not_made(words)))
    for found in domains:
        lines += found
    total = sum([line.points for line in lines])
    return ScoreSheet(total, tuple(lines), flipped, problem, ruleset.titles, ruleset.catalogues)


def _with_domains(facts: Facts, count: Count, problem: Problem) -> tuple[Allocation, list[tuple[Line, ...]]]:
    """Return the best allocation and the lines of the domains, with the joker where it gains most."""
    if not facts.domains:
        return solve(problem), []
    plain = [domain.score(count, wildcard=False) for domain in facts.domains]
    if not problem.wildcard:
        return solve(problem), plain
    solution = solve_all(problem)
    best_gain, allocation, domains = solution.gain, solution.best, plain
    for place, domain in enumerate(facts.domains):
        better = domain.score(count, wildcard=True)
        gain = sum([line.points for line in better]) - sum([line.points for line in plain[place]])
        if gain > best_gain:
            best_gain, allocation = gain, solution.plain
            domains = [*plain[:place], better, *plain[place + 1 :]]
    return allocation, domains
