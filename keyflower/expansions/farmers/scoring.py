"""Pastures in the final scoring: herds, tiles that raise their worth, and shelters (rules 6.8)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from keyflower.extend.goods import GoodKind
from keyflower.extend.scoring import Count, Line, Scores
from keyflower.model.pastures import Pasture
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import PURPLE


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

    def words(self) -> str:
        """Return the text of the tile."""
        return f"{_counted(self.points)} instead of the usual ones per pasture with a {self.species}"


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
    def kept(self) -> str:
        """The species: what an override of the points calls it by."""
        return self.species

    def paying(self, points: int) -> Sheltered:
        """Return the same term with other points for each animal."""
        return Sheltered(self.species, points)

    def words(self) -> str:
        """Return the text of the tile."""
        return f"{_counted(self.points)} per {self.species} in its pasture that does not score there"


@frozen
class _Best:
    """A number of points and the tile that gives them."""

    points: int = 0
    tile: str = ""


@frozen
class _Herd:
    """The animals of one species in one pasture, and what they may score."""

    pasture: Pasture
    species: str
    number: int
    """How many there are, purple not counted."""
    worth: _Best
    """The points of the pasture, whatever the number."""
    shelter: _Best
    """The points of each animal that is sheltered instead."""

    def points(self, number: int) -> int:
        """Return the most that a number of these animals can score.

        Either all go to the shelter, or one stays outside for the pasture: more than one outside gives
        no more, and shelters take any number (rules 6.8).
        """
        if not number:
            return 0
        return (number - 1) * self.shelter.points + max(self.worth.points, self.shelter.points)

    def lines(self, *, purple: bool) -> Iterator[Line]:
        """Explain the best score line by line; with `purple` its worker is one more of the animals."""
        number = self.number + purple
        outside = 0 if self.shelter.points >= self.worth.points else 1
        # without a shelter all stay outside and count as the one herd they are
        staying = number if not self.shelter.points else outside
        pieces = [PURPLE] * purple + [self.species] * self.number
        if staying:
            reason = f"pasture with {self.species}"
            if self.worth.tile:
                reason += f", worth more by {self.worth.tile}"
            yield Line(f"pasture {self.pasture.id}", self.worth.points, self._used(pieces[:staying]), reason)
        if number > staying:
            points = (number - staying) * self.shelter.points
            reason = f"sheltered {self.species} from pasture {self.pasture.id}"
            yield Line(self.shelter.tile, points, self._used(pieces[staying:]), reason)

    def _used(self, pieces: list[str]) -> tuple[tuple[str, str, int], ...]:
        return tuple((piece, self.species, number) for piece, number in Pool.each(pieces).items())


@frozen
class PastureScoring:
    """Scores every pasture for each species in it, and shelters, to the most they can give together."""

    id: str = "pastures"
    """Its name on the score sheet."""
    by_side: bool = False
    """Turning a tile changes no pasture, only the shelters, whose scoring differs by side."""

    def score(self, count: Count, *, wildcard: bool) -> tuple[Line, ...]:
        """Return the best lines; with `wildcard` purple is one more animal, of any species in any pasture.

        Herds do not compete with each other, so each one is solved by itself and purple joins the herd
        that gains most by it.
        """
        herds = _herds(count)
        favoured = None
        if wildcard and herds:
            favoured = max(herds, key=lambda herd: herd.points(herd.number + 1) - herd.points(herd.number))
        return tuple(
            line
            for herd in herds
            if herd.number or herd is favoured
            for line in herd.lines(purple=herd is favoured)
        )


def _herds(count: Count) -> list[_Herd]:
    """Return the herds of all pastures, those without animals included."""
    village = count.village
    goods = count.ruleset.goods
    printed = list(_printed(count))
    worths = {}
    for species in count.ruleset.kind(GoodKind.ANIMAL):
        usual = _Best(goods[species].herd_points)
        raised = [
            _Best(term.points, tile)
            for tile, term in printed
            if isinstance(term, HerdWorth) and term.species == species
        ]
        worths[species] = max(usual, *raised, key=_points) if raised else usual
    shelters = [(tile, term) for tile, term in printed if isinstance(term, Sheltered)]
    animals = dict(village.herds)
    herds = []
    for pasture in village.pastures:
        herd = animals.get(pasture.id, EMPTY)
        for species, worth in worths.items():
            here = [
                _Best(term.points, tile)
                for tile, term in shelters
                if term.species == species and tile in pasture.tiles
            ]
            shelter = max(here, key=_points, default=_Best())
            herds.append(_Herd(pasture, species, herd[species], worth, shelter))
    return herds


def _printed(count: Count) -> Iterator[tuple[str, Scores]]:
    """Iterate what is printed on the sides that lie up, with the tile it is printed on."""
    for placed, spot in count.village:
        for term in count.ruleset.face(placed.name, spot.side).scores:
            yield placed.name, term


def _points(best: _Best) -> int:
    return best.points


def _counted(points: int) -> str:
    return f"{points} point{'s' if points != 1 else ''}"
