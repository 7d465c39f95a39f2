"""The algebra of effects: what a tile does when it is used, as data that can be read, run and put into words.

``Pay(anvil=1) >> Gain(iron=3)`` pays first; ``Gain(wood=1) & Carry(1, upgrades=1)`` does both in order;
``Gain(wood=1) | Gain(stone=1)`` leaves the choice to the user. An expansion's own effect derives from `Effect`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import field

from keyflower.extend.costs import Cost, counted
from keyflower.extend.goods import PRODUCE, RESOURCE, WORKER, Good
from keyflower.extend.handlers import NOTHING_HAPPENS, Outcome, Table
from keyflower.extend.looks import Drawing
from keyflower.extend.powers import DOUBLED
from keyflower.kernel.events import Event
from keyflower.kernel.tasks import Task
from keyflower.kernel.text import AND, COMMA, OR, THEN, Message, listed, phrase
from keyflower.kernel.values import frozen
from keyflower.model.events import GoodsGained, SkillsDrawn, StockGained, WorkersDrawn, WorkersGained
from keyflower.model.names import some_of
from keyflower.model.pool import Pool
from keyflower.model.tasks import ChooseBenefit, Haul, PayCost, Resolve, ReturnAside

if TYPE_CHECKING:
    from keyflower.extend.ruleset import Ruleset


class Effect:
    """The root of all effects: frozen attrs classes that define what happens and its text."""

    __slots__ = ()

    @property
    def parts(self) -> tuple[Effect, ...]:
        """The effects this one is made of, in order."""
        return ()

    @property
    def cost(self) -> Cost | None:
        """What has to be paid first; a use that cannot pay it is refused."""
        return None

    @property
    def label(self) -> str:
        """The word with which a player chooses this effect among others."""
        return self.words().replace(" ", "-")

    @property
    def brings(self) -> tuple[tuple[str, int], ...]:
        """What it gives in addition to its parts, for bots: goods or kinds of goods, and how many."""
        return ()

    @property
    def look(self) -> Drawing | None:
        """Its look on a tile; without one, an expansion's own effect is printed as text."""
        return None

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        raise NotImplementedError(f"{type(self).__name__} has no words")

    def available(self, table: Table) -> bool:
        """Return whether the effect can give anything now, as far as everybody can see."""
        return True

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Return what happens when the effect takes place."""
        raise NotImplementedError(f"{type(self).__name__} does not say what happens")

    def __rshift__(self, other: Effect) -> Effect:
        return Then((*_flat(self, Then), *_flat(other, Then)))

    def __and__(self, other: Effect) -> Effect:
        return AllOf((*_flat(self, AllOf), *_flat(other, AllOf)))

    def __or__(self, other: Effect) -> Effect:
        return OneOf((*_flat(self, OneOf), *_flat(other, OneOf)))


def _flat(effect: Effect, kind: type[Effect]) -> tuple[Effect, ...]:
    return effect.parts if isinstance(effect, kind) else (effect,)


def _parts(task: Resolve, effect: Effect) -> tuple[Task, ...]:
    return tuple([_part(task, place) for place in range(len(effect.parts))])


def _part(task: Resolve, place: int) -> Resolve:
    return Resolve(task.seat, task.tile, task.side, f"{task.path}.{place}", task.target)


@frozen(init=False)
class Pay(Effect):
    """Pay a cost. The pieces are set aside until the whole effect is done, then go to the bag or the stack."""

    price: Cost

    def __init__(self, **pieces: int) -> None:
        self.__attrs_init__(Cost(**pieces))  # pyright: ignore[reportAttributeAccessIssue]  # attrs makes it

    @property
    def cost(self) -> Cost:
        """What is paid."""
        return self.price

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        return phrase("pay {cost}", cost=self.price.words())

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Ask which piece pays; it goes back when everything else is done."""
        return Outcome(then=(PayCost(task.seat, task.tile, task.side, task.path),))


