"""Law 14: facts outlive versions. A log of any version of an expansion can be loaded, folded and read."""

import json
from random import Random

import pytest
from attrs import evolve, frozen

import keyflower as kf
from keyflower.expansions.farmers import EXPANSION as FARMERS
from keyflower.expansions.merchants import EXPANSION as MERCHANTS
from keyflower.extend import (
    START,
    Draft,
    Event,
    Expansion,
    Face,
    Outcome,
    OwnPlace,
    PerPiece,
    Season,
    SeasonPhase,
    Table,
    Tile,
    VersionUpcaster,
    open_,
)
from keyflower.testing import random_game
from tests.facade.test_hostile_logs import resealed
from tests.support.random_games import EVERY_KIND, random_step, whole_game

BASE = kf.registry.builtin().expansion("base")


def corrected(expansion, version="9.9", **changes):
    """Return another version of an expansion: misprints are mended, there is a new tile and a piece more."""
    tiles = [
        evolve(tile, back=evolve(tile.back, points=tile.back.points + 1)) if tile.back is not None else tile
        for tile in expansion.tiles
    ]
    new = Tile(
        f"{expansion.id}_extra", title="Extra", season=Season.WINTER, edges="RRRRRR",
        front=Face(scores=(PerPiece(1, ("wood",)),)),
    )  # fmt: skip
    goods = [evolve(good, limit=good.limit + 1) for good in expansion.goods]
    return evolve(expansion, version=version, tiles=(*tiles, new), goods=tuple(goods), **changes)


NEWER = [corrected(BASE), corrected(FARMERS)]


# ---------------------------------------------------------------------- the law


@pytest.mark.parametrize("table", EVERY_KIND[::4], ids=str)
def test_a_log_of_another_version_is_loaded_folded_and_read(table):
    game = whole_game(table)[-1]
    log = kf.EventLog.loads(game.log.dumps(), expansions=NEWER)
    assert log.entries == game.log.entries
    titles = ["Keyflower", "The Farmers"] if table.farmers else ["Keyflower"]
    assert len(log.warnings) == len(titles)
    assert all("1.0" in warning and "9.9" in warning for warning in log.warnings)
    restored = log.restore()
    assert [moment.state for moment in restored.moments] == [moment.state for moment in game.moments]
    assert restored.winners == game.winners and len(restored.scores) == table.players
    for viewer in range(-1, table.players):
        assert restored.view(viewer).state == game.view(viewer).state
        redacted = kf.EventLog.loads(game.log.redacted(viewer).dumps(), expansions=NEWER)
        assert redacted.warnings == log.warnings
        assert redacted.view().state == game.view(viewer).state
    with pytest.raises(kf.LogError, match=r"cannot be replayed: .* 1\.0, and version 9\.9"):
        log.replay()
    again = kf.EventLog.loads(restored.log.dumps(), expansions=NEWER)
    assert again.restore() == restored and again.warnings == log.warnings


def without(expansion, *, tile="", good=""):
    """Return a version of an expansion that has dropped a tile or a piece."""
    return evolve(
        expansion,
        version="9.9",
        tiles=tuple(one for one in expansion.tiles if one.name != tile),
        goods=tuple(one for one in expansion.goods if one.id != good),
    )


@pytest.mark.parametrize(
    "newer",
    [
        without(FARMERS, tile="cow_shed"), without(FARMERS, tile="boat_6"), without(BASE, tile="boat_keyflower"),
        without(BASE, tile="miner"), without(BASE, tile="boat_4"), without(BASE, tile="home_1"),
        without(BASE, tile="scribes"), without(MERCHANTS, good="contract_woods"),
    ],
    ids=lambda newer: newer.id,
)  # fmt: skip
def test_what_a_version_has_dropped_is_read_as_a_blank(newer):
    chosen = [newer.id] if newer.id != "base" else []
    game = random_game(5, players=2, expansions=chosen)
    log = kf.EventLog.loads(game.log.dumps(), expansions=[newer])
    restored = log.restore()
    assert restored.halted and [moment.state for moment in restored.moments] == [
        moment.state for moment in game.moments
    ]
    assert kf.EventLog.loads(restored.log.dumps(), expansions=[newer]).restore() == restored
    assert len(restored.scores) == 2 and str(restored) and restored.tell()
    for viewer in (0, kf.SPECTATOR):
        redacted = kf.EventLog.loads(game.log.redacted(viewer).dumps(), expansions=[newer])
        assert redacted.view().state == game.view(viewer).state


