"""Choosing the deck: tiles left out or kept, in every place that a game goes through."""

import json
import pickle
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower import fast
from keyflower.facade.registry import resolve
from keyflower.facade.soundness import tiles_of
from keyflower.kernel.bots import RandomBot, play_out, player_names
from keyflower.simulate import simulate
from keyflower.testing import playout
from keyflower.testing.strategies import decks

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]


def test_a_tile_is_left_out_by_short_id_full_id_title_or_value():
    named: list[str | kf.Tile] = [
        "keythedral",
        "base:keythedral",
        "KEYTHEDRAL",
        *kf.tiles(search="keythedral"),
    ]
    games = [kf.Game.new(["Ann", "Bob"], seed=1, without=[name]) for name in named]
    assert {game.ruleset.without for game in games} == {("base:keythedral",)}
    assert len(set(games)) == 1
    assert kf.Game.new(["Ann", "Bob"], seed=1, without="Keythedral") == games[0]


@pytest.mark.parametrize("expansions", [(), ("farmers",), ("merchants",)])
def test_a_tile_that_is_left_out_is_nowhere(expansions):
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=expansions, without=["keythedral", "miner"])
    whole = kf.Game.new(["Ann", "Bob"], seed=1, expansions=expansions)
    assert {*whole.ruleset.tiles} - {*game.ruleset.tiles} == {"keythedral", "miner"}
    assert sorted(tiles_of(game.state)) == sorted(game.ruleset.tiles)
    with pytest.raises(kf.UnknownName):
        game.ruleset.tile("keythedral")


def test_only_thins_out_the_groups_it_names_a_tile_of():
    winter = ["apothecary", "jeweller", "key_guild", "Key market", "scholar", "base:scribes"]
    game = kf.Game.new(["Ann", "Bob"], seed=1, only=winter)
    whole = resolve()
    assert {tile.name for tile in game.ruleset.tiles_of(season=kf.Season.WINTER)} == {
        "apothecary", "jeweller", "key_guild", "key_market", "scholar", "scribes",
    }  # fmt: skip
    for season in ("spring", "summer", "autumn"):
        assert game.ruleset.tiles_of(season=kf.Season(season)) == whole.tiles_of(season=kf.Season(season))
    assert sorted([*game.state.seats[0].winter, *game.state.seats[1].winter]) == sorted(
        tile.name for tile in game.ruleset.tiles_of(season=kf.Season.WINTER)
    )


def test_only_and_without_can_be_said_together_and_none_of_them_changes_nothing():
    springs = [tile for tile in kf.tiles(season="spring", expansion="base") if tile.name != "alehouse"]
    both = kf.Game.new(["Ann", "Bob"], seed=1, only=springs, without=["miner"])
    assert both.ruleset.without == ("base:alehouse", "base:miner")
    plain = kf.Game.new(["Ann", "Bob"], seed=1)
    assert kf.Game.new(["Ann", "Bob"], seed=1, only=None, without=[]) == plain
    assert kf.Game.new(["Ann", "Bob"], seed=1, only=kf.tiles(expansion="base")) == plain
    assert "without" not in plain.log.dumps().split("\n", 1)[0]


def test_without_one_of_two_alternatives_the_other_is_certain():
    for seed in range(6):
        game = kf.Game.new(["Ann", "Bob"], seed=seed, expansions=["merchants"], without=["boat_keyflower"])
        assert "boat_keyflower_ii" in [berth.boat for berth in game.state.berths]


