"""Payments for uses: which piece or which outbid group may pay, and where it goes (rules 2.6)."""

from __future__ import annotations

from collections.abc import Sequence

from keyflower.engine import prepared
from keyflower.engine.sources import Groups, outbid_groups, stood_up
from keyflower.extend.costs import Cost, counted
from keyflower.extend.goods import SKILL, WORKER
from keyflower.extend.handlers import BaseHandler, Outcome, Table
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.actions import Action
from keyflower.kernel.combinators import Question
from keyflower.kernel.errors import Refusal, refused
from keyflower.kernel.events import Event
from keyflower.kernel.text import OR, listed, phrase, phrase_of
from keyflower.model.actions import PayWith, Use
from keyflower.model.events import AsideReturned, SkillsPaid, StockSpent, WorkersPaid
from keyflower.model.names import tile_name
from keyflower.model.pool import EMPTY, Pool, some
from keyflower.model.state import AnyState, Seat
from keyflower.model.tasks import PayCost, ReturnAside

NO_USE = Use("")
"""Used when the workers of the use are already on the tile."""


def fitting(ruleset: Ruleset, cost: Cost) -> tuple[str, ...]:
    """Return the pieces that may pay a cost of one piece."""
    return cost.named.pieces or ruleset.kind(cost.any[0][0])


def payments(
    table: Table, seat: int, cost: Cost, use: Use = NO_USE
) -> list[PayWith]:  # must agree with refusals()
    """Return every way to pay a cost with what is left after a use has taken its workers, in canonical order."""
    own = table.state.seats[seat]
    pieces = fitting(table.ruleset, cost)
    hidden, shown = _hands(own, table.ruleset.goods[pieces[0]].kind, use)
    found = [prepared.pay(piece) for piece in pieces if piece in hidden.pieces]
    found += [PayWith(EMPTY, some(piece)) for piece in pieces if piece in shown.pieces]
    if table.ruleset.goods[pieces[0]].kind is WORKER:
        found += [
            PayWith(group=tile) for tile in paying_groups(outbid_groups(table.state, seat), pieces, use)
        ]
    return found


def _hands(own: Seat, kind: str, use: Use) -> tuple[Pool, Pool]:
    if kind is WORKER:
        return own.workers - use.workers, own.open_workers - use.open
    if kind is SKILL:
        return own.skills, own.open_skills
    return own.stock, EMPTY


def paying_groups(groups: Groups, pieces: tuple[str, ...], use: Use) -> list[str]:
    """Return the tiles of the outbid groups that may pay, each as a whole and of any size (rules 2.6)."""
    return [tile for tile, group in groups if group.colour in pieces and tile not in use.groups]


def _meant(way: PayWith) -> str:
    """Return a payment in words."""
    if way.group:
        return phrase_of("group", "the group at {tile}", tile=tile_name(way.group))
    return counted(way.pieces + way.open)


class Paying(Question[Table, PayCost, PayWith]):
    """How the engine asks which piece pays."""

    answer = PayWith

    def _cost(self, table: Table, task: PayCost) -> Cost:
        cost = table.ruleset.effect(task.tile, task.side, task.path).cost
        assert cost is not None
        return cost

    def problem(self, table: Table, task: PayCost) -> str:
        """Return what is wrong with the payment."""
        effect = table.ruleset.effect(task.tile, task.side, task.path)
        return "" if effect.cost and not effect.parts else f"nothing has to be paid for {task.tile}"

    def automatic(self, table: Table, task: PayCost) -> Action | None:
        """Pay at once if everybody can see that there is only one way."""
        cost = self._cost(table, task)
        ways = payments(table, task.seat, cost)
        if len(ways) != 1 or not self._plain(table.state, task.seat, cost, ways[0]):
            return None
        return ways[0]

    def _plain(self, state: AnyState, seat: int, cost: Cost, way: PayWith) -> bool:
        """Return whether everybody can see that there is only this one way to pay."""
        if not cost.named or state.open_hands or way.group:
            return False
        return not any(group.colour in cost.named for _, group in outbid_groups(state, seat))

    def prompt(self, table: Table, task: PayCost, seat: int) -> str:
        """Say what has to be paid."""
        title = tile_name(task.tile, table.ruleset.tiles[task.tile].title)
        return phrase("Pay {cost} for {tile}.", cost=self._cost(table, task).words(), tile=title)

    def answers(self, table: Table, task: PayCost, seat: int) -> Sequence[PayWith]:
        """Return the ways to pay."""
        return payments(table, seat, self._cost(table, task))

    def expected(self, table: Table, task: PayCost, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return that the cost is paid first."""
        cost = self._cost(table, task).words()
        return refused("pay.expected", "2.6", "first pay {cost}", cost=cost)

    def unfit(self, table: Table, task: PayCost, seat: int, action: PayWith) -> tuple[Refusal, ...]:
        """Return what can pay."""
        right = listed(dict.fromkeys(map(_meant, self.answers(table, task, seat))), OR)
        gaps = {"cost": self._cost(table, task).words(), "possible": right}
        return refused("pay.unfit", "2.6", "that cannot pay {cost}; you can pay {possible}", **gaps)

    def answered(self, table: Table, task: PayCost, seat: int, action: PayWith) -> Outcome:
        """Set the payment aside."""
        cost = self._cost(table, task)
        kind = table.ruleset.goods[fitting(table.ruleset, cost)[0]].kind
        if kind is WORKER:
            events: tuple[Event, ...] = (WorkersPaid(seat, action.pieces, action.open, action.group),)
            if action.group:
                events += stood_up(table.state, seat, (action.group,))
            return Outcome(events)
        if kind is SKILL:
            shown, down = (action.pieces, EMPTY) if cost.named else (EMPTY, action.pieces)
            return Outcome((SkillsPaid(seat, shown, down, action.open),))
        return Outcome((StockSpent(seat, action.pieces),))


class Returning(BaseHandler[ReturnAside]):
    """How the engine returns what was set aside."""

    def automatic(self, table: Table, task: ReturnAside) -> Outcome:
        """Return workers to the bag and tokens to the stack."""
        aside = table.state.aside
        if not aside:
            return Outcome()
        goods = table.ruleset.goods
        workers = aside.only(piece for piece in aside if goods[piece].kind is WORKER)
        return Outcome((AsideReturned(workers, aside - workers),))
