"""Each of the 97 tiles, and every good, against our own copy of the printed facts."""

from __future__ import annotations

from typing import Any

import pytest

from keyflower.expansions.farmers.goods import HERD_POINTS
from keyflower.expansions.farmers.scoring import HerdWorth, Sheltered
from keyflower.expansions.merchants.compiled import FILLED, OPEN_CONTRACTS
from keyflower.expansions.merchants.contract_choice import GainContracts
from keyflower.expansions.merchants.goods import CONTRACTS, EXTENSIONS
from keyflower.expansions.merchants.scoring import (
    FilledContracts,
    FreeExtension,
    PerExtension,
    PerUpgrade,
    PerUpgradedTile,
    PerWinterTile,
    UnfilledContracts,
)
from keyflower.extend.costs import Cost
from keyflower.extend.effects import AllOf, Carry, Draw, Effect, Gain, OneOf, Pay, Then
from keyflower.extend.measures import (
    ByBoatsOnWater,
    PerLoopTile,
    PerNeighbour,
    PerTileOfPasture,
    PerTransport,
)
from keyflower.extend.overrides.printed import effect_of, numbers
from keyflower.extend.scoring import Scorer
from keyflower.extend.terms import PerDifferent, PerPiece, PerPieceOfOne, PerSet, PerStored
from keyflower.extend.tiles import Face, Tile
from keyflower.facade.registry import builtin, resolve, tiles
from keyflower.model.enums import Season, TileKind
from keyflower.model.pastures import sectors
from tests.support import catalogue_merchants as printed
from tests.support.catalogue_facts import FACTS, GOODS, POWERS, SCORING

TILES = {tile.id: tile for tile in tiles()}


# The readers below turn what a tile does into the words of the facts, and share nothing with the library's.


def cost_facts(cost: Cost) -> dict[str, int]:
    return {**dict(cost.named.items()), **{f"any_{kind}": number for kind, number in cost.any}}


def effect_facts(effect: Effect | None) -> dict[str, Any]:
    match effect:
        case None:
            return {}
        case Pay():
            return {"pay": cost_facts(effect.price)}
        case Gain():
            return {"gain": dict(effect.goods.items())}
        case Draw():
            drawn = {"draw_workers": effect.workers, "draw_skills": effect.skills}
            return {name: number for name, number in drawn.items() if number}
        case GainContracts():
            return {"contract": effect.contracts}
        case Carry():
            return {"transport": effect.capacity, "upgrades": effect.upgrades}
        case OneOf():
            choices = [effect_facts(choice) for choice in effect.choices]
            return {"one_of": tuple(choice.get("gain", choice) for choice in choices)}
        case AllOf() | Then():
            merged: dict[str, Any] = {}
            for part in effect.parts:
                assert not set(merged) & set(effect_facts(part)), "each kind of effect once"
                merged |= effect_facts(part)
            return merged
    raise AssertionError(effect)


def stored_facts(term: Scorer) -> dict[str, int] | None:
    match term:
        case PerStored():
            name = f"any_{term.pieces}" if isinstance(term.pieces, str) else term.pieces[0]
            return {name: term.points}
        case Sheltered():
            return {term.species: term.points}
    return None


def face_facts(face: Face) -> dict[str, Any]:
    stored = [facts for facts in map(stored_facts, face.scores) if facts is not None]
    return effect_facts(face.use) | ({"store": stored[0]} if stored else {})


def scoring_facts(face: Face) -> tuple[Any, ...]:
    if not face.scores:
        return ("points", face.points)
    (term,) = face.scores
    match term:
        case PerTransport():
            return ("transport", term.points)
        case PerLoopTile():
            return ("loop tiles", term.points)
        case ByBoatsOnWater():
            return ("boats on water", term.table)
        case PerNeighbour():
            return ("neighbours", term.points)
        case PerTileOfPasture():
            return ("tiles of pasture", term.points)
        case PerPiece():
            return ("each", term.points, term.pieces)
        case PerPieceOfOne():
            return ("each of one", term.points, term.pieces)
        case PerDifferent():
            return ("different", term.points, term.pieces, term.count)
        case PerSet():
            return ("set", term.points, tuple((need.pieces, need.count) for need in term.needs))
        case HerdWorth():
            return ("herd", term.species, term.points)
        case _:
            return trading_facts(term)


def trading_facts(term: Scorer) -> tuple[Any, ...]:
    match term:
        case PerUpgradedTile():
            return ("upgraded tiles", term.points)
        case PerExtension():
            return ("extensions", term.points)
        case PerUpgrade():
            return ("upgrades", term.points)
        case PerWinterTile():
            return ("winter tiles", term.points)
        case FilledContracts():
            return ("filled contracts", term.points)
        case UnfilledContracts():
            return ("unfilled contracts", term.points)
        case FreeExtension():
            return ("free extension",)
    raise AssertionError(term)


