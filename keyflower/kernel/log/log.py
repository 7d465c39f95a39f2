"""The event log: a game is its log.

A log is a header (rules, players, chance), one entry for each action with what it led to, and, once the game
is over, a footer. As text it is JSON Lines; see `keyflower.kernel.log.lines` for the format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeAlias, TypeVar, overload

from attrs import evolve

from keyflower.kernel.chance import Chance, ScriptedChance
from keyflower.kernel.errors import GameError, HiddenInformation, LogError
from keyflower.kernel.events import Event, PositionGiven
from keyflower.kernel.json_text import compact
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.log.lines import NO_CHANCE, footer_to_data
from keyflower.kernel.log.parser import read_lines
from keyflower.kernel.log.writer import LogWriter
from keyflower.kernel.match import BaseMatch
from keyflower.kernel.soundness import why_unplayable
from keyflower.kernel.text import phrase
from keyflower.kernel.values import frozen

if TYPE_CHECKING:
    from keyflower.kernel.game import BaseGame
    from keyflower.kernel.log.rows import Row
    from keyflower.kernel.view import BaseView

GameT = TypeVar("GameT", bound="BaseGame[Any, Any, Any]")
ViewT = TypeVar("ViewT", bound="BaseView[Any, Any, Any]")
MatchT = TypeVar("MatchT", bound=BaseMatch[Any])


@frozen
class Difference:
    """Where two logs differ first."""

    number: int
    """The entry in which they differ first; -1 for the header."""
    ours: str
    """The line of this log, or the empty text if it has ended."""
    theirs: str
    """The line of the other log."""

    def __str__(self) -> str:
        where = "the headers differ" if self.number < 0 else f"entry {self.number} differs"
        return f"{where}:\n  {self.ours or 'nothing'}\n  {self.theirs or 'nothing'}"


# Not slotted: the lines and their digests are worked out once, when they are asked for.
@frozen(slots=False, repr=False)
class BaseEventLog(Generic[MatchT, GameT, ViewT]):
    """The history of a game, whole or as one seat may know it; a game derives a class from it."""

    MATCH: ClassVar[type[Any]]  # Any: a class variable cannot be generic
    """The class of the game's match."""

    match: MatchT
    """Rules, players and, in a whole log, the first chance source."""
    entries: tuple[Entry, ...]
    """The set-up, then one entry for each action."""
    chances: tuple[Chance, ...] = ()
    """The chance source after each entry; empty in a redacted log."""
    viewer: int | None = None
    """For whom the log is redacted; `None` for a whole log."""

    # ------------------------------------------------------------------ making a log

    @classmethod
    def of(cls, game: GameT) -> Self:
        """Return the whole log of a game.

        >>> type(log).of(over) == log
        True
        """
        moments = game.moments
        entries = tuple([moment.entry for moment in moments])
        return cls(game.match, entries, tuple([moment.chance for moment in moments]))

    def redacted(self, who: int | str) -> Self:
        """Return the log as a seat, by number or name, or `SPECTATOR` may know it.

        Raises:
            HiddenInformation: if this log is already redacted for somebody else.

        >>> log.redacted("Ann").viewer
        0
        """
        viewer = self.match.seat_of(who)
        if self.viewer == viewer:
            return self
        if self.viewer is not None:
            raise HiddenInformation(f"this log contains only what {self.match.name_of(self.viewer)} may know")
        match = evolve(self.match, origin=NO_CHANCE)
        return type(self)(match, tuple([entry.redacted(viewer) for entry in self.entries]), (), viewer)

    # ------------------------------------------------------------------ reading

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat.

        >>> log.players
        ('Ann', 'Bob')
        """
        return self.match.players

    def __len__(self) -> int:
        """Return how many entries there are, the set-up included."""
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        """Iterate the entries in order."""
        return iter(self.entries)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, place: int | slice) -> Entry | tuple[Entry, ...]:
        """Return an entry by its number, or several by a slice."""
        return self.entries[place]

    def __repr__(self) -> str:
        kept = "" if self.viewer is None else f", as {self.match.name_of(self.viewer)} may know it"
        entries = "entry" if len(self) == 1 else "entries"
        return f"<EventLog of {', '.join(self.players)}: {len(self)} {entries}{kept}>"

    @property
    def scripted(self) -> bool:
        """Whether some of its draws were entered by hand; `replay` has to trust them.

        >>> log.scripted
        False
        """
        return any(isinstance(chance, ScriptedChance) for chance in (self.match.origin, *self.chances))

    @property
    def warnings(self) -> tuple[str, ...]:
        """Which versions of the rules differ from those that the game was played with, a sentence for each.

        >>> log.warnings
        ()
        """
        return self.match.warnings()

    @property
    def over(self) -> bool:
        """Whether the game has ended.

        >>> log.over, game.log.over
        (True, False)
        """
        return bool(self.entries) and self.entries[-1].ended is not None

    # ------------------------------------------------------------------ as text

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        """The header and the entries as text, without the line ends."""
        header, pen = LogWriter.begin(self.match, viewer=self.viewer)
        lines = [header]
        for number, entry in enumerate(self.entries):
            line, pen = pen.write(entry, self.chances[number] if self.chances else None)
            lines.append(line)
        return tuple(lines)

    @property
    def digests(self) -> tuple[str, ...]:
        """For each entry, a digest of it and all before it; equal in two logs up to their first difference.

        >>> len(log.digests) == len(log)
        True
        """
        return tuple(line[-18:-2] for line in self._lines[1:])

    def lines(self, *, since: int | None = None) -> Iterator[str]:
        """Iterate the lines of the text: header, entries, and the footer if the game is over.

        Args:
            since: leave out the header and all entries before this number, for a store that already has them.

        >>> len([*log.lines(since=len(log) - 2)])
        3
        """
        if since is not None and since < 0:
            raise ValueError(f"entries are counted from 0, not from {since}")
        yield from self._lines if since is None else self._lines[since + 1 :]
        ended = self.entries[-1].ended if self.entries else None
        if ended is not None:
            yield compact(footer_to_data(len(self), ended))

    def dumps(self) -> str:
        """Return the log as text: JSON Lines, UTF-8, keys sorted.

        Raises:
            LogError: if the game has a source of chance that cannot be saved.

        >>> type(log).loads(log.dumps()) == log
        True
        """
        return "\n".join((*self.lines(), ""))

    @classmethod
    def loads(cls, text: str | bytes) -> Self:
        """Read a log of this or an older format.

        Args:
            text: what `dumps` has returned, or the bytes of a file of it.

        Raises:
            LogError: if anything is wrong with it, with line and reason; then nothing is loaded.
        """
        return cls._loaded(text, ())

    @classmethod
    def _loaded(cls, text: str | bytes, given: Iterable[object]) -> Self:
        """Read a log with parts of the rules that the caller passes along."""
        found = read_lines(cls.MATCH, text, tuple(given))
        return cls(found.match, found.entries, found.chances, found.viewer)  # type: ignore[arg-type]  # of MATCH

    # ------------------------------------------------------------------ tables

    def besides(self) -> Iterable[Row]:
        """Return the game's own columns for the rows of a log, one mapping for each entry."""
        return [{}] * len(self.entries)

    def rows(self) -> list[Row]:
        """Return one flat row for each event, all with the same columns.

        Polars needs ``infer_schema_length=None`` to read them.

        >>> log.rows()[-1]["event"]
        'agenda-changed'
        """
        from keyflower.kernel.log.rows import rows_of

        return rows_of(self.match, self.entries, self.besides())

    def first_difference(self, other: Self) -> Difference | None:
        """Return where two logs differ first, or `None` if they are the same.

        >>> log.first_difference(log)
        >>> shorter = over.moments[3].log
        >>> log.first_difference(shorter).number
        4
        """
        ours, theirs = self._lines, other._lines
        for number in range(max(len(ours), len(theirs))):
            left = ours[number] if number < len(ours) else ""
            right = theirs[number] if number < len(theirs) else ""
            if left != right:
                return Difference(number - 1, left, right)
        return None

    # ------------------------------------------------------------------ back to a game

    def replay(self) -> GameT:
        """Return the game by playing every action again, with the draws of its own source of chance.

        If the log claims a seed or a secret key but has draws that this source would never give, it is refused. A
        scripted source is trusted, because it records what was drawn at a table.

        Raises:
            LogError: naming the line, if an action is not legal, or leads to other events or other draws; naming the
                versions, if the game was played with versions of the rules that the installed ones do not continue.
            HiddenInformation: if the log is redacted.

        >>> log.replay() == over
        True
        """
        halted = self.match.halted()
        if halted and self.viewer is None:
            raise LogError(phrase("it cannot be replayed: {reason}", reason=halted), 1)
        return self._rebuilt(_replayed)

    def restore(self) -> GameT:
        """Return the game by copying the recorded events, whatever the rules say today.

        If `warnings` names versions that the installed rules do not continue, the game can be read but not continued.

        Raises:
            LogError: naming the line, if an event cannot have happened or leads to a state that cannot be played.
            HiddenInformation: if the log is redacted.

        >>> log.restore() == over
        True
        """
        game = self._rebuilt(_restored, measured=True)
        match = self.match.legible(game.state) if self.match.halted() else self.match
        if match is not self.match:
            return evolve(self, match=match).restore()
        wrong = self.match.problem(game.state)
        given = isinstance(self.entries[0].events[0], PositionGiven)
        if not wrong and given and not self.match.halted():
            wrong = why_unplayable(self.match, game.state)
        if wrong:
            raise LogError(wrong, len(self) + 1)
        return game

    def _rebuilt(self, step: _Step, *, measured: bool = False) -> GameT:
        if self.viewer is not None:
            who = self.match.name_of(self.viewer)
            raise HiddenInformation(
                f"this log contains only what {who} may know: it can be viewed, but not replayed"
            )
        kind: type[GameT] = self.match.game_class()
        game: GameT | None = None
        for number, (entry, chance) in enumerate(zip(self.entries, self.chances, strict=True)):
            before = None if game is None else game.state
            source = self.match.origin if game is None else game.chance
            state = _at_line(number, step, self.match, before, entry, (source, chance))
            if measured and number % _BETWEEN == 0:
                _at_line(number, _check_size, self.match, state)
            game = kind(self.match, state, chance, game, entry.seat, entry.action, entry)
        if game is None:
            raise LogError("the log has no entries, not even the set-up", 1)
        return game

    def view(self) -> ViewT:
        """Return what the viewer of a redacted log may know now.

        Raises:
            LogError: naming the line, if an event cannot have happened or leads to an impossible state.
            HiddenInformation: if the log is not redacted; use ``log.redacted("Bob").view()``.

        >>> log.redacted("Ann").view() == over.view("Ann")
        True
        """
        if self.viewer is None:
            raise HiddenInformation("the log is whole: redact it for a seat to get a view")
        view: ViewT = self.match.game_class().VIEW.before(self.match, self.viewer)
        for number, entry in enumerate(self.entries):
            view = _at_line(number, view.after, entry)
            if number % _BETWEEN == 0:
                _at_line(number, _check_size, self.match, view.state)
        match = self.match.legible(view.state) if self.match.halted() else self.match
        if match is not self.match:
            return evolve(self, match=match).view()
        wrong = self.match.problem(view.state)
        if wrong:
            raise LogError(wrong, len(self) + 1)
        return view


