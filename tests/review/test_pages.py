"""Pages, pictures and sentences of reviews."""

import json
from random import Random

import pytest

import keyflower as kf
from keyflower.bots import StewardBot, bot
from keyflower.cli import main
from keyflower.kernel.bots import play_out
from keyflower.languages import LANGUAGES
from keyflower.review import review
from keyflower.review.wording import Sentences
from keyflower.words import teller_for


@pytest.fixture(scope="module")
def report():
    game = play_out(kf.Game.new(["Ann", "Bob"], seed=4), [bot("random"), StewardBot()], Random(1))
    return review(game, deals=4, candidates=3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_in_every_language(report, language):
    page = report.html(language=language, number=2)
    assert page.startswith("<!doctype html>")
    assert f'lang="{language}"' in page
    assert page.count("<article") == 2
    assert ("Better:" in page) is (language == "en")


def test_names_are_shown_as_text():
    game = kf.Game.new(["<b>Ann</b>", "Bob"], seed=4).play("pass").play("pass")
    assert "<b>Ann" not in review(game, deals=2).html()


def test_the_picture_has_a_line_for_each_player_and_a_mark_for_each_turning_point(report):
    picture = report.svg()
    assert picture.count("<polyline") == 2
    assert picture.count("<a href=") == len(report.turning_points(3))


def test_the_reader_is_addressed_and_sees_own_decisions_only(report):
    page = report.html(who="Ann", number=50)
    own = [choice for choice in report.turning_points(500) if choice.seat == 0]
    assert page.count("<article") == min(50, len(own))
    assert "You " in page


def test_rows_and_frames(report):
    rows = report.rows()
    assert len(rows) == len(report.choices)
    assert report.frame().height == len(rows)
    assert {"ply", "player", "kind", "played", "best", "loss", "edge", "grade"} <= set(rows[0])


def test_sentences_tell_all_that_was_tried_apart(report):
    sentences = Sentences(report.game)
    for choice in report.choices:
        said = [sentences.option(choice, one.action) for one in choice.tried]
        assert len(set(said)) == len(said), said


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ((0, -1), "You lay Miner north of Home 1."),
        ((1, -1), "You lay Miner north-east of Home 1."),
        ((0, 1), "You lay Miner south of Home 1."),
        ((-1, 0), "You lay Miner north-west of Home 1."),
    ],
)
def test_where_a_tile_is_laid(cell, said):
    game = kf.Game.new(["Ann", "Bob"], seed=4)
    village = game.village(0)
    home = village.layout.tiles[0].name
    words = teller_for(game, 0).chosen(0, kf.Place("miner", cell), village)
    assert words == said.replace("Home 1", kf.tile(home).title)


def test_which_winter_tiles_are_offered():
    game = kf.Game.new(["Ann", "Bob"], seed=4)
    teller = teller_for(game, 0)
    village = game.village(0)
    assert teller.chosen(0, kf.Offer(("apothecary",)), village) == "You offer Apothecary alone."
    both = kf.Offer(("apothecary", "keythedral"))
    assert teller.chosen(1, both, village) == "Bob offers Apothecary and Keythedral."


def test_the_command(report, tmp_path, capsys):
    log, page = tmp_path / "game.jsonl", tmp_path / "review.html"
    report.game.moments[30].log.save(log)
    assert main(["review", str(log), "--deals", "2"]) == 0
    assert "Ann" in capsys.readouterr().out
    assert main(["review", str(log), "--deals", "2", "--seat", "Ann", "--out", str(page)]) == 0
    assert page.read_text("utf-8").startswith("<!doctype html>")
    capsys.readouterr()
    assert main(["review", str(log), "--deals", "2", "--json", "--seat", "Bob"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows
    assert {row["player"] for row in rows} == {"Bob"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_the_command_fits_eighty_columns(report, tmp_path, capsys, monkeypatch, language):
    monkeypatch.setenv("COLUMNS", "80")
    log = tmp_path / "game.jsonl"
    report.game.log.save(log)
    assert main(["review", str(log), "--deals", "2", "--number", "0", "--language", language]) == 0
    *table, legend = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in table if line.startswith(("Ann", "Bob"))]
    assert [len(row) for row in rows] == [13, 13], "no cell takes a second line"
    assert "…" not in "".join(table)
    assert [legend.count(sign) for sign in ("?!", "??")] == [1, 1]


def test_the_command_writes_a_page_and_prints_rows(report, tmp_path, capsys):
    log, page = tmp_path / "game.jsonl", tmp_path / "review.html"
    report.game.moments[8].log.save(log)
    assert main(["review", str(log), "--deals", "2", "--json", "--out", str(page)]) == 0
    assert page.exists()
    assert all(json.loads(line) for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize("place", ["no folder/review.html", "."])
def test_the_command_asks_first_whether_the_page_can_be_written(report, tmp_path, capsys, monkeypatch, place):
    log = tmp_path / "game.jsonl"
    report.game.moments[8].log.save(log)
    monkeypatch.setattr("keyflower.cli.commands.review.reviewed", None)  # nothing is reviewed
    assert main(["review", str(log), "--out", str(tmp_path / place)]) == 2
    assert str(tmp_path / place) in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [log]
