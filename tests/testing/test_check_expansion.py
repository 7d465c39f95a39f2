"""What `check_expansion` finds in expansions that break the contract, each in one way."""

from __future__ import annotations

from typing import ClassVar

import pytest
from attrs import evolve, frozen

from keyflower.extend.costs import Cost
from keyflower.extend.effects import Effect, Gain
from keyflower.extend.expansion import Expansion, SeasonPhase, Variant
from keyflower.extend.goods import Good, GoodKind
from keyflower.extend.handlers import BaseHandler, Outcome, Table
from keyflower.extend.tiles import Face, Tile
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import Refusal
from keyflower.kernel.events import Event
from keyflower.kernel.fields import NOBODY, OWNER, held
from keyflower.kernel.tasks import Task
from keyflower.model.actions import Done, Words
from keyflower.model.enums import Season
from keyflower.model.places import OwnPlace
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Draft
from keyflower.model.tasks import Resolve
from keyflower.testing import check_expansion, scenario
from keyflower.testing.expansion_report import ExpansionError, Report


@frozen
class Brew(Action):
    verb: ClassVar[str] = "brew"
    pot: int = 1

    def __str__(self) -> str:
        return f"brew {self.pot}"

    @classmethod
    def parse(cls, words: Words, rest: str) -> Brew:
        return cls(int(rest))


@frozen
class Brewed(Event):
    tag: ClassVar[str] = "tea.brewed"
    seat: int
    tea: Pool

    def apply(self, draft: Draft) -> None:
        draft.supply -= self.tea
        draft.seat(self.seat).stock += self.tea


@frozen
class Brewing(Task):
    tag: ClassVar[str] = "tea.brewing"
    seat: int


class Brewer(BaseHandler):
    def options(self, table: Table, task: Task, seat: int) -> tuple[list[Action], ...]:
        return ([Brew(1)],)

    def refusals(self, table: Table, task: Task, seat: int, action: Action) -> tuple[Refusal, ...]:
        return () if action == Brew(1) else (Refusal("brew.no", "brew 1", "tea 1"),)

    def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
        tea = Pool.of(tea=1) if table.state.supply["tea"] else EMPTY
        return Outcome((Brewed(seat, tea),))


def start(table: Table) -> Outcome:
    return Outcome(then=tuple(Brewing(seat) for seat in range(len(table.state.seats))))


SAMOVAR = Tile("samovar", title="Samovar", season=Season.SPRING, edges="FRRFRR", front=Face(use=Gain(tea=1)))
TEA = Expansion(
    id="tea",
    version="1",
    title="Tea",
    requires=("base",),
    goods=(Good("tea", GoodKind.PRODUCE, 30),),
    tiles=(SAMOVAR,),
    phases=(SeasonPhase("tea.time", after="start", run=start, seasons=(Season.SPRING,), title="Tea time"),),
    actions=(Brew,),
    events=(Brewed,),
    handlers={Brewing: Brewer()},
)
"""An expansion without faults; the tests below put one in."""


def used() -> object:
    return scenario(lots=["samovar"], expansions=[TEA]).play("P1 use samovar R1")


def looked_at(expansion: Expansion) -> Report:
    """Check without playing."""
    return check_expansion(expansion, scenarios={"samovar": used}, seeds=[])


def checked(expansion: Expansion) -> Report:
    """Check with a few games."""
    return check_expansion(expansion, scenarios={"samovar": used}, seeds=[1], players=[2])


def texts(report: Report, check: str) -> str:
    return "\n".join(str(problem) for problem in report.of(check))


def test_an_expansion_without_faults_has_no_problems() -> None:
    report = checked(TEA)
    assert report.problems == ()
    report.raise_for_problems()
    assert (
        dict(report.checks)["games"] == 8
    )  # alone, with each other expansion, and each variant of the others