@pytest.mark.parametrize(
    ("players", "deck", "error", "said"),
    [
        (2, {"without": ["keythedra"]}, kf.UnknownName, r"no tile called 'keythedra' .*did you mean keythedral"),
        (2, {"without": ["base:turn_order_1"], "expansions": ["farmers"]}, kf.UnknownName, "farmers:turn_order_1 repl"),
        (2, {"without": [7]}, kf.UnknownName, "named by its id or title, not 7"),
        (2, {"without": 7}, kf.SetupError, "given as a list"),
        (2, {"only": []}, kf.RulesetError, "would leave no tile"),
        (2, {"only": ["miner"]}, kf.SetupError, r"spring village: 1 of 6\); it was chosen without Alehouse"),
        (2, {"without": ["boat_keyflower"]}, kf.SetupError, "boat: 1 of 2"),
        (2, {"without": ["turn_order_1"]}, kf.SetupError, "turn order: 0 of 1"),
        (3, {"only": ["home_1", "home_2"]}, kf.SetupError, "home: 2 of 3"),
        (2, {"only": ["home_1"]}, kf.SetupError, "home: 1 of 2"),
        (5, {"without": kf.tiles(season="winter")[:3]}, kf.SetupError, "winter village: 9 of 10"),
    ],
)  # fmt: skip
def test_a_deck_that_does_not_do_is_refused_in_words(players, deck, error, said):
    with pytest.raises(error, match=said):
        kf.Game.new(NAMES[:players], seed=1, **deck)


def test_turn_order_tiles_that_the_table_does_not_need_may_be_left_out():
    game = kf.Game.new(["Ann", "Bob"], seed=1, without=["turn_order_4"])
    assert game.ruleset.without == ("base:turn_order_4",)


@st.composite
def thin_games(draw):
    number = draw(st.integers(2, 4))
    expansions = draw(st.sampled_from([(), ("farmers",), ("merchants",), ("farmers", "merchants")]))
    without = draw(decks(number, expansions)) or ("base:miner",)
    game = kf.Game.new(NAMES[:number], seed=draw(st.integers(0, 99)), expansions=expansions, without=without)
    return playout(game, Random(draw(st.integers(0, 99))), plies=draw(st.integers(0, 60)))


@given(thin_games())
def test_the_deck_goes_along_with_logs_positions_views_and_copies(game):
    without = game.ruleset.without
    header = kf.EventLog.loads(game.log.dumps())
    assert header.replay() == game
    assert header.match.ruleset.without == without
    assert kf.EventLog.loads(game.log.redacted(0).dumps()).match.ruleset == game.ruleset
    assert kf.Game.from_position(game.position().dumps()) == game
    assert pickle.loads(pickle.dumps(game)).ruleset.without == without
    view = game.view(0)
    assert view.to_data(options=False)["without"] == [*without]
    dealt = view.sample(Random(1))
    assert dealt.ruleset == game.ruleset
    assert sorted(tiles_of(dealt.state)) == sorted(game.ruleset.tiles)
    assert kf.Game.begun(game.match).ruleset.without == without


def test_a_log_that_leaves_out_what_is_no_tile_is_refused():
    text = kf.Game.new(["Ann", "Bob"], seed=1, without=["keythedral", "miner"]).log.dumps()
    for wrong, said in (
        ('["base:keythedra","base:miner"]', "leaves out 'base:keythedra', which is no tile"),
        ('["base:miner","base:keythedral"]', "a sorted list"),
        ('["base:keythedral","base:keythedral"]', "a sorted list"),
        ("[7]", "not 7|text"),
        ('"base:miner"', "list"),
    ):
        with pytest.raises(kf.LogError, match=said):
            kf.EventLog.loads(text.replace('["base:keythedral","base:miner"]', wrong, 1))


def test_overrides_and_the_deck_go_together():
    game = kf.Game.new(["Ann", "Bob"], seed=1, overrides={"jeweller": {"points": 3}}, without=["miner"])
    assert "miner" not in game.ruleset.tiles
    more = game.ruleset.with_overrides({"keythedral": {"points": 5}})
    assert more.without == game.ruleset.without
    assert len(more.overrides) == 2


