"""Counting a town at the end: the score sheet, with every line and where its points come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from attrs import evolve, frozen

from keyflower.kernel import SetupError, Spoken, name, number_of, phrase
from tinytowns.cards import Card, Power, speaker
from tinytowns.catalogue import CARDS, card, card_name
from tinytowns.pieces import EMPTY, MONUMENT, RESOURCES, TYPES
from tinytowns.squares import ADJACENT, ALL, AROUND, IN_LINES, NAMES, groups, names
from tinytowns.terms import Count
from tinytowns.town import Town

RANKS = (
    (38, name("rank", "master_architect", "Master Architect")),
    (32, name("rank", "town_planner", "Town Planner")),
    (25, name("rank", "engineer", "Engineer")),
    (18, name("rank", "carpenter", "Carpenter")),
    (10, name("rank", "builders_apprentice", "Builder's Apprentice")),
    (None, name("rank", "aspiring_architect", "Aspiring Architect")),
)
"""The ranks of a game alone, each with the points it takes; anybody has the last one."""
NO_CUBES = str.maketrans(dict.fromkeys(RESOURCES, EMPTY))
"""Takes the cubes off the letters of a town."""


def rank(points: int, *, language: Spoken = "") -> str:
    """Return the rank that a game alone ends with, in English or in a language given by its code such as ``uk``.

    >>> rank(37)
    'Town Planner'
    >>> rank(37, language="uk")
    'Містобудівник'
    """
    title = next(title for limit, title in RANKS if limit is None or points >= limit)
    return speaker(language).say(title) if language else title


@frozen
class Line:
    """One line of a score sheet."""

    source: str
    """The id of the card, or ``empty``."""
    points: int
    """The points of all its buildings."""
    parts: tuple[tuple[str, int], ...] = ()
    """The points of each building by square, where each counts for itself."""
    detail: str = ""
    """Where the points come from, for a person."""

    @property
    def title(self) -> str:
        """The printed name of the card."""
        return card_name(self.source) if self.source in CARDS else phrase("Empty")

    @property
    def because(self) -> str:
        """Where the points come from: each building by square, and what the card says."""
        each = ", ".join(f"{square} {points}" for square, points in self.parts)
        return phrase("{each} ({detail})", each=each, detail=self.detail) if each else self.detail

    def __str__(self) -> str:
        return f"{self.points:4}  {self.title}: {self.because}"


@frozen
class ScoreSheet:
    """The points of one town, and where every point comes from."""

    lines: tuple[Line, ...]
    """One line for each card that stands in the town, then the empty squares."""
    fed: tuple[str, ...] = ()
    """The squares that are fed."""

    @property
    def total(self) -> int:
        """All points."""
        return sum([line.points for line in self.lines])

    def of(self, source: str) -> int:
        """Return the points of a card's buildings, or of ``empty`` squares; 0 if there is no such line."""
        return sum(line.points for line in self.lines if line.source == source)

    def at(self, square: str) -> int:
        """Return the points of the building on a square, if it counts for itself."""
        return sum(points for line in self.lines for where, points in line.parts if where == square)

    def explain(self, *, language: Spoken = "en") -> str:
        """Return the sheet as text for a person, in a language given by its code such as ``uk``."""
        say = speaker(language).say
        lines = [f"{line.points:4}  {say(line.title)}: {say(line.because)}" for line in self.lines]
        return "\n".join([*lines, f"{self.total:4}  {say(phrase('in all'))}"])


def score(
    town: Town,
    buildings: Iterable[str],
    *,
    monument: str = "",
    neighbour: Town | None = None,
    recorded: int = 0,
    place: int = 1,
) -> ScoreSheet:
    """Return the score sheet of a town, as if the game ended now.

    Args:
        town: the town; cubes on its squares do not matter.
        buildings: the cards in play, by id or title: at least those that stand in the town, one of each type.
        monument: the monument that stands in the town, by id or title, if one does.
        neighbour: the town of the right neighbour; `None` in a game alone.
        recorded: how many buildings stood when the monument was built.
        place: the place at which the town was completed.

    Raises:
        SetupError: if it is not said which card a building of the town has, or if the cards do not fit together.
        UnknownName: if there is no such card.
    """
    for given in (town, *([] if neighbour is None else [neighbour])):
        if not isinstance(given, Town):
            raise SetupError(f"a town is a Town, such as Town.parse('CW../..../..../....'), not {given!r}")
    if isinstance(buildings, str) or not isinstance(buildings, Iterable):
        raise SetupError(f"buildings are a list of cards, such as FIRST_GAME, not {buildings!r}")
    cards = _cards_of(town, buildings, monument)
    numbers = _number("recorded", recorded, 0), _number("place", place, 1)
    return sheet(counted(town, cards, neighbour, *numbers), cards)


def _number(name: str, given: object, least: int) -> int:
    if isinstance(given, int) and not isinstance(given, bool) and given >= least:
        return given
    raise SetupError(f"{name} is a whole number from {least}, not {given!r}")


def _cards_of(town: Town, buildings: Iterable[str], monument: str) -> dict[str, Card]:
    """Return the card of each type, checked: every building of the town has exactly one."""
    cards: dict[str, Card] = {}
    for one in map(card, buildings):
        if one.type == MONUMENT:
            raise SetupError(f"{one.title} is a monument: say monument={one.id!r}")
        if cards.setdefault(one.type, one) != one:
            raise SetupError(f"{cards[one.type].title} and {one.title} are of one type: only one is in play")
    if monument:
        built = card(monument)
        if built.type != MONUMENT:
            raise SetupError(f"{built.title} is a building, not a monument")
        cards[MONUMENT] = built
    if MONUMENT in town.letters and not monument:
        raise SetupError(f"a monument stands in {town}: say which one, monument='fort_ironweed'")
    if town.letters.count(MONUMENT) > 1:
        raise SetupError(f"{town} has more than one monument: nobody can build a second one")
    missing = [word for letter, word in TYPES.items() if letter in town.letters and letter not in cards]
    if missing:
        raise SetupError(f"buildings says no card of the type that stands in {town}: {', '.join(missing)}")
    return cards


