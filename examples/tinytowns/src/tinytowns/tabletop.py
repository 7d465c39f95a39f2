"""What Tiny Towns shows at the keyboard: the cards, the towns, and what happened."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.rule import Rule
from rich.table import Table

from keyflower.cli.console import say, wants_colour
from keyflower.cli.listing import show_few
from keyflower.cli.session import HELP
from keyflower.kernel.options import Decision
from tinytowns.cards import Card
from tinytowns.catalogue import CARDS, card
from tinytowns.counting import ScoreSheet
from tinytowns.game import Game

_ACTIONS = """\
Type the number of an option, or an action:
  name wood             as Master Builder         place b2           place the cube of this round
  place b2 glass        another one, by a Factory or in a free round
  store c3, swap c3 glass b2, shelter a1, cavern  other ways to settle the cube
  build well a1 b1 on a1                          done               stop building for this round
  mark glass, put well d4, replace a1 tavern, stock cottage tavern well, keep fort_ironweed, pick glass
"""


class TownTabletop:
    """Tiny Towns at the keyboard."""

    help = _ACTIONS + HELP.format(
        show="all towns; or: show cards, show tavern, show [NAME]",
        example="build well a1 b1 on a1",
        tries=" how your town would look, without doing it",
        command="python -m tinytowns play",
    )
    example = "place b2"

    def told(self, game: Game, seat: int) -> list[str]:
        """Return what the last action led to, as a seat may know it."""
        entry = game.entry.redacted(seat)
        first = "The table is set." if entry.action is None else f"{game.players[entry.seat]}: {entry.action}"
        return [first, *filter(None, (event.words(game.players) for event in entry.events))]

    def show_question(self, console: Console, game: Game, seat: int, decision: Decision) -> None:
        """Show the own town, and the cards where somebody builds."""
        console.print(Rule(f"Round {game.round}, {game.players[seat]}", align="left"))
        show_town(console, game, seat)
        for name in game.seat(seat).hand:
            console.print(f"Your monument: {described(CARDS[name])}", markup=False)
        if decision.kind == "build":
            show_cards(console, game)

    def show_options(self, console: Console, game: Game, seat: int, decision: Decision) -> None:
        """Print the options."""
        show_few(console, decision, example="well")

    def show(self, console: Console, game: Game, seat: int, what: str) -> None:
        """Show towns, cards, or one of either."""
        if what in ("", "table", "towns"):
            for number in range(len(game.players)):
                show_town(console, game, number)
        elif what == "cards":
            show_cards(console, game)
        elif what in game.players:
            show_town(console, game, game.seat_of(what))
        else:
            console.print(described(card(what)), markup=False)

    def show_try(self, console: Console, game: Game, seat: int, text: str) -> None:
        """Show the own town as an action would leave it."""
        after = game.play(text, seat=seat)
        if after.seat(seat).sealed:
            console.print("It goes there when all have chosen.")
        show_town(console, after, seat)

    def sheet(self, game: Game, seat: int) -> Table:
        """Return the score sheet as a table."""
        return sheet_table(game.players[seat], game.score(seat))

    def sentences(self, game: Game, seat: int, decision: Decision) -> Iterator[str]:
        """Iterate what a person could type besides the options themselves."""
        for action in decision.options:
            yield f"try {action}"
        for what in ("cards", *game.players, *game.state.buildings):
            yield f"show {what}"


def described(one: Card) -> str:
    """Return a card in one line."""
    return f"{one.title} ({one.pattern}): {one.words()}"


def show_cards(console: Console, game: Game) -> None:
    """Print the cards that everybody may build."""
    for one in game.buildings:
        console.print(f"  {described(one)}", markup=False)


def show_town(console: Console, game: Game, seat: int) -> None:
    """Print a town with the name of its owner."""
    own = game.seat(seat)
    built = f", with {CARDS[own.monument].title}" if own.monument else ""
    console.print(f"{game.players[seat]}{built}", style="bold", markup=False)
    say(console, own.town.text(colour=wants_colour(console)))


def sheet_table(name: str, sheet: ScoreSheet) -> Table:
    """Return a score sheet as a table."""
    table = Table(title=f"{name}: {sheet.total} points", title_justify="left", show_footer=True)
    table.add_column("for", footer="in all")
    table.add_column("points", justify="right", footer=str(sheet.total))
    table.add_column("because")
    for line in sheet.lines:
        table.add_row(line.title, str(line.points), line.because)
    return table
