"""The contract with authors of expansions, all of it: ``from keyflower.extend import Expansion, Tile, ...``."""

from keyflower.extend.compiled import (
    EARLIEST_PICK,
    GROWING,
    ON_PASTURES,
    PASTURE_WORTH,
    PER_PASTURE,
    SHELTERED,
    Compiled,
    compiled_as,
)
from keyflower.extend.costs import Cost
from keyflower.extend.effects import AllOf, Carry, Draw, Effect, Gain, OneOf, Pay, Then
from keyflower.extend.expansion import Expansion, SeasonPhase, Setup, Variant
from keyflower.extend.goods import Good, GoodKind, PieceKind, Source, transport_in
from keyflower.extend.handlers import NOTHING_HAPPENS, BaseHandler, Dealer, Handler, Outcome, Table, Widening
from keyflower.extend.measures import (
    ByBoatsOnWater,
    PerLoopTile,
    PerNeighbour,
    PerTileOfPasture,
    PerTransport,
)
from keyflower.extend.powers import (
    COUNTER_BID,
    COUNTS_AS,
    DOUBLED,
    FREE_FLIP,
    LAY_FREELY,
    MIXED_USE,
    OVER_FIELDS,
    PAY_ANY_RESOURCE,
    SEASON_END,
    Power,
)
from keyflower.extend.ruleset import END_STEPS, START, Ruleset
from keyflower.extend.scoring import Count, Domain, Keeps, Line, Measure, Scores
from keyflower.extend.terms import Need, PerDifferent, PerPiece, PerPieceOfOne, PerSet, PerStored, Term
from keyflower.extend.tiles import Face, Tile
from keyflower.kernel.actions import Action, PathStep
from keyflower.kernel.errors import ActionSyntaxError, Refusal, UnknownName, named, suggest
from keyflower.kernel.events import Event
from keyflower.kernel.fields import NOBODY, OWNER, UNSEEN, held, open_
from keyflower.kernel.tasks import Task
from keyflower.model.actions import Choose, Done, Move, Words
from keyflower.model.events import (
    GoodsGained,
    SkillsDrawn,
    StockGained,
    StockSpent,
    WorkersDrawn,
    WorkersGained,
)
from keyflower.model.layout import Layout
from keyflower.model.pastures import Pasture, label_of, regions_of
from keyflower.model.places import OwnPlace
from keyflower.model.state import Draft, Position, Seat, State
from keyflower.model.tasks import Haul, Resolve, Turn
from keyflower.model.village import Village
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import BACK, FRONT, PURPLE, Season, TileKind

__all__ = [
    "BACK",
    "COUNTER_BID",
    "COUNTS_AS",
    "DOUBLED",
    "EARLIEST_PICK",
    "EMPTY",
    "END_STEPS",
    "FREE_FLIP",
    "FRONT",
    "GROWING",
    "LAY_FREELY",
    "MIXED_USE",
    "NOBODY",
    "NOTHING_HAPPENS",
    "ON_PASTURES",
    "OVER_FIELDS",
    "OWNER",
    "PASTURE_WORTH",
    "PAY_ANY_RESOURCE",
    "PER_PASTURE",
    "PURPLE",
    "SEASON_END",
    "SHELTERED",
    "START",
    "UNSEEN",
    "Action",
    "ActionSyntaxError",
    "AllOf",
    "BaseHandler",
    "ByBoatsOnWater",
    "Carry",
    "Choose",
    "Compiled",
    "Cost",
    "Count",
    "Dealer",
    "Domain",
    "Done",
    "Draft",
    "Draw",
    "Effect",
    "Event",
    "Expansion",
    "Face",
    "Gain",
    "Good",
    "GoodKind",
    "GoodsGained",
    "Handler",
    "Haul",
    "Keeps",
    "Layout",
    "Line",
    "Measure",
    "Move",
    "Need",
    "OneOf",
    "Outcome",
    "OwnPlace",
    "Pasture",
    "PathStep",
    "Pay",
    "PerDifferent",
    "PerLoopTile",
    "PerNeighbour",
    "PerPiece",
    "PerPieceOfOne",
    "PerSet",
    "PerStored",
    "PerTileOfPasture",
    "PerTransport",
    "PieceKind",
    "Pool",
    "Position",
    "Power",
    "Refusal",
    "Resolve",
    "Ruleset",
    "Scores",
    "Season",
    "SeasonPhase",
    "Seat",
    "Setup",
    "SkillsDrawn",
    "Source",
    "State",
    "StockGained",
    "StockSpent",
    "Table",
    "Task",
    "Term",
    "Then",
    "Tile",
    "TileKind",
    "Turn",
    "UnknownName",
    "Variant",
    "Village",
    "Widening",
    "Words",
    "WorkersDrawn",
    "WorkersGained",
    "compiled_as",
    "held",
    "label_of",
    "named",
    "open_",
    "regions_of",
    "suggest",
    "transport_in",
]
