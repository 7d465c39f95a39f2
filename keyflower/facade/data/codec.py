"""The codec of a ruleset: the kernel's, taught the few classes that are not written as they are declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.data.villages import teach_villages
from keyflower.kernel.codec import Codec, teach_checked
from keyflower.model.lots import Group, Lot
from keyflower.model.places import OwnPlace
from keyflower.model.state import Seat, State
from keyflower.model.village import Spot
from keyflower.vocabulary.types import MOST_SEATS

if TYPE_CHECKING:
    from cattrs import Converter


def codec(ruleset: Ruleset, steps: tuple[tuple[str, int], ...] = ()) -> Codec:
    """Return the codec of a ruleset; it is made once and kept with the rules.

    Args:
        ruleset: the rules.
        steps: for expansions of which an older version wrote what is to be read, the first upcaster that it needs.
    """
    return ruleset.remember(("codec", steps), lambda: _made(ruleset, dict(steps)))


def _made(ruleset: Ruleset, steps: dict[str, int]) -> Codec:
    needed = [
        upcaster
        for expansion in ruleset.expansions
        if expansion.id in steps
        for upcaster in expansion.upcasters[steps[expansion.id] :]
    ]
    return Codec(
        state=State,
        actions=ruleset.actions,
        events=ruleset.events,
        tasks=ruleset.tasks,
        families=[(OwnPlace, "place", ruleset.places)],
        teach=_teach,
        lifts={
            "action": [upcaster.actions for upcaster in needed],
            "event": [upcaster.events for upcaster in needed],
            "task": [upcaster.tasks for upcaster in needed],
            "place": [upcaster.places for upcaster in needed],
        },
    )


def _teach(converter: Converter) -> None:
    teach_checked(converter, Group, _group_problem)
    teach_checked(converter, Lot, _side_problem)
    teach_checked(converter, Spot, _side_problem)
    teach_villages(converter)
    _always_tell_villages(converter)


def _always_tell_villages(converter: Converter) -> None:
    """Write the village of every seat, even an empty one, so that front-ends need not ask whether there is one."""
    from cattrs.gen import make_dict_unstructure_fn, override

    told = override(omit_if_default=False)
    converter.register_unstructure_hook(
        Seat, make_dict_unstructure_fn(Seat, converter, _cattrs_omit_if_default=True, village=told)
    )


def _group_problem(group: Group) -> str:
    if not 0 <= group.seat < MOST_SEATS:  # a lot keeps its seats as bits
        return f"{group.seat} is not a seat that can bid"
    return (
        "" if group.size > 0 else f"a bid has workers, not {group.size}"
    )  # where there are bids, somebody leads


def _side_problem(there: Lot | Spot) -> str:
    return "" if there.side in (0, 1) else f"{there.side} is not a side of a tile: a side is 0 or 1"
