"""The pieces of The Merchants: contracts, extensions and cabins (merchants 1.1), and what each contract asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from keyflower.extend import PURPLE, Cost, Good, Message, Need, good_name

CONTRACT: Final = "contract"
"""The kind of all contracts."""
EXTENSION: Final = "extension"
"""The kind of all extensions."""
CABIN: Final = "cabin"
"""The kind of cabins, and the only good of that kind."""


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
    *(Good(contract.id, CONTRACT, 1, title=contract.title) for contract in CONTRACTS),
    *(Good(extension.id, EXTENSION, 1, title=extension.title) for extension in EXTENSIONS),
    Good(CABIN, CABIN, 6, title="Cabin"),
)
"""All pieces; at the start they are in the supply, from where the contracts go to their deck."""

_TITLES: Final[Mapping[str, str]] = {good.id: good.name for good in GOODS}


def called(piece: str) -> Message:
    """Return the name of a contract or an extension for people."""
    return good_name(piece, _TITLES.get(piece))
