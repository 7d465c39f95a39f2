"""Every legal action, found slowly: all that could be said is put together, and only `refusals` decides.

It shares no code with the generators of the engine and knows no rule: for each kind of question it makes more
actions than can be legal (pools larger than the hand, groups that lead, tiles of others, cells far away ...)
and keeps those that are not refused. `estimate` says beforehand how many actions that would be. Where they are
too many, a turn can be searched for some of its tiles only.
"""

from collections.abc import Sequence
from itertools import chain, combinations, product

from keyflower.expansions.farmers.animal_placement import Put
from keyflower.expansions.merchants.boat_choice import Replace
from keyflower.expansions.merchants.contract_choice import TakeContract
from keyflower.expansions.merchants.exchange import Exchange
from keyflower.expansions.merchants.extensions import Extend
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.model.actions import (
    Bid,
    Choose,
    Done,
    Move,
    Offer,
    Pass,
    PayWith,
    Place,
    Spend,
    Take,
    Upgrade,
    Use,
)
from keyflower.model.enums import COLOURS, PURPLE
from keyflower.model.pastures import label_of
from keyflower.model.pool import EMPTY, Pool

LARGEST_USE = 6  # rules 2.6.3; one more is tried
LARGEST_COST = 3  # of all printed upgrade costs; one more is tried


def naive_options(game: Game, seat: int, tiles: Sequence[str] | None = None) -> set[Action]:
    """All legal actions of a seat; with `tiles`, of bids and uses only those of these tiles."""
    legal = [action for action in candidates(game, seat, tiles) if not game.why_not(action, seat=seat)]
    found = {action.named(game.state, seat) for action in legal}  # a pasture has as many names as parts
    return {action for action in found if concerns(action, tiles)}


def concerns(action: Action, tiles: Sequence[str] | None) -> bool:
    """Whether an action is in the part that is searched."""
    return tiles is None or not isinstance(action, Bid | Use) or action.tile in tiles


def candidates(game: Game, seat: int, tiles: Sequence[str] | None = None):
    """More actions than can be legal: all of the kinds the question is about, a few of every other kind."""
    return chain(_of_the_question(game, seat, tiles), strangers(game, seat))


def _of_the_question(game, seat, tiles):
    kind = game.decisions[seat].kind
    match kind:
        case "turn":
            yield Pass()
            yield from _turns(game, seat, targets(game) if tiles is None else tiles)
            yield from _exchanges(game)
        case "haul":
            yield Done()
            yield from _moves(game, seat)
            yield from (Spend(good) for good in game.ruleset.goods)
            yield from _upgrades(game, seat)
            yield from _extensions(game, seat)
        case "pay-cost":
            yield from _pays(game, seat)
        case "choose-benefit":
            yield from _choices(game)
        case "put-animals" | "farmers.choose-breeding":
            yield from _puts(game)
        case "offer-winter":
            yield from _offers(game, seat)
        case "take-boat":
            yield from (Take(tile) for tile in game.ruleset.tiles)
        case "build-all":
            yield from _places(game, seat)
        case "merchants.choose-contract":
            yield from (TakeContract(word) for word in ["deck", "", *game.ruleset.goods])
        case "merchants.replace-boat":
            yield from (Replace(tile) for tile in game.ruleset.tiles)
        case _:
            raise AssertionError(f"the naive enumerator does not know the question {kind!r}")


