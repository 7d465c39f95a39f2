"""`TINY_TOWNS`: what Tiny Towns declares to every surface, from the command line to the table in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from keyflower.kernel import NAMES, GameDeclaration, GameOption, Speaker, phrase
from tinytowns.bots import BOTS
from tinytowns.cards import speaker
from tinytowns.game import Game, View

if TYPE_CHECKING:
    from tinytowns.terminal import TownTabletop


def table_text(game: Game | View, language: Speaker) -> str:
    """Return all towns in characters."""
    towns = []
    for seat, name in enumerate(game.players):
        titles = {letter: language.say(title) for letter, title in game.titles(seat).items()}
        towns.append(f"{name}\n{game.town(seat).text(titles=titles)}")
    return "\n\n".join(towns)


def _tabletop(language: Speaker) -> TownTabletop:
    from tinytowns.terminal import TownTabletop  # needs the extra `cli`

    return TownTabletop(TINY_TOWNS, language)


TINY_TOWNS: Final = GameDeclaration(
    name="tinytowns",
    title=phrase("Tiny Towns"),
    game=Game,
    least=1,
    most=6,
    options=(
        GameOption(
            "buildings",
            phrase("the cards in play, one of each type, or first-game for the simplest ones"),
            kind=NAMES,
            choices=("first-game",),
            title=phrase("First-game cards"),
        ),
        GameOption(
            "monuments",
            phrase("everybody gets a secret monument"),
            default=True,
            title=phrase("Without monuments"),
        ),
        GameOption("cavern", phrase("two resources may be set aside"), title=phrase("Cavern rule")),
        GameOption(
            "town_hall",
            phrase("cards instead of Master Builders decide the resources"),
            title=phrase("Town hall"),
        ),
    ),
    bots=BOTS,
    usual_bot="greedy",
    text=table_text,
    picture=lambda view, language: view.svg(language=language),
    tabletop=_tabletop,
    language=speaker,
    home="tinytowns.declaration:TINY_TOWNS",
    languages=("en", "uk"),
)
"""Tiny Towns, for every surface."""
