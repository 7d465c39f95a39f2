"""Overrides replace the printed numbers they name and nothing else; nonsense is refused by its path."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from attrs import frozen

from keyflower.extend.costs import Cost
from keyflower.extend.effects import Carry, Draw, Effect, Gain, OneOf, Pay
from keyflower.extend.expansion import Expansion
from keyflower.extend.overrides import as_mapping, overridden
from keyflower.extend.terms import PerStored
from keyflower.extend.tiles import Face, Tile
from keyflower.facade.registry import builtin, resolve, tiles
from keyflower.model.enums import Season
from keyflower.model.errors import RulesetError

BASE, FARMERS, MERCHANTS = builtin().expansions


def refusal(overrides: Any) -> str:
    with pytest.raises(RulesetError) as caught:
        resolve(["farmers"], overrides=overrides)
    return str(caught.value)


PRINTED: list[tuple[str, dict[str, Any], Callable[[Tile], object], object]] = [
    ("paddock", {"edges": "RRRRRR"}, lambda tile: tile.edges, "RRRRRR"),
    ("paddock", {"points": [1, 6]}, lambda tile: [face.points for face in tile.faces], [1, 6]),
    ("keythedral", {"points": [13]}, lambda tile: tile.front.points, 13),
    ("keythedral", {"points": 14}, lambda tile: tile.front.points, 14),
    ("boat_flipper", {"points": 3}, lambda tile: (tile.front.points, len(tile.front.powers)), (3, 1)),
    ("paddock", {"upgrade": {"saw": 1}}, lambda tile: tile.upgrade, Cost(saw=1)),
    (
        "inn",
        {"upgrade": {"any_resource": 3, "wood": 1}},
        lambda tile: tile.upgrade,
        Cost(any_resource=3, wood=1),
    ),
    (
        "paddock",
        {"back": {"transport": 3}},
        lambda tile: tile.face(1).use,
        Gain(wheat=2) & Carry(3, upgrades=2),
    ),
    (
        "paddock",
        {"front": {"gain": {}, "upgrades": 0}},
        lambda tile: tile.front.use,
        Carry(1),
    ),
    (
        "farm_yard",
        {"back": {"draw_skills": 2}},
        lambda tile: tile.face(1).use,
        Gain(sheep=1, wheat=1) & Draw(skills=2),
    ),
    (
        "farm_yard",
        {"front": {"one_of": [{"pig": 1, "draw_workers": 1}, {"wood": 2}]}},
        lambda tile: tile.front.use,
        OneOf((Gain(pig=1) & Draw(workers=1), Gain(wood=2))),
    ),
    (
        "workshop",
        {"front": {"one_of": [], "gain": {"gold": 1}}},
        lambda tile: tile.front.use,
        Gain(gold=1),
    ),
    (
        "smelter",
        {"front": {"gain": {"iron": 4}}},
        lambda tile: tile.front.use,
        Pay(anvil=1) >> Gain(iron=4),
    ),
    (
        "tavern",
        {"back": {"pay": {"green": 1}}},
        lambda tile: tile.face(1).use,
        Pay(green=1) >> Draw(workers=3),
    ),
    ("tavern", {"back": {"pay": {}}}, lambda tile: tile.face(1).use, Draw(workers=3)),
    ("alehouse", {"front": {"draw_workers": 0}}, lambda tile: tile.front.use, None),
    (
        "barn",
        {"back": {"store": {"any_resource": 3}}},
        lambda tile: tile.face(1).scores,
        (PerStored(3, "resource"),),
    ),
    ("barn", {"back": {"store": {"gold": 3}}}, lambda tile: tile.face(1).scores, (PerStored(3, ("gold",)),)),
    (
        "sheep_shelter",
        {"back": {"store": {"sheep": 2}}},
        lambda tile: tile.face(1).words(),
        "2 points per sheep",
    ),
    ("granary", {"scoring": {"points": 5}}, lambda tile: tile.front.words(), "5 points per 2 wheat"),
    (
        "granary",
        {"front": {"scoring": {"needs": [{"count": 3}]}}},
        lambda tile: tile.words(),
        "3 points per 3 wheat",
    ),
    ("dairy", {"scoring": {"points": 8}}, lambda tile: tile.front.words(), "8 points instead"),
    ("mercers_guild", {"scoring": {"count": 4}}, lambda tile: tile.words(), "5 points per 4 different"),
    ("boat_sea_breese", {"scoring": {"table": [0, 1]}}, lambda tile: tile.words(), "(1 or more: 1)"),
    ("boat_keyflower", {"scoring": {"points": 2}}, lambda tile: tile.words(), "2 points per transport"),
    ("boat_1", {"side_a": {"draw_workers": 3}}, lambda tile: tile.front.powers[0].effect, Draw(workers=3)),
    ("boat_1", {"front": {"draw_workers": 4}}, lambda tile: tile.front.powers[0].effect, Draw(workers=4)),
    ("boat_6", {"side_b": {"gain": {"cow": 1}}}, lambda tile: tile.face(1).powers[0].effect, Gain(cow=1)),
    (
        "boat_keyflower",
        {"arrivals": [[1, 2], [3, 4], [5, 6]]},
        lambda tile: tile.arrivals,
        ((1, 2), (3, 4), (5, 6)),
    ),
    ("farmers:turn_order_1", {"goods": {"iron": 1}}, lambda tile: tile.goods, Gain(iron=1)),
    ("farmers:turn_order_1", {"goods": {"draw_skills": 1}}, lambda tile: tile.goods, Draw(skills=1)),
    ("farmers:turn_order_1", {"goods": {}}, lambda tile: tile.goods, None),
    ("boat_white_wind", {"min_players": 5}, lambda tile: tile.min_players, 5),
]


@pytest.mark.parametrize(("name", "fields", "read", "value"), PRINTED)
def test_an_override_replaces_a_number(
    name: str, fields: dict[str, Any], read: Callable[[Tile], object], value: object
) -> None:
    ruleset = resolve(["farmers"], overrides={name: fields})
    shown = read(ruleset.tile(name))
    if isinstance(value, str) and isinstance(shown, str) and len(value) > 6:
        assert value in shown
    else:
        assert shown == value
    assert read(resolve(["farmers"]).tile(name)) != shown


@pytest.mark.parametrize(("name", "fields"), [(name, fields) for name, fields, _, _ in PRINTED])
def test_an_override_leaves_everything_else(name: str, fields: dict[str, Any]) -> None:
    before, after = resolve(["farmers"]), resolve(["farmers"], overrides={name: fields})
    changed = [tile.id for tile in after.tiles.values() if tile != before.tiles[tile.name]]
    assert changed == [before.tile(name).id]
    assert list(after.tiles) == list(before.tiles)


@pytest.mark.parametrize(("name", "fields"), [(name, fields) for name, fields, _, _ in PRINTED])
def test_overrides_can_be_written_down_and_read_again(name: str, fields: dict[str, Any]) -> None:
    once = resolve(["farmers"], overrides={name: fields})
    assert once.overrides
    again = resolve(["farmers"], overrides=as_mapping(once.overrides))
    assert again == once
    assert dict(again.tiles) == dict(once.tiles)


def test_numbers_can_be_exchanged() -> None:
    ruleset = resolve(overrides={"home_1": {"number": 2}, "home_2": {"number": 1}})
    assert [ruleset.tile(f"home_{number}").number for number in (1, 2, 3)] == [2, 1, 3]


def test_tiles_are_named_in_full_in_short_or_in_the_table_of_their_expansion() -> None:
    fields = {"points": [0, 9]}
    made = [
        resolve(["farmers"], overrides=overrides)
        for overrides in ({"ranch": fields}, {"farmers:ranch": fields}, {"farmers": {"ranch": fields}})
    ]
    assert made[0] == made[1] == made[2]
    assert made[0].overrides == (("farmers:ranch.points", "[0,9]"),)


def test_overrides_come_from_toml_and_from_json() -> None:
    toml = tomllib.loads(
        '[farmers.ranch]\nedges = "RFRFFF"\nback = { gain = { cow = 2 }, draw_skills = 1 }\n'
    )
    text = json.loads('{"ranch": {"back": {"draw_skills": 1, "gain": {"cow": 2}}, "edges": "RFRFFF"}}')
    assert resolve(["farmers"], overrides=toml) == resolve(["farmers"], overrides=text)


def test_what_was_replaced_is_known_by_path() -> None:
    ruleset = resolve(
        ["farmers"],
        overrides={"ranch": {"upgrade": {"wood": 2, "iron": 1}}, "inn": {"back": {"draw_workers": 4}}},
    )
    assert ruleset.overrides == (
        ("base:inn.back.draw_workers", "4"),
        ("farmers:ranch.upgrade", '{"iron":1,"wood":2}'),
    )


def test_later_overrides_come_on_top_of_earlier_ones() -> None:
    first = {"inn": {"back": {"draw_workers": 4}, "points": [0, 1]}, "granary": {"scoring": {"points": 4}}}
    second = {"inn": {"points": [0, 2]}, "granary": {"scoring": {"needs": [{"count": 3}]}}}
    stacked = resolve(["farmers"], overrides=first).with_overrides(second)
    inn = stacked.tile("inn")
    assert inn.back == Face(use=Draw(workers=4), points=2)
    assert "4 points per 3 wheat" in stacked.tile("granary").words()
    at_once = resolve(["farmers"], overrides=as_mapping(stacked.overrides))
    assert at_once == stacked and dict(at_once.tiles) == dict(stacked.tiles)
    assert resolve(["farmers"]).with_overrides(first).with_overrides(second) == stacked


def test_with_overrides_keeps_the_variants() -> None:
    ruleset = resolve(["farmers"], variants=["farmers-first"]).with_overrides({"inn": {"points": [0, 1]}})
    assert ruleset.chosen == ("farmers-first",) and ruleset.setup.prefers == ("farmers",)


@pytest.mark.parametrize(
    ("name", "fields", "left"),
    [
        ("paddock", {"points": [0, 5]}, ("upgrade", "back.transport", "back.upgrades", "edges")),
        ("paddock", {"back": {"transport": 2}}, ("upgrade", "back.upgrades", "points", "edges")),
        ("paddock", {"front": {"gain": {"wheat": 1}}}, None),
        ("sheep_fold", {"back": {"gain": {"sheep": 2}}}, ("upgrade", "points", "edges")),
        ("ranch", {"back": {"gain": {"cow": 1, "wheat": 2}}}, ("front.wheat", "upgrade", "points", "edges")),
        ("ranch", {"edges": "RRFFFF", "upgrade": {"stone": 1}}, ("front.wheat", "back.wheat", "points")),
        ("farmers:turn_order_2", {"goods": {"wheat": 1}}, ()),
    ],
)
def test_a_field_that_an_owner_gives_is_no_longer_reconstructed(
    name: str, fields: dict[str, Any], left: tuple[str, ...] | None
) -> None:
    tile = resolve(["farmers"], overrides={name: fields}).tile(name)
    assert tile.reconstructed == (resolve(["farmers"]).tile(name).reconstructed if left is None else left)


@pytest.mark.parametrize(
    ("overrides", "named"),
    [
        ({"padock": {}}, "padock: there is no such tile; did you mean paddock?"),
        ({"farmers:padock": {}}, "farmers:padock: there is no such tile; did you mean paddock?"),
        ({"farmers": {"inn": {}}}, "farmers:inn: there is no such tile; did you mean inn?"),
        ({"farmers": 3}, "farmers: there is no such tile"),
        ({"turn_order_1": {}}, "several tiles have this name: base:turn_order_1 and farmers:turn_order_1"),
        ({"inn": {}, "base:inn": {}}, "base:inn: named twice"),
        ({"inn": 3}, "base:inn: a table of edges,"),
        ({"inn": {"poinst": [0, 0]}}, "base:inn.poinst: there is no such field; did you mean points?"),
        ({"inn": {"title": "Pub"}}, "base:inn.title: there is no such field"),
        ({"inn": {"side_a": {}}}, "base:inn.side_a: there is no such field"),
        ({"inn": {"edges": "RRFFF"}}, "base:inn.edges: six letters of R, F and W"),
        ({"inn": {"edges": "rrffff"}}, "base:inn.edges: six letters of R, F and W"),
        (
            {"inn": {"edges": ["RRFFFF", "RRFFFF"]}},
            "base:inn.edges: six letters of R, F and W, for both sides",
        ),
        (
            {"inn": {"back": {"edges": "RRFFFF"}}},
            "base:inn.back.edges: both sides of a tile have the same edges",
        ),
        ({"home_1": {"edges": "WWRRRR"}}, "base:home_1.edges: a home has five roads and one water edge"),
        ({"boat_1": {"edges": "WWFFFF"}}, "base:boat_1.edges: a boat has two opposite water edges"),
        ({"inn": {"points": [0]}}, "base:inn.points: a list of the points of front and back"),
        ({"inn": {"points": 5}}, "base:inn.points: a list of the points of front and back"),
        ({"inn": {"points": [0, -1]}}, "base:inn.points[1]: a whole number from 0 to 99, not -1"),
        ({"inn": {"points": [0, 2.0]}}, "base:inn.points[1]: a whole number from 0 to 99, not 2.0"),
        ({"keythedral": {"points": [1, 2]}}, "base:keythedral.points: a list of the points of its only side"),
        ({"keythedral": {"points": True}}, "base:keythedral.points[0]: a whole number"),
        (
            {"inn": {"upgrade": {"wod": 1}}},
            "base:inn.upgrade.wod: there is no such piece here; did you mean wood?",
        ),
        ({"inn": {"upgrade": {"red": 1}}}, "base:inn.upgrade.red: there is no such piece here"),
        ({"inn": {"upgrade": {"any_worker": 1}}}, "base:inn.upgrade.any_worker: there is no such piece here"),
        ({"inn": {"upgrade": {"wood": 0}}}, "base:inn.upgrade.wood: a whole number from 1 to 99, not 0"),
        ({"inn": {"upgrade": {}}}, "base:inn.upgrade: an upgrade costs something"),
        ({"inn": {"upgrade": 3}}, "base:inn.upgrade: a table of numbers by piece, not 3"),
        ({"keythedral": {"upgrade": {"wood": 1}}}, "base:keythedral.upgrade: this tile is never upgraded"),
        ({"boat_1": {"upgrade": {"wood": 1}}}, "base:boat_1.upgrade: this tile is never upgraded"),
        ({"keythedral": {"back": {}}}, "base:keythedral.back: this tile has only one side"),
        ({"inn": {"front": 3}}, "base:inn.front: a table of pay, gain,"),
        (
            {"inn": {"front": {"draw_worker": 1}}},
            "base:inn.front.draw_worker: there is no such field; did you mean draw_worker",
        ),
        ({"inn": {"front": {"draw_workers": "2"}}}, "base:inn.front.draw_workers: a whole number"),
        (
            {"paddock": {"back": {"transport": 100}}},
            "farmers:paddock.back.transport: a whole number from 0 to 99",
        ),
        (
            {"inn": {"front": {"gain": {"anvil": 1}}}},
            "base:inn.front.gain.anvil: there is no such piece here",
        ),
        (
            {"inn": {"front": {"gain": {"any_resource": 1}}}},
            "base:inn.front.gain.any_resource: there is no such piece",
        ),
        ({"inn": {"front": {"pay": {"wood": 1}}}}, "base:inn.front.pay.wood: there is no such piece here"),
        ({"inn": {"front": {"pay": {"red": 2}}}}, "base:inn.front.pay: a use costs exactly one piece"),
        (
            {"smelter": {"front": {"gain": {}}}},
            "base:smelter.front.pay: this side costs something but gives nothing",
        ),
        (
            {"workshop": {"front": {"one_of": {"wood": 1}}}},
            "base:workshop.front.one_of: a list of at least two",
        ),
        (
            {"workshop": {"front": {"one_of": [{"wood": 1}]}}},
            "base:workshop.front.one_of: a list of at least two",
        ),
        (
            {"workshop": {"front": {"one_of": [{"wood": 1}, {}]}}},
            "base:workshop.front.one_of[1]: a choice gives",
        ),
        (
            {"workshop": {"front": {"one_of": [{"wood": 1}, {"clay": 1}]}}},
            "base:workshop.front.one_of[1].clay: there is no such piece here",
        ),
        (
            {"workshop": {"front": {"one_of": [{"wood": 1}, {"wood": 2}]}}},
            "base:workshop.front.one_of: two choices give pieces of the same names",
        ),
        ({"windmill": {"front": {"gain": {"wood": 1}}}}, "base:windmill.front.gain: this side is never used"),
        ({"boat_2": {"side_a": {"gain": {"wood": 1}}}}, "base:boat_2.front.gain: this side is never used"),
        (
            {"boat_1": {"side_a": {"draw_workers": 0}}},
            "base:boat_1.front: a power at the end of a season is made of",
        ),
        (
            {"boat_1": {"side_a": {"transport": 2}}},
            "base:boat_1.front: a power at the end of a season is made of",
        ),
        ({"boat_1": {"side_a": {}, "front": {}}}, "base:boat_1.side_a: given twice, as front too"),
        ({"inn": {"front": {"store": {"wood": 1}}}}, "base:inn.front.store: this side stores nothing"),
        (
            {"barn": {"front": {"store": {"sheep": 1}}}},
            "base:barn.front.store.sheep: only resources lie on tiles",
        ),
        (
            {"barn": {"front": {"store": {"wood": 1, "iron": 1}}}},
            "base:barn.front.store: the points of exactly one",
        ),
        (
            {"sheep_shelter": {"front": {"store": {"pig": 1}}}},
            "farmers:sheep_shelter.front.store.pig: this side keeps",
        ),
        (
            {"barn": {"front": {"scoring": {"points": 3}}}},
            "base:barn.front.scoring: this side has no scoring numbers",
        ),
        ({"inn": {"scoring": {"points": 3}}}, "base:inn.scoring: this tile has two sides"),
        (
            {"granary": {"scoring": {"pints": 3}}},
            "farmers:granary.front.scoring.pints: there is no such field; did you mean",
        ),
        ({"granary": {"scoring": 3}}, "farmers:granary.front.scoring: a table of points, needs, not 3"),
        ({"granary": {"scoring": [{}, {}]}}, "farmers:granary.front.scoring: a list of 1 tables"),
        ({"granary": {"scoring": {"needs": []}}}, "farmers:granary.front.scoring.needs: a list of 1, not []"),
        (
            {"granary": {"scoring": {"needs": [{"count": 0}]}}},
            "farmers:granary.front.scoring.needs[0]: pieces of a need: 1 or more, not 0",
        ),
        (
            {"granary": {"scoring": {"points": 1}, "front": {"scoring": {"points": 2}}}},
            "farmers:granary.scoring: given twice",
        ),
        (
            {"boat_sea_breese": {"scoring": {"table": [0, "x"]}}},
            "base:boat_sea_breese.front.scoring.table[1]: a whole number",
        ),
        ({"inn": {"arrivals": []}}, "base:inn.arrivals: nothing arrives on this tile"),
        (
            {"boat_flipper": {"arrivals": [[1, 2]]}},
            "base:boat_flipper.arrivals: three pairs of workers and skills",
        ),
        (
            {"boat_flipper": {"arrivals": [[1, 2], [3, -4], [5, 6]]}},
            "base:boat_flipper.arrivals[1][1]: a whole number from 0 to 99, not -4",
        ),
        ({"inn": {"goods": {"wood": 1}}}, "base:inn.goods: only turn-order tiles give goods"),
        ({"turn_order_4": {"goods": {"saw": 1}}}, "base:turn_order_4.goods.saw: there is no such piece here"),
        ({"inn": {"number": 1}}, "base:inn.number: only homes and turn-order tiles have a number"),
        ({"home_1": {"number": 0}}, "base:home_1.number: a whole number from 1 to 99, not 0"),
        ({"home_1": {"number": 2}}, "base:home_1.number: the numbers of home tiles can only be swapped"),
        ({"inn": {"min_players": 3}}, "base:inn.min_players: only boats depend on the number of players"),
        ({"boat_flipper": {"min_players": 7}}, "base:boat_flipper.min_players: a whole number from 2 to 6"),
        (
            {"boat_keyflower": {"min_players": 3}},
            "base:boat_keyflower.min_players: 2 players would have only 1",
        ),
    ],
)
def test_nonsense_is_refused_by_its_path(overrides: dict[str, Any], named: str) -> None:
    assert named in refusal(overrides)


def test_overrides_are_a_table() -> None:
    assert "overrides are a table by tile, not ['inn']" in refusal(["inn"])


def test_every_bad_path_is_named_at_once() -> None:
    message = refusal(
        {"padock": {}, "inn": {"points": 5, "edges": ""}, "barn": {"front": {"pay": {"wood": 1}}}}
    )
    assert message.startswith("these overrides make no sense: padock: there is no such tile")
    for path in ("base:inn.points: ", "base:inn.edges: ", "base:barn.front.pay.wood: "):
        assert path in message


def test_an_effect_of_an_expansions_own_is_not_replaced_by_numbers() -> None:
    @frozen
    class Sing(Effect):
        def words(self) -> str:
            return "sing"

    shed = Tile("shed", title="Shed", season=Season.AUTUMN, edges="RRFFFF", front=Face(use=Sing()))
    singing = Expansion(id="toy", version="1", title="Toy", requires=("base",), tiles=(shed,))
    with pytest.raises(
        RulesetError, match=r"toy:shed\.front: this side does more than a table of numbers can express"
    ):
        resolve([singing], overrides={"shed": {"front": {"gain": {"wood": 1}}}})


def test_nothing_to_override_changes_nothing() -> None:
    expansions, applied = overridden((BASE, FARMERS, MERCHANTS), {"inn": {}})
    assert expansions == (BASE, FARMERS, MERCHANTS) and applied == ()
    assert tuple(tile for expansion in expansions for tile in expansion.tiles) == tiles()
