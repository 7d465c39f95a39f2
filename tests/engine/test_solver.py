"""The final scoring: exact against oracles, right on the numbers of the rules, and explained consistently."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from keyflower.engine.solver import Allocation, Assignment, Problem, solve, solve_all, totals
from keyflower.engine.solver.allocation_check import check
from keyflower.engine.solver.bundles import sharing
from keyflower.engine.solver.scoring_problem import parts_of
from keyflower.extend.terms import (
    Need,
    Once,
    PerDifferent,
    PerPiece,
    PerPieceOfOne,
    PerSet,
    PerStored,
    Term,
)
from keyflower.model.errors import RulesetError
from tests.support.oracle import brute_force, integer_program

WORKERS = ("red", "blue", "yellow", "green")
SKILLS = ("anvil", "pickaxe", "saw")
RESOURCES = ("wood", "stone", "iron", "gold")
KINDS = {"worker": WORKERS, "skill": SKILLS, "resource": RESOURCES, "produce": ("wheat",)}
EVERYTHING = (*WORKERS, *SKILLS, *RESOURCES, "wheat")

WINTER: dict[str, Term] = {
    "apothecary": PerSet(3, (Need("worker", 5),)),
    "craftsmans_guild": PerSet(3, (Need(("red",)), Need(("blue",)), Need(("yellow",)))),
    "key_market": PerPiece(2, ("green",)),
    "village_hall": PerPieceOfOne(1, "worker"),
    "white_wind": PerPiece(1, "worker"),
    "key_guild": PerSet(10, (Need("skill", 5),)),
    "scribes": PerDifferent(10, "skill", 3),
    "scholar": PerPieceOfOne(3, "skill"),
    "jeweller": PerPiece(2, ("gold",)),
    "mercers_guild": PerDifferent(5, "resource", 3),
    "watermill": PerPieceOfOne(1, "resource"),
    "windmill": PerSet(5, (Need("resource", 5),)),
    "granary": PerSet(3, (Need(("wheat",), 2),)),
    "bakery": PerSet(4, (Need(("wheat",)), Need("resource"), Need("skill"))),
}
STORAGE = {"blacksmith": "iron", "stone_yard": "stone", "timber_yard": "wood", "barn": "stone"}
GOLD = ("gold", PerPiece(1, ("gold",)))


def roles(*, boat_3b: bool = False, boat_5b: bool = False) -> tuple[tuple[str, tuple[str, ...]], ...]:
    able: dict[str, tuple[str, ...]] = {kind: (kind,) for kind in (*RESOURCES, "wheat")}
    able["gold"] = RESOURCES
    if boat_3b:
        able |= dict.fromkeys(RESOURCES, RESOURCES)
    if boat_5b:
        able = {kind: (*mine, "wheat") for kind, mine in able.items()}
        able["wheat"] = ("wheat", *RESOURCES)
    return tuple(able.items())


def village(
    *tiles: str,
    stored: dict[str, dict[str, int]] | None = None,
    worth: int = 1,
    boats: tuple[str, ...] = (),
    purple: bool = False,
    **pieces: int,
) -> Problem:
    """A problem with the given winter tiles, storage tiles (paying `worth`) and pieces."""
    stored = stored or {}
    return Problem(
        pieces=tuple(pieces.items()),
        stored=tuple((tile, tuple(content.items())) for tile, content in stored.items()),
        roles=roles(boat_3b="3b" in boats, boat_5b="5b" in boats),
        terms=(
            *((tile, WINTER[tile].resolved(KINDS)) for tile in tiles),
            *((tile, PerStored(worth, (STORAGE[tile],))) for tile in stored),
            GOLD,
        ),
        wildcard=purple,
    )


def random_village(rng: random.Random, *, most: int, share: float) -> Problem:
    stored = {
        tile: {kind: rng.randint(0, min(most, 4)) for kind in RESOURCES}
        for tile in STORAGE
        if rng.random() < 0.3
    }
    return village(
        *(tile for tile in WINTER if rng.random() < share),
        stored=stored,
        worth=rng.randint(1, 3),
        boats=tuple(boat for boat in ("3b", "5b") if rng.random() < 0.3),
        purple=rng.random() < 0.5,
        **{kind: rng.randint(0, most) for kind in EVERYTHING},
    )


def assert_consistent(problem: Problem) -> Allocation:
    """Check what must hold of every answer, and return it."""
    solution = solve_all(problem)
    assert solve(problem) == solution.best
    assert totals(problem) == (solution.plain.total, solution.best.total)
    assert solve(evolve(problem, wildcard=False)) == solution.plain
    assert check(problem, solution.best).faults == ()
    assert check(problem, solution.best).value == solution.best.total
    assert sum(use.points for use in solution.best.uses) == solution.best.total
    assert all(use.joker is None for use in solution.plain.uses)
    return solution.best


# ---------------------------------------------------------------------- numbers of the rules


def test_105_each_green_pays_two_at_the_key_market():
    assert solve(village("key_market", green=3)).total == 6


def test_108_workers_are_shared_out_among_three_tiles():
    assert (
        solve(village("white_wind", "craftsmans_guild", "key_market", red=2, blue=2, yellow=2, green=2)).total
        == 10
    )


def test_109_different_skills_before_many_of_one():
    assert solve(village("scribes", "scholar", anvil=5, pickaxe=1, saw=1)).total == 22
    assert solve(village("scribes", "key_guild", anvil=5, pickaxe=1, saw=1)).total == 10


def test_110_three_tiles_compete_for_skills():
    assert solve(village("scribes", "key_guild", "scholar", anvil=3, pickaxe=2, saw=2)).total == 23


def test_111_gold_fills_a_set_of_different_resources():
    assert solve(village("mercers_guild", "jeweller", gold=2, wood=1)).total == 5
    assert solve(village("mercers_guild", "jeweller", gold=3, wood=2)).total == 7


def test_112_three_tiles_compete_for_resources():
    problem = village("mercers_guild", "windmill", "watermill", gold=1, iron=3, stone=2, wood=1)
    assert solve(problem).total == 11


def test_113_gold_completes_a_windmill_group_or_goes_to_the_jeweller():
    assert solve(village("windmill", "jeweller", gold=3, iron=4)).total == 9


def test_115_stored_pieces_are_kept_or_released_one_by_one():
    store = {"timber_yard": {"wood": 2, "gold": 1, "iron": 1}}
    assert solve(village(stored=store, worth=2, wood=1)).total == 6
    assert solve(village(stored=store, worth=1, wood=1)).total == 3
    assert solve(village("jeweller", stored=store, worth=1, wood=1)).total == 4
    with_jeweller = solve(village("jeweller", stored=store, worth=1, wood=1))
    assert {use.source: use.pieces for use in with_jeweller.uses} == {
        "jeweller": (("gold", "gold", 1),),
        "timber_yard": (("wood", "wood", 2),),
    }


def test_117_purple_alone_is_a_gold_or_lies_on_a_storage_tile():
    assert solve(village(purple=True)) == Allocation(1, (Assignment("gold", GOLD[1], 1, (), "gold"),))
    assert solve(village(purple=True, stored={"barn": {}}, worth=3)).total == 3


def test_135_a_wood_is_wheat_with_boat_5b():
    assert solve(village("granary", wheat=3)).total == 3
    assert solve(village("granary", wheat=3, wood=1, boats=("5b",))).total == 6


def test_137_one_substitution_for_each_piece():
    assert solve(village(wood=3, boats=("5b",))).total == 0
    assert solve(village(wheat=3, boats=("5b",))).total == 3
    assert solve(village(wheat=3, wood=3, boats=("3b", "5b"))).total == 6


def test_purple_goes_where_it_gains_most():
    solution = solve_all(village("scribes", "key_market", anvil=1, saw=1, purple=True))
    assert (solution.plain.total, solution.best.total, solution.gain) == (0, 10, 10)
    assert solution.best.uses[0].joker == "pickaxe"


def test_purple_is_used_where_it_was_found_to_gain_most_even_if_caches_forget_in_between():
    problem = village("scribes", anvil=1, saw=1, purple=True)
    found = totals(problem)
    parts_of.cache_clear()
    assert (solve_all(problem).plain.total, solve_all(problem).best.total) == found == (0, 10)


def test_purple_may_be_the_only_wheat_of_a_bakery():
    assert solve(village("bakery", wood=1, saw=1, purple=True)).total == 4


def test_purple_that_gains_nothing_is_not_used():
    problem = Problem(pieces=(("wood", 1),), terms=(("a", PerSet(5, (Need(("wood",), 3),))),), wildcard=True)
    assert solve(problem) == Allocation(0, ())


CONTRACT = PerSet(7, (Need(("contract",)), Need(("iron",), 2), Need(("anvil",))))


def with_a_contract(*, contract: int, iron: int) -> Problem:
    pieces = (("contract", contract), ("iron", iron), ("anvil", 1))
    return Problem(pieces, terms=(("x", CONTRACT),), wildcard=True, barred=("contract",))


def test_purple_is_nothing_that_it_may_not_be():
    assert solve(with_a_contract(contract=0, iron=2)) == Allocation(0, ())
    assert solve(with_a_contract(contract=1, iron=1)).uses[0].joker == "iron"
    either = Problem(terms=(("x", PerPiece(2, ("contract", "iron"))),), wildcard=True, barred=("contract",))
    assert solve(either).uses[0].joker == "iron"


def test_a_choice_of_types_is_made_for_purple_only_among_those_it_may_be():
    term = PerPieceOfOne(2, ("contract", "iron"))
    problem = Problem(
        (("contract", 2), ("iron", 1)), terms=(("x", term),), wildcard=True, barred=("contract",)
    )
    assert solve(problem).total == brute_force(problem) == 4
    assert solve(evolve(problem, pieces=(("contract", 1), ("iron", 1)))).uses[0].joker == "iron"


def test_check_refuses_purple_as_what_it_may_not_be():
    p = with_a_contract(contract=0, iron=2)
    claimed = use(p, "x", 7, ("iron", "iron", 2), ("anvil", "anvil", 1), joker="contract")
    assert faults(p, claimed) == ("x: the joker cannot be contract",)


def test_a_branch_whose_least_number_of_sets_cannot_be_made_is_left():
    x = PerSet(5, (Need(("iron",), 3), Need(("wood", "iron"), 4)))
    y = PerSet(5, (Need(("wood", "gold", "stone"), 4),))
    problem = Problem((("wood", 2), ("stone", 2), ("iron", 5), ("gold", 1)), terms=(("x", x), ("y", y)))
    assert assert_consistent(problem).total == integer_program(problem) == 5


@st.composite
def competing_sets(draw):
    """Large needs that share pieces, which brings numbers of sets to fractions."""
    need = st.builds(
        Need,
        st.lists(st.sampled_from(RESOURCES), min_size=1, max_size=3, unique=True).map(tuple),
        st.integers(1, 4),
    )
    term = st.builds(PerSet, st.integers(1, 9), st.lists(need, min_size=1, max_size=2).map(tuple))
    terms = draw(st.lists(term, min_size=2, max_size=4))
    return Problem(
        pieces=tuple((kind, draw(st.integers(0, 7))) for kind in RESOURCES),
        terms=tuple((f"tile {number}", term) for number, term in enumerate(terms)),
        wildcard=draw(st.booleans()),
    )


@settings(max_examples=8 * settings().max_examples)
@given(competing_sets())
def test_sets_that_compete_for_the_same_pieces_equal_the_integer_program(problem):
    assert assert_consistent(problem).total == integer_program(problem)


def test_greedy_by_value_would_be_wrong():
    # A green is worth 2 alone, but 3 as the last of five workers.
    assert solve(village("key_market", "apothecary", red=4, green=1)).total == 3


def test_unknown_pieces_score_nothing():
    assert solve(village("key_market", cow=4)).total == 0


def test_a_kind_must_be_resolved_first():
    with pytest.raises(RulesetError):
        solve(Problem(terms=(("market", PerPiece(2, "worker")),)))


# ---------------------------------------------------------------------- against the oracles


def some_of(rng: random.Random, kinds: tuple[str, ...], number: int) -> dict[str, int]:
    counts = dict.fromkeys(kinds, 0)
    for _ in range(number):
        counts[rng.choice(kinds)] += 1
    return counts


FAMILIES = {
    "workers": (("apothecary", "craftsmans_guild", "key_market", "village_hall", "white_wind"), WORKERS),
    "skills": (("key_guild", "scribes", "scholar"), SKILLS),
    "resources": (("jeweller", "mercers_guild", "watermill", "windmill", "granary"), (*RESOURCES, "wheat")),
    "bakery": (
        ("bakery", "granary", "scholar", "mercers_guild", "watermill"),
        (*RESOURCES, *SKILLS, "wheat"),
    ),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_subset_of_tiles_equals_brute_force(family):
    tiles, kinds = FAMILIES[family]
    rng = random.Random(family)
    for chosen in product((False, True), repeat=len(tiles)):
        subset = [tile for tile, taken in zip(tiles, chosen, strict=True) if taken]
        for boats in ((),) if family in ("workers", "skills") else ((), ("3b",), ("5b",), ("3b", "5b")):
            for purple in (False, True, False, True):
                stored = {}
                if family == "resources" and rng.random() < 0.5:
                    stored = {rng.choice(list(STORAGE)): some_of(rng, RESOURCES, 2)}
                problem = village(
                    *subset,
                    stored=stored,
                    worth=rng.randint(1, 3),
                    boats=boats,
                    purple=purple,
                    **some_of(rng, kinds, rng.randint(0, 7)),
                )
                assert assert_consistent(problem).total == brute_force(problem), problem


@st.composite
def odd_problems(draw):
    """Problems with terms nobody has printed yet."""
    kinds = ("a", "b", "c", "d")
    types = st.lists(st.sampled_from(kinds), min_size=1, max_size=4, unique=True).map(tuple)
    points = st.integers(0, 7)
    need = st.builds(Need, types, st.integers(1, 3))
    term = st.one_of(
        st.builds(PerSet, points, st.lists(need, min_size=1, max_size=3).map(tuple)),
        st.builds(
            Once,
            points,
            st.lists(need, min_size=1, max_size=2).map(tuple),
            otherwise=st.sampled_from((0, 0, 2, 3)),
        ),
        st.builds(PerDifferent, points, types, st.integers(1, 4)),
        st.builds(PerPiece, st.integers(0, 2), types),
        st.builds(PerPieceOfOne, st.integers(0, 3), types),
        st.builds(PerStored, st.integers(0, 3), types),
    )
    sources = ("x", "y", "z")
    places = draw(
        st.lists(st.tuples(st.sampled_from((None, None, "x", "y")), st.sampled_from(kinds)), max_size=9)
    )
    lying = {place: tuple(Counter(kind for at, kind in places if at == place).items()) for place, _ in places}
    return Problem(
        pieces=lying.pop(None, ()),
        stored=tuple(lying.items()),
        roles=tuple((kind, draw(types)) for kind in kinds[: draw(st.integers(0, 4))]),
        terms=tuple(draw(st.lists(st.tuples(st.sampled_from(sources), term), max_size=4))),
        wildcard=draw(st.booleans()),
        barred=draw(st.sampled_from(((), (), ("a",), ("b", "d"), kinds))),
    )


@settings(deadline=None, max_examples=8 * settings().max_examples)
@given(odd_problems())
def test_terms_nobody_has_printed_equal_brute_force(problem):
    assert assert_consistent(problem).total == brute_force(problem)


@pytest.mark.parametrize("seed", range(60))
def test_large_villages_equal_the_integer_program(seed):
    rng = random.Random(seed)
    problem = random_village(rng, most=rng.choice((4, 7, 10)), share=rng.choice((0.2, 0.5, 1)))
    assert assert_consistent(problem).total == integer_program(problem)


def contract(rng: random.Random) -> Once:
    needs = []
    for _ in range(rng.randint(1, 3)):
        types = rng.choice((WORKERS, SKILLS, RESOURCES, RESOURCES))
        needs.append(Need(rng.choice((types, (rng.choice(types),))), rng.randint(1, 3)))
    return Once(rng.choice((7, 10)), tuple(needs), otherwise=rng.choice((0, 0, 3)))


@pytest.mark.parametrize("seed", range(30))
def test_large_villages_with_sets_made_once_equal_the_integer_program(seed):
    rng = random.Random(seed)
    plain = random_village(rng, most=rng.choice((4, 7)), share=rng.choice((0.2, 0.5, 1)))
    held = tuple((f"contract {number}", contract(rng)) for number in range(rng.randint(1, 8)))
    problem = evolve(plain, terms=(*plain.terms, *held, held[0]))
    assert assert_consistent(problem).total == integer_program(problem)


def test_a_set_is_made_once_for_each_time_that_its_term_is_held():
    term = Once(7, (Need(("wood",), 2),), otherwise=1)
    for copies, total in ((1, 7), (2, 14), (3, 15)):
        problem = Problem((("wood", 5),), terms=(("deal", term),) * copies)
        assert assert_consistent(problem).total == brute_force(problem) == integer_program(problem) == total


def test_a_set_that_pays_less_than_nothing_made_is_not_made():
    problem = Problem((("wood", 2),), terms=(("deal", Once(2, (Need(("wood",)),), otherwise=3)),))
    assert assert_consistent(problem).total == 3


def test_check_knows_what_pays_once():
    term = Once(7, (Need(("wood",)),), otherwise=3)
    p = Problem((("wood", 2),), terms=(("deal", term),))
    assert faults(p, use(p, "deal", 7, ("wood", "wood", 1))) == ()
    assert faults(p, use(p, "deal", 3)) == ()
    assert faults(p, use(p, "deal", 7)) == ("deal: pays 3, not 7",)
    assert faults(p, use(p, "deal", 7, ("wood", "wood", 2))) == ("deal: pays only once",)
    assert faults(p, use(p, "deal", 7, ("wood", "wood", 1)), use(p, "deal", 3)) == ("deal: pays only once",)


# ---------------------------------------------------------------------- checking


def test_equal_problems_get_equal_answers():
    rng = random.Random(1)
    problem = random_village(rng, most=8, share=0.6)
    again = Problem(problem.pieces, problem.stored, problem.roles, problem.terms, wildcard=problem.wildcard)
    assert solve(problem) == solve(again)


def changed(use: Assignment, rng: random.Random) -> Assignment:
    """Spoil a use in one of several ways."""
    ways = [evolve(use, points=use.points + 1), evolve(use, source="nowhere"), evolve(use, joker="dragon")]
    if use.pieces:
        (kind, role, number), *rest = use.pieces
        ways += [
            evolve(use, pieces=((kind, role, number + 1000 * 60), *rest)),
            evolve(use, pieces=((kind, "dragon", number), *rest)),
            evolve(use, pieces=((kind, role, 0), *rest)),
        ]
    return rng.choice(ways)


def test_check_refuses_spoilt_allocations():
    rng = random.Random(3)
    for _ in range(300):
        problem = random_village(rng, most=6, share=0.4)
        answer = solve(problem)
        if answer.uses:
            place = rng.randrange(len(answer.uses))
            spoilt = changed(answer.uses[place], rng)
            uses = (*answer.uses[:place], spoilt, *answer.uses[place + 1 :])
            total = sum(use.points for use in uses)
            assert check(problem, Allocation(total, uses)).faults
            assert check(problem, Allocation(answer.total + 1, answer.uses)).faults


def faults(problem: Problem, *uses: Assignment) -> tuple[str, ...]:
    return check(problem, Allocation(sum(use.points for use in uses), uses)).faults


def use(problem: Problem, source: str, points: int, *pieces: tuple[str, str, int], joker: str | None = None):
    return Assignment(source, dict(problem.terms)[source], points, pieces, joker)


def test_check_names_what_is_wrong():
    p = village("scribes", "scholar", "village_hall", "apothecary", anvil=4, saw=2, red=4, green=2)
    assert faults(p, use(p, "scholar", 15, ("anvil", "anvil", 5))) == ("anvil: 5 used, only 4 there",)
    assert faults(p, use(p, "scholar", 9, ("anvil", "anvil", 2), ("saw", "saw", 1))) == (
        "scholar: the pieces do not make up 3 points per anvil, pickaxe or saw of one type of your choice",
    )
    assert faults(
        p, use(p, "scholar", 6, ("anvil", "anvil", 2)), use(p, "scholar", 3, ("saw", "saw", 1))
    ) == ("scholar: only one type may be chosen",)
    assert faults(p, use(p, "scribes", 10, ("anvil", "anvil", 2), ("saw", "saw", 1)))
    assert faults(p, use(p, "scribes", 10, ("anvil", "anvil", 1), ("saw", "saw", 1), joker="pickaxe")) == (
        "there is no joker",
    )
    assert faults(p, use(p, "scholar", 3, ("saw", "anvil", 1))) == ("scholar: saw cannot count as anvil",)
    assert faults(p, use(p, "village_hall", 2, ("saw", "saw", 2))) == ("village_hall: does not take saw",)
    assert faults(p, use(p, "apothecary", 3, ("red", "red", 4)))
    assert faults(p, use(p, "apothecary", 4, ("red", "red", 4), ("green", "green", 1))) == (
        "apothecary: pays 3, not 4",
    )
    assert faults(p, use(p, "apothecary", 3, ("red", "red", 4), ("green", "green", 1))) == ()


def test_check_keeps_stored_pieces_on_their_tile():
    p = village(stored={"timber_yard": {"wood": 2}}, worth=2, wood=3)
    assert faults(p, use(p, "timber_yard", 6, ("wood", "wood", 3))) == (
        "timber_yard: 3 wood kept, only 2 lying there",
    )


def test_check_counts_the_joker_once():
    p = village("key_market", "scholar", purple=True)
    assert faults(p, use(p, "key_market", 2, joker="green"), use(p, "scholar", 3, joker="saw")) == (
        "the joker is used 2 times",
    )


def test_check_finds_sets_whose_needs_overlap():
    term = PerSet(2, (Need(("a",)), Need(("a", "b"))))
    p = Problem(pieces=(("a", 3), ("b", 3)), terms=(("x", term),))
    assert faults(p, use(p, "x", 4, ("a", "a", 2), ("b", "b", 2))) == ()
    assert faults(p, use(p, "x", 4, ("a", "a", 3), ("b", "b", 1))) == ()
    assert faults(p, use(p, "x", 4, ("a", "a", 1), ("b", "b", 3)))


def test_items_that_share_a_heap_are_in_one_group_even_by_way_of_others() -> None:
    assert sharing([]) == []
    assert sharing([({1}, "a"), ({2}, "b")]) == [({1}, ["a"]), ({2}, ["b"])]
    items = [({1, 2}, "a"), ({5}, "b"), ({3}, "c"), ({2, 3}, "d"), ({5}, "e")]
    assert sharing(items) == [({1, 2, 3}, ["c", "a", "d"]), ({5}, ["b", "e"])]
