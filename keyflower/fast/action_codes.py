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
from keyflower.fast.library import ROWS, Machine, NativeAction
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
MOST_KEPT: Final = 50_000
"""Rows that are kept as actions for a ruleset; then the table begins anew. A game has some thousands."""


class Rows(dict[int | bytes, tuple[Action, ...]]):
    """The actions of rows that the library has written, by number or by their bytes: no list makes them twice."""

    def __init__(self, tables: Tables) -> None:
        """Begin with nothing known."""
        super().__init__()
        self.tables = tables

    def __missing__(self, row: int | bytes) -> tuple[Action, ...]:
        """Make the actions of a row."""
        if len(self) >= MOST_KEPT:
            self.clear()
        self[row] = actions = self._short(row) if isinstance(row, int) else self._long(row)
        return actions

    def _short(self, row: int) -> tuple[Action, ...]:
        """Return the actions of a number, as ``native/interface.c`` puts it together."""
        kind, tile, first, second, third, number = row >> 1 & 127, *(row >> 8).to_bytes(5, "little")
        tiles, goods = self.tables.tiles, self.tables.goods
        if kind in (BID, USE):
            known = (prepared.bids if kind == BID else prepared.uses)(tiles[tile], goods[_WORKERS][first])
            return known[second - 1 : second - 1 + third]
        if kind == PLACE:
            turned = laying(tiles[tile])[first - 128, second - 128]
            return tuple([turned[turn] for turn in range(6) if third >> turn & 1][:number])
        if kind == MOVE:
            return (prepared.move(goods[_RESOURCES][first], tiles[second], tiles[third]),)
        return (PASS_TURN if kind == PASS else DONE_HAULING,)

    def _long(self, row: bytes) -> tuple[Action, ...]:
        """Return the actions of a row, behind which stand the tiles of its groups."""
        native, found = NativeAction.from_buffer_copy(row), []
        names = row[ctypes.sizeof(NativeAction) :]
        growing = next((place for place, number in enumerate(native.pool) if number), 0)
        for _ in range(max(1, native.turn if native.kind in (BID, USE) else 1)):
            found.append(told(self.tables, native, names))
            native.pool[growing] += 1
        return tuple(found)


def listed(machine: Machine, form: bytes, seat: int, start: int, stop: int) -> list[Action]:
    """Return the options of a seat from one place to another, in canonical order."""
    rules, actions, rows = machine.rules, machine.actions, machine.rows
    known: Rows = rules.tables.ruleset.remember("fast.rows", lambda: Rows(rules.tables))
    found: list[Action] = []
    while len(found) < stop - start:
        at_hand = None if machine.at_hand is form else form
        written = rules.short.keyflower_list(
            machine.pointer, at_hand, seat, start + len(found), stop, actions, rows, ROWS, machine.names
        )
        machine.at_hand = form
        for place, row in enumerate(rows[:written]):
            found += known[row or _in_full(actions[place], machine.names.raw)]
        if not written:
            break
    return found


def _in_full(action: NativeAction, names: bytes) -> bytes:
    return bytes(action) + names if action.groups else bytes(action)


@lru_cache(maxsize=4096)  # a pool is made once for all actions that have it
def _pool_of(amounts: bytes, goods: tuple[str, ...]) -> Pool:
    numbers = memoryview(amounts).cast("i")
    return Pool.of({good: number for good, number in zip(goods, numbers, strict=False) if number})


def _pool(amounts: ctypes.Array[ctypes.c_int32], goods: tuple[str, ...]) -> Pool:
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
    if not groups:
        return (prepared.bids if bid else prepared.uses)(tile, colours[0])[pool.total - 1]
    if not pool:
        return (Bid if bid else Use)(tile, pool, EMPTY, groups)
    return (prepared.bid_with_groups if bid else prepared.use_with_groups)(
        tile, colours[0], groups, pool.total
    )
