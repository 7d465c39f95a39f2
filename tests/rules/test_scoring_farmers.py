"""Rules 6.2 to 6.4 and 6.8 with The Farmers (scenarios 126, 132 to 137, ruling C29); pastures against brute force."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from keyflower.expansions.farmers.herds import animals_of, herd, with_herd
from keyflower.expansions.farmers.player_counts import earliest_boat
from keyflower.expansions.farmers.scoring import HerdWorth, PastureScoring, Sheltered
from keyflower.extend.expansion import Expansion
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.scoring import Count, Line
from keyflower.extend.tiles import Face, Tile
from keyflower.facade.registry import builtin, resolve
from keyflower.model.enums import BACK, PURPLE, Season
from keyflower.model.layout import Placed
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, empty_state
from keyflower.model.village import Village
from keyflower.testing import scenario


def final(*village, screen="", purple=False, players=3, **more):
    """P1's village at the end of the game."""
    start = "P1" if purple else "P2"
    return scenario(
        "winter",
        villages={"P1": list(village)},
        screens={"P1": screen},
        start=start,
        players=players,
        expansions=["farmers"],
        **more,
    )


# ---------------------------------------------------------------------- pastures


@pytest.mark.parametrize(
    ("species", "usual", "tile", "more"),
    [("sheep", 1, "weaver", 3), ("pig", 2, "truffle_orchard", 5), ("cow", 3, "dairy", 7)],
)
def test_pastures_score_by_species_whatever_the_herd(species, usual, tile, more):
    for number in (1, 4, 7):
        assert final(f"home_1 {species}{number}/1 {species}1/2").points("P1") == 2 * usual
        at = final(f"home_1 {species}{number}/1 {species}1/2", f"{tile}@0,1")
        assert at.points("P1") == 2 * more


def test_s126_a_mixed_pasture_scores_for_every_species():
    assert final("home_1 sheep2/1 pig3/1").points("P1") == 1 + 2
    assert final("home_1 sheep3/1 pig1/1").points("P1") == 1 + 2
    assert final("home_1 sheep1/1 pig1/1 cow1/1").points("P1") == 1 + 2 + 3
    assert final("home_1 sheep2/1 pig3/1 cow1/1").points("P1") == 1 + 2 + 3


def test_pastures_that_are_merged_score_once():
    assert final("home_1 sheep1/3 sheep1/4").points("P1") == 2
    assert final("home_1 sheep1/3 sheep1/4", "scribes@0,1").points("P1") == 1


def test_s134_dairy_and_purple_as_a_cow():
    village = ["home_1 cow1/1 cow2/2", "dairy@0,1"]
    assert final(*village).points("P1") == 14
    at = final(*village, purple=True)
    assert at.points("P1") == 21
    # species restrictions do not apply to purple: it may join pigs, which still score
    full = ["home_1 cow1/1 cow2/2 pig1/3 pig1/5", "dairy@0,1"]
    at = final(*full, purple=True)
    assert at.points("P1") == 21 + 2 * 2
    assert final("home_1 cow1/1 cow2/2 pig1/3", "dairy@0,1", purple=True).points("P1") == 21 + 2


def test_purple_as_an_animal_only_where_it_gains():
    assert final("home_1 cow1/1", purple=True).points("P1") == 3 + 3  # a cow in an empty pasture beats a gold
    assert final("home_1", "key_guild@0,1", screen="saw4", purple=True).points("P1") == 10


# ---------------------------------------------------------------------- sheep shelter


def shelter(side="", sheep=3, *more, purple=False):
    """keywood/1 and the shelter are one pasture."""
    return final(
        "home_1", f"keywood@0,1 r0 sheep{sheep}/1", f"sheep_shelter@1,1 {side}".strip(), *more, purple=purple
    )


def test_sheep_shelter_takes_all_sheep_of_its_pasture():
    assert shelter().points("P1") == 3
    assert shelter("back").points("P1") == 9


def test_one_sheep_stays_outside_iff_the_pasture_is_worth_more():
    """max(s*v, (s-1)*v + w): only weaver and a shelter that is not upgraded."""
    assert shelter("", 3, "weaver").points("P1") == 2 + 3
    assert shelter("back", 3, "weaver").points("P1") == 9
    assert shelter("", 1, "weaver").points("P1") == 3


def test_s132_a_sheep_on_a_home_sector_counts_for_the_shelter():
    # the field sector of woodcutter reaches a home sector; the shelter joins it by field
    at = final("home_1 sheep2/4", "woodcutter@0,1 r0", "sheep_shelter@-1,2 back")
    layout = at.village("P1").layout
    assert layout.touching("sheep_shelter") == ("woodcutter",)
    assert layout.pasture("sheep_shelter/1") is layout.pasture("home_1/4")
    assert at.points("P1", "sheep_shelter") == 6


def test_sheep_in_other_pastures_do_not_count_for_the_shelter():
    at = final("home_1 sheep4/1", "keywood@0,1 r0", "sheep_shelter@1,1 back")
    assert at.points("P1") == 1


def test_purple_as_a_sheep_scores_at_the_shelter():
    assert shelter("back", 2, purple=True).points("P1") == 9


# ---------------------------------------------------------------------- downs


def test_s133_downs_counts_the_tiles_its_pasture_touches_itself_included_c29():
    at = final("home_1", "downs@0,1")
    assert at.village("P1").layout.pasture("downs/1").tiles == {"home_1", "downs"}
    assert at.points("P1", "downs") == 2


