"""Options as a person chooses them: by place, then source or colour, then size, in words and with what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from attrs import frozen

from keyflower.engine.flow import handler
from keyflower.engine.sources import outbid_groups, placed_by
from keyflower.engine.using import site_of
from keyflower.extend.costs import counted
from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.table import Table
from keyflower.model.actions import OPEN_MARK, Action, Bid, Move, Step, Use
from keyflower.model.decisions import Task, Turn
from keyflower.model.state import Position
from keyflower.vocabulary.errors import PoolError, Refusal
from keyflower.vocabulary.pool import Pool, some
from keyflower.vocabulary.types import COLOURS

NOWHERE: Final = -2
"""The seat of a choice that lies in nobody's village and not in the auction either."""
MARKET: Final = -1
"""The seat of a choice that lies in the auction area."""


@frozen
class Choice:
    """One step of choosing: a place, a colour, a number. The last step of a way has the action."""

    kind: str
    """What is chosen: ``tile``, ``bid``, ``use``, ``size``, ``cell``, ``rotation``, ``good`` and so on."""
    key: str
    """Which one: the id of a tile, a colour, a pool, a cell as ``q,r``."""
    label: str
    """The same in words."""
    result: str = ""
    """What comes of it, such as ``leads with 4``."""
    seat: int = NOWHERE
    """For a tile: in whose village it lies; `MARKET` for the auction area."""
    action: Action | None = None
    """What to play, at the end of the way."""
    choices: tuple[Choice, ...] = ()
    """What is left to choose."""
    why: tuple[Refusal, ...] = ()
    """Why nothing can be chosen here."""

    def to_data(self) -> dict[str, Any]:  # Any: what JSON holds
        """Return the choice as JSON-able data; an action is its notation, which `play` reads."""
        data: dict[str, Any] = {"kind": self.kind, "key": self.key, "label": self.label}
        if self.result:
            data["result"] = self.result
        if self.seat != NOWHERE:
            data["seat"] = self.seat
        if self.action is not None:
            data["action"] = str(self.action)
        if self.choices:
            data["choices"] = [choice.to_data() for choice in self.choices]
        if self.why:
            data["why"] = [refusal.to_data() for refusal in self.why]
        return data


@frozen
class Grouped:
    """All options of a decision as a tree, and the places where nothing is possible."""

    prompt: str
    """The question."""
    choices: tuple[Choice, ...]
    """What can be chosen first."""
    blocked: tuple[Choice, ...] = ()
    """Places where nothing is possible, each with the reasons."""

    def actions(self) -> Iterator[Action]:
        """Iterate all actions of the tree."""
        waiting = [*reversed(self.choices)]
        while waiting:
            choice = waiting.pop()
            if choice.action is not None:
                yield choice.action
            waiting.extend(reversed(choice.choices))

    def to_data(self) -> dict[str, Any]:  # Any: what JSON holds
        """Return the tree as JSON-able data."""
        return {
            "prompt": self.prompt,
            "choices": [choice.to_data() for choice in self.choices],
            "blocked": [choice.to_data() for choice in self.blocked],
        }


def grouped(table: Table, task: Task, seat: int, options: Iterable[Action]) -> Grouped:
    """Return the options of a decision as a tree."""
    names = _Names(table, task, seat)
    tree: dict[Step, Any] = {}  # Any: a tree of the same shape, or an action
    for action in options:
        *way, last = action.path()
        branch = tree
        for step in way:
            branch = branch.setdefault(step, {})
        branch[last] = action
    choices = tuple(names.choice(step, branch, ()) for step, branch in tree.items())
    blocked = tuple(_blocked(table, seat, tree, names)) if isinstance(task, Turn) else ()
    return Grouped(handler(table.ruleset, task).prompt(table, task, seat), choices, blocked)


