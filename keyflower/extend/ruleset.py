"""`Ruleset`: expansions composed into one frozen set of rules, checked once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeVar

from attrs import evolve, field

from keyflower.extend.deck import TileName, left_out
from keyflower.extend.effects import Effect, part_at
from keyflower.extend.expansion import Expansion, SeasonPhase, Setup, Variant
from keyflower.extend.goods import Good, PieceKind, Source
from keyflower.extend.handlers import AnyHandler
from keyflower.extend.plain_values import value_problems
from keyflower.extend.powers import Power
from keyflower.extend.ruleset_checks import (
    END_STEPS,
    START,
    actions_of,
    events_of,
    found_problems,
    tasks_of,
    term_problems,
)
from keyflower.extend.scoring import Scorer
from keyflower.extend.terms import Term
from keyflower.extend.tiles import Face, Tile
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import bare, tried
from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.events import Event
from keyflower.kernel.tasks import Task
from keyflower.kernel.text import phrase
from keyflower.kernel.values import frozen
from keyflower.model.enums import Season, TileKind
from keyflower.model.errors import RulesetError
from keyflower.model.places import OwnPlace
from keyflower.model.pool import Pool

T = TypeVar("T")


@frozen(eq=False)
class Ruleset:
    """The rules of one game: everything in its expansions, looked up by name.

    Two rulesets are equal if they are made of the same expansions, variants, overrides and deck.

    >>> game.ruleset
    <Ruleset base>
    """

    expansions: tuple[Expansion, ...]
    """The expansions, the base first."""
    chosen: tuple[str, ...]
    """The variants played, by id, sorted."""
    overrides: tuple[tuple[str, str], ...]
    """Numbers changed by data: pairs of path and value as JSON text, sorted."""
    without: tuple[str, ...]
    """The tiles that were left out of the deck, by full id, sorted."""
    tiles: Mapping[str, Tile]
    """The tiles in play by short id, in canonical order; replaced tiles are left out."""
    goods: Mapping[str, Good]
    """The goods by id."""
    setup: Setup
    """The set-up numbers with every change applied."""
    actions: Mapping[str, type[Action]]
    """All actions by verb."""
    events: Mapping[str, type[Event]]
    """All events by tag."""
    tasks: Mapping[str, type[Task]]
    """All tasks by tag."""
    handlers: Mapping[type[Task], AnyHandler]
    """The handlers of the tasks of expansions."""
    widenings: Mapping[type[Task], tuple[Callable[[AnyHandler], AnyHandler], ...]]
    """The widenings of handlers, the innermost first."""
    places: Mapping[str, type[OwnPlace]]
    """The places that expansions have added, by tag."""
    piece_kinds: Mapping[str, PieceKind]
    """The kinds of pieces that expansions have added, by id."""
    _by_kind: dict[str, tuple[str, ...]] = field(init=False, repr=False, factory=dict)
    _effects: dict[tuple[str, int, str], Effect] = field(init=False, repr=False, factory=dict)
    _cache: dict[object, object] = field(init=False, repr=False, factory=dict)
    _handling: dict[type[Task], AnyHandler] = field(init=False, repr=False, factory=dict)

    @staticmethod
    def compose(
        expansions: Iterable[Expansion],
        *,
        variants: Iterable[str] = (),
        overrides: Mapping[str, object] | None = None,
        without: Iterable[TileName] | TileName = (),
        only: Iterable[TileName] | TileName | None = None,
    ) -> Ruleset:
        """Check that expansions fit together, and compose their rules.

        Args:
            expansions: the expansions, in any order; requirements are put first.
            variants: ids of the variants to play.
            overrides: numbers to replace, as `with_overrides` takes them.
            without: tiles to leave out, as `with_deck` takes them.
            only: tiles to keep, as `with_deck` takes them.

        Raises:
            RulesetError: if ids or references do not fit together; the message names all problems.
        """
        ordered = _ordered(tuple(expansions))
        if overrides:
            from keyflower.extend.overrides import overridden  # few games have any

            ordered, applied = overridden(ordered, overrides)
        else:
            applied = ()
        problems = found_problems(ordered)
        if problems:
            raise RulesetError("these expansions do not fit together: " + "; ".join(problems))
        known = {variant.id: variant for expansion in ordered for variant in expansion.variants}
        picked = _picked(known, tuple(variants))
        ruleset = Ruleset(
            expansions=ordered,
            chosen=tuple(sorted(variant.id for variant in picked)),
            overrides=applied,
            without=(),
            tiles=MappingProxyType(_active_tiles(ordered)),
            goods=MappingProxyType({good.id: good for expansion in ordered for good in expansion.goods}),
            setup=_setup(ordered, picked),
            actions=MappingProxyType({action.verb: action for action in actions_of(ordered)}),
            events=MappingProxyType({event.tag: event for event in events_of(ordered)}),
            tasks=MappingProxyType({task.tag: task for task in tasks_of(ordered)}),
            handlers=MappingProxyType({t: h for x in ordered for t, h in x.handlers.items()}),
            widenings=MappingProxyType(_widenings(ordered)),
            places=MappingProxyType({place.tag: place for x in ordered for place in x.places}),
            piece_kinds=MappingProxyType({kind.id: kind for x in ordered for kind in x.piece_kinds}),
        )
        return ruleset.with_deck(without=without, only=only)

    def with_overrides(self, overrides: Mapping[str, object]) -> Ruleset:
        """Return the rules with some printed numbers replaced.

        Args:
            overrides: a mapping of tile ids to mappings of fields, as read from a TOML or JSON file.

        Raises:
            RulesetError: for unknown tiles, unknown fields and impossible values, each named by its path.
        """
        # the expansions carry the earlier overrides already
        fresh = Ruleset.compose(
            self.expansions, variants=self.chosen, overrides=overrides, without=self.without
        )
        from keyflower.extend.overrides import merged

        return evolve(fresh, overrides=merged(self.overrides, fresh.overrides))

    def with_deck(
        self,
        *,
        without: Iterable[TileName] | TileName = (),
        only: Iterable[TileName] | TileName | None = None,
    ) -> Ruleset:
        """Return the rules with some tiles left out of the game; they are not even in the box.

        Args:
            without: tiles to leave out, each by its id, its English title, or as a value.
            only: tiles to keep. Homes, boats, turn-order tiles and seasons from which no tile is named stay
                complete; ``None`` keeps everything.

        Whether enough tiles are left depends on the number of players; `Game.new` says so.

        Raises:
            UnknownName: if one of the tiles is not in the game.
            RulesetError: if `only` names nothing.
        """
        replaced = {tile.replaces: tile.id for x in self.expansions for tile in x.tiles if tile.replaces}
        gone = left_out(self.tiles, without, only, replaced)
        if not gone:
            return self
        kept = {name: tile for name, tile in self.tiles.items() if tile.id not in gone}
        return evolve(self, tiles=MappingProxyType(kept), without=tuple(sorted({*self.without, *gone})))

    # ------------------------------------------------------------------ identity

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes two rulesets the same: expansions with versions, variants, overrides, and tiles left out.

        >>> game.ruleset.identity == over.ruleset.identity
        True
        """
        versions = tuple((expansion.id, expansion.version) for expansion in self.expansions)
        return (versions, self.chosen, self.overrides, self.without)

    def __eq__(self, other: object) -> bool:
        """Return whether the other is made of the same parts."""
        return self is other or (isinstance(other, Ruleset) and self.identity == other.identity)

    def __hash__(self) -> int:
        return hash(self.identity)

    def __reduce__(self) -> tuple[object, ...]:
        return (_recomposed, (self.expansions, self.chosen, self.overrides, self.without))

    def __repr__(self) -> str:
        ids = ", ".join(expansion.id for expansion in self.expansions)
        return f"<Ruleset {ids}{' with ' + ', '.join(self.chosen) if self.chosen else ''}>"

    # ------------------------------------------------------------------ looking up

    def tile(self, name: str) -> Tile:
        """Return a tile by short or full id.

        Raises:
            UnknownName: if no tile in play has this id.

        >>> game.ruleset.tile(game.lots[0].tile).name == game.lots[0].tile
        True
        """
        found = self.tiles.get(name) or self.tiles.get(name.rpartition(":")[2])
        if found is None or (":" in name and found.id != name):
            close = suggest(name, self.tiles)
            raise UnknownName(
                phrase("there is no tile called '{word}'{hint}", word=bare(name[:60]), hint=close)
            )
        return found

    def face(self, name: str, side: int) -> Face:
        """Return a side of a tile.

        >>> game.ruleset.face(game.lots[0].tile, 0).points
        0
        """
        return self.tiles[name].face(side)

    def kind(self, kind: str) -> tuple[str, ...]:
        """Return the ids of the goods of a kind, in canonical order.

        >>> game.ruleset.kind(game.lots[0].tile)
        ()
        """
        found = self._by_kind.get(kind)
        if found is None:
            found = tuple(Pool.each(good.id for good in self.goods.values() if good.kind == kind))
            self._by_kind[kind] = found
        return found

    def starting(self, source: Source) -> Pool:
        """Return all pieces that are in a place at the start of the game."""
        return self.remember(
            ("starting", source),
            lambda: Pool.of({good.id: good.limit for good in self.goods.values() if good.source is source}),
        )

    def effect(self, tile: str, side: int, path: str) -> Effect:
        """Return the printed effect that a path names: ``use``, ``goods`` or ``power-<slot number>``, then parts."""
        known = self._effects.get((tile, side, path))
        if known is None:
            known = self._effects[tile, side, path] = self._found_effect(tile, side, path)
        return known

    def _found_effect(self, tile: str, side: int, path: str) -> Effect:
        root = path.split(".", 1)[0]
        face = self.tiles[tile].face(side)
        if root == "use":
            effect = face.use
        elif root == "goods":
            effect = self.tiles[tile].goods
        else:
            effect = face.powers[int(root.removeprefix("power-"))].effect
        assert effect is not None, f"{tile} has no effect at {path}"
        return part_at(effect, path)

    def powers(self, tile: str, side: int) -> tuple[Power, ...]:
        """Return the powers of a side of a tile."""
        return self.tiles[tile].face(side).powers

    def alternatives(self, name: str) -> tuple[str, ...]:
        """Return a tile together with those it is an alternative to; one of them is drawn for each game."""
        return self.remember("alternatives", self._found_alternatives).get(name, (name,))

    def _found_alternatives(self) -> dict[str, tuple[str, ...]]:
        groups: dict[str, tuple[str, ...]] = {}
        for tile in self.tiles.values():
            if tile.pair:
                groups[tile.pair] = (*groups.get(tile.pair, ()), tile.name)
        found: dict[str, tuple[str, ...]] = {}
        for pair, names in groups.items():
            first = pair.rpartition(":")[2]
            members = (first, *names) if first in self.tiles else names  # it may be replaced or left out
            found.update(dict.fromkeys(members, members))
        return found

    def tiles_of(self, *, kind: TileKind | None = None, season: Season | None = None) -> tuple[Tile, ...]:
        """Return the tiles of a kind and season, in canonical order."""
        return self.remember(
            ("tiles of", kind, season),
            lambda: tuple(
                tile
                for tile in self.tiles.values()
                if (kind is None or tile.kind is kind) and (season is None or tile.season is season)
            ),
        )

    @property
    def phases(self) -> tuple[SeasonPhase, ...]:
        """The steps that expansions add to the start and the end of seasons."""
        return tuple(phase for expansion in self.expansions for phase in expansion.phases)

    def start_steps(self, season: Season) -> tuple[str, ...]:
        """Return the ids of the steps between the start of a season and its first turn, in order."""
        return self.remember(("start steps", season), lambda: self._steps((START,), season)[1:])

    def end_steps(self, season: Season) -> tuple[str, ...]:
        """Return the ids of all steps at the end of a season, in order."""
        return self.remember(("end steps", season), lambda: self._steps(END_STEPS, season))

    def _steps(self, own: tuple[str, ...], season: Season) -> tuple[str, ...]:
        """Return steps of the engine, each with the phases that follow it in the order listed."""
        following: dict[str, list[SeasonPhase]] = {}
        for phase in self.phases:
            following.setdefault(phase.after, []).append(phase)
        found: list[str] = []

        def visit(step: str) -> None:
            found.append(step)
            for phase in following.get(step, ()):
                visit(phase.id)

        for step in own:
            visit(step)
        skipped = {phase.id for phase in self.phases if season not in phase.seasons}
        return tuple(step for step in found if step not in skipped)

    def phase(self, id: str) -> SeasonPhase:
        """Return a step that an expansion has added."""
        return next(phase for phase in self.phases if phase.id == id)

    @property
    def catalogues(self) -> tuple[str, ...]:
        """The packages with texts of the expansions in other languages."""
        return tuple(expansion.languages for expansion in self.expansions if expansion.languages)

    @property
    def titles(self) -> Mapping[str, str]:
        """The printed names of the tiles, by short id."""
        return self.remember("titles", lambda: {name: tile.title for name, tile in self.tiles.items()})

    @property
    def terms(self) -> tuple[Term, ...]:
        """Scoring terms that need no tile."""
        return tuple(term for expansion in self.expansions for term in expansion.terms)

    def term_problems(self, where: str, term: Scorer) -> Iterator[str]:
        """Name the pieces of a term that do not exist in these rules; ``where`` begins the sentence."""
        return term_problems(where, term, {good.id: good.kind for good in self.goods.values()})

    def remember(self, key: object, work_out: Callable[[], T]) -> T:
        """Return a fact that depends only on the rules; it is worked out once and cached with them.

        Args:
            key: the name of the fact. Each key belongs to one module and one type.
            work_out: works it out.
        """
        known = self._cache.get(key)
        if known is None:
            known = self._cache[key] = work_out()
        return known  # type: ignore[return-value]  # each key always has the same type


