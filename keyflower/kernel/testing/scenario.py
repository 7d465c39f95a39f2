"""`BaseScenario`: a game in a test, with steps and expectations that read like sentences.

Each game has a `scenario` function that sets up a position in its own words; what is done with the position
afterwards is the same for every game.
"""

from __future__ import annotations

from typing import Any, Generic, Self, TypeAlias, TypeVar

from attrs import evolve

from keyflower.kernel.actions import Action
from keyflower.kernel.errors import ActionSyntaxError, GameOver, IllegalAction, NotYourTurn, Refusal
from keyflower.kernel.events import Event
from keyflower.kernel.game import BaseGame
from keyflower.kernel.options import Decision
from keyflower.kernel.values import frozen

Said: TypeAlias = str | Action
"""A step: an action, or its text, which may start with who takes it: ``P1 place b2``."""
GameT = TypeVar("GameT", bound=BaseGame[Any, Any, Any])
EventT = TypeVar("EventT", bound=Event)

_LONGEST = 10_000
"""No game has this many decisions."""


@frozen
class BaseScenario(Generic[GameT]):
    """A game in a test: each step returns a new one, and nothing ever changes."""

    game: GameT
    """The game as it is now."""

    def checked(self) -> Self:
        """Check what must hold after every step: such a state could be given from outside."""
        wrong = self.game.match.problem(self.game.state)
        assert not wrong, wrong
        return self

    def _at(self, game: GameT) -> Self:
        return evolve(self, game=game).checked()

    def _split(self, step: Said, seat: str | None) -> tuple[Said, str | None]:
        if isinstance(step, str):
            who, _, rest = step.partition(" ")
            if who.rstrip(":") in self.game.players:
                return rest, who.rstrip(":")
        return step, seat

    def _read(self, step: Said, seat: str | None) -> tuple[Action, int]:
        action, who = self._split(step, seat)
        return self.game._read(action, who)

    # ------------------------------------------------------------------ steps

    def play(self, *steps: Said, seat: str | None = None) -> Self:
        """Return the scenario after some actions, each by the seat it names or the only one that decides."""
        game = self.game
        for step in steps:
            action, who = self._split(step, seat)
            game = game.play(action, seat=who)
        return self._at(game)

    def legal(self, *steps: Said, seat: str | None = None) -> Self:
        """Check that each of some actions is legal now and among the options; nothing is played."""
        for step in steps:
            refusals = self.why_not(step, seat=seat)
            assert not refusals, f"{step}: {'; '.join(map(str, refusals))}"
            read, number = self._read(step, seat)
            options = self.game.decisions[number].options
            assert read in list(options), f"{read} is legal, but no option: {options}"
        return self

    def illegal(
        self, step: Said, code: str | None = None, *, rule: str | None = None, seat: str | None = None
    ) -> Self:
        """Check that an action is refused, with a code and a rule if they are given, and changes nothing.

        A text that names something that does not exist counts as refused too; there is no code for that.
        """
        action, who = self._split(step, seat)
        try:
            refusals = self.game.why_not(action, seat=who)
        except ActionSyntaxError as error:
            assert code is None and rule is None, f"{step} cannot be read: {error}"
            return self
        assert refusals, f"{step} is legal"
        codes, rules = [one.code for one in refusals], [one.rule for one in refusals]
        assert code is None or code in codes, f"{step} is refused with {codes}, not with {code}"
        assert rule is None or rule in rules, f"{step} is refused by rules {rules}, not by {rule}"
        before = self.game.state
        try:
            self.game.play(action, seat=who)
        except IllegalAction as error:
            assert error.refusals == refusals
            read, number = self._read(step, seat)
            assert read not in list(self.game.decisions[number].options), f"{read} is refused, but an option"
        except (NotYourTurn, GameOver):
            pass
        else:
            raise AssertionError(f"{step} is refused, but can be played")
        assert self.game.state == before
        return self

    def why_not(self, step: Said, *, seat: str | None = None) -> tuple[Refusal, ...]:
        """Return why an action is refused."""
        action, who = self._split(step, seat)
        return self.game.why_not(action, seat=who)

    def until(self, *kinds: str) -> Self:
        """Answer decisions with their first option until one of some kinds is open or the game is over."""
        game = self.game
        for _ in range(_LONGEST):
            decision = next(iter(game.decisions.values()), None)
            if decision is None or decision.kind in kinds:
                break
            game = game.play(decision.options[0], seat=decision.seat)
        return self._at(game)

    # ------------------------------------------------------------------ reading

    @property
    def acting(self) -> tuple[str, ...]:
        """The names of those who have something to decide."""
        return tuple(self.game.players[seat] for seat in self.game.decisions)

    @property
    def decision(self) -> Decision:
        """The only open decision."""
        return self.game.decision

    @property
    def options(self) -> list[str]:
        """The options of the only open decision, as texts."""
        return [str(action) for action in self.game.decision.options]

    def events(self, kind: type[EventT]) -> list[EventT]:
        """Return the events of a kind since the scenario began, in order."""
        return [event for game in self.game.moments for event in game.events if isinstance(event, kind)]
