"""States as JSON text and back, quickly: a search that keeps many states of a game writes each part once.

The text is what `json.dumps` makes of `codec.state_to_data`. Villages, lots and boats hardly change from one
state to the next, so their texts are kept by value. What is kept is bounded, and forgetting it changes nothing
but the time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeVar

from keyflower.extend.ruleset import Ruleset
from keyflower.facade import states
from keyflower.facade.codec import codec
from keyflower.facade.json_text import read
from keyflower.model.decisions import Task
from keyflower.model.lots import Berth, Lot
from keyflower.model.state import Seat, State
from keyflower.model.village import Village
from keyflower.vocabulary.pool import Pool

_Part = TypeVar("_Part", bound=Hashable)


def _kept(write: Callable[[_Part], object]) -> Callable[[_Part], str]:
    """Return a function that writes parts of a state as text and keeps the texts."""
    from json import dumps

    texts: dict[_Part, str] = {}

    def text_of(part: _Part) -> str:
        text = texts.get(part)
        if text is None:
            text = dumps(write(part), ensure_ascii=False, separators=(",", ":"))
            if len(texts) >= states.ROOM:
                texts.clear()
            texts[part] = text
        return text

    return text_of


_village_text: Final[Callable[[Village], str]] = _kept(states.village_to_data)
_lot_text: Final[Callable[[Lot], str]] = _kept(states.lot_to_data)
_berth_text: Final[Callable[[Berth], str]] = _kept(states.berth_to_data)
_names_text: Final[Callable[[tuple[str, ...]], str]] = _kept(list)
_pair_text: Final[Callable[[tuple[str, int]], str]] = _kept(list)
_quoted: Final[Callable[[str], str]] = _kept(str)
_pool_text: Final[Callable[[Pool], str]] = _kept(states.pool_to_data)


def _seat_text(seat: Seat) -> str:
    parts = [f'{{"village":{_village_text(seat.village)}']
    if seat.workers.total:
        parts.append(f'"workers":{_pool_text(seat.workers)}')
    if seat.open_workers.total:
        parts.append(f'"open_workers":{_pool_text(seat.open_workers)}')
    if seat.skills.total:
        parts.append(f'"skills":{_pool_text(seat.skills)}')
    if seat.open_skills.total:
        parts.append(f'"open_skills":{_pool_text(seat.open_skills)}')
    if seat.stock.total:
        parts.append(f'"stock":{_pool_text(seat.stock)}')
    if seat.won:
        parts.append(f'"won":[{",".join([_pair_text(pair) for pair in seat.won])}]')
    if seat.winter:
        parts.append(f'"winter":{_names_text(seat.winter)}')
    if seat.offered is not None:
        parts.append(f'"offered":{_names_text(seat.offered)}')
    if seat.boat:
        parts.append(f'"boat":{_quoted(seat.boat)}')
    if seat.powers:
        parts.append(f'"powers":{_names_text(seat.powers)}')
    return ",".join(parts) + "}"


def state_dumps(ruleset: Ruleset, state: State) -> str:
    """Return a state as JSON text."""
    tasks = _tasks_text(ruleset)
    return (
        f'{{"viewer":{"null" if state.viewer is None else state.viewer}'
        f',"open_hands":{"true" if state.open_hands else "false"}'
        f',"season":"{state.season.value}","start":{state.start},"passes":{state.passes}'
        f',"agenda":[{",".join([tasks(task) for task in state.agenda])}]'
        f',"lots":[{",".join([_lot_text(lot) for lot in state.lots])}]'
        f',"seats":[{",".join([_seat_text(seat) for seat in state.seats])}]'
        f',"berths":[{",".join([_berth_text(berth) for berth in state.berths])}]'
        f',"bag":{_pool_text(state.bag)},"stack":{_pool_text(state.stack)}'
        f',"supply":{_pool_text(state.supply)},"aside":{_pool_text(state.aside)}'
        f',"piles":[{",".join([_names_text(pile) for pile in state.piles])}]'
        f',"box":{_names_text(state.box)},"discarded":{_names_text(state.discarded)}'
        f',"picks":[{",".join(map(str, state.picks))}]}}'
    )


def state_loads(ruleset: Ruleset, text: str) -> State:
    """Return the state that a text tells.

    Raises:
        LogError: naming what is wrong.
    """
    return states.state_from_data(read(text, quick=True), codec(ruleset).tasks.read)


def _tasks_text(ruleset: Ruleset) -> Callable[[Task], str]:
    return ruleset.remember("task texts", lambda: _kept(codec(ruleset).tasks.write))
