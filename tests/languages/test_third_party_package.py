"""An expansion of somebody else, written, translated and installed as its author would: every surface speaks it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import keyflower as kf
from keyflower import cli
from keyflower.testing import scenario

SOURCE = """
from collections.abc import Iterable, Sequence
from typing import ClassVar

from attrs import frozen

from keyflower.extend import (
    Action, Cost, Count, Expansion, Face, Gain, Good, GoodKind, Measure, Outcome, PathStep, Pool, Refusal, Season,
    StockSpent, Table, Tile, Turn, Widening, Words, good_name, phrase,
)


@frozen
class PerPier(Measure):
    points: int

    def words(self) -> str:
        return phrase("{points} points for the pier", points=self.points)

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        number = int("pier" in count.village)
        return self.points * number, phrase("piers: {number}", number=number)


@frozen
class Moor(Action):
    verb: ClassVar[str] = "moor"
    labels = {"line": good_name}
    good: str

    def path(self) -> tuple[PathStep, ...]:
        return (("line", self.good),)

    def result(self, table: Table, seat: int) -> str:
        return phrase("brings a boat in")

    def __str__(self) -> str:
        return f"moor {self.good}"

    @classmethod
    def parse(cls, words: Words, rest: str) -> "Moor":
        return cls(words.good(rest))


class Mooring(Widening[Turn]):
    def prompt(self, table: Table, task: Turn, seat: int) -> str:
        return phrase("{turn} Or moor with a rope.", turn=self.inner.prompt(table, task, seat))

    def options(self, table: Table, task: Turn, seat: int) -> Iterable[Sequence[Action]]:
        ropes = table.state.seats[seat].stock["rope"]
        return (*self.inner.options(table, task, seat), [Moor("rope")] if ropes else [])

    def refusals(self, table: Table, task: Turn, seat: int, action: Action) -> tuple[Refusal, ...]:
        if not isinstance(action, Moor):
            return self.inner.refusals(table, task, seat, action)
        if not table.state.seats[seat].stock["rope"]:
            told = phrase("You have nothing to moor with: {piece}.", piece=good_name("rope"))
            return (Refusal("moor.no-rope", told, "harbour 1"),)
        return ()

    def decide(self, table: Table, task: Turn, seat: int, action: Action) -> Outcome:
        if not isinstance(action, Moor):
            return self.inner.decide(table, task, seat, action)
        return Outcome((StockSpent(seat, Pool.of(rope=1)),), (task,))


