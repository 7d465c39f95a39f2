"""Pastures in the final scoring against brute force, and the sentences of rules 6.8 one by one."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from keyflower.expansions.farmers.herds import animals_of, herd, with_herd
from keyflower.expansions.farmers.scoring import HerdWorth, PastureScoring, Sheltered
from keyflower.extend.expansion import Expansion
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.scoring import Count, Line
from keyflower.extend.tiles import Face, Tile
from keyflower.facade.registry import builtin, resolve
from keyflower.model.layout import Placed
from keyflower.model.state import Seat
from keyflower.model.village import Village
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import BACK, PURPLE, Season

SPECIES = {"sheep": 1, "pig": 2, "cow": 3}

MORE = Expansion(
    id="more",
    version="1",
    title="More shelters",
    requires=("farmers",),
    tiles=tuple(
        Tile(name, title=name, season=Season.AUTUMN, edges=edges, front=Face(scores=scores))
        for name, edges, scores in (
            ("fold", "FFFFFF", (Sheltered("sheep", 2),)),
            ("pen", "RFFRFF", (Sheltered("pig", 2), Sheltered("sheep", 1))),
            ("byre", "RFFFFF", (Sheltered("cow", 9),)),
            ("loom", "FFRFFF", (HerdWorth("sheep", 2),)),
            ("press", "FFRFFF", (HerdWorth("cow", 2), HerdWorth("pig", 3))),
        )
    ),
)
LAID = (
    "sheep_shelter", "fold", "pen", "byre", "loom", "press",
    "weaver", "dairy", "truffle_orchard", "ranch", "downs",
)  # fmt: skip


@cache
def rules() -> Ruleset:
    return resolve(["farmers", MORE])


def place(village: Village, name: str, *, choice: int = 0, side: int = 0, free: bool = True) -> Village:
    tile = rules().tiles[name]
    places = village.layout.places(tile.edges, free=free)
    cell, rotation = places[choice % len(places)]
    return village.laying(Placed(name, cell, rotation, tile.edges, tile.kind), side=side)


def home() -> Village:
    return Village.founded(Placed("home_1", (0, 0), 0, "WRRRRR", "home"))


def score(village: Village, *, wildcard: bool = False) -> tuple[Line, ...]:
    return PastureScoring().score(Count(rules(), Seat(village=village), village), wildcard=wildcard)


def total(village: Village, *, wildcard: bool = False) -> int:
    return sum(line.points for line in score(village, wildcard=wildcard))


# ---------------------------------------------------------------------- brute force


def brute_force(village: Village, *, wildcard: bool) -> int:
    """Try every animal in every place that could score it, and purple as every animal in every pasture."""
    best = _best(village)
    if wildcard:
        for pasture, species in product(village.pastures, SPECIES):
            more = herd(village, pasture.id).more(species, 1)
            best = max(best, _best(with_herd(village, pasture.id, more)))
    return best


def _best(village: Village) -> int:
    """Try all ways, pasture by pasture: they share no animal, and shelters take any number."""
    worth = dict(SPECIES)
    shelters: list[tuple[str, str, int]] = []
    for placed, spot in village:
        for term in rules().tiles[placed.name].face(spot.side).scores:
            if isinstance(term, HerdWorth):
                worth[term.species] = max(worth[term.species], term.points)
            if isinstance(term, Sheltered):
                shelters.append((placed.name, term.species, term.points))
    points = 0
    for pasture in village.pastures:
        animals = herd(village, pasture.id).expanded()
        options = []
        for animal in animals:
            here = [gain for tile, kind, gain in shelters if kind == animal and tile in pasture.tiles]
            options.append([None, *here])
        points += max(_points(animals, chosen, worth) for chosen in product(*options))
    return points


def _points(animals: tuple[str, ...], chosen: tuple[int | None, ...], worth: dict[str, int]) -> int:
    outside = {animal for animal, gain in zip(animals, chosen, strict=True) if gain is None}
    return sum(gain for gain in chosen if gain is not None) + sum(worth[kind] for kind in outside)


@st.composite
def villages(draw: st.DrawFn) -> Village:
    random = draw(st.randoms(use_true_random=False))
    return random_village(random)


def random_village(random: Random) -> Village:
    village = home()
    for name in random.sample(LAID, random.randrange(1, 8)):
        side = BACK if rules().tiles[name].upgradable and random.random() < 0.5 else 0
        fits = bool(village.layout.places(rules().tiles[name].edges))
        free = not fits or random.random() < 0.7
        village = place(village, name, choice=random.randrange(1000), side=side, free=free)
    for _ in range(random.randrange(7)):
        pasture = random.choice(village.pastures).id
        village = with_herd(village, pasture, herd(village, pasture).more(random.choice([*SPECIES]), 1))
    return village


@given(villages())
def test_pastures_score_as_much_as_brute_force_finds(village: Village) -> None:
    assert total(village) == brute_force(village, wildcard=False)


@given(villages())
def test_pastures_with_purple_score_as_much_as_brute_force_finds(village: Village) -> None:
    assert total(village, wildcard=True) == brute_force(village, wildcard=True)


@given(villages(), st.booleans())
def test_every_animal_is_used_exactly_once(village: Village, wildcard: bool) -> None:
    used: dict[str, int] = {}
    for line in score(village, wildcard=wildcard):
        for piece, species, number in line.used:
            assert piece in (species, PURPLE)
            used[piece] = used.get(piece, 0) + number
    assert used.pop(PURPLE, 0) == int(wildcard)
    assert used == dict(animals_of(village).items())


# ---------------------------------------------------------------------- rules 6.8, sentence by sentence


def test_a_pasture_scores_once_whatever_the_size_of_its_herd() -> None:
    one = with_herd(home(), "home_1/2", Pool.of(sheep=1))
    assert total(one) == total(with_herd(one, "home_1/2", Pool.of(sheep=7))) == 1


def test_a_mixed_pasture_scores_for_every_species_in_it() -> None:
    assert total(with_herd(home(), "home_1/2", Pool.of(sheep=3, pig=1))) == 3
    assert total(with_herd(home(), "home_1/2", Pool.of(sheep=1, pig=1, cow=1))) == 6


@pytest.mark.parametrize(
    ("tile", "species", "points"),
    [("weaver", "sheep", 3), ("truffle_orchard", "pig", 5), ("dairy", "cow", 7)],
)
def test_winter_tiles_raise_the_worth_of_their_species_only(tile: str, species: str, points: int) -> None:
    village = place(home(), tile, free=False)
    for kind, usual in SPECIES.items():
        herded = with_herd(village, "home_1/2", Pool.of({kind: 2}))
        assert total(herded) == (points if kind == species else usual)


def test_two_cow_pastures_with_dairy_and_purple_as_a_cow_in_a_third() -> None:
    village = place(home(), "dairy", free=False)
    first, second, third = [pasture.id for pasture in village.pastures][:3]
    village = with_herd(with_herd(village, first, Pool.of(cow=1)), second, Pool.of(cow=2))
    assert total(village) == 14
    assert total(village, wildcard=True) == 21
    pigs = with_herd(village, third, Pool.of(pig=1))
    assert total(pigs, wildcard=True) == 21 + 2


def _sheltered(sheep: int, *, side: int, weaver: bool) -> int:
    village = place(home(), "downs", free=False)
    village = place(village, "sheep_shelter", side=side, free=False)
    if weaver:
        village = place(village, "weaver", free=False)
    (pasture,) = village.layout.pastures_of("sheep_shelter")
    return total(with_herd(village, pasture.id, Pool.of(sheep=sheep)))


@pytest.mark.parametrize("sheep", [1, 2, 5])
def test_sheep_go_to_the_shelter_but_one_that_is_worth_more_outside(sheep: int) -> None:
    assert _sheltered(sheep, side=0, weaver=False) == sheep
    assert _sheltered(sheep, side=BACK, weaver=False) == 3 * sheep
    assert _sheltered(sheep, side=0, weaver=True) == (sheep - 1) + 3
    assert _sheltered(sheep, side=BACK, weaver=True) == 3 * sheep


def test_sheep_out_of_reach_of_the_shelter_score_for_their_pasture() -> None:
    village = place(home(), "downs", free=False)
    village = place(village, "sheep_shelter", side=BACK, free=False)
    away = next(pasture for pasture in village.pastures if "sheep_shelter" not in pasture.tiles)
    assert total(with_herd(village, away.id, Pool.of(sheep=4))) == 1


def test_purple_joins_the_sheep_in_the_shelter() -> None:
    village = place(home(), "downs", free=False)
    village = place(village, "sheep_shelter", side=BACK, free=False)
    (pasture,) = village.layout.pastures_of("sheep_shelter")
    for other in village.pastures:
        sheep = 2 if other.id == pasture.id else 0
        # no cow would be worth anything more
        village = with_herd(village, other.id, Pool.of(cow=1, sheep=sheep))
    (line,) = [line for line in score(village, wildcard=True) if line.source == "sheep_shelter"]
    assert (line.points, line.used) == (9, (("purple", "sheep", 1), ("sheep", "sheep", 2)))


def test_without_animals_nothing_scores_but_purple_finds_an_empty_pasture() -> None:
    assert score(home()) == ()
    (line,) = score(home(), wildcard=True)
    assert (line.points, line.used) == (3, ((PURPLE, "cow", 1),))


def test_lines_say_where_the_points_come_from() -> None:
    village = with_herd(place(home(), "weaver", free=False), "home_1/2", Pool.of(sheep=2))
    (line,) = score(village)
    assert line == Line(
        "pasture 2 of Home 1", 3, (("sheep", "sheep", 2),), "pasture with sheep, worth more with Weaver"
    )


def test_overridden_points_count() -> None:
    changed = rules().with_overrides(
        {"sheep_shelter": {"front": {"store": {"sheep": 4}}}, "dairy": {"scoring": {"points": 8}}}
    )
    assert changed.tile("sheep_shelter").front.scores == (Sheltered("sheep", 4),)
    village = with_herd(place(home(), "dairy", free=False), "home_1/2", Pool.of(cow=1))
    lines = PastureScoring().score(Count(changed, Seat(village=village), village), wildcard=False)
    assert [line.points for line in lines] == [8]


def test_terms_must_name_a_species_that_exists() -> None:
    with pytest.raises(ValueError, match="no expansion has the good 'goat'"):
        resolve(["farmers", evolve(MORE, tiles=(evolve(MORE.tiles[0], front=_goats()),))])
    assert "more" not in [expansion.id for expansion in builtin().expansions]


def _goats() -> Face:
    return Face(scores=(Sheltered("goat", 2),))
