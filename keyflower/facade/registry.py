"""The registry: looks up tiles and expansions by name, and composes rules from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from keyflower.extend.deck import TileName
from keyflower.extend.expansion import Expansion
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.kernel.arguments import bare, several, shown, tried
from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.html import html_table
from keyflower.kernel.text import AND, listed, phrase
from keyflower.kernel.values import frozen
from keyflower.model.enums import Season, TileKind
from keyflower.model.errors import RulesetError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "keyflower.expansions"
"""The entry-point group under which other distributions offer their expansions, each by its id."""

BASE: Final = "base"
"""The expansion that every game uses unless another one replaces it."""


class Tiles(tuple[Tile, ...]):
    """Some tiles: a tuple that a notebook shows as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        rows = [(tile.id, tile.title, tile.season or "", tile.words().partition("\n")[2]) for tile in self]
        return html_table(["id", "title", "season", "words"], rows)


@frozen(repr=False)
class Registry:
    """Expansions and their tiles, looked up by name.

    >>> registry = builtin()
    >>> registry.tile("gold_mine").title
    'Gold mine'
    >>> [tile.name for tile in registry.tiles(season="winter", search="mill")]
    ['watermill', 'windmill']
    >>> registry.tile("gold_mime")
    Traceback (most recent call last):
        ...
    keyflower.UnknownName: there is no tile called 'gold_mime'; did you mean ...
    """

    expansions: tuple[Expansion, ...] = ()
    """The expansions, in the order they were added."""

    def __attrs_post_init__(self) -> None:
        ids = [expansion.id for expansion in self.expansions]
        twice = sorted({id for id in ids if ids.count(id) > 1})
        if twice:
            raise RulesetError(f"several expansions are called {', '.join(twice)}")

    def __repr__(self) -> str:
        return f"<Registry of {', '.join(f'{one.id} ({len(one.tiles)} tiles)' for one in self.expansions)}>"

    def with_expansion(self, expansion: Expansion) -> Registry:
        """Return the registry with one more expansion.

        Raises:
            RulesetError: if there already is an expansion with this id.
        """
        return Registry((*self.expansions, expansion))

    def expansion(self, name: str) -> Expansion:
        """Return an expansion by id or title.

        Raises:
            UnknownName: if there is none; the message suggests similar names.
        """
        for expansion in self.expansions:
            if name == expansion.id or name.casefold() == expansion.title.casefold():
                return expansion
        known = [expansion.id for expansion in self.expansions]
        raise _no_expansion(name, known)

    def tile(self, name: str) -> Tile:
        """Return a tile by full id, short id or title.

        Raises:
            UnknownName: if there is none, or more than one; then the message lists their full ids.
        """
        every = self.tiles()
        wanted = name.casefold()
        found = [tile for tile in every if wanted == tile.id]
        found = found or [tile for tile in every if wanted in (tile.name, tile.title.casefold())]
        if len(found) == 1:
            return found[0]
        if found:
            several_tiles = listed([tile.id for tile in found], AND)
            raise UnknownName(
                phrase(
                    "several tiles are called '{name}': {tiles}", name=bare(name[:60]), tiles=several_tiles
                )
            )
        short = wanted.rpartition(":")[2].replace(" ", "_")
        close = suggest(short, dict.fromkeys(tile.name for tile in every))
        raise UnknownName(phrase("there is no tile called '{word}'{hint}", word=bare(name[:60]), hint=close))

    def tiles(
        self,
        *,
        season: Season | str | None = None,
        kind: TileKind | str | None = None,
        expansion: str | None = None,
        search: str | None = None,
    ) -> Tiles:
        """Return the tiles that match every filter, in the order their expansions list them.

        Args:
            season: the season in which they are auctioned.
            kind: what they are.
            expansion: id or title of their expansion.
            search: a part of their id, title or text, in any case.

        Raises:
            UnknownName: if there is no such season, kind or expansion.
        """
        chosen = self.expansions if expansion is None else (self.expansion(expansion),)
        wanted_season = None if season is None else _season(season)
        wanted_kind = None if kind is None else _kind(kind)
        return Tiles(
            tile
            for source in chosen
            for tile in source.tiles
            if (wanted_season is None or tile.season is wanted_season)
            and (wanted_kind is None or tile.kind is wanted_kind)
            and (search is None or search.casefold() in f"{tile.id}\n{tile.words()}".casefold())
        )


