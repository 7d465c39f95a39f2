"""Taking a boat II: what lies face down on it, what it gives in winter, and its replacement (merchants 7.2-7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from attrs import frozen

from keyflower.expansions.merchants.contracts import ContractsUnloaded, Hold
from keyflower.extend import (
    BOAT_TAKEN,
    EMPTY,
    FRONT,
    NOTHING_HAPPENS,
    REPLACE_BOAT,
    UNSEEN,
    YOU,
    Action,
    BaseHandler,
    Berth,
    Compiled,
    Draft,
    Event,
    FieldDomain,
    Outcome,
    Refusal,
    Resolve,
    Season,
    Sentence,
    Table,
    Take,
    TakeBoat,
    Task,
    TileKind,
    Widening,
    phrase,
    said,
    tile_name,
    tile_names,
    titles,
)

WHEN_TAKEN: Final = "merchants.boat-taken"
"""The slot of an effect that takes place when a boat is taken in winter."""
REPLACED: Final = "merchants.boat-replaced"
"""The slot of a boat without a winter side: at the end of autumn it is replaced."""


BOAT: Final = FieldDomain("boat", example="boat_flipper_ii", read=lambda words, text: words.tile(text))


@frozen
class Replace(Sentence):
    """Replace the boat you have taken with one that is not in play."""

    verb: ClassVar[str] = "replace"
    compiled: ClassVar[Compiled] = Compiled(REPLACE_BOAT)
    boat: str = said(BOAT)
    """The new boat."""


@frozen
class ReplaceBoat(Task):
    """A seat chooses which boat replaces the one it has taken."""

    tag: ClassVar[str] = "merchants.replace-boat"
    seat: int
    """Who chooses."""
    boat: str
    """The boat that leaves the game."""


@frozen
class BoatReplaced(Event):
    """A boat left the game, and another one took its place in the row."""

    tag: ClassVar[str] = "merchants.boat-replaced"
    seat: int
    """Who chose the new boat."""
    boat: str
    """The boat that left the game."""
    by: str
    """The boat that came instead."""

    def apply(self, draft: Draft) -> None:
        """Exchange the boats; whoever sees only how many tiles the box holds takes any of them out."""
        box = list(draft.box)
        box.remove(self.by if draft.viewer is None else UNSEEN)
        draft.box = tuple(box)
        draft.discarded = (*draft.discarded, self.boat)
        new = Berth(self.by, EMPTY, EMPTY, taken=True)
        draft.berths = tuple([new if berth.boat == self.boat else berth for berth in draft.berths])

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"boat": tile_name(self.boat), "by": tile_name(self.by)}
        if players[self.seat] is YOU:
            return phrase("You replace {boat} with {by}.", **gaps)
        return phrase("{who} replaces {boat} with {by}.", who=players[self.seat], **gaps)


class Unloading(Widening[TakeBoat]):
    """How boats II are taken."""

    compiled: ClassVar[Compiled] = Compiled(BOAT_TAKEN, slot=WHEN_TAKEN)

    def decide(self, table: Table, task: TakeBoat, seat: int, action: Action) -> Outcome:
        """Take the boat; then what it gives in winter, or its replacement."""
        outcome = self.inner.decide(table, task, seat, action)
        if not isinstance(action, Take):
            return outcome
        state, boat = table.state, action.boat
        berth = next(berth for berth in state.berths if berth.boat == boat)
        contracts = berth.place(Hold).contracts
        before: tuple[Event, ...] = (ContractsUnloaded(seat, boat, contracts),) if contracts else ()
        home = state.seats[seat].village.layout.tiles[0].name
        after: list[Task] = []
        for place, power in enumerate(table.ruleset.powers(boat, FRONT)):
            if power.slot == WHEN_TAKEN and state.season is Season.WINTER:
                after.append(Resolve(seat, boat, FRONT, f"power-{place}", home))
            if power.slot == REPLACED and state.season is Season.AUTUMN:
                after.append(ReplaceBoat(seat, boat))
        return Outcome((*before, *outcome.events), (*outcome.then, *after), outcome.stays)


class Replacing(BaseHandler[ReplaceBoat]):
    """How the boat that replaces another one is chosen."""

    compiled: ClassVar[Compiled] = Compiled(REPLACE_BOAT, slot=REPLACED)

    def _choices(self, table: Table) -> list[str]:  # must agree with refusals()
        state = table.state
        gone = {*state.discarded, *(berth.boat for berth in state.berths)}
        return [tile.name for tile in table.ruleset.tiles_of(kind=TileKind.BOAT) if tile.name not in gone]

    def automatic(self, table: Table, task: ReplaceBoat) -> Outcome | Action | None:
        """Ask, unless there is only one boat; where the deck left out all others, the boat stays."""
        choices = self._choices(table)
        if not choices:
            return NOTHING_HAPPENS
        return Replace(choices[0]) if len(choices) == 1 else None

    def prompt(self, table: Table, task: ReplaceBoat, seat: int) -> str:
        """Name the boats."""
        tiles = table.ruleset.tiles
        gaps = {
            "boat": tile_name(task.boat, tiles[task.boat].title),
            "boats": titles(tiles, self._choices(table)),
        }
        return phrase("Replace {boat} with a boat that is not in play: {boats}.", **gaps)

    def options(self, table: Table, task: ReplaceBoat, seat: int) -> Sequence[Sequence[Action]]:
        """Return the boats that are not in play."""
        return ([Replace(boat) for boat in self._choices(table)],)

    def refusals(self, table: Table, task: ReplaceBoat, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why a boat cannot come instead."""
        choices = self._choices(table)
        if not isinstance(action, Replace):
            why = phrase(
                "first replace {boat}: {possible}", boat=tile_name(task.boat), possible=tile_names(choices)
            )
            return (Refusal("replace.expected", why, "merchants 7.3"),)
        if action.boat not in choices:
            gaps = {"boat": tile_name(action.boat), "possible": tile_names(choices)}
            why = phrase("{boat} is not set aside: you can take {possible}", **gaps)
            return (Refusal("replace.in-play", why, "merchants 7.3"),)
        return ()

    def decide(self, table: Table, task: ReplaceBoat, seat: int, action: Action) -> Outcome:
        """Exchange the boats."""
        assert isinstance(action, Replace)
        return Outcome((BoatReplaced(seat, task.boat, action.boat),))