def cargo_facts(tile: Tile) -> dict[str, tuple[int, ...]]:
    """What a boat brings besides workers and skills: the numbers of each piece by season."""
    loads = [{**dict(cargo.named.items()), **dict(cargo.any)} for cargo in tile.cargo]
    return {piece: tuple(load.get(piece, 0) for load in loads) for load in loads for piece in load}


def test_the_catalogue_has_64_and_21_and_12_tiles_in_its_order() -> None:
    assert list(TILES) == list(FACTS)
    assert len(tiles(expansion="base")) == 64
    assert len(tiles(expansion="farmers")) == 21
    assert len(tiles(expansion="merchants")) == 12


@pytest.mark.parametrize("id", FACTS)
def test_tile_is_as_printed(id: str) -> None:
    tile, facts = TILES[id], FACTS[id]
    two_sided = "back" in facts
    assert tile.id == id
    assert tile.name == id.partition(":")[2]
    assert tile.expansion == id.partition(":")[0]
    assert tile.title == facts["title"]
    assert tile.kind.value == facts["kind"]
    assert (tile.season.value if tile.season else None) == facts.get("season")
    assert tile.edges == facts["edges"]
    assert tile.number == facts.get("number", 0)
    assert tile.min_players == facts.get("min_players", 0)
    assert tile.arrivals == facts.get("arrivals", ())
    assert cargo_facts(tile) == facts.get("cargo", {})
    assert tile.pair == facts.get("pair", "")
    assert effect_facts(tile.goods) == ({"gain": facts["goods"]} if "goods" in facts else {})
    assert face_facts(tile.front) == facts.get("front", {})
    assert (tile.back is not None) == (two_sided or tile.kind is TileKind.SUMMER_BOAT)
    assert (tile.upgrade is not None) == two_sided == tile.upgradable
    if two_sided:
        assert tile.back is not None and tile.upgrade is not None
        assert face_facts(tile.back) == facts["back"]
        assert cost_facts(tile.upgrade) == facts["upgrade"]
        assert (tile.front.points, tile.back.points) == facts["points"]
    assert tile.reconstructed == facts.get("reconstructed", ())
    is_new_turn_order = tile.expansion == "farmers" and tile.kind is TileKind.TURN_ORDER
    assert tile.replaces == (f"base:{tile.name}" if is_new_turn_order else "")


@pytest.mark.parametrize("id", FACTS)
def test_tile_scores_as_printed(id: str) -> None:
    tile = TILES[id]
    if id in SCORING:
        assert tile.back is None
        assert scoring_facts(tile.front) == SCORING[id]
        # points and a term never stand on the same tile
        assert not (tile.front.points and tile.front.scores)
    else:
        assert all(stored_facts(term) is not None for face in tile.faces for term in face.scores)


@pytest.mark.parametrize("id", FACTS)
def test_tile_has_its_powers(id: str) -> None:
    shown = tuple(
        {
            power.slot: (effect_facts(power.effect) if power.effect else power.counts_as or None)
            for power in face.powers
        }
        for face in TILES[id].faces
    )
    assert shown == POWERS.get(id, ({},) * len(TILES[id].faces))


def _roads(tile: Tile) -> int:
    return tile.edges.count("R")


def test_roads_are_as_many_as_the_season_says() -> None:
    roads = {Season.SPRING: 4, Season.SUMMER: 3, Season.AUTUMN: 2, Season.WINTER: 1}
    for tile in TILES.values():
        match tile.kind:
            case TileKind.VILLAGE:
                assert tile.season is not None
                expected = 0 if tile.name == "sheep_shelter" else roads[tile.season]
                assert (_roads(tile), tile.edges.count("W")) == (expected, 0), tile.id
            case TileKind.HOME:
                assert (_roads(tile), tile.edges.count("W")) == (5, 1), tile.id
                assert max(sectors(tile.edges)) == 5
            case TileKind.BOAT | TileKind.SUMMER_BOAT:
                assert tile.edges == "WFFWFF", tile.id


def test_each_season_brings_as_many_tiles_as_the_rules_say() -> None:
    counts = {
        (expansion, season): len(tiles(expansion=expansion, season=season))
        for expansion in ("base", "farmers", "merchants")
        for season in Season
    }
    assert counts == {
        ("base", "spring"): 12,
        ("base", "summer"): 12,
        ("base", "autumn"): 12,
        ("base", "winter"): 12,
        ("farmers", "spring"): 4,
        ("farmers", "summer"): 4,
        ("farmers", "autumn"): 4,
        ("farmers", "winter"): 6,
        ("merchants", "spring"): 1,
        ("merchants", "summer"): 1,
        ("merchants", "autumn"): 1,
        ("merchants", "winter"): 3,
    }


def test_pieces_are_as_many_as_in_the_box() -> None:
    goods = resolve(["farmers"]).goods
    shown = {
        id: (
            str(good.kind),
            good.limit,
            good.source.value,
            good.wild,
            good.transport,
            HERD_POINTS.get(id, 0),
        )
        for id, good in goods.items()
    }
    assert shown == GOODS
    assert list(resolve().goods) == list(GOODS)[:11]


