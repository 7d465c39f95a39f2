"""The Merchants 9.1, 9.3, 9.4: extensions, measures and boats in the final scoring (scenarios 77 to 84)."""

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
