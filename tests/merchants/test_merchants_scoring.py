"""The Merchants 7.4, 9.1, 9.3, 9.4, 9.5: extensions, measures and boats in the final scoring (scenarios 77 to 84)."""

import pytest

from keyflower.expansions.merchants import Extensions
from keyflower.expansions.merchants.goods import EXTENSIONS
from tests.merchants.table import cabins, extensions, merchants


def at(*tiles, on=None, places=(), screen="", start="P2", **more):
    """P1 has these tiles and nothing behind the screen; the first is the home."""
    own = [*([extensions(**on)] if on else []), *places]
    return merchants(
        "winter",
        villages={"P1": tiles},
        screens={"P1": screen},
        places={"P1": own} if own else {},
        start=start,
        **more,
    )


def test_m77_an_extension_doubles_the_printed_points_and_nothing_else():
    assert at("home_1", "forge back", on={"forge": "red_saw"}).points("P1") == 20
    assert at("home_1", "well back", on={"well": "red_saw"}).points("P1") == 14
    assert at("home_1 back", on={"home_1": "red_saw"}).points("P1") == 10
    assert at("home_1", "alehouse back", on={"alehouse": "red_saw"}).points("P1") == 0
    assert at("home_1", "timber_yard back wood2", on={"timber_yard": "red_saw"}).points("P1") == 6


def test_m78_artisan():
    tiles = ("home_1 back", "stable back", "forge back", "well", "boat_1b", "artisan")
    assert at(*tiles).points("P1", "artisan") == 6


def test_m79_builder():
    on = {"home_1": "red_wood", "stable": "blue_iron", "alehouse": "green_gold"}
    assert at("home_1 back", "stable back", "alehouse back", "builder", on=on).points("P1", "builder") == 9


def test_m80_ianvincible_ii():
    tiles = ("home_1", "stable back", "wainwright", "boat_ianvincible_ii")
    own = [cabins("home_1", 1)]
    assert at(*tiles, places=own, players=5).points("P1", "boat_ianvincible_ii") == 12
    assert at(*tiles, "boat_2b", places=own, players=5).points("P1", "boat_ianvincible_ii") == 24


def test_m81_sea_breese_ii():
    tiles = ("home_1", "scribes", "artisan", "windmill", "turn_order_1", "boat_1a", "boat_sea_breese_ii")
    assert at(*tiles).points("P1", "boat_sea_breese_ii") == 6


def flipper_ii(*tiles, **more):
    """What Flipper II adds to the total."""
    with_boat = at(*tiles, "boat_flipper_ii", players=4, **more).points("P1")
    return with_boat - at(*tiles, players=4, **more).points("P1")


def test_m82_flipper_ii_puts_up_the_best_extension_for_free():
    assert flipper_ii("home_1", "stable back", "carpenter back") == 7
    assert flipper_ii("home_1", "stable back", "carpenter back", "builder") == 10
    assert flipper_ii("home_1", "stable", "carpenter", "builder") == 0
    assert flipper_ii("home_1", "stable back", "carpenter back", on={"carpenter": "red_wood"}) == 5
    sheet = at("home_1", "stable back", "carpenter back", "boat_flipper_ii", players=4).score("P1")
    assert "carpenter" in sheet.explain()


ALL = [extension.id.removeprefix("extension_") for extension in EXTENSIONS]


def test_m82_without_an_extension_in_the_supply_flipper_ii_gives_nothing():
    spring = [
        "miner",
        "woodcutter",
        "quarryman",
        "keywood",
        "workshop",
        "apprentice_hall",
        "peddler",
        "gold_mine",
    ]
    summer = ["brewer", "farrier", "hiring_fair", "mason", "smelter", "store", "tavern"]
    others = [*spring, *summer, "key_mine", "keystone_quarry", "well"]
    game = merchants(
        "winter",
        players=4,
        villages={
            "P1": ["home_1", "stable back", "boat_flipper_ii"],
            "P3": ["home_3", *(f"{tile} back" for tile in others)],
        },
        places={"P3": [extensions(**dict(zip(others, ALL, strict=True)))]},
        screens={"P1": ""},
        start="P2",
    )
    assert game.points("P1", "boat_flipper_ii") == 0


def test_m83_the_flip_counts_for_the_artisan():
    tiles = ("home_1 back", "barn", "artisan", "boat_flipper")
    assert at(*tiles, players=4).score("P1").flipped == "barn"
    assert at(*tiles, players=4).points("P1", "artisan") == 4
    assert at(*tiles, players=4).points("P1") == 5 + 4 + 2


def test_m84_the_base_keyflower_counts_neither_cabins_nor_extensions():
    own = [cabins("home_1", 2)]
    tiles = ("home_1", "stable back", "boat_keyflower")
    assert at(*tiles, on={"stable": "red_wood"}, places=own).points("P1", "boat_keyflower") == 5


