"""Set-up: from a ruleset and a number of players to the first turn (rules 1.4, 1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import filterfalse

from keyflower.extend.goods import Source
from keyflower.extend.handlers import Dealer
from keyflower.extend.powers import slots_of
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.kernel.combinators import deal
from keyflower.kernel.errors import SetupError
from keyflower.kernel.events import AgendaChanged, Event
from keyflower.kernel.text import Message, listed, name, phrase
from keyflower.model.enums import MOST_SEATS, SEASONS, Season, TileKind
from keyflower.model.events import TableSet, WinterTilesDealt, WorkersDrawn, WorkersGained
from keyflower.model.layout import Placed
from keyflower.model.names import tile_name
from keyflower.model.tasks import Phase


def player_counts(ruleset: Ruleset) -> range:
    """Return the numbers of players that a ruleset allows, as far as its numbers and homes go."""
    homes = len(ruleset.tiles_of(kind=TileKind.HOME))
    return range(2, min(_most_players(ruleset), homes) + 1)


def _most_players(ruleset: Ruleset) -> int:
    setup = ruleset.setup
    return min(1 + min(len(setup.season_tiles), len(setup.winter_dealt), len(setup.turn_order)), MOST_SEATS)


def why_not(ruleset: Ruleset, players: int) -> str:
    """Return why this number of players cannot play by these rules with this deck, or the empty text."""
    most = _most_players(ruleset)
    if not 2 <= players <= (most if ruleset.without else player_counts(ruleset).stop - 1):
        gaps = {"least": 2, "most": most, "number": players}
        return phrase("this game is for {least} to {most} players, not {number}", **gaps)
    return ruleset.remember(("setup.too_few", players), lambda: _too_few(ruleset, players))


def _too_few(ruleset: Ruleset, players: int) -> str:
    """Return which tiles the deck has too few of for this number of players, or the empty text."""
    few = [
        phrase("{tiles}: {there} of {needed}", tiles=tiles, there=there, needed=needed)
        for tiles, there, needed in _groups(ruleset, players)
        if there < needed
    ]
    if not few:
        return ""
    told = phrase(
        "the deck has too few tiles for {number} players ({groups})", number=players, groups=listed(few)
    )
    if ruleset.without:
        left = [tile for x in ruleset.expansions for tile in x.tiles if tile.id in ruleset.without]
        gone = listed([*(tile_name(tile.name, tile.title) for tile in left[:6]), *["…"][: len(left) - 6]])
        told = phrase("{problem}; it was chosen without {tiles}", problem=told, tiles=gone)
    return told


def _groups(ruleset: Ruleset, players: int) -> Iterator[tuple[Message, int, int]]:
    """Iterate what a game needs of each group of tiles: their name, how many there are, and how many it takes."""
    setup, column = ruleset.setup, players - 2
    boats = [tile for tile in ruleset.tiles_of(kind=TileKind.BOAT) if tile.min_players <= players]
    yield name("kind", "home"), _different(ruleset, ruleset.tiles_of(kind=TileKind.HOME)), players
    yield name("kind", "boat"), _different(ruleset, boats), players
    printed = {
        tile.number
        for expansion in ruleset.expansions
        for tile in expansion.tiles
        if tile.kind is TileKind.TURN_ORDER and tile.number <= setup.turn_order[column]
    }
    there = {tile.number for tile in ruleset.tiles_of(kind=TileKind.TURN_ORDER)} & printed
    yield name("kind", "turn_order", "turn order"), len(there), len(printed)
    for season in SEASONS:
        tiles = _different(ruleset, ruleset.tiles_of(season=season))
        needed = setup.season_tiles[column]
        if season is Season.WINTER:
            needed = setup.winter_dealt[column] * players
        yield name("kind", f"{season.value}_village", f"{season.value} village"), tiles, needed


def _different(ruleset: Ruleset, tiles: Iterable[Tile]) -> int:
    """Return how many tiles there are, counting those of which only one is drawn once."""
    return len({ruleset.alternatives(tile.name) for tile in tiles})


def set_up(ruleset: Ruleset, players: int, handicapped: tuple[int, ...], dealer: Dealer) -> tuple[Event, ...]:
    """Return the events that lay out the table for a number of players.

    Raises:
        SetupError: if the ruleset does not allow that many, or too few tiles are left for them.
    """
    wrong = why_not(ruleset, players)
    if wrong:
        raise SetupError(wrong)
    setup, column = ruleset.setup, players - 2
    homes = _homes(ruleset, players, dealer)
    boats = _boats(ruleset, players, dealer)
    order = sorted(
        _drawn(ruleset, ruleset.tiles_of(kind=TileKind.TURN_ORDER), dealer), key=lambda tile: tile.number
    )
    order = [tile for tile in order if tile.number <= setup.turn_order[column]]
    dealt = _winter_hands(ruleset, players, setup.winter_dealt[column], dealer)
    piles = tuple(
        tuple([tile.name for tile in _drawn(ruleset, ruleset.tiles_of(season=season), dealer)])
        for season in SEASONS
        if season is not Season.WINTER
    )
    used = {tile.name for tile in (*homes, *boats, *order)}.union(*piles, *dealt)
    numbers = [home.number for home in homes]
    bag = ruleset.starting(Source.BAG)
    events: list[Event] = [
        TableSet(
            homes=tuple([Placed(home.name, (0, 0), 0, home.edges, home.kind) for home in homes]),
            start=numbers.index(min(numbers)),
            boats=tuple(tile.name for tile in boats),
            turn_order=tuple(tile.name for tile in order),
            bag=bag,
            stack=ruleset.starting(Source.STACK),
            supply=ruleset.starting(Source.SUPPLY),
            open_hands=setup.open_hands,
            piles=piles,
            box=tuple(sorted(filterfalse(used.__contains__, ruleset.tiles))),
            powers=_powers(homes),
        )
    ]
    for seat in range(players):
        workers = dealer.draw(bag, setup.starting_workers, reason=f"starting workers of seat {seat}")
        bag -= workers
        events.append(WorkersDrawn(seat, workers))
        if seat in handicapped:
            events.append(WorkersGained(seat, setup.handicap))
    events += [WinterTilesDealt(seat, tiles) for seat, tiles in enumerate(dealt)]
    events.append(AgendaChanged((Phase(f"start.{Season.SPRING}"),)))
    return tuple(events)


def _powers(homes: list[Tile]) -> tuple[tuple[str, ...], ...]:
    powers = tuple(slots_of(home.front.powers) for home in homes)
    return powers if any(powers) else ()


def has_alternatives(ruleset: Ruleset) -> bool:
    """Return whether any tile is an alternative to another, so that one of them is drawn."""
    return ruleset.remember(
        "setup.alternatives", lambda: any(len(ruleset.alternatives(name)) > 1 for name in ruleset.tiles)
    )


def _drawn(ruleset: Ruleset, tiles: Iterable[Tile], dealer: Dealer) -> list[Tile]:
    """Return tiles without those whose alternative was drawn; the drawn one lies where the first of them would.

    A tile of a preferred expansion is chosen without a draw.
    """
    tiles = list(tiles)
    if not has_alternatives(ruleset):
        return tiles
    names = [tile.name for tile in tiles]
    found: dict[tuple[str, ...], Tile] = {}
    for tile in tiles:
        group = tuple(name for name in ruleset.alternatives(tile.name) if name in names)
        if group not in found:
            certain = [name for name in group if ruleset.tiles[name].expansion in ruleset.setup.prefers]
            rest = certain or group
            chosen = rest[0] if len(rest) == 1 else dealer.pick(rest, 1, reason=" or ".join(rest))[0]
            found[group] = ruleset.tiles[chosen]
    return list(found.values())


def _homes(ruleset: Ruleset, players: int, dealer: Dealer) -> list[Tile]:
    names = [tile.name for tile in _drawn(ruleset, ruleset.tiles_of(kind=TileKind.HOME), dealer)]
    return [ruleset.tiles[name] for name in dealer.pick(names, players, reason="homes, by seat")]


def _boats(ruleset: Ruleset, players: int, dealer: Dealer) -> list[Tile]:
    """Return a boat for each player, in row order. If more boats qualify than are needed, they are drawn at random."""
    boats = [tile for tile in ruleset.tiles_of(kind=TileKind.BOAT) if tile.min_players <= players]
    boats = _drawn(ruleset, boats, dealer)
    if len(boats) == players:
        return boats
    drawn = dealer.pick([tile.name for tile in boats], players, reason="boats in play")
    return [tile for tile in boats if tile.name in drawn]


def _winter_hands(ruleset: Ruleset, players: int, each: int, dealer: Dealer) -> list[tuple[str, ...]]:
    deck = [tile.name for tile in _drawn(ruleset, ruleset.tiles_of(season=Season.WINTER), dealer)]
    needed = players * each
    if ruleset.setup.prefers:
        deck = list(preferred(ruleset, deck, needed, dealer, reason="winter tiles in play"))
    hands, _ = deal(dealer, deck, players, each, reason=lambda seat: f"winter tiles of seat {seat}")
    return hands


def preferred(
    ruleset: Ruleset, names: list[str], number: int, dealer: Dealer, *, reason: str
) -> tuple[str, ...]:
    """Choose tiles: first all tiles of preferred expansions, then others at random (rules 1.5)."""
    first = [name for name in names if ruleset.tiles[name].expansion in ruleset.setup.prefers]
    if len(first) >= number:
        return dealer.pick(first, number, reason=reason)
    others = [name for name in names if name not in first]
    return (*first, *dealer.pick(others, number - len(first), reason=reason))
