"""`Game`: a whole game as an immutable value; every action returns a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve, field

from keyflower.engine import flow, options
from keyflower.engine.chance import Chance, ScriptedChance, SeededChance
from keyflower.engine.options import Decision, Options
from keyflower.extend.expansion import Expansion
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.compound import Build, Transport
from keyflower.facade.notation import parse
from keyflower.facade.registry import resolve
from keyflower.facade.scores import Scores
from keyflower.facade.table import Reading
from keyflower.model.actions import Action, Done
from keyflower.model.decisions import Haul
from keyflower.model.event import Event
from keyflower.model.events import GameEnded
from keyflower.model.state import State, hide
from keyflower.vocabulary.errors import (
    ActionSyntaxError,
    GameOver,
    IllegalAction,
    NotYourTurn,
    Refusal,
    SetupError,
    StaleDecision,
)
from keyflower.vocabulary.values import frozen

if TYPE_CHECKING:
    from keyflower.engine.score_sheet import ScoreSheet
    from keyflower.facade.log import Entry, EventLog
    from keyflower.facade.position import Position
    from keyflower.facade.view import View

Playable: TypeAlias = str | Action | Transport | Build | Mapping[str, object]
"""What `Game.play` takes: a text, an action, a compound action, or JSON-able data."""


@frozen
class Setting:
    """What stays the same throughout a game."""

    ruleset: Ruleset
    """The rules."""
    players: tuple[str, ...]
    """The names, by seat."""
    handicap: tuple[int, ...] = ()
    """The seats that start with more (variant C)."""
    origin: Chance = field(default=SeededChance(0), eq=False)
    """The chance source the set-up asked."""


@frozen(eq=False, repr=False)
class Game(Reading):
    """A game at one moment: what lies on the table, who decides, and how it came there.

    >>> game = Game.new(["Ann", "Bob", "Cid"], seed=7)
    >>> game.season, game.over
    (<Season.SPRING: 'spring'>, False)
    >>> later = game.play("pass")
    >>> later.parent is game, later == game
    (True, False)
    """

    setting: Setting
    """Rules and players."""
    state: State
    """Everything on the table and behind the screens."""
    chance: Chance
    """The chance source as it is now."""
    parent: Game | None = None
    """The game before the last action."""
    last_seat: int = -1
    """Who took the last action; -1 before the first one."""
    last_action: Action | None = None
    """The last action."""
    _entry: Entry | None = None
    _deciding: tuple[int, ...] | None = field(default=None, init=False)

    # ------------------------------------------------------------------ making a game

    @staticmethod
    def new(
        players: Iterable[str],
        *,
        seed: int | None = None,
        expansions: Iterable[str | Expansion] = (),
        variants: Iterable[str] = (),
        handicap: Iterable[str | int] = (),
        overrides: Mapping[str, object] | None = None,
        chance: Chance | None = None,
    ) -> Game:
        """Set up a game.

        Args:
            players: the names of the players, clockwise.
            seed: any whole number; the same seed gives the same game. Required unless `chance` is given.
            expansions: ids of expansions, or values; the base game is always there.
            variants: ids of variants, such as ``open-hands``.
            handicap: names or seats of players who start with more.
            overrides: printed numbers to replace, as `Ruleset.with_overrides` takes them.
            chance: another source of chance, such as a `ScriptedChance`.

        Raises:
            SetupError: if players, seed or handicap make no sense.
            RulesetError: if expansions, variants or overrides do not fit together.
        """
        names = _checked_names(players)
        if (seed is None) == (chance is None):
            raise SetupError("say seed=... (any whole number) or chance=..., exactly one of them")
        if chance is None:
            if not isinstance(seed, int) or isinstance(seed, bool):
                raise SetupError(f"a seed is a whole number, not {seed!r}")
            chance = SeededChance(seed)
        ruleset = resolve(expansions, variants=variants, overrides=overrides)
        handicapped = tuple(sorted({_seat_number(names, who) for who in handicap}))
        setting = Setting(ruleset, names, handicapped, chance)
        step = flow.begin(ruleset, len(names), handicapped, chance)
        return Game(setting, step.state, step.chance)

    # ------------------------------------------------------------------ what a game is made of

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played."""
        return self.setting.ruleset

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return self.setting.players

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        number, game = 0, self.parent
        while game is not None:
            number, game = number + 1, game.parent
        return number

    # ------------------------------------------------------------------ deciding

    @property
    def decisions(self) -> Mapping[int, Decision]:
        """The open decisions by seat; empty when the game is over."""
        return options.decisions(self.setting.ruleset, self.state, self._open_seats())

    def _open_seats(self) -> tuple[int, ...]:
        """Return the seats that have an open decision; several are kept, as finding them takes longer."""
        seats = self._deciding
        if seats is None:
            seats = options.open_seats(self.setting.ruleset, self.state)
            if len(seats) > 1:
                object.__setattr__(self, "_deciding", seats)
        return seats

    @property
    def options(self) -> Options:
        """What the only seat that decides may do; raises as `decision` does."""
        return self.decision.options

    @property
    def decision(self) -> Decision:
        """The only open decision.

        Raises:
            GameOver: if the game has ended.
            NotYourTurn: if several seats decide at once; the message names them.
        """
        return options.decision(self.ruleset, self.state, self._acting(None))

    def _acting(self, seat: int | str | None) -> int:
        """Return the seat that acts, checked."""
        if not self.state.agenda:
            raise GameOver("the game is over: nobody can act any more")
        open_now = self._open_seats()
        if seat in open_now and type(seat) is int:
            return seat
        if seat is None:
            if len(open_now) == 1:
                return open_now[0]
            names = ", ".join(f"{number} ({self.players[number]})" for number in open_now)
            raise NotYourTurn(f"several seats decide at once: say seat=... for one of {names}")
        number = self.seat_of(seat)
        if number not in open_now:
            names = " and ".join(self.players[other] for other in open_now)
            raise NotYourTurn(f"{self.players[number]} has nothing to decide now; {names} does")
        return number

    def _read(self, action: Playable, seat: int | str | None) -> tuple[Action, int]:
        """Return the action and who takes it."""
        number = self._acting(seat)
        return read_action(self, action, number), number

    def why_not(self, action: Playable, *, seat: int | str | None = None) -> tuple[Refusal, ...]:
        """Return every reason why an action is not legal now; none if it is.

        Raises:
            ActionSyntaxError: if the text is no action.
            AmbiguousAction: if it could mean several.
        """
        try:
            if isinstance(action, Transport | Build):
                return self._after_steps(action, self._acting(seat))[2]
            read, number = self._read(action, seat)
        except GameOver as error:
            return (Refusal("game.over", str(error), "2.2"),)
        except NotYourTurn as error:
            return (Refusal("turn.not-yours", str(error), "2.2"),)
        return options.why_not(self.ruleset, self.state, number, read)

    def play(
        self, action: Playable, *, seat: int | str | None = None, decision: Decision | str | None = None
    ) -> Game:
        """Return the game after an action.

        Args:
            action: what is done, as text, `Action`, compound action or JSON-able mapping.
            seat: who does it (number or name); needed only while several seats decide at once.
            decision: the decision that is answered, or its id; refused as stale if it is not open any more.

        Raises:
            IllegalAction: with all reasons, if the rules do not allow it; nothing has changed.
            NotYourTurn, StaleDecision, GameOver: if it is not the time for it.
            ActionSyntaxError, AmbiguousAction: if the text cannot be read.
        """
        if decision is not None:
            seat = self._fresh(decision, seat)
        if isinstance(action, Action):
            read, number = action, self._acting(seat)
        elif isinstance(action, Transport | Build):
            game, wrong, refused = self._after_steps(action, self._acting(seat))
            if refused:
                raise IllegalAction(wrong, refused)
            return game
        else:
            read, number = self._read(action, seat)
        setting = self.setting
        step = flow.attempt(setting.ruleset, self.state, number, read, self.chance)
        if isinstance(step, tuple):
            raise IllegalAction(read, step)
        return Game(setting, step.state, step.asking.chance, self, number, read)

    def _fresh(self, decision: Decision | str, seat: int | str | None) -> int:
        """Return the seat of a decision that is still open."""
        wanted, prompt = (decision, "") if isinstance(decision, str) else (decision.id, decision.prompt)
        if not isinstance(decision, str):
            seat = decision.seat
        number = None if seat is None else self.seat_of(seat)
        for open_seat, now in self.decisions.items():
            if number in (None, open_seat) and now.id == wanted:
                return open_seat
        asked = f"the question '{prompt or wanted[:40]}'"
        current = None if number is None else self.decisions.get(number)
        if current is None:
            raise StaleDecision(f"{asked} is not open any more")
        raise StaleDecision(f"{asked} has changed: it is now '{current.prompt}' ({current.id})")

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
                message = f"nothing is left to decide after {number} step{'s' if number > 1 else ''}"
                return self, step, (Refusal("compound.over", message, "3.3"),)
            refused = options.why_not(game.ruleset, game.state, seat, step)
            if refused:
                return self, step, refused
            game = game.play(step, seat=seat)
        return game, None, ()

    def with_chance(self, *answers: str, then: SeededChance | None = None) -> Game:
        """Return the same game with the answers of chance for what comes next, as seen at a table.

        Args:
            answers: one text for each question, as `ScriptedChance` takes them.
            then: who answers when they have run out; by default the next question is an error.
        """
        return evolve(self, chance=ScriptedChance(answers, then))

    def play_all(self, actions: Iterable[Playable]) -> Game:
        """Return the game after several actions; each needs to be of the only seat that decides."""
        game = self
        for action in actions:
            game = game.play(action)
        return game

    def undo(self, *, seat: int | str | None = None) -> Game:
        """Return the game before the last action, or before the last action of one seat.

        Args:
            seat: whose last action is taken back. What others have done since stays as it is, if it does not
                depend on that action: while everybody builds, each seat takes back its own tiles.

        Raises:
            SetupError: if no action has been played.
            IllegalAction: if a seat is named and its last action cannot be taken back; see `why_not_undo`.
        """
        if seat is not None:
            from keyflower.facade.taking_back import without_last

            return without_last(self, self.seat_of(seat))
        if self.parent is None:
            raise SetupError("no action has been played yet: there is nothing to undo")
        return self.parent

    def why_not_undo(self, seat: int | str) -> tuple[Refusal, ...]:
        """Return why a seat may not take back its last action; nothing if it may.

        Something that was hidden has been shown since, or another seat has answered.
        """
        from keyflower.facade.taking_back import refusals

        return refusals(self, self.seat_of(seat))

    def undoable(self, seat: int | str) -> bool:
        """Return whether a seat may take back its last action: nothing was revealed, and nobody has answered it."""
        return not self.why_not_undo(seat)

    # ------------------------------------------------------------------ scores

    def score(self, who: int | str) -> ScoreSheet:
        """Return the score sheet of a player, by name or seat, as if the game ended now."""
        from keyflower.engine.scoring import score_seat

        return score_seat(self.ruleset, self.state, self.seat_of(who))

    @property
    def scores(self) -> Scores:
        """The score sheet of each seat, as if the game ended now; ``scores["Ann"]`` works too."""
        return Scores(tuple([self.score(seat) for seat in range(len(self.players))]), self.players)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners; empty while the game goes on."""
        if not self.over:
            return ()
        for event in reversed(self.events):
            if isinstance(event, GameEnded):
                return tuple(self.players[seat] for seat in event.winners)
        return ()

    # ------------------------------------------------------------------ history

    @property
    def entry(self) -> Entry:
        """The last action with everything that happened: worked out when it is asked for."""
        if self._entry is None:
            object.__setattr__(self, "_entry", self._worked_out())
        assert self._entry is not None
        return self._entry

    def _worked_out(self) -> Entry:
        from keyflower.facade.log import Entry

        setting = self.setting
        if self.parent is None or self.last_action is None:
            step = flow.begin(setting.ruleset, len(setting.players), setting.handicap, setting.origin)
        else:
            before = self.parent
            step = flow.advance(
                setting.ruleset, before.state, self.last_seat, self.last_action, before.chance
            )
        return Entry(self.last_seat, self.last_action, step.events, step.answers)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action led to."""
        return self.entry.events

    @property
    def log(self) -> EventLog:
        """The whole history of the game."""
        from keyflower.facade.log import EventLog

        return EventLog.of(self)

    def view(self, seat: int | str) -> View:
        """Return what a seat (or `SPECTATOR`) may know."""
        from keyflower.facade.view import View

        return View(self.setting, hide(self.state, self.seat_of(seat)), self.ply)

    def tell(self, entry: Entry | None = None, *, viewer: int | str | None = None) -> tuple[str, ...]:
        """Return what happened in an entry of the log, by default the last one, in sentences.

        Args:
            entry: the entry to tell.
            viewer: whose eyes it is for; everything is told if it is left out.
        """
        teller = import_module("keyflower.words").Teller(self.ruleset, self.players)
        number = None if viewer is None else self.seat_of(viewer)
        return tuple(teller.sentences(self.entry if entry is None else entry, number))

    # ------------------------------------------------------------------ positions

    def position(self) -> Position:
        """Return where the game stands as data that another program can keep, edit and hand back."""
        from keyflower.facade.position import position_of

        return position_of(self)

    @staticmethod
    def from_position(
        position: Position | Mapping[str, object] | str,
        *,
        seed: int | None = None,
        expansions: Iterable[Expansion] = (),
    ) -> Game:
        """Return a game that begins in a position.

        Args:
            position: what `position` has returned, its data, or its JSON text.
            seed: a new source of chance for what comes; needed if the position has none of its own.
            expansions: expansions that are neither built in nor installed.

        Raises:
            LogError: naming what is wrong, if the position is not sound.
        """
        from keyflower.facade.position import game_from

        return game_from(position, seed=seed, expansions=expansions)

    # ------------------------------------------------------------------ as a value

    def __eq__(self, other: object) -> bool:
        """Return whether the other is the same game at the same moment, however it came there."""
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (
            self.state == other.state and self.chance == other.chance and self.setting == other.setting
        )

    def __hash__(self) -> int:
        return hash((self.setting, self.state, self.chance))

    def __reduce__(self) -> tuple[object, ...]:
        history = []
        game: Game | None = self
        while game is not None:
            history.append((game.state, game.chance, game.last_seat, game.last_action, game._entry))
            game = game.parent
        return (_rebuilt, (self.setting, tuple(reversed(history))))

    def __repr__(self) -> str:
        names = ", ".join(self.players)
        if self.over:
            return f"<Game of {names}: over>"
        seats = self._open_seats()
        acting = " and ".join(self.players[seat] for seat in seats)
        return f"<Game of {names}: {self.season}, {acting} to decide>"


