"""Environments for learning agents: PettingZoo, Gymnasium, OpenSpiel and arrays, with one encoding of actions for all.

An agent chooses an action token by token, from a fixed vocabulary, and a mask says which tokens may come next: see
`Vocabulary` and `TokenChoice`. It sees a vector of numbers with names: see `Features`. `KeyflowerVector` plays
thousands of games at once.

Imported after Gymnasium, or by it as in ``gymnasium.make("keyflower.envs:keyflower/Keyflower-v0")``, this package tells
it about `KeyflowerEnv`.

>>> import keyflower as kf
>>> from keyflower.envs import TokenChoice, Vocabulary
>>> game = kf.Game.new(["Ann", "Bob"], seed=7)
>>> words = Vocabulary.of(game.ruleset)
>>> choice = TokenChoice.of(words, game.options)
>>> [words.words[token] for token in choice.allowed]
['bid', 'pass', 'use']
>>> choice.saying(words.number("pass")).action
Pass()
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from keyflower._install import missing_extra
from keyflower.envs.tokens import TokenChoice, Vocabulary
from keyflower.kernel.errors import MissingExtra

if TYPE_CHECKING:
    from keyflower.envs.any_game import GameRules as GameRules
    from keyflower.envs.features import Features as Features
    from keyflower.envs.gymnasium import GameEnv as GameEnv
    from keyflower.envs.gymnasium import KeyflowerEnv as KeyflowerEnv
    from keyflower.envs.openspiel import GameSpiel as GameSpiel
    from keyflower.envs.openspiel import KeyflowerSpiel as KeyflowerSpiel
    from keyflower.envs.openspiel import register as register
    from keyflower.envs.pettingzoo import GameAEC as GameAEC
    from keyflower.envs.pettingzoo import KeyflowerAEC as KeyflowerAEC
    from keyflower.envs.vector import KeyflowerVector as KeyflowerVector
    from keyflower.envs.vector import VectorMoment as VectorMoment

__all__ = [
    "Features",
    "GameAEC",
    "GameEnv",
    "GameRules",
    "GameSpiel",
    "KeyflowerAEC",
    "KeyflowerEnv",
    "KeyflowerSpiel",
    "KeyflowerVector",
    "TokenChoice",
    "VectorMoment",
    "Vocabulary",
    "register",
]


_HOMES = {
    "Features": ("features", "numpy"),
    "GameAEC": ("pettingzoo", "PettingZoo"),
    "GameEnv": ("gymnasium", "Gymnasium"),
    "GameRules": ("any_game", "numpy"),
    "GameSpiel": ("openspiel", "OpenSpiel"),
    "KeyflowerAEC": ("pettingzoo", "PettingZoo"),
    "KeyflowerEnv": ("gymnasium", "Gymnasium"),
    "KeyflowerSpiel": ("openspiel", "OpenSpiel"),
    "KeyflowerVector": ("vector", "numpy"),
    "VectorMoment": ("vector", "numpy"),
    "register": ("openspiel", "OpenSpiel"),
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"keyflower.envs has no {name!r}")
    home, needs = _HOMES[name]
    try:
        return getattr(import_module(f"keyflower.envs.{home}"), name)
    except ImportError as error:
        # OpenSpiel has no wheels for every machine: it is not part of the extra
        if needs == "OpenSpiel":
            raise MissingExtra(f"{name} needs {needs}: pip install open_spiel") from error
        raise missing_extra(f"{name} needs {needs}", "envs") from error


if "gymnasium" in sys.modules:
    import_module("keyflower.envs.gymnasium")
