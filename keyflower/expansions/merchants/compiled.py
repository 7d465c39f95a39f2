"""Contracts and extensions as the fast executor knows them: cards and add-ons (see `keyflower.extend.compiled`)."""

from __future__ import annotations

from typing import Final

from keyflower.expansions.merchants.goods import CONTRACTS, EXTENSIONS, NEEDED, PURPLE_CONTRACT
from keyflower.extend import ADD_ONS, CARDS, RESOURCE, SKILL, WORKER, AddOn, Card, Compiled

OPEN_CONTRACTS: Final = 3
"""How many contracts lie open, for every number of players (merchants 1.3)."""
FILLED: Final = 7
"""What a filled contract pays (merchants 9.2)."""

CONTRACT_CARDS: Final = Compiled(
    CARDS,
    number=OPEN_CONTRACTS,
    points=FILLED,
    parts=tuple(
        Card(
            contract.id,
            NEEDED[contract.id],
            (WORKER, SKILL, RESOURCE)  # the purple one is exchanged for any of them (merchants 3.4)
            if contract.id == PURPLE_CONTRACT
            else contract.needs.named.pieces,
        )
        for contract in CONTRACTS
    ),
)
"""All contracts."""
EXTENSION_ADD_ONS: Final = Compiled(
    ADD_ONS,
    parts=tuple(AddOn(extension.id, extension.colour, extension.cost) for extension in EXTENSIONS),
)
"""All extensions."""
