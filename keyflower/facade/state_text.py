"""States as JSON text and back, quickly: a search can keep many states of a game as texts.

The text is what `json.dumps` makes of `codec.state_to_data`, put together from the texts of its parts. Villages, lots
and boats hardly change from one state to the next: their texts are kept for states that share them. What is kept is
bounded, and forgetting it changes nothing but the time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from json import JSONEncoder
from operator import add
from typing import Final, TypeVar

from keyflower.extend.ruleset import Ruleset
from keyflower.facade import states
from keyflower.facade.codec import codec
from keyflower.facade.json_text import read
from keyflower.facade.state_reading import MISFITS, Agenda, agenda_reader, state_from_text
from keyflower.model.decisions import Task
from keyflower.model.layout import Layout
from keyflower.model.lots import Berth, Lot
from keyflower.model.state import Seat, State
from keyflower.model.village import Spot, Use, Village
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import LETTERS

_Part = TypeVar("_Part")


def _kept(write: Callable[[_Part], str], room: int) -> Callable[[_Part], str]:
    """Return a function that writes parts of a state, and keeps the texts for other states that share a part.

    The same part, not an equal one: to find an equal one takes its hash, and that takes longer than to write it.
    A kept part stays alive, so that no other one gets its identity.
    """
    texts: dict[int, tuple[_Part, str]] = {}

    def text_of(part: _Part) -> str:
        known = texts.get(id(part))
        if known is not None:
            return known[1]
        text = write(part)
        if len(texts) >= room:
            texts.clear()
        texts[id(part)] = part, text
        return text

    return text_of


_encode: Final = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_quoted: Final[Callable[[str], str]] = lru_cache(maxsize=states.ROOM)(_encode)
_names_text: Final[Callable[[tuple[str, ...]], str]] = lru_cache(maxsize=1_024)(_encode)


@lru_cache(maxsize=1_024)
def _form(pieces: tuple[str, ...]) -> str:
    """Return the text of a pool with gaps for the amounts."""
    return _encode(" ".join([LETTERS.get(piece, piece).replace("%", "%%") + "%d" for piece in pieces]))


def _pool_text(pool: Pool) -> str:
    return _encode(str(pool)) if pool.unknown else _form(pool.pieces) % pool.amounts


def _use_text(use: Use) -> str:
    lying = f',"lying":{_pool_text(use.lying)}' if use.lying.total else ""
    seat = f',"seat":{use.seat}' if use.seat != -1 else ""
    return f'{{"workers":{_pool_text(use.workers)}{lying}{seat}}}'


def _uses_text(uses: tuple[Use, ...]) -> str:
    return f',"uses":[{",".join([_use_text(use) for use in uses])}]'


_LYING: Final = ',"lying":true'


def _lot_text(lot: Lot) -> str:
    text = f'{{"tile":{_quoted(lot.tile)}'
    if lot.side:
        text += f',"side":{lot.side}'
    if lot.bids:
        bids = [
            f'{{"seat":{bid.seat},"colour":{_quoted(bid.colour)},"size":{bid.size}'
            f"{_LYING if bid.lying else ''}}}"
            for bid in lot.bids
        ]
        text += f',"bids":[{",".join(bids)}]'
    if lot.uses:
        text += _uses_text(lot.uses)
    return text + "}"


def _berth_text(berth: Berth) -> str:
    workers = f',"workers":{_pool_text(berth.workers)}' if berth.workers.total else ""
    skills = f',"skills":{_pool_text(berth.skills)}' if berth.skills.total else ""
    taken = ',"taken":true' if berth.taken else ""
    return f'{{"boat":{_quoted(berth.boat)}{workers}{skills}{taken}}}'


def _tile_texts(layout: Layout) -> tuple[str, ...]:
    """Return the texts of laid tiles, without the closing brace: what lies on them may follow."""
    return tuple(
        [
            f'{{"name":{_quoted(tile.name)},"cell":[{tile.cell[0]},{tile.cell[1]}],"rotation":{tile.rotation}'
            f',"edges":{_quoted(tile.edges)},"kind":{_quoted(tile.kind)}'
            for tile in layout.tiles
        ]
    )


def _spot_text(spot: Spot) -> str:
    """Return what lies on a tile, to follow the text of the tile itself."""
    goods = spot.goods
    text = f',"goods":{_pool_text(goods)}' if goods.total else ""
    if spot.side:
        text = f',"side":{spot.side}{text}'
    return f"{text}{_uses_text(spot.uses)}}}" if spot.uses else text + "}"


def _village_text(village: Village) -> str:
    tiles = ",".join(
        map(add, village.layout.remember("tile texts", _tile_texts), map(_spot_text, village.spots))
    )
    if not village.herds:
        return f'{{"tiles":[{tiles}]}}'
    herds = ",".join([f"[{_quoted(pasture)},{_pool_text(herd)}]" for pasture, herd in village.herds])
    return f'{{"tiles":[{tiles}],"herds":[{herds}]}}'


_known_lot_text: Final[Callable[[Lot], str]] = _kept(_lot_text, 4_096)
_known_berth_text: Final[Callable[[Berth], str]] = _kept(_berth_text, 1_024)
_known_village_text: Final[Callable[[Village], str]] = _kept(_village_text, 1_024)


def _seat_text(seat: Seat) -> str:
    text = f'{{"village":{_known_village_text(seat.village)}'
    if seat.workers.total:
        text += f',"workers":{_pool_text(seat.workers)}'
    if seat.open_workers.total:
        text += f',"open_workers":{_pool_text(seat.open_workers)}'
    if seat.skills.total:
        text += f',"skills":{_pool_text(seat.skills)}'
    if seat.open_skills.total:
        text += f',"open_skills":{_pool_text(seat.open_skills)}'
    if seat.stock.total:
        text += f',"stock":{_pool_text(seat.stock)}'
    if seat.won:
        text += f',"won":[{",".join([f"[{_quoted(tile)},{side}]" for tile, side in seat.won])}]'
    if seat.winter:
        text += f',"winter":{_names_text(seat.winter)}'
    if seat.offered is not None:
        text += f',"offered":{_names_text(seat.offered)}'
    if seat.boat:
        text += f',"boat":{_quoted(seat.boat)}'
    if seat.powers:
        text += f',"powers":{_names_text(seat.powers)}'
    return text + "}"


def state_dumps(ruleset: Ruleset, state: State) -> str:
    """Return a state as JSON text."""
    task_text = ruleset.remember("task texts", lambda: _task_writer(ruleset))
    return (
        f'{{"viewer":{"null" if state.viewer is None else state.viewer}'
        f',"open_hands":{"true" if state.open_hands else "false"}'
        f',"season":"{state.season.value}","start":{state.start},"passes":{state.passes}'
        f',"agenda":[{",".join(map(task_text, state.agenda))}]'
        f',"lots":[{",".join(map(_known_lot_text, state.lots))}]'
        f',"seats":[{",".join(map(_seat_text, state.seats))}]'
        f',"berths":[{",".join(map(_known_berth_text, state.berths))}]'
        f',"bag":{_pool_text(state.bag)},"stack":{_pool_text(state.stack)}'
        f',"supply":{_pool_text(state.supply)},"aside":{_pool_text(state.aside)}'
        f',"piles":[{",".join(map(_names_text, state.piles))}]'
        f',"box":{_names_text(state.box)},"discarded":{_names_text(state.discarded)}'
        f',"picks":[{",".join(map(str, state.picks))}]}}'
    )


def state_loads(ruleset: Ruleset, text: str) -> State:
    """Return the state that a text tells, quickest if `state_dumps` wrote it.

    Raises:
        LogError: naming what is wrong.
    """
    try:
        return state_from_text(text, ruleset.remember("agendas", lambda: _agenda_reader(ruleset)))
    except MISFITS:
        return states.state_from_data(read(text, quick=True), codec(ruleset).tasks.read)


def _task_writer(ruleset: Ruleset) -> Callable[[Task], str]:
    write = codec(ruleset).tasks.write
    return lru_cache(maxsize=states.ROOM)(lambda task: _encode(write(task)))


def _agenda_reader(ruleset: Ruleset) -> Callable[[str], Agenda]:
    return agenda_reader(codec(ruleset).tasks.read)