def test_the_fast_executor_is_compiled_for_the_deck():
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["farmers"], without=["keythedral", "bakery"])
    assert not fast.why_not(game.ruleset)
    assert fast.unpack(fast.pack(game)).ruleset == game.ruleset
    assert "keythedral" not in fast.play_many(2, seed=1, seats=2, without=["keythedral"]).tiles


# ---------------------------------------------------------------------- the surfaces


def test_logs_positions_and_views_of_a_chosen_deck_fit_their_schemas():
    from jsonschema import Draft202012Validator

    from keyflower.schema import shipped

    game = kf.Game.new(["Ann", "Bob"], seed=1, without=["keythedral"])
    written = {
        "log": json.loads(game.log.dumps().split("\n", 1)[0]),
        "position": game.position().to_data(),
        "view": game.view(0).to_data(),
    }
    for name, data in written.items():
        assert data["without"] == ["base:keythedral"]
        assert Draft202012Validator(shipped(name)).is_valid(data), name


def test_a_served_table_is_opened_with_a_deck_and_numbers_and_so_is_its_rematch():
    from keyflower.web.lobby import again_table, open_table

    people = {"players": [{"name": "Ann"}, {"name": "Bob", "bot": "random"}]}
    numbers = {"jeweller": {"points": 3}}
    opening = open_table({**people, "without": ["Miner"], "only": None, "overrides": numbers})
    again = kf.EventLog.loads("\n".join(again_table(opening.saved.seats, opening.game, "").lines) + "\n")
    for ruleset in (opening.game.match.ruleset, again.match.ruleset):
        assert ruleset.without == ("base:miner",)
        assert dict(ruleset.overrides) == {"base:jeweller.points": "[3]"}
    wrongs: list[dict[str, object]] = [
        {"without": "miner"}, {"without": [1]}, {"only": []}, {"overrides": []}, {"only": ["x"]},
    ]  # fmt: skip
    for wrong in wrongs:
        with pytest.raises(kf.KeyflowerError):
            open_table({**people, **wrong})


def test_the_commands_take_a_deck_and_numbers(tmp_path, capsys):
    from keyflower.cli import main

    file = tmp_path / "numbers.toml"
    file.write_text("[jeweller]\npoints = 3\n")
    rules = ["--without", "miner", "--overrides", str(file)]
    assert main(["demo", "--players", "2", "--bot", "random", "--out", str(tmp_path / "demo"), *rules]) == 0
    (log,) = (tmp_path / "demo").glob("*.jsonl")
    ruleset = kf.EventLog.load(log).match.ruleset
    assert (ruleset.without, dict(ruleset.overrides)) == (("base:miner",), {"base:jeweller.points": "[3]"})
    assert main(["simulate", "random", "random", "--games", "2", "--json", *rules]) == 0
    capsys.readouterr()
    assert main(["show", "7", "--players", "2", "--only", "miner"]) == 2
    assert "spring village: 1 of 6" in capsys.readouterr().err
    file.write_text("[jeweller\n")
    assert main(["show", "7", "--overrides", str(file)]) == 2
    assert "line 1" in capsys.readouterr().err


def test_simulations_and_environments_take_a_deck_and_numbers():
    rules: dict[str, Any] = {"without": ["keythedral"], "overrides": {"jeweller": {"points": 30}}}
    alone = kf.Game.new(player_names(2), seed=0, **rules)
    played = play_out(alone, [RandomBot(), RandomBot()], Random(0))
    ended = played.entry.ended
    assert ended is not None
    assert simulate(["random", "random"], [0], **rules).games[0].totals == ended.totals
    envs = pytest.importorskip("keyflower.envs")
    for env in (
        envs.KeyflowerEnv(**rules).table.game,
        envs.KeyflowerAEC(**rules)._rules.game(NAMES[:2], seed=1),
    ):
        assert env.ruleset.without == ("base:keythedral",)
        assert env.ruleset.overrides == alone.ruleset.overrides
    assert "keythedral" not in envs.KeyflowerVector(2, **rules).vocabulary.words
