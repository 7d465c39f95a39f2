"""Rules 6.2 to 6.6: pieces and what they score (scenarios 105 to 117, rulings C1, C3, C5, C11, C37)."""

import pytest

from keyflower.testing import scenario


def total(*tiles, screen="", goods="", purple=False, players=3, **more):
    """The points of P1 with these tiles, screen and goods on an upgraded home, less its 5 points."""
    villages = {"P1": [f"home_1 back {goods}".strip(), *tiles]}
    start = "P1" if purple else "P2"
    at = scenario("winter", villages=villages, screens={"P1": screen}, start=start, players=players, **more)
    assert sum(line.points for line in at.score("P1").lines) == at.points("P1")
    return at.points("P1") - 5


# ---------------------------------------------------------------------- workers


def test_s105_key_market_pays_two_for_a_green_worker_c1():
    assert total("key_market", screen="G3 R2") == 6


def test_village_hall_counts_one_colour():
    assert total("village_hall", screen="R4 B2 Y1 G3") == 4
    assert total("village_hall", screen="R1 G3") == 3


def test_village_hall_and_key_market_share_the_green():
    assert total("village_hall", "key_market", screen="R2 G3") == 2 + 6


def test_apothecary_takes_five_workers_of_any_colours():
    assert total("apothecary", screen="R2 B1 Y1 G1") == 3
    assert total("apothecary", screen="R4") == 0
    assert total("apothecary", screen="R9") == 3
    assert total("apothecary", screen="R10") == 6


def test_apothecary_and_village_hall_compete():
    assert total("apothecary", "village_hall", screen="R5") == 5
    assert total("apothecary", "village_hall", screen="R5 B4 Y1") == 5 + 3


def test_craftsmans_guild_needs_all_three_colours_green_does_not_help():
    assert total("craftsmans_guild", screen="R2 B3 Y1 G5") == 3
    assert total("craftsmans_guild", screen="R2 B2 Y2") == 6


def test_s108_white_wind_craftsman_and_key_market():
    tiles = ("white_wind@0,-1", "craftsmans_guild", "key_market")
    assert total(*tiles, screen="R2 B2 Y2 G2", players=6) == 10


# ---------------------------------------------------------------------- skills


def test_s109_scribes_with_scholar_or_key_guild():
    assert total("scribes", "scholar", screen="anvil5 pickaxe1 saw1") == 22
    assert total("scribes", "key_guild", screen="anvil5 pickaxe1 saw1") == 10


def test_s110_scribes_key_guild_and_scholar():
    assert total("scribes", "key_guild", "scholar", screen="anvil3 pickaxe2 saw2") == 23


def test_scholar_counts_one_type():
    assert total("scholar", screen="anvil2 pickaxe3") == 9


def test_key_guild_takes_five_skills():
    assert total("key_guild", screen="anvil2 pickaxe2") == 0
    assert total("key_guild", screen="anvil4 pickaxe4 saw3") == 20


# ---------------------------------------------------------------------- resources


def test_unallocated_gold_scores_one():
    assert total(goods="gold3 wood2") == 3


def test_jeweller_pays_two_instead_of_one():
    assert total("jeweller", goods="gold3") == 6


def test_s111_mercers_guild_and_jeweller():
    assert total("mercers_guild", "jeweller", goods="gold2 wood1") == 5
    assert total("mercers_guild", "jeweller", goods="gold3 wood2") == 7


def test_s112_mercers_windmill_and_watermill():
    assert total("mercers_guild", "windmill", "watermill", goods="gold1 iron3 stone2 wood1") == 11


def test_s113_windmill_and_jeweller():
    assert total("windmill", "jeweller", goods="gold3 iron4") == 9


def test_mercers_guild_takes_three_different_gold_is_a_type_and_a_joker():
    assert total("mercers_guild", goods="gold1 iron1 wood1") == 5
    assert total("mercers_guild", goods="gold2 wood1") == 5
    assert total("mercers_guild", goods="iron2 wood1") == 0
    assert total("mercers_guild", goods="gold3") == 5
    assert total("mercers_guild", goods="gold1") == 1


def test_watermill_counts_one_type_with_gold_as_joker():
    assert total("watermill", goods="iron3 wood2") == 3
    assert total("watermill", goods="iron3 gold2 wood2") == 5


def test_windmill_takes_five_of_any_kinds():
    assert total("windmill", goods="iron2 wood2 stone1") == 5
    assert total("windmill", goods="iron2 wood2") == 0


def test_resources_count_wherever_they_lie_in_the_village():
    assert total("windmill", "keywood@0,1 wood3", goods="iron2") == 5


def test_boat_3b_makes_all_resources_interchangeable():
    assert total("boat_3b@0,-1", goods="wood3") == 3
    assert total("boat_3b@0,-1", "jeweller", goods="wood3") == 6
    assert total("boat_3b@0,-1", "mercers_guild", goods="wood3") == 5
    assert total("boat_3b@0,-1", "watermill", goods="wood3 iron2") == 5
    assert total("boat_3a@0,-1", goods="wood3") == 0


