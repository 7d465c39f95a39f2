"""The kernel: what every turn-based game with hidden information needs, whatever the game.

This is the front door for games: ``from keyflower.kernel import BaseGame, Event, held``. What the tests of a game need
is in `keyflower.kernel.testing`. Bots, searches, declarations, logs, positions and views are loaded when they are first
used, because playing a game does not need them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from keyflower.kernel.actions import Action, PathStep
from keyflower.kernel.chance import Asking, Chance, FormerChance, ScriptedChance, SecretChance, SeededChance
from keyflower.kernel.codec import (
    Codec,
    Family,
    flag_from_data,
    list_from_data,
    names_from_data,
    text_from_data,
    whole_from_data,
)
from keyflower.kernel.drafts import Open, names_of
from keyflower.kernel.errors import (
    ActionSyntaxError,
    AmbiguousAction,
    ChanceError,
    GameError,
    GameOver,
    HiddenInformation,
    IllegalAction,
    LanguageError,
    LogError,
    MissingExtra,
    NotContinued,
    NotYourTurn,
    PoolError,
    Refusal,
    SetupError,
    StaleDecision,
    UnknownName,
    refused,
    suggest,
)
from keyflower.kernel.events import EVENTS, AgendaChanged, Event, Events, GameEnded, PositionGiven, fold
from keyflower.kernel.fields import EVERYBODY, NOBODY, OWNER, UNSEEN, held, open_
from keyflower.kernel.flow import BaseExecutor, Flow, Step
from keyflower.kernel.game import BaseGame, Playable
from keyflower.kernel.handlers import (
    NOTHING_HAPPENS,
    AnyHandler,
    BaseHandler,
    Dealer,
    Handler,
    Outcome,
    Table,
)
from keyflower.kernel.html import html_table
from keyflower.kernel.json_text import compact, digested, read
from keyflower.kernel.match import (
    SPECTATOR,
    BaseMatch,
    Paragraphs,
    Upcaster,
    checked_chance,
    checked_names,
    seat_number,
)
from keyflower.kernel.moves import Moved, SeatsTaken, Uncovered, moved
from keyflower.kernel.option_tree import Choice, Grouped, Labels
from keyflower.kernel.options import Decision, Options, Random, shuffled
from keyflower.kernel.pieces import names_in, pools_in
from keyflower.kernel.pool import BasePool
from keyflower.kernel.scores import Scored, Scores, Sheet
from keyflower.kernel.sentences import Domain, Sentence, example_of, said, said_fields
from keyflower.kernel.state import BaseDraft, BaseState, Part, Readable, hide
from keyflower.kernel.tasks import Task
from keyflower.kernel.text import (
    AND,
    COMMA,
    OR,
    Listing,
    Message,
    Speaker,
    Spoken,
    Wording,
    capital,
    joined,
    listed,
    name,
    number_of,
    phrase,
    speak_with,
    speaker,
)

if TYPE_CHECKING:
    from keyflower.kernel.bots import Bot, RandomBot, Rated, best_of, name_of, named_bot, play_out, step
    from keyflower.kernel.combinators import (
        FilteredQuestion,
        Question,
        SecretChoice,
        Stages,
        Together,
        WithFollowUps,
        deal,
    )
    from keyflower.kernel.declaration import FLAG, NAMES, TEXT, GameDeclaration, GameOption
    from keyflower.kernel.log.entry import Entry
    from keyflower.kernel.log.lines import NO_CHANCE
    from keyflower.kernel.log.log import BaseEventLog, Difference
    from keyflower.kernel.log.writer import LogWriter
    from keyflower.kernel.position import BasePosition, from_position_data, position_data
    from keyflower.kernel.search import (
        BotPolicy,
        Judging,
        Policy,
        RandomPolicy,
        SearchBot,
        SearchReport,
        Stopping,
        Tried,
    )
    from keyflower.kernel.view import BaseView

_LATER = {
    "bots": ("Bot", "RandomBot", "Rated", "best_of", "name_of", "named_bot", "play_out", "step"),
    "combinators": (
        "FilteredQuestion",
        "Question",
        "SecretChoice",
        "Stages",
        "Together",
        "WithFollowUps",
        "deal",
    ),
    "declaration": ("FLAG", "NAMES", "TEXT", "GameDeclaration", "GameOption"),
    "log.entry": ("Entry",),
    "log.lines": ("NO_CHANCE",),
    "log.log": ("BaseEventLog", "Difference"),
    "log.writer": ("LogWriter",),
    "position": ("BasePosition", "from_position_data", "position_data"),
    "search": (
        "BotPolicy",
        "Judging",
        "Policy",
        "RandomPolicy",
        "SearchBot",
        "SearchReport",
        "Stopping",
        "Tried",
    ),
    "view": ("BaseView",),
}

__all__ = [
    "AND",
    "COMMA",
    "EVENTS",
    "EVERYBODY",
    "FLAG",
    "NAMES",
    "NOBODY",
    "NOTHING_HAPPENS",
    "NO_CHANCE",
    "OR",
    "OWNER",
    "SPECTATOR",
    "TEXT",
    "UNSEEN",
    "Action",
    "ActionSyntaxError",
    "AgendaChanged",
    "AmbiguousAction",
    "AnyHandler",
    "Asking",
    "BaseDraft",
    "BaseEventLog",
    "BaseExecutor",
    "BaseGame",
    "BaseHandler",
    "BaseMatch",
    "BasePool",
    "BasePosition",
    "BaseState",
    "BaseView",
    "Bot",
    "BotPolicy",
    "Chance",
    "ChanceError",
    "Choice",
    "Codec",
    "Dealer",
    "Decision",
    "Difference",
    "Domain",
    "Entry",
    "Event",
    "Events",
    "Family",
    "FilteredQuestion",
    "Flow",
    "FormerChance",
    "GameDeclaration",
    "GameEnded",
    "GameError",
    "GameOption",
    "GameOver",
    "Grouped",
    "Handler",
    "HiddenInformation",
    "IllegalAction",
    "Judging",
    "Labels",
    "LanguageError",
    "Listing",
    "LogError",
    "LogWriter",
    "Message",
    "MissingExtra",
    "Moved",
    "NotContinued",
    "NotYourTurn",
    "Open",
    "Options",
    "Outcome",
    "Paragraphs",
    "Part",
    "PathStep",
    "Playable",
    "Policy",
    "PoolError",
    "PositionGiven",
    "Question",
    "Random",
    "RandomBot",
    "RandomPolicy",
    "Rated",
    "Readable",
    "Refusal",
    "Scored",
    "Scores",
    "ScriptedChance",
    "SearchBot",
    "SearchReport",
    "SeatsTaken",
    "SecretChance",
    "SecretChoice",
    "SeededChance",
    "Sentence",
    "SetupError",
    "Sheet",
    "Speaker",
    "Spoken",
    "Stages",
    "StaleDecision",
    "Step",
    "Stopping",
    "Table",
    "Task",
    "Together",
    "Tried",
    "Uncovered",
    "UnknownName",
    "Upcaster",
    "WithFollowUps",
    "Wording",
    "best_of",
    "capital",
    "checked_chance",
    "checked_names",
    "compact",
    "deal",
    "digested",
    "example_of",
    "flag_from_data",
    "fold",
    "from_position_data",
    "held",
    "hide",
    "html_table",
    "joined",
    "list_from_data",
    "listed",
    "moved",
    "name",
    "name_of",
    "named_bot",
    "names_from_data",
    "names_in",
    "names_of",
    "number_of",
    "open_",
    "phrase",
    "play_out",
    "pools_in",
    "position_data",
    "read",
    "refused",
    "said",
    "said_fields",
    "seat_number",
    "shuffled",
    "speak_with",
    "speaker",
    "step",
    "suggest",
    "text_from_data",
    "whole_from_data",
]


def __getattr__(name: str) -> object:
    """Load a name when it is first used."""
    for module, names in _LATER.items():
        if name in names:
            value: object = getattr(import_module(f"keyflower.kernel.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
