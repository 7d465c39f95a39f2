"""The Merchants 9.2: contracts in the final scoring (scenarios 59 to 76)."""

from tests.merchants.table import merchants


def total(held, *tiles, screen="", goods="", purple=False, **more):
    """The points of P1 with these contracts, tiles, screen and goods on an upgraded home, less its 5 points."""
    at = merchants(
        "winter",
        villages={"P1": [f"home_1 back {goods}".strip(), *tiles]},
        screens={"P1": screen},
        drawn={"P1": held},
        start="P1" if purple else "P2",
        **more,
    )
    assert sum(line.points for line in at.score("P1").lines) == at.points("P1")
    return at.points("P1") - 5


def test_m59_three_wood():
    assert total("woods", goods="wood3") == 7
    assert total("woods", goods="wood2 gold1") == 7
    assert total("woods", goods="wood2 iron1") == 0
    assert total("woods", "boat_3b", goods="wood2 iron1") == 7


def test_m60_gold_and_what_counts_as_gold():
    assert total("golds", goods="gold2") == 7
    assert total("golds", goods="gold1 wood1") == 1
    assert total("golds", "boat_3b", goods="gold1 wood1") == 7
    assert total("gold_goods", goods="gold1 wood2") == 7
    assert total("gold_goods", goods="wood3") == 0
    assert total("gold_goods", goods="gold4") == 8


def test_m61_green_crew():
    assert total("green_crew", screen="G2 R3") == 7
    assert total("green_crew", screen="R5") == 0


def test_m62_only_the_purple_worker_fills_the_purple_contract():
    assert total("purple", purple=True) == 7
    assert total("purple") == 0
    assert total("purple golds", goods="gold1", purple=True) == 8


def test_m63_the_purple_worker_fills_any_part():
    assert total("saw_wood", goods="wood1", purple=True) == 7


def test_m64_scribes_and_three_skills():
    one, two = "anvil1 pickaxe1 saw1", "anvil2 pickaxe2 saw2"
    assert total("three_skills", "scribes", screen=one) == 10
    assert total("three_skills", "scribes", screen=two) == 20
    assert total("three_skills", "scribes", "muleteer", screen=one) == 13


def test_m65_two_contracts_compete():
    assert total("woods three_resources", goods="wood3 stone1 iron1") == 7
    assert total("woods three_resources", goods="wood3 stone1 iron1 gold1") == 14


def test_m66_mercers_guild_and_three_resources():
    assert total("three_resources", "mercers_guild", goods="wood1 stone1 iron1") == 7
    assert total("three_resources", "mercers_guild", goods="wood2 stone2 iron2") == 12
    assert total("three_resources", "mercers_guild", goods="wood2 stone1 iron1 gold1") == 8


def test_m67_craftsmans_guild_and_blue_crew():
    assert total("blue_crew", "craftsmans_guild", screen="R3 B3 Y3") == 10
    assert total("blue_crew", "craftsmans_guild", screen="R2 B2 Y2") == 7


def test_m68_village_hall_and_apothecary():
    assert total("blues", "village_hall", screen="B5") == 8
    assert total("green_crew", "apothecary", screen="G1 R9") == 10
    assert total("green_crew", "apothecary", screen="G1 R8") == 7


def test_m69_key_guild_and_contracts_of_skills():
    three = "saw_skill pickaxe_skill anvil_skill"
    assert total(three, "key_guild", screen="anvil2 pickaxe2 saw2") == 21
    assert total(three, "key_guild", screen="anvil2 pickaxe2 saw1") == 14
    assert total("saw_skill", "key_guild", screen="anvil3 pickaxe2 saw1") == 10


def test_m70_windmill_and_wood_goods():
    assert total("wood_goods", "windmill", goods="wood3 iron2") == 7
    assert total("wood_goods", "windmill", goods="wood4 iron5") == 12


def test_m71_pieces_kept_on_a_storage_tile_fill_no_contract():
    assert total("woods", "timber_yard wood3") == 7
    assert total("woods", "timber_yard wood4") == 9
    assert total("woods", "timber_yard back wood3") == 9
    assert total("woods", "timber_yard back wood4") == 12


def test_m72_it_may_be_better_not_to_fill_a_contract():
    assert total("irons", "blacksmith back iron3") == 9
    assert total("irons", "blacksmith back iron3", "muleteer") == 12


def test_m73_white_wind_ii_makes_a_filled_contract_worth_10():
    assert total("saw_wood saw_goods", "boat_white_wind_ii", screen="saw1", goods="wood3") == 10
    goods = "wood2 stone1 iron1"
    assert total("three_resources saw_wood", "boat_white_wind_ii", screen="saw1", goods=goods) == 20


def test_m74_the_muleteer_pays_for_contracts_that_are_not_filled():
    assert total("irons", "muleteer", goods="iron2") == 3
    assert total("irons", "muleteer", goods="iron3") == 7
    assert total("irons", goods="iron2") == 0


def test_m75_gold_skill_and_saw_skill():
    assert total("gold_skill saw_skill", screen="saw1 anvil1", goods="gold1") == 8
    assert total("gold_skill saw_skill", screen="saw1 anvil1 pickaxe1", goods="gold1") == 14


