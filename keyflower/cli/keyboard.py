"""A game at the keyboard: the parts of a prompt for any game on the kernel. Needs the extra ``cli``.

Write a `Tabletop`, which says what your game shows, and let a `Session` run it. The session asks the people, lets the
bots play, explains, tries out, takes back, saves and resumes saved games.
"""

from keyflower.cli.autosave import Autosave
from keyflower.cli.console import out, say, wants_colour
from keyflower.cli.hot_seat import Session, Tabletop, session_help
from keyflower.cli.numbered_list import FEW, Entries, show_menu
from keyflower.cli.plain_tabletop import PlainTabletop
from keyflower.cli.prompt import Reader

__all__ = [
    "FEW",
    "Autosave",
    "Entries",
    "PlainTabletop",
    "Reader",
    "Session",
    "Tabletop",
    "out",
    "say",
    "session_help",
    "show_menu",
    "wants_colour",
]
