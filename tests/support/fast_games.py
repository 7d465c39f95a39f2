"""Games for the tests of the fast executor: every kind of them, played beside the reference engine."""

from random import Random
from typing import Any

from attrs import evolve

from keyflower import fast
from keyflower.extend.compiled import ADD_ONS, CARD_HANDS, ON_HOMES, ON_PASTURES
from keyflower.facade.game import Game
from keyflower.fast.own_parts import NO_SLOT
from keyflower.fast.reference import counted, reference_rollout
from keyflower.kernel.bots import player_names
from keyflower.model.lots import Group, Lot
from keyflower.model.places import OwnPlace
from keyflower.model.pool import Pool
from keyflower.model.village import PastUse, Village

KINDS: dict[str, Any] = {
    "base": {},
    "farmers": {"expansions": ["farmers"]},
    "open-hands": {"variants": ["open-hands"]},
    "farmers-first": {"expansions": ["farmers"], "variants": ["farmers-first"]},
    "farmers-open": {"expansions": ["farmers"], "variants": ["farmers-first", "open-hands"]},
    "handicap": {"handicap": [0]},
    "merchants": {"expansions": ["merchants"]},
    "merchants-first": {"expansions": ["merchants"], "variants": ["merchants-first"]},
    "merchants-open": {"expansions": ["merchants"], "variants": ["open-hands"]},
    "merchants-farmers": {"expansions": ["farmers", "merchants"]},
    "all-first": {
        "expansions": ["farmers", "merchants"],
        "variants": ["farmers-first", "merchants-first", "open-hands"],
    },
    "thin": {
        "expansions": ["farmers"],
        "without": ["miner", "Wheat field", "base:alehouse"],
    },
}
"""The arguments of `Game.new` for each kind of game."""


def new(kind: str, seats: int, seed: int) -> Game:
    return Game.new(player_names(seats), seed=seed, **KINDS[kind])


