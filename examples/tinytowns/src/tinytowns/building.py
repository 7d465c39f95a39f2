"""Building: constructions, and the decisions that follow immediately from a new building."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from keyflower.kernel import OR, Action, Event, Outcome, Refusal, WithFollowUps, listed, phrase, refused
from tinytowns.actions import Build, Done
from tinytowns.cards import Card, Power
from tinytowns.catalogue import CARDS, card_name
from tinytowns.constructions import clearing, fits, free_marks, has_cubes, sites, takes_mark
from tinytowns.events import Constructed, FollowUps, SeatDone
from tinytowns.follow_ups import QUESTIONS, follow_ups, puttable
from tinytowns.pieces import MONUMENT
from tinytowns.rounds import GameTable, wrong_stage
from tinytowns.squares import NAMES, NUMBERS
from tinytowns.state import Seat, State
from tinytowns.tasks import Construct, PutWatched, Watch

_DONE = Done()


class Building(WithFollowUps[GameTable, Construct]):
    """Every seat that settled a cube may construct buildings."""

    QUESTIONS = QUESTIONS
    asks = phrase("Build as much as you like, then say done.")

    def is_asked(self, table: GameTable, own: Seat) -> bool:
        return not own.done

    def own_options(self, table: GameTable, task: Construct, seat: int) -> Iterable[Sequence[Action]]:
        return [[*_constructions(table.state, table.state.seats[seat]), _DONE]]

    def own_refusals(
        self, table: GameTable, task: Construct, seat: int, action: Action
    ) -> tuple[Refusal, ...]:
        match action:
            case Done():
                return ()
            case Build():
                return _not_buildable(table.state, table.state.seats[seat], action)
            case _:
                return wrong_stage(action, phrase("build, or say done"))

    def own_events(self, table: GameTable, task: Construct, seat: int, action: Action) -> tuple[Event, ...]:
        if isinstance(action, Done):
            return (SeatDone(seat),)
        assert isinstance(action, Build)
        built, card = Constructed(seat, action.card, action.squares, action.site), CARDS[action.card]
        if not takes_mark(card) and card.type != MONUMENT:
            return (built,)
        squares = tuple(NUMBERS[square] for square in action.squares)
        town = table.state.seats[seat].town.cleared(squares).put(NUMBERS[action.site], card.type)
        tasks = follow_ups(town, card, action.site)
        return (built, FollowUps(seat, tasks)) if tasks else (built,)


def _is_post(state: State) -> bool:
    return state.card("K").power is Power.STANDS_IN


def _is_anywhere(own: Seat, card: Card) -> bool:
    """Return whether a building may go on any empty square (rules 2.4.5)."""
    return card.power is Power.ANY_SITE or own.has(Power.ALL_SITES)


def _constructions(state: State, own: Seat) -> Iterator[Action]:  # must agree with refusals()
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


def _not_buildable(state: State, own: Seat, action: Build) -> tuple[Refusal, ...]:
    reasons: list[Refusal] = []
    card = CARDS.get(action.card)
    if card is None or (card.id not in state.buildings and card.id not in own.hand):
        built = action.card == own.monument
        why = phrase("it is already built") if built else phrase("it is neither in play nor your monument")
        gaps = {"card": card_name(action.card), "why": why}
        reasons += refused("build.not-yours", "2.4.2", "you cannot build {card}: {why}", **gaps)
    if card is None:
        return tuple(reasons)
    if takes_mark(card) and not free_marks(own.town, card):
        reasons += refused("build.no-mark", "2.4.6", "every resource lies on one of your Banks")
    squares = tuple(NUMBERS[square] for square in action.squares)
    if not has_cubes(own.town, card, squares, posts=_is_post(state)):
        reasons += refused(
            "build.pattern",
            "2.4.3" if clearing(own.town, squares) else "2.4.4",
            "{title} needs {pattern} in any orientation: those squares do not show it",
            title=card_name(card.id),
            pattern=card.pattern,
        )
    allowed = sites(own.town, squares, anywhere=_is_anywhere(own, card))
    if NUMBERS[action.site] not in allowed:
        where = phrase("a building takes the place of a cube that it is built from")
        if allowed:
            where = phrase("only on {right}", right=listed([NAMES[site] for site in allowed], OR))
        gaps = {"site": action.site, "where": where}
        reasons += refused("build.site", "2.4.5", "it cannot go on {site}: {where}", **gaps)
    return tuple(reasons)


class Watching(WithFollowUps[GameTable, Watch]):
    """After all are done, the owner of Opaleye's Watch puts the pieces that neighbours have set off."""

    QUESTIONS = QUESTIONS

    def automatic(self, table: GameTable, task: Watch) -> Outcome | Action | None:
        if task.asked:
            return super().automatic(table, task)
        state = table.state
        for number, own in enumerate(state.seats):
            # rules 2.6: constructions of the round in which the Watch was built do not count
            if own.watch and own.active and MONUMENT not in own.constructed:
                beside = state.seats[state.left_of(number)], state.seats[state.right_of(number)]
                there = {letter for seat in beside for letter in seat.constructed}
                types = "".join(letter for letter in own.watch if letter in there)
                if puttable(state, own.town, types):
                    return Outcome((FollowUps(number, (PutWatched(types),)),), (Watch(asked=True),))
        return Outcome()
