"""Building: constructions, and what a new building asks of its owner at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from keyflower.kernel import Action, BaseHandler, Event, Outcome, Refusal, phrase
from tinytowns.actions import Build, Done
from tinytowns.cards import Card, Power
from tinytowns.catalogue import CARDS, card_name
from tinytowns.constructions import clearing, fits, free_marks, has_cubes, sites, takes_mark
from tinytowns.events import Constructed, FollowUps, SeatDone
from tinytowns.follow_ups import follow_ups, menu, prompt, puttable, refusals, settled
from tinytowns.pieces import MONUMENT
from tinytowns.placement import unknown_square
from tinytowns.rounds import GameTable, wrong_stage
from tinytowns.squares import NAMES, NUMBERS
from tinytowns.state import Reading, Seat
from tinytowns.tasks import Construct, PutWatched, Watch

_DONE = Done()


class Building(BaseHandler[GameTable, Construct]):
    """Every seat that settled a cube constructs what it likes."""

    def seats(self, table: GameTable, task: Construct) -> tuple[int, ...]:
        return tuple([number for number, seat in enumerate(table.state.seats) if not seat.done])

    def prompt(self, table: GameTable, task: Construct, seat: int) -> str:
        pending = table.state.seats[seat].pending
        return (
            prompt(table.state, pending[0])
            if pending
            else phrase("Build as much as you like, then say done.")
        )

    def options(self, table: GameTable, task: Construct, seat: int) -> Iterable[Sequence[Action]]:
        own = table.state.seats[seat]
        if own.pending:
            return [menu(table.state, own, own.pending[0])]
        return [[*_constructions(table.state, own), _DONE]]

    def refusals(self, table: GameTable, task: Construct, seat: int, action: Action) -> tuple[Refusal, ...]:
        own = table.state.seats[seat]
        if own.pending:
            return refusals(table.state, own, own.pending[0], action)
        match action:
            case Done():
                return ()
            case Build():
                return _not_buildable(table.state, own, action)
            case _:
                return wrong_stage(action, phrase("build, or say done"))

    def decide(self, table: GameTable, task: Construct, seat: int, action: Action) -> Outcome:
        state, own = table.state, table.state.seats[seat]
        if own.pending:
            return Outcome(settled(state, seat, own.pending, action), stays=True)
        if isinstance(action, Done):
            last = self.seats(table, task) == (seat,)
            return Outcome((SeatDone(seat),), stays=not last)
        assert isinstance(action, Build)
        events: list[Event] = [Constructed(seat, action.card, action.squares, action.site)]
        card = CARDS[action.card]
        if takes_mark(card) or card.type == MONUMENT:
            squares = tuple(NUMBERS[square] for square in action.squares)
            town = own.town.cleared(squares).put(NUMBERS[action.site], card.type)
            tasks = follow_ups(town, card, action.site)
            if tasks:
                events.append(FollowUps(seat, tasks))
        return Outcome(tuple(events), stays=True)


def _is_post(state: Reading) -> bool:
    return state.card("K").power is Power.STANDS_IN


def _is_anywhere(own: Seat, card: Card) -> bool:
    """Return whether a building may go on any empty square (rules 2.4.5)."""
    return card.power is Power.ANY_SITE or own.has(Power.ALL_SITES)


def _constructions(state: Reading, own: Seat) -> Iterator[Action]:  # must agree with refusals()
    posts = _is_post(state)
    found = fits(own.town, state.buildings, posts=posts)
    if own.hand:
        found += fits(own.town, own.hand, posts=posts)
    for card, one in found:
        if takes_mark(card) and not free_marks(own.town, card):
            continue
        squares = tuple([NAMES[square] for square in one.squares])
        for site in sites(own.town, one.squares, anywhere=_is_anywhere(own, card)):
            yield Build(card.id, squares, NAMES[site])


def _not_buildable(state: Reading, own: Seat, action: Build) -> tuple[Refusal, ...]:
    reasons: list[Refusal] = []
    card = CARDS.get(action.card)
    if card is None or (card.id not in state.buildings and card.id not in own.hand):
        built = action.card == own.monument
        why = phrase("it stands already") if built else phrase("it is neither in play nor your monument")
        reasons.append(
            Refusal(
                "build.not-yours",
                phrase("you cannot build {card}: {why}", card=card_name(action.card), why=why),
                "2.4.2",
            )
        )
    strange = [reason for square in {*action.squares, action.site} for reason in unknown_square(square)]
    if card is None or strange:
        return (*reasons, *sorted(strange, key=str))
    if takes_mark(card) and not free_marks(own.town, card):
        reasons.append(Refusal("build.no-mark", phrase("every resource lies on one of your Banks"), "2.4.6"))
    squares = tuple(NUMBERS[square] for square in action.squares)
    if not has_cubes(own.town, card, squares, posts=_is_post(state)):
        reasons.append(
            Refusal(
                "build.pattern",
                phrase(
                    "{title} needs {pattern} in any orientation: those squares do not show it",
                    title=card.title,
                    pattern=card.pattern,
                ),
                "2.4.3" if clearing(own.town, squares) else "2.4.4",
            )
        )
    allowed = sites(own.town, squares, anywhere=_is_anywhere(own, card))
    if NUMBERS[action.site] not in allowed:
        right = " or ".join(NAMES[site] for site in allowed)
        where = (
            phrase("only on {right}", right=right)
            if right
            else phrase("a building takes the place of a cube that it is built from")
        )
        reasons.append(
            Refusal(
                "build.site",
                phrase("it cannot go on {site}: {where}", site=action.site, where=where),
                "2.4.5",
            )
        )
    return tuple(reasons)


class Watching(BaseHandler[GameTable, Watch]):
    """After all are done, the owner of Opaleye's Watch puts the pieces that neighbours have set off."""

    def automatic(self, table: GameTable, task: Watch) -> Outcome | None:
        state = table.state
        if task.asked:
            return None if self.seats(table, task) else Outcome()
        for number, own in enumerate(state.seats):
            # rules 2.6: constructions of the round in which the Watch was built do not count
            if own.watch and own.active and MONUMENT not in own.constructed:
                beside = state.seats[state.left_of(number)], state.seats[state.right_of(number)]
                there = {letter for seat in beside for letter in seat.constructed}
                types = "".join(letter for letter in own.watch if letter in there)
                if puttable(state, own.town, types):
                    return Outcome((FollowUps(number, (PutWatched(types),)),), (Watch(asked=True),))
        return Outcome()

    def seats(self, table: GameTable, task: Watch) -> tuple[int, ...]:
        return tuple([number for number, seat in enumerate(table.state.seats) if seat.pending])

    def prompt(self, table: GameTable, task: Watch, seat: int) -> str:
        return prompt(table.state, table.state.seats[seat].pending[0])

    def options(self, table: GameTable, task: Watch, seat: int) -> Iterable[Sequence[Action]]:
        own = table.state.seats[seat]
        return [menu(table.state, own, own.pending[0])]

    def refusals(self, table: GameTable, task: Watch, seat: int, action: Action) -> tuple[Refusal, ...]:
        own = table.state.seats[seat]
        return refusals(table.state, own, own.pending[0], action)

    def decide(self, table: GameTable, task: Watch, seat: int, action: Action) -> Outcome:
        own = table.state.seats[seat]
        return Outcome(settled(table.state, seat, own.pending, action), stays=True)
