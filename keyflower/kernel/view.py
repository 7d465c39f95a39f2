"""`BaseView`: a game as one seat, or a spectator, may know it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from attrs import evolve, field

from keyflower.kernel.chance import SeededChance
from keyflower.kernel.errors import (
    GameOver,
    HiddenInformation,
    NotContinued,
    NotYourTurn,
    Refusal,
    over,
    waiting,
)
from keyflower.kernel.events import PositionGiven
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.log.lines import NO_CHANCE
from keyflower.kernel.match import BaseMatch
from keyflower.kernel.options import Decision, Options, Random
from keyflower.kernel.state import StateT
from keyflower.kernel.values import frozen

if TYPE_CHECKING:
    from keyflower.kernel.game import BaseGame, Playable

MatchT = TypeVar("MatchT", bound=BaseMatch[Any])
GameT = TypeVar("GameT", bound="BaseGame[Any, Any, Any]")

TRIES = 2_000
"""How many deals are tried until one leaves options to those who decide; the first nearly always does."""


def _without_chance(match: MatchT) -> MatchT:
    """Return the match without its chance source: whoever knows the seed knows everything."""
    return match if match.origin is NO_CHANCE else evolve(match, origin=NO_CHANCE)


@frozen(repr=False)
class BaseView(Generic[MatchT, StateT, GameT]):
    """What a seat, or a spectator, may know at one moment; a game derives a class from it.

    Hidden pieces are unknown pieces of a pool (``?5``), hidden names are question marks: they can be counted.
    """

    match: MatchT = field(converter=_without_chance)
    """Rules and players, without the source of chance."""
    state: StateT
    """The state with everything hidden that the viewer may not know."""
    ply: int = field(default=-1, eq=False)
    """How many actions have been played; -1 before the set-up."""

    @classmethod
    def before(cls, match: MatchT, viewer: int) -> Self:
        """Return the empty view that a viewer has before the first entry of a redacted log.

        >>> view.before(view.match, view.viewer).viewer == view.viewer
        True
        """
        return cls(match, match.FLOW.empty(viewer))

    def after(self, entry: Entry) -> Self:
        """Return the view after the next entry of a log. An entry that contains too much is redacted first.

        >>> later = game.play("pass")
        >>> view.after(later.entry.redacted(view.viewer)) == later.view("Bob")
        True
        """
        redacted = [event.redacted(self.viewer) for event in entry.events]
        return evolve(self, state=self.match.folded(self.state, redacted), ply=self.ply + 1)

    # ------------------------------------------------------------------ whose view it is

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat.

        >>> view.players
        ('Ann', 'Bob', 'Cid')
        """
        return self.match.players

    def seat_of(self, who: int | str) -> int:
        """Return the number of a seat given by number or name.

        Raises:
            UnknownName: if there is no such seat, or nobody of that name plays.

        >>> view.seat_of("Cid")
        2
        """
        return self.match.seat_of(who)

    @property
    def viewer(self) -> int:
        """The seat that this is the view of, or `SPECTATOR`.

        >>> view.viewer
        1
        """
        viewer = self.state.viewer
        if viewer is None:
            raise HiddenInformation("this is a whole state, not a view: hide it first")
        return viewer

    @property
    def name(self) -> str:
        """The name of the viewer.

        >>> view.name
        'Bob'
        """
        return self.match.name_of(self.viewer)

    @property
    def over(self) -> bool:
        """Whether the game has ended.

        >>> view.over
        False
        """
        return self.state.over

    @property
    def halted(self) -> str:
        """Why the game cannot be continued although it is not over: other versions of its rules were used before.

        >>> view.halted
        ''
        """
        return self.match.halted()

    # ------------------------------------------------------------------ deciding

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have an open decision, which everybody can see.

        >>> view.deciding
        (1,)
        """
        return self.match.FLOW.open_seats(self.match.ruleset, self.state)

    @property
    def decisions(self) -> Mapping[int, Decision]:
        """The viewer's own open decision by seat; empty if there is none.

        >>> [*view.decisions]
        [1]
        """
        if self.halted or self.viewer not in self.deciding:
            return MappingProxyType({})
        match = self.match
        return MappingProxyType(match.FLOW.decisions(match.ruleset, self.state, (self.viewer,), match=match))

    @property
    def decision(self) -> Decision:
        """The viewer's own open decision.

        Raises:
            GameOver: if the game has ended.
            NotYourTurn: if only others decide; their options depend on what only they can see.

        >>> view.decision.kind
        'turn'
        """
        found = self.decisions.get(self.viewer)
        if found is not None:
            return found
        if self.over:
            raise GameOver(over())
        if self.halted:
            raise NotContinued(self.halted)
        raise NotYourTurn(waiting(self.name, [self.players[seat] for seat in self.deciding]))

    @property
    def options(self) -> Options:
        """What the viewer may do now; raises the same errors as `decision`.

        >>> view.options == game.options
        True
        """
        return self.decision.options

    def why_not(self, action: Playable) -> tuple[Refusal, ...]:
        """Return every reason why an action of the viewer is not legal now; empty if it is legal.

        Raises:
            ActionSyntaxError, AmbiguousAction: if it cannot be read.

        >>> view.why_not(view.options[0])
        ()
        """
        try:
            options = self.options
        except (GameOver, NotYourTurn) as error:
            return (self.match.nobody_acts(error),)
        return self.match.spoken(options.why_not(self.match.read(self.state, action, self.viewer)))

    def to_data(self, *, options: bool = True) -> dict[str, object]:
        """Return the view as JSON-able data, with the viewer's open decision.

        Args:
            options: whether the decision lists its options; there can be thousands.
        """
        codec = self.match.codec()
        return {
            "viewer": self.viewer,
            "ply": self.ply,
            "players": [*self.players],
            "deciding": [*self.deciding],
            "decisions": [decision.to_data(codec, options=options) for decision in self.decisions.values()],
            "state": codec.state_to_data(self.state),
        }

    # ------------------------------------------------------------------ imagining the rest

    def remembering(self, log: Any) -> Self:  # Any: a game says which class its logs have
        """Return the view of a player who forgets nothing; a game that hides pieces again has to define it.

        Args:
            log: the history up to this view, whole or redacted for the viewer.
        """
        return self

    def sample(self, rng: Random) -> GameT:
        """Deal a whole game that is consistent with the view; every consistent deal is possible.

        Pieces that were seen before they were hidden again are dealt like all others, because a view does not
        remember them. Later draws use a seed that is also drawn from `rng`.

        Args:
            rng: the only source of randomness, such as a `random.Random`.

        Raises:
            HiddenInformation: if the pieces of the view do not add up, or no deal is consistent with it.

        >>> dealt = view.sample(Random(1))
        >>> dealt.view("Bob") == view
        True
        """
        match = self.match
        for _ in range(TRIES):
            state = match.filled(self.state, rng)
            if match.FLOW.can_wait(match.ruleset, state):
                chance = SeededChance(rng.randrange(1 << 53))
                dealt = evolve(match, origin=chance)
                given = Entry(-1, None, (PositionGiven(state),), match=dealt)
                game: GameT = match.game_class()(dealt, state, chance, None, -1, None, given)
                return game
        raise HiddenInformation("no deal was found that leaves an option to everybody who decides now")
