"""What people call of the fast executor: packed games, batches, and what happens where it cannot play."""

import pickle
import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

import keyflower
from keyflower import fast
from keyflower.expansions.base import EXPANSION as BASE
from keyflower.extend import SEASON_END, Effect, Expansion, Face, Gain, Outcome, Power, SeasonPhase, Tile
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.fast import capacity as limits
from keyflower.fast import packed as games
from keyflower.fast.library import loaded
from keyflower.fast.reference import reference_rollout
from keyflower.kernel.bots import player_names
from keyflower.kernel.chance import FormerChance, ScriptedChance, SeededChance
from keyflower.kernel.errors import GameOver, NotYourTurn, SetupError
from keyflower.model.actions import Bid
from keyflower.model.enums import Season, TileKind
from keyflower.model.errors import KeyflowerError, RulesetError
from keyflower.model.layout import Placed
from keyflower.model.pool import Pool
from keyflower.simulate import simulate
from keyflower.testing import scenario
from tests.project.test_layers import PACKAGE, named, names, words
from tests.support import odd_positions
from tests.support.fast_games import new, played_beside

needs_library = pytest.mark.skipif(loaded() is None, reason="the native library was not built: no C compiler")


@pytest.fixture
def without_library(monkeypatch):
    """As on a machine without a C compiler."""
    monkeypatch.setattr("keyflower.fast.library.loaded", lambda: None)
    monkeypatch.setattr(games, "loaded", lambda: None)


def packed_game(plies=40, kind="farmers", seats=3):
    return fast.pack(reference_rollout(new(kind, seats, 7), Random(7), plies=plies))


# ---------------------------------------------------------------------- packed games


def test_a_packed_game_takes_less_than_500_bytes_on_average():
    packed, rng, sizes = fast.pack(new("base", 4, 3)), Random(3), []
    while not packed.over:
        sizes.append(len(packed.form))
        packed = fast.apply(packed, rng.randrange(len(fast.options(packed))))
    assert sum(sizes) / len(sizes) < 400
    assert max(sizes) < 500


def test_apply_leaves_the_game_before_as_it_is():
    packed = packed_game()
    form = packed.form
    assert fast.apply(packed, 0) != packed
    assert packed.form == form


def test_what_is_asked_in_between_changes_no_packed_game():
    start = fast.pack(new("farmers", 3, 5))
    packed = fast.rollout(start, Random(1), plies=40)
    listed, after = list(fast.options(packed)), fast.apply(packed, 1)
    between = (
        lambda: fast.rollout(start, Random(2)),
        lambda: fast.totals(start),
        lambda: fast.redeal(start, 0, Random(3)),
        lambda: start.deciding,
        lambda: fast.pack(new("farmers", 3, 6)),
        lambda: list(fast.options(start)),
        lambda: fast.apply(start, 2),
    )
    for ask in between:
        assert list(fast.options(packed)) == listed
        ask()
        assert list(fast.options(packed)) == listed
        ask()
        assert fast.apply(packed, 1) == after


def test_options_are_a_sequence():
    options = fast.options(packed_game())
    listed = list(options)
    assert [options[place] for place in range(len(options))] == listed
    assert options[-1] == listed[-1] and options[1:3] == listed[1:3]
    assert listed[2] in options
    with pytest.raises(IndexError, match=f"there are {len(options)} options"):
        options[len(options)]


def test_who_has_nothing_to_decide_cannot_act():
    packed = packed_game()
    (seat,) = packed.deciding
    other = (seat + 1) % 3
    for call in (lambda: fast.options(packed, seat=other), lambda: fast.apply(packed, 0, seat=other)):
        with pytest.raises(NotYourTurn, match=f"seat {other} has nothing to decide now; seat {seat} does"):
            call()
    with pytest.raises(IndexError, match="and none at 100000"):
        fast.apply(packed, 100_000)
    for place in (-1, 1 << 32):
        with pytest.raises(IndexError):
            fast.apply(packed, place)