def _widenings(
    expansions: tuple[Expansion, ...],
) -> dict[type[Task], tuple[Callable[[AnyHandler], AnyHandler], ...]]:
    found: dict[type[Task], tuple[Callable[[AnyHandler], AnyHandler], ...]] = {}
    for expansion in expansions:
        for task, widen in expansion.widens.items():
            found[task] = (*found.get(task, ()), widen)
    return found


def _recomposed(
    expansions: tuple[Expansion, ...],
    chosen: tuple[str, ...],
    overrides: tuple[tuple[str, str], ...],
    without: tuple[str, ...],
) -> Ruleset:
    """Rebuild a ruleset that was copied or pickled from its parts."""
    from keyflower.extend.overrides import as_mapping

    return Ruleset.compose(expansions, variants=chosen, overrides=as_mapping(overrides), without=without)


def _ordered(expansions: tuple[Expansion, ...]) -> tuple[Expansion, ...]:
    """Sort expansions by id, but each after those it requires."""
    by_id = {expansion.id: expansion for expansion in expansions}
    if len(by_id) < len(expansions):
        twice = [id for id, number in Counter(e.id for e in expansions).items() if number > 1]
        raise RulesetError(f"expansion given twice: {', '.join(twice)}")
    done: dict[str, Expansion] = {}

    def visit(expansion: Expansion, path: tuple[str, ...]) -> None:
        if expansion.id in done:
            return
        if expansion.id in path:
            raise RulesetError(
                f"expansions require each other in a circle: {' > '.join((*path, expansion.id))}"
            )
        for need in expansion.requires:
            if need not in by_id:
                raise RulesetError(
                    f"{expansion.id} needs {need}, which is not there: the expansions are {', '.join(by_id)}"
                )
            visit(by_id[need], (*path, expansion.id))
        done[expansion.id] = expansion

    for id in sorted(by_id):
        visit(by_id[id], ())
    return tuple(done.values())


