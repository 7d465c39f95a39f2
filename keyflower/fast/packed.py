"""Packed games: the same game as `Game`, as a few hundred bytes that the native library plays on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import index
from typing import Final, SupportsIndex, overload

from attrs import evolve, field, frozen

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.facade.match import Match
from keyflower.fast.action_codes import listed
from keyflower.fast.compiler import Tables, tables_of
from keyflower.fast.library import NativeRules, loaded, rules_of
from keyflower.fast.record import FIRST, PackedError, chance_of, packed_form, stream_of
from keyflower.fast.record_reader import state_of
from keyflower.kernel.actions import Action
from keyflower.kernel.chance import FormerChance, SeededChance, seed_of
from keyflower.kernel.drafts import closed
from keyflower.kernel.errors import GameOver, NotYourTurn
from keyflower.kernel.events import PositionGiven
from keyflower.kernel.json_text import shown
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.match import SPECTATOR
from keyflower.model.errors import RulesetError

# ---------------------------------------------------------------------- rules


def _tables(ruleset: Ruleset) -> Tables | tuple[str, ...]:
    given: object = ruleset
    if not isinstance(given, Ruleset):
        raise RulesetError(f"rules are a Ruleset, such as game.ruleset, not {shown(given)}")
    return tables_of(ruleset)


def why_not(ruleset: Ruleset) -> tuple[str, ...]:
    """Return every reason why the fast executor cannot play games with these rules; empty if it can.

    >>> import keyflower as kf
    >>> why_not(kf.Game.new(["Ann", "Bob"], seed=1, expansions=["farmers"]).ruleset)
    ()
    """
    tables = _tables(ruleset)
    reasons = tables if isinstance(tables, tuple) else ()
    if loaded() is None:
        reasons = (*reasons, "the native library was not built: run python -m keyflower.fast")
    return reasons


def compile_ruleset(ruleset: Ruleset) -> Tables:
    """Return the tables of a ruleset; they are computed once and cached with it.

    Raises:
        RulesetError: if it has parts that cannot be compiled; the message names them.
    """
    tables = _tables(ruleset)
    if isinstance(tables, tuple):
        raise RulesetError(f"these rules cannot be compiled: {'; '.join(tables)}")
    return tables


def native_rules(ruleset: Ruleset) -> NativeRules | None:
    """Return the rules in the memory of the native library, or `None` if the reference engine has to play."""
    tables = tables_of(ruleset)
    return None if isinstance(tables, tuple) else rules_of(tables)


# ---------------------------------------------------------------------- games


@frozen
class Origin:
    """What packed games that come from the same game have in common."""

    match: Match
    """Rules and players."""
    chance: SeededChance | FormerChance = field(eq=False)
    """The chance source of the game; where a packed game is in its stream, or in another one, its form tells."""
    tables: Tables = field(eq=False)
    """The compiled rules."""
    rules: NativeRules | None = field(eq=False)
    """The same in the memory of the native library; `None` if the reference engine plays."""

    def chance_at(self, key: int, counter: int) -> SeededChance | FormerChance:
        """Return the chance source whose stream begins at a key: that of the game, or that of a deal."""
        begun = stream_of(self.chance)
        chance = self.chance if begun is not None and begun[0] == key else SeededChance(seed_of(key))
        return evolve(chance, counter=counter)


_FAULTS: Final = (
    "",
    "its bytes are not as this version writes them, or too many",
    "a tile is unknown, hidden in two places, or in a pile or hand of another season",
    "there are more than 255 pieces of a kind, or a card or an add-on twice",
    "a village has no tiles, tiles that overlap or do not touch, or tiles too far away",
    "a tile cannot have been used like that",
    "a seat has something that it cannot have",
    "what is to be done cannot be done",
)
"""What `keyflower_fault` says, in words: see ``native/checking.c``."""


NOT_COUNTED: Final = -1
"""The options of a packed game were not counted when it was made."""


@frozen(init=False, weakref_slot=False)
class Packed:
    """A game as bytes, equal when bytes, rules and players are.

    It comes only from `pack`, `apply`, `packed_from` or a pickle, because unchecked bytes could make the
    native library read outside its memory.
    """

    form: bytes = field(repr=False)
    """The state and the state of chance."""
    origin: Origin = field(repr=False)
    """What it shares with other packed games."""
    counted: int = field(default=NOT_COUNTED, eq=False, repr=False)
    """The seat that decides first and, above it, how many options it has; or `NOT_COUNTED`."""

    def __init__(self, *arguments: object, **named: object) -> None:
        """Refuse to be made by hand."""
        raise PackedError("a packed game comes from fast.pack(game), or from fast.packed_from(bytes, game)")

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        rules = self.origin.rules
        if rules is None:
            return tuple(unpack(self).decisions)
        bits = rules.short.keyflower_deciding(rules.machine.pointer, self.form)
        return tuple([seat for seat in range(6) if bits >> seat & 1])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.form[FIRST] >> 6 == 1  # the highest bit that is used

    def __repr__(self) -> str:
        return f"<Packed game of {', '.join(self.origin.match.players)}: {len(self.form)} bytes>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle rules, players and bytes; they are checked when they are read."""
        return _unpickled, (self.form, self.origin.match, self.origin.chance)