@frozen(init=False)
class Gain(Effect):
    """Take pieces from the open supply, as far as it has them."""

    goods: Pool

    def __init__(self, **goods: int) -> None:
        self.__attrs_init__(Pool.of(goods))  # pyright: ignore[reportAttributeAccessIssue]  # attrs makes it

    @property
    def label(self) -> str:
        """The goods by name."""
        return "-and-".join(self.goods)

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        return phrase("take {pieces}", pieces=counted(self.goods))

    def available(self, table: Table) -> bool:
        """Return whether the supply has any of the pieces."""
        return any(table.state.supply[piece] for piece in self.goods)

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Put each piece where pieces of its kind are kept."""
        supply = table.state.supply
        taken = self.goods
        if not taken <= supply:
            taken = Pool.of({piece: min(number, supply[piece]) for piece, number in taken.items()})
        return gained(table.ruleset, task, taken)


def gained(ruleset: Ruleset, task: Resolve, pieces: Pool) -> Outcome:
    """Return the outcome of giving pieces from the supply to a seat: each goes where its kind is kept."""
    if not pieces.total:
        return NOTHING_HAPPENS
    events: list[Event] = []
    then: list[Task] = []
    for kind, pool in _by_kind(pieces, ruleset.goods):
        if kind is WORKER:
            events.append(WorkersGained(task.seat, pool))
        elif kind is RESOURCE:
            events.append(GoodsGained(task.seat, task.target, pool))
        elif kind is PRODUCE:
            events.append(StockGained(task.seat, pool))
        else:
            put = ruleset.piece_kinds[kind].gained
            assert put is not None, f"compose() refuses tiles that give {pool}"
            then.append(put(task, pool))
    return Outcome(tuple(events), tuple(then))


def _by_kind(pool: Pool, goods: Mapping[str, Good]) -> list[tuple[str, Pool]]:
    """Return the pieces of a pool by their kind, in order."""
    kinds = [goods[piece].kind for piece in pool.pieces]
    if len(kinds) == 1:
        return [(kinds[0], pool)]
    return [
        (kind, pool.only([piece for piece in pool if goods[piece].kind == kind]))
        for kind in dict.fromkeys(kinds)
    ]


@frozen
class Draw(Effect):
    """Draw workers from the bag and skill tokens from the stack, at random."""

    workers: int = field(default=0, kw_only=True)
    """How many workers."""
    skills: int = field(default=0, kw_only=True)
    """How many tokens."""

    @property
    def label(self) -> str:
        """What is drawn."""
        return "skill" if self.skills else "worker"

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        named = [("worker", self.workers), ("skill", self.skills)]
        parts = [some_of(kind, number) for kind, number in named if number]
        return phrase("draw {pieces}", pieces=listed(parts, AND))

    def available(self, table: Table) -> bool:
        """Return whether there is anything to draw."""
        return bool((self.workers and table.state.bag) or (self.skills and table.state.stack))

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Draw as many pieces as the bag and the stack allow."""
        events: list[Event] = []
        if self.workers and table.state.bag:
            drawn = table.dealer.draw(table.state.bag, self.workers, reason="workers from the bag")
            events.append(WorkersDrawn(task.seat, drawn))
        if self.skills and table.state.stack:
            drawn = table.dealer.draw(table.state.stack, self.skills, reason="skills from the stack")
            events.append(SkillsDrawn(task.seat, drawn))
        return Outcome(tuple(events))


@frozen
class Carry(Effect):
    """Move pieces and upgrade tiles in the village of the user."""

    capacity: int
    """How many steps pieces may be moved."""
    upgrades: int = field(default=0, kw_only=True)
    """How many tiles may be upgraded."""

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        if self.upgrades:
            numbers = {"capacity": self.capacity, "upgrades": self.upgrades}
            return phrase("transport {capacity}, upgrade {upgrades}", **numbers)
        return phrase("transport {capacity}", capacity=self.capacity)

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Give the points; a power of the user may double them (rules 3.3)."""
        factor = 2 if DOUBLED in table.state.seats[task.seat].powers else 1
        return Outcome(then=(Haul(task.seat, self.capacity * factor, self.upgrades * factor),))


def alternatives(choices: Sequence[Effect]) -> str:
    """Return what can be chosen; if all choices take pieces, only the pieces: ``2 red workers or 1 blue worker``."""
    if pieces := _taken(choices):
        return listed(pieces, OR)
    words = [choice.words() for choice in choices]
    return listed(words, OR, between=OR if any(", " in one for one in words) else COMMA)


def _taken(choices: Sequence[Effect]) -> list[str]:
    """Return the pieces that the choices take; nothing if one of them does something else."""
    words = [choice.words() for choice in choices]
    taken = [
        one.gaps["pieces"] for one in words if isinstance(one, Message) and one.template == "take {pieces}"
    ]
    return [one for one in taken if isinstance(one, str)] if 1 < len(words) == len(taken) else []


@frozen
class OneOf(Effect):
    """The user chooses one of several effects."""

    choices: tuple[Effect, ...]

    @property
    def parts(self) -> tuple[Effect, ...]:
        """The choices."""
        return self.choices

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        if _taken(self.choices):
            return phrase("take {pieces}", pieces=alternatives(self.choices))
        return phrase("either {choices}", choices=alternatives(self.choices))

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Ask which one, unless only one is available, or none."""
        available = [place for place, choice in enumerate(self.choices) if choice.available(table)]
        if not available:
            return NOTHING_HAPPENS
        if len(available) == 1:
            return Outcome(then=(_part(task, available[0]),))
        return Outcome(then=(ChooseBenefit(task.seat, task.tile, task.side, task.path, task.target),))


@frozen
class AllOf(Effect):
    """Several effects, one after the other."""

    effects: tuple[Effect, ...]

    @property
    def parts(self) -> tuple[Effect, ...]:
        """The effects in order."""
        return self.effects

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        *before, words = [effect.words() for effect in self.effects]
        for first in reversed(before):
            words = phrase("{first} and {rest}", first=first, rest=words)
        return words

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Queue each part."""
        return Outcome(then=_parts(task, self))


@frozen
class Then(Effect):
    """A cost followed by what it buys."""

    steps: tuple[Effect, ...]

    @property
    def parts(self) -> tuple[Effect, ...]:
        """The steps in order."""
        return self.steps

    @property
    def cost(self) -> Cost | None:
        """What the first step costs."""
        return self.steps[0].cost

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        return listed([step.words() for step in self.steps], THEN, between=THEN)

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Queue each step, and then the return of the payment."""
        return Outcome(then=(*_parts(task, self), ReturnAside()))


def part_at(effect: Effect, path: str) -> Effect:
    """Return the part of an effect that a path such as ``use.1.0`` names (the first word is the effect itself)."""
    for place in path.split(".")[1:]:
        effect = effect.parts[int(place)]
    return effect