def test_left_over_gold_is_worth_one_point_each() -> None:
    assert resolve(["farmers"]).terms == (PerPiece(1, ("gold",)),)


def test_setup_numbers_by_player_count() -> None:
    base, farmers = resolve().setup, resolve(["farmers"]).setup
    assert base.season_tiles == farmers.season_tiles == (6, 7, 8, 9, 10)
    assert base.turn_order == farmers.turn_order == (1, 2, 3, 4, 4)
    assert base.winter_dealt == (3, 3, 3, 2, 2)
    assert farmers.winter_dealt == (4, 4, 4, 3, 3)
    assert base.starting_workers == farmers.starting_workers == 8
    assert str(base.handicap) == str(farmers.handicap) == "G1"
    assert not base.open_hands and base.prefers == farmers.prefers == ()


def test_variants_change_the_setup() -> None:
    assert resolve(variants=["open-hands"]).setup.open_hands
    both = resolve(["farmers"], variants=["farmers-first", "open-hands"])
    assert both.setup.prefers == ("farmers",) and both.setup.open_hands
    assert both.chosen == ("farmers-first", "open-hands")


def test_boats_in_play_are_as_many_as_players() -> None:
    boats = tiles(kind="boat", expansion="base")
    assert [sum(boat.min_players <= players for boat in boats) for players in range(2, 7)] == [2, 3, 4, 5, 6]


def test_farmers_turn_order_tiles_take_the_place_of_those_of_the_base_game() -> None:
    ruleset = resolve(["farmers"])
    order = ruleset.tiles_of(kind=TileKind.TURN_ORDER)
    assert sorted(tile.id for tile in order) == [
        "base:turn_order_4",
        "farmers:turn_order_1",
        "farmers:turn_order_2",
        "farmers:turn_order_3",
    ]
    assert len(ruleset.tiles) == 82
    assert len(resolve().tiles) == 64


def test_boats_stand_in_the_order_of_the_row() -> None:
    assert [tile.title for tile in resolve(["farmers"]).tiles_of(kind=TileKind.BOAT)] == [
        "Keyflower",
        "Sea Bastion",
        "Sea Breese",
        "Flipper",
        "Ianvincible",
        "White Wind",
    ]


def test_breeding_comes_between_powers_and_building_and_not_in_winter() -> None:
    steps = resolve(["farmers"]).end_steps
    for season in (Season.SPRING, Season.SUMMER, Season.AUTUMN):
        place = steps(season).index("farmers.breeding")
        assert steps(season)[place - 1 : place + 2] == ("end.powers", "farmers.breeding", "end.build")
    assert "farmers.breeding" not in steps(Season.WINTER)


def test_printed_numbers_read_and_write_every_effect_of_the_catalogue() -> None:
    effects = [face.use for tile in TILES.values() for face in tile.faces]
    effects += [tile.goods for tile in TILES.values()]
    effects += [power.effect for tile in TILES.values() for face in tile.faces for power in face.powers]
    for effect in effects:
        if "contract" in repr(effect_facts(effect)):
            assert numbers(effect) is None, (
                "an effect of an expansion's own has no numbers of the usual kinds"
            )
            continue
        read = numbers(effect)
        assert read is not None
        assert effect_of(**read) == effect  # type: ignore[arg-type]


def test_builtin_expansions_know_where_they_come_from() -> None:
    base, farmers, merchants = builtin().expansions
    assert (base.id, base.requires) == ("base", ())
    assert (farmers.id, farmers.requires) == ("farmers", ("base",))
    assert (merchants.id, merchants.requires) == ("merchants", ("base",))


def test_contracts_and_extensions_are_as_printed() -> None:
    assert {one.id: (one.title, cost_facts(one.needs)) for one in CONTRACTS} == printed.CONTRACTS
    found = {one.id: (one.title, one.colour, cost_facts(one.cost)) for one in EXTENSIONS}
    assert found == printed.EXTENSIONS
    assert [one.id for one in CONTRACTS] == list(printed.CONTRACTS)
    assert [one.id for one in EXTENSIONS] == list(printed.EXTENSIONS)


def test_numbers_of_the_merchants() -> None:
    goods = resolve(["merchants"]).goods
    assert {goods[one].limit for one in (*printed.CONTRACTS, *printed.EXTENSIONS)} == {1}
    assert goods["cabin"].limit == printed.CABINS
    assert resolve(["merchants"]).setup.winter_dealt == printed.WINTER_DEALT
    assert resolve(["farmers", "merchants"]).setup.winter_dealt == printed.WINTER_DEALT_WITH_FARMERS
    assert (OPEN_CONTRACTS, FILLED) == (printed.OPEN_CONTRACTS, printed.FILLED)
