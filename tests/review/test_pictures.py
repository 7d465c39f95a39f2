"""Pictures of decisions: what they show, and what is outlined."""

from random import Random

import pytest

import keyflower as kf
from keyflower.bots import StewardBot, bot
from keyflower.kernel.bots import play_out
from keyflower.review import Estimate, Grade, ReviewedChoice, Tried, review
from keyflower.review.pictures import BETTER, PLAYED, named_tiles, pictures, rings_of

NOTHING = Estimate(0.5, 0.1)


def choice_of(game, played, best, kind="turn"):
    played, best = (game.options[text] if isinstance(text, str) else text for text in (played, best))
    tried = tuple(Tried(action, (), NOTHING, NOTHING, 4) for action in (best, played))
    return ReviewedChoice(
        ply=game.ply, seat=game.decision.seat, kind=kind, played=played, best=best, tried=tried, loss=NOTHING,
        edge=NOTHING, grade=Grade.GOOD,
    )  # fmt: skip


def bids(game):
    return [action for action in game.options if isinstance(action, kf.Bid)]


def bids_of(game):
    first = bids(game)[0]
    other = next(action for action in bids(game) if action.tile != first.tile)
    return first, other


def test_lots_are_outlined_and_others_left_out():
    game = kf.Game.new(["Ann", "Bob"], seed=4)
    first, other = bids_of(game)
    [(title, picture)] = pictures(game, choice_of(game, first, other), [first, other], "")
    assert str(title) == "Auction"
    assert picture.count('class="lot"') == 2
    assert picture.count('class="ring"') == 2
    assert PLAYED in picture and BETTER in picture


def test_a_tile_that_is_played_and_better_has_both_outlines():
    game = kf.Game.new(["Ann", "Bob"], seed=4)
    first, _ = bids_of(game)
    more = next(action for action in bids(game) if action.tile == first.tile and action != first)
    assert rings_of(choice_of(game, first, more), game.ruleset) == {first.tile: (BETTER, PLAYED)}


def test_a_tile_in_a_village_is_outlined_there():
    game = kf.Game.new(["Ann", "Bob"], seed=4)
    uses = [action for action in game.options if isinstance(action, kf.Use)]
    use = next(action for action in uses if action.tile.startswith("home"))
    first, _ = bids_of(game)
    titles = [str(title) for title, picture in pictures(game, choice_of(game, first, use), [first, use], "")]
    owner = next(name for name in game.players if use.tile in game.village(name).names)
    assert titles == ["Auction", f"{owner}'s village"]


def test_a_tile_that_lies_nowhere_is_shown_alone():
    game = kf.Game.new(["Ann", "Bob"], seed=4)
    played, best = kf.Place("miner", (0, -1)), kf.Place("smelter", (0, 1))
    shown = pictures(game, choice_of(game, played, best, "build-all"), [played, best], "uk")
    assert len(shown) == 2
    (_, tiles), (_, village) = shown
    assert tiles.count('class="ring"') == 2
    assert village.count('class="ghost"') == village.count('class="ring"') == 2


@pytest.mark.parametrize(
    ("action", "tiles"),
    [
        (kf.Pass(), ()),
        (kf.Bid("miner", "R1"), ("miner",)),
        (kf.Offer(("apothecary", "keythedral")), ("apothecary", "keythedral")),
    ],
)
def test_the_tiles_that_an_action_names(action, tiles):
    assert named_tiles(action, kf.Game.new(["Ann", "Bob"], seed=4).ruleset) == tiles


def test_a_card_always_lists_what_was_played():
    game = play_out(kf.Game.new(["Ann", "Bob"], seed=4), [bot("random"), StewardBot()], Random(1))
    report = review(game, deals=2, candidates=8, seats=["Ann"])
    cards = report.html(number=20).count("<article")
    assert cards and report.html(number=20).count("(played)") == cards
