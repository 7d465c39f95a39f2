"""Score sheets: lines add up, other ways to count are verified, and nothing better exists."""

from __future__ import annotations

import pytest
from attrs import evolve

import keyflower as kf
from keyflower.engine.scoring import best_total
from keyflower.extend.scoring import Line
from keyflower.facade.codec import score_from_data, score_to_data
from keyflower.testing.playing import random_game


@pytest.mark.parametrize("seed", range(6))
def test_the_sheet_accepts_itself_and_is_the_quick_total(seed: int) -> None:
    game = random_game(seed, players=3, expansions=["farmers"] if seed % 2 else [])
    for seat, sheet in enumerate(game.scores):
        assert sheet.total == sum(line.points for line in sheet.lines)
        found = sheet.check(sheet.lines)
        assert (found.value, found.faults) == (sheet.total, ())
        assert best_total(game.ruleset, game.state, seat) == sheet.total
        assert str(sheet.total) in sheet.explain().splitlines()[-1]


def _sheet_with_pieces() -> kf.ScoreSheet:
    for seed in range(40):
        for sheet in random_game(seed, players=4).scores:
            if any(line.used for line in sheet.lines):
                return sheet
    raise AssertionError("no game used a piece for points")


def test_pieces_cannot_be_used_twice() -> None:
    sheet = _sheet_with_pieces()
    line = next(line for line in sheet.lines if line.used)
    found = sheet.check((*sheet.lines, line))
    assert found.faults


def test_invented_points_are_found() -> None:
    sheet = _sheet_with_pieces()
    line = next(line for line in sheet.lines if line.used)
    dearer = tuple(
        evolve(other, points=other.points + 1) if other is line else other for other in sheet.lines
    )
    assert sheet.check(dearer).faults
    assert sheet.check((Line("moon", 7),)).faults == ("moon: no such line of 7 points",)


def test_a_sheet_survives_json() -> None:
    sheet = _sheet_with_pieces()
    again = score_from_data(score_to_data(sheet))
    assert again == sheet
    with pytest.raises(ValueError, match="read from data"):
        again.check(sheet.lines)
