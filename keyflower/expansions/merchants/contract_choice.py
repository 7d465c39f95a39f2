"""Choosing a contract: from the open row, or from the deck unseen (merchants 3.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from attrs import frozen

from keyflower.expansions.merchants.contracts import (
    ContractDrawn,
    ContractTaken,
    Dealing,
    Market,
    are_left,
)
from keyflower.expansions.merchants.goods import CONTRACT, NEEDS, called
from keyflower.extend import (
    NOTHING_HAPPENS,
    OR,
    TAKE_CARD,
    Action,
    ActionSyntaxError,
    AnyOf,
    BaseHandler,
    Compiled,
    Drawing,
    Effect,
    FieldDomain,
    Message,
    Outcome,
    Refusal,
    Resolve,
    Sentence,
    Table,
    Task,
    UnknownName,
    Words,
    instead,
    listed,
    name,
    phrase,
    said,
    some,
    some_of,
)

DECK: Final = "deck"
"""The word that chooses the deck."""


def _called(choice: str) -> Message:
    """Return the name of an open contract, or of the deck."""
    return name("good", "deck", "the deck") if choice == DECK else called(choice)


def contract_named(words: Words, word: str) -> str:
    """Return the contract that a word means; the first part of its id may be left out.

    Raises:
        ActionSyntaxError: if there is none.
    """
    try:
        return words.good(word if word.startswith(CONTRACT) else f"{CONTRACT}_{word}")
    except (ActionSyntaxError, UnknownName):
        return words.good(word)


def _open(words: Words, text: str) -> str:
    return DECK if text.lower() == DECK else contract_named(words, text)


CONTRACT_OR_DECK: Final = FieldDomain("good", example=DECK, read=_open)


@frozen
class TakeContract(Sentence):
    """Take a contract from the open row, or draw one from the deck."""

    verb: ClassVar[str] = "contract"
    compiled: ClassVar[Compiled] = Compiled(TAKE_CARD, good=DECK)
    labels: ClassVar[Mapping[str, Callable[[str], str]]] = {"good": _called}
    contract: str = said(CONTRACT_OR_DECK)
    """The contract, or ``deck``."""

    def result(self, table: Table, seat: int) -> str:
        """Return what the contract asks for; nobody knows what the deck gives."""
        if self.contract == DECK:
            return phrase("the top contract, unseen")
        return phrase("asks for {pieces}", pieces=NEEDS[self.contract].words())


@frozen
class ChooseContract(Task):
    """A seat takes a contract."""

    tag: ClassVar[str] = "merchants.choose-contract"
    finishes: ClassVar[bool] = True
    seat: int
    """Who takes it."""


@frozen
class GainContracts(Effect):
    """Take contracts, one after the other."""

    contracts: int
    """How many."""

    @property
    def compiled(self) -> Compiled:
        """The same for the fast executor."""
        return Compiled(TAKE_CARD, number=self.contracts)

    @property
    def brings(self) -> tuple[tuple[str, int], ...]:
        """The contracts."""
        return ((CONTRACT, self.contracts),)

    @property
    def label(self) -> str:
        """The word a player says to choose it."""
        return CONTRACT

    @property
    def look(self) -> Drawing:
        """The contracts."""
        return AnyOf(CONTRACT, self.contracts)

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        return phrase("take {pieces}", pieces=some_of(CONTRACT, self.contracts))

    def available(self, table: Table) -> bool:
        """Return whether there is any contract to take (merchants 3.3)."""
        return are_left(table)

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Ask for each of them."""
        return Outcome(then=(ChooseContract(task.seat),) * self.contracts)


class ContractChoosing(BaseHandler[ChooseContract]):
    """How a contract is taken."""

    compiled: ClassVar[Compiled] = Compiled(TAKE_CARD)

    def _choices(self, table: Table) -> list[str]:  # must agree with refusals()
        market = table.state.place(Market)
        return [*market.row, *([DECK] if market.deck or market.discarded else [])]

    def automatic(self, table: Table, task: ChooseContract) -> Outcome | Action | None:
        """Take the only one there is without asking; if there is none, nothing happens."""
        choices = self._choices(table)
        if not choices:
            return NOTHING_HAPPENS
        return TakeContract(choices[0]) if len(choices) == 1 else None

    def prompt(self, table: Table, task: ChooseContract, seat: int) -> str:
        """Name what can be taken."""
        unseen = phrase("one from the deck")
        choices = [unseen if choice == DECK else _called(choice) for choice in self._choices(table)]
        return phrase("Take a contract: {possible}.", possible=listed(choices, OR))

    def _possible(self, table: Table) -> str:
        return listed([_said(choice) for choice in self._choices(table)], OR)

    def options(self, table: Table, task: ChooseContract, seat: int) -> Sequence[Sequence[Action]]:
        """Return the open contracts, and the deck."""
        return ([TakeContract(choice) for choice in self._choices(table)],)

    def refusals(self, table: Table, task: ChooseContract, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why a contract cannot be taken."""
        if not isinstance(action, TakeContract):
            why = phrase("first take a contract: {possible}", possible=self._possible(table))
            return (Refusal("contract.expected", why, "merchants 3.2"),)
        if action.contract not in self._choices(table):
            gaps = {"contract": _said(action.contract), "possible": self._possible(table)}
            why = phrase("{contract} is not there: you can take {possible}", **gaps)
            return (Refusal("contract.not-there", why, "merchants 3.2"),)
        return ()

    def decide(self, table: Table, task: ChooseContract, seat: int, action: Action) -> Outcome:
        """Take the contract, then fill up the open row."""
        assert isinstance(action, TakeContract)
        dealing = Dealing(table)
        if action.contract == DECK:
            drawn = dealing.drawn(f"contract of seat {seat}")
            dealing.events.append(ContractDrawn(seat, drawn))
        else:
            dealing.row -= some(action.contract)
            dealing.events.append(ContractTaken(seat, some(action.contract)))
        dealing.fill_row()
        return Outcome(tuple(dealing.events))


def _said(choice: str) -> str:
    """Return a choice: in English the word that chooses it, elsewhere its name."""
    return instead(choice, _called(choice))
