"""The winter tiles of the base game: one road each; they only score (rules 6.2)."""

from __future__ import annotations

from keyflower.extend import Face, Need, PerDifferent, PerPiece, PerPieceOfOne, PerSet, Season, Tile

APOTHECARY = Tile(
    "apothecary",
    title="Apothecary",
    season=Season.WINTER,
    edges="FRFFFF",
    front=Face(scores=(PerSet(3, (Need("worker", 5),)),)),
)
CRAFTSMANS_GUILD = Tile(
    "craftsmans_guild",
    title="Craftsman's guild",
    season=Season.WINTER,
    edges="FRFFFF",
    front=Face(scores=(PerSet(3, (Need(("blue",)), Need(("red",)), Need(("yellow",)))),)),
)
JEWELLER = Tile(
    "jeweller",
    title="Jeweller",
    season=Season.WINTER,
    edges="FFFFFR",
    front=Face(scores=(PerPiece(2, ("gold",)),)),
)
KEY_GUILD = Tile(
    "key_guild",
    title="Key guild",
    season=Season.WINTER,
    edges="FFFFRF",
    front=Face(scores=(PerSet(10, (Need("skill", 5),)),)),
)
KEYTHEDRAL = Tile(
    "keythedral",
    title="Keythedral",
    season=Season.WINTER,
    edges="FFFFFR",
    front=Face(points=12),
)
KEY_MARKET = Tile(
    "key_market",
    title="Key market",
    season=Season.WINTER,
    edges="FFRFFF",
    front=Face(scores=(PerPiece(2, ("green",)),)),
)
MERCERS_GUILD = Tile(
    "mercers_guild",
    title="Mercer's guild",
    season=Season.WINTER,
    edges="RFFFFF",
    front=Face(scores=(PerDifferent(5, "resource", 3),)),
)
SCHOLAR = Tile(
    "scholar",
    title="Scholar",
    season=Season.WINTER,
    edges="FFFRFF",
    front=Face(scores=(PerPieceOfOne(3, "skill"),)),
)
SCRIBES = Tile(
    "scribes",
    title="Scribes",
    season=Season.WINTER,
    edges="FFRFFF",
    front=Face(scores=(PerSet(10, (Need(("anvil",)), Need(("pickaxe",)), Need(("saw",)))),)),
)
VILLAGE_HALL = Tile(
    "village_hall",
    title="Village hall",
    season=Season.WINTER,
    edges="FFFRFF",
    front=Face(scores=(PerPieceOfOne(1, "worker"),)),
)
WATERMILL = Tile(
    "watermill",
    title="Watermill",
    season=Season.WINTER,
    edges="FFFFRF",
    front=Face(scores=(PerPieceOfOne(1, "resource"),)),
)
WINDMILL = Tile(
    "windmill",
    title="Windmill",
    season=Season.WINTER,
    edges="RFFFFF",
    front=Face(scores=(PerSet(5, (Need("resource", 5),)),)),
)

WINTER = (
    APOTHECARY,
    CRAFTSMANS_GUILD,
    JEWELLER,
    KEY_GUILD,
    KEYTHEDRAL,
    KEY_MARKET,
    MERCERS_GUILD,
    SCHOLAR,
    SCRIBES,
    VILLAGE_HALL,
    WATERMILL,
    WINDMILL,
)
"""All winter tiles of the base game."""
