"""`KEYFLOWER`: what Keyflower declares to the surfaces that take any game on the kernel.

>>> from keyflower.declaration import KEYFLOWER
>>> KEYFLOWER.new(["Ann", "Bob"], seed=7, expansions=["farmers"]).players
('Ann', 'Bob')
>>> from keyflower.simulate import simulate_game
>>> [row["bot"] for row in simulate_game(KEYFLOWER, ["random", "random"], [1]).rows()]
['random', 'random']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from keyflower.bots.by_name import BOTS, LEVELS
from keyflower.facade.game import Game
from keyflower.kernel.declaration import NAMES, GameDeclaration, GameOption
from keyflower.kernel.text import Speaker
from keyflower.model.enums import MOST_SEATS
from keyflower.model.speaker import speaker

if TYPE_CHECKING:
    from keyflower.facade.view import View


def _picture(view: View, language: Speaker) -> str:
    return view.svg(language=language)


KEYFLOWER: Final = GameDeclaration(
    name="keyflower",
    title="Keyflower",
    game=Game,
    least=2,
    most=MOST_SEATS,
    options=(
        GameOption("expansions", "expansions to play with", kind=NAMES),
        GameOption("variants", "variants to play", kind=NAMES),
        GameOption("handicap", "players who start with an extra green worker", kind=NAMES),
        GameOption("without", "tiles to leave out", kind=NAMES),
        GameOption("only", "tiles to keep of their seasons", kind=NAMES),
    ),
    bots={**LEVELS, **BOTS},
    usual_bot="steward",
    picture=_picture,
    browser="keyflower.web.keyflower_table:KeyflowerTable",
    language=speaker,
    home="keyflower.declaration:KEYFLOWER",
    languages=("en", "uk", "pl", "ru"),
)
"""Keyflower, for every surface that takes any game."""
__all__ = ["KEYFLOWER"]
