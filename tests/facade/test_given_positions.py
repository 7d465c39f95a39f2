"""Given positions and redacted logs are checked as strictly as whole logs: what loads can be played to its end."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keyflower as kf
from keyflower import fast
from keyflower.fast.reference import reference_rollout
from keyflower.testing import moments, playout, random_game, scenario
from tests.facade.test_hostile_logs import resealed
from tests.support import odd_positions
from tests.support.fast_games import played_beside

AT = scenario(
    "summer",
    players=3,
    lots={"smelter": "P1 R2", "boat_4a": ""},
    villages={"P1": ["home_1", "miner@0,1 iron2 P2:B1"]},
    screens={"P2": "R3 saw1 wheat1"},
    boats={"keyflower": "R1 anvil1"},
    expansions=["farmers"],
)


def lines_of(log):
    return [json.loads(line) for line in log.dumps().splitlines()]


def state_of(lines):
    return lines[1]["events"][0]["state"]


def changed(log, change):
    lines = lines_of(log)
    lines[1]["events"] = lines[1]["events"][:1]  # what follows by itself could cover up the change
    change(state_of(lines))
    return resealed(lines)


def test_the_position_itself_can_be_loaded_and_played_to_its_end():
    log = kf.EventLog.loads(AT.game.log.dumps())
    assert log.replay() == log.restore() == AT.game
    assert playout(log.replay(), Random(1)).over
    for who in ("P1", kf.SPECTATOR):
        assert kf.EventLog.loads(AT.game.log.redacted(who).dumps()).view() == AT.game.view(who)


def lot(state, tile):
    return next(lot for lot in state["lots"] if lot["tile"] == tile)


def tiles(state):
    return state["seats"][0]["village"]["tiles"]


def move_piece(pool_from, key_from, pool_to, key_to, piece):
    """Move one piece between two pools of texts, so that the numbers still add up."""
    source = kf.Pool.parse(pool_from.get(key_from, ""))
    pool_from[key_from] = str(source - kf.Pool.of({piece: 1}))
    pool_to[key_to] = str(kf.Pool.parse(pool_to.get(key_to, "")) + kf.Pool.of({piece: 1}))


CHANGES = {
    "unknown phase": lambda state: state["agenda"].append({"tag": "phase", "id": "end.nonsense"}),
    "two piles": lambda state: state["box"].extend(state["piles"].pop(1)),
    "a pile of the wrong season": lambda state: state["piles"].reverse(),
    "workers on a turn-order tile": lambda state: (
        lot(state, "turn_order_1").update(uses=[{"workers": "R1", "seat": 0}]),
        state.update(bag=str(kf.Pool.parse(state["bag"]) - kf.Pool.of(red=1))),
    ),
    "wood behind a screen": lambda state: move_piece(state, "supply", state["seats"][1], "stock", "wood"),
    "wood in the hand": lambda state: move_piece(state, "supply", state["seats"][1], "workers", "wood"),
    "a worker on a tile as goods": lambda state: move_piece(state, "bag", tiles(state)[0], "goods", "red"),
    "wood in the bag": lambda state: move_piece(state, "supply", state, "bag", "wood"),
    "red in the supply": lambda state: move_piece(state, "bag", state, "supply", "red"),
    "a far cell": lambda state: tiles(state)[1].update(cell=[10**5, 0]),
    "a cell without end": lambda state: tiles(state)[1].update(cell=[2**52, 2**52]),
    "a tile that does not fit": lambda state: tiles(state)[1].update(rotation=2),
    "no home": lambda state: tiles(state).reverse(),
    "a side that is not there": lambda state: tiles(state)[1].update(side=7),
    "an unknown lot": lambda state: lot(state, "smelter").update(tile="nonsense"),
    "a home up for auction": lambda state: (
        lot(state, "smelter").update(tile="home_6"), state["box"].remove("home_6"), state["box"].append("smelter"),
    ),
    "start player 99": lambda state: state.update(start=99),
    "start player -1": lambda state: state.update(start=-1),
    "no seats": lambda state: state.update(seats=[]),
    "too many passes": lambda state: state.update(passes=50),
    "a turn of nobody": lambda state: state.update(agenda=[{"tag": "turn", "seat": 7}]),
    "powers from nowhere": lambda state: state["seats"][0].update(powers=["bid.counter"]),
    "a bid of no colour": lambda state: lot(state, "smelter")["bids"][0].update(colour="wood"),
    "a thousand tasks": lambda state: state.update(agenda=state["agenda"] * 1000),
    "a boat that is none": lambda state: state["berths"][0].update(boat="home_6"),
    "picks of strangers": lambda state: state.update(picks=[5]),
    "a seat that picked twice": lambda state: state.update(picks=[1, 1]),
    "a pick without a boat": lambda state: state.update(picks=[1]),
    "a boat before its time": lambda state: (
        state["seats"][1].update(boat=state["berths"][0]["boat"]),
        state["berths"][0].update(taken=True),
        state.update(picks=[1]),
    ),
    "too few boats": lambda state: state["box"].extend(
        state["berths"].pop()["boat"] for _ in range(len(state["berths"]) - 2)
    ),
    "a boat to take during turns": lambda state: state["agenda"].insert(0, {"tag": "take-boat", "seat": 0}),
    "winter tiles offered in summer": lambda state: state["agenda"].insert(0, {"tag": "offer-winter"}),
    "an offer in summer": lambda state: state["seats"][0].update(offered=state["seats"][0]["winter"][:1]),
    "a turn behind the last turn of all": lambda state: state["agenda"].extend([{"tag": "turn", "seat": 0}] * 3),
    "steps that do not follow each other": lambda state: state.update(
        agenda=[{"tag": "phase", "id": "end.close"}, {"tag": "phase", "id": "end.won"}]
    ),
    "a game that just stops": lambda state: state.update(agenda=[]),
    "a payment that waits": lambda state: state["agenda"].insert(
        0, {"tag": "resolve", "seat": 0, "tile": "smelter", "side": 0, "path": "use", "target": "home_1"}
    ),
    "a tile of another season up for auction": lambda state: lot(state, "smelter").update(
        tile=state["piles"][2].pop()
    ) or state["box"].append("smelter"),
    "two bids of one size": lambda state: (
        lot(state, "smelter")["bids"].append({"seat": 1, "colour": "red", "size": 2}),
        state["seats"][1].update(workers="R1"),
    ),
    "uses that do not grow": lambda state: (
        tiles(state)[1].update(uses=[{"workers": "B1", "seat": 1}, {"workers": "B1", "seat": 2}]),
        state.update(bag=str(kf.Pool.parse(state["bag"]) - kf.Pool.of(blue=1))),
    ),
    "pieces that stay aside": lambda state: move_piece(state, "bag", state, "aside", "red"),
    "an open hand": lambda state: move_piece(state, "bag", state["seats"][0], "open_workers", "red"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_position_that_cannot_be_is_refused(name):
    text = changed(AT.game.log, CHANGES[name])
    for back in ("replay", "restore"):
        with pytest.raises(kf.LogError) as caught:
            getattr(kf.EventLog.loads(text), back)()
        assert len(str(caught.value)) < 1000


HIDDEN = (
    "two piles", "a pile of the wrong season", "wood in the bag", "red in the supply", "an offer in summer",
    "a tile of another season up for auction", "two bids of one size", "uses that do not grow",
    "pieces that stay aside", "an open hand",
)  # fmt: skip
PUBLIC = [
    name
    for name in CHANGES
    if name not in HIDDEN
    and "hand" not in name and "goods" not in name and "home up" not in name and "turn-order" not in name
]  # fmt: skip


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.parametrize("who", ["P1", kf.SPECTATOR])
def test_a_redacted_log_that_cannot_be_is_refused(name, who):
    text = changed(AT.game.log.redacted(who), CHANGES[name])
    with pytest.raises(kf.LogError):
        kf.EventLog.loads(text).view()


# ---------------------------------------------------------------------- size and depth


@pytest.mark.parametrize("depth", [100, 500, 990, 2000, 100_000])
@pytest.mark.parametrize("brackets", ["[]", '{"a":|}'])
def test_deeply_nested_lines_are_refused(depth, brackets):
    opening, closing = ("[", "]") if brackets == "[]" else ('{"a":', "}")
    nested = opening * depth + "1" + closing * depth
    header, entry = AT.game.log.dumps().splitlines()[:2]
    for text in (nested, f"{header}\n{nested}", f'{header}\n{entry[:-1]},"x":{nested}}}'):
        with pytest.raises(kf.LogError):
            kf.EventLog.loads(text)


def swollen(log, event, number):
    """The log with an event that is repeated in its last entry, again and again."""
    lines = [line for line in lines_of(log) if line["kind"] != "footer"]
    lines[-1]["events"] += [event] * number
    return resealed(lines)


GROWING = {
    "lots": {"tag": "tiles-revealed", "season": "summer", "tiles": [["miner", 0]] * 50, "box": []},
    "pieces": {"tag": "workers-gained", "seat": 0, "workers": "R1 honey1"},
    "passes": {"tag": "passed", "seat": 0},
}


@pytest.mark.parametrize("name", GROWING)
def test_an_entry_with_thousands_of_events_is_refused_before_it_is_folded(name):
    game = kf.Game.new(["Ann", "Bob"], seed=1).play("pass")
    for log in (game.log, game.log.redacted("Bob")):
        with pytest.raises(kf.LogError):
            read = kf.EventLog.loads(swollen(log, GROWING[name], 2500))
            read.restore() if read.viewer is None else read.view()


def test_a_state_that_grows_from_entry_to_entry_is_refused_early():
    game = kf.Game.new(["Ann", "Bob"], seed=1).play("pass")
    lines = lines_of(game.log)
    tile = {
        "tag": "tile-laid",
        "seat": 0,
        "tile": "miner",
        "cell": [0, 1],
        "rotation": 0,
        "edges": "RRFRFR",
        "kind": "village",
    }
    for number in range(2, 200):
        lines.append(
            {
                **lines[1],
                "number": number,
                "events": [{**tile, "tile": f"t{number}", "cell": [0, number]}] * 1,
            }
        )
    log_text = resealed(lines)
    with pytest.raises(kf.LogError) as caught:
        kf.EventLog.loads(log_text).restore()
    assert caught.value.line is None or caught.value.line < 150


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("more", [{}, {"expansions": ["farmers"], "variants": ["open-hands"]}])
def test_every_moment_of_a_game_is_sound_in_full_and_in_every_view(players, more):
    for moment in moments(random_game(5, players, **more))[::9]:
        match = moment.match
        states = [moment.state, *(moment.view(who).state for who in (*range(players), kf.SPECTATOR))]
        assert [match.problem(state) or match.oversized(state) for state in states] == [""] * len(states)


# ---------------------------------------------------------------------- nothing to choose from


@given(st.integers(0, 2**32), st.integers(1, 3))
@settings(deadline=None)
def test_a_position_that_is_accepted_is_played_to_its_end_by_both_executors(seed, changes):
    rng = Random(seed)
    game = odd_positions.moment(rng)
    try:
        start = kf.Game.from_position(odd_positions.changed(rng, game.position().to_data(), changes))
    except kf.LogError:
        return
    packed, prefer = fast.pack(start), rng.choice(("", "pass", "use", "bid"))
    played_beside(start, rng, plies=12, prefer=prefer)
    for key in range(3):
        ended = fast.rollout(packed, fast.Stream(key))
        assert ended.over and ended == fast.pack(reference_rollout(start, fast.Stream(key)))
    assert fast.packed_from(packed.form, start) == packed


def test_a_position_with_two_turns_at_once_is_refused():
    position = json.loads(kf.Game.new(["Ann", "Bob", "Cid"], seed=3).position().dumps())
    position["state"]["agenda"] *= 2
    with pytest.raises(kf.LogError, match="2 turns are to be taken, but there is one at a time"):
        kf.Game.from_position(position)


def a_boat_too_few():
    return scenario("winter", players=2, villages={"P1": ["home_1", "boat_sea_bastion@0,-1"]}).game


def test_a_position_with_fewer_boats_than_seats_is_refused_by_every_door():
    game = a_boat_too_few()
    with pytest.raises(kf.LogError, match="2 seats still take a boat, but only 1 are free"):
        kf.Game.from_position(game.position(), seed=1)
    with pytest.raises(kf.LogError, match="only 1 are free"):
        kf.EventLog.loads(game.log.dumps()).replay()