def _season(name: str) -> Season:
    try:
        return Season(name)
    except ValueError:
        known = [season.value for season in Season]
        told = phrase("there is no season called '{name}'{near} (there are: {names})", **tried(name, known))
        raise UnknownName(told) from None


def _kind(name: str) -> TileKind:
    try:
        return TileKind(name)
    except ValueError:
        known = [kind.value for kind in TileKind]
        told = phrase(
            "there is no kind of tile called '{name}'{near} (there are: {names})", **tried(name, known)
        )
        raise UnknownName(told) from None


def _no_expansion(name: str, known: Iterable[str]) -> UnknownName:
    return UnknownName(
        phrase("there is no expansion called '{name}'{near} (there are: {names})", **tried(name, known))
    )


# ---------------------------------------------------------------------- what is there


_BUILTIN: Final = (BASE, "farmers", "merchants")
"""The ids of the expansions that come with the library."""


def _builtin(id: str) -> Expansion:
    """Return an expansion that comes with the library. A game imports only the expansions it is played with."""
    expansion: Expansion = import_module(f"keyflower.expansions.{id}").EXPANSION
    return expansion


@lru_cache(maxsize=1)
def builtin() -> Registry:
    """Return the expansions that come with the library."""
    return Registry(tuple(_builtin(id) for id in _BUILTIN))


def tiles(
    *,
    season: Season | str | None = None,
    kind: TileKind | str | None = None,
    expansion: str | None = None,
    search: str | None = None,
) -> Tiles:
    """Return the tiles of the built-in expansions that match every filter; see `Registry.tiles`.

    >>> len(tiles()), len(tiles(expansion="farmers"))
    (97, 21)
    """
    return builtin().tiles(season=season, kind=kind, expansion=expansion, search=search)


def tile(name: str) -> Tile:
    """Return a tile of the built-in expansions by full id, short id or title; see `Registry.tile`."""
    return builtin().tile(name)


def discover(*, broken: Callable[[RulesetError], object] | None = None) -> Registry:
    """Return the built-in expansions and those that installed distributions provide as entry points.

    Args:
        broken: called with the error of each expansion that cannot be loaded, which is then left out; by default the
            first error is raised.

    Raises:
        RulesetError: if one of them cannot be loaded; the message names the distribution.
    """
    registry = builtin()
    for point in _entry_points():
        try:
            loaded = _load(point)
            if any(loaded.id == known.id for known in registry.expansions):
                raise RulesetError(f"{_origin(point)}: the id {loaded.id!r} is taken by another expansion")
            registry = registry.with_expansion(loaded)
        except RulesetError as error:
            if broken is None:
                raise
            broken(error)
    return registry


def _entry_points() -> tuple[EntryPoint, ...]:
    from importlib.metadata import entry_points

    return tuple(sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)))


def _origin(point: EntryPoint) -> str:
    distribution = "an unknown distribution" if point.dist is None else point.dist.name
    return f"expansion {point.name!r} ({point.value}) of the distribution {distribution}"


def _load(point: EntryPoint) -> Expansion:
    try:
        loaded = point.load()
    except (Exception, SystemExit) as error:  # whatever a stranger's module raises
        reason = f"{type(error).__name__}: {error}"
        raise RulesetError(f"{_origin(point)} cannot be loaded: {reason[:300]}") from error
    if not isinstance(loaded, Expansion):
        raise RulesetError(f"{_origin(point)} is not an Expansion but a {type(loaded).__name__}")
    if loaded.id != point.name:
        raise RulesetError(f"{_origin(point)} calls itself {loaded.id!r}: the entry point must have its id")
    return loaded


# ---------------------------------------------------------------------- rules


