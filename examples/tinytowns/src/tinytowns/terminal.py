"""What Tiny Towns shows at the keyboard: the cards, the towns, and what happened."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from keyflower.cli.keyboard import FEW, Entries, say, session_help, show_menu, wants_colour
from keyflower.kernel import UNSEEN, Action, Decision
from tinytowns.actions import Keep, Sealed
from tinytowns.cards import Card
from tinytowns.catalogue import CARDS, card
from tinytowns.game import Game
from tinytowns.pieces import MONUMENT

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

    help = _ACTIONS + session_help(
        show="all towns; or: show cards, show tavern, show NAME",
        tries="how your town would look with option 3 (or: try build well a1 b1 on a1)",
        command="python -m tinytowns play",
    )
    example = "place b2"

    def numbered(self, game: Game, seat: int, decision: Decision) -> Entries:
        """Return the options with their numbers."""
        return list(enumerate(decision.options, start=1))

    def told(self, game: Game, seat: int) -> list[Text]:
        """Return what the last action led to."""
        entry = game.entry.redacted(seat)
        who = "You" if entry.seat == seat else game.match.name_of(entry.seat)
        first = "The table is set." if entry.action is None else _noted(who, entry.action)
        return [
            Text(line) for line in (first, *(event.words(game.players) for event in entry.events)) if line
        ]

    def question(self, console: Console, game: Game, seat: int, decision: Decision) -> None:
        """Show the own town, the cards where somebody builds, the question and the options."""
        console.print()
        console.print(Rule(f"Round {game.round}, {game.players[seat]}", align="left"))
        show_town(console, game, seat)
        for name in game.seat(seat).hand:
            console.print(f"In your hand: {described(CARDS[name])}")
        if decision.kind == "build":
            show_cards(console, game)
        console.print(decision.prompt, style="bold")
        self.options(console, game, seat, decision)

    def options(self, console: Console, game: Game, seat: int, decision: Decision) -> None:
        """Show the options."""
        entries = self.numbered(game, seat, decision)
        self.listed(console, entries[:FEW])
        if len(entries) > FEW:
            console.print(f"     and {len(entries) - FEW} more: 'options' lists all", style="dim")

    def listed(self, console: Console, entries: Entries) -> None:
        """Show some options as a list."""
        show_menu(console, entries)

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
            console.print(described(card(what)))

    def why_not_tried(self, action: Action | str) -> str:
        """Return that only building can be tried: a placement would uncover those of others."""
        if str(action).split(" ")[0] in ("build", "put", "replace"):
            return ""
        return "Only building can be tried: 'try 3', or 'try build well a1 b1 on a1'."

    def tried(self, console: Console, game: Game, seat: int) -> None:
        """Show the own town."""
        show_town(console, game, seat)

    def sheet(self, game: Game, seat: int, name: str) -> Table:
        """Return the score sheet as a table."""
        sheet = game.score(seat)
        table = Table(title=f"{name}: {sheet.total} points", title_justify="left", show_footer=True)
        table.add_column("for", footer="in all")
        table.add_column("points", justify="right", footer=str(sheet.total))
        table.add_column("because")
        for line in sheet.lines:
            table.add_row(line.title, str(line.points), line.because)
        return table

    def winners(self, game: Game, you: int | None) -> str:
        """Return who has won."""
        names = " and ".join("you" if game.seat_of(name) == you else name for name in game.winners)
        verb = "win" if len(game.winners) > 1 or names == "you" else "wins"
        rank = f" Your rank: {game.rank}." if game.rank else ""
        return f"{names[0].upper()}{names[1:]} {verb}.{rank}"

    def sentences(self, game: Game, seat: int, decision: Decision) -> Iterator[str]:
        """Iterate what a person could type besides the options themselves."""
        for action in decision.options:
            if not self.why_not_tried(action):
                yield f"try {action}"
        for what in ("cards", *game.players, *game.state.buildings):
            yield f"show {what}"


def _noted(who: str, action: Action) -> str:
    """Return who did what, as it is typed; of what others may not know yet, that it was done."""
    match action:
        case Sealed():
            return f"{who} has decided what to do with the cube."
        case Keep(monument=unseen) if unseen == UNSEEN:
            return f"{who} has kept a monument."
        case _:
            return f"{who}: {action}"


def described(one: Card) -> str:
    """Return a card in one line."""
    return f"{one.title} ({one.pattern}): {one.words()}"


def show_cards(console: Console, game: Game) -> None:
    """Print the cards that everybody may build."""
    for one in game.buildings:
        console.print(f"  {described(one)}")


def show_town(console: Console, game: Game, seat: int) -> None:
    """Print a town with the name of its owner."""
    own, titles = game.seat(seat), game.titles(seat)
    built = f", with {titles[MONUMENT]}" if own.monument else ""
    console.print(f"{game.players[seat]}{built}", style="bold")
    say(console, own.town.text(colour=wants_colour(console), titles=titles))
