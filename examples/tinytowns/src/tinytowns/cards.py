"""`Card`: a building or a monument as one literal that reads like the printed card."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

from keyflower.kernel import Speaker, Spoken, name, phrase, speak_with
from tinytowns.patterns import Placement, placements
from tinytowns.terms import Count, Term

LANGUAGES: Final = "tinytowns.languages"
"""The folder of the texts in other languages; Ukrainian is there."""


def speaker(language: Spoken, *catalogues: str) -> Speaker:
    """Return a `Language` with the texts of the kernel and the titles of the cards.

    Raises:
        UnknownName: if there are no texts in that language.
    """
    if not isinstance(language, str):
        return language
    from keyflower.languages import language as spoken  # the catalogues are read when somebody asks for them

    return spoken(language, LANGUAGES, *catalogues)


speak_with(speaker)  # the refusals of the kernel too


class Power(Enum):
    """What a card does besides scoring; the value is the wording of the card."""

    FEEDS_FOUR = "feeds any 4 cottages"
    FEEDS_AROUND = "feeds all cottages on the 8 squares around it"
    FEEDS_GROUP = "feeds one whole group of connected cottages"
    FEEDS_LINES = "feeds all cottages in its row and column"
    ANY_SITE = "may be built on any empty square"
    CHANGES = "place any other resource when another player names the one on it"
    BARS = "you may not name the resource on it"
    STANDS_IN = "stands for any one resource when you build"
    STORES = "holds up to 3 resources that others name, and gives them back in exchange"
    ALL_SITES = "from now on you may build on any empty square"
    NEVER_NAMES = "you are not Master Builder any more"
    SHELTERS = "a resource that another player names may go on a cottage without one"
    PUTS = "put any building on an empty square at once"
    REPLACES = "replace up to 2 other buildings at once"
    WATCHES = "lay 3 different buildings on this card; put one when a neighbour constructs such a building"
    RECORDS = "points depend on how many buildings you have when you build it"
    IS_COTTAGES = "counts as 2 cottages and must be fed"
    UNFED_COUNT = "unfed cottages are worth 3 each"
    EMPTY_IS_FREE = "empty squares cost nothing"


@frozen
class Card:
    """A building card or a monument card."""

    id: str
    """Its name in texts, logs and programs, such as ``feast_hall``."""
    title: str
    """Its printed name."""
    type: str
    """The letter of its type, see `tinytowns.pieces.TYPES`; monuments have ``M``."""
    pattern: str
    """The cubes it asks for, as printed: rows joined by ``/``."""
    scores: Term
    """What its buildings are worth."""
    power: Power | None = None
    """What it does besides scoring."""

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Every way to lay the pattern on a town."""
        return placements(self.pattern)

    def points(self, count: Count) -> int:
        """Return what all buildings of this card in a town are worth."""
        squares, points = count.town.of(self.type), self.scores.points
        return sum([points(count, square) for square in (squares[:1] if self.scores.together else squares)])

    def title_in(self, language: Spoken) -> str:
        """Return the printed name in a language, given by its code such as ``uk``; English if it is not known.

        Raises:
            UnknownName: if there are no texts in that language.
        """
        return speaker(language).say(name("card", self.id, self.title))

    def words(self) -> str:
        """Return what the card says."""
        if self.power is None:
            return self.scores.words
        return phrase("{points}; {power}", points=self.scores.words, power=name("power", self.power.value))