def test_extended_farmers_tiles_count_their_printed_points_twice():
    plain = at("home_1", "farm_yard back", with_farmers=True).points("P1")
    assert (
        at("home_1", "farm_yard back", on={"farm_yard": "red_wood"}, with_farmers=True).points("P1")
        == plain + 3
    )


def test_best_totals_are_those_of_the_sheets():
    from keyflower.engine.scoring import best_total

    game = at("home_1 back", "stable back", "forge back", "artisan", "builder", on={"forge": "red_saw"}).game
    assert best_total(game.ruleset, game.state, 0) == game.scores[0].total


def test_sea_breese_ii_counts_winter_tiles_of_any_expansion():
    """Merchants 7.4."""
    tiles = ("home_1", "scribes", "builder", "weaver", "boat_sea_breese_ii", "well")
    assert at(*tiles, with_farmers=True).points("P1", "boat_sea_breese_ii") == 6


@pytest.mark.parametrize(
    ("tiles", "upgrades"),
    [
        (("home_1 back",), 1),
        (("home_1", "stable"), 2),
        (("home_1", "farrier"), 2),
        (("home_1", "farrier back"), 3),
        (("home_1", "wainwright back"), 3),
        (("home_1", "paddock"), 2),
        (("home_1", "paddock back"), 3),
    ],
)
def test_ianvincible_ii_counts_the_sides_that_lie_up(tiles, upgrades):
    """Merchants 7.4."""
    game = at(*tiles, "boat_ianvincible_ii", players=5, with_farmers=True)
    assert game.points("P1", "boat_ianvincible_ii") == 2 * upgrades


def test_flipper_ii_moves_no_piece_and_asks_nobody():
    """Merchants 7.4 and 9.4: it is part of the computed score; the sheet names the tile."""
    end = at("home_1", "carpenter back", "boat_flipper_ii", players=4, phase="close")
    assert end.game.over
    assert not end.village("P1").place(Extensions).on
    assert all(end.supply[extension.id] == 1 for extension in EXTENSIONS)
    assert not [
        entry for entry in end.game.log for event in entry.events if event.tag == "merchants.tile-extended"
    ]
    assert end.points("P1", "boat_flipper_ii") == 7 and "carpenter" in end.score("P1").explain()


def test_flipper_ii_on_a_tile_without_points_counts_for_the_builder_only():
    """Merchants 9.4."""
    assert flipper_ii("home_1", "alehouse back") == 0
    assert flipper_ii("home_1", "alehouse back", "builder") == 3


def test_flipper_ii_may_take_the_home_and_not_a_tile_that_has_an_extension():
    """Merchants 9.4."""
    assert flipper_ii("home_1 back") == 5
    assert flipper_ii("home_1 back", on={"home_1": "red_wood"}) == 0


def test_the_artisan_counts_home_spring_summer_and_autumn_tiles_but_no_winter_tile_or_boat():
    """Merchants 9.3."""
    assert at("home_1", "well", "boat_1b", "artisan").points("P1", "artisan") == 0
    tiles = (
        "home_1 back",
        "miner back",
        "brewer back",
        "well back",
        "scribes",
        "boat_keyflower_ii",
        "artisan",
    )
    assert at(*tiles).points("P1", "artisan") == 8


def test_an_extension_does_not_change_the_measures_of_its_tile():
    """Merchants 4.3: only printed points count twice, upgrade icons do not."""
    tiles = ("home_1", "stable back", "boat_ianvincible_ii")
    plain = at(*tiles, players=5).points("P1", "boat_ianvincible_ii")
    assert at(*tiles, on={"stable": "red_wood"}, players=5).points("P1", "boat_ianvincible_ii") == plain == 6


def test_an_extended_paddock_counts_twice_and_the_sheep_shelter_prints_no_points():
    """Merchants 11."""
    assert at("home_1", "paddock back", on={"paddock": "red_wood"}, with_farmers=True).points("P1") == 10
    shelter = ("home_1", "keythedral", "sheep_shelter back", "boat_2a")
    plain = at(*shelter, with_farmers=True).points("P1")
    assert at(*shelter, on={"sheep_shelter": "red_wood"}, with_farmers=True).points("P1") == plain


@pytest.mark.parametrize(("farmers", "winners"), [(False, ("P1", "P2")), (True, ("P2",))])
def test_ties_are_shared_or_go_to_the_earliest_boat_of_winter_with_the_farmers(farmers, winners):
    """Merchants 9.5."""
    end = merchants(
        "winter",
        villages={"P1": ["home_1 back"], "P2": ["home_2 back"]},
        start="P3",
        picks=["P2", "P1", "P3"],
        phase="close",
        with_farmers=farmers,
    )
    assert [sheet.total for sheet in end.game.scores][:2] == [5, 5]
    assert end.game.winners == winners
