"""The pieces of The Merchants: contracts, extensions and cabins (merchants 1.1), and what each contract asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from keyflower.extend import (
    BLANK,
    PURPLE,
    AnyOf,
    Cost,
    Drawing,
    Good,
    Message,
    Need,
    Outline,
    Piece,
    Row,
    Shape,
    good_name,
    oval,
    phrase,
)

CONTRACT: Final = "contract"
"""The kind of all contracts."""
EXTENSION: Final = "extension"
"""The kind of all extensions."""
CABIN: Final = "cabin"
"""The kind of cabins, and the only good of that kind."""


# ---------------------------------------------------------------------- how they look

_PAPER: Final = "#fff4d6"
_COLOURS: Final = {"blue": "#6ea5d8", "red": "#e58a80", "yellow": "#f3dc74", "green": "#7fbf97"}


def _needed(cost: Cost) -> Drawing:
    """Return the pieces of a cost, two in a line."""
    named = [Piece(piece, number) for piece, number in cost.named.items()]
    return Row((*named, *(AnyOf(kind, number) for kind, number in cost.any)), columns=2)


def _card(fill: str, shows: Drawing | None = None) -> Shape:
    """Return a sheet with a folded corner."""
    sheet = (
        Outline("M-21 -16H13L21 -8V16H-21Z", fill),
        Outline("M13 -16V-8H21", line="#8a6512", width=0.9),
        Outline(oval(16.5, 11.5, 3.4), "#b8472f", "#7a2415", 0.9),
    )
    return Shape(sheet, shows=shows, size=(43, 33))


def _roof(fill: str, shows: Drawing | None = None) -> Shape:
    """Return a part of a house under a sloping roof."""
    outlines = (
        Outline("M-17 14V-6L-9 -14H17V14Z", fill),
        Outline("M-14.5 11.5V-4.5H14.5V11.5Z", BLANK if fill == BLANK else _PAPER, width=0.8),
    )
    return Shape(outlines, shows=shows, at=(0, 3.5), room=(26, 15), size=(35, 29))


CARD: Final = _card(BLANK)
"""A contract, whichever it is."""
ROOF: Final = _roof(BLANK)
"""An extension, whichever it is."""
HUT: Final = Shape(
    (("M-9 10V-1L0 -10L9 -1V10Z", "#c98f4a"), ("M-3 10V3H3V10Z", "#5b3a1e")), letters="", size=(20, 22)
)
"""A cabin."""


@frozen
class Contract:
    """A contract: what it asks for."""

    id: str
    """Its id as a good."""
    title: str
    """Its name for people."""
    needs: Cost
    """What fills it."""


@frozen
class Extension:
    """An extension: its colour, and what it costs to put it up."""

    id: str
    """Its id as a good."""
    title: str
    """Its name for people."""
    colour: str
    """The colour that it gives to its tile."""
    cost: Cost
    """What is paid for it."""


def _contract(name: str, title: str, **needs: int) -> Contract:
    return Contract(f"{CONTRACT}_{name}", title, Cost(**needs))


def _extension(colour: str, name: str, title: str, **cost: int) -> Extension:
    return Extension(
        f"{EXTENSION}_{colour}_{name}", f"{colour.capitalize()} extension: {title}", colour, Cost(**cost)
    )


CONTRACTS: Final = (
    _contract("blues", "Four blue", blue=4),
    _contract("reds", "Four red", red=4),
    _contract("yellows", "Four yellow", yellow=4),
    _contract("greens", "Two green", green=2),
    _contract("blue_crew", "Blue crew", blue=2, any_worker=4),
    _contract("red_crew", "Red crew", red=2, any_worker=4),
    _contract("yellow_crew", "Yellow crew", yellow=2, any_worker=4),
    _contract("green_crew", "Green crew", green=1, any_worker=4),
    _contract("blue_red", "Blue and red", blue=2, red=2, any_worker=1),
    _contract("red_yellow", "Red and yellow", red=2, yellow=2, any_worker=1),
    _contract("yellow_blue", "Yellow and blue", yellow=2, blue=2, any_worker=1),
    _contract("four_colours", "Four colours", blue=1, red=1, yellow=1, green=1),
    _contract("purple", "Purple", purple=1),
    _contract("saw_wood", "Saw and wood", saw=1, wood=1),
    _contract("pickaxe_stone", "Pickaxe and stone", pickaxe=1, stone=1),
    _contract("anvil_iron", "Anvil and iron", anvil=1, iron=1),
    _contract("saw_goods", "Saw and goods", saw=1, any_resource=2),
    _contract("pickaxe_goods", "Pickaxe and goods", pickaxe=1, any_resource=2),
    _contract("anvil_goods", "Anvil and goods", anvil=1, any_resource=2),
    _contract("saw_skill", "Saw and skill", saw=1, any_skill=1),
    _contract("pickaxe_skill", "Pickaxe and skill", pickaxe=1, any_skill=1),
    _contract("anvil_skill", "Anvil and skill", anvil=1, any_skill=1),
    _contract("three_skills", "Three skills", anvil=1, pickaxe=1, saw=1),
    _contract("woods", "Three wood", wood=3),
    _contract("stones", "Three stone", stone=3),
    _contract("irons", "Three iron", iron=3),
    _contract("golds", "Two gold", gold=2),
    _contract("wood_stone", "Wood and stone", wood=2, stone=2),
    _contract("wood_iron", "Wood and iron", wood=2, iron=2),
    _contract("stone_iron", "Stone and iron", stone=2, iron=2),
    _contract("wood_goods", "Wood and goods", wood=2, any_resource=2),
    _contract("stone_goods", "Stone and goods", stone=2, any_resource=2),
    _contract("iron_goods", "Iron and goods", iron=2, any_resource=2),
    _contract("gold_goods", "Gold and goods", gold=1, any_resource=2),
    _contract("three_resources", "Three resources", wood=1, stone=1, iron=1),
    _contract("gold_skill", "Gold and skill", gold=1, any_skill=1),
)
"""The contracts by number; there is one of each."""

PURPLE_CONTRACT: Final = f"{CONTRACT}_{PURPLE}"
"""The contract that only the purple worker fills."""

EXTENSIONS: Final = (
    _extension("blue", "worker", "blue worker", blue=1),
    _extension("blue", "any_worker", "any worker", any_worker=1),
    _extension("blue", "iron", "iron", iron=1),
    _extension("blue", "iron_and_more", "iron and any resource", iron=1, any_resource=1),
    _extension("blue", "anvil", "anvil", anvil=1),
    _extension("red", "worker", "red worker", red=1),
    _extension("red", "any_worker", "any worker", any_worker=1),
    _extension("red", "wood", "wood", wood=1),
    _extension("red", "wood_and_more", "wood and any resource", wood=1, any_resource=1),
    _extension("red", "saw", "saw", saw=1),
    _extension("yellow", "worker", "yellow worker", yellow=1),
    _extension("yellow", "any_worker", "any worker", any_worker=1),
    _extension("yellow", "stone", "stone", stone=1),
    _extension("yellow", "stone_and_more", "stone and any resource", stone=1, any_resource=1),
    _extension("yellow", "pickaxe", "pickaxe", pickaxe=1),
    _extension("green", "worker", "green worker", green=1),
    _extension("green", "gold", "gold", gold=1),
    _extension("green", "gold_and_more", "gold and any resource", gold=1, any_resource=1),
)
"""The extensions by number; there is one of each."""

NEEDS: Final[Mapping[str, Cost]] = {contract.id: contract.needs for contract in CONTRACTS}
"""What fills each contract."""
NEEDED: Final[Mapping[str, tuple[Need, ...]]] = {
    contract.id: (
        *(Need((piece,), number) for piece, number in contract.needs.named.items()),
        *(Need(kind, number) for kind, number in contract.needs.any),
    )
    for contract in CONTRACTS
}
"""The same as parts of a set, for the final scoring."""
EXTENSION_OF: Final[Mapping[str, Extension]] = {extension.id: extension for extension in EXTENSIONS}
"""The extensions by id."""

GOODS: Final = (
    *(
        Good(
            one.id,
            CONTRACT,
            1,
            title=one.title,
            words=phrase("asks for {pieces}", pieces=one.needs.words()),
            look=_card(_PAPER, _needed(one.needs)),
        )
        for one in CONTRACTS
    ),
    *(
        Good(
            one.id,
            EXTENSION,
            1,
            title=one.title,
            words=phrase("it costs {cost}", cost=one.cost.words()),
            look=_roof(_COLOURS[one.colour], _needed(one.cost)),
        )
        for one in EXTENSIONS
    ),
    Good(
        CABIN,
        CABIN,
        6,
        title="Cabin",
        words=phrase("stands on a home, which then gives one more upgrade whenever it is used"),
        look=HUT,
    ),
)
"""All pieces; at the start they are in the supply, from where the contracts go to their deck."""

_TITLES: Final[Mapping[str, str]] = {good.id: good.name for good in GOODS}


def called(piece: str) -> Message:
    """Return the name of a contract or an extension for people."""
    return good_name(piece, _TITLES.get(piece))
