"""Options of the native library as the actions of the reference engine."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any, Final

from keyflower.engine import prepared
from keyflower.engine.building import laying
from keyflower.engine.transport import DONE as DONE_HAULING
from keyflower.engine.turns import PASS as PASS_TURN
from keyflower.extend import compiled as words
from keyflower.extend.compiled import form_of
from keyflower.fast.compiler import Tables
from keyflower.fast.library import Machine, NativeAction
from keyflower.kernel.actions import Action
from keyflower.model.actions import (
    Bid,
    Choose,
    Offer,
    PayWith,
    Spend,
    Take,
    Upgrade,
    Use,
)
from keyflower.model.pastures import label_of
from keyflower.model.pool import EMPTY, Pool

(
    BID, USE, PASS, PAY_WITH, CHOOSE_PART, MOVE, MOVE_ANIMAL, SPEND, UPGRADE, DONE, PUT_ANIMAL, OFFER, TAKE, PLACE,
    TAKE_CARD, TRADE, ADD_ON, REPLACE,
) = range(18)  # fmt: skip
_WORKERS, _SKILLS, _RESOURCES, _PRODUCE, _ANIMALS = range(5)
_OWN: Final = {
    PUT_ANIMAL: words.ON_PASTURES, TAKE_CARD: words.TAKE_CARD, TRADE: words.TRADE_CARD, ADD_ON: words.ADD_ONS,
    REPLACE: words.REPLACE_BOAT,
}  # fmt: skip
"""The actions whose classes belong to expansions."""
TURN_AT: Final = 32
"""Where the rotation of a tile stands in the number of an action: see ``native/interface.c``."""
MOST_KEPT: Final = 100_000
"""How many actions are cached for a thread and a ruleset before the table is emptied. A game has a few thousand."""


def listed(machine: Machine, form: bytes, seat: int, start: int, stop: int) -> list[Action]:
    """Return a slice of the options of a seat, in canonical order.

    The library tells each as a number that stands for what it says: no list makes an action that is known already.
    """
    actions: list[Action] = machine.list(form, seat, start, stop, machine.known, _made, machine)
    return actions


def _made(machine: Machine, seat: int, place: int, code: int) -> Action:
    """Return an option that is not known by its number: made now, or known by all that it says if that is much."""
    native, names, known = machine.action, machine.names, machine.known
    machine.rules.short.keyflower_option(machine.pointer, seat, place, ctypes.byref(native), names)
    key = code or bytes(native) + (names.raw if native.groups else b"")
    action = known.get(key)
    if action is None:
        if len(known) >= MOST_KEPT:
            known.clear()
        action = known[key] = told(machine.rules.tables, native, names.raw)
        if native.kind == PLACE:  # it comes with its other rotations
            turned = laying(machine.rules.tables.tiles[native.tile])[native.q, native.r]
            known.update({code + (turn - native.turn << TURN_AT): other for turn, other in enumerate(turned)})
    return action


@lru_cache(maxsize=4096)  # a pool is made once for all actions that have it
def _pool_of(amounts: bytes, goods: tuple[str, ...]) -> Pool:
    return Pool.of({good: number for good, number in zip(goods, amounts, strict=False) if number})


def _pool(amounts: ctypes.Array[ctypes.c_uint8], goods: tuple[str, ...]) -> Pool:
    return _pool_of(bytes(amounts), goods)


def _region(tables: Tables, number: int) -> str:
    return label_of((tables.tiles[number // 16], number % 16))


def _named(tables: Tables, bits: int, names: bytes) -> tuple[str, ...]:
    return tuple([tables.tiles[names[place]] for place in range(bits.bit_length()) if bits >> place & 1])


def told(tables: Tables, native: NativeAction, names: bytes) -> Action:
    """Return the action that the library told; plain ones are those that the reference engine offers, too."""
    tiles, goods = tables.tiles, tables.goods
    kind: int = native.kind
    match kind:
        case 0 | 1:  # BID, USE
            return _workers(tables, native, names)
        case 2:  # PASS
            return PASS_TURN
        case 3:  # PAY_WITH
            paying = goods[native.good]
            if native.tile >= 0 or any(native.shown):
                lot = tiles[native.tile] if native.tile >= 0 else ""
                return PayWith(_pool(native.pool, paying), _pool(native.shown, paying), lot)
            return prepared.pay(_pool(native.pool, paying).pieces[0])
        case 4:  # CHOOSE_PART
            effect = tables.ruleset.effect(*tables.nodes[native.origin])
            return Choose(effect.parts[native.target].label)
        case 5:  # MOVE
            return prepared.move(goods[_RESOURCES][native.good], tiles[native.origin], tiles[native.target])
        case 6:  # MOVE_ANIMAL
            species = goods[_ANIMALS][native.good]
            return prepared.move(species, _region(tables, native.origin), _region(tables, native.target))
        case 7:  # SPEND
            return Spend(goods[_PRODUCE][native.good])
        case 8:  # UPGRADE
            paid = _pool(native.pool, goods[_RESOURCES]) + _pool(native.tokens, goods[_SKILLS])
            return Upgrade(tiles[native.tile], paid, _pool(native.shown, goods[_SKILLS]))
        case 9:  # DONE
            return DONE_HAULING
        case 11:  # OFFER
            return Offer(_named(tables, native.groups, names))
        case 12:  # TAKE
            return Take(tiles[native.tile])
        case 13:  # PLACE
            place: Action = laying(tiles[native.tile])[native.q, native.r][native.turn]
            return place
        case _:
            made: Any = tables.own.actions[
                _OWN[kind]
            ]  # Any: an expansion's own, with fields that the word names
            action: Action = made(*_fields(tables, native))
            return action


def _fields(tables: Tables, native: NativeAction) -> tuple[object, ...]:
    """Return the fields of an action of an expansion's own."""
    goods, kind = tables.goods, native.kind
    if kind == PUT_ANIMAL:
        return goods[_ANIMALS][native.good], _region(tables, native.target)
    if kind == TAKE_CARD:
        deck = form_of(tables.own.actions[words.TAKE_CARD])
        assert deck is not None, "an action is found by its form"
        return (tables.cards[native.good] if native.good >= 0 else deck.good,)
    if kind == TRADE:
        return tables.cards[native.good], goods[native.origin][native.target]
    if kind == REPLACE:
        return (tables.tiles[native.tile],)
    workers, skills, resources = goods[_WORKERS], goods[_SKILLS], goods[_RESOURCES]
    return (
        tables.tiles[native.tile],
        tables.add_ons[native.good],
        _pool(native.pool, resources) + _pool(native.tokens, skills) + _pool(native.crew, workers),
        _pool(native.shown, skills) + _pool(native.shown_crew, workers),
    )


def _workers(tables: Tables, native: NativeAction, names: bytes) -> Action:
    """Return a bid or a use."""
    tile, workers, bid = tables.tiles[native.tile], tables.goods[_WORKERS], native.kind == BID
    pool, groups = _pool(native.pool, workers), _named(tables, native.groups, names)
    colours = [*pool.pieces]
    if any(native.shown) or len(colours) > 1:
        return (Bid if bid else Use)(tile, pool, _pool(native.shown, workers), groups)
    if not pool or pool.total > prepared.MOST_WORKERS:  # so many only in a state made by hand
        return (Bid if bid else Use)(tile, pool, EMPTY, groups)
    if not groups:
        return (prepared.bids if bid else prepared.uses)(tile, colours[0])[pool.total - 1]
    return (prepared.bid_with_groups if bid else prepared.use_with_groups)(
        tile, colours[0], groups, pool.total
    )
