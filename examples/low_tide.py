"""Low Tide: a small game of hidden information on the kernel, with every surface.

Everybody has five cards from a deck with two of each number from 1 to 9. Each round a shell is worth some points. All
lay a card in secret; the highest card that nobody else laid takes the shell. The most points after five rounds win.
"""

from __future__ import annotations

# fmt: off
# isort: off
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from attrs import frozen

from keyflower.kernel import (
    NOBODY, OWNER, UNSEEN, Action, Asking, BaseEventLog, BaseGame, BaseMatch, BaseState, BaseView, Chance, Domain,
    Event, Flow, GameDeclaration, GameEnded, Moved, Outcome, Paragraphs, Part, Question, RandomBot, Refusal, Scored,
    SearchBot, SeatsTaken, SecretChoice, Sentence, SetupError, Speaker, Table, Task, Uncovered, checked_chance,
    checked_names, deal, held, moved, open_, phrase, refused, said,
)
from keyflower.logs import LogFiles
# isort: on

DECK = tuple(f"{number}{mark}" for number in range(1, 10) for mark in "ab")
SHELLS = (3, 5, 2, 6, 4)


@frozen(weakref_slot=False)
class Seat(Part):
    hand: tuple[str, ...] = held(by=OWNER, default=(), of="card")
    laid: tuple[str, ...] = held(by=OWNER, default=(), of="card")
    played: tuple[str, ...] = open_(default=(), of="card")
    total: int = open_(default=0)


@frozen(weakref_slot=False)
class State(BaseState):
    viewer: int | None = None
    agenda: tuple[Task, ...] = ()
    seats: tuple[Seat, ...] = open_(default=(), inside=True)
    box: tuple[str, ...] = held(by=NOBODY, default=(), of="card")
    round: int = open_(default=0)


CARD = Domain("card", names=DECK, example="7a")


@frozen
class Lay(Sentence):
    """Lay a card in secret."""

    card: str = said(CARD)


@frozen
class Everybody(Task, tag="lay"):
    pass


AtTable = Table[None, State]


@frozen
class Shown(Event):
    cards: tuple[str, ...]
    winner: int
    points: int

    def apply(self, draft: Any) -> None:
        draft.round += 1
        if self.winner >= 0:
            draft.seat(self.winner).total += self.points

    def words(self, players: tuple[str, ...]) -> str:
        cards = ", ".join(self.cards)
        if self.winner < 0:
            return phrase("Shown: {cards}. Nobody takes the shell.", cards=cards)
        return phrase(
            "Shown: {cards}. {who} takes {points}.", cards=cards, who=players[self.winner], points=self.points
        )


class Laying(SecretChoice[AtTable, Everybody], Question[AtTable, Everybody, Lay]):
    answer = Lay

    def is_asked(self, table: AtTable, own: Seat) -> bool:
        return not own.laid

    def prompt(self, table: AtTable, task: Everybody, seat: int) -> str:
        return phrase("Lay a card: the shell is worth {points}.", points=SHELLS[table.state.round])

    def answers(self, table: AtTable, task: Everybody, seat: int) -> Sequence[Lay]:
        return [Lay(card) for card in table.state.seats[seat].hand]

    def unfit(self, table: AtTable, task: Everybody, seat: int, action: Lay) -> tuple[Refusal, ...]:
        return refused("lay.not-yours", "1", "you do not hold that card")

    def sealed(self, table: AtTable, task: Everybody, seat: int, action: Action) -> Event:
        assert isinstance(action, Lay)
        return moved(Seat, [action.card], "laid", seat=seat, source="hand")

    def shown(self, table: AtTable, task: Everybody) -> Outcome:
        state = table.state
        cards = tuple(own.laid[0] for own in state.seats)
        values = [int(card[0]) for card in cards]
        alone = [value for value in values if values.count(value) == 1]
        winner = values.index(max(alone)) if alone else -1
        opened = [moved(Seat, own.laid, "played", seat=seat, source="laid") for seat, own in enumerate(state.seats)]
        events = (*opened, Shown(cards, winner, SHELLS[state.round]))
        if state.round + 1 < len(SHELLS):
            return Outcome(events, (Everybody(),))
        totals = [own.total + SHELLS[state.round] * (seat == winner) for seat, own in enumerate(state.seats)]
        best = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
        return Outcome((*events, GameEnded(tuple(totals), best)))