def with_powers(game: Game, rng: Random) -> Game:
    """The game with powers for everybody, as if the tiles that give them had been laid: random games have few."""
    slots = [slot for slot in fast.compile_ruleset(game.ruleset).slots if slot != NO_SLOT]
    seats = [evolve(seat, powers=tuple(rng.sample(slots, len(slots) // 2))) for seat in game.state.seats]
    return evolve(game, state=evolve(game.state, seats=tuple(seats)))


def with_herds(game: Game, village: Village, rng: Random) -> Village:
    """The village with random pieces on some of its pastures, if such pieces are in the game."""
    tables = fast.compile_ruleset(game.ruleset)
    if ON_PASTURES not in tables.own.places:
        return village
    chosen = [pasture.id for pasture in village.pastures if rng.random() < 0.4]
    herds = [(pasture, Pool.each(rng.choices(tables.goods[4], k=rng.randrange(1, 4)))) for pasture in chosen]
    place: Any = tables.own.places[ON_PASTURES]
    return village.with_place(place(tuple(herds))) if herds else village


def with_own_pieces(game: Game, village: Village, rng: Random) -> Village:
    """The village with random pieces of every kind that expansions put into villages."""
    tables, village = fast.compile_ruleset(game.ruleset), with_herds(game, village, rng)
    places: dict[str, Any] = dict(tables.own.places)
    sites = [
        placed.name
        for placed, spot in village
        if spot.side and game.ruleset.tiles[placed.name].upgradable and rng.random() < 0.6
    ]
    pieces = [Pool.of({piece: 1}) for piece in rng.sample(tables.add_ons, len(tables.add_ons))]
    if sites and pieces:
        village = village.with_place(places[ADD_ONS](tuple(zip(sites, pieces, strict=False))))
    if tables.goods[5] and rng.random() < 0.5:
        housed = Pool.of({tables.goods[5][0]: rng.randrange(1, 5)})
        village = village.with_place(places[ON_HOMES](village.layout.tiles[0].name, housed))
    return village


def some_cards(game: Game, rng: Random) -> tuple[OwnPlace, ...]:
    """Up to fourteen cards in the hand of a seat, if there are any: those that everybody knows, and others."""
    cards = fast.compile_ruleset(game.ruleset).cards
    places: dict[str, Any] = dict(fast.compile_ruleset(game.ruleset).own.places)
    if not cards:
        return ()
    held = rng.sample(cards, rng.randrange(15))
    known = rng.randrange(len(held) + 1)
    return (places[CARD_HANDS](Pool.each(held[:known]), Pool.each(held[known:])),) if held else ()


def short_of_pieces(game: Game, rng: Random) -> Game:
    """The game with hardly anything in bag, stack and supply, and with some herds: where shortages are felt."""

    def few(pool: Pool) -> Pool:
        return Pool.of({piece: min(number, rng.randrange(4)) for piece, number in pool.items()})

    seats = [evolve(seat, village=with_herds(game, seat.village, rng)) for seat in game.state.seats]
    state = evolve(
        game.state,
        seats=tuple(seats),
        bag=few(game.state.bag),
        stack=few(game.state.stack),
        supply=few(game.state.supply),
    )
    return evolve(game, state=state)


def with_a_lying_leader(game: Game, *, used: bool) -> Game:
    """The game at a turn of the seat whose outbid group is the only standing one on the first lot."""
    seat = game.decision.seat
    leader = (seat + 1) % len(game.players)
    first, *rest = game.state.lots
    bids = sorted([Group(seat, "red", 2), Group(leader, "blue", 3, True)], key=lambda bid: bid.seat)
    uses = (PastUse(Pool.of(red=1), Pool.of(), leader),) if used else ()
    lots = (Lot(first.tile, first.side, tuple(bids), uses), *rest)
    return evolve(game, state=evolve(game.state, lots=lots))


def assert_same_after_each(game: Game) -> None:
    """Whatever the seat that decides does, both executors come to the same."""
    packed = fast.pack(game)
    assert_same(game, packed)
    for place, action in enumerate(game.options):
        assert_same(game.play(action), fast.apply(packed, place))


def assert_same(game: Game, packed: fast.Packed) -> None:
    """The packed game is this one, asks the same seats, and offers them the same, in the same order."""
    assert fast.pack(game).form == packed.form, f"another state after {game.last_action}"
    decisions = game.decisions
    assert packed.deciding == tuple(decisions)
    for seat, decision in decisions.items():
        assert list(fast.options(packed, seat=seat)) == list(decision.options)


def assert_deals_alike(game: Game, rng: Random, *, key: int = 7) -> None:
    """Play at random; at every decision both executors deal the same for a seat from the same stream."""
    while not game.over:
        seat, ours, theirs = rng.randrange(len(game.players)), fast.Stream(key), fast.Stream(key)
        dealt, expected = fast.redeal(fast.pack(game), seat, ours), game.view(seat).sample(theirs)
        assert dealt == fast.pack(expected), f"another deal for seat {seat}"
        assert ours.counter == theirs.counter
        game = reference_rollout(game, rng, plies=1)


def played_beside(game: Game, rng: Random, *, plies: int = 10_000, prefer: str = "") -> Game:
    """Play at random with both executors and compare them at every decision; return the game in the end.

    With `prefer`, options of a kind are taken whenever there are some: that leads to places where few games go.
    """
    packed = fast.pack(game)
    for _ in range(plies):
        assert_same(game, packed)
        if game.over:
            break
        seat = rng.choice(list(game.decisions))
        found = list(game.decisions[seat].options)
        wanted = [place for place, action in enumerate(found) if action.kind == prefer]
        place = rng.choice(wanted or range(len(found)))
        game, packed = game.play(found[place], seat=seat), fast.apply(packed, place, seat=seat)
    assert fast.unpack(packed) == game
    assert (fast.totals(packed), fast.winners(packed)) == counted(game)
    return game