def strangers(game, seat):
    """A few actions of every kind, whatever the question is."""
    own = game.state.seats[seat]
    home = own.village.names[0]
    lot = game.state.lots[0].tile if game.state.lots else home
    boat = game.state.berths[0].boat if game.state.berths else home
    red = Pool.of(red=1)
    yield from (Pass(), Done(), Offer(()), Offer(own.winter), Take(boat), Take("nowhere"))
    yield from (Bid(lot), Bid(lot, red), Bid(boat, red), Bid(home, red), Bid(lot, Pool.of(wood=1)))
    yield from (Bid(lot, Pool.of(unknown=1)), Bid(lot, Pool.of({PURPLE: 1})), Bid(lot, groups=("nowhere",)))
    yield from (Use(home), Use(home, red), Use(boat, red), Use("?", red), Use(lot, Pool.of(wood=1)))
    yield from (
        Use(home, Pool.of(unknown=1)),
        Use(home, Pool.of({PURPLE: 1})),
        Use(home, groups=("nowhere",)),
    )
    yield from (PayWith(red), PayWith(Pool.of(saw=1)), PayWith(), Choose("wood"), Choose(""), Spend("wheat"))
    yield from (Move("wood", home, home), Move("wood", home, lot), Move("sheep", f"{home}/1", f"{home}/2"))
    yield from (Upgrade(home), Upgrade(lot, Pool.of(wood=1)), Upgrade(home, Pool.of(unknown=2)))
    yield from (Put("sheep", f"{home}/1"), Place(home, (0, 1)), Replace(boat), TakeContract("deck"))
    yield from (Exchange("contract_reds", "red"), Extend(home, "extension_red_wood", Pool.of(wood=1)))


# ---------------------------------------------------------------------- turns


def targets(game: Game) -> list[str]:
    """Every tile of the auction and of the villages."""
    lots = [lot.tile for lot in game.state.lots]
    return lots + [name for other in game.state.seats for name in other.village.names]


def _turns(game, seat, tiles):
    for tile, (hidden, shown), groups in product(tiles, _hands(game, seat), _group_choices(game, seat)):
        yield Use(tile, hidden, shown, groups)
        yield Bid(tile, hidden, shown, groups)


def estimate(game: Game, seat: int, *, tiles: int | None = None) -> int:
    """How many candidates the question has, roughly."""
    if game.decisions[seat].kind != "turn":
        return 1000
    number = len(targets(game)) if tiles is None else tiles
    return 2 * number * len(_hands(game, seat)) * len(_group_choices(game, seat))


def _group_choices(game, seat):
    """Every set of own groups, leading ones included."""
    own = [lot.tile for lot in game.state.lots if any(bid.seat == seat for bid in lot.bids)]
    return [chosen for number in range(len(own) + 1) for chosen in combinations(own, number)]


def _hands(game, seat):
    """Pairs of pools from the screen and the open hand, beyond what is there.

    Of one colour: any number. Of several colours: as many as a use can take, or, where no power of the seat
    could ever allow a mixture, three.
    """
    own = game.state.seats[seat]
    most = LARGEST_USE + 1 if own.powers else 3
    pairs = {(EMPTY, EMPTY)}
    for colour in COLOURS:
        for hidden in range(own.workers[colour] + 2):
            for shown in range(own.open_workers[colour] + (2 if game.state.open_hands else 1)):
                pairs.add((Pool.of({colour: hidden}), Pool.of({colour: shown})))
    hidden_pools = _sub_pools(own.workers, COLOURS, most)
    open_pools = _sub_pools(own.open_workers, COLOURS, most)
    for hidden, shown in product(hidden_pools, open_pools):
        if hidden.total + shown.total <= most:
            pairs.add((hidden, shown))
    return sorted(pairs, key=str)


def _sub_pools(pool, pieces, most):
    """Every pool of at most `most` pieces that is no larger than a given one."""
    counts = product(*(range(min(pool[piece], most) + 1) for piece in pieces))
    return [Pool.of(dict(zip(pieces, count, strict=True))) for count in counts if sum(count) <= most]


# ---------------------------------------------------------------------- transport and upgrades


def _moves(game, seat):
    village = game.state.seats[seat].village
    foreign = game.state.seats[seat - 1].village
    pastures = [pasture.id for pasture in village.pastures]
    goods = list(game.ruleset.goods)
    for good, origin, target in product(goods, village.names, village.names):
        yield Move(good, origin, target)
    for good, origin, target in product(goods, pastures, pastures):
        yield Move(good, origin, target)
    for good, name in product(goods, village.names):
        yield Move(good, name, pastures[0])
        yield Move(good, name, foreign.names[0])
        yield Move(good, foreign.names[0], name)


