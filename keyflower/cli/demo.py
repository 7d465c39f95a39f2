"""``keyflower demo``: a whole game of bots, season by season, and a report of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from attrs import field, frozen
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.rule import Rule

from keyflower.bots import bot
from keyflower.cli.chapters import Chapter, chapters
from keyflower.cli.console import say, wants_colour, write
from keyflower.cli.report import report_html
from keyflower.cli.sheets import sales_table, sheet_table, title_of, totals_table
from keyflower.facade.game import Game
from keyflower.render import village_text
from keyflower.simulate import play_out
from keyflower.vocabulary.types import SEASONS
from keyflower.words import told


@frozen
class Demo:
    """A demonstration being shown."""

    console: Console
    """Where it is shown."""
    verbose: bool = False
    """Whether every action is told."""
    _running: list[Game] = field(factory=list)

    def show(self, game: Game, bots: Sequence[str]) -> Game:
        """Play and show a whole game and return it finished."""
        seats = ", ".join(f"{name} ({bot})" for name, bot in zip(game.players, bots, strict=True))
        self.console.print(f"Keyflower with {seats}; {game.start_player} starts.")
        with Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        ) as bar:
            task = bar.add_task("spring", total=len(SEASONS))

            def watch(later: Game) -> None:
                self._watch(later)
                season = SEASONS.index(later.season) + (1 if later.over else 0)
                bar.update(task, completed=season, description=f"{later.season.value}, action {later.ply}")

            game = play_out(game, [bot(name) for name in bots], Random(0), watch=watch)
        return game

    def _watch(self, game: Game) -> None:
        assert game.parent is not None
        self._running.append(game)
        if self.verbose:
            for number, line in enumerate(told(game)):
                self.console.print(line if not number else f"    {line}")
        if game.season is not game.parent.season or game.over:
            self.chapter(Chapter(game.parent.season, tuple(self._running)))
            self._running.clear()

    def chapter(self, chapter: Chapter) -> None:
        """Show how a season went."""
        verbs = chapter.verbs
        self.console.print(Rule(chapter.season.value.capitalize(), align="left"))
        counts = [(verbs[verb], verb) for verb in ("bid", "use", "upgrade")]
        words = ", ".join(f"{number} {verb}{'' if number == 1 else 's'}" for number, verb in counts)
        self.console.print(f"{words}.")
        self.console.print(sales_table(chapter))
        if chapter.unsold:
            titles = ", ".join(title_of(chapter.last.ruleset, tile) for tile in chapter.unsold)
            self.console.print(f"Nobody wanted {titles}.")
        self.console.print()

    def ending(self, game: Game) -> None:
        """Show the villages, the score sheets and the points by season."""
        colour = wants_colour(self.console)
        self.console.print(Rule("The villages", align="left"))
        for name in game.players:
            self.console.print(f"{name}'s village", style="bold")
            say(self.console, village_text(game.village(name), ruleset=game.ruleset, colour=colour))
            self.console.print()
        self.console.print(Rule("The score sheets", align="left"))
        for seat, sheet in enumerate(game.scores):
            self.console.print(sheet_table(game.ruleset, game.players[seat], sheet))
            self.console.print()
        self.console.print(totals_table(chapters(game)))
        winners = " and ".join(game.winners)
        self.console.print(f"{winners} {'win' if len(game.winners) > 1 else 'wins'}.", style="bold")


def demo(console: Console, game: Game, bots: Sequence[str], folder: Path, *, verbose: bool) -> Game:
    """Show a game and write its report and its log into a folder."""
    shown = Demo(console, verbose)
    game = shown.show(game, bots)
    shown.ending(game)
    log = game.log.dumps()
    write(folder / "game.jsonl", log)
    write(folder / "report.html", report_html(game, log, bots))
    console.print(f"Report: {folder / 'report.html'}", soft_wrap=True)
    console.print(f"Log:    {folder / 'game.jsonl'}", soft_wrap=True)
    return game