def test_places_and_seats_may_be_numbers_of_numpy():
    packed = packed_game()
    one, two = np.arange(1, 3)
    assert fast.apply(packed, one) == fast.apply(packed, 1)
    assert fast.redeal(packed, two, fast.Stream(3)) == fast.redeal(packed, 2, fast.Stream(3))


def test_a_dealt_game_goes_on_with_a_stream_of_its_own():
    packed = packed_game()
    one, other = (fast.redeal(packed, 0, fast.Stream(key)) for key in (1, 2))
    chances = {fast.unpack(game).chance for game in (packed, one, other)}
    assert len(chances) == 3 and fast.unpack(packed).chance in chances
    assert fast.pack(fast.unpack(one)) == one


def test_after_the_end_nobody_acts():
    packed = fast.rollout(packed_game(), Random(1))
    assert packed.over and packed.deciding == ()
    with pytest.raises(GameOver):
        fast.options(packed)
    with pytest.raises(GameOver):
        fast.apply(packed, 0)


def test_what_a_seat_may_know_and_scripted_chance_cannot_be_packed():
    game = new("base", 2, 1)
    with pytest.raises(fast.PackedError, match="only whole games"):
        fast.pack(evolve(game, state=game.view(0).state))
    with pytest.raises(fast.PackedError, match="its chance is no stream"):
        fast.pack(evolve(game, chance=ScriptedChance(())))


def test_games_of_former_versions_are_played_too():
    game = Game.new(["Ann", "Bob", "Cid"], chance=FormerChance(12))
    played_beside(game, Random(1))


def test_equal_games_are_equal_when_packed():
    one, other = packed_game(), packed_game()
    assert one == other and hash(one) == hash(other) and one != packed_game(plies=41)
    assert repr(one) == f"<Packed game of Ann, Bob, Cid: {len(one.form)} bytes>"


# ---------------------------------------------------------------------- bytes from outside


def test_kept_bytes_are_a_game_again():
    packed = packed_game()
    assert fast.packed_from(packed.form, fast.unpack(packed)) == packed


