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
from keyflower.cli.game_page import report_html, who_won
from keyflower.cli.options import spoken_with
from keyflower.cli.score_tables import sales_table, sheet_table, title_of, totals_table
from keyflower.facade.game import Game
from keyflower.kernel.text import Speaker, capital, listed, name, phrase, phrases
from keyflower.model.enums import SEASONS
from keyflower.model.names import season_name
from keyflower.render import village_text
from keyflower.simulate import play_out
from keyflower.words import told


@frozen
class Demo:
    """A demonstration being shown."""

    console: Console
    """Where it is shown."""
    language: Speaker
    """The language."""
    verbose: bool = False
    """Whether every action is printed."""
    _running: list[Game] = field(factory=list)

    def show(self, game: Game, bots: Sequence[str]) -> Game:
        """Play and show a whole game and return it finished."""
        seats = listed(
            [
                phrase("{player} ({bot})", player=player, bot=name("bot", level))
                for player, level in zip(game.players, bots, strict=True)
            ]
        )
        starts = game.start_player
        self._tell(phrase("Keyflower with {seats}; {player} starts.", seats=seats, player=starts))
        with Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        ) as bar:
            task = bar.add_task(self.language.say(season_name(SEASONS[0])), total=len(SEASONS))

            def watch(later: Game) -> None:
                self._watch(later)
                season = SEASONS.index(later.season) + (1 if later.over else 0)
                where = phrase(
                    "{season}, action {number}", season=season_name(later.season), number=later.ply
                )
                bar.update(task, completed=season, description=self.language.say(where))

            game = play_out(game, [bot(wanted) for wanted in bots], Random(0), watch=watch)
        return game

    def _tell(self, text: str, style: str = "") -> None:
        self.console.print(self.language.say(text), style=style)

    def _rule(self, text: str) -> None:
        self.console.print(Rule(self.language.say(text), align="left"))

    def _watch(self, game: Game) -> None:
        assert game.parent is not None
        self._running.append(game)
        if self.verbose:
            for number, line in enumerate(told(game, language=self.language)):
                self.console.print(line if not number else f"    {line}")
        if game.season is not game.parent.season or game.over:
            self.chapter(Chapter(game.parent.season, tuple(self._running)))
            self._running.clear()

    def chapter(self, chapter: Chapter) -> None:
        """Show how a season went."""
        verbs = chapter.verbs
        self._rule(capital(season_name(chapter.season)))
        counts = [
            phrases("{number} bid", "{number} bids", verbs["bid"]),
            phrases("{number} use", "{number} uses", verbs["use"]),
            phrases("{number} upgrade", "{number} upgrades", verbs["upgrade"]),
        ]
        self._tell(phrase("{counts}.", counts=listed(counts)))
        self.console.print(sales_table(chapter, self.language))
        if chapter.unsold:
            titles = listed([title_of(chapter.last.ruleset, tile) for tile in chapter.unsold])
            self._tell(phrase("Nobody wanted {tiles}.", tiles=titles))
        self.console.print()

    def ending(self, game: Game) -> None:
        """Show the villages, the score sheets and the points by season."""
        colour = wants_colour(self.console)
        self._rule(phrase("The villages"))
        for player in game.players:
            self._tell(phrase("{who}'s village", who=player), "bold")
            village = game.village(player)
            text = village_text(village, ruleset=game.ruleset, colour=colour, language=self.language)
            say(self.console, text)
            self.console.print()
        self._rule(phrase("The score sheets"))
        for seat, sheet in enumerate(game.scores):
            self.console.print(sheet_table(game.ruleset, game.players[seat], sheet, language=self.language))
            self.console.print()
        self.console.print(totals_table(chapters(game), self.language))
        self._tell(phrase("{winners}.", winners=who_won(game.winners)), "bold")


def demo(
    console: Console,
    game: Game,
    bots: Sequence[str],
    folder: Path,
    *,
    verbose: bool,
    language: Speaker,
) -> Game:
    """Show a game and write its report and its log into a folder."""
    speaker = spoken_with(language, game.ruleset)
    shown = Demo(console, speaker, verbose)
    game = shown.show(game, bots)
    shown.ending(game)
    log = game.log.dumps()
    write(folder / "game.jsonl", log)
    write(folder / "report.html", report_html(game, log, bots, language=speaker))
    console.print(speaker.say(phrase("Report: {file}", file=folder / "report.html")), soft_wrap=True)
    console.print(speaker.say(phrase("Log:    {file}", file=folder / "game.jsonl")), soft_wrap=True)
    return game
