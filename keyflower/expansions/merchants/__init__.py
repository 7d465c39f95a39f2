"""The Merchants: contracts to fill or to exchange, extensions on upgraded tiles, cabins, and other boats."""

from __future__ import annotations

from keyflower.expansions.merchants.boat_choice import (
    REPLACED,
    WHEN_TAKEN,
    BoatReplaced,
    Replace,
    ReplaceBoat,
    Replacing,
    Unloading,
)
from keyflower.expansions.merchants.boats import BOATS
from keyflower.expansions.merchants.cabins import (
    CABINS,
    BuildCabins,
    CabinBuilding,
    Cabins,
    CabinsBuilt,
    HomeUsing,
)
from keyflower.expansions.merchants.compiled import CONTRACT_CARDS, EXTENSION_ADD_ONS
from keyflower.expansions.merchants.contract_choice import ChooseContract, ContractChoosing, TakeContract
from keyflower.expansions.merchants.contracts import (
    ContractDrawn,
    ContractLoaded,
    ContractsShuffled,
    ContractsUnloaded,
    ContractTaken,
    ContractTurnedUp,
    Folder,
    Hold,
    Market,
    RowSwept,
)
from keyflower.expansions.merchants.exchange import ContractExchanged, Exchange, Exchanging
from keyflower.expansions.merchants.extensions import Extend, Extending, Extensions, TileExtended
from keyflower.expansions.merchants.goods import CARD, CONTRACT, EXTENSION, GOODS, ROOF
from keyflower.expansions.merchants.player_counts import MERCHANTS_FIRST, merchants_setup
from keyflower.expansions.merchants.seasons import PHASES
from keyflower.expansions.merchants.tiles import VILLAGE_TILES
from keyflower.extend import Expansion, Haul, PieceKind, Resolve, TakeBoat, Turn, Worth

EXPANSION = Expansion(
    id="merchants",
    version="1.0",
    title="The Merchants",
    languages="keyflower.expansions.merchants.languages",
    words="12 tiles, contracts that score or are exchanged, extensions on upgraded tiles, and cabins",
    requires=("base",),
    goods=GOODS,
    piece_kinds=(
        PieceKind(
            CONTRACT,
            words="lies in the open row, in the deck or behind a screen",
            look=CARD,
            compiled=CONTRACT_CARDS,
            worth=Worth(held=(100, 100, 150, 0)),
        ),
        PieceKind(EXTENSION, words="stands on an upgraded tile", look=ROOF, compiled=EXTENSION_ADD_ONS),
        CABINS,
    ),
    places=(Market, Folder, Hold, Extensions, Cabins),
    tiles=(*VILLAGE_TILES, *BOATS),
    phases=PHASES,
    setup=merchants_setup,
    variants=(MERCHANTS_FIRST,),
    slots=(WHEN_TAKEN, REPLACED),
    actions=(TakeContract, Exchange, Extend, Replace),
    events=(
        ContractsShuffled,
        ContractTurnedUp,
        RowSwept,
        ContractTaken,
        ContractDrawn,
        ContractLoaded,
        ContractsUnloaded,
        ContractExchanged,
        TileExtended,
        CabinsBuilt,
        BoatReplaced,
    ),
    handlers={
        ChooseContract: ContractChoosing(),
        BuildCabins: CabinBuilding(),
        ReplaceBoat: Replacing(),
    },
    widens={Turn: Exchanging, Haul: Extending, Resolve: HomeUsing, TakeBoat: Unloading},
)
"""The Merchants."""

__all__ = ["EXPANSION", "Cabins", "Extensions", "Folder", "Hold", "Market"]
