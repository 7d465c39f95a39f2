"""Scenarios T1 to T13 of the rules: set-up and rounds."""

from random import Random

import pytest

from keyflower.kernel import GameError, SetupError
from keyflower.kernel.testing import laws
from tinytowns import FIRST_GAME, SPECTATOR, Game
from tinytowns.actions import Name
from tinytowns.catalogue import CARDS, NOT_IN_SOLO
from tinytowns.testing import scenario

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


@pytest.mark.parametrize("players", [3, 6])
def test_t01_one_card_of_each_type_and_two_different_monuments_for_each(players):
    game = Game.new(NAMES[:players], seed=5)
    assert [card.type for card in game.buildings] == list("CFWPTYK")
    assert game.buildings[0].id == "cottage"
    dealt = [name for seat in game.state.seats for name in seat.hand]
    assert len(dealt) == len(set(dealt)) == 2 * players
    for seat in list(game.decisions):
        game = game.play(game.decisions[seat].options[0], seat=seat)
    for viewer in range(-1, players):
        others = [seat for number, seat in enumerate(game.view(viewer).state.seats) if number != viewer]
        assert {(seat.hand, seat.returned) for seat in others} == {(("?",), ("?",))}
        assert set(game.view(viewer).state.box) <= {"?"}


def test_t01_no_redacted_log_tells_anybody_elses_monuments():
    game = Game.new(NAMES[:3], seed=5)
    for seat in list(game.decisions):
        game = game.play(game.decisions[seat].options[1], seat=seat)
    for viewer in (SPECTATOR, 0, 1, 2):
        own = game.state.seats[viewer].hand + game.state.seats[viewer].returned if viewer >= 0 else ()
        told = game.log.redacted(viewer).dumps()
        assert {name for name, card in CARDS.items() if card.type == "M" and name in told} == set(own)


def test_t02_the_first_game_set_is_the_seven_cards_named_like_their_types():
    game = Game.new(NAMES[:2], seed=1, buildings="first-game")
    assert tuple(card.id for card in game.buildings) == FIRST_GAME
    assert FIRST_GAME == ("cottage", "farm", "well", "chapel", "tavern", "theater", "factory")


def test_t03_only_a_dealt_monument_can_be_kept_and_naming_waits_for_all():
    at = scenario(
        stage="keep", monuments={"P1": "fort_ironweed the_starloom", "P2": "silva_forum the_sky_baths"}
    )
    at = at.illegal("P1 keep silva_forum", "keep.not-dealt").illegal("P1 keep grove_university")
    at = at.play("P1 keep fort_ironweed")
    at.illegal("P1 name wood").illegal("P2 name wood", "stage.other")
    assert at.play("P2 keep the_sky_baths").legal("P1 name wood").acting == ("P1",)


def test_t04_without_monuments_the_first_decision_is_naming_and_no_monument_can_be_built():
    game = Game.new(NAMES[:2], seed=1, monuments=False, buildings="first-game", first="Ann")
    assert game.decision.seat == 0 and game.decision.kind == "name"
    at = scenario(["ww../bs../..../...."], stage="build", resource="stone")
    at.illegal("P1 build grand_mausoleum_of_the_rodina a1 b1 a2 b2 on a1", "build.not-yours")


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": []},
        {"players": [*NAMES, "Gus"]},
        {"buildings": ["cottage", "farm", "well", "chapel", "tavern", "theater", "bakery", "factory"]},
        {"buildings": ["cottage", "farm", "chapel", "tavern", "theater", "factory"]},
        {"players": ["Ann"], "town_hall": True},
        {"players": ["Ann"], "buildings": ["cottage", "farm", "well", "chapel", "inn", "theater", "factory"]},
        {"players": ["Ann"], "buildings": ["cottage", "farm", "well", "chapel", "tavern", "theater", "bank"]},
        {"buildings": [*FIRST_GAME, "fort_ironweed"]},
        {"buildings": "second-game"},
        {"players": ["Ann", "Ann"]},
    ],
)
def test_t05_games_that_cannot_be_set_up(wrong):
    with pytest.raises(SetupError):
        Game.new(**{"players": NAMES[:2], "seed": 1, **wrong})


def test_t05_a_set_up_says_what_is_wrong():
    with pytest.raises(SetupError, match="one card of the theater type, not 2: Theater, Bakery"):
        Game.new(NAMES[:2], seed=1, buildings=[*FIRST_GAME, "bakery"])
    with pytest.raises(GameError, match="did you mean tavern"):
        Game.new(NAMES[:2], seed=1, buildings=["tavrn"])
    with pytest.raises(SetupError, match="either seed="):
        Game.new(NAMES[:2])