# ---------------------------------------------------------------------- storage


@pytest.mark.parametrize(
    ("tile", "fits"), [("timber_yard", "wood"), ("stone_yard", "stone"), ("blacksmith", "iron")]
)
def test_storage_tiles_pay_for_fitting_pieces_on_them(tile, fits):
    assert total(f"{tile}@0,1 {fits}3") == 6
    assert total(f"{tile}@0,1 back {fits}3") == 9
    assert total(f"{tile}@0,1", goods=f"{fits}3") == 0


def test_barn_pays_for_any_resource():
    assert total("barn@0,1 wood1 iron1 stone1") == 3
    assert total("barn@0,1 back wood1 iron1 gold1") == 6


def test_s115_pieces_on_a_storage_tile_are_kept_or_released_c11_c37():
    assert total("timber_yard@0,1 wood2 gold1 iron1", goods="wood1") == 3 * 2
    assert total("timber_yard@0,1 wood2 gold1 iron1", "jeweller", goods="wood1") == 6
    assert total("timber_yard@0,1 back wood2 gold1 iron1", "jeweller", goods="wood1") == 9
    # released pieces score elsewhere: five for Windmill are worth more than keeping them in a barn
    assert total("barn@0,1 wood2 iron3", "windmill") == 5
    assert total("barn@0,1 back wood2 iron3", "windmill") == 10


def test_s115_barn_gold_is_released_for_jeweller():
    assert total("barn@0,1 gold2", "jeweller") == 4
    assert total("barn@0,1 back gold2", "jeweller") == 4


def test_s115_non_fitting_pieces_are_released():
    assert total("timber_yard@0,1 iron3", "watermill", goods="iron2") == 5


def test_kept_pieces_score_nowhere_else():
    assert total("timber_yard@0,1 back wood3", "watermill") == 9
    assert total("timber_yard@0,1 back wood3 iron1", "mercers_guild", goods="stone1") == 5 + 6


def test_boat_3b_makes_anything_fit_a_storage_tile():
    assert total("boat_3b@0,-1", "timber_yard@0,1 stone2 iron1") == 6
    assert total("boat_3b@0,-1", "timber_yard@0,1 back stone2 iron1", goods="wood2") == 9 + 2


# ---------------------------------------------------------------------- purple


def test_s117_purple_alone_is_a_gold():
    assert total(purple=True) == 1
    assert total() == 0


@pytest.mark.parametrize("tile", ["timber_yard", "stone_yard", "blacksmith"])
def test_s117_purple_lies_on_an_own_storage_tile_of_any_type(tile):
    assert total(f"{tile}@0,1 back", purple=True) == 3
    assert total(f"{tile}@0,1", purple=True) == 2


@pytest.mark.parametrize(
    ("tiles", "screen", "goods", "points"),
    [
        (("key_market",), "G1", "", 4),
        (("apothecary",), "R4", "", 3),
        (("craftsmans_guild",), "R1 Y1", "", 3),
        (("village_hall",), "R2", "", 3),
        (("key_guild",), "anvil4", "", 10),
        (("scribes",), "anvil1 saw1", "", 10),
        (("scholar",), "anvil2", "", 9),
        (("jeweller",), "", "gold1", 4),
        (("mercers_guild",), "", "wood1 iron1", 5),
        (("watermill",), "", "wood2", 3),
        (("windmill",), "", "wood4", 5),
    ],
)
def test_c5_purple_is_any_one_piece(tiles, screen, goods, points):
    assert total(*tiles, screen=screen, goods=goods, purple=True) == points


def test_purple_is_declared_only_once():
    assert total("key_market", "scholar", screen="G1 anvil1", purple=True) == 2 + 3 + 3


def test_purple_is_not_a_piece_of_its_former_holder():
    assert total("key_market", screen="G1") == 2


# ---------------------------------------------------------------------- the best allocation


def test_a_piece_can_be_worth_more_as_the_last_of_a_set_than_alone():
    # greedy would score the gold at Jeweller (2); as a part of the set it is worth more
    assert total("jeweller", "mercers_guild", goods="gold1 wood1 iron1") == 5


def test_each_piece_scores_at_one_tile_only():
    assert total("apothecary", "village_hall", "key_market", screen="G5") == 10
    assert total("scribes", "key_guild", "scholar", screen="anvil1 pickaxe1 saw1") == 10


def test_the_sheet_tells_which_pieces_were_used():
    villages = {"P1": ["home_1 gold2 wood1", "mercers_guild"]}
    at = scenario("winter", villages=villages, screens={"P1": ""}, start="P2")
    lines = {line.source: line for line in at.score("P1").lines}
    assert lines["mercers_guild"].points == 5
    assert sorted(piece for piece, _, number in lines["mercers_guild"].used for _ in range(number)) == [
        "gold", "gold", "wood"
    ]  # fmt: skip
    assert "in all" in at.score("P1").explain()