def read_action(at: Game | View, action: Playable, seat: int) -> Action:
    """Return the action that a text, a value or data means when a seat says it at a moment of a game.

    Raises:
        ActionSyntaxError: if it is none.
        AmbiguousAction: if a text could mean several.
    """
    if isinstance(action, Action):
        return action
    if isinstance(action, str):
        return parse(at.ruleset, at.state, action, seat=seat)
    if isinstance(action, Mapping):
        from keyflower.facade.codec import action_from_data

        return action_from_data(at.ruleset, action)
    raise ActionSyntaxError(f"an action is a text, an Action or a mapping, not {type(action).__name__}")


def _rebuilt(
    setting: Setting, history: tuple[tuple[State, Chance, int, Action | None, Entry | None], ...]
) -> Game:
    """Return a game that was copied or pickled, move by move: a long game must not nest deeply."""
    game: Game | None = None
    for state, chance, seat, action, entry in history:
        game = Game(setting, state, chance, game, seat, action, entry)
    assert game is not None
    return game


def _checked_names(players: Iterable[str]) -> tuple[str, ...]:
    if isinstance(players, str):
        raise SetupError(f"players are a list of names, not the text {players!r}")
    names = tuple(players)
    for name in names:
        given: object = name
        if not isinstance(given, str) or not given.strip():
            raise SetupError(f"a player's name is a text, not {given!r}")
    if len(set(names)) < len(names):
        raise SetupError(f"two players have the same name: {', '.join(names)}")
    return names


def _seat_number(names: tuple[str, ...], who: str | int) -> int:
    if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < len(names):
        return who
    if who in names:
        return names.index(str(who))
    raise SetupError(f"nobody is called {who!r}: players are {', '.join(names)}")