def test_tiles_without_a_scenario_are_reported() -> None:
    report = check_expansion(TEA, seeds=[], scenarios={"teapot": used})
    assert [(problem.where, problem.text) for problem in report.of("scenarios")] == [
        ("teapot", "tea has no such tile"),
        ("tea:samovar", "this tile has no scenario"),
    ]
    with pytest.raises(ExpansionError, match="scenarios: tea:samovar: this tile has no scenario"):
        report.raise_for_problems()


def test_a_scenario_that_fails_is_reported() -> None:
    def failing() -> object:
        raise AssertionError("the tea is cold")

    report = check_expansion(TEA, seeds=[], scenarios={"samovar": failing})
    assert "the tea is cold" in texts(report, "scenarios")


def test_what_never_comes_up_is_reported() -> None:
    report = looked_at(evolve(TEA, phases=()))
    assert [problem.where for problem in report.of("coverage")] == ["brew", "tea.brewed", "tea.brewing"]


def test_conflicts_of_composition_are_reported() -> None:
    report = looked_at(
        evolve(TEA, goods=(Good("wood", GoodKind.PRODUCE, 30), Good("tea1", GoodKind.PRODUCE, 1)))
    )
    assert "both have a good called wood" in texts(report, "composition")
    assert "letters and underscores" in texts(report, "composition")


def test_costs_that_cannot_be_paid_are_reported() -> None:
    tile = evolve(SAMOVAR, back=Face(points=1), upgrade=Cost(tea=1))
    report = looked_at(evolve(TEA, tiles=(tile,)))
    assert "tea cannot pay for it, only resource, skill pieces can" in texts(report, "composition")


def test_tags_without_the_id_of_the_expansion_are_reported() -> None:
    @frozen
    class Poured(Brewed):
        tag: ClassVar[str] = "poured"

    report = looked_at(evolve(TEA, events=(Brewed, Poured)))
    assert "'poured' must start with 'tea.'" in texts(report, "ids")


def test_effects_without_words_are_reported() -> None:
    @frozen
    class Mumble(Effect):
        def words(self) -> str:
            return " "

        def resolve(self, table: Table, task: Resolve) -> Outcome:
            return Outcome()

    report = looked_at(evolve(TEA, tiles=(evolve(SAMOVAR, front=Face(use=Mumble())),)))
    assert "tea:samovar, Mumble: it has no words" in texts(report, "words")


def test_variants_without_words_are_reported() -> None:
    report = looked_at(evolve(TEA, variants=(Variant("cold", "Cold", "", lambda setup: setup),)))
    assert "a variant needs a title and words" in texts(report, "words")


def test_actions_that_cannot_be_read_back_are_reported() -> None:
    @frozen
    class Stir(Action):
        verb: ClassVar[str] = "brew"
        pot: int = 1

    class Stirrer(Brewer):
        def options(self, table: Table, task: Task, seat: int) -> tuple[list[Action], ...]:
            return ([Stir(1)],)

        def refusals(self, table: Table, task: Task, seat: int, action: Action) -> tuple[Refusal, ...]:
            return () if action == Stir(1) else (Refusal("brew.no", "brew 1", "tea 1"),)

    report = looked_at(evolve(TEA, actions=(Stir,), handlers={Brewing: Stirrer()}))
    assert "it needs a classmethod parse" in texts(report, "notation")
    assert "it needs a __str__" in texts(report, "notation")


def test_mutable_values_are_reported() -> None:
    class Steeped(Event):
        tag: ClassVar[str] = "tea.steeped"

        def apply(self, draft: Draft) -> None:
            return

    report = looked_at(evolve(TEA, events=(Brewed, Steeped)))
    assert "Steeped: it must be a frozen attrs class" in texts(report, "classes")


