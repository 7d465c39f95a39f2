"""`scenario`: any position in a few lines, then steps and expectations on it.

The position is a real `Game`: the same engine plays it, and every step is checked for lost pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from keyflower.engine.flow import FLOW
from keyflower.engine.score_sheet import ScoreSheet
from keyflower.extend.expansion import Expansion
from keyflower.facade.game import Game
from keyflower.facade.match import Match
from keyflower.facade.registry import resolve
from keyflower.kernel.chance import ScriptedChance, SeededChance
from keyflower.kernel.errors import SetupError
from keyflower.kernel.events import PositionGiven
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.testing.scenario import BaseScenario
from keyflower.model.edges import pasture_label
from keyflower.model.enums import Season
from keyflower.model.lots import Lot
from keyflower.model.places import OwnPlace, Where
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Seat
from keyflower.model.tasks import Haul
from keyflower.model.village import Village
from keyflower.testing import census
from keyflower.testing.positions import TABLE, GivenPosition, LotText, build
from keyflower.testing.random_play import SEATS
from keyflower.testing.shorthand import seat_number, tile_name


def scenario(
    season: str | Season = "spring",
    *,
    players: int | Sequence[str] = 3,
    lots: Mapping[str, LotText] | Sequence[str] | str = (),
    villages: Mapping[str, Sequence[str] | str] | None = None,
    screens: Mapping[str, str] | None = None,
    open_hands: Mapping[str, str] | None = None,
    won: Mapping[str, Sequence[str] | str] | None = None,
    winter: Mapping[str, Sequence[str] | str] | None = None,
    boats: Mapping[str, str] | None = None,
    places: Mapping[str, Iterable[OwnPlace]] | None = None,
    bag: str | None = None,
    stack: str | None = None,
    supply: str = "",
    rest: str | None = None,
    start: str | None = None,
    turn: str | None = None,
    passes: int = 0,
    phase: str = "turns",
    picks: Sequence[str] = (),
    expansions: Iterable[str | Expansion] = (),
    variants: Iterable[str] = (),
    overrides: Mapping[str, object] | None = None,
    chance: Sequence[str] = (),
    seed: int = 0,
) -> Scenario:
    """Set up a position for a test.

    Args:
        season: the current season.
        players: how many seats (called P1, P2, ...), or their names.
        lots: the village tiles up for auction: names, or a mapping of names to bids
            (``"P1 R2, P2 B3 lying"``) or to bids and uses (``{"bids": ..., "uses": "P3 R1"}``).
            Turn-order tiles (``TO1``) are always there.
        villages: tiles by seat, as a list or separated by semicolons, each as
            ``stable@0,1 r2 back wood2 sheep1/3 P2:R1``: cell, rotation, side, goods on it, animals with the
            sector of the tile they stand in or the edge they stand at (``sheep1/e4``), uses of this season.
            Anything left out gets a default: any legal place, the front, nothing. A village without a home
            gets one.
        screens: what is behind each screen: workers, skills, wheat. By default R6 B6 Y6 G2
            (R4 B4 Y4 G2 with five or six players).
        open_hands: what is in front of each screen; turns on variant B.
        won: tiles won and not laid yet, for ``phase="build"``.
        winter: winter tiles in hand; by default they are dealt in order, until winter begins.
        boats: what boats carry, as ``{"keyflower": "R2 anvil1"}``; by default nothing. Of two alternative
            boats, the named one is in play.
        places: places that expansions have added, by seat, by boat, or under ``table``; a place that says so is
            put into the village of the seat.
        bag: the whole content of the bag; by default all workers that are nowhere else.
        stack: the whole content of the skill stack; by default all tokens that are nowhere else.
        supply: the numbers of some pieces, as ``iron0 green1``; of the others, all that are nowhere else.
        rest: who gets the pieces that bag, stack and supply leave over, by default the last seat, so that
            none is lost.
            Animals go on one home pasture; a single species gets one animal of another species added, so that
            they do not breed.
        start: the holder of the purple worker; by default the first seat.
        turn: whose turn it is; by default the start player's.
        passes: how many seats in a row have passed.
        phase: ``turns``; ``start`` of the season; ``offer`` of winter tiles; or a step of the season's end,
            such as ``boats``, ``powers``, ``build``, ``close``.
        picks: who has taken a boat this season, in order.
        expansions: as for `Game.new`.
        variants: as for `Game.new`.
        overrides: as for `Game.new`.
        chance: the results of random draws, in order; after them the seed decides.
        seed: that seed.

    Raises:
        SetupError: if the position is impossible.

    >>> at = scenario("summer", lots={"smelter": "P1 R2", "brewer": ""}, screens={"P2": "R3 B3"}, turn="P2")
    >>> at.illegal("bid smelter B3", "bid.colour").play("bid smelter R3").bids("smelter")
    {'P1': 'R2', 'P2': 'R3'}
    """
    names = SEATS[:players] if isinstance(players, int) else tuple(players)
    if open_hands:
        variants = {*variants, "open-hands"}
    ruleset = resolve(expansions, variants=variants, overrides=overrides)

    def by_seat(given: Mapping[str, Sequence[str] | str] | None) -> dict[int, Sequence[str]]:
        return {seat_number(names, who): _listed(text) for who, text in (given or {}).items()}

    own = {who: tuple(given) for who, given in (places or {}).items()}
    first = 0 if start is None else seat_number(names, start)
    position = GivenPosition(
        names=names,
        season=Season(season),
        phase=phase,
        start=first,
        turn=first if turn is None else seat_number(names, turn),
        passes=passes,
        lots=lots if isinstance(lots, Mapping) else dict.fromkeys(_listed(lots), ""),
        villages=by_seat(villages),
        screens={seat_number(names, who): text for who, text in (screens or {}).items()},
        open_hands={seat_number(names, who): text for who, text in (open_hands or {}).items()},
        won=by_seat(won),
        winter=by_seat(winter),
        boats=boats or {},
        places={
            TABLE if who == "table" else seat_number(names, who): given
            for who, given in own.items()
            if not _on_boat(given)
        },
        on_boats={boat: given for boat, given in own.items() if _on_boat(given)},
        bag=bag,
        stack=stack,
        supply=supply,
        rest=len(names) - 1 if rest is None else seat_number(names, rest),
        picks=tuple(seat_number(names, who) for who in picks),
    )
    source = ScriptedChance(tuple(chance), SeededChance(seed))
    given = build(ruleset, position)
    step = FLOW.settle(ruleset, given, source)
    match = Match(ruleset, names, origin=source)
    entry = Entry(-1, None, (PositionGiven(given), *step.events), step.answers)
    return Scenario(Game(match, step.state, step.chance, None, -1, None, entry)).checked()


def _on_boat(places: tuple[OwnPlace, ...]) -> bool:
    return bool(places) and all(place.where is Where.BOAT for place in places)


def _listed(texts: Sequence[str] | str) -> Sequence[str]:
    return [text.strip() for text in texts.split(";")] if isinstance(texts, str) else texts


@frozen
class Scenario(BaseScenario[Game]):
    """A game in a test. Steps return a new scenario, and short methods read the position."""

    def checked(self) -> Scenario:
        """Check that no piece was lost."""
        wrong = census.losses(self.game.ruleset, self.game.state)
        assert not wrong, wrong
        return self

    # ------------------------------------------------------------------ steps

    def pass_all(self) -> Scenario:
        """Let everybody pass until the turns of the season are over.

        Raises:
            AssertionError: if somebody has to answer another question first.
        """
        game = self.game
        if len(game.state.agenda) > 1 and any(task.tag == "turn" for task in game.state.agenda[1:]):
            decision = next(iter(game.decisions.values()))
            raise AssertionError(
                f"Nobody can pass now: {game.players[decision.seat]} first has to answer"
                f" {decision.kind!r} ({decision.prompt})"
            )
        while game.state.agenda and game.state.agenda[0].tag == "turn" and game.season is self.game.season:
            game = game.play("pass")
        return self._at(game)

    def end_season(self) -> Scenario:
        """Let everybody pass, and play the first option of each question, until the next season or the end."""
        return self.pass_all().until("turn", "offer-winter")

    # ------------------------------------------------------------------ reading: who and what

    @property
    def haul(self) -> tuple[int, int]:
        """The transport points and upgrades left; (0, 0) if the open decision is about something else."""
        task = self.game.state.agenda[0]
        return (task.points, task.upgrades) if isinstance(task, Haul) else (0, 0)

    @property
    def season(self) -> str:
        """The current season."""
        return str(self.game.season)

    @property
    def start(self) -> str:
        """The start player."""
        return self.game.start_player

    # ------------------------------------------------------------------ reading: seats

    def seat(self, who: str | int) -> Seat:
        """Return everything that belongs to a seat."""
        return self.game.screen(who)

    def hand(self, who: str | int) -> str:
        """Return the workers of a seat, hidden and open, as text."""
        return str(self.seat(who).workers + self.seat(who).open_workers)

    def skills(self, who: str | int) -> str:
        """Return the skill tokens of a seat, hidden and open, as text."""
        return str(self.seat(who).skills + self.seat(who).open_skills)

    def stock(self, who: str | int) -> str:
        """Return the other goods behind a screen, as text."""
        return str(self.seat(who).stock)

    def village(self, who: str | int) -> Village:
        """Return a village."""
        return self.game.village(who)

    def _own(self, who: str | int, word: str) -> str:
        if word == "home":
            return self.village(who).names[0]
        return tile_name(self.game.ruleset, word)[0]

    def goods(self, who: str | int, tile: str = "") -> str:
        """Return the goods on a tile of a village (``home`` works), or in the whole village, as text."""
        village = self.village(who)
        return str(village.spot(self._own(who, tile)).goods if tile else village.goods)

    def herd(self, who: str | int, pasture: str) -> str:
        """Return what is on a pasture, named by a sector (``home/2``) or an edge (``home/e3``), as text."""
        tile, _, part = pasture.partition("/")
        label = pasture_label(self.village(who).layout, self._own(who, tile), part)
        village = self.village(who)
        wanted = village.layout.pasture(label)
        there = [pool for at, pool in village.on_pastures if wanted is not None and at == wanted.id]
        return str(sum(there, EMPTY))

    def animals(self, who: str | int) -> str:
        """Return all that is on the pastures of a village, as text."""
        return str(sum((pool for _, pool in self.village(who).on_pastures), EMPTY))

    def side(self, who: str | int, tile: str) -> str:
        """Return which side of a tile of a village is up: front or back."""
        return ("front", "back")[self.village(who).spot(self._own(who, tile)).side]

    def score(self, who: str | int) -> ScoreSheet:
        """Return the score sheet of a seat, as if the game ended now."""
        return self.game.scores[self.game.seat_of(who)]

    def points(self, who: str | int, source: str = "") -> int:
        """Return the points of a seat, all of them or those of one tile."""
        sheet = self.score(who)
        return sheet.of(self._own(who, source)) if source else sheet.total

    # ------------------------------------------------------------------ reading: the table

    def lot(self, tile: str) -> Lot:
        """Return a tile in the auction area with its bids and uses."""
        lot = self.game.state.lot(tile_name(self.game.ruleset, tile)[0])
        if lot is None:
            raise SetupError(f"{tile} is not up for auction")
        return lot

    def bids(self, tile: str) -> dict[str, str]:
        """Return the bids for a tile by name: ``{'P1': 'R2', 'P2': 'B3 lying'}``."""
        return {
            self.game.players[bid.seat]: f"{bid.workers}{' lying' if bid.lying else ''}"
            for bid in self.lot(tile).bids
        }

    def uses(self, tile: str) -> list[str]:
        """Return the uses of a tile this season, wherever it is: ``['P1 R2', 'P2 R2 B1']``."""
        state, name = self.game.state, tile_name(self.game.ruleset, tile)[0]
        owner = state.owner(name)
        uses = self.lot(tile).uses if owner is None else self.village(owner).spot(name).uses
        return [f"{self.game.players[use.seat]} {use.workers}" for use in uses]

    @property
    def lots(self) -> list[str]:
        """The tiles up for auction."""
        return [lot.tile for lot in self.game.lots]

    @property
    def bag(self) -> Pool:
        """The bag."""
        return self.game.state.bag

    @property
    def stack(self) -> Pool:
        """The stack of skill tokens."""
        return self.game.state.stack

    @property
    def supply(self) -> Pool:
        """The open supply."""
        return self.game.supply
