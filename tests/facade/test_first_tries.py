"""What people try first: each does what was meant, or says what would be right."""

import pickle

import pytest

import keyflower as kf
from keyflower.testing import scenario


@pytest.fixture(scope="module")
def game():
    return scenario(lots={"gold_mine": "P2 R1", "miner": ""}, screens={"P1": "R3 B2"}).game


# ---------------------------------------------------------------------- pools


def test_a_pool_of_a_text_is_the_pool_that_the_text_means():
    assert kf.Pool("R2 wood1") == kf.Pool.parse("R2 wood1") == kf.Pool.of(red=2, wood=1)
    with pytest.raises(kf.PoolError):
        kf.Pool("R2", (1,))
    with pytest.raises(kf.PoolError):
        kf.Pool(("red",))


def test_a_misspelt_colour_is_refused_and_a_letter_is_a_colour():
    with pytest.raises(kf.PoolError, match=r"no piece called 'rd'\. Did you mean red\?"):
        kf.Pool.of(rd=2)
    with pytest.raises(kf.PoolError, match="Did you mean yellow"):
        kf.Pool.of(yelow=1)
    assert kf.Pool.of(R=2, honey=1) == kf.Pool.parse("R2 honey1")


# ---------------------------------------------------------------------- actions


def test_actions_take_workers_in_the_notation(game):
    assert kf.Bid("gold_mine", "R2") == kf.Bid("gold_mine", kf.Pool.of(red=2))
    assert kf.Use("miner", "R2", groups="gold_mine") == kf.Use(
        "miner", kf.Pool.of(red=2), groups=("gold_mine",)
    )
    assert game.play(kf.Bid("gold_mine", "R2")) == game.play("bid gold_mine R2")
    with pytest.raises(kf.PoolError):
        kf.Bid("gold_mine", "two red ones")


def test_options_read_texts(game):
    options = game.decision.options
    assert options["pass"] == kf.Pass()
    assert options["bid gold_mine R2"] == kf.Bid("gold_mine", "R2")
    assert "bid gold_mine R2" in options and "bid gold_mine R2" in game.view("P1").decision.options
    assert "bid gold_mine R1" not in options
    with pytest.raises(kf.IllegalAction, match=r"bid\.too-low"):
        options["bid gold_mine R1"]
    with pytest.raises(kf.ActionSyntaxError, match="did you mean"):
        options["bidd gold_mine R2"]
    with pytest.raises(kf.ActionSyntaxError):
        assert "bid gold_mien R2" in options
    with pytest.raises(kf.ActionSyntaxError, match="only some of the options"):
        options.where(kind="bid")["pass"]


def test_an_unknown_kind_of_option_is_refused(game):
    assert {action.verb for action in game.decision.options.where(kind="bid")} == {"bid"}
    with pytest.raises(kf.UnknownName, match="did you mean bid"):
        game.decision.options.where(kind="bidd")
    with pytest.raises(kf.UnknownName, match="kinds are: bid, use"):
        game.decision.options.where(kind="x" * 10**6)


# ---------------------------------------------------------------------- setting up


def test_one_expansion_variant_or_handicap_needs_no_list():
    one = kf.Game.new(["Ann", "Bob"], seed=1, expansions="farmers", variants="open-hands", handicap="Bob")
    assert one == kf.Game.new(
        ["Ann", "Bob"], seed=1, expansions=["farmers"], variants=["open-hands"], handicap=["Bob"]
    )


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (2, r"such as \['Ann', 'Bob'\], not 2"),
        ("Ann", "not 'Ann'"),
        (["Ann", 7], "is a text, not 7"),
        (["Ann", " "], "is a text, not ' '"),
        (["Ann", "Ann"], "the same name"),
        (["Ann", "B\ud800b"], "an incomplete character"),
        (["Ann", "x" * 2001], "at most 2000 characters"),
    ],
)
def test_players_that_cannot_be_are_refused_in_a_short_sentence(players, message):
    with pytest.raises(kf.SetupError, match=message) as caught:
        kf.Game.new(players, seed=1)
    assert len(str(caught.value)) < 300


def test_names_that_are_accepted_can_be_saved():
    names = ["[/x]", "Zoë 🧑‍🌾", "\x1b[31mred", "x" * 2000]
    game = kf.Game.new(names, seed=1)
    assert kf.EventLog.loads(game.log.dumps()).players == tuple(names)


# ---------------------------------------------------------------------- errors


def test_errors_are_called_as_they_are_imported():
    for name in kf.__all__:
        kind = getattr(kf, name)
        if isinstance(kind, type) and issubclass(kind, Exception):
            assert kind.__module__ == "keyflower", name
            assert pickle.loads(pickle.dumps(kind)) is kind


@pytest.mark.parametrize(
    "attempt",
    [
        lambda game: game.play("bid " + "x" * 300 + " R1"),
        lambda game: game.play("y" * 10**6),
        lambda game: game.play({"verb": "z" * 10**6}),
        lambda game: game.village("n" * 10**6),
        lambda game: kf.tile("t" * 10**6),
        lambda game: kf.Pool.parse("R" + "9" * 10**4),
        lambda game: kf.Game.new(["Ann", "Bob"], seed=1, expansions=["e" * 10**6]),
        lambda game: kf.EventLog.loads("l" * 10**5),
    ],
)
def test_messages_have_a_bounded_length(game, attempt):
    with pytest.raises(kf.KeyflowerError) as caught:
        attempt(game)
    assert 10 < len(str(caught.value)) <= 2000


# ---------------------------------------------------------------------- pictures


def test_a_picture_of_a_state_shows_the_tiles_of_its_own_rules():
    from keyflower.render import auction_svg, table_svg

    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions="farmers")
    names = game.players
    assert (
        auction_svg(game.state, names=names)
        == auction_svg(game)
        == auction_svg(game.state, ruleset=game.ruleset, names=names)
    )
    assert table_svg(game) == table_svg(game.state, names=names)


# ---------------------------------------------------------------------- values


def test_the_index_of_a_layout_cannot_be_changed(game):
    layout = game.village("P1").layout
    with pytest.raises(TypeError):
        layout.index["home_1"] = 5
    with pytest.raises((TypeError, AttributeError)):
        layout.index.clear()
