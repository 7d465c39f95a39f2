"""What Tiny Towns shows at the keyboard: the cards, the towns, and what happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console
from rich.rule import Rule

from keyflower.cli.keyboard import PlainTabletop, say, wants_colour
from keyflower.kernel import AND, SPECTATOR, Action, Decision, listed, phrase
from tinytowns.cards import Card
from tinytowns.catalogue import CARDS, card, card_name
from tinytowns.pieces import MONUMENT

if TYPE_CHECKING:
    from tinytowns.game import Game


class TownTabletop(PlainTabletop["Game"]):
    """Tiny Towns at the keyboard."""

    def question(self, console: Console, game: Game, seat: int, decision: Decision) -> None:
        console.print()
        number = self.language.say(phrase("Round {number}", number=game.round))
        console.print(Rule(f"{number}, {game.players[seat]}", align="left"))
        self._town(console, game, seat)
        for name in game.seat(seat).hand:
            told = phrase("In your hand: {card}", card=described(CARDS[name]))
            console.print(self.language.say(told), markup=False)
        self._cards(console, game)
        console.print(decision.prompt_in(self.language), style="bold")
        self.options(console, game, seat, decision)

    def show(self, console: Console, game: Game, seat: int, what: str) -> None:
        if what in ("", "table", "towns"):
            if seat == SPECTATOR:
                self._cards(console, game)
            for number in range(len(game.players)):
                self._town(console, game, number)
        elif what == "cards":
            self._cards(console, game)
        elif what in game.players:
            self._town(console, game, game.seat_of(what))
        else:
            console.print(self.language.say(described(card(what))), markup=False)

    def why_not_tried(self, action: Action | str) -> str:
        """Return that only building can be tried: a placement would uncover those of others."""
        if str(action).split(" ")[0] in ("build", "put", "replace"):
            return ""
        return phrase("Only building can be tried: 'try 3', or 'try build well a1 b1 on a1'.")

    def tried(self, console: Console, game: Game, seat: int) -> None:
        self._town(console, game, seat)

    def winners(self, game: Game, you: int | None) -> str:
        won = phrase("{names} won.", names=listed(game.winners, AND))
        return phrase("{won} Rank: {rank}.", won=won, rank=game.rank) if game.rank else won

    def sentences(self, game: Game, seat: int, decision: Decision) -> Iterator[str]:
        for action in decision.options:
            if not self.why_not_tried(action):
                yield f"try {action}"
        for what in ("cards", *game.players, *game.state.buildings):
            yield f"show {what}"

    def _cards(self, console: Console, game: Game) -> None:
        for one in game.buildings:
            console.print(f"  {self.language.say(described(one))}", markup=False)

    def _town(self, console: Console, game: Game, seat: int) -> None:
        own = game.seat(seat)
        titles = {letter: self.language.say(title) for letter, title in game.titles(seat).items()}
        named = [game.players[seat], *([titles[MONUMENT]] if own.monument else [])]
        console.print(": ".join(named), style="bold")
        say(console, own.town.text(colour=wants_colour(console), titles=titles))


def described(one: Card) -> str:
    """Return a card in one line."""
    gaps = {"card": card_name(one.id), "pattern": one.pattern, "words": one.words()}
    return phrase("{card} ({pattern}): {words}", **gaps)