class _OpenPacked:
    """A packed game that closes itself when it is filled: see `keyflower.kernel.drafts`."""

    __slots__ = ("counted", "form", "origin")

    def __init__(self, form: bytes, origin: Origin, counted: int = -1) -> None:
        self.form = form
        self.origin = origin
        self.counted = counted
        closed(self, Packed)


packed_with: Callable[..., Packed] = _OpenPacked  # type: ignore[assignment]  # closed, it is one
"""Make a packed game from bytes that the native library wrote, or that were checked; in 170 ns."""


def checked(form: bytes, origin: Origin) -> Packed:
    """Return a packed game if the native library can play on it.

    Raises:
        PackedError: if it cannot.
    """
    rules = origin.rules
    fault = rules.short.keyflower_fault(rules.machine.pointer, form, len(form)) if rules else 0
    if fault:
        raise PackedError(f"this state cannot be packed: {_FAULTS[fault]}")
    return packed_with(form, origin)


def _unpickled(form: bytes, match: Match, chance: SeededChance | FormerChance) -> Packed:
    """Return what was pickled, checked like bytes from anywhere else."""
    packed = checked(form, _origin(match, chance))
    if packed_form(packed.origin.tables, unpack(packed).state, *chance_of(form)) != form:
        raise PackedError("these bytes are no packed game: packing it gives other bytes")
    return packed


def _origin(match: Match, chance: SeededChance | FormerChance) -> Origin:
    tables = compile_ruleset(match.ruleset)
    return Origin(match, evolve(chance, counter=0), tables, rules_of(tables))


def pack(game: Game) -> Packed:
    """Return a game as bytes.

    Raises:
        RulesetError: if the rules cannot be compiled.
        PackedError: if the game is too large, or its source of chance is not a stream of numbers.
    """
    given: object = game
    if not isinstance(given, Game):
        raise PackedError(f"a Game is packed, not {shown(given)}")
    tables = compile_ruleset(game.ruleset)
    stream = stream_of(game.chance)
    if stream is None:
        raise PackedError(
            f"a game with {type(game.chance).__name__} cannot be packed: its chance is no stream"
        )
    assert isinstance(game.chance, SeededChance | FormerChance)
    return checked(packed_form(tables, game.state, *stream), _origin(game.match, game.chance))


def unpack(packed: Packed) -> Game:
    """Return the game that was packed; its history is not kept.

    Raises:
        PackedError: if the bytes are not a packed game.
    """
    rules_behind(packed)
    origin = packed.origin
    state = state_of(origin.tables, packed.form)
    chance = origin.chance_at(*chance_of(packed.form))
    given = Entry(-1, None, (PositionGiven(state),))
    return Game(evolve(origin.match, origin=chance), state, chance, None, -1, None, given)


# ---------------------------------------------------------------------- deciding


def nobody(packed: Packed, seat: int | None, reason: int) -> Exception:
    """Return the error for a reason why nobody acts, as the native library numbers them."""
    if reason == -1:
        return GameOver("the game is over: nobody can act any more")
    if reason == -3:
        return PackedError("this game was set up by hand, and leads to where nobody can play on")
    seats = " and ".join(map(str, packed.deciding))
    return NotYourTurn(f"seat {seat} has nothing to decide now; seat {seats} does")


def rules_behind(packed: Packed) -> NativeRules | None:
    """Return the rules of a packed game in the memory of the native library.

    Raises:
        PackedError: if this is not a packed game.
    """
    try:
        return packed.origin.rules
    except AttributeError:
        raise no_packed(packed) from None


def no_packed(given: object) -> PackedError:
    """Return the error for something that is not a packed game."""
    return PackedError(f"a packed game comes from fast.pack(game), and this is {shown(given)}")


def seat_in(packed: Packed, seat: object) -> int:
    """Return the number of a seat, given by number or name.

    Raises:
        UnknownName: if there is no such seat.
    """
    # a number of numpy is one, too; asking for a protocol takes longer than a deal, so plain numbers are not asked
    if type(seat) is not int and isinstance(seat, SupportsIndex) and not isinstance(seat, bool):
        seat = index(seat)
    return packed.origin.match.seat_of(seat)  # type: ignore[arg-type]  # whatever else it is, nobody is called so


def _acting(packed: Packed, seat: object) -> int:
    number = seat_in(packed, seat)
    if number == SPECTATOR:  # which stands for the first that decides in the native library
        raise nobody(packed, number, -2)
    return number


