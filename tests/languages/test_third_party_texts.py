"""Texts of expansions that do not come with the package: refusals, score sheets and data frames."""

import re
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


SOURCE = """
from keyflower.extend import Expansion, Face, Gain, Season, Tile, phrase

TIDE = phrase("The tide comes in.")
EXPANSION = Expansion(
    id="tides", version="1", title="Tides", requires=("base",), languages="tides_texts.languages",
    tiles=(Tile("tide_mill", title="Tide mill", season=Season.SUMMER, edges="RRRRRR", front=Face(use=Gain(gold=1))),),
)
"""


def test_the_catalogues_of_an_expansion_are_extracted_merged_and_checked(tmp_path, capsys, monkeypatch):
    pytest.importorskip("babel")
    from keyflower.languages.__main__ import main

    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / "tides_texts"
    folder.mkdir()
    (folder / "__init__.py").write_text(SOURCE)
    assert main([str(folder)]) == 0
    written = sorted(file.name for file in (folder / "languages").iterdir())
    assert written == ["pl.po", "ru.po", "uk.po"]
    text = (folder / "languages" / "uk.po").read_text("utf-8")
    assert 'msgid "The tide comes in."' in text and 'msgid "tide_mill"' in text and "Upgrade" not in text
    for code in ("pl", "ru"):
        (folder / "languages" / f"{code}.po").unlink()
    assert main([str(folder), "--check"]) == 1
    assert "The tide comes in." in capsys.readouterr().out
    filled = re.sub(r'(msgid "([^"]+)"\nmsgstr) ""', r'\1 "\2"', text)
    (folder / "languages" / "uk.po").write_text(filled, "utf-8")
    assert main([str(folder), "--check"]) == 0
    assert main([str(folder)]) == 0
    assert 'msgstr "The tide comes in."' in (folder / "languages" / "uk.po").read_text("utf-8")
    assert main([str(tmp_path)]) == 2
