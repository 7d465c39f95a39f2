"""`Ruleset`: expansions composed into one frozen set of rules, checked once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from attrs import evolve, field, frozen

from keyflower.extend.costs import Cost
from keyflower.extend.effects import Effect, Gain, part_at
from keyflower.extend.expansion import Expansion, SeasonPhase, Setup, Variant
from keyflower.extend.goods import Good, GoodKind, PieceKind, Source
from keyflower.extend.handlers import AnyHandler
from keyflower.extend.overrides import as_mapping, merged, overridden
from keyflower.extend.plain_values import value_problems
from keyflower.extend.powers import SEASON_END, SLOTS, Power
from keyflower.extend.scoring import Scorer, pieces_named
from keyflower.extend.terms import Term
from keyflower.extend.tiles import Face, Tile
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.events import Event
from keyflower.kernel.tasks import Task
from keyflower.model.actions import ACTIONS
from keyflower.model.enums import COLOURS, PURPLE, Season, TileKind
from keyflower.model.errors import RulesetError
from keyflower.model.events import EVENTS
from keyflower.model.places import OwnPlace
from keyflower.model.pool import Pool
from keyflower.model.tasks import TASKS

END_STEPS: Final = (
    "end.groups", "end.unsold", "end.won", "end.village", "end.boats", "end.turn-order", "end.powers", "end.build",
    "end.close",
)  # fmt: skip
"""The engine's own steps at the end of a season, in order (rules 4.1); expansions add steps after them."""

START: Final = "start"
"""The start of a season: boats and tiles are there, nobody has had a turn; expansions add steps after it."""

T = TypeVar("T")

_ID: Final = re.compile(r"[a-z][a-z0-9-]*")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_PIECE: Final = re.compile(r"[a-z][a-z_]*")  # no digits: in the notation a number follows, as in wood2


