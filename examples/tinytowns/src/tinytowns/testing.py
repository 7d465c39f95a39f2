"""`scenario`: any position in a few lines, then steps and expectations on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from keyflower.kernel import (
    BasePool,
    Entry,
    PositionGiven,
    ScriptedChance,
    SeededChance,
    SetupError,
    Task,
    seat_number,
)
from keyflower.kernel.testing import BaseScenario
from tinytowns.catalogue import FIRST_GAME, card
from tinytowns.constructions import free_marks, takes_mark
from tinytowns.game import Game
from tinytowns.match import TownMatch
from tinytowns.match import monuments as all_monuments
from tinytowns.pieces import EMPTY, MONUMENT
from tinytowns.rounds import ending, next_to_name
from tinytowns.squares import NAMES
from tinytowns.state import DISCARDED, OPEN_CARDS, RESOURCE_CARDS, Rules, Seat, State
from tinytowns.tasks import BeginRound, Check, Construct, KeepMonuments, PickCard, Settle, Watch
from tinytowns.town import Town

_AGENDAS: dict[str, tuple[Task, ...]] = {
    "keep": (KeepMonuments(), BeginRound()),
    "name": (BeginRound(),),
    "pick": (PickCard(), Settle()),
    "place": (Settle(),),
    "build": (Construct(), Watch(), Check()),
    "check": (Watch(), Check()),
    "over": (),
}
"""What is left to do in each stage."""
_BEFORE = ("name", "pick", "place")
"""Stages in which a full town was completed in an earlier round."""
SEATS = ("P1", "P2", "P3", "P4", "P5", "P6")
"""The players of a scenario, by seat."""


def scenario(
    towns: Mapping[str, str] | Sequence[str] | str = (),
    *,
    players: int | Sequence[str] = 2,
    stage: str = "name",
    cards: str = "",
    monuments: Mapping[str, str] | None = None,
    returned: Mapping[str, str] | None = None,
    resource: str = "",
    master: str | None = None,
    round: int = 1,
    named: Mapping[str, int] | None = None,
    completed: Mapping[str, int] | None = None,
    done: Iterable[str] = (),
    recorded: Mapping[str, int] | None = None,
    watch: Mapping[str, str] | None = None,
    set_aside: Mapping[str, str] | None = None,
    shown: str = "",
    under: str = "",
    cavern: bool = False,
    town_hall: bool = False,
    chance: Sequence[str] = (),
    seed: int = 0,
) -> Scenario:
    """Set up a position for a test.

    Args:
        towns: towns as texts, by name or for the seats in order; ``CW../bK../..../.... b2:g`` puts glass on the
            building on b2. Towns that are not given are empty. Factories and Banks without a mark get one.
        players: how many seats (called P1, P2, ...), or their names.
        stage: ``keep``, ``name`` (in a game alone ``pick``), ``place``, ``build``, ``check`` (the end of a
            round), or ``over``.
        cards: cards that take the place of those of the first game: ``"shed trading_post"``.
        monuments: the monument of a seat: it stands in the town if that has an ``M``, else it is in the hand.
            For the stage ``keep``, the two that were dealt: ``"fort_ironweed the_starloom"``.
        returned: the monument that a seat has given back.
        resource: the resource of this round, for the stages after it is known; alone, by default that of the first
            open card.
        master: the Master Builder of this round; by default the first seat.
        round: the number of the round.
        named: how many rounds each seat has named.
        completed: in which round some seats completed their towns; by default towns that are full before somebody
            builds were completed in the last round.
        done: who is done, for the stage ``build``.
        recorded: how many buildings stood when a seat built its monument; by default as many as stand now.
        watch: the letters of the types on a seat's Opaleye's Watch.
        set_aside: the letters of the cubes that seats have set aside.
        shown: the open resource cards of a game alone: ``"wood glass stone"``.
        under: the cards under its deck, the first to come back first.
        cavern: whether the cavern rule is on.
        town_hall: whether the town hall is played.
        chance: the results of random draws, in order; after them the seed decides.
        seed: that seed.

    Raises:
        SetupError: if the position cannot be.

    >>> at = scenario([".h../bg../..../...."], stage="build", resource="glass")
    >>> at.legal("P1 build cottage b1 a2 b2 on b1").illegal(
    ...     "P1 build cottage b1 a2 b2 on a1", "build.site"
    ... ).acting
    ('P1', 'P2')
    """
    names = SEATS[:players] if isinstance(players, int) else tuple(players)
    by_type = {card(name).type: name for name in (*FIRST_GAME, *cards.split())}
    rules = TownMatch.checked(
        Rules(tuple(by_type.values()), bool(monuments or returned), cavern, town_hall), len(names)
    )
    if not isinstance(towns, Mapping):
        towns = dict(zip(names, [towns] if isinstance(towns, str) else towns, strict=False))
    seats = []
    for name in names:
        town = _marked(Town.parse(towns.get(name, str(Town()))), rules)
        hand = tuple(sorted(card(one).id for one in (monuments or {}).get(name, "").split()))
        stands = MONUMENT in town.letters
        finished = (completed or {}).get(name, max(1, round - 1) if town.is_full and stage in _BEFORE else 0)
        if stands and len(hand) != 1:
            raise SetupError(f"say which monument stands in the town of {name}: monuments={{{name!r}: ...}}")
        seats.append(
            Seat(
                town=town,
                hand=() if stands else hand,
                returned=tuple(card(one).id for one in (returned or {}).get(name, "").split()),
                monument=hand[0] if stands else "",
                done=name in done or finished > 0,
                watch=(watch or {}).get(name, ""),
                recorded=(recorded or {}).get(name, len(town.buildings) if stands else 0),
                cavern=(set_aside or {}).get(name, ""),
                named=(named or {}).get(name, 0),
                completed=finished,
            )
        )
    solo = len(names) == 1
    if stage not in _AGENDAS:
        raise SetupError(f"there is no stage {stage!r}; there are {', '.join(_AGENDAS)}")
    if solo and stage == "name":
        stage = "pick"
    if all(seat.completed for seat in seats):
        stage = "over"
    if solo and not resource:
        resource = (shown.split() or ["wood"])[0]
    state = State(
        seats=tuple(seats),
        buildings=rules.buildings,
        box=_boxed(seats) if rules.monuments else (),
        round=max(round, *(max(seat.completed, seat.named) for seat in seats)),
        master=-1 if solo or town_hall else (0 if master is None else seat_number(names, master)),
        resource="" if stage in ("keep", "name", "pick") else resource,
    )
    if solo or town_hall:
        state = _with_cards(state, shown.split(), under.split())
    elif stage == "name":
        naming = next_to_name(evolve(state, round=1, master=state.right_of(state.master)))
        if master is not None and naming.seat != state.master:
            raise SetupError(f"{master} may not name: {names[naming.seat]} is next")
        state = evolve(state, master=naming.seat, agenda=(naming, Settle()))
    if not state.agenda:
        complete = all(seat.completed for seat in seats)
        state = evolve(state, agenda=(Check(),) if complete else _AGENDAS[stage])
    if stage == "keep" or (stage == "name" and town_hall):
        state = evolve(state, round=state.round - 1)  # the round that is about to begin
    match = TownMatch(rules, names, origin=ScriptedChance(tuple(chance), SeededChance(seed)))
    step = match.FLOW.settle(rules, state, match.origin)
    wrong = match.problem(step.state)
    if wrong:
        raise SetupError(f"this position cannot be: {wrong}")
    if step.state.agenda:
        entry = Entry(-1, None, (PositionGiven(step.state),))
    elif state.agenda:  # it was over at once: the log tells how
        entry = Entry(-1, None, (PositionGiven(state), *step.events), step.answers)
    else:
        entry = Entry(-1, None, (PositionGiven(state), ending(state)))
    return Scenario(Game(match, step.state, step.chance, None, -1, None, entry))


def _marked(town: Town, rules: Rules) -> Town:
    """Return a town whose Factories and Banks bear a mark each."""
    special = card(rules.buildings[-1])
    for square in town.of("K") if takes_mark(special) else ():
        if not town.load(square):
            town = town.loaded(square, (free_marks(town, special) or "w")[0])
    return town


def _boxed(seats: list[Seat]) -> tuple[str, ...]:
    """Return the monuments that nobody has."""
    used = {name for seat in seats for name in (*seat.hand, *seat.returned, seat.monument)}
    return tuple(name for name in all_monuments(len(seats)) if name not in used)


def _with_cards(state: State, shown: list[str], under: list[str]) -> State:
    """Return a state with its resource cards."""
    if len(state.seats) > 1:
        return evolve(state, unturned=RESOURCE_CARDS, deck=RESOURCE_CARDS.total - DISCARDED)
    opened = shown or [*dict.fromkeys([state.resource or "wood", "glass", "stone", "brick"])][:OPEN_CARDS]
    left = RESOURCE_CARDS - BasePool.each((*opened, *under))
    return evolve(state, shown=tuple(opened), under=tuple(under), unturned=left, deck=left.total)


@frozen
class Scenario(BaseScenario[Game]):
    """A game of Tiny Towns in a test."""

    def done(self) -> Scenario:
        """Let everybody who still builds be done."""
        at = self
        while at.stage == "build":
            at = at.play(f"{at.acting[0]} done")
        return at

    def settle(self, **choices: str) -> Scenario:
        """Let every seat settle the cube: as said (``P1="store c3"`` or ``P2="b2"``), else on its last empty square."""
        at = self
        for name in self.acting:
            text = choices.get(name, NAMES[at.game.town(name).letters.rindex(EMPTY)])
            at = at.play(f"{name} {text if ' ' in text or text == 'cavern' else f'place {text}'}")
        return at

    def play_round(self, resource: str, **choices: str) -> Scenario:
        """Play a round in which nobody builds: somebody names (or picks) a resource, all settle it."""
        verb = "pick" if self.stage == "pick" else "name"
        return self.play(f"{verb} {resource}").settle(**choices).done()

    @property
    def stage(self) -> str:
        """What is going on."""
        return self.game.stage

    @property
    def master(self) -> str:
        """The Master Builder."""
        return self.game.master_builder

    def town(self, who: str) -> str:
        """Return a town as text."""
        return str(self.game.town(who))

    def seat(self, who: str) -> Seat:
        """Return everything that belongs to a seat."""
        return self.game.seat(who)

    def points(self, who: str, source: str = "") -> int:
        """Return the points of a seat: all of them, or one line of its sheet by card."""
        sheet = self.game.score(who)
        return sheet.of(card(source).id if source != "empty" else source) if source else sheet.total

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners."""
        return self.game.winners
