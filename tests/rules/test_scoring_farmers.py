"""Rules 6.2, 6.3, 6.4, 6.8 with The Farmers (scenarios 126, 132 to 137, ruling C29)."""

import pytest

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
    for number in (1, 4):
        assert final(f"home_1 {species}{number}/1 {species}1/2").points("P1") == 2 * usual
        at = final(f"home_1 {species}{number}/1 {species}1/2", f"{tile}@0,1")
        assert at.points("P1") == 2 * more


def test_s126_a_mixed_pasture_scores_for_every_species():
    assert final("home_1 sheep2/1 pig3/1").points("P1") == 1 + 2
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
