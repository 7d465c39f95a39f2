"""The kernel: what every turn-based game with hidden information needs, whatever the game.

This is the front door for games: ``from keyflower.kernel import BaseGame, Event, held``. What the tests of a game need
is in `keyflower.kernel.testing`.
"""

from keyflower.kernel.actions import Action, PathStep
from keyflower.kernel.bots import Bot, RandomBot, name_of, named_bot, play_out, step
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
    suggest,
)
from keyflower.kernel.events import EVENTS, AgendaChanged, Event, Events, GameEnded, PositionGiven, fold
from keyflower.kernel.fields import EVERYBODY, NOBODY, OWNER, UNSEEN, held, open_
from keyflower.kernel.flow import Flow, Step
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
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.log.lines import NO_CHANCE, Upcaster
from keyflower.kernel.log.log import BaseEventLog, Difference
from keyflower.kernel.log.writer import LogWriter
from keyflower.kernel.match import (
    SPECTATOR,
    BaseMatch,
    Paragraphs,
    checked_chance,
    checked_names,
    seat_number,
)
from keyflower.kernel.option_tree import Choice, Grouped, Labels
from keyflower.kernel.options import Decision, Options, Random, shuffled
from keyflower.kernel.pieces import names_in, pools_in
from keyflower.kernel.pool import BasePool
from keyflower.kernel.scores import Scores, Sheet
from keyflower.kernel.state import BaseDraft, Readable, hide
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
from keyflower.kernel.view import BaseView

__all__ = [
    "AND",
    "COMMA",
    "EVENTS",
    "EVERYBODY",
    "NOBODY",
    "NOTHING_HAPPENS",
    "NO_CHANCE",
    "OR",
    "OWNER",
    "SPECTATOR",
    "UNSEEN",
    "Action",
    "ActionSyntaxError",
    "AgendaChanged",
    "AmbiguousAction",
    "AnyHandler",
    "Asking",
    "BaseDraft",
    "BaseEventLog",
    "BaseGame",
    "BaseHandler",
    "BaseMatch",
    "BasePool",
    "BaseView",
    "Bot",
    "Chance",
    "ChanceError",
    "Choice",
    "Codec",
    "Dealer",
    "Decision",
    "Difference",
    "Entry",
    "Event",
    "Events",
    "Family",
    "Flow",
    "FormerChance",
    "GameEnded",
    "GameError",
    "GameOver",
    "Grouped",
    "Handler",
    "HiddenInformation",
    "IllegalAction",
    "Labels",
    "LanguageError",
    "Listing",
    "LogError",
    "LogWriter",
    "Message",
    "MissingExtra",
    "NotContinued",
    "NotYourTurn",
    "Open",
    "Options",
    "Outcome",
    "Paragraphs",
    "PathStep",
    "Playable",
    "PoolError",
    "PositionGiven",
    "Random",
    "RandomBot",
    "Readable",
    "Refusal",
    "Scores",
    "ScriptedChance",
    "SecretChance",
    "SeededChance",
    "SetupError",
    "Sheet",
    "Speaker",
    "Spoken",
    "StaleDecision",
    "Step",
    "Table",
    "Task",
    "UnknownName",
    "Upcaster",
    "Wording",
    "capital",
    "checked_chance",
    "checked_names",
    "compact",
    "digested",
    "flag_from_data",
    "fold",
    "held",
    "hide",
    "html_table",
    "joined",
    "list_from_data",
    "listed",
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
    "read",
    "seat_number",
    "shuffled",
    "speak_with",
    "speaker",
    "step",
    "suggest",
    "text_from_data",
    "whole_from_data",
]