EXPANSION = Expansion(
    id="harbour",
    version="1",
    title="The Harbour",
    words="piers and ropes",
    requires=("base",),
    languages="their_harbour.languages",
    goods=(Good("rope", GoodKind.PRODUCE, 12, title="Rope", plural="ropes"),),
    tiles=(
        Tile(
            "pier",
            title="Pier",
            season=Season.SPRING,
            edges="RRFRRF",
            front=Face(use=Gain(rope=1)),
            back=Face(use=Gain(rope=2), points=3),
            upgrade=Cost(wood=1),
        ),
        Tile("harbour_office", title="Harbour office", season=Season.WINTER, edges="RRFFFF",
             front=Face(scores=(PerPier(4),))),
    ),
    actions=(Moor,),
    widens={Turn: Mooring},
)
"""

UKRAINIAN = {
    "{points} points for the pier": "очок за пірс: {points}",
    "piers: {number}": "пірсів: {number}",
    "brings a boat in": "заводить човен",
    "{turn} Or moor with a rope.": "{turn} Або пришвартуйтеся канатом.",
    "You have nothing to moor with: {piece}.": "Вам нема чим швартуватися: {piece}.",
    "harbour": "Гавань",
    "piers and ropes": "пірси й канати",
    "rope": "канат",
    "{number} rope": "{number} канатів",
    "moor": "швартуватися",
    "pier": "Пірс",
    "harbour_office": "Управа гавані",
}


@pytest.fixture(scope="module")
def harbour(tmp_path_factory):
    """The package with its entry point and its Ukrainian catalogue, as pip would lay it in a folder."""
    pytest.importorskip("babel")
    from keyflower.languages.__main__ import main as languages

    tmp_path = tmp_path_factory.mktemp("site")
    package, info = tmp_path / "their_harbour", tmp_path / "their_harbour-1.dist-info"
    for folder in (package, package / "languages", info):
        folder.mkdir()
    (package / "__init__.py").write_text(SOURCE, "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.3\nName: their-harbour\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[keyflower.expansions]\nharbour = their_harbour:EXPANSION\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        (package / "languages" / "uk.po").write_text("")
        assert languages([str(package)]) == 0
        translate(package / "languages" / "uk.po")
        assert languages([str(package), "--check"]) == 0
        yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "their_harbour"]:
        del sys.modules[name]


def translate(path: Path) -> None:
    """Fill in every empty text of a catalogue that was just begun."""
    lines, wanted = [], ""
    for line in path.read_text("utf-8").splitlines():
        found = re.fullmatch(r'msgid "(.+)"', line)
        wanted = found[1] if found else wanted
        is_empty = wanted and re.fullmatch(r'msgstr(\[\d\])? ""', line)
        counted = f"{{number}} {wanted}" if "[" in line else wanted
        lines.append(f'{line[:-2]}"{UKRAINIAN[counted]}"' if is_empty else line)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def said(capsys, *arguments: str) -> str:
    assert cli.main([*arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ("tiles", "pier", "-l", "uk"),
        ("tiles", "пірс", "-l", "uk"),
        ("tiles", "-e", "harbour", "-l", "uk"),
        ("-l", "uk", "tiles", "-e", "harbour"),
    ],
)
def test_the_catalogue_of_tiles_speaks_it(harbour, capsys, arguments):
    told = said(capsys, *arguments)
    assert "Пірс" in told and "канатів" in told and "rope" not in told


def test_a_tile_of_a_value_speaks_it_as_one_that_was_found_by_its_name(harbour):
    from their_harbour import EXPANSION  # type: ignore[import-not-found]  # written by the fixture

    for tile in (EXPANSION.tiles[1], kf.registry.discover().tile("harbour_office")):
        assert tile.title_in("uk") == "Управа гавані" and tile.words(language="uk").endswith(
            "Очок за пірс: 4."
        )
        pytest.importorskip("svg")
        assert "Управа" in tile.svg(language="uk")


def test_refusals_questions_labels_and_results_speak_it(harbour):
    game = kf.Game.new(["Ann", "Bob"], seed=3, expansions=["harbour"])
    (refusal,) = game.why_not("moor rope")
    assert refusal.text("uk") == "Вам нема чим швартуватися: канат."
    with pytest.raises(kf.IllegalAction) as caught:
        game.play("moor rope")
    assert "швартуватися: канат" in caught.value.text("uk")
    at = scenario(screens={"P1": "R3 rope1"}, expansions=["harbour"]).game
    assert at.decision.prompt_in("uk").endswith("Або пришвартуйтеся канатом.")
    (choice,) = [one for one in at.options.grouped(language="uk").choices if one.kind == "line"]
    assert (choice.label, choice.result) == ("канат", "заводить човен")


def test_a_score_sheet_and_the_text_of_a_table_speak_it(harbour):
    at = scenario("winter", villages={"P2": ["pier", "harbour_office"]}, expansions=["harbour"])
    told = at.score("P2").explain(language="uk")
    assert "Управа гавані" in told and "пірсів: 1" in told and "harbour" not in told
    table = at.game.view(kf.SPECTATOR)
    assert "Управа" in kf.render.table_text(table.state, ruleset=at.game.ruleset, language="uk")


def test_the_cli_shows_a_table_in_it(harbour, capsys):
    seed = next(
        seed
        for seed in range(40)
        if any(lot.tile == "pier" for lot in kf.Game.new(["A", "B"], seed=seed, expansions=["harbour"]).lots)
    )
    told = said(capsys, "show", str(seed), "--players", "2", "-e", "harbour", "-l", "uk")
    assert "візьміть 1 канатів" in told
