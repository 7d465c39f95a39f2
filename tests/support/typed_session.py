"""A person at the keyboard who types lines that were written down before, and what they were shown."""

from io import StringIO

from rich.console import Console

import keyflower as kf
from keyflower.bots import Bot, RandomBot
from keyflower.cli.autosave import Autosave
from keyflower.cli.hot_seat import Session
from keyflower.cli.prompt import Reader
from keyflower.cli.terminal import VillageTabletop
from keyflower.languages import language

ENGLISH = language("en")


class Script(Reader):
    """A person who types lines that were written down before; an error is raised where it stands."""

    def __init__(self, console, lines):
        super().__init__(console)
        self.lines = list(lines)

    def line(self, seat, prompt, sentences):
        if not self.lines:
            return None
        line = self.lines.pop(0)
        if isinstance(line, BaseException):
            raise line
        return line


def console(width=80, height=24, *, terminal=False):
    return Console(
        width=width,
        height=height,
        force_terminal=terminal,
        file=StringIO(),
        markup=False,
        emoji=False,
        color_system=None,
    )


def text_on(paper):
    assert isinstance(paper.file, StringIO)
    return paper.file.getvalue()


def session(lines, *, players=("Ann", "Bob"), people=(0,), game=None, file=None):
    game = kf.Game.new(players, seed=5) if game is None else game
    shown = console(width=200)
    bots: dict[int, Bot] = {seat: RandomBot() for seat in range(len(game.players)) if seat not in people}
    keeper = Autosave(shown, file)
    script, tabletop = Script(shown, lines), VillageTabletop()
    return Session(
        shown, script, game, tabletop, people=frozenset(people), bots=bots, keeper=keeper, file=file
    )


def shown_by(playing):
    playing.run()
    return text_on(playing.console)


def kept(folder):
    (file,) = folder.glob("*.jsonl")
    return kf.EventLog.loads(file.read_bytes()).replay()