@frozen(eq=False)
class Ruleset:
    """The rules of one game: everything its expansions bring, looked up by name.

    Two rulesets are equal if they are made of the same expansions, variants and overrides.
    """

    expansions: tuple[Expansion, ...]
    """The expansions, the base first."""
    chosen: tuple[str, ...]
    """The variants played, by id, sorted."""
    overrides: tuple[tuple[str, str], ...]
    """Numbers changed by data: pairs of path and value as JSON text, sorted."""
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
    """What the engine needs to know about the tasks of expansions."""
    widenings: Mapping[type[Task], tuple[Callable[[AnyHandler], AnyHandler], ...]]
    """What expansions put around the handlers of tasks, the innermost first."""
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
    ) -> Ruleset:
        """Check that expansions fit together and make one set of rules of them.

        Args:
            expansions: the expansions, in any order; requirements are put first.
            variants: ids of the variants to play.
            overrides: numbers to replace, as `with_overrides` takes them.

        Raises:
            RulesetError: if ids or references do not fit together; the message names all problems.
        """
        ordered = _ordered(tuple(expansions))
        if overrides:
            ordered, applied = overridden(ordered, overrides)
        else:
            applied = ()
        problems = _found_problems(ordered)
        if problems:
            raise RulesetError("these expansions do not fit together: " + "; ".join(problems))
        known = {variant.id: variant for expansion in ordered for variant in expansion.variants}
        picked = _picked(known, tuple(variants))
        return Ruleset(
            expansions=ordered,
            chosen=tuple(sorted(variant.id for variant in picked)),
            overrides=applied,
            tiles=MappingProxyType(_active_tiles(ordered)),
            goods=MappingProxyType({good.id: good for expansion in ordered for good in expansion.goods}),
            setup=_setup(ordered, picked),
            actions=MappingProxyType({action.verb: action for action in _actions(ordered)}),
            events=MappingProxyType({event.tag: event for event in _events(ordered)}),
            tasks=MappingProxyType({task.tag: task for task in _tasks(ordered)}),
            handlers=MappingProxyType({t: h for x in ordered for t, h in x.handlers.items()}),
            widenings=MappingProxyType(_widenings(ordered)),
            places=MappingProxyType({place.tag: place for x in ordered for place in x.places}),
            piece_kinds=MappingProxyType({kind.id: kind for x in ordered for kind in x.piece_kinds}),
        )

    def with_overrides(self, overrides: Mapping[str, object]) -> Ruleset:
        """Return the rules with some printed numbers replaced.

        Args:
            overrides: a mapping of tile ids to mappings of fields, as read from a TOML or JSON file.

        Raises:
            RulesetError: for unknown tiles, unknown fields and impossible values, each named by its path.
        """
        # the expansions carry the earlier overrides already
        fresh = Ruleset.compose(self.expansions, variants=self.chosen, overrides=overrides)
        return evolve(fresh, overrides=merged(self.overrides, fresh.overrides))

    # ------------------------------------------------------------------ identity

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes two rulesets the same: expansions with versions, variants, overrides."""
        versions = tuple((expansion.id, expansion.version) for expansion in self.expansions)
        return (versions, self.chosen, self.overrides)

    def __eq__(self, other: object) -> bool:
        """Return whether the other is made of the same parts."""
        return self is other or (isinstance(other, Ruleset) and self.identity == other.identity)

    def __hash__(self) -> int:
        return hash(self.identity)

    def __reduce__(self) -> tuple[object, ...]:
        return (_recomposed, (self.expansions, self.chosen, self.overrides))

    def __repr__(self) -> str:
        ids = ", ".join(expansion.id for expansion in self.expansions)
        return f"<Ruleset {ids}{' with ' + ', '.join(self.chosen) if self.chosen else ''}>"

    # ------------------------------------------------------------------ looking up

    def tile(self, name: str) -> Tile:
        """Return a tile by short or full id.

        Raises:
            UnknownName: if no tile in play has this id.
        """
        found = self.tiles.get(name) or self.tiles.get(name.rpartition(":")[2])
        if found is None or (":" in name and found.id != name):
            raise UnknownName(f"there is no tile called {name!r}{suggest(name, self.tiles)}")
        return found

    def face(self, name: str, side: int) -> Face:
        """Return a side of a tile."""
        return self.tiles[name].face(side)

    def kind(self, kind: str) -> tuple[str, ...]:
        """Return the ids of the goods of a kind, in canonical order."""
        found = self._by_kind.get(kind)
        if found is None:
            found = tuple(Pool.each(good.id for good in self.goods.values() if good.kind == kind))
            self._by_kind[kind] = found
        return found

    def starting(self, source: Source) -> Pool:
        """Return all pieces that wait in a place at the start of the game."""
        return Pool.of({good.id: good.limit for good in self.goods.values() if good.source is source})

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
            first = tile.pair.rpartition(":")[2]
            if first in self.tiles:  # it may have been replaced
                members = (*groups.get(first, (first,)), tile.name)
                groups.update(dict.fromkeys(members, members))
        return groups

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
    def terms(self) -> tuple[Term, ...]:
        """What scores without any tile."""
        return tuple(term for expansion in self.expansions for term in expansion.terms)

    def term_problems(self, where: str, term: Scorer) -> Iterator[str]:
        """Say which pieces of a term are not in these rules; `where` begins the sentence."""
        return _term_problems(where, term, {good.id: good.kind for good in self.goods.values()})

    def remember(self, key: object, work_out: Callable[[], T]) -> T:
        """Return something that follows from the rules alone; it is worked out once and kept with them.

        Args:
            key: the name of the fact. Each key belongs to one module, which always asks for the same type.
            work_out: works it out.
        """
        known = self._cache.get(key)
        if known is None:
            known = self._cache[key] = work_out()
        return known  # type: ignore[return-value]  # each key always has the same type


def _actions(expansions: tuple[Expansion, ...]) -> tuple[type[Action], ...]:
    return (*ACTIONS, *(action for expansion in expansions for action in expansion.actions))


def _events(expansions: tuple[Expansion, ...]) -> tuple[type[Event], ...]:
    return (*EVENTS, *(event for expansion in expansions for event in expansion.events))


def _tasks(expansions: tuple[Expansion, ...]) -> tuple[type[Task], ...]:
    return (*TASKS, *(task for expansion in expansions for task in expansion.handlers))


def _widenings(
    expansions: tuple[Expansion, ...],
) -> dict[type[Task], tuple[Callable[[AnyHandler], AnyHandler], ...]]:
    found: dict[type[Task], tuple[Callable[[AnyHandler], AnyHandler], ...]] = {}
    for expansion in expansions:
        for task, widen in expansion.widens.items():
            found[task] = (*found.get(task, ()), widen)
    return found


def _recomposed(
    expansions: tuple[Expansion, ...], chosen: tuple[str, ...], overrides: tuple[tuple[str, str], ...]
) -> Ruleset:
    """Rebuild a ruleset that was copied or pickled from its parts."""
    return Ruleset.compose(expansions, variants=chosen, overrides=as_mapping(overrides))


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
            choices = ", ".join(known) or "none"
            raise RulesetError(
                f"there is no variant called {id!r}{suggest(id, known)} (there are: {choices})"
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


# ---------------------------------------------------------------------- cross-checks


def _found_problems(expansions: tuple[Expansion, ...]) -> list[str]:
    """Return everything that is wrong with expansions; what is in order by itself is then checked together."""
    try:
        odd = [
            problem for expansion in expansions for problem in value_problems(str(expansion.id), expansion)
        ]
        return odd or [*_problems(expansions)]
    except RecursionError:
        return ["an effect contains itself"]


def _upcaster_problems(expansion: Expansion, others: tuple[Expansion, ...]) -> Iterator[str]:
    """Say which upcasters convert what is not old, or does not belong to the expansion."""
    for upcaster in expansion.upcasters:
        if expansion.version in upcaster.versions:
            yield f"{expansion.id}: an upcaster converts version {expansion.version}, which is the one that is here"
        for what, own, known in (
            ("event", upcaster.events, {event.tag for event in (*EVENTS, *_events(others))}),
            ("place", upcaster.places, {place.tag for other in others for place in other.places}),
            ("task", upcaster.tasks, {task.tag for task in (*TASKS, *_tasks(others))}),
            ("action", upcaster.actions, {action.verb for action in (*ACTIONS, *_actions(others))}),
        ):
            for tag in own:
                if tag in known:
                    yield f"{expansion.id}: an upcaster converts the {what} {tag!r}, which is not its own"


def _problems(expansions: tuple[Expansion, ...]) -> Iterator[str]:
    goods: dict[str, str] = {}
    for expansion in expansions:
        others = tuple(other for other in expansions if other is not expansion)
        yield from _upcaster_problems(expansion, others)
    for expansion in expansions:
        if not _ID.fullmatch(expansion.id):
            yield f"{expansion.id!r} is not a valid id: use lower-case letters, digits and hyphens"
        for good in expansion.goods:
            if good.id in goods:
                yield f"{expansion.id} and {goods[good.id]} both have a good called {good.id}"
            goods[good.id] = expansion.id
            yield from _good_problems(expansion, good)
    known = {*GoodKind, *(kind.id for expansion in expansions for kind in expansion.piece_kinds)}
    for expansion in expansions:
        for good in expansion.goods:
            if good.kind not in known:
                yield f"good {good.id} of {expansion.id}: there is no kind {good.kind!r}{suggest(good.kind, known)}"
    kinds = {good.id: good.kind for expansion in expansions for good in expansion.goods}
    slots = {*SLOTS, *(slot for expansion in expansions for slot in expansion.slots)}
    steps = [START, *END_STEPS]
    yield from _tile_conflicts(expansions)
    drawn = {kind.id for expansion in expansions for kind in expansion.piece_kinds if kind.gained is None}
    for expansion in expansions:
        for tile in expansion.tiles:
            yield from _tile_problems(tile, kinds, slots)
            yield from _gain_problems(tile, kinds, {GoodKind.SKILL, *drawn})
        for term in expansion.terms:
            yield from _term_problems(f"a scoring term of {expansion.id}", term, kinds)
        for phase in expansion.phases:
            if phase.after not in steps:
                where = f"phase {phase.id} of {expansion.id}"
                yield f"{where} follows {phase.after!r}, which is not a step; the steps are {', '.join(steps)}"
            steps.append(phase.id)
    tasks = _tasks(expansions)
    for expansion in expansions:
        for task in expansion.widens:
            if task not in tasks:
                yield f"{expansion.id} widens {task.__name__}, which is not a task of these expansions"
    yield from _doubles("verb of an action", [action.verb for action in _actions(expansions)])
    yield from _doubles("tag of an event", [event.tag for event in _events(expansions)])
    yield from _doubles("tag of a task", [task.tag for task in tasks])
    yield from _doubles("tag of a place", [place.tag for x in expansions for place in x.places])
    yield from _doubles(
        "kind of piece", [*GoodKind, *(kind.id for x in expansions for kind in x.piece_kinds)]
    )
    yield from _doubles("variant", [v.id for x in expansions for v in x.variants])
    own = [START, *(f"{START}.{season}" for season in Season), *END_STEPS]
    yield from _doubles("phase", [*own, *(p.id for x in expansions for p in x.phases)])


def _good_problems(expansion: Expansion, good: Good) -> Iterator[str]:
    where = f"good {good.id} of {expansion.id}"
    if not _PIECE.fullmatch(good.id) or good.id == "unknown":
        yield f"{where}: the id must be lower-case letters and underscores"
    if good.limit < 1:
        yield f"{where}: there must be at least one piece, not {good.limit}"
    if good.kind is GoodKind.WORKER and good.id not in COLOURS:
        yield f"{where}: workers are {', '.join(COLOURS)}"
    if (good.kind is GoodKind.SKILL) != (good.source is Source.STACK):
        yield f"{where}: skills, and only skills, wait on the stack"
    if good.source is Source.BAG and good.kind is not GoodKind.WORKER:
        yield f"{where}: only workers wait in the bag"


def _tile_conflicts(expansions: tuple[Expansion, ...]) -> Iterator[str]:
    tiles = [tile for expansion in expansions for tile in expansion.tiles]
    ids = {tile.id for tile in tiles}
    gone = {tile.replaces for tile in tiles if tile.replaces}
    for tile in tiles:
        if tile.replaces and tile.replaces not in ids:
            yield f"{tile.id} replaces {tile.replaces}, but there is no such tile"
        if tile.pair and not any(
            tile.pair == other.id and (tile.kind, tile.season) == (other.kind, other.season)
            for other in tiles
        ):
            yield f"{tile.id} is an alternative to {tile.pair}, but there is no such tile of its kind and season"
    names = Counter(tile.name for tile in tiles if tile.id not in gone)
    for name, number in names.items():
        if number > 1:
            claims = ", ".join(tile.expansion for tile in tiles if tile.name == name)
            yield f"several tiles are called {name} ({claims}); one must replace the others or change its name"


def _tile_problems(tile: Tile, kinds: Mapping[str, str], slots: set[str]) -> Iterator[str]:
    if not _NAME.fullmatch(tile.name):
        yield f"{tile.id}: the name must be lower-case letters, digits and underscores"
    if len(tile.edges) != 6 or set(tile.edges) - set("RFW"):
        yield f"{tile.id}: edges are six letters of R, F and W, not {tile.edges!r}"
    if tile.kind in (TileKind.VILLAGE, TileKind.SUMMER_BOAT) and tile.season is None:
        yield f"{tile.id}: a {tile.kind.value} tile needs a season"
    if tile.kind is TileKind.BOAT and len(tile.arrivals) != 3:
        yield f"{tile.id}: a boat needs arrivals for spring, summer and autumn"
    if tile.cargo and len(tile.cargo) != len(tile.arrivals):
        yield f"{tile.id}: cargo is given for the same seasons as the arrivals"
    for cargo in tile.cargo:
        yield from _unknown_pieces(
            f"cargo of {tile.id}", (*cargo.named, *(kind for kind, _ in cargo.any)), kinds
        )
        if any(kind in (*GoodKind,) for kind, _ in cargo.any):
            yield f"{tile.id}: cargo of any type is of a kind that an expansion adds"
    if tile.upgrade is not None and tile.back is None:
        yield f"{tile.id}: upgrading it has a cost, but it has no back"
    if tile.upgrade is not None:
        yield from _cost_problems(f"upgrade of {tile.id}", tile.upgrade, kinds, _UPGRADES)
    for effect in (tile.goods, *(face.use for face in tile.faces)):
        yield from _effect_problems(tile.id, effect, kinds)
    for face in tile.faces:
        for power in face.powers:
            if power.slot not in slots:
                yield f"{tile.id}: no rule asks for the power slot {power.slot!r}{suggest(power.slot, slots)}"
            if (power.effect is not None) != (power.slot == SEASON_END) and power.slot in SLOTS:
                yield f"{tile.id}: {power.slot} and an effect do not go together"
            yield from _effect_problems(tile.id, power.effect, kinds)
            yield from _unknown_pieces(tile.id, (name for pair in power.counts_as for name in pair), kinds)
        for term in face.scores:
            yield from _term_problems(tile.id, term, kinds)


def _gain_problems(tile: Tile, kinds: Mapping[str, str], drawn: set[str]) -> Iterator[str]:
    """Say which pieces a tile gives although their kind is drawn from a hidden place, not taken from the supply."""
    left = [effect for face in tile.faces for effect in (face.use, *(power.effect for power in face.powers))]
    left.append(tile.goods)
    while left:
        effect = left.pop()
        if effect is not None:
            left += effect.parts
        if isinstance(effect, Gain):
            wrong = [piece for piece in effect.goods if kinds.get(piece) in drawn]
            if wrong:
                yield f"{tile.id}: {', '.join(wrong)} cannot be gained: {kinds[wrong[0]]}s are drawn"


def _effect_problems(where: str, effect: Effect | None, kinds: Mapping[str, str]) -> Iterator[str]:
    if effect is None:
        return
    if isinstance(effect, Gain):
        yield from _unknown_pieces(where, effect.goods.pieces, kinds)
    if effect.cost is not None and not effect.parts:
        yield from _cost_problems(where, effect.cost, kinds, _USES)
        if effect.cost.total != 1:
            yield f"{where}: a use costs exactly one piece, not {effect.cost.words()}"
    for part in effect.parts:
        yield from _effect_problems(where, part, kinds)


_USES: Final = (GoodKind.WORKER, GoodKind.SKILL, GoodKind.PRODUCE)
"""What can pay for a use: it comes from behind the screen."""
_UPGRADES: Final = (GoodKind.RESOURCE, GoodKind.SKILL)
"""What can pay for an upgrade: it lies on the tile, or is a token from behind the screen."""


def _cost_problems(
    where: str, cost: Cost, kinds: Mapping[str, str], paying: tuple[GoodKind, ...]
) -> Iterator[str]:
    named = (*cost.named.pieces, *(kind for kind, _ in cost.any))
    yield from _unknown_pieces(where, named, kinds)
    for piece in named:
        if piece in (*kinds, *kinds.values(), *GoodKind) and kinds.get(piece, piece) not in paying:
            yield f"{where}: {piece} cannot pay for it, only {', '.join(paying)} pieces can"


def _term_problems(where: str, term: Scorer, kinds: Mapping[str, str]) -> Iterator[str]:
    """Say which pieces of a term nobody has; the purple worker, which is no good, may be named as himself."""
    yield from _unknown_pieces(where, [piece for piece in pieces_named(term) if piece != PURPLE], kinds)


def _unknown_pieces(where: str, pieces: Iterable[str], kinds: Mapping[str, str]) -> Iterator[str]:
    known = {*kinds, *kinds.values()}
    for piece in pieces:
        if piece not in known:
            yield f"{where}: no expansion has the good {piece!r}{suggest(piece, known)}"


def _doubles(what: str, names: list[str]) -> Iterator[str]:
    for name, number in Counter(names).items():
        if number > 1:
            yield f"the {what} {name!r} is used twice"
