"""Composing rules: every cross-check names what is wrong, and all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen

from keyflower.engine.setup import player_counts
from keyflower.extend.costs import Cost
from keyflower.extend.effects import Carry, Effect, Gain, Pay
from keyflower.extend.expansion import Expansion, SeasonPhase, Setup, Variant
from keyflower.extend.goods import Good, GoodKind, PieceKind, Source
from keyflower.extend.handlers import NOTHING_HAPPENS, BaseHandler, Outcome, Table
from keyflower.extend.powers import SEASON_END, Power
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.terms import Need, PerPiece, PerSet
from keyflower.extend.tiles import Face, Tile
from keyflower.facade.registry import builtin, resolve
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import UnknownName
from keyflower.kernel.events import Event
from keyflower.kernel.tasks import Task
from keyflower.model.enums import MOST_SEATS, Season, TileKind
from keyflower.model.errors import RulesetError
from keyflower.model.events import TurnBegan
from keyflower.model.state import empty_state
from keyflower.model.tasks import Turn

BASE, FARMERS, _ = builtin().expansions


def toy(**parts: Any) -> Expansion:
    return Expansion(**{"id": "toy", "version": "1", "title": "Toy", "requires": ("base",), **parts})


def plain(name: str = "shed", **parts: Any) -> Tile:
    return Tile(
        name,
        **{"title": "Shed", "kind": TileKind.VILLAGE, "season": Season.AUTUMN, "edges": "RRFFFF", **parts},
    )


def using(effect: Effect) -> Expansion:
    return toy(tiles=(plain(front=Face(use=effect)),))


def no_change(setup: Setup) -> Setup:
    return setup


def nothing_happens(table: Table) -> Outcome:
    return NOTHING_HAPPENS


class Shout(Action):
    verb: ClassVar[str] = "bid"


class Shouted(Event):
    tag: ClassVar[str] = "passed"


@frozen
class Shouting(Task):
    tag: ClassVar[str] = "turn"


# ---------------------------------------------------------------------- cross-checks


@pytest.mark.parametrize(
    ("made", "named"),
    [
        (lambda: toy(id="Toy Box"), "'Toy Box' is not a valid id"),
        (
            lambda: toy(goods=(Good("wood", GoodKind.RESOURCE, 3),)),
            "toy and base both have a good called wood",
        ),
        (
            lambda: toy(goods=(Good("Clay", GoodKind.RESOURCE, 3),)),
            "good Clay of toy: the id must be lower-case",
        ),
        (lambda: toy(goods=(Good("unknown", GoodKind.RESOURCE, 3),)), "good unknown of toy"),
        (lambda: toy(goods=(Good("clay", GoodKind.RESOURCE, 0),)), "at least one piece, not 0"),
        (lambda: toy(goods=(Good("orange", GoodKind.WORKER, 3),)), "workers are red, blue, yellow, green"),
        (lambda: toy(goods=(Good("hoe", GoodKind.SKILL, 3),)), "skills, and only skills, wait on the stack"),
        (
            lambda: toy(goods=(Good("clay", GoodKind.RESOURCE, 3, source=Source.STACK),)),
            "skills, and only skills, wait on the stack",
        ),
        (
            lambda: toy(goods=(Good("clay", GoodKind.RESOURCE, 3, source=Source.BAG),)),
            "only workers wait in the bag",
        ),
        (lambda: toy(tiles=(plain("Shed"),)), "toy:Shed: the name must be lower-case"),
        (lambda: toy(tiles=(plain(edges="RRFFF"),)), "edges are six letters of R, F and W, not 'RRFFF'"),
        (lambda: toy(tiles=(plain(edges="RRFFFX"),)), "edges are six letters of R, F and W, not 'RRFFFX'"),
        (lambda: toy(tiles=(plain(season=None),)), "toy:shed: a village tile needs a season"),
        (
            lambda: toy(tiles=(plain(kind=TileKind.BOAT),)),
            "a boat needs arrivals for spring, summer and autumn",
        ),
        (
            lambda: toy(tiles=(plain(upgrade=Cost(wood=1)),)),
            "toy:shed: upgrading it has a cost, but it has no back",
        ),
        (
            lambda: toy(tiles=(plain(back=Face(), upgrade=Cost(wod=1)),)),
            "upgrade of toy:shed: no expansion has the good 'wod'; did you mean wood?",
        ),
        (lambda: toy(tiles=(plain(back=Face(), upgrade=Cost(any_animals=1)),)), "the good 'animals'"),
        (lambda: toy(tiles=(plain("inn"),)), "several tiles are called inn (base, toy)"),
        (lambda: toy(tiles=(plain(), plain())), "several tiles are called shed (toy, toy)"),
        (
            lambda: toy(tiles=(plain(replaces="base:in"),)),
            "toy:shed replaces base:in, but there is no such tile",
        ),
        (lambda: using(Gain(clay=1)), "toy:shed: no expansion has the good 'clay'"),
        (lambda: using(Gain(anvil=1)), "anvil cannot be gained: skills are drawn"),
        (
            lambda: toy(
                goods=(Good("moth", "insect", 3),),
                piece_kinds=(PieceKind("insect"),),
                tiles=(plain(front=Face(use=Carry(1) & Gain(moth=1))),),
            ),
            "toy:shed: moth cannot be gained: insects are drawn",
        ),
        (lambda: using(Pay(hammer=1) >> Gain(wood=1)), "no expansion has the good 'hammer'"),
        (lambda: using(Pay(any_skill=2) >> Gain(wood=1)), "a use costs exactly one piece"),
        (lambda: using(Carry(1) & (Gain(wood=1) | Gain(clay=1))), "the good 'clay'"),
        (lambda: toy(tiles=(plain(goods=Gain(clay=1)),)), "the good 'clay'"),
        (
            lambda: toy(tiles=(plain(front=Face(powers=(Power("bid.conter", "x"),))),)),
            "no rule asks for the power slot 'bid.conter'; did you mean bid.counter?",
        ),
        (
            lambda: toy(tiles=(plain(front=Face(powers=(Power(SEASON_END, "x"),))),)),
            "season.end and an effect do not go together",
        ),
        (
            lambda: toy(tiles=(plain(front=Face(powers=(Power("use.mixed", "x", effect=Gain(wood=1)),))),)),
            "use.mixed and an effect do not go together",
        ),
        (
            lambda: toy(tiles=(plain(front=Face(powers=(Power(SEASON_END, "x", effect=Gain(clay=1)),))),)),
            "the good 'clay'",
        ),
        (
            lambda: toy(
                tiles=(
                    plain(
                        front=Face(powers=(Power("scoring.counts-as", "x", counts_as=(("clay", "wood"),)),))
                    ),
                )
            ),
            "the good 'clay'",
        ),
        (lambda: toy(tiles=(plain(front=Face(scores=(PerPiece(1, ("clay",)),))),)), "the good 'clay'"),
        (lambda: toy(tiles=(plain(front=Face(scores=(PerSet(1, (Need("clays"),)),))),)), "the good 'clays'"),
        (lambda: toy(terms=(PerPiece(1, ("clay",)),)), "a scoring term of toy: no expansion has"),
        (
            lambda: toy(phases=(SeasonPhase("toy.tea", after="end.tea", run=nothing_happens),)),
            "phase toy.tea of toy follows 'end.tea', which is not a step",
        ),
        (
            lambda: toy(phases=(SeasonPhase("end.won", after="end.won", run=nothing_happens),)),
            "the phase 'end.won' is used twice",
        ),
        (lambda: toy(actions=(Shout,)), "the verb of an action 'bid' is used twice"),
        (lambda: toy(events=(Shouted,)), "the tag of an event 'passed' is used twice"),
        (lambda: toy(handlers={Shouting: BaseHandler()}), "the tag of a task 'turn' is used twice"),
        (
            lambda: toy(variants=(Variant("open-hands", "x", "y", no_change),)),
            "the variant 'open-hands' is used twice",
        ),
    ],
)
def test_composing_names_what_does_not_fit(made: Callable[[], Expansion], named: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset.compose([BASE, made()])
    assert named in str(caught.value)


def test_all_problems_are_named_at_once() -> None:
    broken = toy(
        goods=(Good("clay", GoodKind.RESOURCE, 0),), tiles=(plain(edges="R"), plain("x", season=None))
    )
    with pytest.raises(RulesetError) as caught:
        Ruleset.compose([BASE, broken])
    assert str(caught.value) == (
        "these expansions do not fit together: good clay of toy: there must be at least one piece, not 0; "
        "toy:shed: edges are six letters of R, F and W, not 'R'; toy:x: a village tile needs a season"
    )


def test_expansions_need_what_they_require() -> None:
    with pytest.raises(
        RulesetError, match="farmers needs base, which is not there: the expansions are farmers"
    ):
        Ruleset.compose([FARMERS])


def test_expansions_do_not_require_each_other_in_a_circle() -> None:
    with pytest.raises(RulesetError, match="in a circle: a > b > a"):
        Ruleset.compose([toy(id="a", requires=("b",)), toy(id="b", requires=("a",))])


def test_an_expansion_is_given_once() -> None:
    with pytest.raises(RulesetError, match="given twice: base"):
        Ruleset.compose([BASE, BASE])


def test_unknown_variants_are_refused_with_the_nearest() -> None:
    with pytest.raises(
        RulesetError, match=r"'open-hand'; did you mean open-hands\? \(there are: open-hands\)"
    ):
        Ruleset.compose([BASE], variants=["open-hand"])


def test_a_fitting_expansion_brings_everything_in() -> None:
    ruleset = Ruleset.compose(
        [
            toy(
                goods=(Good("clay", GoodKind.RESOURCE, 3),),
                tiles=(plain(front=Face(use=Gain(clay=1), powers=(Power("toy.slot", "x"),))),),
                slots=("toy.slot",),
                phases=(
                    SeasonPhase("toy.tea", after="end.won", run=nothing_happens, seasons=(Season.WINTER,)),
                ),
                variants=(Variant("short", "x", "y", lambda setup: evolve(setup, starting_workers=2)),),
            ),
            FARMERS,
            BASE,
        ],
        variants=["short"],
    )
    assert [expansion.id for expansion in ruleset.expansions] == ["base", "farmers", "toy"]
    assert ruleset.kind("resource") == ("clay", "gold", "iron", "stone", "wood")
    assert ruleset.tile("toy:shed") is ruleset.tile("shed")
    assert ruleset.setup.starting_workers == 2
    steps = ruleset.end_steps(Season.WINTER)
    assert steps[steps.index("end.won") + 1] == "toy.tea"
    assert "toy.tea" not in ruleset.end_steps(Season.SPRING)


def test_rulesets_are_equal_by_what_they_are_made_of() -> None:
    same = Ruleset.compose([FARMERS, BASE])
    assert same == resolve(["farmers"]) and hash(same) == hash(resolve(["farmers"]))
    assert same != resolve()
    assert same != resolve(["farmers"], variants=["open-hands"])
    assert same != same.with_overrides({"inn": {"points": [0, 1]}})


def test_tiles_of_a_ruleset_are_found_by_short_and_full_id() -> None:
    ruleset = resolve(["farmers"])
    assert ruleset.tile("turn_order_1").id == "farmers:turn_order_1"
    assert ruleset.tile("base:inn").title == "Inn"
    with pytest.raises(UnknownName, match="did you mean inn"):
        ruleset.tile("innn")
    with pytest.raises(UnknownName):
        ruleset.tile("base:turn_order_1")


def test_no_game_has_more_players_than_there_can_be_seats():
    many = (6,) * 20
    homes = [plain(f"hut_{n}", kind=TileKind.HOME, season=None, edges="RRRRRW", number=n) for n in range(20)]
    crowd = toy(
        tiles=tuple(homes),
        setup=lambda setup: evolve(setup, season_tiles=many, winter_dealt=many, turn_order=many),
    )
    assert player_counts(Ruleset.compose((BASE, crowd))) == range(2, MOST_SEATS + 1)
    for seat in range(MOST_SEATS):
        draft = empty_state(None).opened()
        TurnBegan(seat).apply(draft)
        assert draft.agenda == (Turn(seat),)
