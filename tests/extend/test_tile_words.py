"""The words of tiles are generated from what they do: they name every number and follow every change."""

from __future__ import annotations

import re

import pytest

from keyflower.expansions.merchants.contract_choice import GainContracts
from keyflower.extend.costs import Cost
from keyflower.extend.effects import Carry, Draw, Effect, Gain, Pay
from keyflower.extend.tiles import Face, Tile
from keyflower.facade.registry import resolve, tile, tiles
from keyflower.kernel.text import AND, capital, instead, listed, phrase
from keyflower.languages import language
from keyflower.model.enums import TileKind
from keyflower.model.names import place_name, with_titles

EVERY = {tile.id: tile for tile in tiles()}


@pytest.mark.parametrize("id", EVERY)
def test_every_tile_says_what_it_is(id: str) -> None:
    shown = EVERY[id]
    head, *lines = shown.words().splitlines()
    assert head.startswith(f"{shown.title} (") and head.endswith(f"{shown.expansion})")
    assert lines and all(line[0].isalnum() and line.endswith(".") for line in lines)
    assert "None" not in shown.words() and "()" not in shown.words()


@pytest.mark.parametrize("id", EVERY)
def test_every_side_says_what_it_does(id: str) -> None:
    shown = EVERY[id]
    for face in shown.faces:
        assert face.words() in shown.words() or face.words()[1:] in shown.words()
        if face.use is None and not face.scores and not face.powers and not face.points:
            assert face.words() == "nothing"
        else:
            assert face.words() != "nothing"
        if face.points:
            assert f"{face.points} points" in face.words()
        for part in _leaves(face.use):
            _check_effect(part, face.words())
        for power in face.powers:
            for part in _leaves(power.effect):
                _check_effect(part, face.words())


def _leaves(effect: Effect | None) -> list[Effect]:
    if effect is None:
        return []
    return [leaf for part in effect.parts for leaf in _leaves(part)] if effect.parts else [effect]


def _check_effect(effect: Effect, words: str) -> None:
    match effect:
        case Gain():
            for piece, number in effect.goods.items():
                assert re.search(rf"\b{number} {piece}s?\b", words), (words, piece)
            assert "take" in words
        case Draw():
            if effect.workers:
                assert re.search(rf"draw {effect.workers} workers?\b", words), words
            if effect.skills:
                assert re.search(rf"draw {effect.skills} skills?\b", words), words
        case Carry():
            assert f"transport {effect.capacity}, upgrade {effect.upgrades}" in words
        case GainContracts():
            assert re.search(rf"take {effect.contracts} contracts?\b", words), words
        case Pay():
            assert words.startswith(f"pay {effect.price.words()}, then ")
        case _:
            raise AssertionError(effect)


@pytest.mark.parametrize("id", [id for id, shown in EVERY.items() if shown.upgrade is not None])
def test_every_upgrade_says_what_it_costs(id: str) -> None:
    cost = EVERY[id].upgrade
    assert cost is not None
    (line,) = [line for line in EVERY[id].words().splitlines() if line.startswith("Upgrade: ")]
    for piece, number in cost.named.items():
        assert f"{number} {piece}" in line
    for kind, number in cost.any:
        assert re.search(rf"{number} {kind}s? of any type", line)


def test_words_of_a_smelter() -> None:
    assert tile("smelter").words() == (
        "Smelter (summer village, base)\n"
        "Front: pay 1 anvil, then take 3 iron.\n"
        "Upgrade: 3 iron.\n"
        "Back: pay 1 anvil, then take 3 gold; 7 points."
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("apothecary", "3 points per 5 workers of any colours."),
        ("craftsmans_guild", "3 points per set of blue worker, red worker and yellow worker."),
        ("jeweller", "2 points per gold."),
        ("keythedral", "12 points."),
        ("mercers_guild", "5 points per 3 different resources."),
        ("scholar", "3 points per skill of one type of your choice."),
        ("village_hall", "1 point per worker of one colour of your choice."),
        ("windmill", "5 points per 5 resources of any types."),
        ("bakery", "4 points per set of wheat, any resource and any skill."),
        ("granary", "3 points per 2 wheat."),
        ("dairy", "7 points instead of the usual ones per pasture with a cow."),
        ("downs", "1 point per tile touched by the pasture of this tile, including itself."),
    ],
)
def test_words_of_winter_tiles(name: str, text: str) -> None:
    assert tile(name).words().splitlines()[1:] == [text]


def test_sides_of_summer_boats_are_called_a_and_b() -> None:
    assert tile("boat_6").words().splitlines()[1:] == [
        "Side a: at the end of summer, autumn and winter take 2 wheat.",
        "Side b: at the end of summer, autumn and winter take 1 pig and 1 sheep.",
    ]


def test_arrivals_and_goods_are_told() -> None:
    arrivals = (
        "7 workers and 1 skill in spring, 7 workers and 1 skill in summer, 3 workers and 2 skills in autumn."
    )
    assert f"Arrivals: {arrivals}" in tile("Keyflower").words().splitlines()
    assert "Goods: take 2 wheat." in tile("farmers:turn_order_3").words()


def test_words_follow_an_override() -> None:
    ruleset = resolve(
        ["farmers"],
        overrides={
            "paddock": {"back": {"transport": 3, "gain": {"wheat": 4}}},
            "boat_1": {"side_a": {"draw_workers": 5}},
            "weaver": {"scoring": {"points": 4}},
        },
    )
    assert "Back: take 4 wheat and transport 3, upgrade 2; 5 points." in ruleset.tile("paddock").words()
    assert "draw 5 workers" in ruleset.tile("boat_1").words()
    assert "4 points instead of" in ruleset.tile("weaver").words()


def test_words_name_choices_and_colours() -> None:
    made = Tile(
        "made_up",
        title="Made up",
        kind=TileKind.VILLAGE,
        edges="RRRRRR",
        front=Face(use=Gain(green=2) | Draw(skills=1)),
        back=Face(use=Pay(any_worker=1) >> Draw(workers=1)),
        upgrade=Cost(any_resource=2),
    )
    assert made.words().splitlines()[1:] == [
        "Front: either take 2 green workers or draw 1 skill.",
        "Upgrade: 2 resources of any type.",
        "Back: pay 1 worker of any colour, then draw 1 worker.",
    ]


# ---------------------------------------------------------------------- tiles by their titles


def test_a_text_calls_its_tiles_by_their_titles_however_deep_they_are() -> None:
    known = resolve().tiles
    ids = listed([place_name("miner"), place_name("gold_mine/2")], AND)
    text = capital(phrase("{names} win", names=ids))
    assert text == "Miner and gold_mine/2 win"
    titled = with_titles(text, known)
    assert titled == "Miner and pasture 2 of Gold mine win"
    assert language("uk").say(titled) == language("uk").say(text)


@pytest.mark.parametrize(
    "text", ["miner", instead("R2", phrase("{number} red workers", number=2)), phrase("a")]
)
def test_a_text_that_names_no_tile_stays_as_it_is(text: str) -> None:
    assert with_titles(text, resolve().tiles) is text
