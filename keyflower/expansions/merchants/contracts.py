"""Contracts: the open row, the deck and the discard pile, what players hold, and what lies on boats (merchants 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import evolve, frozen

from keyflower.expansions.merchants.compiled import OPEN_CONTRACTS
from keyflower.expansions.merchants.goods import CONTRACT, NEEDED, called
from keyflower.expansions.merchants.scoring import worth
from keyflower.extend import (
    CARD_HANDS,
    CARD_HOLDS,
    CARDS,
    EMPTY,
    NOBODY,
    OWNER,
    YOU,
    Compiled,
    Count,
    Draft,
    Event,
    Once,
    OwnPlace,
    Pool,
    Seat,
    Table,
    Where,
    held,
    listed,
    open_,
    phrase,
    phrases,
    some,
    tile_name,
)


@frozen
class Market(OwnPlace):
    """The contracts on the table."""

    tag: ClassVar[str] = "merchants.market"
    compiled: ClassVar[Compiled] = Compiled(CARDS)
    title: ClassVar[str] = phrase("Contracts on the table")
    where: ClassVar[Where] = Where.TABLE
    row: Pool = open_(default=EMPTY, title=phrase("Open contracts"))
    """The open row."""
    deck: Pool = held(by=NOBODY, default=EMPTY, of=CONTRACT, title=phrase("Deck of contracts"))
    """The deck, face down; it has no order, because a draw takes any of its cards."""
    discarded: Pool = open_(default=EMPTY, title=phrase("Discarded contracts"))
    """The discard pile: swept and exchanged contracts."""


@frozen
class Folder(OwnPlace):
    """The contracts that a player holds."""

    tag: ClassVar[str] = "merchants.folder"
    compiled: ClassVar[Compiled] = Compiled(CARD_HANDS)
    title: ClassVar[str] = phrase("Contracts")
    known: Pool = open_(default=EMPTY)
    """Contracts taken from the open row: everybody saw them and knows them until they are exchanged."""
    hidden: Pool = held(by=OWNER, default=EMPTY, of=CONTRACT, until_over=True)
    """Contracts from the deck and from boats."""

    @property
    def contracts(self) -> Pool:
        """All of them."""
        return self.known + self.hidden

    def terms(self, count: Count) -> Iterator[tuple[str, Once]]:
        """Score each contract once, filled or not (merchants 9.2)."""
        contracts = self.contracts
        if contracts:
            filled, unfilled = worth(count)
            for contract in contracts.pieces:
                yield called(contract), Once(filled, NEEDED[contract], otherwise=unfilled)


@frozen
class Hold(OwnPlace):
    """What is face down on a boat."""

    tag: ClassVar[str] = "merchants.hold"
    compiled: ClassVar[Compiled] = Compiled(CARD_HOLDS)
    title: ClassVar[str] = phrase("Contracts on board")
    where: ClassVar[Where] = Where.BOAT
    contracts: Pool = held(by=NOBODY, default=EMPTY, of=CONTRACT)
    """The contracts; everybody knows how many there are."""


def folder(seat: Seat) -> Pool:
    """Return all contracts that a seat holds."""
    return seat.place(Folder).contracts


# ---------------------------------------------------------------------- drawing


class Dealing:
    """Draws contracts one after the other and remembers what happened; an empty deck is refilled from the discards."""

    def __init__(self, table: Table) -> None:
        """Begin with the contracts as they lie on the table."""
        market = table.state.place(Market)
        self.dealer = table.dealer
        self.row, self.deck, self.discarded = market.row, market.deck, market.discarded
        self.events: list[Event] = []

    def drawn(self, reason: str) -> Pool:
        """Return a contract drawn from the deck; nothing if deck and discard pile are empty."""
        if not self.deck and self.discarded:
            self.events.append(ContractsShuffled(self.discarded))
            self.deck, self.discarded = self.discarded, EMPTY
        contract = self.dealer.draw(self.deck, 1, reason=reason) if self.deck else EMPTY
        self.deck -= contract
        return contract

    def fill_row(self) -> None:
        """Turn up contracts, one by one, until the row is full."""
        while self.row.total < OPEN_CONTRACTS:
            contract = self.drawn("contract in the open row")
            if not contract:
                break
            self.row += contract
            self.events.append(ContractTurnedUp(contract))


def are_left(table: Table) -> bool:
    """Return whether any contract can be taken: from the row, the deck or the discard pile."""
    market = table.state.place(Market)
    return bool(market.row or market.deck or market.discarded)


# ---------------------------------------------------------------------- events


@frozen
class ContractsShuffled(Event):
    """Contracts were shuffled and became the deck: all of them at the start, later the discard pile."""

    tag: ClassVar[str] = "merchants.contracts-shuffled"
    contracts: Pool
    """The contracts."""
    new: bool = False
    """Whether they come from the supply, at the start of the game."""

    def apply(self, draft: Draft) -> None:
        """Put them face down."""
        market = draft.place(Market)
        if self.new:
            draft.supply -= self.contracts
        else:
            market = evolve(market, discarded=market.discarded - self.contracts)
        draft.put(evolve(market, deck=market.deck + draft.unseen(self.contracts)))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        return "" if self.new else phrase("The discarded contracts are shuffled and become the deck.")


@frozen
class ContractTurnedUp(Event):
    """A contract from the deck was laid open."""

    tag: ClassVar[str] = "merchants.contract-turned-up"
    reveals: ClassVar[bool] = True
    contract: Pool
    """The contract."""

    def apply(self, draft: Draft) -> None:
        """Lay it in the open row."""
        market = draft.place(Market)
        deck = market.deck - draft.unseen(self.contract)
        draft.put(evolve(market, deck=deck, row=market.row + self.contract))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        return phrase("A contract is turned up: {contract}.", contract=names_of(self.contract))


@frozen
class RowSwept(Event):
    """The open contracts went to the discard pile."""

    tag: ClassVar[str] = "merchants.row-swept"
    contracts: Pool
    """The contracts."""

    def apply(self, draft: Draft) -> None:
        """Discard them."""
        market = draft.place(Market)
        row, discarded = market.row - self.contracts, market.discarded + self.contracts
        draft.put(evolve(market, row=row, discarded=discarded))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        return phrase("The open contracts are discarded: {contracts}.", contracts=names_of(self.contracts))


@frozen
class ContractTaken(Event):
    """A seat took a contract from the open row, for all to see."""

    tag: ClassVar[str] = "merchants.contract-taken"
    seat: int
    """Who took it."""
    contract: Pool
    """The contract."""

    def apply(self, draft: Draft) -> None:
        """Move it to the seat."""
        market, seat = draft.place(Market), draft.seat(self.seat)
        draft.put(evolve(market, row=market.row - self.contract))
        own = seat.place(Folder)
        seat.put(evolve(own, known=own.known + self.contract))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        contract = names_of(self.contract)
        if players[self.seat] is YOU:
            return phrase("You take the contract {contract}.", contract=contract)
        return phrase("{who} takes the contract {contract}.", who=players[self.seat], contract=contract)


@frozen
class ContractDrawn(Event):
    """A seat drew a contract from the deck."""

    tag: ClassVar[str] = "merchants.contract-drawn"
    reveals: ClassVar[bool] = True
    seat: int
    """Who drew it."""
    contract: Pool = held(by=OWNER)
    """The contract."""

    def apply(self, draft: Draft) -> None:
        """Move it behind the screen."""
        market = draft.place(Market)
        draft.put(evolve(market, deck=market.deck - draft.unseen(self.contract)))
        _keep(draft, self.seat, self.contract)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        if players[self.seat] is YOU:
            return phrase("You draw the contract {contract}.", contract=names_of(self.contract))
        return phrase("{who} draws a contract from the deck.", who=players[self.seat])


@frozen
class ContractLoaded(Event):
    """A contract from the deck was put on a boat, face down."""

    tag: ClassVar[str] = "merchants.contract-loaded"
    boat: str
    """The boat."""
    contract: Pool = held(by=NOBODY)
    """The contract."""

    def apply(self, draft: Draft) -> None:
        """Load the boat."""
        market, berth = draft.place(Market), draft.berth(self.boat)
        contract = draft.unseen(self.contract)
        draft.put(evolve(market, deck=market.deck - contract))
        draft.set_berth(berth.with_place(Hold(berth.place(Hold).contracts + contract)))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        return phrase("A contract is put on {boat}, face down.", boat=tile_name(self.boat))


@frozen
class ContractsUnloaded(Event):
    """A seat took the contracts that lay on its boat."""

    tag: ClassVar[str] = "merchants.contracts-unloaded"
    reveals: ClassVar[bool] = True
    seat: int
    """Who took them."""
    boat: str
    """The boat."""
    contracts: Pool = held(by=OWNER)
    """The contracts."""

    def apply(self, draft: Draft) -> None:
        """Move them behind the screen."""
        draft.set_berth(draft.berth(self.boat).with_place(Hold()))
        _keep(draft, self.seat, self.contracts)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        boat, number = tile_name(self.boat), self.contracts.total
        if players[self.seat] is YOU:
            return phrases(
                "On {boat} you find the contract {contracts}.",
                "On {boat} you find the contracts {contracts}.",
                number,
                boat=boat,
                contracts=names_of(self.contracts),
            )
        return phrases(
            "{who} gets {number} contract from {boat}.",
            "{who} gets {number} contracts from {boat}.",
            number,
            who=players[self.seat],
            boat=boat,
        )


def _keep(draft: Draft, number: int, contracts: Pool) -> None:
    """Put contracts behind the screen of a seat, as the viewer may know them there."""
    seat = draft.seat(number)
    own = seat.place(Folder)
    seat.put(evolve(own, hidden=own.hidden + draft.screened(number, contracts)))


def without(own: Folder, contract: str) -> Folder:
    """Return a folder without a contract that everybody sees leaving it."""
    if contract in own.known:
        return evolve(own, known=own.known - some(contract))
    return evolve(own, hidden=own.hidden - some(contract))


def names_of(contracts: Pool) -> str:
    """Return contracts by name, for a sentence."""
    return listed([called(contract) for contract in contracts.expanded()])