def _upgrades(game, seat):
    own = game.state.seats[seat]
    most = LARGEST_COST + 1
    hand = own.skills + own.stock
    shown = _sub_pools(own.open_skills, own.open_skills.pieces, most)
    for tile, spot in zip(own.village.names, own.village.spots, strict=True):
        there = hand + spot.goods
        for paid, face_up in product(_sub_pools(there, there.pieces, most), shown):
            if paid.total + face_up.total <= most:
                yield Upgrade(tile, paid, face_up)
    for good in game.ruleset.goods:
        yield Upgrade(own.village.names[0], Pool.of({good: 1}))
        yield Upgrade(own.village.names[0], EMPTY, Pool.of({good: 1}))
    yield Upgrade(game.state.seats[seat - 1].village.names[-1], Pool.of(wood=1))


def _extensions(game, seat):
    """Ways to pay for each extension on each own tile, with up to one piece more than any of them costs."""
    own = game.state.seats[seat]
    there = [good for good in game.ruleset.goods if good.startswith("extension")]
    shown = own.open_workers + own.open_skills
    for tile, spot in zip(own.village.names, own.village.spots, strict=True):
        hand = own.workers + own.skills + spot.goods
        ways = [
            (paid, face_up)
            for paid in _sub_pools(hand, hand.pieces, 2)
            for face_up in _sub_pools(shown, shown.pieces, 2)
            if paid.total + face_up.total <= 2
        ]
        for extension, (paid, face_up) in product(there, ways):
            yield Extend(tile, extension, paid, face_up)
    for extension in there:
        yield Extend(game.state.seats[seat - 1].village.names[-1], extension, Pool.of(wood=1))
        yield Extend(own.village.names[-1], extension, Pool.of({PURPLE: 1}))


# ---------------------------------------------------------------------- small questions


def _exchanges(game):
    """Every contract for every piece."""
    contracts = [good for good in game.ruleset.goods if good.startswith("contract")]
    for contract, piece in product(contracts, [*game.ruleset.goods, PURPLE] if contracts else []):
        yield Exchange(contract, piece)


def _pays(game, seat):
    own = game.state.seats[seat]
    hand = own.workers + own.open_workers + own.skills + own.open_skills + own.stock
    groups = ["", *(lot.tile for lot in game.state.lots)]
    one = [EMPTY, *(Pool.of({good: 1}) for good in [*game.ruleset.goods, PURPLE])]
    for hidden, shown, group in product(one, one, groups):
        if (hidden.total > 0) + (shown.total > 0) + bool(group) <= 2:
            yield PayWith(hidden, shown, group)
    for piece in hand:
        yield PayWith(Pool.of({piece: 2}))
        yield PayWith(Pool.of({piece: 1}) + Pool.of(red=1))
    yield PayWith(Pool.of(unknown=1))


def _choices(game):
    goods = list(game.ruleset.goods)
    yield from (Choose(word) for word in ["", "skill", "worker", "contract", "wheat-and-sheep", *goods])


def _puts(game):
    for good, other in product(game.ruleset.goods, game.state.seats):
        for pasture in other.village.pastures:
            yield Put(good, pasture.id)
            yield Put(good, label_of(pasture.regions[-1]))


def _offers(game, seat):
    own = game.state.seats[seat].winter
    foreign = game.state.seats[seat - 1].winter[:1]
    for number in range(len(own) + 1):
        for tiles in combinations(own, number):
            yield Offer(tiles)
            yield Offer((*tiles, *foreign))
            yield Offer((*tiles, *tiles[:1]))


def _places(game, seat):
    own = game.state.seats[seat]
    cells = [tile.cell for tile in own.village.layout.tiles]
    columns = range(min(q for q, _ in cells) - 2, max(q for q, _ in cells) + 3)
    rows = range(min(r for _, r in cells) - 2, max(r for _, r in cells) + 3)
    others = [lot.tile for lot in game.state.lots[:1]] + [
        tile for tile, _ in game.state.seats[seat - 1].won[:1]
    ]
    for tile in (*(tile for tile, _ in own.won), own.village.names[0], *others):
        for q, r, rotation in product(columns, rows, range(-1, 7)):
            yield Place(tile, (q, r), rotation)
