"""`BaseGame`: a whole game as an immutable value; every action returns a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from attrs import Factory, evolve, field

from keyflower.kernel.actions import Action, check_fields
from keyflower.kernel.chance import Chance, Counted, ScriptedChance
from keyflower.kernel.errors import (
    GameOver,
    IllegalAction,
    NotContinued,
    NotYourTurn,
    Refusal,
    SetupError,
    StaleDecision,
    over,
    waiting,
)
from keyflower.kernel.events import Events, PositionGiven
from keyflower.kernel.match import BaseMatch
from keyflower.kernel.options import Decision, Options
from keyflower.kernel.state import StateT, hide
from keyflower.kernel.text import listed, phrase
from keyflower.kernel.values import frozen

if TYPE_CHECKING:
    from keyflower.kernel.log.entry import Entry
    from keyflower.kernel.position import BasePosition
    from keyflower.kernel.view import BaseView

MatchT = TypeVar("MatchT", bound=BaseMatch[Any])
ViewT = TypeVar("ViewT", bound="BaseView[Any, Any, Any]")

Playable: TypeAlias = str | Action | Mapping[str, object]
"""What `Game.play` takes: a text, an action, or JSON-able data."""


def _counted(game: Any) -> int:  # Any: a game that is being made
    return 0 if game._parent is None else game._parent.ply + 1


@frozen(eq=False, repr=False)
class BaseGame(Generic[MatchT, StateT, ViewT]):
    """A game at one moment. Each game on the kernel derives a class from it and adds its own questions."""

    VIEW: ClassVar[type[Any]]  # Any: a class variable cannot be generic
    """The class of the views of this game."""
    LOG: ClassVar[type[Any]]  # Any: as above
    """The class of the logs of this game."""

    match: MatchT
    """Rules and players."""
    state: StateT
    """Everything on the table, hidden or not."""
    chance: Chance
    """The current source of chance."""
    _parent: Any = None  # Any: a game of this very class, or None; attrs fields cannot say so
    last_seat: int = -1
    """The seat that took the last action."""
    last_action: Action | None = None
    """The last action."""
    _entry: Entry | None = None
    _deciding: tuple[int, ...] | None = field(default=None, init=False)
    _drawn: Action | None = field(default=None, init=False)
    ply: int = field(default=Factory(_counted, takes_self=True))
    """How many actions have been played."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        match = getattr(vars(cls).get("LOG"), "MATCH", None)
        if match is not None:
            match.GAMES = cls

    @classmethod
    def begun(cls, match: MatchT) -> Self:
        """Set up a game.

        >>> type(game).begun(game.match) == game
        True
        """
        step = match.begin(match.origin)
        return cls(match, step.state, step.chance)

    # ------------------------------------------------------------------ what a game is made of

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat.

        >>> game.players
        ('Ann', 'Bob', 'Cid')
        """
        return self.match.players

    def seat_of(self, who: int | str) -> int:
        """Return the number of a seat given by number or name.

        Raises:
            UnknownName: if there is no such seat, or nobody of that name plays.

        >>> game.seat_of("Bob"), game.seat_of(2)
        (1, 2)
        """
        return self.match.seat_of(who)

    @property
    def over(self) -> bool:
        """Whether the game has ended.

        >>> game.over, over.over
        (False, True)
        """
        return not self.state.agenda

    @property
    def halted(self) -> str:
        """Why the game cannot be continued although it is not over: other versions of its rules were used before.

        >>> game.halted
        ''
        """
        return self.match.halted()

    @property
    def parent(self) -> Self | None:
        """The game before the last action.

        >>> after = game.play(game.options[0])
        >>> after.parent is game, game.parent
        (True, None)
        """
        parent: Self | None = self._parent
        return parent

    @property
    def moments(self) -> tuple[Self, ...]:
        """Every moment of the game up to this one: after the set-up, and after each action.

        >>> len(over.moments) == over.ply + 1, over.moments[0].ply
        (True, 0)
        """
        found, at = [self], self.parent
        while at is not None:
            found.append(at)
            at = at.parent
        return tuple(found[::-1])

    # ------------------------------------------------------------------ deciding

    @property
    def decisions(self) -> Mapping[int, Decision]:
        """The open decisions by seat; empty if the game is over or cannot be continued.

        >>> [*game.decisions]
        [1]
        """
        match = self.match
        if match.halted():
            return {}
        seats = self._open_seats()
        alone = (
            self if len(seats) == 1 else None
        )  # with several seats, a drawn option does not say whose it is
        return match.FLOW.decisions(match.ruleset, self.state, seats, match=match, game=alone)

    def _note_drawn(self, action: Action) -> None:
        """Remember an option that was drawn for the only seat that decides: playing it needs no check (law 2).

        A rollout in Python takes a ninth less time without the check.
        """
        object.__setattr__(self, "_drawn", action)

    def _open_seats(self) -> tuple[int, ...]:
        """Return the seats that have an open decision, found once."""
        seats = self._deciding
        if seats is None:
            seats = self.match.FLOW.open_seats(self.match.ruleset, self.state)
            object.__setattr__(self, "_deciding", seats)
        return seats

    @property
    def decision(self) -> Decision:
        """The only open decision.

        Raises:
            GameOver: if the game has ended.
            NotYourTurn: if several seats decide at once; the message names them.

        >>> game.decision.kind, game.players[game.decision.seat]
        ('turn', 'Bob')
        """
        return self.decisions[self._acting(None)]

    @property
    def options(self) -> Options:
        """The options of the only open decision; raises the same errors as `decision`.

        >>> len(game.options), str(game.options[-1])
        (152, 'pass')
        """
        return self.decision.options

    def _acting(self, seat: int | str | None) -> int:
        """Return the seat that acts, after checking that it may."""
        if not self.state.agenda:
            raise GameOver(over())
        halted = self.match.halted()
        if halted:
            raise NotContinued(halted)
        open_now = self._deciding or self._open_seats()
        if seat in open_now and type(seat) is int:
            return seat
        if seat is None:
            if len(open_now) == 1:
                return open_now[0]
            names = listed(f"{number} ({self.players[number]})" for number in open_now)
            raise NotYourTurn(
                phrase("several players decide at once: pass seat=... with one of {names}", names=names)
            )
        number = self.seat_of(seat)
        if number not in open_now:
            raise NotYourTurn(waiting(self.players[number], [self.players[other] for other in open_now]))
        return number

    def _read(self, action: Any, seat: int | str | None) -> tuple[Action, int]:  # Any: as `play` takes it
        """Return the action and who takes it."""
        number = self._acting(seat)
        return self.match.read(self.state, action, number), number

    def why_not(self, action: Playable, *, seat: int | str | None = None) -> tuple[Refusal, ...]:
        """Return every reason why an action is not legal now; empty if it is legal.

        Raises:
            ActionSyntaxError: if the text is not an action.
            AmbiguousAction: if it could mean several.

        >>> game.why_not(game.options[0])
        ()
        >>> [reason.code for reason in over.why_not(game.options[0])]
        ['game.over']
        """
        try:
            read, number = self._read(action, seat)
        except (GameOver, NotYourTurn) as error:
            return (self.match.nobody_acts(error),)
        return self.match.spoken(self.match.FLOW.why_not(self.match.ruleset, self.state, number, read))

    def play(
        self, action: Playable, *, seat: int | str | None = None, decision: Decision | str | None = None
    ) -> Self:
        """Return the game after an action.

        Args:
            action: what is done, as text, `Action` or JSON-able mapping.
            seat: who does it (number or name); needed only while several seats decide at once.
            decision: the decision that is answered, or its id; refused as stale if it is not open any more.

        Raises:
            IllegalAction: if the rules do not allow it, with all the reasons. Nothing has changed.
            NotYourTurn, StaleDecision, GameOver: if the action cannot be taken now.
            NotContinued: if the game was played with versions of the rules that the installed ones do not continue.
            ActionSyntaxError, AmbiguousAction: if the text cannot be read.

        >>> after = game.play(game.options[-1])
        >>> after.ply, game.ply
        (1, 0)
        """
        if decision is not None:
            seat = self._fresh(decision, seat)
        match, flow, number = self.match, self.match.FLOW, self._acting(seat)
        read = action if isinstance(action, Action) else match.read(self.state, action, number)
        state, chance, executor = self.state, self.chance, flow.executor
        played = None if executor is None else executor.play(match.ruleset, state, number, read, chance)
        if played is not None:
            state, chance = played
        elif read is self._drawn:
            step = flow.advance(match.ruleset, state, number, read, chance)
            state, chance = step.state, step.asking.chance
        else:
            if read is action:
                check_fields(read)
                read = read.named(state, number)
            tried = flow.attempt(match.ruleset, state, number, read, chance)
            if isinstance(tried, tuple):
                raise IllegalAction(read, match.spoken(tried))
            state, chance = tried.state, tried.asking.chance
        # without keywords, which would make a call of a class take twice as long
        return type(self)(match, state, chance, self, number, read, None, self.ply + 1)

    def _fresh(self, decision: Decision | str, seat: int | str | None) -> int:
        """Return the seat of a decision that is still open."""
        if self.halted:
            raise NotContinued(self.halted)
        wanted, prompt = (decision, "") if isinstance(decision, str) else (decision.id, decision.prompt)
        if not isinstance(decision, str):
            seat = decision.seat
        number = None if seat is None else self.seat_of(seat)
        for open_seat, now in self.decisions.items():
            if number in (None, open_seat) and now.id == wanted:
                return open_seat
        asked = prompt or wanted[:40]
        current = None if number is None else self.decisions.get(number)
        if current is None:
            raise StaleDecision(phrase("the question '{asked}' is no longer open", asked=asked))
        gaps = {"asked": asked, "prompt": current.prompt, "id": current.id}
        raise StaleDecision(phrase("the question '{asked}' has changed: it is now '{prompt}' ({id})", **gaps))

    def play_all(self, actions: Iterable[Playable]) -> Self:
        """Return the game after several actions, each by the only seat that has an open decision.

        >>> game.play_all(["pass", "pass"]).ply
        2
        """
        game = self
        for action in actions:
            game = game.play(action)
        return game

    def with_chance(self, *answers: str, then: Counted | None = None) -> Self:
        """Return the same game with given results for its next random draws, as they were drawn at a table.

        Args:
            answers: one text for each question, as `ScriptedChance` takes them.
            then: the source of chance after these answers; by default the next draw raises an error.

        >>> game.with_chance().state == game.state
        True
        """
        return evolve(self, chance=ScriptedChance(answers, then))

    def undo(self, *, seat: int | str | None = None) -> Self:
        """Return the game before the last action, or before the last action of one seat.

        Args:
            seat: whose last action is taken back. Later actions of others stay if they do not depend on it:
                while everybody builds, each seat can take back its own tiles.

        Raises:
            SetupError: if no action has been played.
            IllegalAction: if a seat is given and its last action cannot be taken back; see `why_not_undo`.

        >>> game.play("pass").undo() is game
        True
        """
        if seat is not None:
            from keyflower.kernel.undo import without_last

            return without_last(self, self.seat_of(seat))
        if self.parent is None:
            raise SetupError(phrase("no action has been played yet: there is nothing to undo"))
        return self.parent

    def why_not_undo(self, seat: int | str) -> tuple[Refusal, ...]:
        """Return the reasons why a seat may not take back its last action; empty if it may.

        Something hidden has been revealed since, or another seat has acted.

        >>> after = game.play("pass")
        >>> after.why_not_undo(after.last_seat)
        ()
        """
        from keyflower.kernel.undo import refusals

        return refusals(self, self.seat_of(seat))

    def undoable(self, seat: int | str) -> bool:
        """Return whether a seat may take back its last action: nothing was revealed, and nobody has acted since.

        >>> after = game.play("pass")
        >>> after.undoable(after.last_seat), game.undoable(0)
        (True, False)
        """
        return not self.why_not_undo(seat)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners; empty until the game is over.

        >>> game.winners, over.winners
        ((), ('Bob',))
        """
        ended = self.entry.ended if self.over else None
        return () if ended is None else tuple(self.players[seat] for seat in ended.winners)

    # ------------------------------------------------------------------ history

    @property
    def entry(self) -> Entry:
        """The last action with everything that it led to, worked out on demand.

        >>> game.play("pass").entry
        <Entry: seat 1, pass, 2 events>
        """
        if self._entry is None:
            object.__setattr__(self, "_entry", self._worked_out())
        assert self._entry is not None
        return self._entry

    def _worked_out(self) -> Entry:
        from keyflower.kernel.log.entry import Entry

        match, before = self.match, self.parent
        if before is not None and self.last_action is not None:
            flow = match.FLOW
            step = flow.advance(match.ruleset, before.state, self.last_seat, self.last_action, before.chance)
            if flow.executor is not None:
                flow.executor.learn(self.state, step.state)
            return Entry(self.last_seat, self.last_action, step.events, step.answers, match=match)
        if self.last_action is None:
            step = match.begin(match.origin)
            if step.state == self.state:
                return Entry(-1, None, step.events, step.answers, match=match)
        # without a parent somebody has set it up by hand
        return Entry(-1, None, (PositionGiven(self.state),), match=match)

    @property
    def events(self) -> Events:
        """What the last action led to.

        >>> [event.tag for event in game.play("pass").events]
        ['passed', 'turn-began']
        """
        return Events(self.entry.events)

    @property
    def log(self) -> Any:  # Any: a game says which class its logs have
        """The whole history of the game."""
        return self.LOG.of(self)

    def view(self, seat: int | str) -> ViewT:
        """Return what a seat (or `SPECTATOR`) may know.

        >>> game.view("Bob").name, game.view(-1).name
        ('Bob', 'a spectator')
        """
        view: ViewT = self.VIEW(self.match, hide(self.state, self.seat_of(seat)), self.ply)
        return view

    def position(self) -> BasePosition:
        """Return the current position as data that another program can store, edit and load again.

        >>> type(game).from_position(game.position()) == game
        True
        """
        from keyflower.kernel.position import BasePosition, position_data

        return BasePosition(position_data(self.match, self.state, self.chance))

    @classmethod
    def from_position(
        cls, position: BasePosition | Mapping[str, object] | str, *, seed: int | None = None
    ) -> Self:
        """Return a game that begins in a position, given as what `position` returns, its data or its JSON text.

        Raises:
            LogError: if the position is not valid; the message says what is wrong.

        >>> type(game).from_position(game.position().dumps()).ply
        0
        """
        from keyflower.kernel.position import from_position_data

        match, state = from_position_data(cls.LOG.MATCH, position, seed=seed)
        return cls(match, state, match.origin)

    # ------------------------------------------------------------------ as a value

    def __repr__(self) -> str:
        names, deciding = ", ".join(self.players), " and ".join(self.players[seat] for seat in self.decisions)
        return f"<Game of {names}: {f'{deciding} to {self.state.agenda[0].tag}' if deciding else 'over'}>"

    def __eq__(self, other: object) -> bool:
        """Return whether the other is the same game at the same moment, however it got there."""
        if not isinstance(other, BaseGame):
            return NotImplemented
        return self is other or (
            self.state == other.state and self.chance == other.chance and self.match == other.match
        )

    def __hash__(self) -> int:
        return hash((self.match, self.state, self.chance))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        history = []
        game: Any = self  # Any: as `_parent`
        while game is not None:
            history.append((game.state, game.chance, game.last_seat, game.last_action, game._entry))
            game = game._parent
        return (_rebuilt, (type(self), self.match, tuple(reversed(history))))


def _rebuilt(
    kind: type[BaseGame[Any, Any, Any]], match: Any, history: tuple[tuple[Any, ...], ...]
) -> BaseGame[Any, Any, Any]:  # Any: settings and states of any game
    """Rebuild a game that was copied or pickled, move by move, so that a long game does not nest deeply."""
    game: BaseGame[Any, Any, Any] | None = None
    for state, chance, seat, action, entry in history:
        known = None if entry is None else evolve(entry, match=match)
        game = kind(match, state, chance, game, seat, action, known)
    assert game is not None
    return game
