"""What is checked when expansions are put together: ids, references and conflicts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from keyflower.extend.costs import Cost
from keyflower.extend.effects import Effect, Gain
from keyflower.extend.expansion import Expansion
from keyflower.extend.goods import Good, GoodKind, Source
from keyflower.extend.plain_values import value_problems
from keyflower.extend.powers import SEASON_END, SLOTS
from keyflower.extend.scoring import Scorer, pieces_named
from keyflower.extend.tiles import Tile
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import suggest
from keyflower.kernel.events import Event
from keyflower.kernel.tasks import Task
from keyflower.model.actions import ACTIONS
from keyflower.model.enums import COLOURS, PURPLE, Season, TileKind
from keyflower.model.events import EVENTS
from keyflower.model.tasks import TASKS

END_STEPS: Final = (
    "end.groups", "end.unsold", "end.won", "end.village", "end.boats", "end.turn-order", "end.powers", "end.build",
    "end.close",
)  # fmt: skip
"""The engine's own steps at the end of a season, in order (rules 4.1); expansions add steps after them."""

START: Final = "start"
"""The start of a season: boats and tiles are there, nobody has had a turn; expansions add steps after it."""

_ID: Final = re.compile(r"[a-z][a-z0-9-]*")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_PIECE: Final = re.compile(r"[a-z][a-z_]*")  # no digits: in the notation a number follows, as in wood2


def actions_of(expansions: tuple[Expansion, ...]) -> tuple[type[Action], ...]:
    """Return the actions of the engine and of expansions."""
    return (*ACTIONS, *(action for expansion in expansions for action in expansion.actions))


def events_of(expansions: tuple[Expansion, ...]) -> tuple[type[Event], ...]:
    """Return the events of the engine and of expansions."""
    return (*EVENTS, *(event for expansion in expansions for event in expansion.events))


def tasks_of(expansions: tuple[Expansion, ...]) -> tuple[type[Task], ...]:
    """Return the tasks of the engine and of expansions."""
    return (*TASKS, *(task for expansion in expansions for task in expansion.handlers))


def found_problems(expansions: tuple[Expansion, ...]) -> list[str]:
    """Return everything that is wrong with expansions; those that are valid by themselves are then checked together."""
    try:
        odd = [
            problem for expansion in expansions for problem in value_problems(str(expansion.id), expansion)
        ]
        return odd or [*_problems(expansions)]
    except RecursionError:
        return ["an effect contains itself"]


def _upcaster_problems(expansion: Expansion, others: tuple[Expansion, ...]) -> Iterator[str]:
    """Name the upcasters that convert something that is not old, or does not belong to the expansion."""
    for upcaster in expansion.upcasters:
        if expansion.version in upcaster.versions:
            yield f"{expansion.id}: an upcaster converts version {expansion.version}, which is the one that is here"
        for what, own, known in (
            ("event", upcaster.events, {event.tag for event in (*EVENTS, *events_of(others))}),
            ("place", upcaster.places, {place.tag for other in others for place in other.places}),
            ("task", upcaster.tasks, {task.tag for task in (*TASKS, *tasks_of(others))}),
            ("action", upcaster.actions, {action.verb for action in (*ACTIONS, *actions_of(others))}),
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
            yield from term_problems(f"a scoring term of {expansion.id}", term, kinds)
        for phase in expansion.phases:
            if phase.after not in steps:
                where = f"phase {phase.id} of {expansion.id}"
                yield f"{where} follows {phase.after!r}, which is not a step; the steps are {', '.join(steps)}"
            steps.append(phase.id)
    tasks = tasks_of(expansions)
    for expansion in expansions:
        for task in expansion.widens:
            if task not in tasks:
                yield f"{expansion.id} widens {task.__name__}, which is not a task of these expansions"
    yield from _doubles("verb of an action", [action.verb for action in actions_of(expansions)])
    yield from _doubles("tag of an event", [event.tag for event in events_of(expansions)])
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
            yield from term_problems(tile.id, term, kinds)


def _gain_problems(tile: Tile, kinds: Mapping[str, str], drawn: set[str]) -> Iterator[str]:
    """Name the pieces that a tile gives although their kind is drawn from a hidden place, not taken from the supply."""
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


def term_problems(where: str, term: Scorer, kinds: Mapping[str, str]) -> Iterator[str]:
    """Name the pieces of a term that do not exist; the purple worker, which is not a good, may be named too."""
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
