"""Uses: who may use which tile with how many workers, and what the tile then does (rules 2.6, 3.6 for 4b)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define

from keyflower.engine.paying import payments
from keyflower.engine.sources import placed_by, source_refusals, stood_up
from keyflower.extend.effects import Effect, alternatives
from keyflower.extend.handlers import BaseHandler, Outcome, Table
from keyflower.extend.powers import MIXED_USE
from keyflower.kernel.actions import Action
from keyflower.kernel.combinators import Question
from keyflower.kernel.errors import Refusal, named, refused
from keyflower.kernel.text import phrase, phrases
from keyflower.model.actions import Choose, Use
from keyflower.model.enums import USE_CAP, WINTER
from keyflower.model.events import WorkersUsed
from keyflower.model.lots import Lot
from keyflower.model.names import colour_name, good_name, suggest_tile, tile_name
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import AnyState
from keyflower.model.tasks import ChooseBenefit, Resolve
from keyflower.model.village import PastUse, Village, room_after


@define
class Site:
    """A tile that somebody wants to use: where it lies and what stands on it."""

    tile: str
    """The tile."""
    side: int
    """The side that is up."""
    owner: int
    """The seat in whose village it lies, or -1 in the auction area."""
    lock: str | None
    """The colour that all standing workers have."""
    touched: bool
    """Whether it has a bid or a use this season, or its own colour."""
    uses: tuple[PastUse, ...]
    """The uses this season."""


def site_of(state: AnyState, tile: str) -> Site | None:
    """Return a tile of a village or of the auction area as a place to use."""
    lot = state.lot(tile)
    if lot is not None:
        return lot_site(lot)
    for owner, seat in enumerate(state.seats):
        place = seat.village.layout.index.get(tile)
        if place is not None:
            return village_site(seat.village, place, owner)
    return None


def lot_site(lot: Lot) -> Site:
    """Return a lot as a place to use."""
    return Site(lot.tile, lot.side, -1, lot.lock, bool(lot.bids or lot.uses), lot.uses)


def village_site(village: Village, place: int, owner: int) -> Site:
    """Return a tile of a village as a place to use."""
    spot = village.spots[place]
    lock = village.lock(place)
    # a tile that has its colour from elsewhere counts as touched, although nobody has used it
    touched = lock is not None or bool(spot.uses)
    return Site(village.layout.tiles[place].name, spot.side, owner, lock, touched, spot.uses)


# ---------------------------------------------------------------------- legality


def refusals(table: Table, seat: int, action: Use) -> tuple[Refusal, ...]:
    """Return every reason why a use is not legal."""
    state = table.state
    site = site_of(state, action.tile)
    found = source_refusals(state, seat, action)
    if site is None:
        tiles = [tile for own in state.seats for tile in own.village.names] + [lot.tile for lot in state.lots]
        gaps = {"tile": tile_name(action.tile), "hint": suggest_tile(action.tile, tiles)}
        why = phrase("{tile} is neither in a village nor up for auction{hint}", **gaps)
        found.append(Refusal("use.no-tile", why, "2.6", params=named(tile=action.tile)))
        return tuple(found)
    effect = table.ruleset.face(site.tile, site.side).use
    if effect is None or (site.owner < 0 and state.season is WINTER):
        why = phrase("{tile} cannot be used", tile=tile_name(site.tile))
        found.append(Refusal("use.not-usable", why, "2.6"))
        return tuple(found)
    placed = placed_by(state, seat, action)
    if not placed.total:
        return tuple(found)
    if placed.pieces != (site.lock,):
        found += _colour_refusals(table, seat, site, placed)
    least, most = room_after(site.uses)
    if not least <= placed.total <= most:
        found += _size_refusals(placed.total, least, most)
    if effect.cost is not None and not found and not payments(table, seat, effect.cost, action):
        why = phrase("you could not also pay its cost: {cost}", cost=effect.cost.words())
        found.append(Refusal("use.cannot-pay", why, "2.6.4"))
    return tuple(found)


def _colour_refusals(table: Table, seat: int, site: Site, placed: Pool) -> list[Refusal]:
    found: list[Refusal] = []
    if site.touched and MIXED_USE in table.state.seats[seat].powers:
        return found
    if len(placed.pieces) > 1:
        found.append(
            Refusal("use.mixed-colours", phrase("all workers of a use must have the same colour"), "2.6.1")
        )
    if site.lock is not None and any(colour != site.lock for colour in placed):
        gaps = {"tile": tile_name(site.tile), "lock": colour_name(site.lock)}
        why = phrase("{tile} is {lock} this season: use {lock} workers", **gaps)
        found.append(Refusal("use.colour", why, "2.6.1"))
    return found


def _size_refusals(size: int, least: int, most: int) -> Iterator[Refusal]:
    if size < least:
        yield Refusal(
            "use.too-few",
            phrases(
                "the last use had {number} worker, so this one needs at least {least}",
                "the last use had {number} workers, so this one needs at least {least}",
                least - 1,
                least=least,
            ),
            "2.6.2",
        )
    if size > most:
        yield Refusal(
            "use.too-many",
            phrase(
                "a tile takes at most {cap} workers in a season: there is room for {most} more",
                cap=USE_CAP,
                most=most,
            ),
            "2.6.3",
        )


# ---------------------------------------------------------------------- what a use does


def decide(table: Table, seat: int, action: Use) -> Outcome:
    """Return what a legal use does: workers onto the tile, then its printed effect."""
    state = table.state
    site = site_of(state, action.tile)
    assert site is not None
    placed = placed_by(state, seat, action) if action.groups or action.open else action.workers
    lying = EMPTY
    if site.lock is not None and placed.pieces != (site.lock,):
        lying = placed - placed.only((site.lock,))
    home = state.seats[seat].village.layout.tiles[0].name
    target = site.tile if site.owner == seat else home
    used = WorkersUsed(seat, action.tile, placed, action.workers, action.open, action.groups, lying)
    stood = stood_up(state, seat, action.groups, target=action.tile) if action.groups else ()
    return Outcome((used, *stood), (Resolve(seat, site.tile, site.side, "use", target),))


class Resolving(BaseHandler[Resolve]):
    """How the engine lets a printed effect take place."""

    def automatic(self, table: Table, task: Resolve) -> Outcome:
        """Ask the effect what happens."""
        return table.ruleset.effect(task.tile, task.side, task.path).resolve(table, task)

    def problem(self, table: Table, task: Resolve) -> str:
        """Return what is wrong with an effect that waits: nobody could know whether its price can be paid then."""
        if task.target not in table.state.seats[task.seat].village:
            return f"{task.target} does not lie in the village of seat {task.seat}"
        if _has_price(table.ruleset.effect(task.tile, task.side, task.path)):
            return f"an effect of {task.tile} that has to be paid for cannot wait"
        return ""


def _has_price(effect: Effect) -> bool:
    return effect.cost is not None or any(map(_has_price, effect.parts))


class Choosing(Question[Table, ChooseBenefit, Choose]):
    """How the engine handles the choice between benefits."""

    answer = Choose

    def _available(self, table: Table, task: ChooseBenefit) -> dict[str, int]:
        effect = table.ruleset.effect(task.tile, task.side, task.path)
        return {part.label: place for place, part in enumerate(effect.parts) if part.available(table)}

    def problem(self, table: Table, task: ChooseBenefit) -> str:
        """Return what is wrong with the choice."""
        if task.target not in table.state.seats[task.seat].village:
            return f"{task.target} does not lie in the village of seat {task.seat}"
        return "" if self._available(table, task) else f"{task.tile} has no benefits to choose from"

    def _benefits(self, table: Table, task: ChooseBenefit) -> str:
        """Return what can be chosen."""
        parts = table.ruleset.effect(task.tile, task.side, task.path).parts
        return alternatives([parts[place] for place in self._available(table, task).values()])

    def prompt(self, table: Table, task: ChooseBenefit, seat: int) -> str:
        """Name the benefits."""
        title = tile_name(task.tile, table.ruleset.tiles[task.tile].title)
        return phrase(
            "Choose what {tile} gives: {benefits}.", tile=title, benefits=self._benefits(table, task)
        )

    def answers(self, table: Table, task: ChooseBenefit, seat: int) -> Sequence[Choose]:
        """Return a choice for each benefit that is available."""
        return [Choose(label) for label in self._available(table, task)]

    def expected(self, table: Table, task: ChooseBenefit, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return that a benefit is chosen first."""
        right = self._benefits(table, task)
        return refused(
            "choose.expected", "3.2", "first choose what the tile gives: {possible}", possible=right
        )

    def unfit(self, table: Table, task: ChooseBenefit, seat: int, action: Choose) -> tuple[Refusal, ...]:
        """Return which benefits can be chosen."""
        gaps = {"benefit": self._meant(table, task, action.benefit), "possible": self._benefits(table, task)}
        return refused(
            "choose.unavailable", "3.2", "{benefit} is not available here; possible: {possible}", **gaps
        )

    def _meant(self, table: Table, task: ChooseBenefit, label: str) -> str:
        """Return what a word that chooses a benefit means: what the tile gives, or else a piece of that name."""
        parts = table.ruleset.effect(task.tile, task.side, task.path).parts
        return next((part.words() for part in parts if part.label == label), good_name(label))

    def answered(self, table: Table, task: ChooseBenefit, seat: int, action: Choose) -> Outcome:
        """Let the chosen benefit take place."""
        place = self._available(table, task)[action.benefit]
        return Outcome(then=(Resolve(seat, task.tile, task.side, f"{task.path}.{place}", task.target),))
