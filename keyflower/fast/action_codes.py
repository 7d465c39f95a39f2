"""Options of the native library as the actions of the reference engine."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any, Final

from keyflower.fast.compiler import Tables
from keyflower.fast.library import Machine, NativeAction
from keyflower.kernel.actions import Action
from keyflower.model.actions import (
    Bid,
    Choose,
    Done,
    Move,
    Offer,
    Pass,
    PayWith,
    Place,
    Spend,
    Take,
    Upgrade,
    Use,
)
from keyflower.model.pastures import label_of
from keyflower.model.pool import Pool

(
    BID, USE, PASS, PAY_WITH, CHOOSE_PART, MOVE, MOVE_ANIMAL, SPEND, UPGRADE, DONE, PUT_ANIMAL, OFFER, TAKE, PLACE,
) = range(14)  # fmt: skip
_WORKERS, _SKILLS, _RESOURCES, _PRODUCE, _ANIMALS = range(5)
_AT_ONCE: Final = 4096


def listed(machine: Machine, form: bytes, seat: int, start: int, stop: int) -> list[Action]:
    """Return the options of a seat from one place to another, in canonical order."""
    tables = machine.rules.tables
    names = ctypes.create_string_buffer(64)
    found: list[Action] = []
    while start < stop:
        number = min(stop - start, _AT_ONCE)
        natives = (NativeAction * number)()
        written = machine.rules.short.keyflower_list(
            machine.emptied(), form, seat, start, start + number, natives, names
        )
        found += [told(tables, native, names.raw) for native in natives[:written]]
        if written < number:
            break
        start += number
    return found


def _pool(amounts: ctypes.Array[ctypes.c_int32], goods: tuple[str, ...]) -> Pool:
    return _pool_of(bytes(amounts), goods)


@lru_cache(
    maxsize=4096
)  # options are made of few different pools: without this a list of them takes three times as long
def _pool_of(amounts: bytes, goods: tuple[str, ...]) -> Pool:
    numbers = memoryview(amounts).cast("i")
    return Pool.of({good: number for good, number in zip(goods, numbers, strict=False) if number})


def _region(tables: Tables, number: int) -> str:
    return label_of((tables.tiles[number // 16], number % 16))


def _named(tables: Tables, bits: int, names: bytes) -> tuple[str, ...]:
    return tuple([tables.tiles[names[place]] for place in range(bits.bit_length()) if bits >> place & 1])


def told(tables: Tables, native: NativeAction, names: bytes) -> Action:
    """Return the action that the library told."""
    tiles, goods = tables.tiles, tables.goods
    kind: int = native.kind
    match kind:
        case 0 | 1:  # BID, USE
            return (Bid if kind == BID else Use)(
                tiles[native.tile],
                _pool(native.pool, goods[_WORKERS]),
                _pool(native.shown, goods[_WORKERS]),
                _named(tables, native.groups, names),
            )
        case 2:  # PASS
            return Pass()
        case 3:  # PAY_WITH
            paying = goods[native.good]
            lot = tiles[native.tile] if native.tile >= 0 else ""
            return PayWith(_pool(native.pool, paying), _pool(native.shown, paying), lot)
        case 4:  # CHOOSE_PART
            effect = tables.ruleset.effect(*tables.nodes[native.origin])
            return Choose(effect.parts[native.target].label)
        case 5:  # MOVE
            return Move(goods[_RESOURCES][native.good], tiles[native.origin], tiles[native.target])
        case 6:  # MOVE_ANIMAL
            species = goods[_ANIMALS][native.good]
            return Move(species, _region(tables, native.origin), _region(tables, native.target))
        case 7:  # SPEND
            return Spend(goods[_PRODUCE][native.good])
        case 8:  # UPGRADE
            paid = _pool(native.pool, goods[_RESOURCES]) + _pool(native.tokens, goods[_SKILLS])
            return Upgrade(tiles[native.tile], paid, _pool(native.shown, goods[_SKILLS]))
        case 9:  # DONE
            return Done()
        case 10:  # PUT_ANIMAL
            put: Any = tables.own.put_one  # Any: an action of an expansion's own, with these two fields
            action: Action = put(goods[_ANIMALS][native.good], _region(tables, native.target))
            return action
        case 11:  # OFFER
            return Offer(_named(tables, native.groups, names))
        case 12:  # TAKE
            return Take(tiles[native.tile])
        case _:  # PLACE
            return Place(tiles[native.tile], (native.q, native.r), native.turn)
