"""Chance: independent games from neighbouring seeds, secrets that cannot be worked out, luck that can be checked."""

import json
from collections import Counter
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.kernel.chance import _STEP, FormerChance, _stream, key_of, scrambled, seed_of
from keyflower.kernel.log.lines import chance_from_data, chance_to_data
from keyflower.testing import playout

POOL = kf.Pool.parse("R40 B40 Y40")
NAMES = [f"tile_{number}" for number in range(12)]
SOURCES = [kf.SeededChance(7), kf.SecretChance(bytes(range(32))), FormerChance(7)]


# ---------------------------------------------------------------------- seeds


@given(place=st.integers(0, 2**90), number=st.integers(0, 80))
def test_numbers_of_a_stream_are_those_of_each_place(place, number):
    assert _stream(place, number) == [scrambled(place + step * _STEP) for step in range(number)]


def correlation(pairs):
    ours, theirs = zip(*pairs, strict=True)
    middle, other = fmean(ours), fmean(theirs)
    shared = sum((one - middle) * (two - other) for one, two in pairs)
    return (
        shared / (sum((one - middle) ** 2 for one in ours) * sum((two - other) ** 2 for two in theirs)) ** 0.5
    )


@pytest.mark.parametrize("lag", [1, 2, 8, 16])
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_opening_hands_of_neighbouring_seeds_are_independent(lag, colour):
    """The numbers are fixed, so this measures the source and never the day."""
    hands = []
    for seed in range(2000):
        first, source = kf.SeededChance(seed).draw(POOL, 8, "hand")
        second, _ = source.draw(POOL - first, 8, "hand")
        hands.append((first[colour], second[colour]))
    for one in (0, 1):
        for other in (0, 1):
            pairs = [(hands[seed][one], hands[seed + lag][other]) for seed in range(2000 - lag)]
            assert abs(correlation(pairs)) < 0.05


def test_opening_hands_of_games_from_a_range_of_seeds_do_not_follow_each_other():
    games = [kf.Game.new(["Ann", "Bob", "Cid"], seed=seed) for seed in range(2000)]
    for seat in range(3):
        for colour in ("red", "blue", "yellow"):
            hands = [game.screen(seat).workers[colour] for game in games]
            assert abs(correlation([*pairwise(hands)])) < 0.05


def test_no_hand_of_a_game_is_a_hand_of_the_next_games():
    games = [kf.Game.new(["Ann", "Bob"], seed=seed) for seed in range(100)]
    same = [
        game.screen("Bob").workers == later.screen("Ann").workers
        for lag in range(1, 17)
        for game, later in zip(games, games[lag:], strict=False)
    ]
    assert (
        sum(same) < len(same) / 10
    )  # hands of eight in three colours are often equal by chance, but not so often


def test_the_former_source_did_repeat_itself():
    """The reason for the new one, kept as a measure that the test above can fail."""
    hands = {seed: FormerChance(seed).draw(POOL, 8, "")[0] for seed in range(108)}
    later = {seed: FormerChance(seed).draw(POOL, 8, "")[1].draw(POOL, 8, "")[0] for seed in range(100)}
    assert all(later[seed] == hands[seed + 8] for seed in range(100))


@pytest.mark.parametrize("bit", [0, 1, 31, 62, 63, 64, 65, 127, 128, 500, 1000])
def test_every_bit_of_a_seed_counts_whatever_its_size(bit):
    for seed in (0, 1, 12345, 1 << 70):
        changed = key_of(seed) ^ key_of(seed ^ (1 << bit))
        assert 12 <= changed.bit_count() <= 52
        assert key_of(seed) != key_of(-seed) or not seed


def test_keys_of_a_range_are_all_different():
    assert len({key_of(seed) for seed in range(-5000, 5000)}) == 10_000


@given(st.integers(0, 2**64 - 1))
def test_the_seed_is_known_by_where_its_stream_starts(seed):
    assert seed_of(key_of(seed)) == seed


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: type(source).__name__)
def test_every_piece_and_name_is_drawn_equally_often(source):
    seen: Counter[str] = Counter()
    picked: Counter[str] = Counter()
    for _ in range(3000):
        drawn, source = source.draw(POOL, 1, "one")
        names, source = source.pick(NAMES, 2, "two")
        seen[drawn.pieces[0]] += 1
        picked.update(names)
    assert all(850 < number < 1150 for number in seen.values())
    assert all(420 < number < 580 for number in picked.values()) and len(picked) == len(NAMES)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: type(source).__name__)
def test_a_source_is_a_value_that_goes_on_where_it_was(source):
    first, later = source.draw(POOL, 3, "")
    again, same = source.draw(POOL, 3, "")
    assert (first, later) == (again, same) and hash(later) == hash(same)
    assert chance_from_data(json.loads(json.dumps(chance_to_data(later)))) == later
    both, _ = source.pick(NAMES, 5, "")
    two, rest = source.pick(NAMES, 2, "")
    three, _ = rest.pick([name for name in NAMES if name not in two], 3, "")
    assert both == two + three


