"""What drawing a picture needs to know: its language, and how the pieces of its rules look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from attrs import frozen

from keyflower.extend.goods import Good, PieceKind
from keyflower.extend.looks import Shape
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.facade.registry import builtin
from keyflower.kernel.text import Speaker, Spoken
from keyflower.model.enums import LETTERS
from keyflower.render.lookup import speaker_of
from keyflower.render.palette import initials

_KEY: Final = "render.looks"


@frozen(eq=False)
class Looks:
    """How pieces look, as declared by their goods and kinds."""

    goods: Mapping[str, Good]
    """The pieces by id."""
    kinds: Mapping[str, PieceKind]
    """The kinds of pieces that expansions have added."""

    def of_good(self, name: str) -> Shape | None:
        """Return how a piece looks: its own look, or else that of its kind."""
        good = self.goods.get(name)
        return None if good is None else good.look or self.of_kind(good.kind)

    def of_kind(self, kind: str) -> Shape | None:
        """Return how any piece of a kind looks: the look of the kind, or else that of its only piece."""
        own = self.kinds.get(kind)
        if own is not None and own.look is not None:
            return own.look
        members = [good for good in self.goods.values() if good.kind == kind]
        return members[0].look if len(members) == 1 else None

    def letters(self, name: str) -> str:
        """Return the letters on a piece, or else its initials."""
        good = self.goods.get(name)
        shape = None if good is None else good.look
        return LETTERS.get(name) or (shape and shape.letters) or initials(name)


@frozen(eq=False)
class Artist:
    """The language of a picture, and how its pieces look."""

    language: Speaker
    """The language."""
    looks: Looks
    """How pieces look."""

    def say(self, text: str) -> str:
        """Return a text in the language of the picture."""
        return self.language.say(text)


def looks_of(ruleset: Ruleset | None) -> Looks:
    """Return how the pieces of some rules look; without rules, those of the built-in expansions."""
    if ruleset is None:
        return _builtin_looks()
    return ruleset.remember(_KEY, lambda: Looks(ruleset.goods, ruleset.piece_kinds))


@lru_cache(maxsize=1)
def _builtin_looks() -> Looks:
    expansions = builtin().expansions
    return Looks(
        {good.id: good for expansion in expansions for good in expansion.goods},
        {kind.id: kind for expansion in expansions for kind in expansion.piece_kinds},
    )


def artist_of(language: Spoken, ruleset: Ruleset | None, tiles: Iterable[Tile] = ()) -> Artist:
    """Return the artist for a picture of some rules, or of tiles alone.

    Raises:
        UnknownName: if there is no language with that code.
        TypeError: if it is not a language at all.
    """
    return Artist(speaker_of(language, tiles if ruleset is None else ruleset), looks_of(ruleset))
