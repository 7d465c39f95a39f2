"""A typed, side-effect-free library that knows every rule of the board game Keyflower and of its expansions.

You can reach everything public from here. Each name is loaded when it is first used, so importing the package
costs next to nothing.

>>> import keyflower as kf
>>> game = kf.Game.new(["Ann", "Bob", "Cid"], seed=7)
>>> game.decision.prompt
'Your turn: bid for a tile, use a tile, or pass.'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from keyflower._version import __version__

if TYPE_CHECKING:
    from keyflower import auction as auction
    from keyflower import bots as bots
    from keyflower import cli as cli
    from keyflower import declaration as declaration
    from keyflower import envs as envs
    from keyflower import events as events
    from keyflower import extend as extend
    from keyflower import fast as fast
    from keyflower import kernel as kernel
    from keyflower import languages as languages
    from keyflower import layout as layout
    from keyflower import logs as logs
    from keyflower import registry as registry
    from keyflower import render as render
    from keyflower import review as review
    from keyflower import schema as schema
    from keyflower import scoring as scoring
    from keyflower import simulate as simulate
    from keyflower import testing as testing
    from keyflower import web as web
    from keyflower import words as words
    from keyflower.engine.score_sheet import ScoreSheet as ScoreSheet
    from keyflower.extend.expansion import Expansion as Expansion
    from keyflower.extend.ruleset import Ruleset as Ruleset
    from keyflower.extend.scoring import Line as Line
    from keyflower.extend.tiles import Tile as Tile
    from keyflower.facade.accessors import Lots as Lots
    from keyflower.facade.compound_actions import Build as Build
    from keyflower.facade.compound_actions import Transport as Transport
    from keyflower.facade.event_log import EventLog as EventLog
    from keyflower.facade.game import Game as Game
    from keyflower.facade.game import Playable as Playable
    from keyflower.facade.match import Match as Match
    from keyflower.facade.position import Position as Position
    from keyflower.facade.registry import tile as tile
    from keyflower.facade.registry import tiles as tiles
    from keyflower.facade.view import View as View
    from keyflower.kernel.actions import Action as Action
    from keyflower.kernel.chance import ScriptedChance as ScriptedChance
    from keyflower.kernel.chance import SecretChance as SecretChance
    from keyflower.kernel.chance import SeededChance as SeededChance
    from keyflower.kernel.events import Event as Event
    from keyflower.kernel.log.entry import Entry as Entry
    from keyflower.kernel.match import SPECTATOR as SPECTATOR
    from keyflower.kernel.options import Decision as Decision
    from keyflower.kernel.options import Options as Options
    from keyflower.model.actions import Bid as Bid
    from keyflower.model.actions import Choose as Choose
    from keyflower.model.actions import Done as Done
    from keyflower.model.actions import Move as Move
    from keyflower.model.actions import Offer as Offer
    from keyflower.model.actions import Pass as Pass
    from keyflower.model.actions import PayWith as PayWith
    from keyflower.model.actions import Place as Place
    from keyflower.model.actions import Spend as Spend
    from keyflower.model.actions import Take as Take
    from keyflower.model.actions import Upgrade as Upgrade
    from keyflower.model.actions import Use as Use
    from keyflower.model.enums import Season as Season
    from keyflower.model.enums import TileKind as TileKind
    from keyflower.model.errors import ActionSyntaxError as ActionSyntaxError
    from keyflower.model.errors import AmbiguousAction as AmbiguousAction
    from keyflower.model.errors import ChanceError as ChanceError
    from keyflower.model.errors import GameOver as GameOver
    from keyflower.model.errors import HiddenInformation as HiddenInformation
    from keyflower.model.errors import IllegalAction as IllegalAction
    from keyflower.model.errors import KeyflowerError as KeyflowerError
    from keyflower.model.errors import LanguageError as LanguageError
    from keyflower.model.errors import LogError as LogError
    from keyflower.model.errors import MissingExtra as MissingExtra
    from keyflower.model.errors import NotContinued as NotContinued
    from keyflower.model.errors import NotYourTurn as NotYourTurn
    from keyflower.model.errors import PoolError as PoolError
    from keyflower.model.errors import Refusal as Refusal
    from keyflower.model.errors import RulesetError as RulesetError
    from keyflower.model.errors import SetupError as SetupError
    from keyflower.model.errors import StaleDecision as StaleDecision
    from keyflower.model.errors import UnknownName as UnknownName
    from keyflower.model.layout import Layout as Layout
    from keyflower.model.layout import Placed as Placed
    from keyflower.model.lots import Group as Group
    from keyflower.model.lots import Lot as Lot
    from keyflower.model.pastures import Pasture as Pasture
    from keyflower.model.pool import Pool as Pool
    from keyflower.model.state import Seat as Seat
    from keyflower.model.state import State as State
    from keyflower.model.village import PastUse as PastUse
    from keyflower.model.village import Spot as Spot
    from keyflower.model.village import Village as Village

_HOMES = {
    "engine.score_sheet": ("ScoreSheet",),
    "extend.expansion": ("Expansion",),
    "extend.ruleset": ("Ruleset",),
    "extend.scoring": ("Line",),
    "extend.tiles": ("Tile",),
    "facade.compound_actions": ("Build", "Transport"),
    "facade.game": ("Game", "Playable"),
    "facade.event_log": ("EventLog",),
    "facade.accessors": ("Lots",),
    "facade.position": ("Position",),
    "facade.registry": ("tile", "tiles"),
    "facade.match": ("Match",),
    "facade.view": ("View",),
    "kernel.actions": ("Action",),
    "kernel.chance": ("ScriptedChance", "SecretChance", "SeededChance"),
    "model.errors": (
        "ActionSyntaxError", "AmbiguousAction", "ChanceError", "GameOver", "HiddenInformation", "IllegalAction",
        "KeyflowerError", "LanguageError", "LogError", "MissingExtra", "NotContinued", "NotYourTurn", "PoolError",
        "Refusal", "RulesetError", "SetupError", "StaleDecision", "UnknownName",
    ),
    "kernel.events": ("Event",),
    "kernel.log.entry": ("Entry",),
    "kernel.options": ("Decision", "Options"),
    "kernel.match": ("SPECTATOR",),
    "model.actions": (
        "Bid", "Choose", "Done", "Move", "Offer", "Pass", "PayWith", "Place", "Spend", "Take", "Upgrade", "Use",
    ),
    "model.layout": ("Layout", "Placed"),
    "model.lots": ("Group", "Lot"),
    "model.pastures": ("Pasture",),
    "model.state": ("Seat", "State"),
    "model.village": ("PastUse", "Spot", "Village"),
    "model.pool": ("Pool",),
    "model.enums": ("Season", "TileKind"),
}  # fmt: skip
_DOORS = (
    "auction",
    "bots",
    "cli",
    "declaration",
    "envs",
    "events",
    "extend",
    "fast",
    "kernel",
    "languages",
    "layout",
    "logs",
    "registry",
    "render",
    "review",
    "schema",
    "scoring",
    "simulate",
    "testing",
    "web",
    "words",
)
"""Modules that are reached as ``kf.bots`` and so on; they too are loaded when they are first used."""
_WHERE = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "SPECTATOR",
    "Action",
    "ActionSyntaxError",
    "AmbiguousAction",
    "Bid",
    "Build",
    "ChanceError",
    "Choose",
    "Decision",
    "Done",
    "Entry",
    "Event",
    "EventLog",
    "Expansion",
    "Game",
    "GameOver",
    "Group",
    "HiddenInformation",
    "IllegalAction",
    "KeyflowerError",
    "LanguageError",
    "Layout",
    "Line",
    "LogError",
    "Lot",
    "Lots",
    "Match",
    "MissingExtra",
    "Move",
    "NotContinued",
    "NotYourTurn",
    "Offer",
    "Options",
    "Pass",
    "PastUse",
    "Pasture",
    "PayWith",
    "Place",
    "Placed",
    "Playable",
    "Pool",
    "PoolError",
    "Position",
    "Refusal",
    "Ruleset",
    "RulesetError",
    "ScoreSheet",
    "ScriptedChance",
    "Season",
    "Seat",
    "SecretChance",
    "SeededChance",
    "SetupError",
    "Spend",
    "Spot",
    "StaleDecision",
    "State",
    "Take",
    "Tile",
    "TileKind",
    "Transport",
    "UnknownName",
    "Upgrade",
    "Use",
    "View",
    "Village",
    "__version__",
    "events",
    "fast",
    "registry",
    "tile",
    "tiles",
]


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for."""
    if name in _DOORS:
        value: object = import_module(f"keyflower.{name}")
    elif name in _WHERE:
        value = getattr(import_module(f"keyflower.{_WHERE[name]}"), name)
    else:
        raise AttributeError(f"module 'keyflower' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *_DOORS})