_Step: TypeAlias = Callable[[BaseMatch[Any], Any, Entry, "_Luck"], Any]  # Any: rules and states of any game
T = TypeVar("T")


def _at_line(number: int, work: Callable[..., T], *arguments: object) -> T:
    """Do something for an entry; any error is reported as an error of its line.

    Raises:
        LogError: naming the line.
    """
    try:
        return work(*arguments)
    except LogError as error:
        raise LogError(error.reason, number + 2) from None
    except GameError as error:
        raise LogError(str(error)[:1000], number + 2) from None
    except Exception as error:  # a log from outside may break any assumption that events make
        reason = f"it cannot have happened ({type(error).__name__}: {error})"
        raise LogError(reason[:300], number + 2) from error


_Luck: TypeAlias = tuple[Chance, Chance]
"""The chance source before and after an entry, as recorded in the log."""


def _restored(
    match: BaseMatch[Any], before: Any, entry: Entry, luck: _Luck
) -> Any:  # Any: rules and states of any game
    return match.folded(match.FLOW.empty(None) if before is None else before, entry.events)


def _check_size(match: BaseMatch[Any], state: Any) -> None:  # Any: as above
    """Refuse a state that is larger than that of any game, because every further step would take longer."""
    wrong = match.oversized(state)
    if wrong:
        raise LogError(wrong)


