"""The pages agree with the code: no name, code, paragraph or ruling is missing, and nothing is stale."""

import ast
import builtins
import re
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import keyflower as kf
from docs._ext import catalogue, doors, event_table, pictures, refusal_codes
from keyflower.cli.app import app
from keyflower.testing import random_actions, strategies

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "keyflower"


def _text(folder: str) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted((DOCS / folder).glob("*.md")))


# ---------------------------------------------------------------------- reference


DOCUMENTED = doors.documented()


def _value(path: str) -> object:
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


@cache
def _values() -> list[object]:
    """Return what the reference describes, whatever it is imported as; numbers and words are too common to tell."""
    found = []
    for path in DOCUMENTED:
        with suppress(
            kf.MissingExtra, ModuleNotFoundError, AttributeError
        ):  # Game.new is no name of a module
            found.append(_value(path))
    return [value for value in found if not isinstance(value, str | int | tuple)]


@pytest.mark.parametrize("module", sorted(doors.doors()))
def test_every_public_name_is_in_the_reference(module: str) -> None:
    """Under the module itself, or under another one that offers the same thing."""
    missing = []
    for name in getattr(import_module(module), "__all__", ()):
        path = f"{module}.{name}"
        if path in DOCUMENTED or path in doors.doors():
            continue
        with suppress(kf.MissingExtra):
            if any(_value(path) is value for value in _values()):
                continue
        missing.append(path)
    assert missing == []


def test_the_page_of_games_says_what_every_member_is_for() -> None:
    page = (DOCS / "reference" / "game.md").read_text("utf-8")
    table = page.split("## What you can do with a game")[1].split("\n## ")[0]
    named = re.findall(r"`Game\.(\w+)`", table)
    public = {name for name in dir(kf.Game) if not name.startswith("_")} - {"VIEW", "LOG", "begun"}
    assert sorted(named) == sorted(public)


@pytest.mark.parametrize("verb", [verb for verb, _ in event_table.classes("actions")])
def test_every_action_has_an_example_in_the_notation(verb: str) -> None:
    assert f"| `{verb}` |" in (DOCS / "reference" / "notation.md").read_text("utf-8")


def test_every_command_is_in_the_reference() -> None:
    page = (DOCS / "reference" / "command-line.md").read_text("utf-8")
    names = [
        command.name or command.callback.__name__ for command in app.registered_commands if command.callback
    ]
    assert len(names) > 5
    assert [name for name in names if f"| `keyflower {name}" not in page] == []


def test_every_event_has_a_sentence() -> None:
    assert [tag for tag, kind in event_table.classes("events") if not kind.__doc__] == []


# ---------------------------------------------------------------------- rules


def test_every_refusal_code_has_a_meaning_and_a_message() -> None:
    codes = refusal_codes.collect()
    assert len(codes) > 50
    assert [code.code for code in codes if not code.meaning or not code.message.strip(" …")] == []


def test_the_pages_show_the_refusal_codes() -> None:
    assert "{refusal-codes}" in (DOCS / "rules" / "refusals.md").read_text("utf-8")


def _labels() -> set[str]:
    return set(re.findall(r"^\(([\w-]+)\)=$", _text("rules"), re.MULTILINE))


def test_every_rule_that_a_refusal_cites_has_a_paragraph() -> None:
    cited = {refusal_codes.rule_label(code.rule) for code in refusal_codes.collect() if code.rule}
    assert cited - _labels() == set()


def test_every_rule_that_the_code_cites_has_a_paragraph() -> None:
    cited = set()
    for path in PACKAGE.rglob("*.py"):
        cited |= set(re.findall(r"\brules (\d+\.\d+)", path.read_text("utf-8")))
    assert {refusal_codes.rule_label(rule) for rule in cited} - _labels() == set()


def test_every_ruling_is_told_in_order() -> None:
    found = re.findall(r"^\*\*C(\d+), ", (DOCS / "rules" / "rulings.md").read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number in found] == list(range(1, 40))


@pytest.mark.parametrize("seed", range(3))
def test_codes_met_in_play_are_in_the_table(seed: int) -> None:
    """Refuse what was an option a moment ago: every code that comes up was found in the source."""
    known = {code.code: code.rule for code in refusal_codes.collect()}
    rng = Random(seed)
    tried: list[kf.Action] = [
        kf.Bid("miner"),
        kf.Use("home_1"),
        kf.Pass(),
        kf.Done(),
        kf.Offer(()),
        kf.Take("flipper"),
        kf.Place("miner", (0, 0)),
    ]
    game = kf.Game.new(["Ann", "Bob"], seed=seed, expansions=["farmers"])
    for _, action, after in random_actions(game, rng, plies=250):
        tried.append(action)
        if after.over:
            break
        seat = next(iter(after.decisions))
        for old in rng.sample(tried, min(len(tried), 6)):
            for refusal in after.why_not(old, seat=seat):
                assert known[refusal.code] == refusal.rule


# ---------------------------------------------------------------------- catalogue and pictures


def test_the_catalogue_shows_every_tile() -> None:
    shown: list[kf.Tile] = []
    for options in re.findall(r"```\{tiles\}\n(.*?)```", _text("catalogue"), re.DOTALL):
        shown += kf.tiles(**dict(re.findall(r":(\w+): (\w+)", options)))
    assert sorted(tile.id for tile in shown) == sorted(tile.id for tile in kf.tiles())


@pytest.mark.parametrize("tile", kf.tiles(), ids=lambda tile: tile.id)
def test_the_catalogue_tells_cost_words_and_reconstructed_values(tile: kf.Tile) -> None:
    facts = dict(catalogue.rows(tile))
    assert ("Upgrade" in facts) == (tile.upgrade is not None)
    assert ("Reconstructed" in facts) == bool(tile.reconstructed)
    assert all(face.words() in facts.values() for face in tile.faces)


def test_the_picture_of_the_village_is_fresh() -> None:
    assert pictures.FILE.read_text("utf-8") == pictures.drawn(), "draw it anew: python -m docs._ext.pictures"


# ---------------------------------------------------------------------- README


def test_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert len(links) > 10
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_strategies_are_documented() -> None:
    assert "automodule:: keyflower.testing.strategies" in _text("reference")
    assert strategies.__doc__


def _unbound(code: str) -> set[str]:
    """Return the names that a piece of code uses and neither binds nor imports."""
    nodes = [*ast.walk(ast.parse(code))]
    names = [node for node in nodes if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    bound |= {alias.asname or alias.name for node in nodes for alias in getattr(node, "names", ())}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    return {node.id for node in names} - bound - {*dir(builtins)}


def test_each_recipe_is_complete_and_short():
    recipes = (DOCS / "howto" / "recipes.md").read_text("utf-8").split("\n## ")[1:]
    assert len(recipes) == 10
    for recipe in recipes:
        typed = [line for line in recipe.splitlines() if line.startswith((">>> ", "... "))]
        assert 0 < len(typed) < 15, recipe.splitlines()[0]
        assert max(map(len, typed)) <= 92, recipe.splitlines()[0]
        assert _unbound("\n".join(line[4:] for line in typed)) == set(), recipe.splitlines()[0]
