"""Tiles as data, both ways, and tile packs without Python."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.extend import (
    AllOf,
    Carry,
    Draw,
    Expansion,
    Face,
    Gain,
    Need,
    Once,
    OneOf,
    Pay,
    PerDifferent,
    PerPiece,
    PerSet,
    PerStored,
    Power,
    Then,
    Tile,
)
from keyflower.extend.tile_data import effect_from_data, effect_to_data
from keyflower.testing import playout

HARBOUR = Path(__file__).parents[2] / "examples" / "harbour.toml"
OWN = {
    "artisan", "assayer", "boat_flipper_ii", "boat_ianvincible_ii", "boat_sea_breese_ii", "boat_white_wind_ii",
    "bookkeeper", "builder", "dairy", "merchant", "muleteer", "sheep_shelter", "truffle_orchard", "weaver",
}  # fmt: skip
"""Built-in tiles with an effect or a term of their expansion's own."""


def through_json(data):
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("tile", kf.tiles(), ids=str)
def test_every_built_in_tile_of_general_kinds_comes_back_from_its_data(tile):
    data = through_json(tile.to_data())
    if tile.name not in OWN:
        assert Tile.from_data(data) == tile
        return
    with pytest.raises(kf.RulesetError, match=r"an expansion's own (effect|term)"):
        Tile.from_data(data)
    assert '"own"' in json.dumps(data)


pieces = st.dictionaries(st.sampled_from(["wood", "iron", "gold"]), st.integers(1, 4), min_size=1)
simple = st.one_of(
    pieces.map(lambda found: Gain(**found)),
    st.builds(Draw, workers=st.integers(1, 3), skills=st.integers(0, 3)),
    st.builds(Carry, st.integers(0, 4), upgrades=st.integers(1, 2)),
    st.sampled_from(["anvil", "any_worker"]).map(lambda piece: Pay(**{piece: 1})),
)
effects = st.recursive(
    simple,
    lambda part: st.one_of(
        st.lists(part, min_size=1, max_size=3).map(lambda parts: OneOf(tuple(parts))),
        st.lists(part, min_size=1, max_size=3).map(lambda parts: AllOf(tuple(parts))),
        st.lists(part, min_size=1, max_size=3).map(lambda parts: Then(tuple(parts))),
    ),
    max_leaves=8,
)


@given(effects)
def test_every_effect_of_general_kinds_comes_back_from_its_data(effect):
    assert effect_from_data(through_json(effect_to_data(effect))) == effect


@given(effects, effects, st.integers(0, 20), st.booleans())
def test_tiles_with_any_effects_powers_and_terms_come_back(use, other, points, stored):
    terms = (
        PerSet(points, (Need("worker", 5), Need(("gold", "iron")))),
        Once(3, (Need("skill"),), otherwise=points),
        PerDifferent(points, "resource", 3),
        PerStored(1, ("gold",)) if stored else PerPiece(2, "skill"),
    )
    powers = (Power("season.end", "then", other), Power("scoring.counts-as", "x", None, (("gold", "iron"),)))
    front = Face(use=use, points=points, scores=terms, powers=powers)
    tile = Tile("made_up", title="Made up", season=kf.Season.SPRING, edges="RRFFWW", front=front)
    assert Tile.from_data(through_json(tile.to_data())) == tile


# ---------------------------------------------------------------------- packs


def test_the_example_can_be_played_and_scored():
    pack = Expansion.from_toml(HARBOUR)
    assert [tile.name for tile in pack.tiles] == ["fishing_hut", "smokehouse", "crane", "fish_market"]
    assert pack.tiles[1].words().splitlines()[1] == ("Front: pay 1 fish, then take 1 gold and transport 2.")
    game = kf.Game.new(["Ann", "Bob"], seed=3, expansions=[pack, "farmers"])
    over = playout(game, Random(1))
    assert over.over
    assert kf.EventLog.loads(over.log.dumps(), expansions=[pack]).replay() == over
    assert kf.fast.why_not(game.ruleset) == ()


def test_a_pack_passes_the_checks_of_expansions():
    from keyflower.testing import check_expansion

    report = check_expansion(Expansion.from_toml(HARBOUR), seeds=range(1))
    assert [problem for problem in report.problems if problem.check != "scenarios"] == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('edges = "RFWFRF"', "edges = 3", r"line 19, tiles\[0\]\.edges: a text, not 3"),
        ("gain = { fish = 1 } }\nback", "gian = { fish = 1 } }\nback",
         r"line 21, tiles\[0\]\.front\.use\.gian: there is no such field; did you mean gain"),
        ("back.points = 4", "back.points = -4", r"line 33, tiles\[1\]\.back\.points: a whole number"),
        ('term = "per_piece"', 'term = "per_peice"', r"line 49, .*no term 'per_peice'; did you mean per_piece"),
        ("[{ fish = 2 }", "[{ fisch = 2 }", r"line 35, harbour:crane: .*'fisch'; did you mean fish"),
        ('edges = "RRFRFF"', 'edges = "RRFRF"', r"line 25, harbour:smokehouse: edges are six letters"),
        ('season = "winter"', 'season = "witner"', r"line 47, .*did you mean winter"),
        ('kind = "produce" ', 'kind = "product" ', "there is no kind 'product'; did you mean produce"),
        ("limit = 30", 'limit = "30"', r"line 12, goods\[0\]\.limit: a whole number"),
        ("limit = 30\n", "", r"line 9, goods\[0\]: limit must be given"),
        ('title = "Crane"\n', "", r"line 35, tiles\[2\]: 'title' is missing"),
        ('title = "The Harbour"', 'titel = "The Harbour"', r"line 6, titel: there is no such.* mean title"),
        ("[[goods]]", "[[goods]", "line 9"),
        ("points = 6, needs", "points = 6, need", r"line 49, tiles\[3\].*need: there is no .* mean needs"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_pack_is_named_by_line_and_field(tmp_path, old, new, said):
    text = HARBOUR.read_text("utf-8")
    assert old in text
    file = tmp_path / "wrong.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(kf.RulesetError, match=said) as caught:
        Expansion.from_toml(file)
    assert str(caught.value).startswith(str(file))


def test_all_mistakes_are_told_at_once(tmp_path):
    file = tmp_path / "wrong.toml"
    text = HARBOUR.read_text("utf-8").replace("back.points = 4", "back.points = true")
    file.write_text(text.replace('season = "spring"', "season = 1"), "utf-8")
    with pytest.raises(kf.RulesetError, match=r"line 18, .*; line 33, "):
        Expansion.from_toml(file)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"a = [" * 2000, b"[tiles]\nx = 1", b"tiles = 3\nid = 'x'"]
)
def test_a_file_that_is_no_pack_is_refused_in_words(tmp_path, content):
    file = tmp_path / "odd.toml"
    file.write_bytes(content)
    with pytest.raises(kf.RulesetError):
        Expansion.from_toml(file)
    with pytest.raises(kf.RulesetError, match="nowhere"):
        Expansion.from_toml(tmp_path / "nowhere.toml")
