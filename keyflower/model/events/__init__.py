"""The events of the engine itself, in the order a game meets them."""

from __future__ import annotations

from keyflower.kernel.events import AgendaChanged, Event, GameEnded, PositionGiven
from keyflower.model.events.pieces import (
    AsideReturned,
    GoodsGained,
    SkillsDrawn,
    SkillsPaid,
    StockGained,
    WorkersDrawn,
    WorkersGained,
    WorkersPaid,
)
from keyflower.model.events.season_end import (
    BoatTaken,
    GroupReturned,
    LotUnsold,
    LotWon,
    ScreenRevealed,
    StartPlayerChanged,
    TileLaid,
    TileLost,
    TurnOrderSettled,
    VillageCleared,
)
from keyflower.model.events.setup import (
    BoatLoaded,
    SeasonBegan,
    TableSet,
    TilesRevealed,
    WinterTilesDealt,
    WinterTilesOffered,
    WinterTilesRevealed,
)
from keyflower.model.events.transport import (
    GoodMoved,
    StockSpent,
    TileUpgraded,
)
from keyflower.model.events.turns import BidStoodUp, Passed, TurnBegan, WorkersBid, WorkersUsed

EVENTS: tuple[type[Event], ...] = (
    TableSet, WinterTilesDealt, SeasonBegan, BoatLoaded, TilesRevealed, WinterTilesOffered, WinterTilesRevealed,
    AgendaChanged, TurnBegan, Passed, WorkersBid, WorkersUsed, BidStoodUp, WorkersPaid, SkillsPaid, AsideReturned,
    WorkersDrawn, SkillsDrawn, WorkersGained, GoodsGained, StockGained, GoodMoved,
    StockSpent, TileUpgraded, GroupReturned, LotUnsold, LotWon, VillageCleared, BoatTaken, StartPlayerChanged,
    TurnOrderSettled, TileLaid, TileLost, ScreenRevealed, GameEnded,
    PositionGiven,
)  # fmt: skip
"""The events of the engine itself; expansions add their own."""

__all__ = [
    "EVENTS",
    "AgendaChanged",
    "AsideReturned",
    "BidStoodUp",
    "BoatLoaded",
    "BoatTaken",
    "GameEnded",
    "GoodMoved",
    "GoodsGained",
    "GroupReturned",
    "LotUnsold",
    "LotWon",
    "Passed",
    "PositionGiven",
    "ScreenRevealed",
    "SeasonBegan",
    "SkillsDrawn",
    "SkillsPaid",
    "StartPlayerChanged",
    "StockGained",
    "StockSpent",
    "TableSet",
    "TileLaid",
    "TileLost",
    "TileUpgraded",
    "TilesRevealed",
    "TurnBegan",
    "TurnOrderSettled",
    "VillageCleared",
    "WinterTilesDealt",
    "WinterTilesOffered",
    "WinterTilesRevealed",
    "WorkersBid",
    "WorkersDrawn",
    "WorkersGained",
    "WorkersPaid",
    "WorkersUsed",
]
