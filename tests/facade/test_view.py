"""Views: read like a game, fed entry by entry, and dealt to whole games that fit."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.facade.memory import remember
from keyflower.facade.soundness import problem
from keyflower.facade.view import View
from keyflower.kernel.state import hide
from tests.support.random_games import EVERY_KIND, Table, games, moments, random_step, whole_game


@given(games())
def test_a_view_is_fed_entry_by_entry(game):
    viewer = len(game) % (len(game[0].players) + 1) - 1
    view = View.before(game[0].match, viewer)
    for moment in game:
        view = view.after(moment.entry.redacted(viewer))
        assert view == moment.view(viewer)


@given(moments())
def test_an_entry_that_tells_too_much_is_redacted_on_the_way(game):
    if game.parent is not None:
        for viewer in range(-1, len(game.players)):
            assert game.parent.view(viewer).after(game.entry) == game.view(viewer)


@given(moments())
def test_a_view_is_read_like_the_game(game):
    view = game.view(0)
    for name in ("season", "players", "over", "start_player", "lots", "supply", "ruleset"):
        assert getattr(view, name) == getattr(game, name)
    for seen, berth in zip(view.boats, game.boats, strict=True):  # what lies face down on a boat is hidden
        assert (seen.boat, seen.load, seen.taken) == (berth.boat, berth.load, berth.taken)
    for who in game.players:
        assert view.village(who) == game.village(who)
    assert view.screen(0) == game.screen(0)
    assert view.deciding == tuple(game.decisions)


def test_what_a_view_cannot_know_raises():
    game = Table(players=3, seed=5).new()
    view, onlooker = game.view("Bob"), game.view(kf.SPECTATOR)
    assert view.workers("Bob") == game.screen("Bob").workers
    assert view.winter_tiles("Bob") == game.screen("Bob").winter
    assert view.score("Bob") == game.scores[1]
    for asked in (view.workers, view.winter_tiles, view.score, onlooker.workers, onlooker.winter_tiles):
        with pytest.raises(kf.HiddenInformation, match="cannot know Ann's"):
            asked("Ann")
    with pytest.raises(kf.HiddenInformation):
        _ = view.scores
    assert view.skills("Ann") == kf.Pool()
    assert (view.name, onlooker.name) == ("Bob", "a spectator")
    assert "Bob" in repr(view)


def test_only_the_own_decision_is_open_in_a_view():
    game = Table(players=3, seed=5).new()
    acting = game.decision.seat
    waiting = (acting + 1) % 3
    assert game.view(acting).options == game.decision.options
    assert dict(game.view(waiting).decisions) == {}
    with pytest.raises(kf.NotYourTurn, match=f"it is {game.players[acting]}'s turn"):
        _ = game.view(waiting).decision
    assert dict(game.view(kf.SPECTATOR).decisions) == {}
    over = whole_game(Table(players=3, seed=5))[-1]
    with pytest.raises(kf.GameOver):
        _ = over.view(0).decision
    assert over.view(kf.SPECTATOR).scores == over.scores


# ---------------------------------------------------------------------- dealing


@given(moments(), st.data(), st.integers(0, 2**32))
def test_a_dealt_game_fits_the_view_and_is_sound(game, data, seed):
    viewer = data.draw(st.integers(-1, len(game.players) - 1))
    view = game.view(viewer)
    dealt = view.sample(random.Random(seed))
    assert hide(dealt.state, viewer) == view.state
    assert problem(dealt.ruleset, dealt.state, len(dealt.players)) == ""
    assert view.sample(random.Random(seed)) == dealt
    for decision in dealt.decisions.values():
        assert decision.options


@given(moments(), st.integers(0, 2**32))
def test_a_dealt_game_can_be_played_to_its_end(game, seed):
    rng = random.Random(seed)
    dealt = game.view(0).sample(rng)
    while not dealt.over:
        dealt = random_step(dealt, rng)
    assert len(dealt.scores) == len(game.players)


@pytest.mark.parametrize("table", EVERY_KIND[::3], ids=str)
def test_every_moment_of_a_game_can_be_dealt_for_every_seat(table):
    rng = random.Random(table.seed)
    for moment in whole_game(table):
        for viewer in range(-1, table.players):
            assert moment.view(viewer).sample(rng).view(viewer) == moment.view(viewer)


def test_dealing_uses_no_global_randomness():
    view = Table(players=3, seed=5).new().view(0)
    random.seed(1)
    before = random.getstate()
    view.sample(random.Random(2))
    assert random.getstate() == before


def test_every_deal_is_possible_and_equally_likely():
    """Bob holds two of the unknown workers: every pair comes as often as it should."""
    game = Table(players=2, seed=5).new()
    view = game.view("Ann")
    rng = random.Random(7)
    colours: Counter[str] = Counter()
    winter: Counter[str] = Counter()
    number = 3000
    for _ in range(number):
        dealt = view.sample(rng)
        colours.update(dict(dealt.screen("Bob").workers.items()))
        winter.update(dealt.screen("Bob").winter)
    unknown = game.state.bag + game.screen("Bob").workers
    for colour, there in unknown.items():
        expected = number * 8 * there / unknown.total
        assert abs(colours[colour] - expected) < 6 * (number * 8 * 0.25) ** 0.5
    others = {tile.name for tile in game.ruleset.tiles_of(season=kf.Season.WINTER)} - {
        *game.screen("Ann").winter
    }
    assert set(winter) == others
    expected = number * 3 / len(others)
    assert all(abs(winter[tile] - expected) < 6 * expected**0.5 for tile in others)


def test_every_offer_is_possible_while_others_choose_winter_tiles():
    game = next(m for m in whole_game(Table(players=2, seed=5)) if m.state.agenda[0].tag == "offer-winter")
    game = game.play(game.decisions[1].options[0], seat=1)
    view = game.view("Ann")
    rng = random.Random(3)
    sizes = Counter(len(view.sample(rng).screen("Bob").offered or ()) for _ in range(700))
    assert set(sizes) == {1, 2, 3}
    assert abs(sizes[1] - 300) < 90 and abs(sizes[2] - 300) < 90 and abs(sizes[3] - 100) < 60


def test_farmers_first_leaves_no_farmers_winter_tile_in_the_box():
    game = Table(players=3, farmers=True, variants=("farmers-first",), seed=5).new()
    rng = random.Random(3)
    for _ in range(50):
        dealt = game.view("Ann").sample(rng)
        tiles = dealt.ruleset.tiles
        boxed = [name for name in dealt.state.box if tiles[name].season is kf.Season.WINTER]
        assert not any(tiles[name].expansion == "farmers" for name in boxed)


def test_a_pending_payment_of_another_seat_stays_possible():
    found = 0
    rng = random.Random(4)
    for table in EVERY_KIND:
        for moment in whole_game(table):
            if moment.state.agenda and moment.state.agenda[0].tag == "pay-cost":
                payer = next(iter(moment.decisions))
                for viewer in {-1, (payer + 1) % table.players}:
                    for _ in range(10):
                        dealt = moment.view(viewer).sample(rng)
                        assert dealt.decision.options and dealt.decision.seat == payer
                found += 1
    assert found > 10


# ---------------------------------------------------------------------- memory


@given(moments())
def test_what_can_be_remembered_is_true(game):
    for viewer in range(-1, len(game.players)):
        memory = remember(game.log, viewer)
        assert memory == remember(game.log.redacted(viewer), viewer)
        places = [(memory.bag, game.state.bag), (memory.stack, game.state.stack)]
        for number, (screen, seat) in enumerate(zip(memory.screens, game.state.seats, strict=True)):
            places += [(screen.workers, seat.workers), (screen.skills, seat.skills)]
            if number == viewer:
                assert screen.workers.known and screen.skills.known
        for bounds, pool in places:
            assert bounds.total == pool.total
            assert bounds.least <= pool
            assert all(number <= bounds.most[piece] for piece, number in pool.items())


def test_workers_seen_on_a_boat_are_remembered_behind_the_screen():
    game = next(m for m in whole_game(Table(players=2, seed=5)) if m.season is kf.Season.SUMMER)
    memory = remember(game.log, kf.SPECTATOR)
    view = game.view(kf.SPECTATOR)
    assert view.screen("Ann").workers.pieces == ()
    assert memory.screens[0].workers.least.total > 0


def test_a_log_of_somebody_else_cannot_be_remembered():
    log = Table(players=2, seed=5).new().log.redacted("Ann")
    with pytest.raises(kf.HiddenInformation):
        remember(log, "Bob")


@given(moments())
def test_a_view_that_remembers_deals_only_what_may_be(game):
    for viewer in range(len(game.players)):
        view = game.view(viewer)
        known = view.remembering(game.log)
        assert known == view.remembering(game.log.redacted(viewer))
        dealt = known.sample(random.Random(3))
        assert dealt.view(viewer) == view
        for seat, screen in enumerate(remember(game.log, viewer).screens):
            assert screen.workers.least <= dealt.screen(seat).workers
            assert screen.skills.least <= dealt.screen(seat).skills


def test_a_log_of_another_moment_is_refused():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    later = game.play(next(iter(game.options.where(kind="bid"))))
    with pytest.raises(kf.HiddenInformation, match="another moment"):
        game.view(1 - game.decision.seat).remembering(later.log)
