import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyflower.kernel import pool as pool_module
from keyflower.kernel.errors import PoolError
from keyflower.model.pool import EMPTY, Pool

PIECES = ("red", "blue", "yellow", "green", "purple", "wood", "stone", "iron", "gold", "sheep", "pickaxe")
names = st.sampled_from(PIECES)
counts = st.dictionaries(names, st.integers(0, 5), max_size=6)
known_pools = st.builds(Pool.of, counts)
pools = st.builds(lambda known, unknown: Pool.of(known, unknown=unknown), counts, st.integers(0, 4))


@given(pools, pools, pools)
def test_addition_is_commutative_associative_and_has_the_empty_pool(a, b, c):
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + EMPTY == a == EMPTY + a


@given(pools, pools)
def test_subtraction_undoes_addition(a, b):
    assert (a + b) - b == a


@given(pools, pools)
def test_totals_add_up(a, b):
    assert (a + b).total == len(a + b) == a.total + b.total
    assert a.total == sum(number for _, number in a.items()) + a.unknown
    assert all((a + b)[piece] == a[piece] + b[piece] for piece in PIECES)


@given(known_pools, known_pools)
def test_a_pool_can_be_taken_from_exactly_those_that_contain_it(a, b):
    assert (a <= b) == all(a[piece] <= b[piece] for piece in PIECES)
    if a <= b:
        assert (b - a) + a == b
    else:
        with pytest.raises(PoolError, match="cannot take"):
            b - a


@given(pools)
def test_equal_content_is_equal_with_equal_hash_whatever_the_way_it_was_made(a):
    again = sum((Pool.of({piece: 1}) for piece in reversed(a.expanded())), Pool.of(unknown=a.unknown))
    assert again == a
    assert hash(again) == hash(a)
    assert a != a + Pool.of(red=1)
    assert a != "R1"


@given(pools)
def test_parse_reads_what_str_writes(a):
    assert Pool.parse(str(a)) == a


@given(pools)
def test_repr_rebuilds(a):
    assert eval(repr(a)) == a


@given(pools)
def test_pickle_rebuilds(a):
    assert pickle.loads(pickle.dumps(a)) == a


def test_order_is_canonical_whatever_the_order_of_making():
    pool = Pool.of(wood=1, green=1, gold=2, purple=1, yellow=1, blue=1, unknown=3, red=1)
    assert tuple(pool) == ("red", "blue", "yellow", "green", "purple", "gold", "wood")
    assert str(pool) == "R1 B1 Y1 G1 P1 gold2 wood1 ?3"


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("", EMPTY),
        ("R2 B1", Pool.of(red=2, blue=1)),
        ("wood3 R1 wood1", Pool.of(red=1, wood=4)),
        ("?2", Pool.of(unknown=2)),
        ("R0 gold0", EMPTY),
    ],
)
def test_compact_notation(text, pool):
    assert Pool.parse(text) == pool


@pytest.mark.parametrize("text", ["R", "2", "R-1", "X1", "R1,B1", "Wood1", "R1234567", "R1.5", "?"])
def test_what_is_no_pool_is_refused(text):
    with pytest.raises(PoolError):
        Pool.parse(text)


@pytest.mark.parametrize("number", [-1, 1.5, True, "2"])
def test_counts_are_whole_numbers_from_zero(number):
    with pytest.raises(PoolError):
        Pool.of({"wood": number})


@given(counts)
def test_zero_counts_vanish(known):
    pool = Pool.of(known)
    assert dict(pool.items()) == {piece: number for piece, number in known.items() if number}
    assert bool(pool) == any(known.values())
    assert all((piece in pool) == (known.get(piece, 0) > 0) for piece in PIECES)


@given(known_pools)
def test_each_collects_what_expanded_lists(a):
    assert Pool.each(a.expanded()) == a
    assert len(a.expanded()) == a.total


@given(pools, st.sets(names))
def test_only_splits_a_pool_into_two_parts(a, wanted):
    part, rest = a.only(wanted), a.only(set(PIECES) - wanted)
    assert part + rest + Pool.of(unknown=a.unknown) == a
    assert set(part) <= wanted


@given(pools, names, st.integers(1, 4))
def test_less_and_more_are_the_quick_forms(a, piece, number):
    assert a.more(piece, number) == a + Pool.of({piece: number})
    assert a.more(piece, number).less(piece, number) == a


def test_what_is_not_known_to_be_there_is_taken_from_the_unknown():
    assert Pool.of(red=1, unknown=3) - Pool.of(red=2, blue=1) == Pool.of(unknown=1)
    assert Pool.of(unknown=2).less("wood", 2) == EMPTY
    with pytest.raises(PoolError):
        Pool.of(red=1, unknown=1) - Pool.of(red=1, blue=2)
    with pytest.raises(PoolError):
        Pool.of(red=3) - Pool.of(unknown=1)


def test_a_pool_with_unknown_pieces_certainly_holds_only_what_is_known():
    assert not Pool.of(red=1) <= Pool.of(unknown=5)
    assert Pool.of(red=1, unknown=1) <= Pool.of(red=2, unknown=1)
    assert not Pool.of(unknown=2) <= Pool.of(red=2, unknown=1)


@given(pools)
def test_a_masked_pool_tells_the_number_only(a):
    assert a.masked() == Pool.of(unknown=a.total)


@pytest.mark.parametrize("change", [lambda p: setattr(p, "total", 9), lambda p: delattr(p, "total")])
def test_a_pool_cannot_be_changed(change):
    pool = Pool.of(red=1)
    with pytest.raises(AttributeError, match="immutable"):
        change(pool)
    assert pool == Pool.of(red=1)


@given(st.dictionaries(names, st.integers(1, 2), max_size=4), names)
def test_equal_small_pools_are_one_object(counts, piece):
    pool = Pool.of(counts)
    assert Pool.of(dict(reversed(counts.items()))) is pool
    assert pool.more(piece, 2).less(piece, 2) is pool
    assert pool + Pool.of(gold=1) - Pool.of(gold=1) is pool


def test_shared_pools_are_forgotten_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(pool_module, "_MOST_SHARED", 10)
    made = [Pool.of({name: number}) for name in ("wood", "iron") for number in range(1, 12)]
    assert made == [Pool.of({name: number}) for name in ("wood", "iron") for number in range(1, 12)]
    assert Pool.of(red=1) - Pool.of(red=1) is EMPTY