_BETWEEN: Final = 4
"""The size of the state is checked after every few entries. So few entries cannot make a state large enough to do harm,
and a check takes as long as restoring an entry; the events of a long entry are checked in portions, see
`BaseMatch.folded`."""


def _replayed(match: BaseMatch[Any], before: Any, entry: Entry, luck: _Luck) -> Any:  # Any: as above
    ruleset, flow = match.ruleset, match.FLOW
    source, told = luck
    if before is None:
        given = entry.events[0]
        if isinstance(given, PositionGiven):
            return _given(match, given.state, entry, luck)
        step = match.begin(source)
    else:
        action = entry.action
        assert action is not None
        if entry.seat not in flow.open_seats(ruleset, before):
            raise LogError(f"{match.players[entry.seat]} has nothing to decide here")
        refused = flow.why_not(ruleset, before, entry.seat, action)
        if refused:
            raise LogError(f"{action}: " + "; ".join(str(refusal) for refusal in refused))
        step = flow.advance(ruleset, before, entry.seat, action, source)
    if step.answers != entry.answers:
        raise LogError(_other_luck(step.answers, entry.answers))
    if step.chance != told and not isinstance(told, ScriptedChance):
        raise LogError("the chance source is not where its draws have brought it")
    if step.events != entry.events:
        raise LogError(_parted(step.events, entry.events))
    return step.state