@pytest.mark.parametrize("table", EVERY_KIND[::9], ids=str)
def test_a_running_game_of_another_version_is_watched_but_not_played_on(table):
    moments = whole_game(table)
    game = moments[len(moments) // 2]
    at = kf.EventLog.loads(game.log.dumps(), expansions=NEWER).restore()
    assert not at.over and at.halted and at.decisions == {} and at.log.entries == game.log.entries
    seat = next(iter(game.decisions))
    action = next(iter(game.decisions[seat].options))
    assert [refusal.code for refusal in at.why_not(action, seat=seat)] == ["game.other-version"]
    assert [refusal.code for refusal in at.view(seat).why_not(action)] == ["game.other-version"]
    assert [refusal.code for refusal in at.why_not_undo(seat)] == ["game.other-version"]
    for ask in (lambda: at.play(action, seat=seat), lambda: at.decision, lambda: at.view(seat).decision):
        with pytest.raises(kf.NotContinued, match="not played on"):
            ask()
    assert at.tell() == game.tell()
    assert at.view(seat).to_data()["deciding"] == game.view(seat).to_data()["deciding"]
    assert at.undo().state == game.undo().state
    with pytest.raises(kf.LogError, match="not played on"):
        kf.Game.from_position(at.position(), expansions=NEWER)


@pytest.mark.parametrize("table", EVERY_KIND[::9], ids=str)
def test_a_version_that_goes_on_plays_on_as_the_old_one_would(table):
    moments = whole_game(table)
    game = moments[len(moments) // 2]
    pictures = [evolve(one, version="1.0.1", continues=("1.0",)) for one in (BASE, FARMERS)]
    log = kf.EventLog.loads(game.log.dumps(), expansions=pictures)
    assert log.warnings
    ours, theirs, rng, same = log.restore(), game, Random(5), Random(5)
    assert log.replay() == ours and not ours.halted
    for _ in range(8):
        if theirs.over:
            break
        ours, theirs = random_step(ours, rng), random_step(theirs, same)
        assert ours.state == theirs.state
    again = kf.EventLog.loads(ours.log.dumps(), expansions=pictures)
    assert again.replay() == again.restore() == ours
    position = kf.Game.from_position(ours.position(), expansions=pictures)
    assert position.state == ours.state
    back = kf.EventLog.loads(ours.log.dumps())
    assert back.restore().halted and "1.0.1" in back.warnings[0]


def test_the_same_versions_give_no_warnings():
    log = kf.EventLog.loads(random_game(3, 2, expansions=["farmers"], plies=5).log.dumps())
    assert log.warnings == () and log.restore().halted == ""


def test_a_version_that_claims_too_much_is_refused_with_the_line():
    """Only a version that goes on is checked as strictly as today's; another one must still make sense."""
    lines = [json.loads(line) for line in random_game(3, 2, plies=6).log.dumps().splitlines()]
    lines[0]["expansions"][0]["version"] = "0.9"
    assert kf.EventLog.loads(resealed(lines)).restore().halted
    for earlier in (7, ["0.9"], ["0.8", "0.8"], [1]):
        lines[0]["expansions"][0]["earlier"] = earlier
        with pytest.raises(kf.LogError, match="line 1"):
            kf.EventLog.loads(resealed(lines))
    lines[0]["expansions"][0] = {"id": "base", "version": "0.9"}
    lines[1]["events"][0]["homes"] = ["no_such_home"] * 2
    with pytest.raises(kf.LogError):
        kf.EventLog.loads(resealed(lines)).restore()


# ---------------------------------------------------------------------- upcasters


@frozen
class OldTower(OwnPlace):
    tag = "bells.tower"
    title = "Tower"
    bells: int = open_(default=0)


@frozen
class Tower(OwnPlace):
    tag = "bells.belfry"
    title = "Belfry"
    ringing: int = open_(default=0)
    cracked: bool = open_(default=False)


@frozen
class OldBellsHung(Event):
    tag = "bells.hung"
    seat: int
    bells: int

    def apply(self, draft: Draft) -> None:
        draft.seat(self.seat).put(OldTower(self.bells))


@frozen
class BellsHung(Event):
    tag = "bells.raised"
    seat: int
    number: int

    def apply(self, draft: Draft) -> None:
        draft.seat(self.seat).put(Tower(self.number))


def bells(version, event, place, **more):
    """Return a version of an expansion that hangs bells at the start of every season."""

    def hang(table: Table) -> Outcome:
        return Outcome(tuple(event(seat, seat + 2) for seat in range(len(table.state.seats))))

    phase = SeasonPhase("bells.hanging", after=START, run=hang)
    return Expansion(
        id="bells", version=version, title="Bells", requires=("base",), phases=(phase,), events=(event,),
        places=(place,), **more,
    )  # fmt: skip


def renamed(event):
    return {"tag": "bells.raised", "seat": event["seat"], "number": event["bells"]}


def moved(place):
    return {"tag": "bells.belfry", "bells": place["bells"]}


def counted(place):
    return {"tag": "bells.belfry", "ringing": place["bells"]}


OLD = bells("1.0", OldBellsHung, OldTower)
STEPS = (
    VersionUpcaster(versions=("1.0", "1.0.1"), events={"bells.hung": renamed}, places={"bells.tower": moved}),
    VersionUpcaster(versions=("1.1",), places={"bells.belfry": counted}),
)
NEW = bells("2.0", BellsHung, Tower, upcasters=STEPS)


def old_game(plies=30):
    return random_game(3, 2, expansions=[OLD], plies=plies)


@pytest.mark.parametrize("continues", [(), ("1.0",)])
def test_an_expansion_converts_its_own_events_and_places(continues):
    new = evolve(NEW, continues=continues)
    game = kf.EventLog.loads(old_game().log.dumps(), expansions=[new]).restore()
    assert [seat.place(Tower).ringing for seat in game.state.seats] == [2, 3]
    assert bool(game.halted) is (not continues)
    again = kf.EventLog.loads(
        game.log.dumps(), expansions=[new]
    )  # written as 2.0: nothing is converted twice
    assert again.restore() == game
    if continues:
        assert again.replay() == game


def test_places_inside_a_given_position_are_converted():
    dealt = old_game().view(0).sample(Random(1))
    game = kf.EventLog.loads(dealt.log.dumps(), expansions=[NEW]).restore()
    assert [seat.place(Tower).ringing for seat in game.state.seats] == [2, 3]
    ready = evolve(NEW, continues=("1.0",))
    assert kf.Game.from_position(dealt.position(), expansions=[ready]).state == game.state


def test_a_value_that_cannot_be_converted_names_its_line():
    lines = [json.loads(line) for line in old_game(plies=2).log.dumps().splitlines()]
    for event in lines[1]["events"]:
        if event["tag"] == "bells.hung":
            del event["bells"]
    with pytest.raises(kf.LogError, match=r"line 2: 'bells\.hung' of an older version cannot be converted"):
        kf.EventLog.loads(resealed(lines), expansions=[NEW])


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ((VersionUpcaster(versions=("2.0",)),), "converts version 2.0, which is the one that is here"),
        ((VersionUpcaster(versions=("1.0",), events={"workers-bid": renamed}),), "which is not its own"),
        ((VersionUpcaster(versions=("1.0",), places={"herds": moved}),), "which is not its own"),
    ],
)
def test_an_upcaster_that_meddles_is_refused(steps, reason):
    with pytest.raises(kf.RulesetError, match=reason):
        kf.Game.new(["Ann", "Bob"], seed=1, expansions=[evolve(NEW, upcasters=steps), "farmers"])