class _Names:
    """Puts steps into words; it knows the titles of tiles and what lies where."""

    def __init__(self, table: Table, task: Task, seat: int) -> None:
        self.table = table
        self.task = task
        self.seat = seat

    def choice(self, step: Step, branch: Any, way: tuple[Step, ...]) -> Choice:  # Any: as in `grouped`
        kind, key = step
        where = self._where(key) if kind == "tile" else NOWHERE
        label = self._label(kind, key)
        if isinstance(branch, Action):
            return Choice(kind, key, label, self._result(kind, branch), where, branch)
        below = tuple(self.choice(inner, rest, (*way, step)) for inner, rest in branch.items())
        result = self._use(way[-1][1]) if kind == "use" else ""
        return Choice(kind, key, label, result, where, None, below)

    def blocked(self, probe: Bid | Use, where: int) -> Choice:
        """Return a place where an action like this one is not possible, with the reasons."""
        table, task = self.table, self.task
        refused = handler(table.ruleset, task).refusals(table, task, self.seat, probe)
        return Choice("tile", probe.tile, self.title(probe.tile), probe.verb, where, why=refused)

    def _where(self, tile: str) -> int:
        owner = self.table.state.owner(tile)
        return MARKET if owner is None else owner

    def title(self, name: str) -> str:
        known = self.table.ruleset.tiles.get(name.split("/", maxsplit=1)[0])
        title = known.title if known is not None else name
        return f"pasture {name.split('/')[1]} of {title}" if "/" in name else title

    def _label(self, kind: str, key: str) -> str:
        match kind:
            case "tile" | "won" | "boat" | "origin" | "target" | "pasture":
                return self.title(key)
            case "bid" | "use":
                return " + ".join(self._source(part) for part in key.split("+"))
            case "size" | "piece" | "upgrade":
                return " + ".join(self._pieces(part) for part in key.split("+")) or "for free"
            case "offer":
                return " and ".join(self.title(tile) for tile in key.split())
            case "rotation":
                return f"turned by {key}" if key != "0" else "as printed"
            case "do":
                return key.capitalize()
            case _:
                return key.replace("_", " ")

    def _source(self, part: str) -> str:
        if part.removesuffix(OPEN_MARK) in COLOURS:
            return f"{part.removesuffix(OPEN_MARK)}{' in the open' if part.endswith(OPEN_MARK) else ''}"
        return f"group at {self.title(part)}"

    def _pieces(self, part: str) -> str:
        if part in self.table.ruleset.tiles:
            return f"group at {self.title(part)}"
        try:
            return counted(Pool.parse(part.replace(OPEN_MARK, ""))) if part else ""
        except PoolError:
            return part

    # ------------------------------------------------------------------ what comes of it

    def _result(self, kind: str, action: Action) -> str:
        state = self.table.state
        match action:
            case Bid():
                lot = state.lot(action.tile)
                own = None if lot is None else lot.bid_of(self.seat)
                size = placed_by(state, self.seat, action).total + (0 if own is None else own.size)
                return f"leads with {size}"
            case Move():
                outcome = handler(self.table.ruleset, self.task).decide(
                    self.table, self.task, self.seat, action
                )
                left = next((getattr(task, "points", None) for task in outcome.then), None)
                return "" if left is None else f"{left} step{'s' if left != 1 else ''} left"
        if kind == "boat":
            return next(
                (
                    _cargo(berth.workers + berth.skills)
                    for berth in state.berths
                    if f"take {berth.boat}" == str(action)
                ),
                "",
            )
        if kind == "upgrade":
            tile = self.table.ruleset.tiles[action.path()[0][1]]
            return tile.back.words() if tile.back is not None else ""
        return ""

    def _use(self, tile: str) -> str:
        """Return what the use of a tile gives, and where it goes."""
        site = site_of(self.table.state, tile)
        if site is None:
            return ""
        effect = self.table.ruleset.face(site.tile, site.side).use
        if effect is None:
            return ""
        words = effect.words()
        home = self.table.state.seats[self.seat].village.layout.tiles[0].name
        target = site.tile if site.owner == self.seat else home
        stays = _lies_on_tiles(self.table.ruleset, words)
        return f"{words}, onto {self.title(target)}" if stays else words


def _cargo(pieces: Pool) -> str:
    return f"brings {counted(pieces)}" if pieces.total else "brings nothing"


def _lies_on_tiles(ruleset: Ruleset, words: str) -> bool:
    """Return whether an effect gives goods that lie on tiles."""
    kept = (GoodKind.RESOURCE,)
    given = words.rsplit("then ", maxsplit=1)[-1]
    return any(good in given for kind in kept for good in ruleset.kind(kind))


# ---------------------------------------------------------------------- where nothing is possible


def _blocked(table: Table, seat: int, tree: dict[Step, Any], names: _Names) -> Iterator[Choice]:
    state = table.state
    for lot in state.lots:
        offered = {kind for kind, _ in tree.get(("tile", lot.tile), {})}
        if "bid" not in offered:
            yield names.blocked(Bid(lot.tile, _probe(state, seat, lot.lock)), MARKET)
        if "use" not in offered and table.ruleset.face(lot.tile, lot.side).use is not None:
            yield names.blocked(Use(lot.tile, _probe(state, seat, lot.lock)), MARKET)
    for owner, other in enumerate(state.seats):
        for name in other.village.names:
            site = site_of(state, name)
            if ("tile", name) in tree or site is None or table.ruleset.face(name, site.side).use is None:
                continue
            yield names.blocked(Use(name, _probe(state, seat, site.lock)), owner)


def _probe(state: Position, seat: int, lock: str | None) -> Pool:
    """Return the workers that would do best: of the colour that is asked for, as many as there are."""
    hand = state.seats[seat].workers
    colour = lock if lock is not None else max(COLOURS, key=lambda name: hand[name])
    held = [group.size for _, group in outbid_groups(state, seat) if group.colour == colour]
    return some(colour, max(1, hand[colour], *held))