def test_m76_an_exchanged_contract_scores_nothing():
    at = merchants(
        "winter",
        villages={"P1": ["home_1", "muleteer"]},
        screens={"P1": ""},
        held={"P1": "irons reds"},
        start="P2",
        turn="P1",
    )
    assert at.points("P1") == 6
    at = at.play("exchange irons iron")
    assert at.points("P1") == 3


def test_wheat_counts_as_gold_with_5b():
    assert total("golds", "boat_5b", screen="wheat2", with_farmers=True) == 7
    assert total("golds", screen="wheat2", with_farmers=True) == 0


def test_known_and_unseen_contracts_score_alike():
    at = merchants(
        "winter",
        villages={"P1": ["home_1 wood3 stone3"]},
        screens={"P1": ""},
        held={"P1": "woods"},
        drawn={"P1": "stones"},
        start="P2",
    )
    assert at.points("P1") == 14


def test_the_sheet_names_the_contract_and_what_fills_it():
    at = merchants(
        "winter", villages={"P1": ["home_1 wood3"]}, screens={"P1": ""}, held={"P1": "woods"}, start="P2"
    )
    (line,) = [line for line in at.score("P1").lines if line.points == 7]
    assert ("wood", "wood", 3) in line.used
    assert "Three wood" in at.score("P1").explain() or "three wood" in at.score("P1").explain().lower()


def test_workers_that_return_from_the_own_village_fill_contracts():
    """Merchants 9.2: workers behind the screen after E5c."""
    at = merchants(
        "winter",
        players=2,
        villages={"P1": ["home_1", "woodcutter P2:R1"]},
        screens={"P1": "R3"},
        drawn={"P1": "reds"},
        start="P2",
    )
    end = at.end_season()
    assert end.game.over and end.hand("P1") == "R4"
    assert [line.points for line in end.score("P1").lines if ("red", "red", 4) in line.used] == [7]


def test_resources_anywhere_in_the_village_fill_a_contract():
    """Merchants 9.2."""
    assert total("woods", "stable wood1", "brewer wood1", goods="wood1") == 7


def test_a_contract_is_filled_once_and_takes_exactly_its_pieces():
    """Merchants 9.2."""
    assert total("woods", goods="wood6") == 7
    assert total("woods", goods="wood2") == 0
    assert total("golds", goods="gold5") == 10, "three gold are left"


def test_contracts_compete_with_white_wind():
    """Merchants 9.2: a piece that fills a contract scores nowhere else."""
    assert total("reds", "boat_white_wind", screen="R4", players=6) == 7
    assert total("reds", "boat_white_wind", screen="R6", players=6) == 9


def test_white_pieces_may_be_anything_of_their_kind():
    """Merchants 9.2: green is a worker, gold a resource."""
    assert total("blue_crew", screen="B1 R2 Y2 G2") == 0
    assert total("blue_crew", screen="B2 R1 Y1 G2") == 7
    assert total("saw_skill", screen="saw2") == 7
    assert total("saw_goods", screen="saw1", goods="gold1 iron1") == 7


def test_with_3b_every_resource_of_a_contract_may_be_any_resource():
    """Merchants 9.2."""
    assert total("stone_iron", "boat_3b", goods="wood4") == 7
    assert total("stone_iron", goods="wood4") == 0
    assert total("saw_wood", "boat_3b", screen="anvil1", goods="wood1") == 1, "skills are not resources"


def test_with_5b_wheat_is_any_resource_of_a_contract_and_wood_is_still_not_gold():
    """Merchants 9.2: one substitution per piece."""
    assert total("woods", "boat_5b", screen="wheat1", goods="wood2", with_farmers=True) == 7
    assert total("wood_goods", "boat_5b", screen="wheat4", with_farmers=True) == 7
    assert total("golds", "boat_5b", screen="wheat1", goods="wood1", with_farmers=True) == 1
    assert total("woods", screen="wheat1", goods="wood2", with_farmers=True) == 0


def test_the_purple_worker_is_a_worker_a_skill_or_a_resource_of_one_contract():
    """Merchants 9.2: white parts included, and of one contract only."""
    assert total("reds", screen="R3", purple=True) == 7
    assert total("woods", goods="wood2", purple=True) == 7
    assert total("golds", goods="gold1", purple=True) == 7
    assert total("saw_skill", screen="saw1", purple=True) == 7
    assert total("saw_goods", screen="saw1", goods="wood1", purple=True) == 7
    assert total("green_crew", screen="G1 R3", purple=True) == 7
    assert total("reds woods", screen="R3", goods="wood2", purple=True) == 7
    assert total("saw_wood", purple=True) == 1, "one piece fills one part"


def test_the_purple_worker_is_never_a_contract():
    """Merchants 9.2: the muleteer pays for contracts only."""
    assert total("", "muleteer", purple=True) == total("", purple=True)


def test_nothing_but_the_purple_worker_fills_the_purple_contract():
    """Merchants 9.2."""
    assert total("purple", "muleteer", screen="R4 saw1", goods="wood2") == 3
    assert total("purple saw_wood", goods="wood1", purple=True) == 7


def test_white_wind_ii_does_not_change_what_the_muleteer_pays():
    """Merchants 9.2."""
    assert total("irons woods", "muleteer", "boat_white_wind_ii", goods="iron3", players=6) == 13
