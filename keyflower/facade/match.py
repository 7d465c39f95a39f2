"""`Match`: the rules and players of one game, and what Keyflower declares to the kernel.

Most methods import what they call. A game that is only played reads no text, writes no log and redeals nothing, and
importing what those need takes a seventh of the time of all imports.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, Self

from attrs import evolve, field

from keyflower._version import __version__
from keyflower.engine.executor import EXECUTOR
from keyflower.engine.flow import FLOW
from keyflower.engine.setup import set_up
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.log import versions
from keyflower.facade.log.formats import FORMAT, UPCASTERS
from keyflower.facade.log.versions import Versions
from keyflower.kernel import match as kernel
from keyflower.kernel.actions import Action
from keyflower.kernel.chance import Asking, Chance
from keyflower.kernel.codec import Codec
from keyflower.kernel.events import Event
from keyflower.kernel.flow import Flow
from keyflower.kernel.options import Random
from keyflower.kernel.text import Speaker, Spoken
from keyflower.kernel.values import frozen
from keyflower.model.speaker import speaker
from keyflower.model.state import State

if TYPE_CHECKING:
    from keyflower.facade.game import Game


@frozen
class Match(kernel.BaseMatch[Ruleset]):
    """What stays the same throughout a game.

    >>> game.match.players, game.match.ruleset
    (('Ann', 'Bob', 'Cid'), <Ruleset base>)
    """

    handicap: tuple[int, ...] = field(default=(), kw_only=True)
    """The seats that start with an extra worker (variant C)."""
    earlier: Versions = field(default=(), kw_only=True)
    """Versions of expansions that the game was played with before and that differ from those of the rules."""

    GAME: ClassVar[str] = "keyflower"
    LIBRARY: ClassVar[str] = __version__
    FORMAT: ClassVar[int] = FORMAT
    DIGESTS_SINCE: ClassVar[int] = 2
    UPCASTERS: ClassVar[Mapping[int, kernel.Upcaster]] = UPCASTERS
    FLOW: ClassVar[Flow[Ruleset, State]] = FLOW
    PARAGRAPHS: ClassVar[kernel.Paragraphs] = kernel.Paragraphs(turn="2.2", end="2.2", undo="2.2")

    @classmethod
    def game_class(cls) -> type[Game]:
        """Return the class of the games.

        >>> game.match.game_class().__name__
        'Game'
        """
        from keyflower.facade.game import Game

        return Game

    def set_up(self, asking: Asking) -> Iterable[Event]:
        """Return the events that set up the game."""
        return set_up(self.ruleset, len(self.players), self.handicap, asking)

    def codec(self) -> Codec:
        """Return how the values of this game are written and read.

        >>> game.match.codec() is game.match.codec()
        True
        """
        from keyflower.facade.data.codec import codec

        return codec(self.ruleset)

    def to_data(self) -> dict[str, object]:
        """Return the rules as JSON-able data, for the header of a log.

        >>> sorted(game.match.to_data())
        ['expansions', 'handicap', 'overrides', 'variants']
        """
        from keyflower.facade.log.header import rules_to_data

        return {**rules_to_data(self.ruleset, self.earlier), "handicap": [*self.handicap]}

    @classmethod
    def from_data(
        cls, data: Mapping[str, object], players: tuple[str, ...], origin: Chance, given: tuple[object, ...]
    ) -> Self:
        """Return the match that the header of a log describes.

        Raises:
            LogError: if the rules make no sense or are not installed.
        """
        from keyflower.facade.log.header import rules_from_data

        ruleset, earlier, handicap = rules_from_data(data, players, given)
        return cls(ruleset, players, origin=origin, handicap=handicap, earlier=earlier)

    def reader(self, header: Mapping[str, object]) -> Codec:
        """Return the reader for values that the versions in a header have written."""
        from keyflower.facade.data.codec import codec

        _, written = versions.versions_from_data(header["expansions"])
        return codec(self.ruleset, versions.steps_of(self.ruleset, written))

    def warnings(self) -> tuple[str, ...]:
        """Return the versions of expansions that differ from those the game was played with.

        >>> game.match.warnings()
        ()
        """
        return versions.warnings(self.ruleset, self.earlier)

    def halted(self) -> str:
        """Return why the game cannot be continued with the installed versions of expansions, or the empty text.

        >>> game.match.halted()
        ''
        """
        return versions.halted(self.ruleset, self.earlier) if self.earlier else ""

    def legible(self, state: State) -> Self:
        """Return the match with blank tiles and pieces for those that a later version has dropped."""
        from keyflower.facade.log.legible import with_blanks

        ruleset = with_blanks(self.ruleset, state, self.earlier)
        return self if ruleset is self.ruleset else evolve(self, ruleset=ruleset)

    def parse(self, state: State, text: str, seat: int) -> Action:
        """Read an action of a seat.

        >>> game.match.parse(game.state, "pass", 0)
        Pass()
        """
        from keyflower.facade import notation

        known = EXECUTOR.said(state, seat, text)
        return notation.parse(self.ruleset, state, text, seat=seat) if known is None else known

    @property
    def catalogues(self) -> tuple[str, ...]:
        """The packages with texts of the expansions that are played."""
        return self.ruleset.catalogues

    def language(self, language: Spoken) -> Speaker:
        """Return a `Language`, with the texts of all expansions in the game.

        >>> game.match.language("pl").code
        'pl'
        """
        return speaker(language, *self.catalogues)

    def problem(self, state: State) -> str:
        """Return why a state from outside cannot be played, or the empty text.

        >>> game.match.problem(game.state)
        ''
        """
        from keyflower.facade import soundness
        from keyflower.facade.log.legible import illegible

        if self.halted():
            return illegible(self.ruleset, state, len(self.players))
        return soundness.problem(self.ruleset, state, len(self.players))

    def oversized(self, state: State) -> str:
        """Return what there is far more of in a state than in any game, or the empty text.

        >>> game.match.oversized(game.state)
        ''
        """
        from keyflower.facade.piece_places import oversized

        return oversized(self.ruleset, state)

    def filled(self, state: State, rng: Random) -> State:
        """Return a full state that is consistent with a hidden one."""
        from keyflower.facade.redeal import filled

        return filled(self.ruleset, state, rng)
