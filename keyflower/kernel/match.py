"""`BaseMatch`: what stays the same throughout a game, and what a game declares to the kernel.

A game on the kernel derives one class from `BaseMatch` and says in it how the game begins and proceeds, how its rules
are written into a log, how its words are read, and how hidden things are redealt. Everything else (playing, options,
logs, views, replays) follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self

from attrs import evolve, field

from keyflower.kernel.actions import Action, check_fields
from keyflower.kernel.arguments import bare
from keyflower.kernel.chance import Asking, Chance, SeededChance
from keyflower.kernel.codec import LONGEST_TEXT, Codec, Data, teach_text
from keyflower.kernel.errors import (
    ActionSyntaxError,
    GameOver,
    LogError,
    NotContinued,
    NotYourTurn,
    Refusal,
    SetupError,
    UnknownName,
    suggest,
)
from keyflower.kernel.events import EVENTS, Event, fold
from keyflower.kernel.fields import declared
from keyflower.kernel.flow import Flow, Step
from keyflower.kernel.handlers import RulesT
from keyflower.kernel.json_text import shown
from keyflower.kernel.options import Random
from keyflower.kernel.redeal import dealt_anew, names_problem
from keyflower.kernel.tasks import Task
from keyflower.kernel.text import Message, Speaker, Spoken, listed, phrase, speaker
from keyflower.kernel.values import frozen

if TYPE_CHECKING:
    from cattrs import Converter

SPECTATOR: Final = -1
"""The seat number of a spectator, who sees what everybody sees and nothing else."""

AT_ONCE: Final = 64
"""After this many events from outside, the size of the state is checked."""

LONGEST_ACTION: Final = 400
"""The longest text that is read as an action; longer ones are refused at once."""


@frozen
class Paragraphs:
    """The paragraphs of a game's rules, such as ``2.2``, that the kernel's own refusals cite."""

    turn: str
    """The paragraph on whose turn it is to decide."""
    end: str
    """The paragraph on the end of the game."""
    undo: str
    """The paragraph on what cannot be taken back."""


@frozen
class Upcaster:
    """Converts the lines of one format of logs to the next."""

    header: Callable[[Data], Data] = dict
    """Converts the first line."""
    entry: Callable[[Data], Data] = dict
    """Converts the line of an entry."""
    footer: Callable[[Data], Data] = dict
    """Converts the last line."""


@frozen
class BaseMatch(Generic[RulesT]):
    """Rules and players of one game; each game derives a class from it with its declarations."""

    ruleset: RulesT
    """The rules."""
    players: tuple[str, ...]
    """The names, by seat."""
    origin: Chance = field(default=SeededChance(0), eq=False, kw_only=True)
    """The source of chance for the set-up."""

    GAME: ClassVar[str]
    """The name of the game in logs."""
    LIBRARY: ClassVar[str]
    """The version of the library that writes logs."""
    FORMAT: ClassVar[int] = 1
    """The format of logs that is written."""
    DIGESTS_SINCE: ClassVar[int] = 1
    """The first format with digests."""
    UPCASTERS: ClassVar[Mapping[int, Upcaster]] = {}
    """For each older format of logs, the step to the next one."""
    FLOW: ClassVar[Flow[Any, Any]]  # Any: a class variable cannot be generic
    """How the game proceeds from action to action."""
    PARAGRAPHS: ClassVar[Paragraphs]
    """The paragraphs of its rules that the kernel's own refusals cite."""
    RULES: ClassVar[type[Any] | None] = None  # Any: each game has options of its own
    """The frozen attrs class of its options; none for a game without options."""
    STATE: ClassVar[type[Any]]  # Any: each game has a state of its own
    """The class of its states; values are written and read with this and the next three."""
    ACTIONS: ClassVar[tuple[type[Action], ...]] = ()
    """Every kind of action."""
    EVENTS: ClassVar[tuple[type[Event], ...]] = ()
    """Every kind of event besides those of the kernel."""
    TASKS: ClassVar[tuple[type[Task], ...]] = ()
    """Every kind of task."""
    GAMES: ClassVar[type[Any]]  # Any: a game class knows its match, not the other way round
    """The class of the games; a game class says so when it is made."""
    TEXTS: ClassVar[tuple[type[Any], ...]] = ()  # Any: each game has values of its own
    """Classes whose values are written as a text that ``str`` writes and ``parse`` reads (or raises a `ValueError`)."""
    LARGEST: ClassVar[int] = 1_000
    """No field of a state or of a seat holds more than this; larger ones are refused before they cost time."""

    # ------------------------------------------------------------------ what a game declares

    @classmethod
    def game_class(cls) -> type[Any]:  # Any: a game class knows its settings, not the other way round
        """Return the class of the games, of which logs and views make games: the one whose logs have this match.

        A game whose logs live in another module overrides this and imports its class here, when it is first needed.
        """
        return cls.GAMES

    def set_up(self, asking: Asking) -> Iterable[Event]:
        """Return the events that set up the game."""
        raise NotImplementedError(f"{type(self).__name__} does not say how a game begins")

    def codec(self) -> Codec:
        """Return how actions, events, tasks and states are written and read; made once for the same rules."""
        return codec_of(type(self))

    @classmethod
    def teach(cls, converter: Converter) -> None:
        """Register how to write values that are not written field by field: those of `TEXTS`, and any others."""
        for kind in cls.TEXTS:
            teach_text(converter, kind)

    @classmethod
    def checked(cls, rules: RulesT, players: int) -> RulesT:
        """Return the options in canonical form, if this number of players can play with them.

        Raises:
            SetupError: if they cannot.
        """
        return rules

    def to_data(self) -> dict[str, object]:
        """Return the rules as JSON-able data, for the header of a log; nothing for a game without options."""
        return {} if self.RULES is None else {"rules": self.codec().converter.unstructure(self.ruleset)}

    @classmethod
    def from_data(
        cls, data: Mapping[str, object], players: tuple[str, ...], origin: Chance, given: tuple[object, ...]
    ) -> Self:
        """Return the match that the header of a log describes.

        Args:
            data: what `to_data` has returned, not checked yet.
            players: the names, checked.
            origin: the first chance source.
            given: what the caller passed along, such as rules that are not installed.

        Raises:
            LogError: if the rules make no sense or are not installed.
        """
        for key in data:
            if key != "rules" or cls.RULES is None:
                raise LogError(f"the header of a game of {cls.GAME} has no {shown(key)}")
        rules: Any = None  # Any: a game without options has no rules to choose
        if cls.RULES is not None:
            if not data:
                raise LogError(f"the header of a game of {cls.GAME} needs its rules")
            rules = codec_of(cls).converter.structure(data["rules"], cls.RULES)
        try:
            return cls(cls.checked(rules, len(players)), players, origin=origin)
        except (SetupError, UnknownName) as error:
            raise LogError(str(error)) from None

    def reader(self, header: Mapping[str, object]) -> Codec:
        """Return the reader for the values of a log or position with a header, perhaps of an older version."""
        return self.codec()

    def warnings(self) -> tuple[str, ...]:
        """Return a sentence for each part of the rules whose version differs from the one the game was played with."""
        return ()

    def halted(self) -> str:
        """Return why the game cannot be continued with these rules, or the empty text; it can be read in any case."""
        return ""

    def legible(self, state: Any) -> Self:  # Any: the state of the game
        """Return the match with which a state can be read that contains things these rules no longer have."""
        return self

    def words(self, state: Any, seat: int) -> Any:  # Any: the state of the game, and words of its own
        """Return what the actions of a seat are read with, such as the names its words can mean now.

        By default it is the state: a sentence may leave out what everybody can see.
        """
        return state

    def problem(self, state: Any) -> str:  # Any: the state of the game
        """Return why a state from outside cannot be played, or the empty text."""
        try:
            return next(filter(None, self._wrong(state)), "")
        except Exception as error:  # a state from outside may break any assumption
            return f"the position makes no sense ({type(error).__name__}: {str(error)[:120]})"

    def problems(self, state: Any) -> Iterable[str]:  # Any: the state of the game
        """Iterate what is wrong with a state from outside besides what the kernel finds: names that do not add up."""
        return ()

    def _wrong(self, state: Any) -> Iterator[str]:  # Any: the state of the game
        if len(state.seats) != len(self.players):
            yield f"there are {len(state.seats)} seats for {len(self.players)} players"
        yield names_problem(state, self.names())
        yield from self.problems(state)
        if not state.over:
            waits = bool(self.FLOW.open_seats(self.ruleset, state))
            if state.viewer is None:  # in a view, what others may do is not known
                waits = waits and self.FLOW.can_wait(self.ruleset, state)
            yield "" if waits else "nobody can continue from here"

    def names(self) -> Mapping[str, Sequence[str]]:
        """Return all names of each kind that fields declare to hold (`of`).

        Hidden names are redealt from them, and in every valid state each name is in exactly one place.
        """
        return {}

    def oversized(self, state: Any) -> str:  # Any: the state of the game
        """Return what there are far too many of in a state, or the empty text; only lengths are checked."""
        for part in (state, *state.seats):
            for name, _ in declared(type(part)):
                value = getattr(part, name)
                if isinstance(value, tuple | str) and len(value) > self.LARGEST:
                    return f"{name} is larger than in any game"
        return ""

    def filled(self, state: Any, rng: Random) -> Any:  # Any: the state of the game
        """Return a full state that is consistent with a redacted one: everything the viewer cannot see is redealt.

        Raises:
            HiddenInformation: if the pieces of the view do not add up.
        """
        return dealt_anew(state, self.names(), rng)

    @property
    def catalogues(self) -> tuple[str, ...]:
        """The packages with texts of the parts that are played, in other languages."""
        return ()

    def spoken(self, refusals: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        """Return refusals with the catalogues of all parts of the rules."""
        texts = self.catalogues
        return (
            tuple([evolve(one, params=one.params, catalogues=texts) for one in refusals])
            if texts
            else refusals
        )

    def language(self, language: Spoken) -> Speaker:
        """Return the `Speaker` of a language for this match; a game with its own texts overrides this.

        Raises:
            UnknownName: if there are no texts in that language.
        """
        return speaker(language)

    def told(self, entry: Any, viewer: int | None = None) -> list[str]:  # Any: an entry, which knows matches
        """Return an entry of a log in sentences for a viewer, the action first; ``None`` gets everything."""
        seen = entry if viewer is None else entry.redacted(viewer)
        first = phrase("The game is set up.")
        if seen.action is not None:
            first = seen.action.told(self.name_of(seen.seat))
        return [line for line in (first, *(event.words(self.players) for event in seen.events)) if line]

    def sheet(self, state: Any, seat: int) -> Any:  # Any: the state of the game, and its score sheets
        """Return the score sheet of a seat, as if the game ended now."""
        return self.game_class()(self, state, self.origin).scores[seat]

    def points(self, state: Any, seat: int) -> float:  # Any: the state of the game
        """Return the points of a seat, as if the game ended now; a game may have a faster way than its score sheets."""
        return float(self.sheet(state, seat).total)

    # ------------------------------------------------------------------ what follows

    def parse(self, state: Any, text: str, seat: int) -> Action:  # Any: the state of the game
        """Read an action of a seat: a verb, then the rest, which the action with that verb parses.

        Raises:
            ActionSyntaxError: if the text is not an action.
            AmbiguousAction: if it could mean several.
        """
        if len(text) > LONGEST_ACTION:
            raise ActionSyntaxError(too_long(len(text)))
        verb, _, rest = text.strip().partition(" ")
        kinds = self.codec().actions.kinds
        kind = kinds.get(verb.lower())
        if kind is None:
            raise ActionSyntaxError(no_such_verb(verb.lower(), kinds))
        return kind.parse(self.words(state, seat), rest.strip())

    def read(self, state: Any, action: object, seat: int) -> Action:  # Any: the state of the game
        """Return the action that a text, an action or JSON-able data means.

        Raises:
            ActionSyntaxError: if it is not an action.
            AmbiguousAction: if it could mean several.
        """
        if isinstance(action, Action):
            check_fields(action)
            return action.named(state, seat)
        if isinstance(action, str):
            return self.parse(state, action, seat)
        if isinstance(action, Mapping):
            try:
                return self.codec().actions.read(dict(action)).named(state, seat)
            except LogError as error:
                raise ActionSyntaxError(error.reason) from None
        raise ActionSyntaxError(f"an action is a text, an Action or a mapping, not {type(action).__name__}")

    def begin(self, chance: Chance) -> Step[Any]:  # Any: the state of the game
        """Set up a game and proceed to its first decision."""
        return self.FLOW.begin(self.ruleset, self.set_up, chance)

    def folded(self, state: Any, events: Sequence[Event]) -> Any:  # Any: the state of the game
        """Return the state after events from outside.

        Raises:
            LogError: as soon as the state is larger than that of any game, so that no step takes long.
        """
        for start in range(0, len(events), AT_ONCE):
            some = events[start : start + AT_ONCE]
            state = fold(state, some)
            wrong = self.oversized(state) if len(some) == AT_ONCE else ""
            if wrong:
                raise LogError(wrong)
        return state

    def nobody_acts(self, error: GameOver | NotYourTurn) -> Refusal:
        """Return the refusal that says that a seat cannot act, or that the game is over."""
        if isinstance(error, NotContinued):
            return Refusal("game.other-version", error.args[0], "")
        if isinstance(error, GameOver):
            return Refusal("game.over", error.args[0], self.PARAGRAPHS.end)
        return Refusal("turn.not-yours", error.args[0], self.PARAGRAPHS.turn)

    def seat_of(self, who: int | str) -> int:
        """Return the number of a seat given by number or name; `SPECTATOR` is a seat too.

        Raises:
            UnknownName: if nobody has this name.
        """
        return seat_number(self.players, who)

    def name_of(self, seat: int) -> str:
        """Return the name of a seat for a sentence; `SPECTATOR` is a seat too."""
        return "a spectator" if seat == SPECTATOR else self.players[seat]


_CODECS: Final[dict[type, Codec]] = {}


def codec_of(kind: type[BaseMatch[Any]]) -> Codec:
    """Return how the values of a game are written and read, by what its match declares; made once."""
    known = _CODECS.get(kind)
    if known is None:
        known = _CODECS[kind] = Codec(
            state=kind.STATE,
            actions={one.verb: one for one in kind.ACTIONS},
            events={one.tag: one for one in (*EVENTS, *kind.EVENTS)},
            tasks={one.tag: one for one in kind.TASKS},
            teach=kind.teach,
        )
    return known


def too_long(length: int) -> Message:
    """Return why a text is not read at all."""
    return phrase("an action of {length} characters is too long", length=length)


def no_such_verb(verb: str, verbs: Iterable[str]) -> Message:
    """Return why a text that starts with a word is not an action."""
    known = list(verbs)
    hint = suggest(verb, known) or phrase("; verbs are {verbs}", verbs=listed(known))
    if not verb:
        return phrase("an empty text is not an action{hint}", hint=hint)
    return phrase("no action starts with '{verb}'{hint}", verb=bare(verb), hint=hint)


def seat_number(players: tuple[str, ...], who: int | str) -> int:
    """Return the number of a seat given by number or name; `SPECTATOR` is a seat too.

    Raises:
        UnknownName: if there is no such seat, or nobody of that name plays.
    """
    if isinstance(who, int) and not isinstance(who, bool):
        if who == SPECTATOR or 0 <= who < len(players):
            return who
        raise UnknownName(
            phrase("there is no seat {seat}: seats are 0 to {last}", seat=who, last=len(players) - 1)
        )
    if who in players:
        return players.index(who)
    gaps = {"who": bare(who), "hint": suggest(str(who), players), "players": listed(players)}
    raise UnknownName(phrase("nobody is called '{who}'{hint}; players are {players}", **gaps))


def checked_names(players: Iterable[str]) -> tuple[str, ...]:
    """Return the names of players, if they are valid.

    Raises:
        SetupError: if a name is missing, given twice, not text, or cannot be saved.
    """
    given: object = players
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise SetupError(
            phrase("Players are a list of names, such as ['Ann', 'Bob'], not {given}.", given=shown(given))
        )
    names = tuple(players)
    for name in names:
        one: object = name
        if not isinstance(one, str) or not one.strip():
            raise SetupError(phrase("A player's name is a text, not {given}.", given=shown(one)))
        wrong = unsavable(one)
        if wrong:
            raise SetupError(wrong)
    if len(set(names)) < len(names):
        raise SetupError(phrase("Two players have the same name: {names}.", names=listed(map(shown, names))))
    return names


def checked_chance(seed: int | None, chance: Chance | None) -> Chance:
    """Return the source of chance for a new game: either a seed or another source, not both.

    Raises:
        SetupError: if both or neither is given, or if one of them is not valid.
    """
    if (seed is None) == (chance is None):
        raise SetupError("pass either seed= (any whole number) or chance=, not both")
    given: object = seed if chance is None else chance
    if chance is None:
        if not isinstance(given, int) or isinstance(given, bool):
            raise SetupError(phrase("a seed is a whole number, not {given}", given=shown(given)))
        return SeededChance(given)
    if not (callable(getattr(given, "draw", None)) and callable(getattr(given, "pick", None))):
        raise SetupError(
            phrase("chance is a source of chance, such as ScriptedChance, not {given}", given=shown(given))
        )
    return chance


def unsavable(name: str) -> str:
    """Return why a name cannot be written to a log; the empty text if it can."""
    if len(name) > LONGEST_TEXT:
        gaps = {"name": bare(name[:40]), "most": LONGEST_TEXT}
        return phrase("The name '{name}...' is too long: a name has at most {most} characters.", **gaps)
    if name.encode(errors="ignore").decode() != name:
        return phrase(
            "The name '{name}' contains an incomplete character and cannot be saved.",
            name=bare(name[:40]),
        )
    return ""
