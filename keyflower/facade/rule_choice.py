"""`RuleChoice`: the rules by which a command, a simulation or an environment plays its games."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from keyflower.extend.deck import TileName
from keyflower.extend.expansion import Expansion
from keyflower.extend.overrides import as_mapping
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.files import read_bytes, trouble
from keyflower.facade.game import Game
from keyflower.facade.match import Match
from keyflower.facade.registry import given_expansions, resolve
from keyflower.kernel.arguments import several
from keyflower.kernel.chance import Chance
from keyflower.kernel.errors import LogError, SetupError
from keyflower.kernel.match import checked_chance, checked_names
from keyflower.kernel.text import phrase
from keyflower.kernel.values import frozen

LARGEST_FILE: Final = 1 << 20
"""The largest size of a file with overrides or tiles, in bytes."""


@frozen
class RuleChoice:
    """What `Game.new` takes besides players and chance, as a value that can be sent to other processes."""

    expansions: tuple[str | Expansion, ...] = ()
    """Ids or values of expansions."""
    variants: tuple[str, ...] = ()
    """Ids of variants."""
    overrides: tuple[tuple[str, str], ...] = ()
    """Printed numbers that are replaced: JSON text by path."""
    without: tuple[str, ...] = ()
    """The full ids of tiles that are left out."""

    @staticmethod
    def of(
        expansions: Iterable[str | Expansion] = (),
        variants: Iterable[str] = (),
        overrides: Mapping[str, object] | None = None,
        without: Iterable[TileName] | TileName = (),
        only: Iterable[TileName] | TileName | None = None,
    ) -> RuleChoice:
        """Return the choice that the arguments of `Game.new` make.

        Raises:
            SetupError: if expansions or variants are not lists.
            RulesetError, UnknownName: if overrides or tiles do not fit the expansions.
        """
        known = given_expansions(expansions)
        chosen = several(variants, "variants", example='["open-hands"]')
        rules = resolve(known, variants=chosen, overrides=overrides, without=without, only=only)
        return RuleChoice(known, chosen, rules.overrides, rules.without)

    @property
    def ruleset(self) -> Ruleset:
        """The rules, put together once and then kept."""
        try:
            return _ruleset(self)
        except TypeError:  # an expansion with parts that cannot be looked up
            return _composed(self)

    def game(self, players: Sequence[str], *, seed: int | None = None, chance: Chance | None = None) -> Game:
        """Return a new game by these rules, with a seed or another source of chance.

        Raises:
            SetupError: if that number of players cannot play.
        """
        source = checked_chance(seed, chance)
        return Game.begun(Match(self.ruleset, checked_names(players), origin=source))

    def to_data(self) -> dict[str, object]:
        """Return the choice as JSON-able data; what was left to the rules is left out."""
        ids = [one if isinstance(one, str) else one.id for one in self.expansions]
        data: dict[str, object] = {"expansions": ids, "variants": [*self.variants]}
        if self.overrides:
            data["overrides"] = as_mapping(self.overrides)
        if self.without:
            data["without"] = [*self.without]
        return data


def _composed(choice: RuleChoice) -> Ruleset:
    overrides = as_mapping(choice.overrides)
    return resolve(choice.expansions, variants=choice.variants, overrides=overrides, without=choice.without)


_ruleset = lru_cache(maxsize=32)(_composed)


def read_overrides(path: str | os.PathLike[str]) -> dict[str, object]:
    """Read printed numbers to replace from a TOML or JSON file.

    Raises:
        SetupError: if there is no such file, or it cannot be read; the message says where it goes wrong.
    """
    return table_from(Path(path), read_text(path))


def read_text(path: str | os.PathLike[str]) -> str:
    """Read a text file that somebody wrote by hand.

    Raises:
        SetupError: if it cannot be read.
    """
    try:
        return read_bytes(path, LARGEST_FILE).decode("utf-8-sig")
    except OSError as error:
        raise SetupError(phrase("{problem}: {file}", problem=trouble(error), file=path)) from None
    except UnicodeDecodeError:
        raise SetupError(phrase("{file} is not UTF-8 text", file=path)) from None
    except LogError as error:
        raise SetupError(phrase("{file}: {problem}", file=path, problem=error.said)) from None


def table_from(path: Path, text: str) -> dict[str, object]:
    """Return what a TOML or JSON text holds.

    Raises:
        SetupError: naming the line, if it is neither.
    """
    try:
        found: object = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SetupError(phrase("{file}: {problem}", file=path, problem=str(error)[:200])) from None
    if not isinstance(found, dict):
        raise SetupError(phrase("{file}: a table of names was expected", file=path))
    return found
