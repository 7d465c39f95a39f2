"""The Merchants 5: cabins (scenarios 46 to 50)."""

from keyflower.expansions.merchants import Cabins
from tests.merchants.table import cabins, merchants

LOADED = "wood1"


def test_m46_a_cabin_from_a_boat_goes_on_the_home_and_gives_an_upgrade():
    at = merchants(
        "spring",
        players=5,
        villages={"P1": ["home_1 wood3 gold3", "stable"]},
        boats={"ianvincible_ii": "R1 cabin1"},
        phase="boats",
    )
    before = at.supply["cabin"]
    at = at.play("P1 take ianvincible_ii")
    assert str(at.village("P1").place(Cabins).cabins) == "cabin1" and at.supply["cabin"] == before
    at = at.until("turn")
    while at.acting != ("P1",):
        at = at.play("pass")
    assert at.play("use home R1").haul == (1, 2)


def with_cabins(number, *, home="home_1", p1=(), p2=()):
    return merchants(
        villages={"P1": [f"{home} gold3", "stable gold3", *p1], "P2": ["home_2 gold3", "miner gold3", *p2]},
        places={"P1": [cabins("home_1", number)]},
    )


def test_m47_whoever_uses_the_home_gets_the_upgrades():
    at = with_cabins(1).play("pass", "P2 use home_1 R1")
    assert at.acting == ("P2",) and at.haul == (1, 2)


def test_m48_2b_doubles_printed_upgrades_and_cabins_together():
    at = with_cabins(1, p2=["boat_2b"]).play("pass", "P2 use home_1 R1")
    assert at.haul == (2, 4)


def test_m49_an_upgraded_home_keeps_its_cabins():
    assert with_cabins(1, home="home_1 back").play("use home R1").haul == (2, 2)


def test_m50_each_cabin_counts_and_other_tiles_do_not_change():
    assert with_cabins(3).play("use home R1").haul == (1, 4)
    for tile in ("stable", "farrier"):
        plain = merchants(villages={"P1": ["home_1 gold3", f"{tile} gold3"]}).play(f"use {tile} R1").haul
        at = merchants(
            villages={"P1": ["home_1 gold3", f"{tile} gold3"]}, places={"P1": [cabins("home_1", 3)]}
        )
        assert at.play(f"use {tile} R1").haul == plain


def test_upgrading_the_home_leaves_its_cabins_there():
    """Merchants 5."""
    at = merchants(
        villages={"P1": ["home_1 gold3 wood3 stone3 iron3", "stable"]},
        screens={"P1": "R6 saw2 anvil2 pickaxe2"},
        places={"P1": [cabins("home_1", 2)]},
    ).play("use stable R1")
    way = next(text for text in at.options if text.startswith("upgrade home"))
    at = at.play(way)
    assert at.side("P1", "home_1") == "back"
    assert at.village("P1").place(Cabins) == cabins("home_1", 2)


def test_a_second_cabin_stands_beside_the_first():
    """Merchants 5: there is no limit per home."""
    at = merchants(boats={"sea_bastion_ii": "R1 cabin1"}, places={"P1": [cabins("home_1", 1)]}, phase="boats")
    at = at.play("P1 take sea_bastion_ii")
    assert at.village("P1").place(Cabins) == cabins("home_1", 2)


def test_only_the_cabins_of_the_home_that_is_used_count():
    """Merchants 5: P2 has no cabin, and P1's do not follow him."""
    assert with_cabins(2).play("P1 use home_2 R1").haul == (1, 1)


def test_wheat_spent_on_a_home_with_cabins_gives_transport_only():
    """Merchants 11."""
    at = merchants(
        villages={"P1": ["home_1 gold3", "stable gold3"]},
        places={"P1": [cabins("home_1", 1)]},
        screens={"P1": "R6 wheat1"},
        with_farmers=True,
    ).play("use home R1")
    assert (at.haul, at.play("spend wheat").haul) == ((1, 2), (2, 2))
