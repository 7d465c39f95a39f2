"""Texts of expansions that do not come with the package: refusals, score sheets and data frames."""

import sys
from random import Random

import pytest
from attrs import evolve

import keyflower as kf
from keyflower.extend import Expansion, Face, Gain, PerPiece, Season, Tile
from keyflower.simulate import simulate
from keyflower.testing import playout

PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: uk\\n"

msgctxt "tile"
msgid "lighthouse"
msgstr "Маяк"
"""


@pytest.fixture
def lights(tmp_path, monkeypatch):
    folder = tmp_path / "lights_texts" / "languages"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "__init__.py").write_text("")
    (folder / "uk.po").write_text(PO, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield Expansion(
        id="lights",
        version="1",
        title="Lights",
        requires=("base",),
        languages="lights_texts.languages",
        tiles=(
            Tile(
                "lighthouse",
                title="Lighthouse",
                season=Season.SUMMER,
                edges="RRRRRR",
                front=Face(use=Gain(gold=1), scores=(PerPiece(1, "skill"),), points=2),
            ),
        ),
    )
    for name in [name for name in sys.modules if name.startswith("lights_texts")]:
        del sys.modules[name]


def test_a_refusal_is_told_with_the_texts_of_the_expansions_played(lights):
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=[lights])
    (refusal, *_) = game.why_not("bid lighthouse R1")
    assert "Маяк" in refusal.text("uk")
    assert "Маяк" in game.view(game.decision.seat).why_not("bid lighthouse R1")[0].text("uk")
    with pytest.raises(kf.IllegalAction) as caught:
        game.play("bid lighthouse R1")
    assert "Маяк" in caught.value.text("uk")


def test_a_score_sheet_names_tiles_by_title_in_every_language(lights):
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=[lights])
    sheet = evolve(game.score(0), lines=(kf.scoring.Line("lighthouse", 2),), total=2)
    assert "Lighthouse" in sheet.explain() and "lighthouse" not in sheet.explain()
    assert "Маяк" in sheet.explain(language="uk")


@pytest.mark.parametrize("language", ["", "uk", "pl", "ru"])
def test_no_sheet_says_the_id_of_a_tile(language):
    for seed in range(3):
        game = playout(kf.Game.new(["Ann", "Bob", "Cid"], seed=seed, expansions=["farmers"]), Random(seed))
        for sheet in game.scores:
            told = sheet.explain(language=language)
            ids = [name for name in game.ruleset.tiles if "_" in name and name in told]
            assert ids == [], told


def test_logs_and_simulations_have_data_frames():
    polars = pytest.importorskip("polars")
    log = kf.Game.new(["Ann", "Bob"], seed=1).log
    assert log.frame().to_dicts() == log.rows()
    results = simulate(["random", "random"], range(3))
    assert isinstance(results.frame(), polars.DataFrame) and results.frame().to_dicts() == results.rows()


def test_without_polars_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(kf.MissingExtra, match="analysis"):
        _ = kf.Game.new(["Ann", "Bob"], seed=1).log.frame()
