"""Exchanging a contract for a piece that it names, before the action of a turn (merchants 3.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from attrs import evolve, frozen

from keyflower.expansions.merchants.contract_choice import contract_named
from keyflower.expansions.merchants.contracts import Folder, Market, folder, without
from keyflower.expansions.merchants.goods import NEEDS, PURPLE_CONTRACT, called
from keyflower.extend import (
    OR,
    RESOURCE,
    SKILL,
    TRADE_CARD,
    WORKER,
    YOU,
    Action,
    ActionSyntaxError,
    Compiled,
    Draft,
    Event,
    GoodKind,
    Message,
    Outcome,
    PathStep,
    Pool,
    Refusal,
    Ruleset,
    Source,
    Table,
    Turn,
    Widening,
    Words,
    good_name,
    listed,
    one_of,
    phrase,
    some,
)


def _offered(contract: str) -> Message:
    """Return what is done with a contract, as one chooses it."""
    return phrase("exchange the contract {contract}", contract=called(contract))


@frozen
class Exchange(Action):
    """Discard one of your contracts and take a piece that it names."""

    verb: ClassVar[str] = "exchange"
    compiled: ClassVar[Compiled] = Compiled(TRADE_CARD)
    labels: ClassVar[Mapping[str, Callable[[str], str]]] = {"good": _offered}
    contract: str
    """The contract."""
    piece: str
    """The piece."""

    def path(self) -> tuple[PathStep, ...]:
        """Return the contract and the piece."""
        return (("good", self.contract), ("piece", str(some(self.piece))))

    def __str__(self) -> str:
        return f"exchange {self.contract} {self.piece}"

    @classmethod
    def parse(cls, words: Words, rest: str) -> Exchange:
        """Read the contract and the piece."""
        contract, _, piece = rest.rpartition(" ")
        if not contract:
            example = "exchange contract_blue_red blue"
            raise ActionSyntaxError(
                phrase("'exchange' needs a contract and a piece, as in '{example}'", example=example)
            )
        return cls(contract_named(words, contract.strip()), words.good(piece))


@frozen
class ContractExchanged(Event):
    """A seat discarded a contract and took a piece for it, for all to see."""

    tag: ClassVar[str] = "merchants.contract-exchanged"
    seat: int
    """Whose contract it was."""
    contract: str
    """The contract."""
    piece: str
    """The piece that was asked for."""
    source: str
    """Where it came from: the bag, the stack or the supply."""
    tile: str = ""
    """The tile that a resource was put on."""
    found: bool = True
    """Whether the piece was there."""

    def apply(self, draft: Draft) -> None:
        """Discard the contract and hand the piece over."""
        market, seat = draft.place(Market), draft.seat(self.seat)
        draft.put(evolve(market, discarded=market.discarded + some(self.contract)))
        seat.put(without(seat.place(Folder), self.contract))
        if not self.found:
            return
        piece: Pool = some(self.piece)
        if self.source == Source.STACK:
            draft.stack -= draft.unseen(piece)
            draft.add_skills(self.seat, piece, shown=True)
            return
        if self.source == Source.BAG:
            draft.bag -= draft.unseen(piece)
        else:
            draft.supply -= piece
        if self.tile:
            lying = seat.village.spot(self.tile).goods
            seat.village = seat.village.with_goods(self.tile, lying + piece)
        else:
            draft.add_workers(self.seat, piece, shown=True)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        yours = players[self.seat] is YOU
        gaps: dict[str, object] = {"contract": called(self.contract), "piece": one_of(self.piece)}
        if not yours:
            gaps["who"] = players[self.seat]
        if self.found:
            if yours:
                return phrase("You exchange the contract {contract} for {piece}.", **gaps)
            return phrase("{who} exchanges the contract {contract} for {piece}.", **gaps)
        gaps["piece"] = good_name(self.piece)
        if yours:
            return phrase("You discard the contract {contract}, but there is no {piece} to be found.", **gaps)
        return phrase("{who} discards the contract {contract}, but there is no {piece} to be found.", **gaps)


def pieces_for(ruleset: Ruleset, contract: str) -> tuple[str, ...]:
    """Return the pieces that a contract can be exchanged for; the purple one for any worker, skill or resource."""
    if contract == PURPLE_CONTRACT:
        return tuple(piece for kind in (WORKER, SKILL, RESOURCE) for piece in ruleset.kind(kind))
    return NEEDS[contract].named.pieces if contract in NEEDS else ()


def _seems_there(table: Table, piece: str) -> bool:
    """Return whether a piece may be there, as far as everybody can see (merchants 3.4)."""
    state = table.state
    match table.ruleset.goods[piece].source:
        case Source.BAG:
            return bool(state.bag)
        case Source.STACK:
            return bool(state.stack)
        case _:
            return bool(state.supply[piece])


class Exchanging(Widening[Turn]):
    """A turn in which contracts may be exchanged first."""

    compiled: ClassVar[Compiled] = Compiled(TRADE_CARD)

    def _ways(self, table: Table, seat: int) -> Iterator[Exchange]:  # must agree with refusals()
        for contract in folder(table.state.seats[seat]):
            for piece in pieces_for(table.ruleset, contract):
                if _seems_there(table, piece):
                    yield Exchange(contract, piece)

    def prompt(self, table: Table, task: Turn, seat: int) -> str:
        """Say what a turn is, and that contracts may be exchanged."""
        words = self.inner.prompt(table, task, seat)
        if not folder(table.state.seats[seat]):
            return words
        return phrase("{turn} You may exchange contracts first.", turn=words)

    def options(self, table: Table, task: Turn, seat: int) -> Iterable[Sequence[Action]]:
        """Return what a turn offers, and each exchange."""
        return (*self.inner.options(table, task, seat), list(self._ways(table, seat)))

    def refusals(self, table: Table, task: Turn, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why an exchange is not legal now."""
        if not isinstance(action, Exchange):
            return self.inner.refusals(table, task, seat, action)
        return tuple(self._refused(table, seat, action))

    def _refused(self, table: Table, seat: int, action: Exchange) -> Iterator[Refusal]:
        if action.contract not in folder(table.state.seats[seat]):
            why = phrase("you do not hold the contract {contract}", contract=called(action.contract))
            yield Refusal("exchange.not-held", why, "merchants 3.4")
        possible = pieces_for(table.ruleset, action.contract)
        if action.piece not in possible:
            gaps = {
                "contract": called(action.contract),
                "piece": good_name(action.piece),
                "possible": listed(map(good_name, possible), OR),
            }
            why = phrase("the contract {contract} does not name {piece}, only {possible}", **gaps)
            yield Refusal("exchange.not-named", why, "merchants 3.4")
        elif not _seems_there(table, action.piece):
            why = phrase("no {good} is left to take", good=good_name(action.piece))
            yield Refusal("exchange.none-left", why, "merchants 3.4")

    def decide(self, table: Table, task: Turn, seat: int, action: Action) -> Outcome:
        """Exchange the contract; it is still the turn of the seat."""
        if not isinstance(action, Exchange):
            return self.inner.decide(table, task, seat, action)
        state, good = table.state, table.ruleset.goods[action.piece]
        pool = {Source.BAG: state.bag, Source.STACK: state.stack, Source.SUPPLY: state.supply}[good.source]
        home = state.seats[seat].village.layout.tiles[0].name
        tile = home if good.kind == GoodKind.RESOURCE else ""
        found = bool(pool[action.piece] or pool.unknown)
        event = ContractExchanged(seat, action.contract, action.piece, good.source.value, tile, found)
        return Outcome((event,), stays=True)