@given(plies=st.integers(0, 200), data=st.data())
def test_bytes_that_were_changed_are_refused_or_another_sound_game(plies, data):
    game = reference_rollout(new("farmers", 3, 7), Random(7), plies=plies)
    form = bytearray(fast.pack(game).form)
    for _ in range(data.draw(st.integers(1, 3))):
        form[data.draw(st.integers(0, len(form) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(form)))
    form = form[:cut] if data.draw(st.booleans()) else form
    try:
        packed = fast.packed_from(bytes(form), game)
    except fast.PackedError:
        return
    played_beside(fast.unpack(packed), Random(1), plies=3)


@given(st.binary(max_size=600))
def test_any_bytes_are_refused(form):
    with pytest.raises(fast.PackedError, match="no packed game"):
        fast.packed_from(form, new("base", 2, 1))


def test_bytes_of_an_older_version_are_refused_in_words():
    packed = packed_game()
    former = packed.form[:12] + packed.form[13:15] + packed.form[15 + 2 * (4 + 2 * 3) :]
    with pytest.raises(fast.PackedError, match="no packed game of this version of the library"):
        fast.packed_from(former, fast.unpack(packed))


@pytest.mark.parametrize("seed", range(6))
def test_every_moment_is_unpacked_as_it_was_packed(seed):
    game, rng = odd_positions.moment(Random(seed)), Random(seed)
    for _ in range(20):
        packed = fast.pack(game)
        assert fast.unpack(packed) == game and fast.unpack(packed).state == game.state
        game = reference_rollout(game, rng, plies=1)


def test_equal_parts_of_packed_games_are_the_same_value():
    packed = fast.apply(packed_game(), 0)
    before, after = fast.unpack(packed).state, fast.unpack(fast.apply(packed, 0)).state
    shared = [one is other for one, other in zip(before.seats, after.seats, strict=True)]
    assert sum(shared) >= 2 and before.piles is after.piles
    assert sum(lot in before.lots for lot in after.lots) == sum(
        any(lot is other for other in before.lots) for lot in after.lots
    )


@pytest.mark.parametrize("seed", range(4))
def test_options_of_both_executors_are_the_same_values(seed):
    game = odd_positions.moment(Random(seed))
    packed = fast.pack(game)
    for seat, decision in game.decisions.items():
        ours, theirs = list(fast.options(packed, seat=seat)), list(decision.options)
        again = list(fast.options(packed, seat=seat))
        assert ours == theirs and all(one is other for one, other in zip(ours, again, strict=True))
        if decision.kind == "turn" and not game.ruleset.setup.open_hands:
            assert all(one is other for one, other in zip(ours, theirs, strict=True))


def test_a_packed_game_is_not_made_by_hand():
    packed = packed_game()
    with pytest.raises(fast.PackedError, match="comes from"):
        fast.Packed(packed.form, packed.origin)
    with pytest.raises(fast.PackedError, match="comes from"):
        evolve(packed, form=packed.form[:-1])


def test_pickles_of_packed_games_are_checked():
    packed = packed_game()
    again = pickle.loads(pickle.dumps(packed))
    assert again == packed and fast.unpack(again) == fast.unpack(packed)
    at = pickle.dumps(packed).index(packed.form)
    damaged = bytearray(pickle.dumps(packed))
    damaged[at + len(packed.form) - 1] ^= 255
    with pytest.raises(fast.PackedError):
        pickle.loads(bytes(damaged))


def test_a_village_that_does_not_fit_is_refused_in_words():
    game = new("farmers", 2, 1)
    tiles = [tile for tile in game.ruleset.tiles.values() if tile.kind is TileKind.VILLAGE]
    village = game.state.seats[0].village
    for place, tile in enumerate(tiles[:60]):
        village = village.laying(Placed(tile.name, (0, place + 1), 0, tile.edges, tile.kind), side=0)
    seats = (evolve(game.state.seats[0], village=village), game.state.seats[1])
    with pytest.raises(fast.PackedError, match="61 tiles in a village do not fit into a packed game: 60 do"):
        fast.pack(evolve(game, state=evolve(game.state, seats=seats)))


def test_a_state_that_leads_nowhere_ends_with_an_error():
    at = scenario("winter", players=2, villages={"P1": ["home_1", "boat_sea_bastion@0,-1"]}).game
    packed = fast.pack(evolve(at, chance=SeededChance(1)))
    for rng in (Random(1), fast.Stream(1)):
        with pytest.raises(fast.PackedError, match="nobody can play on"):
            fast.rollout(packed, rng)
    with pytest.raises(fast.PackedError, match="2 seats still take a boat"):
        fast.packed_from(packed.form, fast.unpack(packed))


NOTHING: Any = None
ODD: tuple[Any, ...] = (NOTHING, "x", 2**40, -7, 1.5, b"", object(), [], {}, True)
"""What somebody might hand over instead of what is asked for."""


@pytest.mark.parametrize(
    "odd", ODD, ids=lambda odd: f"{type(odd).__name__} {odd}"[:20] if type(odd) is not object else "object"
)
def test_odd_arguments_are_refused_at_the_door(odd):
    game, packed = new("base", 2, 1), packed_game()
    calls = {
        "pack": lambda: fast.pack(odd),
        "unpack": lambda: fast.unpack(odd),
        "packed_from": lambda: fast.packed_from(odd, game),
        "packed_from like": lambda: fast.packed_from(packed.form, odd),
        "options": lambda: fast.options(odd),
        "options seat": lambda: fast.options(packed, seat=odd) if odd is not None else fast.pack(NOTHING),
        "apply": lambda: fast.apply(odd, 0),
        "apply place": lambda: fast.apply(packed, odd) if odd is not True else fast.pack(NOTHING),
        "apply seat": lambda: fast.apply(packed, 0, seat=odd) if odd is not None else fast.pack(NOTHING),
        "totals": lambda: fast.totals(odd),
        "winners": lambda: fast.winners(odd),
        "redeal": lambda: fast.redeal(odd, 0, Random(1)),
        "redeal seat": lambda: fast.redeal(packed, odd, Random(1)),
        "redeal rng": lambda: fast.redeal(packed, 0, odd),
        "rollout": lambda: fast.rollout(odd, Random(1)),
        "rollout rng": lambda: fast.rollout(packed, odd),
        "rollout plies": lambda: fast.rollout(packed, Random(1), plies=odd if odd not in (None, 2**40, True) else -1),
        "compile_ruleset": lambda: fast.compile_ruleset(odd),
        "why_not": lambda: fast.why_not(odd),
        "Stream": lambda: fast.Stream(odd if not isinstance(odd, int) else ODD[1]),
        "play_many": lambda: fast.play_many(odd, seed=1),
        "play_many seed": lambda: fast.play_many(1, seed=odd if type(odd) is not int else ODD[1]),
        "play_many seats": lambda: fast.play_many(1, seed=1, seats=odd),
        "play_many threads": lambda: fast.play_many(1, seed=1, threads=0 if odd is None else odd),
        "play_many policy": lambda: fast.play_many(1, seed=1, policy=odd),
        "play_many weights": lambda: fast.play_many(1, seed=1, policy="steward", weights=odd or ODD[2]),
    }  # fmt: skip
    for name, call in calls.items():
        try:
            call()
        except (KeyflowerError, IndexError):
            continue
        raise AssertionError(f"{name} takes {odd!r}")


# ---------------------------------------------------------------------- random play


def test_a_rollout_of_a_packed_game_is_packed():
    packed = packed_game()
    ended = fast.rollout(packed, Random(3))
    assert fast.unpack(ended) == reference_rollout(fast.unpack(packed), Random(3))
    assert fast.rollout(packed, Random(3), plies=0) == packed


def test_rollouts_take_any_source_of_choices():
    class Last:
        def randrange(self, stop):
            return stop - 1

    game = new("base", 3, 5)
    assert fast.rollout(game, Last()) == reference_rollout(game, Last())
    assert fast.rollout(game, fast.Stream(4)) == reference_rollout(game, fast.Stream(4))


def test_a_simulation_of_random_bots_is_the_same_with_both_executors(monkeypatch):
    quick = simulate(["random"] * 3, seeds=range(4), expansions=["farmers"])
    monkeypatch.setattr("keyflower.fast.rollouts.native_rules", lambda ruleset: None)
    assert simulate(["random"] * 3, seeds=range(4), expansions=["farmers"]) == quick


def assert_replayed(batch, place, seats, **arguments):
    """A game of a batch is the one that the reference engine plays."""
    game = Game.new(player_names(seats), seed=batch.seed + place, **arguments)
    ended = reference_rollout(game, fast.Stream.of_game(batch.seed, place))
    assert tuple(batch.totals[place]) == tuple(sheet.total for sheet in ended.scores)
    won = {player for player, has_won in zip(ended.players, batch.winners[place], strict=True) if has_won}
    assert won == set(ended.winners)
    for tile, owner in zip(batch.tiles, batch.owners[place], strict=True):
        assert ended.state.owner(tile) == (None if owner < 0 else owner)


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize(
    "arguments",
    [{}, {"expansions": ["farmers"], "variants": ["farmers-first", "open-hands"]}, {"handicap": [1]}],
)
def test_every_game_of_a_batch_can_be_played_again(seats, arguments):
    batch = fast.play_many(300, seed=11, seats=seats, **arguments)
    for place in (0, 1, 255, 256, 299):
        assert_replayed(batch, place, seats, **arguments)


def test_a_batch_is_the_same_on_any_number_of_threads():
    one, four = (fast.play_many(600, seed=5, threads=threads) for threads in (1, 4))
    for column in ("totals", "winners", "plies", "owners"):
        assert (getattr(one, column) == getattr(four, column)).all()
    assert len(one) == 600 and repr(one) == "<Batch of 600 games, seed 5>"


def test_batches_that_cannot_be_played_are_refused():
    with pytest.raises(SetupError, match="there is no policy 'greedy'"):
        fast.play_many(1, seed=1, policy="greedy")
    with pytest.raises(SetupError, match="not -1"):
        fast.play_many(-1, seed=1)
    with pytest.raises(KeyflowerError):
        fast.play_many(1, seed=1, seats=9)


# ---------------------------------------------------------------------- what cannot be compiled


@frozen
class Windfall(Effect):
    """An effect of an expansion's own that gives what a usual one gives."""

    told: bool

    @property
    def compiled(self):
        return Gain(wood=2) if self.told else None

    def words(self):
        return "take what the wind blew down"

    def resolve(self, table, task):
        return Gain(wood=2).resolve(table, task)


def with_windfalls(*, told, season=Season.SPRING):
    tile = Tile("windfall", title="Windfall", season=season, edges="RRRRFF", front=Face(use=Windfall(told)))
    return Expansion(id="wind", version="1", title="Wind", requires=("base",), tiles=(tile,), variants=())


@frozen
class Rainfall:
    """A part of the scoring that nobody has compiled."""

    id: str = "rainfall"
    by_side: bool = False

    def score(self, count, *, wildcard):
        return ()


WEATHER = Expansion(
    id="weather",
    version="1",
    title="Weather",
    requires=("base",),
    phases=(SeasonPhase("weather.rain", after="end.groups", run=lambda table: Outcome()),),
    domains=(Rainfall(),),
    tie_break=lambda state, tied: tied[:1],
)


def test_why_not_names_every_part_without_a_compiled_form():
    ruleset = Ruleset.compose((BASE, WEATHER))
    reasons = fast.why_not(ruleset)
    assert reasons[:3] == (
        "Weather: the phase weather.rain has no compiled form",
        "Weather: the scoring of rainfall has no compiled form",
        "Weather: its tie-break has no compiled form",
    )
    with pytest.raises(RulesetError, match="these rules cannot be compiled: "):
        fast.compile_ruleset(ruleset)


def test_rules_that_cannot_be_compiled_are_played_by_the_reference():
    game = Game.new(["Ann", "Bob"], seed=3, expansions=[WEATHER])
    assert fast.rollout(game, Random(3)) == reference_rollout(game, Random(3))
    assert_replayed(fast.play_many(2, seed=3, seats=2, expansions=[WEATHER]), 1, 2, expansions=[WEATHER])


def test_an_effect_may_tell_its_compiled_form():
    silent = fast.why_not(Game.new(["Ann", "Bob"], seed=1, expansions=[with_windfalls(told=False)]).ruleset)
    assert "Windfall: the effect Windfall has no compiled form" in silent
    for seed in range(6):
        played_beside(
            Game.new(["Ann", "Bob"], seed=seed, expansions=[with_windfalls(told=True)]),
            Random(seed),
            prefer="use",
        )


def test_in_winter_no_tile_of_the_auction_can_be_used():
    wind = with_windfalls(told=True, season=Season.WINTER)
    for seed in range(4):
        game = Game.new(["Ann", "Bob", "Cid", "Dot"], seed=seed, expansions=[wind])
        while game.season is not Season.WINTER:
            game = reference_rollout(game, Random(seed), plies=1)
        played_beside(game, Random(seed), prefer="bid")


def test_powers_do_not_act_at_the_end_of_spring():
    power = Power(SEASON_END, "at the end of summer, autumn and winter", effect=Gain(wood=1))
    tile = Tile(
        "spring_boat", title="Spring boat", season=Season.SPRING, edges="RRRRFF", front=Face(powers=(power,))
    )
    early = Expansion(id="early", version="1", title="Early", requires=("base",), tiles=(tile,))
    for seed in range(4):
        game = Game.new(["Ann", "Bob"], seed=seed, expansions=[early])
        played_beside(game, Random(seed), plies=60, prefer="bid")


def test_a_tile_that_fits_nowhere_leaves_the_game():
    game = new("farmers", 2, 3)
    (lonely,) = [tile.name for tile in game.ruleset.tiles.values() if set(tile.edges) == {"F"}]
    seats = (evolve(game.state.seats[0], won=((lonely, 0),)), game.state.seats[1])
    game = evolve(game, state=evolve(game.state, seats=seats, passes=1))
    ended = played_beside(game, Random(1), prefer="pass", plies=4)
    assert lonely in ended.state.discarded


def test_printed_numbers_that_were_replaced_are_compiled_too():
    overrides = {"smelter": {"front": {"gain": {"iron": 2}}}, "alehouse": {"upgrade": {"gold": 1}}}
    for seed in range(3):
        played_beside(Game.new(["Ann", "Bob", "Cid"], seed=seed, overrides=overrides), Random(seed))


# ---------------------------------------------------------------------- without the library


@pytest.mark.usefixtures("without_library")
def test_without_the_library_everything_is_played_by_the_reference():
    game = new("farmers", 2, 4)
    assert fast.why_not(game.ruleset) == ("the native library was not built: run python -m keyflower.fast",)
    packed = fast.pack(game)
    assert packed.origin.rules is None
    later = played_beside(game, Random(2), plies=30)
    assert fast.rollout(packed, Random(2)).over
    assert fast.unpack(fast.redeal(fast.pack(later), 0, fast.Stream(1))) == later.view(0).sample(
        fast.Stream(1)
    )
    with pytest.raises(NotYourTurn):
        fast.options(packed, seat=1 - packed.deciding[0])
    with pytest.raises(IndexError):
        fast.apply(packed, 10_000)
    with pytest.raises(GameOver):
        fast.apply(fast.rollout(packed, Random(2)), 0)
    assert_replayed(fast.play_many(2, seed=9, seats=2), 1, 2)


# ---------------------------------------------------------------------- what the folder promises


@needs_library
def test_the_executor_is_told():
    assert fast.executor == "native" and keyflower.fast is fast


def test_the_fast_executor_names_no_tile_no_good_and_no_expansion():
    for path in (PACKAGE / "fast").glob("*.py"):
        assert not [found for found in named(path.read_text()) if found[1] not in HARMLESS], path
    forbidden = {name[0] for name in names() if len(name) == 1} - HARMLESS
    for path in (PACKAGE / "fast" / "native").rglob("*.[ch]"):
        text = re.sub(r"keyflower|/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        assert not forbidden & set(words(text)), path


HARMLESS = {"base", "builder", "store", "well", "keyflower"}
"""Words of plain English, and the name of the library."""


def test_both_languages_have_the_same_limits():
    native = Path(fast.__file__).parent / "native"
    texts = [(native / name).read_text() for name in ("keyflower.h", "rules/relaxation.c")]
    told = {name: int(number) for name, number in re.findall(r"([A-Z_]+) = (\d+)\b", "".join(texts))}
    other = {
        "TERM_SLOTS": "SLOTS",
        "SLOT_SORTS": "SORTS",
        **dict.fromkeys(("FACE_POWERS", "POWER_SLOTS", "PARTS", "STEPS", "COMMON_TERMS")),
    }
    for name, number in vars(limits).items():
        if name.isupper() and name not in ("AGENDA", "BYTE"):
            wanted = other.get(name, name)
            assert wanted is None or told[wanted] == number, name


def test_more_workers_than_there_are_can_all_bid():
    game = new("base", 2, 1)
    crowd = evolve(game.state.seats[game.decision.seat], workers=Pool.of(red=80))
    seats = [crowd if number == game.decision.seat else seat for number, seat in enumerate(game.state.seats)]
    game = evolve(game, state=evolve(game.state, seats=tuple(seats), bag=Pool.of()))
    found = list(fast.options(fast.pack(game)))
    tile = game.state.lots[0].tile
    assert Bid(tile, Pool.of(red=80)) in found