def sheet(count: Count, cards: dict[str, Card]) -> ScoreSheet:
    """Return the score sheet of a counted town, whose buildings have these cards by type."""
    return ScoreSheet(lines(count, cards), tuple([NAMES[square] for square in sorted(count.fed)]))


def total(count: Count, cards: dict[str, Card]) -> int:
    """Return the total of the score sheet; bots ask for it thousands of times."""
    town = count.town
    points = sum([one.points(count) for one in cards.values() if one.type in town.letters])
    return points if _spared(town, cards) else points - len(ALL) + len(town.buildings)


def counted(
    town: Town, cards: dict[str, Card], neighbour: Town | None = None, recorded: int = 0, place: int = 1
) -> Count:
    """Return a town ready to be counted: cubes taken off, and fed as well as can be."""
    types = town.letters.translate(NO_CUBES)
    power = cards[MONUMENT].power if MONUMENT in types else None
    castle = types.index(MONUMENT) if power is Power.IS_COTTAGES else -1
    if castle >= 0:
        types = types.replace(MONUMENT, "C")
    unfed = 3 if power is Power.UNFED_COUNT else 0
    return fed(Count(town, types, castle, frozenset(), unfed, neighbour, recorded, place), cards)


def lines(count: Count, cards: dict[str, Card]) -> tuple[Line, ...]:
    """Return one line for each card that stands in a town, then one for its empty squares."""
    town = count.town
    return (*[_line(count, one) for one in cards.values() if one.type in town.letters], _empty(town, cards))


def _line(count: Count, one: Card) -> Line:
    squares, term = count.town.of(one.type), one.scores
    parts = tuple([(NAMES[square], term.points(count, square)) for square in squares])
    if term.together:
        return Line(
            one.id,
            parts[0][1],
            (),
            phrase("{number} of them; {words}", number=len(squares), words=term.words),
        )
    detail = term.words
    if any(count.types[square] == "C" for square in squares):
        hungry = [square for square in squares if square not in count.fed]
        detail = (
            phrase("{words}; not fed: {squares}", words=detail, squares=names(hungry))
            if hungry
            else phrase("{words}; not fed: none", words=detail)
        )
    return Line(one.id, sum([points for _, points in parts]), parts, detail)


def _spared(town: Town, cards: dict[str, Card]) -> bool:
    """Return whether empty squares cost nothing."""
    return MONUMENT in town.letters and cards[MONUMENT].power is Power.EMPTY_IS_FREE


def _empty(town: Town, cards: dict[str, Card]) -> Line:
    number = len(ALL) - len(town.buildings)
    english = f"{number} square{'s' if number != 1 else ''}"
    squares = number_of("square", number, english)
    if _spared(town, cards):
        return Line(
            "empty", 0, (), phrase("{squares} without a building; they cost nothing", squares=squares)
        )
    return Line("empty", -number, (), phrase("{squares} without a building", squares=squares))


def fed(count: Count, cards: dict[str, Card]) -> Count:
    """Return a town that is fed in one of the ways that are worth most.

    Feeding more never costs anything, so the feeders feed as much as they can.
    """
    feeders = [square for square, letter in enumerate(count.types) if letter == "F"]
    feedable = tuple([square for square, letter in enumerate(count.types) if letter == "C"])
    if not feeders or not feedable:
        return count
    ways = [evolve(count, fed=frozenset(way)) for way in _ways(count, cards["F"].power, feeders, feedable)]
    return ways[0] if len(ways) == 1 else max(ways, key=lambda way: _worth(way, cards))


def _ways(
    count: Count, power: Power | None, feeders: list[int], feedable: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Iterate ways to feed, one at least of which is worth most."""
    match power:
        case Power.FEEDS_AROUND:
            yield tuple(square for square in feedable if any(square in AROUND[here] for here in feeders))
        case Power.FEEDS_LINES:
            yield tuple(square for square in feedable if any(square in IN_LINES[here] for here in feeders))
        case Power.FEEDS_GROUP:
            parts = groups(feedable)
            for some in combinations(parts, min(len(feeders), len(parts))):
                yield sum(some, ())
        case _:
            yield from _ways_of_farms(count, feedable, min(4 * len(feeders), len(feedable)))


def _ways_of_farms(count: Count, feedable: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
    """Iterate ways to feed this many buildings.

    Two cottages beside the same chapels are worth the same: how many of each sort are fed is all that matters.
    So there are a few ways to try, not all the thousands.
    """
    sorts: dict[tuple[object, ...], list[int]] = {}
    for square in feedable:
        chapels = [near for near in ADJACENT[square] if count.types[near] == "P"]
        sorts.setdefault((square == count.castle, *chapels), []).append(square)
    members = list(sorts.values())

    def some(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == len(members) - 1:
            if left <= len(members[place]):
                yield tuple(members[place][:left])
            return
        for taken in range(min(left, len(members[place])), -1, -1):
            for rest in some(place + 1, left - taken):
                yield (*members[place][:taken], *rest)

    yield from some(0, number)


def _worth(count: Count, cards: dict[str, Card]) -> int:
    """Return the points of everything that may depend on feeding: cottages, chapels and the monument."""
    letters = count.town.letters
    return sum([cards[letter].points(count) for letter in "CPM" if letter in letters])
