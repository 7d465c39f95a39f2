"""The notation: readable sentences, read leniently, written in one way, and clear about what is wrong."""

from __future__ import annotations

import pytest

import keyflower as kf
from keyflower.expansions.farmers import Put
from keyflower.facade.notation import parse
from keyflower.testing import scenario


def read(game: kf.Game, text: str, seat: int | None = None) -> kf.Action:
    return parse(game.ruleset, game.state, text, seat=seat)


@pytest.fixture
def game() -> kf.Game:
    return scenario(
        "summer",
        players=2,
        lots={"smelter": {}, "hiring_fair": {}, "brewer": {"bids": "P1 R1, P2 R2"}, "TO1": ""},
        villages={"P1": ["home_1", "keywood@0,1"], "P2": ["home_2"]},
        screens={"P1": "R5 B2 anvil1", "P2": "R3"},
        turn="P1",
    ).game


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bid smelter R2", kf.Bid("smelter", kf.Pool.of(red=2))),
        ("BID Smelter R2", kf.Bid("smelter", kf.Pool.of(red=2))),
        ("bid base:smelter R2", kf.Bid("smelter", kf.Pool.of(red=2))),
        ("bid Hiring fair R1", kf.Bid("hiring_fair", kf.Pool.of(red=1))),
        ("bid hiring R1", kf.Bid("hiring_fair", kf.Pool.of(red=1))),
        ("bid smelter R2+brewer", kf.Bid("smelter", kf.Pool.of(red=2), groups=("brewer",))),
        ("bid smelter brewer", kf.Bid("smelter", groups=("brewer",))),
        ("bid smelter R1+R1*", kf.Bid("smelter", kf.Pool.of(red=1), kf.Pool.of(red=1))),
        ("bid turn_order_1 B1", kf.Bid("turn_order_1", kf.Pool.of(blue=1))),
        ("bid TO1 B1", kf.Bid("turn_order_1", kf.Pool.of(blue=1))),
        ("bid smelter TO1", kf.Bid("smelter", groups=("turn_order_1",))),
        ("use home B1", kf.Use("home_1", kf.Pool.of(blue=1))),
        ("use home_2 B1", kf.Use("home_2", kf.Pool.of(blue=1))),
        ("  pass ", kf.Pass()),
    ],
)
def test_a_sentence_is_read(game: kf.Game, text: str, action: kf.Action) -> None:
    assert read(game, text) == action
    assert read(game, str(action)) == action


def test_what_lies_on_the_table_is_meant_first(game: kf.Game) -> None:
    assert read(game, "use key B1") == kf.Use("keywood", kf.Pool.of(blue=1))
    with pytest.raises(kf.AmbiguousAction, match="key_mine or keystone_quarry or keywood"):
        read(game, "bid key B1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "an empty text is not an action"),
        ("bidd smelter R2", "did you mean bid"),
        ("bid smeltr R2", "did you mean smelter"),
        ("bid smelter X2", "no piece has the letter X"),
        ("bid smelter", "needs a tile and workers"),
        ("pass please", "takes nothing after it: leave out 'please'"),
        ("move wood home", "needs a piece and a route"),
        ("place smelter", "needs a tile, a cell and a rotation"),
        ("take", "should look like 'take sea_bastion'"),
        ("choose", "needs a benefit"),
        ("spend", "should look like 'spend wood'"),
        ("upgrade", "needs a tile"),
        ("x" * 1000, "is too long"),
    ],
)
def test_a_text_that_is_no_action_says_what_would_be_right(game: kf.Game, text: str, reason: str) -> None:
    with pytest.raises(kf.ActionSyntaxError, match=reason):
        game.play(text)


def test_putting_names_an_animal_and_a_pasture() -> None:
    game = kf.Game.new(["Ann", "Bob"], seed=7, expansions=["farmers"])
    with pytest.raises(kf.ActionSyntaxError, match="needs an animal and a pasture"):
        game.play("put sheep")


def test_an_upgrade_names_its_payment_only_where_several_are_possible() -> None:
    at = scenario(
        "summer", players=2, villages={"P1": ["home_1", "workshop@0,1 wood1 stone1 iron1"]},
        screens={"P1": "R5"}, turn="P1",
    ).play("use home R1")  # fmt: skip
    with pytest.raises(kf.AmbiguousAction, match="iron1 stone1") as caught:
        at.game.play("upgrade workshop")
    assert len(caught.value.candidates) == 3
    assert at.play("upgrade workshop wood1 stone1").side("P1", "workshop") == "back"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"verb": "bid"},
        {"verb": "fly", "tile": "smelter"},
        {"verb": "bid", "tile": 3, "workers": "R2"},
        {"verb": "bid", "tile": "smelter", "workers": "R2", "colour": "red"},
        {"verb": "bid", "tile": "smelter", "workers": {"red": 2}},
        {1: 2},
    ],
)
def test_a_mapping_that_is_no_action_is_refused(game: kf.Game, data: dict[str, object]) -> None:
    before = repr(game.state)
    with pytest.raises(kf.ActionSyntaxError):
        game.play(data)
    assert repr(game.state) == before


def test_other_things_are_no_actions(game: kf.Game) -> None:
    with pytest.raises(kf.ActionSyntaxError, match="not int"):
        game.play(7)  # type: ignore[arg-type]  # a wrong type on purpose


def test_a_summer_boat_is_named_with_the_side_that_lies_up() -> None:
    at = scenario("summer", lots=["boat_4a", "boat_1b"], won={"P1": ["boat_2b"]})
    assert read(at.game, "bid boat_4a R1") == read(at.game, "bid boat_4 R1")
    assert read(at.game, "bid boat_1b R1") == read(at.game, "bid boat_1 R1")
    assert read(at.game, "place boat_2b 0,1 r0", seat=0) == kf.Place("boat_2", (0, 1))
    with pytest.raises(kf.ActionSyntaxError, match="boat_4 lies with side a up, not with side b"):
        read(at.game, "bid boat_4b R1")


def test_a_pasture_is_named_by_an_edge() -> None:
    at = scenario("autumn", villages={"P1": ["home_1"]}, expansions=["farmers"])
    assert read(at.game, "put sheep home/e5+") == Put("sheep", "home_1/1")
    with pytest.raises(kf.ActionSyntaxError, match="write home_1/e3- or"):
        read(at.game, "put sheep home/e3")
