"""What Keyflower shows at the keyboard: its screen, its words, its villages."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from keyflower.cli.console import say, wants_colour
from keyflower.cli.hot_seat import session_help
from keyflower.cli.menu import coloured, numbered, show_menu
from keyflower.cli.numbered_list import Entries
from keyflower.cli.score_tables import sheet_table
from keyflower.cli.screen import TerminalScreen
from keyflower.extend.tiles import Tile
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.options import Decision
from keyflower.kernel.text import Speaker, capital, phrase
from keyflower.model.names import tile_name
from keyflower.model.speaker import speaker
from keyflower.render import auction_text, table_text, tile_text, village_text
from keyflower.words import teller_for, told


class VillageTabletop:
    """Keyflower at the keyboard."""

    example = "bid miner R2"

    def __init__(self, language: Speaker | None = None) -> None:
        """Use a language; English by default."""
        self.language = speaker("en") if language is None else language
        actions = phrase("""\
Type the number of an option, or an action:
  bid miner R2          bid two red workers       bid miner R1+inn   add your outbid group at the inn
  use home Y1           use a tile                pass               do nothing this turn
  move wood home>inn    transport                 upgrade miner      upgrade a tile
  place inn 1,-1 r2     lay a tile, rotated by 2  take, offer, pay, choose, put, spend, done
""")
        commands = session_help(
            show=phrase("the table; or: show auction, show village [NAME], show miner"),
            tries=phrase("how a tile would lie with option 3 (or: try place inn 1,-1 r2)"),
            command="keyflower play",
        )
        self.help = self.language.say(actions) + self.language.say(commands)

    def numbered(self, game: Game, seat: int, decision: Decision) -> Entries:
        """Return the options with their numbers, in the order in which the tiles lie on the table."""
        return numbered(decision, game.view(seat).state)

    def told(self, game: Game, seat: int) -> list[Text]:
        """Return the results of the last action."""
        if self.language.code == "en":
            first, *rest = told(game, seat, you=seat)
        else:  # in other languages the action is told in a sentence: its notation is English
            first, *rest = game.tell(viewer=seat, you=seat, language=self.language)
        return [coloured(first), *map(Text, rest)]

    def question(self, console: Console, game: Game, seat: int, decision: Decision) -> None:
        """Show the screen of a person who decides."""
        TerminalScreen(console, game, seat, self.language).question(decision)

    def options(self, console: Console, game: Game, seat: int, decision: Decision) -> None:
        """Show the options."""
        TerminalScreen(console, game, seat, self.language).options(
            decision, self.numbered(game, seat, decision)
        )

    def listed(self, console: Console, entries: Entries) -> None:
        """Show some options as a list."""
        show_menu(console, entries)

    def show(self, console: Console, game: Game, seat: int, what: str) -> None:
        """Show the table, the auction, a village or a tile."""
        state = game.view(seat).state
        word, _, name = what.partition(" ")
        match word.lower():
            case "" | "table":
                colour = wants_colour(console)
                say(
                    console,
                    table_text(
                        state,
                        ruleset=game.ruleset,
                        names=game.players,
                        colour=colour,
                        language=self.language,
                    ),
                )
            case "auction":
                say(
                    console,
                    auction_text(state, ruleset=game.ruleset, names=game.players, language=self.language),
                )
            case "village":
                self._village(console, game, game.seat_of(name.strip() or seat), seat)
            case _ if what in game.players:
                self._village(console, game, game.seat_of(what), seat)
            case _:
                say(console, tile_text(self._tile(game, what), language=self.language))

    def _village(self, console: Console, game: Game, whose: int, seat: int) -> None:
        own = phrase("Your village")
        owner = own if whose == seat else phrase("{who}'s village", who=game.players[whose])
        console.print(self.language.say(owner), style="bold")
        self.tried(console, game, whose)

    def _tile(self, game: Game, name: str) -> Tile:
        """Return a tile by its id or by its title."""
        wanted = name.strip().casefold()
        for tile in game.ruleset.tiles.values():
            if wanted == self.language.say(tile_name(tile.name, tile.title)).casefold():
                return tile
        return game.ruleset.tile(wanted.replace(" ", "_"))

    def why_not_tried(self, action: Action | str) -> str:
        """Return the message that only placing can be tried, because it draws no pieces."""
        if str(action).startswith("place"):
            return ""
        return phrase("Only placing can be tried: 'try 3', or 'try place miner 0,1 r2'.")

    def tried(self, console: Console, game: Game, seat: int) -> None:
        """Draw the village of a seat."""
        colour = wants_colour(console)
        village = game.village(seat)
        say(console, village_text(village, ruleset=game.ruleset, colour=colour, language=self.language))

    def sheet(self, game: Game, seat: int, name: str) -> Table:
        """Return the score sheet as a table."""
        return sheet_table(game.ruleset, name, game.scores[seat], language=self.language)

    def winners(self, game: Game, you: int | None) -> str:
        """Return who has won."""
        seats = tuple(game.seat_of(name) for name in game.winners)
        return capital(phrase("{winners}.", winners=teller_for(game, you).winners(seats)))

    def sentences(self, game: Game, seat: int, decision: Decision) -> Iterator[str]:
        """Iterate the commands besides the options themselves."""
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
