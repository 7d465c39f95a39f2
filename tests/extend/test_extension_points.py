"""What an expansion may declare beyond tiles and effects, each shown by the smallest expansion that uses it."""

from collections import Counter
from random import Random
from typing import ClassVar

import pytest
from attrs import evolve, frozen

import keyflower as kf
from keyflower import extend
from keyflower.extend import (
    EMPTY,
    NOBODY,
    Action,
    Cost,
    Draft,
    Event,
    Expansion,
    Face,
    Good,
    Outcome,
    OwnPlace,
    PieceKind,
    Pool,
    Season,
    SeasonPhase,
    Table,
    TakeBoat,
    Tile,
    TileKind,
    Where,
    Widening,
    held,
    open_,
)
from keyflower.facade.registry import resolve
from keyflower.kernel.state import hide
from keyflower.model.actions import ACTIONS
from keyflower.model.errors import RulesetError
from keyflower.model.events import EVENTS
from keyflower.model.tasks import TASKS
from keyflower.testing import census, scenario

PAINT, LETTER = "paint", "letter"


@frozen
class Paint(OwnPlace):
    """Paint on a tile gives it a colour."""

    tag: ClassVar[str] = "painters.paint"
    where: ClassVar[Where] = Where.VILLAGE
    tile: str = open_(default="")
    colour: str = open_(default="")

    def lock(self, tile: str) -> str | None:
        return self.colour if tile == self.tile else None


@frozen
class Mailbag(OwnPlace):
    """Letters that lie face down on a boat."""

    tag: ClassVar[str] = "painters.mailbag"
    where: ClassVar[Where] = Where.BOAT
    letters: Pool = held(by=NOBODY, default=EMPTY, of=LETTER)


@frozen
class Drawer(OwnPlace):
    """Letters of a seat."""

    tag: ClassVar[str] = "painters.drawer"
    letters: Pool = held(default=EMPTY, of=LETTER, until_over=True)


@frozen
class Post(OwnPlace):
    """Letters on the table."""

    tag: ClassVar[str] = "painters.post"
    where: ClassVar[Where] = Where.TABLE
    letters: Pool = held(by=NOBODY, default=EMPTY, of=LETTER)


@frozen
class LettersSorted(Event):
    tag: ClassVar[str] = "painters.letters-sorted"
    letters: Pool

    def apply(self, draft: Draft) -> None:
        draft.supply -= self.letters
        draft.put(Post(draft.unseen(self.letters)))


@frozen
class LetterLoaded(Event):
    tag: ClassVar[str] = "painters.letter-loaded"
    boat: str
    letter: Pool = held(by=NOBODY)

    def apply(self, draft: Draft) -> None:
        draft.put(Post(draft.place(Post).letters - draft.unseen(self.letter)))
        draft.set_berth(draft.berth(self.boat).with_place(Mailbag(draft.unseen(self.letter))))


@frozen
class LetterOpened(Event):
    tag: ClassVar[str] = "painters.letter-opened"
    seat: int
    boat: str
    letter: Pool = held()

    def apply(self, draft: Draft) -> None:
        draft.set_berth(draft.berth(self.boat).with_place(Mailbag()))
        seat = draft.seat(self.seat)
        seat.put(Drawer(seat.place(Drawer).letters + draft.screened(self.seat, self.letter)))


def load(table: Table) -> Outcome:
    left = table.state.place(Post).letters
    events: list[Event] = []
    if table.state.season is Season.SPRING:
        left = table.state.supply.only(table.ruleset.kind(LETTER))
        events.append(LettersSorted(left))
    for berth in table.state.berths:
        if table.ruleset.tiles[berth.boat].cargo:
            letter = table.dealer.draw(left, 1, reason="letter")
            left -= letter
            events.append(LetterLoaded(berth.boat, letter))
    return Outcome(tuple(events))