def given_expansions(expansions: Iterable[str | Expansion]) -> tuple[str | Expansion, ...]:
    """Return expansions that were passed as an argument, after checking them.

    Raises:
        SetupError: if they are not a list.
        TypeError: if one of them is neither an id nor a value.
    """
    given = several(expansions, "expansions", example='["farmers"]')
    for one in given:
        if not isinstance(one, str | Expansion):
            raise TypeError(f"an expansion is given by its id or as a value, not as {shown(one)}")
    return given


def resolve(
    expansions: Iterable[str | Expansion] = (),
    *,
    variants: Iterable[str] = (),
    overrides: Mapping[str, object] | None = None,
    without: Iterable[TileName] | TileName = (),
    only: Iterable[TileName] | TileName | None = None,
) -> Ruleset:
    """Return the rules of a game.

    The base game is always included unless an expansion replaces it: one with the id ``base``, or one with
    its own homes while nothing requires the base game.

    Args:
        expansions: ids of built-in or installed expansions, or `Expansion` values.
        variants: ids of variants.
        overrides: printed numbers to replace, as `Ruleset.with_overrides` takes them.
        without: tiles to leave out, as `Ruleset.with_deck` takes them.
        only: tiles to keep, as `Ruleset.with_deck` takes them.

    Raises:
        UnknownName: if an id is neither built in nor installed, or there is no such tile.
        RulesetError: if the parts do not fit together.
    """
    wanted = given_expansions((expansions,) if isinstance(expansions, str | Expansion) else expansions)
    chosen = (variants,) if isinstance(variants, str) else tuple(sorted(set(variants)))
    names = tuple(name for name in wanted if isinstance(name, str))
    _check_variants(chosen, wanted)
    if not overrides and len(names) == len(wanted) and all(name in _BUILTIN for name in names):
        whole = _default(tuple(sorted({BASE, *names})), chosen)
        if only is None and isinstance(without, tuple) and not without:
            return whole
        gone = whole.with_deck(without=without, only=only).without
        return _thinned(whole, gone) if gone else whole
    found = [_found(item) if isinstance(item, str) else item for item in wanted]
    if not _stands_alone(found):
        found.insert(0, _builtin(BASE))
    return Ruleset.compose(found, variants=chosen, overrides=overrides, without=without, only=only)


def _check_variants(variants: tuple[str, ...], wanted: tuple[str | Expansion, ...]) -> None:
    """Refuse a variant of a built-in expansion that is not played; any other unknown one is refused later."""
    if not variants:
        return
    played = {BASE, *(item if isinstance(item, str) else item.id for item in wanted)}
    brought = {variant.id for item in wanted if isinstance(item, Expansion) for variant in item.variants}
    for expansion in builtin().expansions:
        for variant in expansion.variants if expansion.id not in played else ():
            if variant.id in variants and variant.id not in brought:
                gaps = {"variant": variant.id, "expansion": expansion.title}
                raise RulesetError(
                    phrase("'{variant}' is a variant of {expansion}: play with that expansion too", **gaps)
                )


@lru_cache(maxsize=32)
def _default(ids: tuple[str, ...], variants: tuple[str, ...]) -> Ruleset:
    return Ruleset.compose([_builtin(id) for id in ids], variants=variants)


@lru_cache(maxsize=32)
def _thinned(whole: Ruleset, without: tuple[str, ...]) -> Ruleset:
    return whole.with_deck(without=without)


def _found(id: str) -> Expansion:
    if id in _BUILTIN:
        return _builtin(id)
    installed = _entry_points()
    for point in installed:
        if point.name == id:
            return _load(point)
    known = [*_BUILTIN, *(point.name for point in installed)]
    raise _no_expansion(id, known)


def _stands_alone(expansions: list[Expansion]) -> bool:
    """Return whether the base game is among the expansions, or one of them takes its place."""
    if any(expansion.id == BASE for expansion in expansions):
        return True
    if any(BASE in expansion.requires for expansion in expansions):
        return False
    return any(tile.kind is TileKind.HOME for expansion in expansions for tile in expansion.tiles)
