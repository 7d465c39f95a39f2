"""States that carry their packed bytes: `Game` plays on these, and a field is read when somebody looks at it.

Such a state is a `CarriedState` at first, and becomes a `State` like any other when somebody looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from attrs import evolve

from keyflower.engine.executor import EXECUTOR
from keyflower.extend.ruleset import Ruleset
from keyflower.fast.action_codes import listed
from keyflower.fast.compiler import tables_of
from keyflower.fast.library import NativeRules, rules_of
from keyflower.fast.record import CHANCE, PackedError, chance_of, packed_form, stream_of
from keyflower.fast.record_reader import Parts
from keyflower.kernel.actions import Action, check_fields
from keyflower.kernel.chance import Chance
from keyflower.model.state import Draft, State

_MOST_SAID: Final = 20_000
"""How many texts are remembered for a thread and a ruleset before the table is emptied. A hundred games have 5,000."""
_put = object.__setattr__
_PUT: Final = tuple([getattr(State, name).__set__ for name in Draft.FIELDS])
_PUT_AGENDA: Final = State.agenda.__set__  # type: ignore[attr-defined]  # a slot, to Python
_FIELDS_OF: Final = attrgetter(*Draft.FIELDS)
_become: Final = vars(object)["__class__"].__set__


class CarriedState(State):
    """A state whose fields are empty; it says that it is a `State`, and is one as soon as they are filled.

    Only this class has a `__getattr__`. Python asks it only for empty fields, but finds every field of such an object
    four times as slowly, which would make a step of the reference engine take 3 % longer.
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # or type checkers would think that a state has whatever it is asked for
        __class__ = property(lambda self: State)  # for attrs, when it compares and evolves

        def __getattr__(self, name: str) -> object:
            """Return a field that nobody has looked at yet: it is read from the packed bytes now."""
            if name not in Draft.FIELDS:
                raise AttributeError(f"a state has no {name}", name=name, obj=self)
            self._origin.fill(self, name)
            return getattr(self, name)


class Carried:
    """What states have in common whose bytes tell of one source of chance: they keep it in `_origin`."""

    __slots__ = ("chance", "drawing", "parts", "rules")

    def __init__(self, rules: NativeRules, chance: Chance) -> None:
        """Say by which rules the bytes are read, and which source of chance they tell of."""
        self.rules = rules
        self.parts = Parts.of(rules.tables)
        self.chance = chance
        self.drawing = stream_of(chance) is not None
        """Whether its draws can be made natively."""

    def fill(self, state: State, name: str) -> None:
        """Fill the fields of a state, or only its agenda if somebody asks for that."""
        form = state._form
        assert form is not None, "or it would not have come here"
        agenda = self.parts.agenda(form) if name == "agenda" else None
        if agenda is not None:
            _PUT_AGENDA(state, agenda)
            return
        _filled(state, self.parts.values(form))

    @staticmethod
    def learn(state: State, same: State) -> None:
        """Fill the fields of a state from an equal one, unless they are there."""
        if type(state) is CarriedState:
            _filled(state, _FIELDS_OF(same))

    def seats(self, form: bytes) -> tuple[int, ...]:
        """Return the seats that have an open decision."""
        bits = self.rules.short.keyflower_deciding(self.rules.machine.pointer, form)
        return tuple([seat for seat in range(6) if bits >> seat & 1])

    def options(self, form: bytes, seat: int) -> CarriedOptions:
        """Return the legal actions of a seat."""
        return CarriedOptions(self.rules, form, seat)

    def said(self, form: bytes, seat: int, text: str) -> Action | None:
        """Return the option with this text, if an action was played by saying the same before."""
        action = self.rules.machine.said.get(text)
        if action is None or seat not in self.seats(form):
            return None
        return action if any(option is action for option in self.options(form, seat)) else None

    def play(self, form: bytes, seat: int, action: Action, chance: Chance) -> tuple[State, Chance] | None:
        """Return the state and the source of chance after an option; `None` if the handlers have to play."""
        if chance is not self.chance:
            stream = stream_of(chance)
            again = form if stream is None else CHANCE.pack(*stream) + form[CHANCE.size :]
            return Carried(self.rules, chance).play(again, seat, action, chance)
        machine = self.rules.machine
        state = machine.play(CarriedState, form, self, action, seat)
        if not state:  # it was not listed here: is it equal to an option?
            check_fields(action)
            kind = type(action)  # asked first: comparing actions of two kinds takes three times as long
            options = self.options(form, seat)
            same = next((option for option in options if type(option) is kind and option == action), None)
            if same is None:
                return None
            state = machine.play(CarriedState, form, self, same, seat)
            if len(machine.said) >= _MOST_SAID:
                machine.said.clear()
            machine.said[str(same)] = same
        after = state._form
        if after[: CHANCE.size] != form[: CHANCE.size]:
            if not self.drawing:
                return None
            source: Any = chance  # Any: a chance source is an attrs class, but no protocol can say so
            chance = evolve(source, counter=chance_of(after)[1])
            _put(state, "_origin", Carried(self.rules, chance))
        return state, chance


def _filled(state: State, values: Iterable[object]) -> None:
    for put, value in zip(_PUT, values, strict=True):
        put(state, value)
    _become(state, State)


class CarriedOptions(Sequence[Action]):
    """The legal actions of one seat, counted, drawn or listed natively in whichever thread asks."""

    __slots__ = ("_form", "_rules", "_seat")

    def __init__(self, rules: NativeRules, form: bytes, seat: int) -> None:
        """Offer the options of a seat."""
        self._rules, self._form, self._seat = rules, form, seat

    def __len__(self) -> int:
        """Return how many options there are."""
        number: int = self._rules.machine.count(self._form, self._seat) >> 4
        return number

    @overload
    def __getitem__(self, place: int) -> Action: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Action]: ...

    def __getitem__(self, place: int | slice) -> Action | Sequence[Action]:
        """Return the option at an index, or a slice of them."""
        if isinstance(place, slice):
            return [*self][place]
        return listed(self._rules.machine, self._form, self._seat, place, place + 1)[0]

    def __iter__(self) -> Iterator[Action]:
        """Iterate all options."""
        return iter(listed(self._rules.machine, self._form, self._seat, 0, len(self)))


def carried(ruleset: Ruleset, state: State, chance: Chance) -> Carried | None:
    """Let a state that the handlers have made carry its bytes; `None` if it can have none."""
    tables = tables_of(ruleset)
    rules = None if isinstance(tables, tuple) else rules_of(tables)
    if rules is None:
        return None
    try:
        form = packed_form(rules.tables, state, *(stream_of(chance) or (0, 0)))
    except PackedError:
        return None
    origin = Carried(rules, chance)
    _put(state, "_form", form)
    _put(state, "_origin", origin)
    return origin


def played_by(executor: Literal["native", "reference"]) -> AbstractContextManager[None]:
    """Let one executor play all games of this process by itself, as long as a `with` block lasts.

    Otherwise `Game.play` leaves a game to the native library once the process has played a thousand actions.

    >>> import keyflower as kf
    >>> with played_by("reference"):
    ...     game = kf.Game.new(["Ann", "Bob"], seed=7).play("pass")
    """
    return EXECUTOR.waiting(inf if executor == "reference" else 0)