class PackedOptions(Sequence[Action]):
    """The legal actions of one seat, in the order of the reference engine; each is made on demand."""

    __slots__ = ("_counted", "packed")

    def __init__(self, packed: Packed, counted: int) -> None:
        """Offer this many options to a seat: see `Packed.counted`."""
        self.packed = packed
        self._counted = counted

    @property
    def seat(self) -> int:
        """Whose options these are."""
        return self._counted & 15

    def __len__(self) -> int:
        """Return how many options there are."""
        return self._counted >> 4

    @overload
    def __getitem__(self, place: int) -> Action: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Action]: ...

    def __getitem__(self, place: int | slice) -> Action | Sequence[Action]:
        """Return the option at an index, or a slice of them."""
        if isinstance(place, slice):
            return list(self)[place]
        at = place + len(self) if place < 0 else place
        if not 0 <= at < len(self):
            raise IndexError(f"there are {len(self)} options")
        return self._listed(at, at + 1)[0]

    def __iter__(self) -> Iterator[Action]:
        """Iterate all options."""
        return iter(self._listed(0, len(self)))

    def _listed(self, start: int, stop: int) -> list[Action]:
        rules = self.packed.origin.rules
        if rules is None:
            return list(unpack(self.packed).decisions[self.seat].options)[start:stop]
        return listed(rules.machine, self.packed.form, self.seat, start, stop)

    def __repr__(self) -> str:
        return f"<{len(self)} options of seat {self.seat}>"


def options(packed: Packed, *, seat: int | None = None) -> PackedOptions:
    """Return the legal actions of a seat; by default of the first that decides.

    Raises:
        GameOver: if the game has ended.
        NotYourTurn: if the seat has nothing to decide now.
        UnknownName: if there is no such seat.
    """
    try:
        counted = packed.counted
    except AttributeError:
        raise no_packed(packed) from None
    if counted >= 0 and (seat is None or seat == counted & 15):
        return PackedOptions(packed, counted)
    rules = packed.origin.rules
    if rules is None:
        acting, game = _reference(packed, seat)
        return PackedOptions(packed, len(game.decisions[acting].options) << 4 | acting)
    told: int = rules.machine.count(packed.form, -1 if seat is None else _acting(packed, seat))
    if told < 0:
        raise nobody(packed, seat, told)
    return PackedOptions(packed, told)


def apply(packed: Packed, place: SupportsIndex, *, seat: int | None = None) -> Packed:
    """Return the game after the option at an index of `options`; the game before is unchanged.

    Raises:
        GameOver: if the game has ended.
        NotYourTurn: if the seat has nothing to decide now.
        UnknownName: if there is no such seat.
        IndexError: if there is no such option.
    """
    try:
        origin = packed.origin
        rules = origin.rules
    except AttributeError:
        raise no_packed(packed) from None
    if rules is None:
        return _applied(packed, place, seat)
    acting = -1 if seat is None else _acting(packed, seat)
    try:
        told: Packed | int = rules.local.machine.apply(Packed, packed.form, origin, place, acting)
    except TypeError:
        raise _no_place(place) from None
    except OverflowError:
        told = 0
    if type(told) is Packed:
        return told
    assert isinstance(told, int), "otherwise it is a number"
    if told < 0:
        raise nobody(packed, seat, told)
    raise IndexError(f"there are {len(options(packed, seat=seat))} options, and none at {place}")


def _no_place(given: object) -> PackedError:
    return PackedError(f"an option is told by its place in the list, not by {shown(given)}")


def _applied(packed: Packed, place: SupportsIndex, seat: int | None) -> Packed:
    """Return what `apply` returns, by the reference engine."""
    try:
        place = index(place)
    except TypeError:
        raise _no_place(place) from None
    acting, game = _reference(packed, seat)
    actions = list(game.decisions[acting].options)
    if not 0 <= place < len(actions):
        raise IndexError(f"there are {len(actions)} options, and none at {place}")
    return packed_with(pack(game.play(actions[place], seat=acting)).form, packed.origin)


def _reference(packed: Packed, seat: int | None) -> tuple[int, Game]:
    """Return who acts, and the game for the reference engine."""
    game = unpack(packed)
    seats = tuple(game.decisions)
    if not seats:
        raise nobody(packed, seat, -1)
    acting = seats[0] if seat is None else _acting(packed, seat)
    if acting not in seats:
        raise nobody(packed, acting, -2)
    return acting, game


def totals(packed: Packed) -> tuple[int, ...]:
    """Return the points of each seat as if the game ended now, exactly as the reference engine counts them."""
    return totals_and_winners(packed)[0]


def winners(packed: Packed) -> tuple[int, ...]:
    """Return the seats that win if the game ends now, ties broken as the rules say."""
    return totals_and_winners(packed)[1]


def totals_and_winners(packed: Packed) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what `totals` and `winners` return, counted once."""
    rules, players = rules_behind(packed), packed.origin.match.players
    if rules is None:
        from keyflower.fast.reference import counted

        return counted(unpack(packed))
    machine = rules.machine
    bits = rules.short.keyflower_totals(machine.pointer, packed.form, machine.totals)
    found = tuple(machine.totals[: len(players)])
    return found, tuple([seat for seat in range(len(players)) if bits >> seat & 1])
