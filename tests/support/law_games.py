"""Games for the laws: every number of players, expansion, variant and handicap, played in several manners."""

from random import Random

from attrs import evolve
from hypothesis import strategies as st

from keyflower.expansions.farmers.herds import MIXED_HERDS
from keyflower.extend.powers import COUNTER_BID, DOUBLED, LAY_FREELY, MIXED_USE, OVER_FIELDS, PAY_ANY_RESOURCE
from keyflower.facade.game import Game
from keyflower.testing.random_play import SEATS, playout, uniform, varied
from keyflower.testing.strategies import decks, expansion_sets, player_counts, variant_sets

LONGEST = 3000
"""No game may have more actions; random ones of six players have about 350."""

SEEDS = st.integers(0, 2**32 - 1)


def keen(decision, rng):
    """Never pass and never stop transporting while anything else can be done."""
    options = decision.options
    going_on = options.where(keep=lambda action: action.kind not in ("pass", "done"))
    return (going_on or options).sample(rng)


def rival(decision, rng):
    """Bid low and where others lead, so that outbid groups stand around and move; use tiles now and then."""
    bids = list(decision.options.where(kind="bid")) if decision.kind == "turn" else []
    if not bids or rng.random() < 0.3:
        return varied(decision, rng)
    lowest: dict[str, int] = {}
    for bid in bids:
        if not bid.groups:
            size = bid.workers.total + bid.open.total
            lowest[bid.tile] = min(size, lowest.get(bid.tile, size))
    low = [bid for bid in bids if not bid.groups and bid.workers.total + bid.open.total == lowest[bid.tile]]
    contested = [bid for bid in low if lowest[bid.tile] > 1]
    joining = [bid for bid in bids if bid.groups]
    return rng.choice((joining if rng.random() < 0.2 else []) or contested or low or bids)


TRADES = ("assayer", "bookkeeper", "merchant")
"""The tiles that give contracts."""


def trading(decision, rng):
    """Take contracts, keep most of them, put up extensions wherever that is possible."""
    options = decision.options
    exchanges = options.where(keep=lambda action: action.kind == "exchange")
    if exchanges and rng.random() < 0.1:
        return exchanges.sample(rng)
    wanted = options.where(
        keep=lambda action: (
            action.kind in ("extend", "upgrade") or (action.kind in ("use", "bid") and action.tile in TRADES)
        )
    )
    if wanted and rng.random() < 0.6:
        return wanted.sample(rng)
    others = options.where(keep=lambda action: action.kind != "exchange")
    return rng.choice(list(others)) if rng.random() < 0.5 else varied(decision, rng)


def first(decision, rng):
    """Take the first option."""
    return decision.options[0]


def last(decision, rng):
    """Take the last option: pass, done, the last place."""
    return decision.options[-1]


MANNERS = (uniform, varied, keen, rival, trading)


@st.composite
def setups(draw):
    """The arguments of `Game.new` but the source of chance."""
    number = draw(player_counts())
    expansions = draw(expansion_sets())
    handicap = tuple(seat for seat in range(number) if draw(st.booleans()))
    variants = draw(variant_sets(expansions))
    without = draw(decks(number, expansions))
    chosen = {"variants": variants, "handicap": handicap, "without": without}
    return {"players": SEATS[:number], "expansions": expansions, **chosen}


@st.composite
def new_games(draw):
    """A game that has just been set up."""
    return Game.new(**draw(setups()), seed=draw(SEEDS))


@st.composite
def powerful_games(draw, *, together=False):
    """A new game in which seats have powers from the start that they would seldom get.

    4a and 4b are two sides of one tile (rules 1.1): no game has both, and a game that begins with one of them
    goes without the tile. With `together` any power can meet any other, as expansions might bring it about.
    """
    game = draw(new_games())
    special = (COUNTER_BID, MIXED_USE) if together else (draw(st.sampled_from((COUNTER_BID, MIXED_USE))),)
    slots = (OVER_FIELDS, DOUBLED, LAY_FREELY, PAY_ANY_RESOURCE, MIXED_HERDS, *special)
    rng = Random(draw(SEEDS))
    seats = [
        evolve(seat, powers=tuple(slot for slot in slots if rng.random() < 0.4)) for seat in game.state.seats
    ]
    state = evolve(game.state, seats=tuple(seats))
    return Game(game.match, state if together else _without_4(game.ruleset, state), game.chance)


def _without_4(ruleset, state):
    """Put the tile with 4a and 4b into the box."""
    fours = [
        name
        for name, tile in ruleset.tiles.items()
        if tile.back
        and {COUNTER_BID, MIXED_USE} & {power.slot for power in (*tile.front.powers, *tile.back.powers)}
    ]
    piles = tuple(tuple(name for name in pile if name not in fours) for pile in state.piles)
    boxed = {*state.box, *fours}  # nothing if the deck goes without it
    return evolve(state, piles=piles, box=tuple(sorted(boxed)))


def any_new_games():
    """New games, with and without additional powers."""
    return st.one_of(new_games(), powerful_games())


def lawless_games():
    """New games in which any powers meet: what is offered has to be right all the same."""
    return st.one_of(new_games(), powerful_games(together=True))


@st.composite
def whole_games(draw, games=new_games):
    """A game played to its end."""
    game = draw(games())
    manner = draw(st.sampled_from(MANNERS))
    return playout(game, Random(draw(SEEDS)), choose=manner, plies=LONGEST)
