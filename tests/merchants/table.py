"""Positions with The Merchants in a few words: contracts by name, extensions on tiles, boats II in the row."""

from keyflower.expansions.merchants import Cabins, Extensions, Folder, Hold, Market
from keyflower.expansions.merchants.goods import CABIN, CONTRACTS
from keyflower.model.pool import EMPTY, Pool
from keyflower.testing import scenario

EVERY = [contract.id for contract in CONTRACTS]


def contracts(text):
    """Contracts by name: ``woods golds``."""
    return Pool.each(f"contract_{name}" for name in text.split())


def short(pool):
    """Contracts as a sorted list of names; question marks for those that are not known."""
    return sorted([name.removeprefix("contract_") for name in pool.expanded()] + ["?"] * pool.unknown)


def market(row="", *, deck=None, discarded="", held=()):
    """The contracts on the table; by default all others are in the deck."""
    seen = [contracts(row), contracts(discarded), *map(contracts, held)]
    rest = Pool.each(EVERY) - sum(seen, EMPTY) if deck is None else contracts(deck)
    return Market(contracts(row), rest, contracts(discarded))


def extensions(**on):
    """Extensions on tiles: ``stable="red_wood"``."""
    return Extensions(tuple((tile, Pool.each([f"extension_{name}"])) for tile, name in on.items()))


def cabins(home, number):
    """Cabins on a home."""
    return Cabins(home, Pool.of({CABIN: number}))


def merchants(
    season="summer",
    *,
    row=None,
    deck=None,
    discarded="",
    held=None,
    drawn=None,
    aboard=None,
    places=None,
    with_farmers=False,
    **more,
):
    """A position with The Merchants.

    Args:
        season: the season.
        row: the open row; if nothing is said of row, deck and discard pile, all contracts stay in the supply.
        deck: the deck, by default all that is nowhere else.
        discarded: the discard pile.
        held: contracts that seats took from the row.
        drawn: contracts that seats have from the deck or a boat.
        aboard: contracts on boats.
        places: other places, as `scenario` takes them.
        with_farmers: whether The Farmers are in play too.
        more: as for `scenario`.
    """
    held, drawn, aboard = held or {}, drawn or {}, aboard or {}
    own = {who: list(given) for who, given in (places or {}).items()}
    for who in {*held, *drawn}:
        own.setdefault(who, []).append(Folder(contracts(held.get(who, "")), contracts(drawn.get(who, ""))))
    for boat, names in aboard.items():
        own.setdefault(boat, []).append(Hold(contracts(names)))
    if row is not None or deck is not None or discarded:
        elsewhere = [*held.values(), *drawn.values(), *aboard.values()]
        own["table"] = [market(row or "", deck=deck, discarded=discarded, held=elsewhere)]
    expansions = ["farmers", "merchants"] if with_farmers else ["merchants"]
    return scenario(season, expansions=expansions, places=own, **more)


def holds(at, who):
    """The contracts of a seat: those that everybody knows, and the others."""
    folder = at.seat(who).place(Folder)
    return short(folder.known), short(folder.hidden)


def on_table(at):
    """The contracts on the table."""
    return at.game.state.place(Market)


def row(at):
    """The open row."""
    return short(on_table(at).row)