@pytest.mark.parametrize("seed", range(40))
def test_t06_solo_leaves_four_cards_out_and_opens_three_resource_cards(seed):
    game = Game.new(["Ann"], seed=seed)
    used = {card.id for card in game.buildings} | set(game.state.box) | set(game.state.seats[0].hand)
    assert not used & NOT_IN_SOLO
    assert len(game.state.shown) == 3 and game.state.deck == game.state.unturned.total == 12


def test_t07_town_hall_has_a_deck_of_ten_and_nobody_names():
    game = Game.new(NAMES[:4], seed=3, town_hall=True)
    assert (game.state.deck, game.state.unturned.total - game.state.deck) == (10, 5)
    without = Game.new(NAMES[:4], seed=3, town_hall=True, monuments=False)
    assert without.stage == "place" and len(without.state.shown) + without.state.deck == 10
    assert without.master_builder == ""


def test_t08_only_the_master_builder_names_and_only_a_resource():
    at = scenario()
    at.legal("P1 name wood").illegal("P2 name wood", "turn.not-yours").illegal("P1 name gold")
    at.illegal(Name("gold"), "resource.unknown")


def test_t09_a_cube_goes_on_an_empty_square_and_cannot_be_skipped():
    at = scenario({"P2": "wC../..../..../...."}, stage="place", resource="wood")
    at.illegal("P2 place a1", "square.taken").illegal("P2 place b1", "square.taken").illegal("P2 place e1")
    at.illegal("P2 done", "stage.other")
    assert {option.verb for option in at.game.decisions[1].options} == {"place"}


def test_t10_placements_are_sealed_until_all_have_chosen():
    at = scenario(players=3, stage="place", resource="wood").play("P1 place a1", "P3 place c3")
    hidden = at.game.view("P2")
    assert [str(hidden.town(seat)) for seat in range(3)] == ["..../..../..../...."] * 3
    assert [seat.sealed for seat in hidden.state.seats] == [("?",), (), ("?",)]
    assert "a1" not in at.game.log.redacted("P2").dumps() and "c3" not in at.game.log.redacted("P2").dumps()
    after = at.play("P2 place b2").game.view("P2")
    assert [after.town("P1")["a1"], after.town("P2")["b2"], after.town("P3")["c3"]] == ["w", "w", "w"]


def test_t11_nobody_builds_before_all_have_placed():
    at = scenario(["ws../..../..../...."], stage="place", resource="wood").play("P1 place d4")
    at.illegal("P1 build well a1 b1 on a1")


def test_t12_the_order_of_seats_inside_a_stage_does_not_matter():
    at = scenario(["ws../..../..../....", "ws../..../..../...."], stage="place", resource="glass")
    one = at.play("P1 place d4", "P2 place c4")
    other = at.play("P2 place c4", "P1 place d4")
    assert one.game == other.game
    built = one.play("P1 build well a1 b1 on a1", "P1 done", "P2 build well a1 b1 on b1", "P2 done")
    turned = one.play("P2 build well a1 b1 on b1", "P2 done", "P1 build well a1 b1 on a1", "P1 done")
    assert built.game.state == turned.game.state


def test_t13_done_is_final_for_the_round_and_then_the_hammer_moves_left():
    at = scenario(["ws../..../..../...."], stage="build", resource="wood").play("P1 done")
    at.illegal("P1 build well a1 b1 on a1", "turn.not-yours")
    after = at.play("P2 done")
    assert after.acting == ("P2",) and after.stage == "name" and after.master == "P2"


def test_what_the_kernel_refuses_cites_the_rules_of_this_game():
    game = Game.new(NAMES[:2], seed=5, monuments=False, first="Ann")
    assert [(why.code, why.rule) for why in game.why_not("name wood", seat="Bob")] == [
        ("turn.not-yours", "2.1")
    ]
    assert [(why.code, why.rule) for why in game.view("Bob").why_not("name wood")] == [
        ("turn.not-yours", "2.1")
    ]
    assert [(why.code, why.rule) for why in game.why_not_undo("Bob")] == [("undo.nothing", "2.10")]
    over = laws.played_on(game, Random(1))
    assert [(why.code, why.rule) for why in over.why_not("name wood")] == [("game.over", "2.7")]
    assert over.why_not("name wood")[0].text("uk").startswith("гру завершено")  # Ukrainian
