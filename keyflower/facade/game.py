"""`Game`: a whole game of Keyflower as an immutable value; every action returns a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Final, Self, TypeAlias

from keyflower.engine.flow import FLOW
from keyflower.extend.deck import TileName
from keyflower.extend.expansion import Expansion
from keyflower.facade.accessors import Accessors
from keyflower.facade.compound_actions import Build, Transport
from keyflower.facade.match import Match
from keyflower.facade.registry import resolve
from keyflower.kernel import game as kernel
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import bare
from keyflower.kernel.chance import Chance
from keyflower.kernel.errors import GameOver, IllegalAction, NotYourTurn, Refusal, SetupError
from keyflower.kernel.match import checked_chance, checked_names
from keyflower.kernel.options import Decision
from keyflower.kernel.scores import Scores
from keyflower.kernel.text import Spoken, listed, phrase, phrases
from keyflower.kernel.values import frozen, later
from keyflower.model.actions import Done
from keyflower.model.state import State
from keyflower.model.tasks import Haul

if TYPE_CHECKING:
    from keyflower.engine.score_sheet import ScoreSheet
    from keyflower.facade.event_log import EventLog
    from keyflower.facade.position import Position
    from keyflower.facade.view import View
    from keyflower.kernel.log.entry import Entry
    from keyflower.kernel.position import BasePosition

_COMPOUND: Final = (Transport, Build)

Playable: TypeAlias = kernel.Playable | Transport | Build
"""What `Game.play` takes: a text, an action, a compound action, or JSON-able data."""


@frozen(eq=False, repr=False)
class Game(Accessors, kernel.BaseGame[Match, State, "View"]):
    """A game at one moment: what is on the table, who has to decide, and everything that happened before.

    >>> game = Game.new(["Ann", "Bob", "Cid"], seed=7)
    >>> game.season, game.over
    (<Season.SPRING: 'spring'>, False)
    >>> later = game.play("pass")
    >>> later.parent is game, later == game
    (True, False)
    """

    VIEW: ClassVar[type[View]] = later("keyflower.facade.view", "View")
    LOG: ClassVar[type[EventLog]] = later("keyflower.facade.event_log", "EventLog")

    @staticmethod
    def new(
        players: Iterable[str],
        *,
        seed: int | None = None,
        expansions: Iterable[str | Expansion] = (),
        variants: Iterable[str] = (),
        handicap: Iterable[str | int] = (),
        overrides: Mapping[str, object] | None = None,
        without: Iterable[TileName] | TileName = (),
        only: Iterable[TileName] | TileName | None = None,
        chance: Chance | None = None,
    ) -> Game:
        """Set up a game.

        Args:
            players: the names of the players, clockwise.
            seed: any whole number; the same seed gives the same game. Required unless `chance` is given.
            expansions: ids of expansions, or `Expansion` values; the base game is always included.
            variants: ids of variants, such as ``open-hands``.
            handicap: names or seats of players who start with an extra green worker.
            overrides: printed numbers to replace, as `Ruleset.with_overrides` takes them.
            without: tiles to leave out, by id or title, such as ``["keythedral"]``.
            only: tiles to keep, by id or title. Seasons (and homes, boats, turn-order tiles) from which no
                tile is named stay complete; ``None`` keeps everything.
            chance: another source of chance, such as a `ScriptedChance`.

        Raises:
            SetupError: if players, seed or handicap make no sense, or the deck has too few tiles for the players.
            RulesetError: if expansions, variants or overrides do not fit together.
            UnknownName: if there is no such expansion or tile.

        >>> Game.new(
        ...     ["Ann", "Bob"], seed=7, expansions=["farmers"], variants=["open-hands"], handicap=["Bob"]
        ... )
        <Game of Ann, Bob: spring, Bob to decide>
        """
        names = checked_names(players)
        source = checked_chance(seed, chance)
        ruleset = resolve(expansions, variants=variants, overrides=overrides, without=without, only=only)
        weaker = (handicap,) if isinstance(handicap, str) else handicap
        handicapped = tuple(sorted({_seat_number(names, who) for who in weaker}))
        return Game.begun(Match(ruleset, names, origin=source, handicap=handicapped))

    # ------------------------------------------------------------------ playing

    def parse(self, text: str, *, seat: int | str | None = None, language: Spoken = "") -> Action:
        """Return the action that a text means, without playing it.

        Args:
            text: a short sentence such as ``bid miner R2``.
            seat: who acts (number or name); needed only while several seats decide at once.
            language: a language in which the text may name tiles, so that ``bid Рудокоп R2`` means the same.

        Raises:
            ActionSyntaxError, AmbiguousAction: if the text cannot be read.
            NotYourTurn, GameOver: if nobody, or another seat, has to decide.

        >>> game.parse("bid miner R2")
        Bid(tile='miner', workers=Pool.of(red=2))
        >>> game.parse("bid Рудокоп R2", language="uk") == game.parse("bid miner R2")
        True
        """
        speaker = self.language(language) if language else None
        from keyflower.facade.notation import parse

        return parse(self.ruleset, self.state, text, seat=self._acting(seat), speaker=speaker)

    def play(
        self,
        action: Playable,
        *,
        seat: int | str | None = None,
        decision: Decision | str | None = None,
        language: Spoken = "",
    ) -> Game:
        """Return the game after an action.

        Args:
            action: what to do, as text, `Action`, compound action or JSON-able mapping.
            seat: who does it (number or name); needed only while several seats decide at once.
            decision: the decision this answers, or its id; if it is no longer open, the answer is refused as
                stale.
            language: a language in which the text may name tiles.

        Raises:
            IllegalAction: if the rules do not allow it, with all the reasons. Nothing has changed.
            NotYourTurn, StaleDecision, GameOver: if the action cannot be taken now.
            ActionSyntaxError, AmbiguousAction: if the text cannot be read.

        >>> game.play("bid miner R2").play("pass")
        <Game of Ann, Bob, Cid: spring, Ann to decide>
        """
        if language and isinstance(action, str):
            seat = seat if decision is None else self._fresh(decision, seat)
            action = self.parse(action, seat=seat, language=language)
        if not isinstance(action, _COMPOUND):
            return super().play(action, seat=seat, decision=decision)
        if decision is not None:
            seat = self._fresh(decision, seat)
        game, wrong, refused = self._after_steps(action, self._acting(seat))
        if refused:
            raise IllegalAction(wrong, refused)
        return game

    def why_not(
        self, action: Playable, *, seat: int | str | None = None, language: Spoken = ""
    ) -> tuple[Refusal, ...]:
        """Return every reason why an action is not legal now; empty if it is legal.

        Args:
            action: what would be done.
            seat: who would do it (number or name); needed only while several seats decide at once.
            language: a language in which the text may name tiles, and in which the reasons are given.

        Raises:
            ActionSyntaxError: if the text is not an action.
            AmbiguousAction: if it could mean several.

        >>> [reason.code for reason in game.why_not("bid miner G2")]
        ['bid.not-in-hand']
        """
        if language:
            return self._why_not_in(language, action, seat)
        if not isinstance(action, _COMPOUND):
            return super().why_not(action, seat=seat)
        try:
            return self._after_steps(action, self._acting(seat))[2]
        except (GameOver, NotYourTurn) as error:
            return (self.match.nobody_acts(error),)

    def _why_not_in(self, language: Spoken, action: Playable, seat: int | str | None) -> tuple[Refusal, ...]:
        speaker = self.language(language)
        try:
            meant = self.parse(action, seat=seat, language=speaker) if isinstance(action, str) else action
        except (GameOver, NotYourTurn) as error:
            found: tuple[Refusal, ...] = (self.match.nobody_acts(error),)
        else:
            found = self.why_not(meant, seat=seat)
        return tuple([refusal.told(speaker) for refusal in found])

    def _after_steps(
        self, action: Transport | Build, seat: int
    ) -> tuple[Game, Action | None, tuple[Refusal, ...]]:
        """Play a compound action step by step: the game after it, or the step that is refused and why."""
        game = self
        for number, step in enumerate(action.steps()):
            hauling = bool(game.state.agenda) and isinstance(game.state.agenda[0], Haul)
            if number and isinstance(step, Done) and not hauling:
                break
            if number and not (hauling if isinstance(action, Transport) else seat in game.decisions):
                message = phrases(
                    "nothing is left to decide after {number} step",
                    "nothing is left to decide after {number} steps",
                    number,
                )
                return self, step, (Refusal("compound.over", message, "3.3"),)
            refused = FLOW.why_not(game.ruleset, game.state, seat, step)
            if refused:
                return self, step, refused
            game = game.play(step, seat=seat)
        return game, None, ()

    # ------------------------------------------------------------------ scores

    def score(self, who: int | str) -> ScoreSheet:
        """Return the score sheet of a player, by name or seat, as if the game ended now.

        >>> over.score("Ann").total
        14
        """
        from keyflower.engine.scoring import score_seat  # with the solver: a tenth of what would be imported

        return score_seat(self.ruleset, self.state, self.seat_of(who))

    @property
    def scores(self) -> Scores[ScoreSheet]:
        """The score sheet of each seat, as if the game ended now; ``scores["Ann"]`` works too.

        >>> over.scores["Bob"].total, [sheet.total for sheet in over.scores]
        (19, [14, 19])
        """
        return Scores(tuple([self.score(seat) for seat in range(len(self.players))]), self.players)

    @property
    def log(self) -> EventLog:
        """The whole history of the game.

        >>> game.log
        <EventLog of Ann, Bob, Cid: 1 entry>
        """
        return self.LOG.of(self)

    def tell(
        self,
        entry: Entry | None = None,
        *,
        viewer: int | str | None = None,
        you: int | str | None = None,
        language: Spoken = "",
    ) -> tuple[str, ...]:
        """Describe in sentences what happened in an entry of the log, by default the last one.

        Args:
            entry: the entry to describe.
            viewer: the player it is for. The sentences contain only what that player may know; by default,
                everything.
            you: the player who reads it, addressed as "you".
            language: a language, given by its code such as ``uk``; English by default.

        >>> game.play("bid miner R2").tell()
        ('Bob bids 2 red workers for Miner.',)
        >>> game.play("bid miner R2").tell(you="Bob")
        ('You bid 2 red workers for Miner.',)
        """
        reader = None if you is None else self.seat_of(you)
        teller = import_module("keyflower.words").teller_for(self, reader)
        number = None if viewer is None else self.seat_of(viewer)
        lines = teller.sentences(self.entry if entry is None else entry, number)
        return tuple([self.language(language).say(line) for line in lines] if language else lines)

    # ------------------------------------------------------------------ positions

    def position(self) -> Position:
        """Return the current position as data that another program can store, edit and load again.

        >>> game.position().dumps()[:13]
        '{"chance":{"c'
        """
        from keyflower.facade.position import position_of

        return position_of(self.match, self.state, self.chance)

    @classmethod
    def from_position(
        cls,
        position: BasePosition | Mapping[str, object] | str,
        *,
        seed: int | None = None,
        expansions: Iterable[Expansion] = (),
    ) -> Self:
        """Return a game that begins in a position.

        Args:
            position: a `Position`, its data, or its JSON text.
            seed: a seed for the draws to come; needed if the position has no source of chance.
            expansions: expansions that are neither built in nor installed.

        Raises:
            LogError: if the position is not valid; the message says what is wrong.

        >>> Game.from_position(game.position()).state == game.state
        True
        """
        from keyflower.facade.position import start_from

        match, state = start_from(position, seed=seed, expansions=expansions)
        return cls(match, state, match.origin)

    def __repr__(self) -> str:
        names = ", ".join(self.players)
        if self.over:
            return f"<Game of {names}: over>"
        seats = self._open_seats()
        acting = " and ".join(self.players[seat] for seat in seats)
        return f"<Game of {names}: {self.season}, {acting} to decide>"


def _seat_number(names: tuple[str, ...], who: str | int) -> int:
    if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < len(names):
        return who
    if who in names:
        return names.index(str(who))
    raise SetupError(
        phrase("nobody is called '{who}': players are {players}", who=bare(who), players=listed(names))
    )