def _active_tiles(expansions: tuple[Expansion, ...]) -> dict[str, Tile]:
    tiles = [tile for expansion in expansions for tile in expansion.tiles]
    gone = {tile.replaces for tile in tiles if tile.replaces}
    order = {kind: place for place, kind in enumerate(TileKind)}
    seasons = {season: place for place, season in enumerate(Season)}
    kept = [tile for tile in tiles if tile.id not in gone]
    # the sort is stable: within a kind and season tiles keep the order their expansion lists them in
    kept.sort(key=lambda tile: (order[tile.kind], seasons[tile.season] if tile.season else 0))
    return {tile.name: tile for tile in kept}


def _picked(known: Mapping[str, Variant], wanted: tuple[str, ...]) -> tuple[Variant, ...]:
    for id in wanted:
        if id not in known:
            raise RulesetError(
                phrase("there is no variant called '{name}'{near} (there are: {names})", **tried(id, known))
            )
    return tuple(known[id] for id in dict.fromkeys(wanted))


def _setup(expansions: tuple[Expansion, ...], variants: tuple[Variant, ...]) -> Setup:
    setup = Setup()
    for expansion in expansions:
        if expansion.setup is not None:
            setup = _adjusted(setup, expansion.setup, f"the set-up of {expansion.id}")
    for variant in variants:
        setup = _adjusted(setup, variant.adjust, f"the variant {variant.id}")
    return setup


def _adjusted(setup: Setup, adjust: Callable[[Setup], Setup], what: str) -> Setup:
    try:
        found: object = adjust(setup)
    except Exception as error:  # whatever a stranger's function raises
        raise RulesetError(f"{what} fails: {type(error).__name__}: {str(error)[:200]}") from error
    if not isinstance(found, Setup):
        raise RulesetError(f"{what} must return a Setup, not {type(found).__name__}")
    wrong = next(value_problems(what, found), "")
    if wrong:
        raise RulesetError(wrong)
    return found
