"""The event log: a game is its log.

A log is a header (rules, players, chance), one entry for each action with what it led to, and, once the game
is over, a footer. As text it is JSON Lines; see `keyflower.facade.log_lines` for the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, overload

from attrs import frozen

from keyflower.engine import flow, options
from keyflower.engine.chance import Chance, ScriptedChance
from keyflower.extend.expansion import Expansion
from keyflower.facade.game import Game, Setting
from keyflower.facade.json_text import compact
from keyflower.facade.log_lines import NO_CHANCE
from keyflower.facade.log_writing import Pen
from keyflower.facade.states import Data
from keyflower.facade.table import seat_number
from keyflower.model.actions import Action
from keyflower.model.event import Event, fold
from keyflower.model.events import GameEnded, SeasonBegan
from keyflower.model.positions import PositionGiven
from keyflower.model.state import State, empty_state
from keyflower.vocabulary.errors import HiddenInformation, KeyflowerError, LogError
from keyflower.vocabulary.types import SPECTATOR, Season

if TYPE_CHECKING:
    from keyflower.facade.view import View


@frozen
class Entry:
    """One action with what it led to; the first entry of a log is the set-up and has no action."""

    seat: int
    """Who acted; -1 for the set-up."""
    action: Action | None
    """What was done."""
    events: tuple[Event, ...]
    """What happened."""
    answers: tuple[str, ...] = ()
    """The answers of chance, in order."""

    def redacted(self, viewer: int) -> Entry:
        """Return the entry as a seat (or `SPECTATOR`) may know it."""
        action = self.action
        if action is not None and self.seat != viewer:
            action = action.hidden()
        return Entry(self.seat, action, tuple([event.redacted(viewer) for event in self.events]))

    @property
    def reveals(self) -> bool:
        """Whether it showed something that was hidden from the one who acted: taking it back would tell too much.

        Pieces drawn, tiles turned up, screens opened. What an action tells of the own hand does not count.
        """
        return bool(self.answers) or any(event.reveals for event in self.events)

    def to_data(self) -> Data:
        """Return the entry as JSON-able data."""
        from keyflower.facade.plain_data import entry_to_plain

        return entry_to_plain(self)

    @property
    def ended(self) -> GameEnded | None:
        """The end of the game, if this entry brought it."""
        return next((event for event in reversed(self.events) if isinstance(event, GameEnded)), None)


@frozen
class Difference:
    """Where two logs part."""

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
class EventLog:
    """The history of a game, whole or as one seat may know it.

    >>> game = Game.new(["Ann", "Bob"], seed=7).play("pass")
    >>> log = game.log
    >>> len(log), str(log[1].action)
    (2, 'pass')
    >>> EventLog.loads(log.dumps()).replay() == game
    True
    """

    setting: Setting
    """Rules, players and, in a whole log, the first chance source."""
    entries: tuple[Entry, ...]
    """The set-up, then one entry for each action."""
    chances: tuple[Chance, ...] = ()
    """The chance source after each entry; empty in a redacted log."""
    viewer: int | None = None
    """Who the log is redacted for; `None` for a whole log."""

    # ------------------------------------------------------------------ making a log

    @staticmethod
    def of(game: Game) -> EventLog:
        """Return the whole log of a game."""
        chain: list[Game] = []
        at: Game | None = game
        while at is not None:
            chain.append(at)
            at = at.parent
        chain.reverse()
        first = _first_entry(chain[0])
        entries = (first, *[step.entry for step in chain[1:]])
        return EventLog(game.setting, entries, tuple([step.chance for step in chain]))

    def redacted(self, who: int | str) -> EventLog:
        """Return the log as a seat, by number or name, or `SPECTATOR` may know it.

        Raises:
            HiddenInformation: if this log is redacted for somebody else already.
        """
        viewer = seat_number(self.players, who)
        if self.viewer == viewer:
            return self
        if self.viewer is not None:
            raise HiddenInformation(f"this log is what {self._name(self.viewer)} may know, and nobody else")
        setting = Setting(self.setting.ruleset, self.setting.players, self.setting.handicap, NO_CHANCE)
        return EventLog(setting, tuple([entry.redacted(viewer) for entry in self.entries]), (), viewer)

    def _name(self, seat: int) -> str:
        return "a spectator" if seat == SPECTATOR else self.players[seat]

    # ------------------------------------------------------------------ reading

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return self.setting.players

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
        kept = "" if self.viewer is None else f", as {self._name(self.viewer)} may know it"
        return f"<EventLog of {', '.join(self.players)}: {len(self)} entries{kept}>"

    @cached_property
    def seasons(self) -> tuple[Season, ...]:
        """The season in which each entry was played; it may itself have ended it."""
        found, season = [], Season.SPRING
        for entry in self.entries:
            found.append(season)
            for event in entry.events:
                if isinstance(event, SeasonBegan):
                    season = event.season
                elif isinstance(event, PositionGiven):
                    season = event.state.season
        return tuple(found)

    def where(
        self, *, season: Season | str | None = None, seat: int | str | None = None
    ) -> tuple[Entry, ...]:
        """Return the entries of a season, of a seat, or of both, in order."""
        wanted = None if season is None else Season(season)
        number = None if seat is None else seat_number(self.players, seat)
        return tuple(
            entry
            for entry, played in zip(self.entries, self.seasons, strict=True)
            if (wanted is None or played is wanted) and (number is None or entry.seat == number)
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.entries) and self.entries[-1].ended is not None

    def rows(self) -> list[dict[str, str | int | None]]:
        """Return one flat row for each event, all with the same columns: ready for polars or pandas."""
        from keyflower.facade.rows import rows_of

        return rows_of(self)

    # ------------------------------------------------------------------ as text

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        """The header and the entries as text, without the line ends."""
        header, pen = Pen.begin(self.setting, viewer=self.viewer)
        lines = [header]
        for number, entry in enumerate(self.entries):
            line, pen = pen.write(entry, self.chances[number] if self.chances else None)
            lines.append(line)
        return tuple(lines)

    @property
    def digests(self) -> tuple[str, ...]:
        """For each entry a digest of it and all before: equal up to the first difference of two logs."""
        return tuple(line[-18:-2] for line in self._lines[1:])

    def lines(self, *, since: int | None = None) -> Iterator[str]:
        """Iterate the lines of the text: header, entries, and the footer if the game is over.

        Args:
            since: leave out the header and all entries before this number: what a store that holds the entries
                before is still to be given.
        """
        if since is not None and since < 0:
            raise ValueError(f"entries are counted from 0, not from {since}")
        yield from self._lines if since is None else self._lines[since + 1 :]
        ended = self.entries[-1].ended if self.entries else None
        if ended is not None:
            footer = {"entries": len(self), "totals": [*ended.totals], "winners": [*ended.winners]}
            yield compact({"kind": "footer", **footer})

    def dumps(self) -> str:
        """Return the log as text: JSON Lines, UTF-8, keys sorted.

        Raises:
            LogError: if the game has a chance source that cannot be saved.
        """
        return "\n".join((*self.lines(), ""))

    @staticmethod
    def loads(text: str | bytes, *, expansions: Iterable[Expansion] = ()) -> EventLog:
        """Read a log of this or an older format.

        Args:
            text: what `dumps` has returned, or the bytes of a file of it.
            expansions: expansions that are neither built in nor installed.

        Raises:
            LogError: with line and reason, if anything about it is odd; nothing has been loaded then.
        """
        from keyflower.facade.log_reading import read_log

        return read_log(text, tuple(expansions))

    def first_difference(self, other: EventLog) -> Difference | None:
        """Return where two logs part, or `None` if they tell the same."""
        ours, theirs = self._lines, other._lines
        for number in range(max(len(ours), len(theirs))):
            left = ours[number] if number < len(ours) else ""
            right = theirs[number] if number < len(theirs) else ""
            if left != right:
                return Difference(number - 1, left, right)
        return None

    # ------------------------------------------------------------------ back to a game

    def replay(self) -> Game:
        """Return the game by playing every action again with the recorded answers of chance.

        Raises:
            LogError: naming the line, if an action is not legal or leads to other events.
            HiddenInformation: if the log is redacted.
        """
        return self._rebuilt(_replayed)

    def restore(self) -> Game:
        """Return the game by copying the recorded events, whatever the rules say today.

        Raises:
            LogError: naming the line, if an event cannot have happened.
            HiddenInformation: if the log is redacted.
        """
        game = self._rebuilt(_restored)
        from keyflower.facade.soundness import problem

        wrong = problem(self.setting.ruleset, game.state, len(self.players))
        if wrong:
            raise LogError(wrong, len(self) + 1)
        return game

    def _rebuilt(self, step: _Step) -> Game:
        if self.viewer is not None:
            who = self._name(self.viewer)
            raise HiddenInformation(f"this log is what {who} may know: it gives a view, not a game")
        game: Game | None = None
        for number, (entry, chance) in enumerate(zip(self.entries, self.chances, strict=True)):
            try:
                state = step(self.setting, game, entry)
            except LogError as error:
                raise LogError(error.reason, number + 2) from None
            except KeyflowerError as error:
                raise LogError(str(error)[:1000], number + 2) from None
            except Exception as error:  # a log from outside may break any assumption of an event
                raise LogError(
                    f"it cannot have happened ({type(error).__name__}: {error})"[:300], number + 2
                ) from error
            game = Game(self.setting, state, chance, game, entry.seat, entry.action, entry)
        if game is None:
            raise LogError("the log has no entries, not even the set-up", 1)
        return game

    def view(self) -> View:
        """Return what the one the log is redacted for may know now.

        Raises:
            HiddenInformation: if the log is not redacted; say ``log.redacted("Bob").view()``.
        """
        from keyflower.facade.view import View

        if self.viewer is None:
            raise HiddenInformation("the log is whole: redact it for a seat to get a view")
        view = View.before(self.setting, self.viewer)
        for number, entry in enumerate(self.entries):
            try:
                view = view.after(entry)
            except KeyflowerError as error:
                raise LogError(str(error)[:1000], number + 2) from None
            except Exception as error:  # as in `_rebuilt`
                raise LogError(
                    f"it cannot have happened ({type(error).__name__}: {error})"[:300], number + 2
                ) from error
        return view


if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    _Step: TypeAlias = Callable[[Setting, Game | None, Entry], State]


def _impossible(error: Exception) -> str:
    return f"it cannot have happened ({type(error).__name__}: {str(error)[:200]})"


def _first_entry(game: Game) -> Entry:
    """Return the entry of a game without a parent: its set-up, or the position it was given."""
    if game.last_action is None:
        entry = game.entry
        if fold(empty_state(), entry.events) == game.state:
            return entry
    return Entry(-1, None, (PositionGiven(game.state),))


def _restored(setting: Setting, before: Game | None, entry: Entry) -> State:
    return fold(empty_state() if before is None else before.state, entry.events)


def _replayed(setting: Setting, before: Game | None, entry: Entry) -> State:
    ruleset = setting.ruleset
    script = ScriptedChance(entry.answers)
    if before is None:
        if len(entry.events) == 1 and isinstance(entry.events[0], PositionGiven):
            return _given(setting, entry.events[0].state)
        step = flow.begin(ruleset, len(setting.players), setting.handicap, script)
    else:
        state, action = before.state, entry.action
        assert action is not None
        if entry.seat not in options.open_seats(ruleset, state):
            raise LogError(f"{setting.players[entry.seat]} has nothing to decide here")
        refused = options.why_not(ruleset, state, entry.seat, action)
        if refused:
            raise LogError(f"{action}: " + "; ".join(str(refusal) for refusal in refused))
        step = flow.advance(ruleset, state, entry.seat, action, script)
    if step.chance != NO_CHANCE:
        raise LogError("more answers of chance are recorded than were asked for")
    if step.events != entry.events:
        raise LogError(_parted(step.events, entry.events))
    return step.state


def _given(setting: Setting, state: State) -> State:
    from keyflower.facade.soundness import problem

    wrong = "a whole log cannot begin with a view" if state.viewer is not None else ""
    wrong = wrong or problem(setting.ruleset, state, len(setting.players))
    if wrong:
        raise LogError(wrong)
    return state


def _parted(ours: tuple[Event, ...], theirs: tuple[Event, ...]) -> str:
    """Say where replayed events differ from recorded ones."""
    for number, (here, there) in enumerate(zip(ours, theirs, strict=False)):
        if here != there:
            return f"event {number} would be {here}, but {there} is recorded"[:600]
    return f"{len(ours)} events would happen, but {len(theirs)} are recorded"
