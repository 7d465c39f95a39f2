"""The words for what a person chooses: tiles by their titles, workers by their colours, and what a choice leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from keyflower.engine.sources import outbid_groups, placed_by
from keyflower.engine.using import site_of
from keyflower.extend.costs import counted
from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.actions import Action, PathStep
from keyflower.kernel.errors import PoolError, Refusal
from keyflower.kernel.option_tree import NOWHERE, Choice, Labels
from keyflower.kernel.text import AND, PLUS, Message, instead, listed, name, phrase, phrases
from keyflower.model.actions import OPEN_MARK, Bid, Move, Spend, Take, Upgrade, Use
from keyflower.model.enums import COLOURS
from keyflower.model.names import colour_name, good_name, place_title, with_titles
from keyflower.model.pool import Pool, some
from keyflower.model.tasks import ChooseBenefit, Turn

KINDS: Final = frozenset(
    {
        "tile", "won", "boat", "origin", "target", "pasture", "bid", "use", "size", "piece", "upgrade", "offer",
        "rotation", "cell", "do", "benefit", "good", "stock",
    }
)  # fmt: skip
"""The kinds of steps that are said here; an action says the others itself, as `Action.labels` or by its domains."""
MARKET: Final = -1
"""The seat of a choice that lies in the auction area."""


class TileLabels(Labels):
    """The words for the options of Keyflower and its expansions."""

    @staticmethod
    def worded(ruleset: Ruleset, refusal: Refusal) -> Refusal:
        """Return a refusal that calls tiles by their titles; for programs its parameters still have the ids."""
        return evolve(refusal, message=with_titles(refusal.message, ruleset.tiles), params=refusal.params)

    def title(self, place: str) -> Message:
        """Return what a tile, or a pasture of one, is called."""
        return place_title(place, self.table.ruleset.tiles)

    def label(self, step: PathStep) -> str:
        """Return a step in words."""
        kind, key = step
        match kind:
            case "tile" | "won" | "boat" | "origin" | "target" | "pasture":
                return self.title(key)
            case "bid" | "use":
                return listed([self._source(part) for part in key.split("+")], PLUS, between=PLUS)
            case "size" | "piece" | "upgrade":
                parts = [self._pieces(part) for part in key.split("+")]
                return listed(parts, PLUS, between=PLUS) if any(parts) else phrase("for free")
            case "offer":
                return listed([self.title(tile) for tile in key.split()], AND)
            case "rotation":
                return phrase("rotated by {key}", key=key) if key != "0" else phrase("as printed")
            case "benefit":
                return instead(key.replace("_", " "), self._benefit(key))
            case "good" | "stock":
                good = self.table.ruleset.goods.get(key)
                return good_name(
                    key, good.name.replace("_", " ") if good is not None else key.replace("_", " ")
                )
            case _:
                return super().label(step)

    def _benefit(self, label: str) -> str:
        """Return what a benefit of the tile gives, by the word that chooses it."""
        if not isinstance(self.task, ChooseBenefit):
            return label
        task = self.task
        parts = self.table.ruleset.effect(task.tile, task.side, task.path).parts
        return next((part.words() for part in parts if part.label == label), label)

    def whose(self, step: PathStep) -> int:
        """Return in whose village a tile lies."""
        if step[0] != "tile":
            return NOWHERE
        owner = self.table.state.owner(step[1])
        return MARKET if owner is None else owner

    def _source(self, part: str) -> str:
        if part.removesuffix(OPEN_MARK) in COLOURS:
            colour = colour_name(part.removesuffix(OPEN_MARK))
            return phrase("{colour} in the open", colour=colour) if part.endswith(OPEN_MARK) else colour
        return phrase("group at {tile}", tile=self.title(part))

    def _pieces(self, part: str) -> str:
        if part in self.table.ruleset.tiles:
            return phrase("group at {tile}", tile=self.title(part))
        try:
            return counted(Pool.parse(part.replace(OPEN_MARK, ""))) if part else ""
        except PoolError:
            return part

    # ------------------------------------------------------------------ what comes of it

    def result(self, step: PathStep, action: Action) -> str:
        """Return what an action leads to."""
        match action:
            case Bid():
                return phrase("leads with {number}", number=self._size(action))
            case Move() | Spend():
                outcome = self.handler.decide(self.table, self.task, self.seat, action)
                left = next((getattr(task, "points", None) for task in outcome.then), None)
                return "" if left is None else phrases("{number} step left", "{number} steps left", left)
            case Take():
                cargo = next((berth for berth in self.table.state.berths if berth.boat == action.boat), None)
                return "" if cargo is None else _cargo(cargo.load)
            case Upgrade():
                back = self.table.ruleset.tiles[action.tile].back
                return back.words() if back is not None else ""
            case _:
                return ""

    def _size(self, bid: Bid) -> int:
        state = self.table.state
        lot = state.lot(bid.tile)
        own = None if lot is None else lot.bid_of(self.seat)
        return int(placed_by(state, self.seat, bid).total) + (0 if own is None else own.size)

    def outlook(self, step: PathStep, way: tuple[PathStep, ...]) -> str:
        """Return what the use of a tile gives, and where it goes."""
        site = site_of(self.table.state, way[-1][1]) if step[0] == "use" else None
        effect = None if site is None else self.table.ruleset.face(site.tile, site.side).use
        if site is None or effect is None:
            return ""
        words: str = effect.words()
        home = self.table.state.seats[self.seat].village.layout.tiles[0].name
        target = site.tile if site.owner == self.seat else home
        given = words.rsplit("then ", maxsplit=1)[-1]
        stays = any(good in given for good in self.table.ruleset.kind(GoodKind.RESOURCE))
        return phrase("{effect}, onto {tile}", effect=words, tile=self.title(target)) if stays else words

    # ------------------------------------------------------------------ where nothing is possible

    def blocked(self, open_steps: frozenset[tuple[PathStep, str]]) -> Iterator[Choice]:
        """Return the lots and tiles that cannot be bid for or used in a turn, each with the reasons."""
        if not isinstance(self.task, Turn):
            return
        state, ruleset = self.table.state, self.table.ruleset
        for lot in state.lots:
            if (("tile", lot.tile), "bid") not in open_steps:
                yield self._refused(Bid(lot.tile, self._probe(lot.lock)), MARKET)
            if (("tile", lot.tile), "use") not in open_steps and ruleset.face(
                lot.tile, lot.side
            ).use is not None:
                yield self._refused(Use(lot.tile, self._probe(lot.lock)), MARKET)
        for owner, other in enumerate(state.seats):
            for tile in other.village.names:
                site = site_of(state, tile)
                usable = site is not None and ruleset.face(tile, site.side).use is not None
                if site is not None and usable and (("tile", tile), "use") not in open_steps:
                    yield self._refused(Use(tile, self._probe(site.lock)), owner)

    def _refused(self, probe: Bid | Use, where: int) -> Choice:
        refused = self.handler.refusals(self.table, self.task, self.seat, probe)
        why = tuple([self.worded(self.table.ruleset, refusal) for refusal in refused])
        return Choice("tile", probe.tile, self.title(probe.tile), name("verb", probe.verb), where, why=why)

    def _probe(self, lock: str | None) -> Pool:
        """Return the workers that would do best: of the colour that is asked for, as many as there are."""
        state = self.table.state
        hand = state.seats[self.seat].workers
        colour = lock if lock is not None else max(COLOURS, key=lambda colour: hand[colour])
        held = [group.size for _, group in outbid_groups(state, self.seat) if group.colour == colour]
        return some(colour, max(1, hand[colour], *held))


def _cargo(pieces: Pool) -> Message:
    return phrase("brings {pieces}", pieces=counted(pieces)) if pieces.total else phrase("brings nothing")