@frozen
class Match(BaseMatch[None]):
    GAME: ClassVar[str] = "lowtide"
    LIBRARY: ClassVar[str] = "1"
    FLOW: ClassVar[Flow[None, State]] = Flow.of({Everybody: Laying()}, State)
    PARAGRAPHS: ClassVar[Paragraphs] = Paragraphs(turn="1", end="1", undo="1")
    STATE, ACTIONS, EVENTS, TASKS = State, (Lay,), (SeatsTaken, Moved, Uncovered, Shown), (Everybody,)

    @classmethod
    def checked(cls, rules: None, players: int) -> None:
        if players not in (2, 3):
            raise SetupError(phrase("two or three play Low Tide, not {number}", number=players))

    def set_up(self, asking: Asking) -> Iterator[Event]:
        yield SeatsTaken(len(self.players), (Everybody(),))
        hands, box = deal(asking, DECK, len(self.players), len(SHELLS), reason="the hands")
        yield from [moved(Seat, hand, "hand", seat=seat) for seat, hand in enumerate(hands)]
        yield moved(State, box, "box")

    def names(self) -> Mapping[str, Sequence[str]]:
        return {"card": DECK}

    def sheet(self, state: State, seat: int) -> Seat:
        return state.seats[seat]


@frozen(repr=False)
class View(Scored[Seat], BaseView[Match, State, "Game"]):
    pass


@frozen(slots=False, repr=False)
class EventLog(LogFiles, BaseEventLog[Match, "Game", View]):
    MATCH: ClassVar[type[Match]] = Match


@frozen(eq=False, repr=False)
class Game(Scored[Seat], BaseGame[Match, State, View]):
    VIEW: ClassVar[type[View]] = View
    LOG: ClassVar[type[EventLog]] = EventLog

    @staticmethod
    def new(players: Iterable[str], *, seed: int | None = None, chance: Chance | None = None) -> Game:
        names = checked_names(players)
        return Game.begun(Match(Match.checked(None, len(names)), names, origin=checked_chance(seed, chance)))


def text(view: Game | View, language: Speaker) -> str:
    rows = zip(view.players, view.state.seats, strict=True)
    return "\n".join(f"{name}: {seat.total} points, hand {' '.join(seat.hand)}" for name, seat in rows)


def picture(view: View, language: Speaker) -> str:
    parts = []
    for row, (name, seat) in enumerate(zip(view.players, view.state.seats, strict=True)):
        parts.append(f'<text x="10" y="{60 * row + 24}">{name}: {seat.total}</text>')
        for place, card in enumerate(seat.hand):
            mark = f'data-kind="card" data-key="{card}" data-seat="{row}"' if card != UNSEEN else ""
            x, y = 150 + 60 * place, 60 * row + 4
            box = f'<rect x="{x}" y="{y}" width="50" height="50" rx="6" fill="#9cd" stroke="#245"/>'
            parts.append(f'<g {mark}>{box}<text x="{x + 16}" y="{y + 32}">{card[0]}</text></g>')
    size = f'viewBox="0 0 480 {60 * len(view.players)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-size="18">{"".join(parts)}</svg>'


LOW_TIDE = GameDeclaration(
    name="lowtide", title="Low Tide", game=Game, least=2, most=3, text=text, picture=picture,
    bots={"random": RandomBot, "search": lambda: SearchBot(playouts=200)}, usual_bot="search",
    home="examples.low_tide:LOW_TIDE",
)  # fmt: skip
