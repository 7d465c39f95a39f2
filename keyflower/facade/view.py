"""`View`: the game as one seat, or a spectator, may know it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from keyflower.engine import options
from keyflower.engine.options import Decision, Options, Random
from keyflower.engine.score_sheet import ScoreSheet
from keyflower.engine.scoring import score_seat
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game, Playable, Setting, read_action
from keyflower.facade.log_lines import NO_CHANCE
from keyflower.facade.scores import Scores
from keyflower.facade.states import Data
from keyflower.facade.table import Reading
from keyflower.model.event import fold
from keyflower.model.state import UNSEEN, State, empty_state
from keyflower.vocabulary.errors import GameOver, HiddenInformation, NotYourTurn, Refusal
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import SPECTATOR

if TYPE_CHECKING:
    from keyflower.facade.log import Entry


def _without_chance(setting: Setting) -> Setting:
    """Return the setting without its chance source: whoever knows the seed knows everything."""
    return setting if setting.origin is NO_CHANCE else evolve(setting, origin=NO_CHANCE)


@frozen(repr=False)
class View(Reading):
    """What a seat, or a spectator, may know at one moment; it is read like a game.

    Hidden pieces are unknown pieces of a pool (``?5``), hidden tiles are question marks: they can be counted.
    Asking for what is behind them raises `HiddenInformation`.

    >>> view = Game.new(["Ann", "Bob"], seed=7).view("Bob")
    >>> view.screen("Ann").workers, view.workers("Bob").total
    (Pool.of(unknown=8), 8)
    >>> view.workers("Ann")
    Traceback (most recent call last):
        ...
    keyflower.vocabulary.errors.HiddenInformation: Bob cannot know Ann's workers, only that there are 8
    """

    setting: Setting = field(converter=_without_chance)
    """Rules and players; the chance source is not among what a view may know."""
    state: State
    """The state with everything hidden that the viewer may not know."""
    ply: int = field(default=-1, eq=False)
    """How many actions have been played; -1 before the set-up."""

    @staticmethod
    def before(setting: Setting, viewer: int) -> View:
        """Return what a viewer knows before the first entry of a redacted log: nothing."""
        return View(setting, empty_state(viewer))

    def after(self, entry: Entry) -> View:
        """Return the view after the next entry of a log; an entry that tells too much is redacted first."""
        redacted = [event.redacted(self.viewer) for event in entry.events]
        return View(self.setting, fold(self.state, redacted), self.ply + 1)

    # ------------------------------------------------------------------ whose view it is

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played."""
        return self.setting.ruleset

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return self.setting.players

    @property
    def viewer(self) -> int:
        """The seat whose view it is, or `SPECTATOR`."""
        viewer = self.state.viewer
        if viewer is None:
            raise HiddenInformation("this is no view but a whole state: hide it first")
        return viewer

    @property
    def name(self) -> str:
        """Who looks."""
        return "a spectator" if self.viewer == SPECTATOR else self.players[self.viewer]

    # ------------------------------------------------------------------ deciding

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that have an open decision: everybody can see who is waited for."""
        return options.open_seats(self.ruleset, self.state)

    @property
    def decisions(self) -> Mapping[int, Decision]:
        """The viewer's own open decision by seat; empty if there is none."""
        if self.viewer not in self.deciding:
            return MappingProxyType({})
        return MappingProxyType({self.viewer: options.decision(self.ruleset, self.state, self.viewer)})

    @property
    def decision(self) -> Decision:
        """The viewer's own open decision.

        Raises:
            GameOver: if the game has ended.
            NotYourTurn: if only others decide; what they may do depends on what only they can see.
        """
        found = self.decisions.get(self.viewer)
        if found is not None:
            return found
        if self.over:
            raise GameOver("the game is over: nobody can act any more")
        names = " and ".join(self.players[seat] for seat in self.deciding)
        raise NotYourTurn(f"{self.name} has nothing to decide now; {names} does")

    @property
    def options(self) -> Options:
        """What the viewer may do now; raises as `decision` does."""
        return self.decision.options

    def why_not(self, action: Playable) -> tuple[Refusal, ...]:
        """Return every reason why the viewer may not take an action now; none if it is legal.

        Raises:
            ActionSyntaxError: if the text or data is no action.
            AmbiguousAction: if a text could mean several.
        """
        if self.viewer not in self.deciding:
            code, rule = ("game.over", "2.2") if self.over else ("turn.not-yours", "2.2")
            names = " and ".join(self.players[seat] for seat in self.deciding)
            reason = (
                "the game is over" if self.over else f"{self.name} has nothing to decide now; {names} does"
            )
            return (Refusal(code, reason, rule),)
        return options.why_not(self.ruleset, self.state, self.viewer, read_action(self, action, self.viewer))

    # ------------------------------------------------------------------ what may be hidden

    def _known(self, who: int | str, pool: Pool, what: str) -> Pool:
        if pool.unknown:
            owner = self.players[self.seat_of(who)]
            raise HiddenInformation(
                f"{self.name} cannot know {owner}'s {what}, only that there are {pool.total}"
            )
        return pool

    def workers(self, who: int | str) -> Pool:
        """Return the workers behind a player's screen.

        Raises:
            HiddenInformation: if the viewer cannot know them; ``view.screen(who)`` tells how many there are.
        """
        return self._known(who, self.screen(who).workers, "workers")

    def skills(self, who: int | str) -> Pool:
        """Return the skill tokens behind a player's screen.

        Raises:
            HiddenInformation: if the viewer cannot know them.
        """
        return self._known(who, self.screen(who).skills, "skills")

    def winter_tiles(self, who: int | str) -> tuple[str, ...]:
        """Return the winter tiles dealt to a player.

        Raises:
            HiddenInformation: if the viewer cannot know them.
        """
        tiles = self.screen(who).winter
        if UNSEEN in tiles:
            owner = self.players[self.seat_of(who)]
            raise HiddenInformation(
                f"{self.name} cannot know {owner}'s winter tiles, only that there are {len(tiles)}"
            )
        return tiles

    def score(self, who: int | str) -> ScoreSheet:
        """Return the score sheet of a player as if the game ended now.

        Raises:
            HiddenInformation: if it depends on what the viewer cannot know.
        """
        seat = self.seat_of(who)
        own = self.state.seats[seat]
        self._known(seat, own.workers + own.skills, "points: they depend on pieces behind the screen")
        return score_seat(self.ruleset, self.state, seat)

    @property
    def scores(self) -> Scores:
        """The score sheet of each seat, as if the game ended now.

        Raises:
            HiddenInformation: unless every screen is known; `score` asks for one player.
        """
        return Scores(tuple([self.score(seat) for seat in range(len(self.players))]), self.players)

    def to_data(self, *, options: bool = True) -> Data:
        """Return the view as JSON-able data, with the viewer's open decision.

        Args:
            options: whether the decision lists its options; there can be thousands.
        """
        from keyflower.facade.codec import decision_to_data, state_to_data

        ruleset = self.ruleset
        return {
            "viewer": self.viewer,
            "ply": self.ply,
            "expansions": [expansion.id for expansion in ruleset.expansions],
            "variants": [*ruleset.chosen],
            "players": [*self.players],
            "deciding": [*self.deciding],
            "decisions": [
                decision_to_data(ruleset, decision, options=options) for decision in self.decisions.values()
            ],
            "state": state_to_data(ruleset, self.state),
        }

    # ------------------------------------------------------------------ imagining the rest

    def sample(self, rng: Random) -> Game:
        """Deal a whole game that fits the view, for bots that search: every deal that fits is possible.

        What the view has forgotten is not remembered either: pieces that were seen before they went behind a
        screen are dealt like all others. Later draws come from a seed that is drawn from `rng` too.

        Args:
            rng: the only source of randomness, such as a `random.Random`.
        """
        from keyflower.facade.dealing import deal

        return deal(self, rng)

    def __repr__(self) -> str:
        names = ", ".join(self.players)
        when = "over" if self.over else str(self.season)
        return f"<View of {self.name} on a game of {names}: {when}>"