def test_s133_a_tile_touched_in_two_places_counts_once():
    # the road of the downs ends at the home: the land goes round it and touches the home left and right
    at = final("home_1", "keywood@0,1 r0", "downs@-1,0")
    pasture = at.village("P1").layout.pasture("downs/1")
    assert [name for name, _ in pasture.regions].count("home_1") == 2
    assert at.points("P1", "downs") == 2


def test_s133_seven_tiles():
    # five more winter tiles round the home: every road of the home is merged into one land
    tiles = ["downs@0,1", "scribes@1,0", "scholar@-1,1", "windmill@1,-1", "watermill@-1,0", "key_guild"]
    at = final("home_1", *tiles)
    touched = at.village("P1").layout.pasture("downs/1").tiles
    assert len(touched) == 7
    assert at.points("P1", "downs") == 7


# ---------------------------------------------------------------------- wheat


def test_s135_granary_and_5b():
    assert final("home_1", "granary@0,1", screen="wheat3").points("P1") == 3
    assert final("home_1 wood1", "granary@0,1", "boat_5b@0,-1", screen="wheat3").points("P1") == 6
    assert final("home_1", "granary@0,1", screen="wheat3", purple=True).points("P1") == 6


def test_bakery_takes_wheat_a_resource_and_a_skill():
    assert final("home_1 wood2", "bakery@0,1", screen="wheat2 saw1").points("P1") == 4
    assert final("home_1 wood2", "bakery@0,1", screen="wheat2 saw2").points("P1") == 8
    assert final("home_1", "bakery@0,1", screen="wheat2 saw2").points("P1") == 0
    assert final("home_1 gold1", "bakery@0,1", screen="wheat1 anvil1").points("P1") == 4


def test_bakery_competes_for_skills_resources_and_wheat():
    # one skill: Scholar 3 or Bakery 4; two wheat: Granary 3
    assert final("home_1 wood1", "bakery@0,1", "scholar", screen="wheat1 saw1").points("P1") == 4
    assert final("home_1 wood1", "bakery@0,1", "granary", screen="wheat2 saw1").points("P1") == 4
    assert final("home_1 wood1", "bakery@0,1", "granary", screen="wheat3 saw1").points("P1") == 7


def test_bakery_with_5b_and_purple():
    assert final("home_1 wood2", "bakery@0,1", "boat_5b@0,-1", screen="saw1").points("P1") == 4
    assert final("home_1", "bakery@0,1", "boat_5b@0,-1", screen="saw1 wheat2").points("P1") == 4
    assert final("home_1 wood1", "bakery@0,1", screen="saw1", purple=True).points("P1") == 4


def test_s137_5b_alone():
    assert final("home_1 wood3", "boat_5b@0,-1").points("P1") == 0
    assert final("home_1", "boat_5b@0,-1", screen="wheat3").points("P1") == 3


def test_5b_one_substitution_for_each_piece():
    # with 5b alone wood is wood or wheat, never gold
    assert final("home_1 wood1", "boat_5b@0,-1", "jeweller").points("P1") == 0
    assert final("home_1", "boat_5b@0,-1", "jeweller", screen="wheat1").points("P1") == 2
    assert final("home_1 wood1", "boat_5b@0,-1", "boat_3b@0,-2", "jeweller").points("P1") == 2


def test_3b_and_5b_together_make_everything_interchangeable():
    village = ["home_1 wood2", "boat_5b@0,-1", "boat_3b@0,-2"]
    assert final(*village, screen="wheat1").points("P1") == 3
    assert final(*village, "mercers_guild", screen="wheat1").points("P1") == 5
    assert final(*village, "granary").points("P1") == 3


def test_5b_wheat_never_lies_on_a_storage_tile():
    assert final("home_1", "boat_5b@0,-1", "barn@0,1 back", screen="wheat2").points("P1") == 2


def test_5b_a_resource_on_a_storage_tile_is_kept_or_released_as_wheat():
    assert final("home_1", "boat_5b@0,-1", "timber_yard@0,1 wood2", "granary").points("P1") == 4
    assert final("home_1", "boat_5b@0,-1", "timber_yard@0,1 stone2", "granary").points("P1") == 3


def test_wheat_without_a_tile_scores_nothing():
    assert final("home_1", screen="wheat5").points("P1") == 0


def test_sea_breese_with_farmers_boats():
    names = ["boat_6a", "boat_5b", "sea_breese"]
    village = [f"{name}@0,{-row} r0" for row, name in enumerate(names, 1)]
    assert final("home_1", *village).points("P1", "sea_breese") == 8


def test_animals_are_not_moved_after_the_end_of_winter():
    at = final("home_1 sheep1/1 sheep1/2").end_season()
    assert at.herd("P1", "home/1") == "sheep1"


# ---------------------------------------------------------------------- ties


def test_ties_go_to_the_earliest_boat_choice_of_winter() -> None:
    state = evolve(empty_state(), picks=(2, 0, 1))
    assert earliest_boat(state, (0, 1)) == (0,)
    assert earliest_boat(state, (0, 1, 2)) == (2,)
    assert resolve(["farmers"]).expansions[1].tie_break is earliest_boat
    assert resolve().expansions[0].tie_break is None


# ---------------------------------------------------------------------- pastures against brute force


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


# ---------------------------------------------------------------------- the lines of pastures


@pytest.mark.parametrize(
    ("tile", "species", "points"),
    [("weaver", "sheep", 3), ("truffle_orchard", "pig", 5), ("dairy", "cow", 7)],
)
def test_winter_tiles_raise_the_worth_of_their_species_only(tile: str, species: str, points: int) -> None:
    village = place(home(), tile, free=False)
    for kind, usual in SPECIES.items():
        herded = with_herd(village, "home_1/2", Pool.of({kind: 2}))
        assert total(herded) == (points if kind == species else usual)


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