class Opening(Widening[TakeBoat]):
    """Whoever takes a boat opens the letter on it."""

    def decide(self, table: Table, task: TakeBoat, seat: int, action: Action) -> Outcome:
        outcome = self.inner.decide(table, task, seat, action)
        assert isinstance(action, extend.Take)
        berth = next(berth for berth in table.state.berths if berth.boat == action.boat)
        letters = berth.place(Mailbag).letters
        opened = (LetterOpened(seat, action.boat, letters),) if letters else ()
        return Outcome((*opened, *outcome.events), outcome.then)


def _boat(name: str, pair: str) -> Tile:
    return Tile(
        name,
        title=name,
        kind=TileKind.BOAT,
        edges="WFFWFF",
        pair=pair,
        min_players=2,
        arrivals=((1, 1),) * 3,
        cargo=(Cost(gold=1, any_letter=1),) * 3,
    )


PAINTERS = Expansion(
    id="painters",
    version="1",
    title="The Painters",
    requires=("base",),
    goods=tuple(Good(f"letter_{name}", LETTER, 1) for name in "abcdefghij"),
    piece_kinds=(PieceKind(LETTER),),
    places=(Paint, Mailbag, Drawer, Post),
    tiles=(
        _boat("mail_boat", "base:boat_keyflower"),
        _boat("packet_boat", "base:boat_sea_bastion"),
        Tile(
            "other_home", title="Other home", kind=TileKind.HOME, number=7, edges="WRRRRR", pair="base:home_1"
        ),
        Tile("other_miner", title="Other miner", season=Season.SPRING, edges="RFFRRR", pair="base:miner"),
        Tile(
            "other_scribes", title="Other scribes", season=Season.WINTER, edges="RFFFFF", pair="base:scribes"
        ),
    ),
    phases=(
        SeasonPhase(
            "painters.load", after="start", run=load, seasons=(Season.SPRING, Season.SUMMER, Season.AUTUMN)
        ),
    ),
    events=(LettersSorted, LetterLoaded, LetterOpened),
    widens={TakeBoat: Opening},
    variants=(
        extend.Variant(
            "painters-first", "Painters first", "", lambda setup: evolve(setup, prefers=("painters",))
        ),
    ),
)


def new(seed, players=2, **more):
    return kf.Game.new(["Ann", "Bob", "Cid"][:players], seed=seed, expansions=[PAINTERS], **more)


# ---------------------------------------------------------------------- the colour of a tile


def test_a_place_gives_a_tile_its_colour():
    at = scenario(
        villages={"P1": ["home_1", "woodcutter"], "P2": ["home_2", "boat_4b"]},
        places={"P1": [Paint("woodcutter", "red")]},
        expansions=[PAINTERS],
    )
    at.legal("use woodcutter R1").illegal("use woodcutter B1", "use.colour")
    assert at.village("P1").place(Paint).tile == "woodcutter"
    mixed = at.play("pass").legal("use woodcutter B1", "use woodcutter B1 Y1").play("use woodcutter B1 Y1")
    assert str(mixed.village("P1").spot("woodcutter").uses[0].lying) == "B1 Y1"


# ---------------------------------------------------------------------- one of two tiles


def test_one_of_two_alternative_tiles_is_drawn():
    rows: Counter[str] = Counter()
    homes: Counter[str] = Counter()
    for seed in range(60):
        game = new(seed)
        rows.update(berth.boat for berth in game.boats)
        homes.update(seat.village.names[0] for seat in game.state.seats)
        assert len({"miner", "other_miner"} & ({lot.tile for lot in game.lots})) <= 1
        assert len({"scribes", "other_scribes"} & {t for s in game.state.seats for t in s.winter}) <= 1
        names = [berth.boat for berth in game.boats]
        assert names[0] in ("boat_keyflower", "mail_boat") and names[1] in ("boat_sea_bastion", "packet_boat")
    assert all(15 <= rows[name] <= 45 for name in ("boat_keyflower", "mail_boat", "packet_boat"))
    assert homes["other_home"] and homes["home_1"]


