"""The laws of the design, each a property over whole random games: all players, expansions and variants.

Here are laws 1, 2, 3, 6 and 7. What follows from the redaction law and JSON stands with logs and views, the
scoring oracle in engine/test_solver.py.
"""

from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from keyflower.expansions.farmers.animal_placement import Put
from keyflower.expansions.farmers.breeding import ChooseBreeding
from keyflower.expansions.merchants.boat_choice import Replace
from keyflower.expansions.merchants.contract_choice import TakeContract
from keyflower.expansions.merchants.exchange import Exchange
from keyflower.expansions.merchants.extensions import Extend
from keyflower.extend.powers import COUNTER_BID, MIXED_USE
from keyflower.facade.data.codec import codec
from keyflower.facade.game import Game
from keyflower.facade.notation import parse
from keyflower.kernel.errors import GameOver, IllegalAction, SetupError
from keyflower.kernel.testing import laws
from keyflower.model import actions
from keyflower.model.actions import Bid, Done, Move, Offer, Pass, PayWith, Place, Take, Upgrade, Use
from keyflower.model.enums import COLOURS, SEASONS, USE_CAP
from keyflower.model.hexes import neighbours
from keyflower.model.lots import Group, Lot
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.village import PastUse
from keyflower.testing.random_play import moments, playout, random_actions
from keyflower.testing.strategies import arbitrary_actions
from tests.support.catalogue_merchants import CONTRACTS, EXTENSIONS
from tests.support.law_games import (
    LONGEST,
    MANNERS,
    SEEDS,
    any_new_games,
    first,
    last,
    lawless_games,
    new_games,
    setups,
    whole_games,
)
from tests.support.naive_options import concerns, estimate, naive_options, strangers, targets
from tests.support.piece_places import count_pieces, count_tiles, misplaced

# ---------------------------------------------------------------------- law 1: events and replays


@given(whole_games())
def test_folding_all_events_gives_the_state_at_every_moment(game):
    laws.events_give_the_state(game)


@given(setups(), SEEDS, SEEDS, st.sampled_from(MANNERS))
def test_replaying_the_actions_with_the_recorded_chance_gives_every_state(setup, seed, choices, manner):
    laws.replaying_gives_the_state(playout(Game.new(**setup, seed=seed), Random(choices), choose=manner))


# ---------------------------------------------------------------------- law 2: options are all that is legal


def some(moments_, rng, number):
    """A few moments of a game that goes on."""
    going_on = [moment for moment in moments_ if not moment.over]
    return rng.sample(going_on, min(number, len(going_on)))


@given(whole_games(lawless_games), st.randoms(use_true_random=False))
def test_every_option_is_legal_and_listed_once(game, rng):
    laws.options_are_what_is_legal(game, rng)
    for moment in some(moments(game), rng, 5):
        for decision in moment.decisions.values():
            listed = list(decision.options)
            assert all(action in decision.options for action in listed)
            assert decision.options[-1] == listed[-1]
            kinds = dict.fromkeys(action.kind for action in listed)
            for kind in kinds:
                of_kind = decision.options.where(kind=kind)
                assert list(of_kind) == [action for action in listed if action.kind == kind]
                assert len(of_kind) == len(list(of_kind))


QUICKLY = 1000
"""How many bids and uses are tried in one turn."""


def interesting(game, rng):
    """One moment for every kind of question of a game, and turns in which much is possible."""
    by_kind: dict[object, list[tuple[Game, int]]] = {}
    for moment in some(moments(game), rng, 10**6):
        for seat, decision in moment.decisions.items():
            own = moment.state.seats[seat]
            groups = sum(lot.outbid_of(seat) is not None for lot in moment.state.lots)
            special = COUNTER_BID in own.powers or MIXED_USE in own.powers
            room = decision.kind, min(groups, 2), special, bool(own.open_workers)
            by_kind.setdefault(room if decision.kind == "turn" else decision.kind, []).append((moment, seat))
    found = [rng.choice(pairs) for pairs in by_kind.values()]
    rng.shuffle(found)
    return found


