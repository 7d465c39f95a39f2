"""Pastures in the final scoring: herds, tiles that raise their worth, and shelters (rules 6.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import ClassVar, Final

from attrs import frozen

from keyflower.expansions.farmers.goods import HERD_POINTS
from keyflower.expansions.farmers.herds import ANIMAL, herds_of
from keyflower.extend import (
    BACK,
    EMPTY,
    FRONT,
    PASTURE_WORTH,
    PER_PASTURE,
    PURPLE,
    SHELTERED,
    Compiled,
    Count,
    Drawing,
    Line,
    Message,
    Noted,
    On,
    Pasture,
    Pays,
    Piece,
    Pool,
    Ruleset,
    Tile,
    Village,
    good_name,
    label_of,
    one_of,
    phrase,
    place_name,
    regions_of,
    some_of,
    tile_name,
)


@frozen
class HerdWorth:
    """More points for every pasture that holds a species."""

    species: str
    """The species."""
    points: int
    """The points of each pasture with it, instead of the usual ones."""

    @property
    def pieces(self) -> tuple[str, ...]:
        """The species, so that the ruleset can check it."""
        return (self.species,)

    @property
    def compiled(self) -> Compiled:
        """What the fast executor is told."""
        return Compiled(PASTURE_WORTH, self.species, self.points)

    @property
    def look(self) -> Drawing:
        """The species on a pasture, and the points."""
        return Noted(Pays(On("pasture", Piece(self.species)), self.points), phrase("each pasture"))

    def words(self) -> str:
        """Return the text of the tile."""
        return phrase(
            "{points} instead of the usual ones per pasture with a {species}",
            points=some_of("point", self.points),
            species=good_name(self.species),
        )


@frozen
class Sheltered:
    """Points for every animal of a species in the pasture of the tile that is assigned to it."""

    species: str
    """The species."""
    points: int
    """The points of each animal."""

    @property
    def pieces(self) -> tuple[str, ...]:
        """The species, so that the ruleset can check it."""
        return (self.species,)

    @property
    def compiled(self) -> Compiled:
        """What the fast executor is told."""
        return Compiled(SHELTERED, self.species, self.points)

    @property
    def look(self) -> Drawing:
        """The species on the tile, and the points."""
        return Noted(Pays(On("tile", Piece(self.species)), self.points), phrase("sheltered here"))

    @property
    def kept(self) -> str:
        """The species: what an override of the points calls it by."""
        return self.species

    def paying(self, points: int) -> Sheltered:
        """Return the same term with other points for each animal."""
        return Sheltered(self.species, points)

    def words(self) -> str:
        """Return the text of the tile."""
        return phrase(
            "{points} per {species} in its pasture that does not score there",
            points=some_of("point", self.points),
            species=one_of(self.species),
        )


@frozen
class _Best:
    """A number of points and the tile that gives them."""

    points: int = 0
    tile: str = ""


_NOTHING: Final = _Best()


@frozen
class _Herd:
    """The animals of one species in one pasture, and what they may score."""

    pasture: str
    """The id of the pasture."""
    species: str
    number: int
    """How many there are, not counting the purple worker."""
    worth: _Best
    """The points of the pasture, whatever the number."""
    shelter: _Best
    """The points of each animal that is sheltered instead."""

    def lines(self, tiles: Mapping[str, Tile], *, purple: bool) -> Iterator[Line]:
        """Explain the best score line by line; with `purple` the purple worker is one more animal.

        `tiles` says what the tiles are called.

        Either all go to the shelter, or one stays outside for the pasture: more than one outside gives
        no more, and shelters take any number (rules 6.8).
        """
        number = self.number + purple
        outside = 0 if self.shelter.points >= self.worth.points else 1
        # without a shelter all stay outside, as one herd
        staying = number if not self.shelter.points else outside
        title = tiles[self.pasture.partition("/")[0]].title
        if staying:
            used = self._used(staying, purple=purple)
            better = self.worth.tile
            reason = _held(self.species, better, tiles[better].title if better else "")
            yield Line(_scoring(self.pasture, title), self.worth.points, used, reason)
        if number > staying:
            points = (number - staying) * self.shelter.points
            reason = _sheltered(self.species, self.pasture, title)
            used = self._used(number - staying, purple=purple and not staying)
            yield Line(self.shelter.tile, points, used, reason)

    def _used(self, number: int, *, purple: bool) -> tuple[tuple[str, str, int], ...]:
        """Return a number of animals as used pieces; with `purple` the purple worker is one of them."""
        if not purple:
            return ((self.species, self.species, number),)
        own = ((self.species, self.species, number - 1),) if number > 1 else ()
        return ((PURPLE, self.species, 1), *own)


@frozen
class PastureScoring:
    """Scores every pasture for each species in it, and shelters, so that they pay as much as possible together."""

    compiled: ClassVar[Compiled] = Compiled(PER_PASTURE, numbers=tuple(HERD_POINTS.items()))

    id: str = "pastures"
    """Its name on the score sheet."""
    by_side: bool = False
    """Turning a tile changes no pasture, only the shelters, whose scoring differs by side."""

    def score(self, count: Count, *, wildcard: bool) -> tuple[Line, ...]:
        """Return the best lines; with `wildcard` purple is one more animal, of any species in any pasture.

        Herds do not compete with each other, so each one is solved by itself and purple joins the herd
        that gains most by it.
        """
        rates = _rates(count)
        village = count.village
        animals = dict(herds_of(village))
        favoured = _favoured(rates, village, animals) if wildcard else None
        places: Iterable[str] = animals
        if favoured is not None and favoured[0] not in animals:
            # the first pasture is before all herds; to place another one, all pastures must be known
            first = favoured[0] == _first_pasture(village)
            places = (favoured[0], *animals) if first else [pasture.id for pasture in village.pastures]
        lines: list[Line] = []
        for place in places:
            here = animals.get(place, EMPTY)
            for species, worth in rates.worths.items():
                joined = (place, species) == favoured
                if joined or species in here:
                    shelter = _NOTHING
                    if species in rates.shelters:
                        shelter = rates.shelter(species, village.layout.pasture(place))
                    herd = _Herd(place, species, here[species], worth, shelter)
                    lines += herd.lines(count.ruleset.tiles, purple=joined)
        return tuple(lines)


@frozen
class _Rates:
    """What the herds of a village are worth."""

    worths: dict[str, _Best]
    """By species, the points of each pasture with it."""
    shelters: dict[str, list[_Best]]
    """By species, what each animal of it scores in a shelter."""

    def shelter(self, species: str, pasture: Pasture | None) -> _Best:
        """Return the best shelter for the animals of a pasture."""
        touching = [best for best in self.shelters[species] if pasture and pasture.touches(best.tile)]
        return max(touching, key=_points, default=_NOTHING)


def _rates(count: Count) -> _Rates:
    """Return what herds are worth with the sides that lie up."""
    ruleset = count.ruleset
    usual, printed = ruleset.remember("farmers.rates", lambda: _printed_rates(ruleset))
    worths, shelters = usual.copy(), dict[str, list[_Best]]()
    for placed, spot in count.village:
        if placed.name in printed:
            for term in printed[placed.name][spot.side]:
                best = _Best(term.points, placed.name)
                if isinstance(term, Sheltered):
                    shelters.setdefault(term.species, []).append(best)
                elif best.points > worths[term.species].points:
                    worths[term.species] = best
    return _Rates(worths, shelters)


def _printed_rates(
    ruleset: Ruleset,
) -> tuple[dict[str, _Best], dict[str, tuple[tuple[HerdWorth | Sheltered, ...], ...]]]:
    """Return what herds are usually worth, and the tiles that change it with what each side prints."""
    usual = {species: _Best(HERD_POINTS.get(species, 0)) for species in ruleset.kind(ANIMAL)}
    sides = {
        name: tuple(
            tuple(
                term
                for term in tile.face(side).scores
                if isinstance(term, HerdWorth | Sheltered) and term.species in usual
            )
            for side in (FRONT, BACK)
        )
        for name, tile in ruleset.tiles.items()
    }
    return usual, {name: terms for name, terms in sides.items() if any(terms)}


def _favoured(rates: _Rates, village: Village, animals: dict[str, Pool]) -> tuple[str, str] | None:
    """Return the pasture and the species of the herd that gains most by one more animal; the first if several do."""
    most = max(
        [best.points for found in (rates.worths.values(), *rates.shelters.values()) for best in found],
        default=0,
    )
    gained, favoured = -1, None
    for place in _places(village):
        here = animals.get(place, EMPTY)
        for species, worth in rates.worths.items():
            gain = 0 if species in here else worth.points
            if species in rates.shelters:
                gain = max(gain, rates.shelter(species, village.layout.pasture(place)).points)
            if gain > gained:
                gained, favoured = gain, (place, species)
        if gained == most:
            break
    return favoured


def _places(village: Village) -> Iterator[str]:
    """Iterate the ids of all pastures. The first is found without the others, and is often all that is needed."""
    first = _first_pasture(village)
    if first:
        yield first
        yield from [pasture.id for pasture in village.pastures[1:]]


def _first_pasture(village: Village) -> str:
    """Return the id of the first pasture, which begins with the first region of the first tile that has any."""
    for tile in village.layout.tiles:
        for region in regions_of(tile.name, tile.edges):
            return label_of(region)
    return ""


def _points(best: _Best) -> int:
    return best.points


# Reasons are made once and kept: scoring asks for them each time, and seldom for others.


@lru_cache(maxsize=1024)
def _scoring(pasture: str, title: str) -> Message:
    return place_name(pasture, title)


@lru_cache(maxsize=256)
def _held(species: str, tile: str, title: str) -> Message:
    if tile:
        gaps = {"species": good_name(species), "tile": tile_name(tile, title)}
        return phrase("pasture with {species}, worth more with {tile}", **gaps)
    return phrase("pasture with {species}", species=good_name(species))


@lru_cache(maxsize=1024)
def _sheltered(species: str, pasture: str, title: str) -> Message:
    gaps = {"species": good_name(species), "place": place_name(pasture, title)}
    return phrase("sheltered {species} from {place}", **gaps)
