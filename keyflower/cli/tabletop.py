"""What Keyflower shows at the keyboard: auction, villages, and the options of a turn as a table of tiles."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.rule import Rule
from rich.table import Table

from keyflower.cli.console import say, wants_colour
from keyflower.cli.menu import place_table, show_short
from keyflower.cli.session import HELP
from keyflower.cli.sheets import sheet_table
from keyflower.cli.telling import told
from keyflower.facade.game import Game
from keyflower.kernel.options import Decision
from keyflower.render import auction_text, table_text, tile_text, village_text

_ACTIONS = """\
Type the number of an option, or an action:
  bid miner R2          bid two red workers       bid miner R1+inn   add your outbid group at the inn
  use home Y1           use a tile                pass               do nothing this turn
  move wood home>inn    transport                 upgrade miner      turn a tile
  place inn 1,-1 r2     lay a tile, turned twice  take, offer, pay, choose, put, spend, done
"""


class VillageTabletop:
    """Keyflower at the keyboard; it remembers which season each person has seen the village in."""

    help = _ACTIONS + HELP.format(
        show="the table; or: show auction, show village [NAME], show miner",
        example="place inn 1,-1 r2",
        tries="how a tile would lie, without laying it",
        command="keyflower play",
    )
    example = "bid miner R2"

    def __init__(self) -> None:
        """Begin with nobody having seen anything."""
        self._shown_season: dict[int, object] = {}

    def told(self, game: Game, seat: int) -> list[str]:
        """Return what the last action led to, as a seat may know it."""
        return told(game, seat)

    def show_question(self, console: Console, game: Game, seat: int, decision: Decision) -> None:
        """Show the auction, the village where it matters, and what is behind the screen."""
        state = game.view(seat).state
        console.print(Rule(f"{game.season.value.capitalize()}, {game.players[seat]}", align="left"))
        if decision.kind == "turn":
            say(console, auction_text(state, ruleset=game.ruleset, names=game.players))
        if decision.kind in ("haul", "build-all", "put-animals") or (
            self._shown_season.get(seat) is not game.season
        ):
            self._shown_season[seat] = game.season
            self._show_village(console, game, game.players[seat])
        own = state.seats[seat]
        hand = own.workers + own.open_workers
        other = own.skills + own.open_skills + own.stock
        console.print(
            f"Behind your screen: {hand or 'no workers'}{f'; {other}' if other else ''}", markup=False
        )

    def show_options(self, console: Console, game: Game, seat: int, decision: Decision) -> None:
        """Print the options, in the form that suits the question."""
        if decision.kind != "build-all":
            show_short(console, decision, _owners(game))
            return
        ruleset = game.ruleset
        for tile, _ in game.screen(seat).won:
            say(console, tile_text(ruleset.tiles[tile]))
            console.print()
        titles = {name: tile.title for name, tile in ruleset.tiles.items()}
        console.print(place_table(decision, game.village(seat), titles))
        console.print("'try place ...' shows how a tile would lie.", style="dim")

    def show(self, console: Console, game: Game, seat: int, what: str) -> None:
        """Show the table, the auction, a village or a tile."""
        state = game.view(seat).state
        word, _, name = what.partition(" ")
        match word.lower():
            case "" | "table":
                colour = wants_colour(console)
                say(console, table_text(state, ruleset=game.ruleset, names=game.players, colour=colour))
            case "auction":
                say(console, auction_text(state, ruleset=game.ruleset, names=game.players))
            case "village":
                self._show_village(console, game, game.players[game.seat_of(name.strip() or seat)])
            case _ if what in game.players:
                self._show_village(console, game, what)
            case _:
                say(console, tile_text(game.ruleset.tile(what.lower().replace(" ", "_"))))

    def show_try(self, console: Console, game: Game, seat: int, text: str) -> None:
        """Show a village with a tile laid, without laying it; only placing can be tried, as it draws nothing."""
        if not text.startswith("place"):
            console.print("Only placing can be tried: try place miner 0,1 r2", style="red")
            return
        self._show_village(console, game.play(text, seat=seat), game.players[seat], heading=False)

    def sheet(self, game: Game, seat: int) -> Table:
        """Return the score sheet as a table."""
        return sheet_table(game.ruleset, game.players[seat], game.scores[seat])

    def sentences(self, game: Game, seat: int, decision: Decision) -> Iterator[str]:
        """Iterate what a person could type besides the options themselves."""
        home = game.village(seat).names[0]
        for action in decision.options:
            text = str(action)
            if home in text:
                yield text.replace(home, "home")
            if action.verb == "place":
                yield f"try {text}"
        for name in game.players:
            yield f"show village {name}"
        yield "show auction"
        for tile in game.ruleset.tiles:
            yield f"show {tile}"

    def _show_village(self, console: Console, game: Game, name: str, *, heading: bool = True) -> None:
        if heading:
            console.print(f"{name}'s village", style="bold", markup=False)
        say(console, village_text(game.village(name), ruleset=game.ruleset, colour=wants_colour(console)))


def _owners(game: Game) -> dict[str, str]:
    """Return whose village each tile lies in."""
    return {tile: f"({name})" for name in game.players for tile in game.village(name).names}
