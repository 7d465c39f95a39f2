"""What The Merchants add to the start and the end of seasons: the open row, and contracts on boats (merchants 2)."""

from __future__ import annotations

from typing import Final

from keyflower.expansions.merchants.contracts import (
    ContractLoaded,
    ContractsShuffled,
    Dealing,
    Market,
    RowSwept,
)
from keyflower.expansions.merchants.goods import CONTRACT
from keyflower.extend import (
    DEAL_CARDS,
    EMPTY,
    LOAD_CARDS,
    START,
    SWEEP_CARDS,
    Compiled,
    Outcome,
    Season,
    SeasonPhase,
    Table,
    compiled_as,
)

_LOADED: Final = (Season.SPRING, Season.SUMMER, Season.AUTUMN)
"""The seasons in which boats bring something."""


@compiled_as(Compiled(DEAL_CARDS))
def lay_out(table: Table) -> Outcome:
    """Shuffle all contracts into the deck and turn up the first ones (merchants 1.3)."""
    contracts = table.state.supply.only(table.ruleset.kind(CONTRACT))
    dealing = Dealing(table)
    dealing.deck = contracts
    dealing.fill_row()
    return Outcome((ContractsShuffled(contracts, new=True), *dealing.events))


@compiled_as(Compiled(SWEEP_CARDS))
def sweep(table: Table) -> Outcome:
    """Discard the open row and turn up new contracts, after building (merchants 2.1)."""
    dealing = Dealing(table)
    row = table.state.place(Market).row
    if row:
        dealing.events.append(RowSwept(row))
        dealing.row, dealing.discarded = EMPTY, dealing.discarded + row
    dealing.fill_row()
    return Outcome(tuple(dealing.events))


@compiled_as(Compiled(LOAD_CARDS))
def load(table: Table) -> Outcome:
    """Put contracts face down on the boats that carry some, in row order (merchants 2.2)."""
    dealing = Dealing(table)
    season = _LOADED.index(table.state.season)
    for berth in table.state.berths:
        cargo = table.ruleset.tiles[berth.boat].cargo
        for _ in range(dict(cargo[season].any).get(CONTRACT, 0) if cargo else 0):
            contract = dealing.drawn(f"contract on {berth.boat}")
            if contract:
                dealing.events.append(ContractLoaded(berth.boat, contract))
    return Outcome(tuple(dealing.events))


LAYING_OUT = SeasonPhase(
    "merchants.contracts", after=START, run=lay_out, seasons=(Season.SPRING,), title="Contracts are laid out"
)
LOADING = SeasonPhase("merchants.loading", after=START, run=load, seasons=_LOADED, title="Contracts on boats")
SWEEPING = SeasonPhase(
    "merchants.sweeping", after="end.build", run=sweep, seasons=_LOADED, title="New open contracts"
)

PHASES = (LAYING_OUT, LOADING, SWEEPING)
"""All steps, those at the start of a season in order."""