def test_places_that_cannot_be_kept_are_reported() -> None:
    @frozen
    class Cup(OwnPlace):
        tag: ClassVar[str] = "cup"
        leaves: Pool
        sugar: Pool = EMPTY
        spoon: int = held(by=OWNER, default=0)
        milk: Pool = held(by=OWNER, default=EMPTY)

    report = looked_at(evolve(TEA, places=(Cup,)))
    assert "'cup' must start with 'tea.'" in texts(report, "ids")
    assert "Cup: it needs a title" in texts(report, "words")
    classes = texts(report, "classes")
    assert "Cup.leaves: declare it with open_() or held()" in classes
    assert "Cup.sugar: declare it" in classes and "Cup.milk: declare" not in classes
    assert "Cup.leaves: it needs a default" in classes and "Cup.sugar: it needs" not in classes
    hidden = texts(report, "redaction")
    assert "Cup.spoon: a hidden field is a Pool" in hidden and "Cup.milk: a hidden field is a Pool" in hidden


def test_a_place_in_which_nothing_ever_lies_is_reported() -> None:
    @frozen
    class Pot(OwnPlace):
        tag: ClassVar[str] = "tea.pot"
        title: ClassVar[str] = "Pot"
        leaves: Pool = held(by=NOBODY, default=EMPTY, of=GoodKind.PRODUCE)

    report = checked(evolve(TEA, places=(Pot,)))
    assert "tea.pot: it comes up in no game and no scenario" in texts(report, "coverage")


def test_lost_pieces_are_reported() -> None:
    @frozen
    class Spilt(Brewed):
        def apply(self, draft: Draft) -> None:
            draft.supply -= self.tea

    class Spiller(Brewer):
        def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
            return Outcome((Spilt(seat, Pool.of(tea=1)),))

    report = checked(evolve(TEA, events=(Spilt,), handlers={Brewing: Spiller()}))
    assert "tea29 wood24 instead of" in texts(report, "conservation")


def test_options_that_are_refused_are_reported() -> None:
    class Liar(Brewer):
        def options(self, table: Table, task: Task, seat: int) -> tuple[list[Action], ...]:
            return ([Brew(1), Brew(1), Done()],)

    report = checked(evolve(TEA, handlers={Brewing: Liar()}))
    assert "an option is listed twice" in texts(report, "questions")
    assert "options and refusals do not agree about 'done'" in texts(report, "questions")


def test_an_event_that_tells_a_secret_is_reported() -> None:
    @frozen
    class Peeked(Brewed):
        tag: ClassVar[str] = "tea.brewed"
        token: Pool = EMPTY

        def apply(self, draft: Draft) -> None:
            draft.stack -= draft.unseen(self.token)
            # not through draft.screened(): everybody would see it
            draft.seat(self.seat).skills += self.token

    class Peeker(Brewer):
        def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
            token = table.dealer.draw(table.state.stack, 1, reason="a peek")
            return Outcome((Peeked(seat, EMPTY, token),))

    report = checked(evolve(TEA, events=(Peeked,), handlers={Brewing: Peeker()}))
    assert "what the events tell is not what may be seen: seats" in texts(report, "redaction")


def test_a_secret_that_cannot_be_masked_is_reported() -> None:
    @frozen
    class Counted(Brewed):
        cups: int = held(by=OWNER, default=0)

    report = looked_at(evolve(TEA, events=(Counted,)))
    assert "Counted.cups: a secret field is a Pool, a text or a tuple" in texts(report, "redaction")


def test_rules_that_raise_errors_are_reported_with_their_place() -> None:
    class Broken(Brewer):
        def decide(self, table: Table, task: Task, seat: int, action: Action) -> Outcome:
            raise ZeroDivisionError("no tea left")

    report = checked(evolve(TEA, handlers={Brewing: Broken()}))
    assert "ZeroDivisionError: no tea left" in texts(report, "play")
    assert "testing/test_check_expansion.py" in texts(report, "play")


def test_a_question_without_options_is_reported() -> None:
    class Silent(Brewer):
        def options(self, table: Table, task: Task, seat: int) -> tuple[list[Action], ...]:
            return ([],)

    report = checked(evolve(TEA, handlers={Brewing: Silent()}))
    assert not report.ok and report.of("play")