def test_a_variant_that_prefers_an_expansion_prefers_its_alternatives():
    for seed in range(5):
        assert [berth.boat for berth in new(seed, variants=["painters-first"]).boats] == [
            "mail_boat",
            "packet_boat",
        ]


def test_a_sample_of_a_view_never_has_both_alternatives():
    for seed in range(15):
        view = new(seed).view("Ann")
        state = view.sample(Random(seed)).state
        piles = {tile for pile in state.piles for tile in pile}
        hands = {tile for seat in state.seats for tile in seat.winter}
        assert not {"miner", "other_miner"} <= piles and not {"scribes", "other_scribes"} <= hands
        assert hide(state, 0) == view.state


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pair": "base:nowhere"}, "alternative"),
        ({"pair": "base:home_1"}, "alternative"),
        ({"cargo": (Cost(gold=1),)}, "same seasons"),
        ({"cargo": (Cost(silver=1),) * 3}, "silver"),
        ({"cargo": (Cost(any_resource=1),) * 3}, "a kind that an expansion adds"),
    ],
)
def test_odd_alternatives_and_cargo_are_refused(change, message):
    boat = evolve(PAINTERS.tiles[0], **change)
    with pytest.raises(RulesetError, match=message):
        resolve([evolve(PAINTERS, tiles=(boat, *PAINTERS.tiles[1:]))])


# ---------------------------------------------------------------------- cargo, and places on boats


def loaded():
    return next(game for game in map(new, range(50)) if "mail_boat" in [berth.boat for berth in game.boats])


def test_boats_carry_pieces_of_any_kind():
    game = loaded()
    berth = next(berth for berth in game.boats if berth.boat == "mail_boat")
    assert str(berth.cargo) == "gold1" and berth.place(Mailbag).letters.total == 1
    assert census.losses(game.ruleset, game.state) == ""
    assert (
        "1 gold" in game.ruleset.tiles["mail_boat"].words()
        and "1 letter" in game.ruleset.tiles["mail_boat"].words()
    )
    for viewer in (0, 1, -1):
        seen = next(berth for berth in hide(game.state, viewer).berths if berth.boat == "mail_boat")
        assert seen.place(Mailbag).letters == Pool.of(unknown=1)


def test_a_forced_choice_goes_through_a_widening():
    """The last boat is taken without asking, and still its letter is opened and its cargo unloaded."""
    at = scenario(
        players=2,
        boats={"mail_boat": "R1 gold1", "boat_sea_bastion": ""},
        places={"mail_boat": [Mailbag(Pool.of(letter_a=1))]},
        phase="boats",
        expansions=[PAINTERS],
    ).play("P1 take boat_sea_bastion")
    assert str(at.seat("P2").place(Drawer).letters) == "letter_a1"
    assert at.goods("P2", "home") == "gold1"


def test_whole_games_survive_logs_and_views():
    for seed in range(4):
        game, rng = new(seed, players=3), Random(seed)
        while not game.over:
            decision = next(iter(game.decisions.values()))
            game = game.play(decision.options.sample(rng), seat=decision.seat)
            assert census.losses(game.ruleset, game.state) == ""
        text = game.log.dumps()
        assert kf.EventLog.loads(text, expansions=[PAINTERS]).replay() == game


# ---------------------------------------------------------------------- the door


def test_the_door_exports_every_action_task_and_event_of_the_engine():
    for kind in (*ACTIONS, *TASKS, *EVENTS):
        assert getattr(extend, kind.__name__) is kind
        assert kind.__name__ in extend.__all__


def test_a_tile_says_what_a_boat_brings():
    assert Face().words() == "nothing"
    words = resolve([PAINTERS]).tiles["mail_boat"].words()
    assert "1 worker, 1 skill, 1 letter and 1 gold" in words
