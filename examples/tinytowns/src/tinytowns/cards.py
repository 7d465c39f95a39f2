"""`Card`: a building or a monument as one literal that reads like the printed card."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

from keyflower.kernel import Speaker, Spoken, name, phrase, speak_with
from tinytowns.patterns import Placement, placements
from tinytowns.terms import Term

LANGUAGES: Final = "tinytowns.languages"
"""The folder of the texts in other languages: the titles of the cards and the ranks in Ukrainian."""


def speaker(language: Spoken, *catalogues: str) -> Speaker:
    """Return who speaks a language: the texts of the kernel, and the titles of the cards.

    Raises:
        UnknownName: if there are no texts in that language.
    """
    if not isinstance(language, str):
        return language
    from keyflower.languages import language as spoken  # the catalogues are read when somebody asks for them

    return spoken(language, LANGUAGES, *catalogues)


speak_with(speaker)  # the refusals of the kernel too


class Power(Enum):
    """What a card does besides scoring; the value is how the card words it."""

    FEEDS_FOUR = phrase("feeds any 4 cottages")
    FEEDS_AROUND = phrase("feeds all cottages on the 8 squares around it")
    FEEDS_GROUP = phrase("feeds one whole group of connected cottages")
    FEEDS_LINES = phrase("feeds all cottages in its row and column")
    ANY_SITE = phrase("may be built on any empty square")
    CHANGES = phrase("place any other resource when another player names the one on it")
    BARS = phrase("you may not name the resource on it")
    STANDS_IN = phrase("stands for any one resource when you build")
    STORES = phrase("holds up to 3 resources that others name, and gives them back in exchange")
    ALL_SITES = phrase("from now on you may build on any empty square")
    NEVER_NAMES = phrase("you are not Master Builder any more")
    SHELTERS = phrase("a resource that another player names may go on a cottage without one")
    PUTS = phrase("put any building on an empty square at once")
    REPLACES = phrase("replace up to 2 other buildings at once")
    WATCHES = phrase(
        "lay 3 different buildings on this card; put one when a neighbour constructs such a building"
    )
    RECORDS = phrase("points depend on how many buildings you have when you build it")
    IS_COTTAGES = phrase("counts as 2 cottages and must be fed")
    UNFED_COUNT = phrase("unfed cottages are worth 3 each")
    EMPTY_IS_FREE = phrase("empty squares cost nothing")


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
    """What it does besides."""

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Every way to lay the pattern on a town."""
        return placements(self.pattern)

    def title_in(self, language: Spoken) -> str:
        """Return the printed name in a language, given by its code such as ``uk``; English if it is not known.

        Raises:
            UnknownName: if there are no texts in that language.
        """
        return speaker(language).say(name("card", self.id, self.title))

    def words(self) -> str:
        """Return what the card says."""
        says = self.scores.words
        return phrase("{points}; {power}", points=says, power=self.power.value) if self.power else says