def _other_luck(ours: tuple[str, ...], theirs: tuple[str, ...]) -> str:
    """Report where the recorded draws are not those that the chance source gives."""
    for number, (here, there) in enumerate(zip(ours, theirs, strict=False)):
        if here != there:
            told = (
                f"the chance source of the log gives {here!r} as answer {number}, but {there!r} is recorded"
            )
            return told[:600]
    return f"{len(ours)} answers of chance are asked for, but {len(theirs)} are recorded"


def _given(match: BaseMatch[Any], state: Any, entry: Entry, luck: _Luck) -> Any:  # Any: as above
    """Return the state of a game that began in the middle, after everything that followed without a decision."""
    if state.viewer is not None:
        raise LogError("a whole log cannot begin with a view")
    if len(entry.events) > 1:
        step = match.FLOW.settle(match.ruleset, state, luck[0])
        if step.answers != entry.answers:
            raise LogError(_other_luck(step.answers, entry.answers))
        if step.events != entry.events[1:]:
            raise LogError(_parted(step.events, entry.events[1:]))
        state = step.state
    elif entry.answers:
        raise LogError(_other_luck((), entry.answers))
    wrong = match.problem(state) or why_unplayable(match, state)
    if wrong:
        raise LogError(wrong)
    return state


def _parted(ours: tuple[Event, ...], theirs: tuple[Event, ...]) -> str:
    """Report where the replayed events differ from the recorded ones."""
    for number, (here, there) in enumerate(zip(ours, theirs, strict=False)):
        if here != there:
            return f"event {number} would be {here}, but {there} is recorded"[:600]
    return f"{len(ours)} events would happen, but {len(theirs)} are recorded"
