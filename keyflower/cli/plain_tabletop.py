"""What any declared game shows at the keyboard, unless it has its own tabletop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from keyflower.cli.console import say
from keyflower.cli.hot_seat import session_help
from keyflower.cli.numbered_list import FEW, Entries, show_menu
from keyflower.kernel.actions import Action
from keyflower.kernel.bots import player_names
from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.options import Decision
from keyflower.kernel.sentences import example_of, said_fields
from keyflower.kernel.text import AND, Speaker, listed, phrase, phrase_of

GameT = TypeVar("GameT", bound=AnyGame)


class PlainTabletop(Generic[GameT]):
    """A game at the keyboard: its text, its question and a numbered list of what can be done."""

    def __init__(self, declaration: GameDeclaration, language: Speaker) -> None:
        """Show a declared game in a language."""
        self.declaration = declaration
        self.language = language
        kinds = declaration.new(player_names(max(2, declaration.least)), seed=0).match.codec().actions.kinds
        samples = [example_of(kind) for kind in kinds.values() if said_fields(kind)]
        self.example = samples[0] if samples else ""
        actions = phrase("Type the number of an option, or an action: {examples}", examples=listed(samples))
        more = session_help(
            show=phrase("the table"),
            tries=phrase("how the table would look with option 3"),
            command=f"{declaration.name} play",
        )
        self.help = f"{language.say(actions)}\n{language.say(more)}"

    def numbered(self, game: GameT, seat: int, decision: Decision) -> Entries:
        """Return the options with their numbers."""
        return list(enumerate(decision.options, start=1))

    def told(self, game: GameT, seat: int) -> list[Text]:
        """Return the results of the last action."""
        return [Text(self.language.say(line)) for line in game.match.told(game.entry, seat)]

    def question(self, console: Console, game: GameT, seat: int, decision: Decision) -> None:
        """Show the table, the question and the options."""
        console.print()
        console.print(Rule(game.players[seat], align="left"))
        self.show(console, game, seat, "")
        console.print(decision.prompt_in(self.language), style="bold")
        self.options(console, game, seat, decision)

    def options(self, console: Console, game: GameT, seat: int, decision: Decision) -> None:
        """Show the options."""
        entries = self.numbered(game, seat, decision)
        self.listed(console, entries[:FEW])
        if len(entries) > FEW:
            more = phrase("and {number} more: 'options' lists all", number=len(entries) - FEW)
            console.print(f"     {self.language.say(more)}", style="dim")

    def listed(self, console: Console, entries: Entries) -> None:
        """Show some options as a list."""
        show_menu(console, entries)

    def show(self, console: Console, game: GameT, seat: int, what: str) -> None:
        """Show the table as a seat may know it."""
        view = game if seat == SPECTATOR and game.over else game.view(seat)
        text = self.declaration.text
        say(console, repr(view) if text is None else text(view, self.language))

    def why_not_tried(self, action: Action | str) -> str:
        """Refuse to try anything out, because that could show hidden information."""
        return phrase("Nothing can be tried here: it could show what is hidden.")

    def tried(self, console: Console, game: GameT, seat: int) -> None:
        """Show the table."""
        self.show(console, game, seat, "")

    def sheet(
        self, game: Any, seat: int, name: str
    ) -> RenderableType:  # Any: each game has sheets of its own
        """Return the points of a seat, line by line if its sheet has lines."""
        sheet = game.scores[seat]
        title = self.language.say(phrase("{who}: {points} points", who=name, points=sheet.total))
        if not getattr(sheet, "lines", ()):
            return Text(title)
        table = Table(title=title, title_justify="left")
        table.add_column(self.language.say(phrase_of("column", "for")))
        table.add_column(self.language.say(phrase_of("column", "points")), justify="right")
        table.add_column(self.language.say(phrase_of("column", "because")))
        for line in sheet.lines:
            because = getattr(line, "because", "")
            table.add_row(
                self.language.say(getattr(line, "title", "")), str(line.points), self.language.say(because)
            )
        return table

    def winners(self, game: GameT, you: int | None) -> str:
        """Return who has won."""
        return phrase("{names} won.", names=listed(game.winners, AND))

    def sentences(self, game: GameT, seat: int, decision: Decision) -> Iterator[str]:
        """Iterate nothing: the session completes its own commands."""
        return iter(())
