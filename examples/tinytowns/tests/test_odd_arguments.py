"""Odd arguments are refused at the door, in words: no game that could not be saved, no wrong count."""

import re
from pathlib import Path
from typing import Any

import pytest

import tinytowns as tt
from keyflower.kernel import ActionSyntaxError, SetupError, UnknownName
from tinytowns import FIRST_GAME, EventLog, Game, Town, score
from tinytowns.actions import ACTIONS, Build, Place, Stock, Store
from tinytowns.testing import scenario

ODD: list[object] = [
    None,
    1,
    0,
    -1,
    2.5,
    "yes",
    "",
    b"x",
    [],
    [1, 2],
    ["well", "shed"],
    {},
    object,
    float("nan"),
    "first-game",
]
FULL = "CCCC/CCCC/CCCC/CCCC"


@pytest.mark.parametrize(
    "option", ["seed", "buildings", "monuments", "cavern", "town_hall", "first", "chance"]
)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_a_game_is_set_up_so_that_it_can_be_saved_or_refused(option, value):
    options = {"seed": 7, option: value}
    try:
        game = Game.new(["Ann", "Bob"], **options)
    except (SetupError, UnknownName):
        return
    assert EventLog.loads(game.log.dumps()).replay() == game


@pytest.mark.parametrize("name", ["monuments", "cavern", "town_hall"])
def test_an_option_is_true_or_false(name):
    odd: dict[str, Any] = {name: 1}
    with pytest.raises(SetupError, match=f"{name} is True or False, not 1"):
        Game.new(["Ann", "Bob"], seed=1, **odd)


@pytest.mark.parametrize("stage", ["check", "name", "place"])
def test_full_towns_end_the_game_with_winners_and_a_log(stage):
    game = scenario([FULL, FULL], stage=stage, resource="wood").game
    assert game.over and game.winners == ("P1", "P2")
    assert EventLog.loads(game.log.dumps()).replay().winners == game.winners


@pytest.mark.parametrize(
    ("town", "cards", "monument", "reason"),
    [
        ("CT../..../..../....", ["cottage"], "", "no card of the type that stands in .*: tavern"),
        ("T.../..../..../....", ["tavern", "inn"], "", "Tavern and Inn are of one type"),
        ("T.../..../..../....", ["tavern", "fort_ironweed"], "", "monument='fort_ironweed'"),
        ("M.../..../..../....", FIRST_GAME, "tavern", "Tavern is a building"),
        ("M.../..../..../....", FIRST_GAME, "", "say which one"),
        ("MM../..../..../....", FIRST_GAME, "fort_ironweed", "more than one monument"),
        ("T.../..../..../....", "tavern", "", "a list of cards"),
        ("T.../..../..../....", 5, "", "a list of cards"),
    ],
)
def test_a_town_is_counted_only_with_the_cards_that_stand_in_it(town, cards, monument, reason):
    with pytest.raises(SetupError, match=reason):
        score(Town.parse(town), cards, monument=monument)


def test_a_card_that_does_not_exist_is_named_with_the_nearest():
    with pytest.raises(UnknownName, match="did you mean fort_ironweed"):
        score(Town.parse("M.../..../..../...."), FIRST_GAME, monument="fort_ironwed")
    strange: Any = [3]
    with pytest.raises(UnknownName, match="not 3"):
        score(Town(), strange)


@pytest.mark.parametrize(
    "odd", [{"place": 0}, {"recorded": -1}, {"place": "1"}, {"neighbour": FULL}], ids=repr
)
def test_what_a_town_is_counted_with_is_checked(odd):
    with pytest.raises(SetupError):
        score(Town(), FIRST_GAME, **odd)
    text: Any = FULL
    with pytest.raises(SetupError, match=r"Town\.parse"):
        score(text, FIRST_GAME)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Place, (["b2"], "wood")),
        (Place, ("b2", {})),
        (Store, (None,)),
        (Build, ("well", 5, "a1")),
        (Stock, ([1, "a"],)),
    ],
    ids=repr,
)
def test_an_action_made_by_hand_of_wrong_things_is_no_action(kind, fields):
    action = kind(*fields)
    game = scenario(stage="place", resource="wood").game
    with pytest.raises(ActionSyntaxError, match=f"of '{action.verb}' is a t"):
        game.why_not(action, seat=0)
    with pytest.raises(ActionSyntaxError):
        game.play(action, seat=0)


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.verb)
@pytest.mark.parametrize("stage", ["keep", "name", "place", "build"])
def test_refusals_are_sentences_without_ids(kind, stage):
    monuments = (
        {"P1": "fort_ironweed the_starloom", "P2": "silva_forum mandras_palace"} if stage == "keep" else None
    )
    game = scenario(stage=stage, resource="wood", cards="feast_hall trading_post", monuments=monuments).game
    words = {
        "monument": "grove_university",
        "card": "feast_hall",
        "resource": "glass",
        "square": "b2",
        "target": "b2",
    }
    text = {
        "build": "build feast_hall a1 b1 on d4", "stock": "stock feast_hall trading_post inn", "settle": "settle ?",
    }.get(kind.verb) or " ".join([kind.verb, *(words[item] for item in kind.__match_args__)])  # fmt: skip
    for refusal in game.why_not(text, seat=0):
        assert "_" not in refusal.message and "?" not in refusal.message, refusal
        assert "time to" not in refusal.message and "nowhere" not in refusal.message, refusal


def test_a_building_goes_where_a_cube_was():
    (_, refusal) = scenario(stage="build", resource="wood").game.why_not(
        "build tavern a1 b1 c1 on d4", seat=0
    )
    assert refusal.message == "it cannot go on d4: a building takes the place of a cube that it is built from"


# ---------------------------------------------------------------------- the page

README = (Path(tt.__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_readme_installs_both_packages_from_the_repository():
    (line,) = re.findall(r"^pip install .*$", README, flags=re.M)
    root = Path(tt.__file__).parents[4]
    folders = [part.strip("'").partition("[")[0] for part in line.split()[2:] if part != "-e"]
    assert [(root / folder / "pyproject.toml").exists() for folder in folders] == [True, True]


@pytest.mark.parametrize("topic", ["Orchard", "last player", "Shrine"])
def test_users_are_told_where_we_read_the_rulebook_our_own_way(topic):
    assert topic in README.partition("differently")[2]