# ---------------------------------------------------------------------- secrets


def test_a_secret_key_has_128_bits_and_is_not_shown():
    with pytest.raises(kf.ChanceError, match="16 to 64 random bytes"):
        kf.SecretChance(bytes(15))
    with pytest.raises(kf.ChanceError, match=r"secrets\.token_bytes\(32\)"):
        kf.SecretChance("secret" * 10)  # type: ignore[arg-type]  # what is tested
    source = kf.SecretChance(b"0123456789abcdef")
    assert "0123" not in repr(source) and b"0123".hex() not in repr(source)


def test_a_game_with_a_secret_is_saved_and_goes_on_the_same():
    game = playout(kf.Game.new(["Ann", "Bob"], chance=kf.SecretChance(bytes(32))), Random(1), plies=30)
    back = kf.EventLog.loads(game.log.dumps()).replay()
    assert back == game and back.chance == game.chance
    assert playout(back, Random(2)) == playout(game, Random(2))


def test_a_redacted_log_tells_nothing_of_the_secret():
    key = bytes(range(100, 132))
    game = playout(kf.Game.new(["Ann", "Bob"], chance=kf.SecretChance(key)), Random(1))
    for who in ("Ann", "Bob", kf.SPECTATOR):
        text = game.log.redacted(who).dumps()
        assert key.hex() not in text and "secret" not in text and "counter" not in text


def test_two_secrets_give_two_games():
    one, other = (kf.Game.new(["Ann", "Bob"], chance=kf.SecretChance(bytes([n]) * 16)) for n in (1, 2))
    assert one != other


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "secret", "key": "00" * 15, "counter": 0},
        {"kind": "secret", "key": "00" * 65, "counter": 0},
        {"kind": "secret", "key": "zz" * 16, "counter": 0},
        {"kind": "secret", "key": "AB" * 16, "counter": 0},
        {"kind": "secret", "key": "00" * 16, "counter": -1},
        {"kind": "secret", "key": 7, "counter": 0},
        {"kind": "mixed", "seed": 1, "counter": -1},
        {"kind": "mixed", "seed": 1},
        {"kind": "dice"},
        {"kind": "scripted", "answers": [], "then": {"kind": "scripted", "answers": [], "then": None}},
    ],
)
def test_a_source_that_makes_no_sense_is_refused(data):
    with pytest.raises(kf.LogError):
        chance_from_data(data)


def test_scripts_inside_scripts_are_refused_at_any_depth():
    data = None
    for _ in range(5000):
        data = {"kind": "scripted", "answers": [], "then": data}
    with pytest.raises(kf.LogError, match="not by a script"):
        chance_from_data(data)


# ---------------------------------------------------------------------- forged luck


def forged(game, **changes):
    """The log of a game with another claim about its chance."""
    from attrs import evolve

    return evolve(game.log, **changes)


def test_a_log_with_draws_that_its_seed_never_gives_is_refused():
    from attrs import evolve

    honest = kf.Game.new(["Ann", "Bob"], seed=1).play("pass")
    lucky = forged(honest, match=evolve(honest.match, origin=kf.SeededChance(2)))
    with pytest.raises(kf.LogError, match="line 2: the chance source of the log gives"):
        lucky.replay()
    assert honest.log.replay() == honest


def test_a_source_that_jumps_to_a_lucky_place_is_refused():
    game = kf.Game.new(["Ann", "Bob"], seed=1).play("pass")
    jumped = forged(game, chances=(kf.SeededChance(1, 500), kf.SeededChance(1, 500)))
    with pytest.raises(kf.LogError, match="not where its draws have brought it"):
        jumped.replay()


def test_a_text_with_forged_draws_is_refused_even_with_fresh_digests():
    game = kf.Game.new(["Ann", "Bob"], seed=1)
    other = kf.Game.new(["Ann", "Bob"], seed=2)
    log = forged(other, match=game.match, chances=game.log.chances)
    with pytest.raises(kf.LogError, match="is recorded"):
        kf.EventLog.loads(log.dumps()).replay()


def test_a_script_is_taken_at_its_word_and_the_log_says_so():
    game = kf.Game.new(["Ann", "Bob"], seed=1)
    told = game.with_chance(then=kf.SeededChance(9)).play("pass")
    assert kf.EventLog.loads(told.log.dumps()).replay() == told
    assert told.log.scripted and not game.play("pass").log.scripted


def test_the_digest_of_a_redacted_log_cannot_be_switched_off_by_its_format():
    log = kf.Game.new(["Ann", "Bob"], seed=1).play("pass").log.redacted("Bob")
    lines = [json.loads(line) for line in log.dumps().splitlines()]
    lines[0]["format"] = 1
    del lines[0]["chance"], lines[0]["game"]
    for line in lines[1:]:
        del line["sum"]
    text = "\n".join(map(json.dumps, lines))
    with pytest.raises(kf.LogError, match="redacted logs have digests"):
        kf.EventLog.loads(text)