def searched(moment, seat, rng):
    """As many tiles as can be searched quickly, those with bids first; `None` for all of them."""
    if moment.decisions[seat].kind != "turn":
        return None
    bids = {lot.tile: bool(lot.bids) + (lot.bid_of(seat) is not None) for lot in moment.state.lots}
    tiles = sorted(targets(moment), key=lambda tile: bids.get(tile, 0) + rng.random() * 2, reverse=True)
    return tiles[: QUICKLY // estimate(moment, seat, tiles=1)]


@given(whole_games(lawless_games), st.randoms(use_true_random=False))
def test_options_are_exactly_what_a_naive_search_by_refusals_finds(game, rng):
    for moment, seat in interesting(game, rng)[:6]:
        tiles = searched(moment, seat, rng)
        listed = {action for action in moment.decisions[seat].options if concerns(action, tiles)}
        found = naive_options(moment, seat, tiles)
        assert {str(action) for action in listed - found} == set(), "listed, but refused"
        assert {str(action) for action in found - listed} == set(), "legal, but not listed"


def test_options_of_a_short_supply_for_breeding_are_exactly_what_a_naive_search_finds():
    """Random games hardly ever run out of animals: the question is put by hand."""
    game = Game.new(["Ann", "Bob"], seed=1, expansions=["farmers"])
    pastures = tuple(pasture.id for pasture in game.village("Bob").pastures)[:3]
    agenda = (ChooseBreeding(1, "pig", pastures, 2), *game.state.agenda)
    asked = Game(game.match, evolve(game.state, agenda=agenda), game.chance)
    assert [str(action) for action in asked.decision.options] == [
        f"put pig {pasture}" for pasture in pastures
    ]
    assert set(asked.decision.options) == naive_options(asked, 1)


@pytest.mark.parametrize("powers", [(), (MIXED_USE,), (COUNTER_BID,), (COUNTER_BID, MIXED_USE)])
def test_options_at_a_lot_with_nothing_but_lying_workers_are_what_a_naive_search_finds(powers):
    """Boats 4a and 4b together could leave such a lot: workers are there, but no colour is locked."""
    game = Game.new(["Ann", "Bob"], seed=7)
    acting = game.decision.seat
    lot = game.state.lots[0]
    lying = Lot(
        lot.tile, 0, (Group(1 - acting, "blue", 4, True),), (PastUse(Pool.of(red=1), Pool.of(red=1)),)
    )
    seats = [evolve(seat, powers=powers) for seat in game.state.seats]
    state = evolve(game.state, lots=(lying, *game.state.lots[1:]), seats=tuple(seats))
    asked = Game(game.match, state, game.chance)
    assert set(asked.decision.options) == naive_options(asked, acting)


def neighbours_of(action, rng, game):
    """Actions that differ in one detail."""
    lots = [lot.tile for lot in game.state.lots] or ["miner"]
    villages = [name for seat in game.state.seats for name in seat.village.names]
    colour = rng.choice(COLOURS)
    one = Pool.of({colour: 1})
    match action:
        case Bid(tile, workers, shown, groups) | Use(tile, workers, shown, groups):
            yield evolve(action, workers=workers + one)
            yield evolve(action, open=shown + one)
            yield evolve(action, workers=shown, open=workers)
            yield evolve(action, groups=(*groups, rng.choice(lots)))
            yield evolve(action, groups=groups[1:])
            yield evolve(action, tile=rng.choice([*lots, *villages]))
            yield evolve(action, workers=Pool.of({colour: workers.total}))
            yield evolve(action, workers=Pool.of({piece: number - 1 for piece, number in workers.items()}))
            yield (Use if isinstance(action, Bid) else Bid)(tile, workers, shown, groups)
        case PayWith(pieces, shown, _):
            yield PayWith(shown, pieces)
            yield PayWith(pieces, pieces)
            yield PayWith(group=rng.choice(lots))
            yield PayWith(pieces + one)
        case Move(good, origin, target):
            yield Move(good, target, origin)
            yield Move(good, origin, rng.choice(villages))
            yield Move(rng.choice(list(game.ruleset.goods)), origin, target)
        case Upgrade(tile, paid, shown):
            yield Upgrade(tile, paid + Pool.of(gold=1), shown)
            yield Upgrade(tile, shown, paid)
            yield Upgrade(rng.choice(villages), paid, shown)
            yield Upgrade(tile, Pool.of(gold=paid.total))
        case Put(good, pasture):
            yield Put(good, rng.choice(villages) + "/1")
            yield Put(rng.choice(list(game.ruleset.goods)), pasture)
        case Place(tile, cell, rotation):
            yield Place(tile, cell, rotation + rng.randint(-6, 6))
            yield Place(tile, rng.choice(neighbours(cell)), rotation)
            yield Place(rng.choice([*lots, *villages]), cell, rotation)
        case Offer(tiles):
            yield Offer(tiles[1:])
            yield Offer((*tiles, tiles[0]))
            yield Offer((*tiles, rng.choice(lots)))
        case Take():
            yield Take(rng.choice(lots))
        case _:
            yield from trading_neighbours_of(action, rng, game)


def trading_neighbours_of(action, rng, game):
    """Actions of The Merchants that differ in one detail."""
    goods, tiles = list(game.ruleset.goods), list(game.ruleset.tiles)
    match action:
        case Exchange(contract, piece):
            yield Exchange(contract, rng.choice(goods))
            yield Exchange(rng.choice(goods), piece)
        case Extend(tile, extension, paid, shown):
            yield Extend(tile, extension, shown, paid)
            yield Extend(tile, extension, paid + Pool.of({rng.choice(COLOURS): 1}), shown)
            yield Extend(rng.choice(tiles), extension, paid, shown)
            yield Extend(tile, rng.choice(goods), paid, shown)
        case TakeContract():
            yield TakeContract(rng.choice(goods))
        case Replace():
            yield Replace(rng.choice(tiles))


@given(whole_games(lawless_games), st.randoms(use_true_random=False))
def test_actions_of_other_moments_and_slightly_changed_ones_are_listed_or_refused(game, rng):
    chosen = some(moments(game), rng, 4)
    strays = [*strangers(chosen[0], 0)]
    for moment in chosen:
        for decision in moment.decisions.values():
            strays += [decision.options.sample(rng) for _ in range(4)]
    for moment in chosen:
        for seat, decision in moment.decisions.items():
            listed = set(decision.options)
            nearly = [*strays]
            for action in rng.sample(sorted(listed, key=str), min(6, len(listed))):
                nearly += neighbours_of(action, rng, moment)
            for action in nearly:
                refused = moment.why_not(action, seat=seat)
                named = action.named(moment.state, seat)  # a pasture has as many names as parts
                assert (named in listed) == (refused == ()) == (named in decision.options), str(action)
                assert all(reason.code and reason.message and reason.rule for reason in refused)


@given(st.data(), lawless_games(), SEEDS)
def test_arbitrary_actions_are_listed_or_refused(data, game, choices):
    game = playout(
        game, Random(choices), plies=data.draw(st.integers(0, 250)), choose=MANNERS[choices % len(MANNERS)]
    )
    game = game.undo() if game.over else game
    listed = {seat: set(decision.options) for seat, decision in game.decisions.items()}
    for _ in range(4):
        action = data.draw(arbitrary_actions(game))
        for seat, options in listed.items():
            assert (action in options) == (game.why_not(action, seat=seat) == ()), str(action)


# ---------------------------------------------------------------------- law 3: nothing is lost or made

# rules 1.1 and 1.2; the purple worker is no piece of a pool: `State.start` says who holds it
BASE_PIECES = {
    "red": 40, "blue": 40, "yellow": 40, "green": 20, "anvil": 16, "pickaxe": 16, "saw": 16, "gold": 48,
    "iron": 24, "stone": 24, "wood": 24,
}  # fmt: skip
FARMERS_PIECES = {"cow": 12, "pig": 24, "sheep": 32, "wheat": 30}
MERCHANTS_PIECES = {"cabin": 6, **dict.fromkeys([*CONTRACTS, *EXTENSIONS], 1)}


@given(whole_games(any_new_games))
def test_every_piece_and_every_tile_is_always_in_exactly_one_place(game):
    played = [expansion.id for expansion in game.ruleset.expansions]
    farmers, merchants = "farmers" in played, "merchants" in played
    pieces = BASE_PIECES | (FARMERS_PIECES if farmers else {}) | (MERCHANTS_PIECES if merchants else {})
    tiles = dict.fromkeys(game.ruleset.tiles, 1)
    assert len(tiles) + len(game.ruleset.without) == 64 + farmers * (21 - 3) + merchants * 12
    for moment in moments(game):
        assert count_pieces(moment.state) == pieces, moment.last_action
        assert count_tiles(moment.state) == tiles, moment.last_action
        assert misplaced(game.ruleset, moment.state) == [], moment.last_action


@given(whole_games(any_new_games))
def test_nothing_is_left_in_passing_when_a_seat_decides(game):
    for moment in moments(game):
        state = moment.state
        asked = {decision.kind for decision in moment.decisions.values()}
        assert not (state.aside and asked & {"turn", "take-boat", "build-all"})
        assert state.open_hands or not any(seat.open_workers or seat.open_skills for seat in state.seats)
        assert sum(seat.boat != "" for seat in state.seats) == len(state.picks)
    assert not game.state.lots and not game.state.aside and not any(game.state.piles)
    assert not any(seat.won or seat.winter for seat in game.state.seats)
    assert not any(spot.uses for seat in game.state.seats for spot in seat.village.spots)


@given(whole_games(any_new_games))
def test_bids_and_uses_keep_the_invariants_of_the_auction(game):
    """Rules 2.3, 2.4 and 2.6: one leader, one standing colour, growing uses, at most six workers."""
    for moment in moments(game):
        places = [(lot.tile, lot.bids, lot.uses) for lot in moment.state.lots]
        places += [
            (name, (), spot.uses)
            for seat in moment.state.seats
            for name, spot in zip(seat.village.names, seat.village.spots, strict=True)
        ]
        villages = [place for seat in moment.state.seats for place in seat.village.places]
        for tile, bids, uses in places:
            sizes = sorted((bid.size for bid in bids), reverse=True)
            assert len({bid.seat for bid in bids}) == len(bids), tile
            assert len(sizes) < 2 or sizes[0] > sizes[1], tile
            standing = {bid.colour for bid in bids if not bid.lying}
            standing |= {colour for use in uses for colour in use.standing}
            assert len(standing) <= 1, tile
            coloured = any(place.lock(tile) for place in villages)  # boat 4b: then all may lie
            assert standing or coloured or not (bids or uses), tile
            used = [use.workers.total for use in uses]
            assert used == sorted(set(used)) and sum(used) <= USE_CAP and 0 not in used, tile


# ---------------------------------------------------------------------- law 6: games are values


def snapshot(game):
    return repr(game), repr(game.state), repr(game.chance), hash(game), game.ply


@given(whole_games(any_new_games), st.randoms(use_true_random=False))
def test_nothing_changes_the_receiver(game, rng):
    for moment in some(moments(game), rng, 8):
        before = snapshot(moment)
        for seat, decision in moment.decisions.items():
            action = decision.options.sample(rng)
            after = moment.play(action, seat=seat)
            assert after.parent is moment and after.undo() is moment
            assert (after.last_action, after.last_seat, after.ply) == (action, seat, moment.ply + 1)
            assert after != moment and after == moment.play(action, seat=seat)
            with pytest.raises(IllegalAction):
                moment.play(Put("nothing", "nowhere"), seat=seat)
            repr(decision), moment.scores, after.events, moment.log
        assert snapshot(moment) == before


@given(setups(), SEEDS, SEEDS, st.sampled_from(MANNERS))
def test_equal_games_have_equal_hashes_and_equal_options_in_equal_order(setup, seed, choices, manner):
    one = Game.new(**setup, seed=seed)
    other = Game.new(**setup, seed=seed)
    steps = list(random_actions(one, Random(choices), choose=manner, plies=LONGEST))
    for number, (seat, action, after) in enumerate(steps):
        if number % 12 == 0:
            assert one == other and hash(one) == hash(other)
            assert one.decisions == other.decisions
            listed = {key: list(decision.options) for key, decision in one.decisions.items()}
            assert listed == {key: list(decision.options) for key, decision in other.decisions.items()}
            assert one != after
        one, other = after, other.play(eval_action(repr(action)), seat=seat)
    assert one == other and hash(one) == hash(other) and one.scores == other.scores


@given(whole_games(), st.randoms(use_true_random=False))
def test_seats_that_decide_at_the_same_time_may_act_in_any_order(game, rng):
    shared = [moment for moment in moments(game) if len(moment.decisions) > 1]
    for moment in rng.sample(shared, min(6, len(shared))):
        (a, asked), (b, also_asked) = rng.sample(sorted(moment.decisions.items()), 2)
        x, y = asked.options.sample(rng), also_asked.options.sample(rng)
        one = moment.play(x, seat=a).play(y, seat=b)
        other = moment.play(y, seat=b).play(x, seat=a)
        assert one == other and hash(one) == hash(other) and one.decisions == other.decisions


def eval_action(text):
    """Rebuild an action from its repr, with nothing but the public names."""
    kinds = (*actions.ACTIONS, Put, TakeContract, Exchange, Extend, Replace)
    return eval(text, {"__builtins__": {}, "Pool": Pool, **{kind.__name__: kind for kind in kinds}})


@given(whole_games(any_new_games), st.randoms(use_true_random=False))
def test_text_and_constructor_of_every_option_rebuild_it(game, rng):
    for moment in some(moments(game), rng, 6):
        for seat, decision in moment.decisions.items():
            for action in decision.options:
                assert parse(game.ruleset, moment.state, str(action), seat=seat) == action
                assert eval_action(repr(action)) == action


@given(whole_games(any_new_games), st.randoms(use_true_random=False))
def test_text_action_and_mapping_are_played_alike(game, rng):
    for moment in some(moments(game), rng, 6):
        for seat, decision in moment.decisions.items():
            for action in (decision.options.sample(rng) for _ in range(2)):
                played = moment.play(action, seat=seat)
                assert moment.play(str(action), seat=seat) == played
                assert moment.play(codec(game.ruleset).actions.write(action), seat=seat) == played
                assert moment.play(str(action), seat=moment.players[seat]) == played
                assert moment.play(action, decision=decision) == played


@given(new_games())
def test_a_game_without_an_action_cannot_be_undone(game):
    assert game.parent is None and game.ply == 0
    with pytest.raises(SetupError):
        game.undo()


# ---------------------------------------------------------------------- law 7: every game ends


@given(any_new_games(), SEEDS, st.sampled_from((*MANNERS, first, last)))
def test_every_playout_ends_and_somebody_always_has_an_option(game, choices, manner):
    seasons = [game.season]
    steps = 0
    while not game.over:
        assert steps < LONGEST, "the game does not end"
        decisions = game.decisions
        assert decisions and all(decision.options for decision in decisions.values())
        ((_, _, game),) = random_actions(game, Random(choices + steps), choose=manner, plies=1)
        seasons += [game.season] if game.season is not seasons[-1] else []
        steps += 1
    assert tuple(seasons) == SEASONS
    assert not game.decisions and game.winners
    assert max(sheet.total for sheet in game.scores) == game.scores[game.players.index(game.winners[0])].total


@given(new_games())
def test_nobody_can_act_when_the_game_is_over(game):
    game = playout(game, Random(0), choose=last)
    for action in (Pass(), "pass", Done(), Bid("miner", EMPTY)):
        assert [reason.code for reason in game.why_not(action)] == ["game.over"]
        with pytest.raises(GameOver):
            game.play(action)
    with pytest.raises(GameOver):
        _ = game.decision
