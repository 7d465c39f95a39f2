"""Rules 4.3: breeding (scenarios 127 to 131, rulings C19, C26, C35)."""

from __future__ import annotations

import pytest
from attrs import evolve

from keyflower.expansions.farmers.animal_placement import Put
from keyflower.expansions.farmers.breeding import BreedingHandler, ChooseBreeding, breed
from keyflower.expansions.farmers.herds import MIXED_HERDS, AnimalAdded, herds_of, with_herd
from keyflower.extend.handlers import Outcome, Table
from keyflower.facade.registry import resolve
from keyflower.kernel.events import fold
from keyflower.kernel.handlers import PoolT
from keyflower.model.actions import Done
from keyflower.model.layout import Placed
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, State, empty_state
from keyflower.model.village import Village
from keyflower.testing import scenario


def herds(*village, season="autumn", phase="breeding", **more):
    villages = {"P1": list(village), **more.pop("others", {})}
    return scenario(season, villages=villages, expansions=["farmers"], phase=phase, **more)


@pytest.mark.parametrize(
    ("before", "after"), [("sheep1", "sheep1"), ("sheep2", "sheep3"), ("sheep5", "sheep6")]
)
def test_a_pasture_with_two_of_one_species_gets_one_more(before, after):
    assert herds(f"home_1 {before}/1").animals("P1") == after


def test_exactly_one_for_each_pasture_counted_before_any_newborn():
    at = herds("home_1 sheep2/1 sheep3/2 pig2/3 cow1/4 cow2/5")
    assert [at.herd("P1", f"home/{number}") for number in range(1, 6)] == [
        "sheep3",
        "sheep4",
        "pig3",
        "cow1",
        "cow3",
    ]


def test_a_mixed_pasture_does_not_breed():
    assert herds("home_1 sheep2/1 pig2/1").animals("P1") == "pig2 sheep2"


def test_s127_5a_each_species_with_two_breeds():
    at = herds("home_1 sheep2/1 pig2/1 cow1/1", "boat_5a@0,-1")
    assert at.herd("P1", "home/1") == "cow1 pig3 sheep3"


def test_c35_5a_works_only_once_it_is_laid():
    at = herds("home_1 sheep2/1 pig2/1", season="summer", won={"P1": ["boat_5a"]})
    assert at.animals("P1") == "pig2 sheep2"


def test_s128_c19_breeding_comes_before_building():
    # the two single sheep come together in this building phase: they do not breed now
    at = herds("home_1 sheep1/3 sheep1/4", won={"P1": ["cow_shed"]})
    assert at.decision.kind == "build-all"
    assert at.animals("P1") == "sheep2"
    at = herds("home_1 sheep2/3 pig2/4", won={"P1": ["cow_shed"]})
    assert at.animals("P1") == "pig3 sheep3"


def test_s129_6b_adds_its_animals_before_breeding():
    others = {"P2": ["home_2"]}
    at = herds(
        "home_1 sheep1/1 cow1/2 cow1/3 cow1/4", "boat_6b@0,-1", season="summer", phase="powers", others=others
    )
    at = at.play("put sheep home/1").until("turn", "offer-winter", "build-all")
    assert at.herd("P1", "home/1") == "sheep3"
    assert at.herd("P1", "home/5") == "pig1"


def test_s129_6b_works_in_the_summer_it_is_won():
    at = herds("home_1 sheep1/1", season="summer", phase="powers", won={"P1": ["boat_6b"]})
    at = at.play("put sheep home/1", "put pig home/2")
    assert at.animals("P1") == "pig1 sheep3"


def test_s129_no_breeding_in_winter():
    at = scenario("winter", villages={"P1": ["home_1 sheep2/1"]}, expansions=["farmers"]).end_season()
    assert at.game.over
    assert at.animals("P1") == "sheep2"


@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_breeding_at_the_end_of_spring_summer_and_autumn(season):
    at = scenario(season, villages={"P1": ["home_1 sheep2/1"]}, expansions=["farmers"]).end_season()
    assert at.animals("P1") == "sheep3"


def test_s130_a_short_supply_serves_the_new_start_player_first():
    others = {"P2": ["home_2 sheep2/1"], "P3": ["home_3"]}
    for start, born in (("P1", ("sheep3", "sheep2")), ("P2", ("sheep2", "sheep3"))):
        at = herds("home_1 sheep2/1", others=others, supply="sheep1", rest="P3", start=start)
        assert (at.animals("P1"), at.animals("P2")) == born


def test_s130_the_new_start_player_is_the_one_of_this_season_end():
    villages = {"P1": ["home_1 sheep2/1"], "P2": ["home_2 sheep2/1"], "P3": ["home_3"]}
    lots = {"TO2": "P2 R1"}
    at = scenario(
        villages=villages, lots=lots, expansions=["farmers"], supply="sheep1", rest="P3"
    ).end_season()
    assert (at.animals("P1"), at.animals("P2")) == ("sheep2", "sheep3")


def test_a_player_chooses_among_own_pastures_when_the_supply_is_short():
    at = herds("home_1 sheep2/1 sheep3/2 sheep1/3", supply="sheep1", rest="P3", others={"P3": ["home_3"]})
    assert at.acting == ("P1",)
    assert at.options == ["put sheep home_1/1", "put sheep home_1/2"]
    at.illegal("put sheep home/3", "breeding.pasture", rule="4.3")
    at.illegal("put pig home/1", "breeding.species", rule="4.3")
    at.illegal("pass", "breeding.choose", rule="4.3")
    at = at.play("put sheep home/2")
    assert (at.herd("P1", "home/1"), at.herd("P1", "home/2")) == ("sheep2", "sheep4")
    assert at.supply["sheep"] == 0


def test_the_question_and_what_came_of_it_name_pastures_by_the_titles_of_their_tiles():
    at = herds("home_1 sheep2/1 sheep3/2", supply="sheep1", rest="P3", others={"P3": ["home_3"]})
    assert at.game.decision.prompt.endswith("(pasture 1 of Home 1, pasture 2 of Home 1)")
    born = at.play("put sheep home/2").game
    assert "P1 gets a sheep on pasture 2 of Home 1." in born.tell()
    assert "You get a sheep on pasture 2 of Home 1." in born.tell(you=born.last_seat)
    assert "P1 отримує 1 вівцю: «Домівка № 1 (пасовище 2)»." in born.tell(language="uk")


def test_the_choice_is_asked_again_while_some_are_left():
    at = herds("home_1 cow2/1 cow2/2 cow2/3", supply="cow2", rest="P3", others={"P3": ["home_3"]})
    at = at.play("put cow home/3")
    assert at.options == ["put cow home_1/1", "put cow home_1/2"]
    at = at.play("put cow home/1")
    assert [at.herd("P1", f"home/{number}") for number in (1, 2, 3)] == ["cow3", "cow2", "cow3"]


def test_an_empty_supply_ends_breeding_without_a_question():
    at = herds("home_1 cow2/1 cow2/2", supply="cow0", rest="P3", others={"P3": ["home_3"]})
    assert at.animals("P1") == "cow4"
    assert at.acting != ("P1",) or at.decision.kind != "farmers.choose-breeding"


def test_c26_breeding_is_automatic():
    at = herds("home_1 sheep2/1")
    assert at.season == "winter"


def test_species_are_short_independently():
    at = herds("home_1 sheep2/1 sheep2/2 pig2/3", supply="sheep1", rest="P3", others={"P3": ["home_3"]})
    assert at.herd("P1", "home/3") == "pig3"
    assert at.play("put sheep home/1").herd("P1", "home/1") == "sheep3"


def test_a_choice_waits_for_its_seat_while_others_have_bred():
    others = {"P2": ["home_2 pig2/1"], "P3": ["home_3"]}
    at = herds("home_1 sheep2/1 sheep2/2", others=others, supply="sheep1", rest="P3")
    assert at.animals("P2") == "pig3"
    assert at.acting == ("P1",)


# ---------------------------------------------------------------------- the phase and its question, by themselves


class NoDealer:
    """Breeding never asks for chance."""

    def draw(self, pool: PoolT, number: int, *, reason: str) -> PoolT:
        raise AssertionError(reason)

    def pick(self, names: object, number: int, *, reason: str) -> tuple[str, ...]:
        raise AssertionError(reason)


def seat(number: int, *herds: str, powers: tuple[str, ...] = ()) -> Seat:
    """A seat with a home whose pastures hold herds such as ``sheep2``, in order."""
    village = Village.founded(Placed(f"home_{number}", (0, 0), 0, "WRRRRR", "home"))
    for place, herd in enumerate(herds, start=1):
        village = with_herd(village, f"home_{number}/{place}", Pool.parse(herd))
    return Seat(village=village, powers=powers)


def table(*seats: Seat, supply: str = "sheep20 pig20 cow10", start: int = 0) -> Table:
    state = evolve(empty_state(), seats=seats, supply=Pool.parse(supply), start=start)
    return Table(resolve(["farmers"]), state, NoDealer())


def herds_after(given: Table, outcome: Outcome) -> list[str]:
    assert isinstance(given.state, State)
    state = fold(given.state, outcome.events)
    return [" / ".join(str(herd) for _, herd in herds_of(seat.village)) for seat in state.seats]


def test_two_of_a_kind_alone_on_a_pasture_get_one_more() -> None:
    given = table(seat(1, "sheep2", "pig1", "cow5"), seat(2, "sheep1", "", "pig3"))
    outcome = breed(given)
    assert outcome.then == ()
    assert herds_after(given, outcome) == ["sheep3 / pig1 / cow6", "sheep1 / pig4"]


def test_mixed_pastures_alone_lead_to_nothing() -> None:
    given = table(seat(1, "sheep2 pig2", "cow4 pig1"))
    assert breed(given) == Outcome()


def test_mixed_herds_breed_each_species_for_the_owner_of_the_power() -> None:
    given = table(seat(1, "sheep2 pig2 cow1", powers=(MIXED_HERDS,)), seat(2, "sheep2 pig2"))
    assert herds_after(given, breed(given)) == ["cow1 pig3 sheep3", "pig2 sheep2"]


def test_the_new_start_player_breeds_first_when_the_supply_is_short() -> None:
    given = table(seat(1, "sheep2"), seat(2, "sheep2"), supply="sheep1", start=1)
    outcome = breed(given)
    assert outcome == Outcome((AnimalAdded(1, "sheep", "home_2/1"),))


def test_after_the_start_player_it_goes_clockwise() -> None:
    seats = (seat(1, "sheep2"), seat(2, "sheep2"), seat(3, "sheep2"))
    outcome = breed(table(*seats, supply="sheep2", start=2))
    assert outcome.events == (AnimalAdded(2, "sheep", "home_3/1"), AnimalAdded(0, "sheep", "home_1/1"))


def test_only_the_short_species_is_asked_for() -> None:
    given = table(seat(1, "sheep2", "sheep2", "pig2"), seat(2, "sheep2"), supply="sheep1 pig1")
    outcome = breed(given)
    assert outcome.events == (AnimalAdded(0, "pig", "home_1/3"),)
    assert outcome.then == (ChooseBreeding(0, "sheep", ("home_1/1", "home_1/2"), 1),)


def test_no_supply_no_breeding() -> None:
    assert breed(table(seat(1, "cow2", "cow2"), supply="sheep3")) == Outcome()


HANDLER = BreedingHandler()
CHOICE = ChooseBreeding(0, "sheep", ("home_1/1", "home_1/2", "home_1/3"), 2)
SHORT = table(seat(1, "sheep2", "sheep2", "sheep2"), supply="sheep2")


def test_the_choice_is_offered_pasture_by_pasture() -> None:
    assert HANDLER.automatic(SHORT, CHOICE) is None
    assert HANDLER.seats(SHORT, CHOICE) == (0,)
    options = [action for menu in HANDLER.options(SHORT, CHOICE, 0) for action in menu]
    assert options == [Put("sheep", f"home_1/{place}") for place in (1, 2, 3)]
    assert all(HANDLER.refusals(SHORT, CHOICE, 0, action) == () for action in options)
    assert "Only 2 sheep" in HANDLER.prompt(SHORT, CHOICE, 0)


def test_each_choice_leaves_one_pasture_and_one_animal_less() -> None:
    first = HANDLER.decide(SHORT, CHOICE, 0, Put("sheep", "home_1/2"))
    assert first.events == (AnimalAdded(0, "sheep", "home_1/2"),)
    (left,) = first.then
    assert left == ChooseBreeding(0, "sheep", ("home_1/1", "home_1/3"), 1)
    last = HANDLER.decide(SHORT, left, 0, Put("sheep", "home_1/3"))
    assert last == Outcome((AnimalAdded(0, "sheep", "home_1/3"),))


def test_other_answers_are_refused_with_every_reason() -> None:
    codes = [refusal.code for refusal in HANDLER.refusals(SHORT, CHOICE, 0, Put("pig", "home_1/4"))]
    assert codes == ["breeding.species", "breeding.pasture"]
    (refusal,) = HANDLER.refusals(SHORT, CHOICE, 0, Done())
    assert (refusal.code, refusal.rule) == ("breeding.choose", "4.3")


def test_nothing_is_asked_where_there_is_nothing_to_choose() -> None:
    both = ChooseBreeding(0, "sheep", ("home_1/1", "home_1/2"), 2)
    assert HANDLER.automatic(SHORT, both) == Outcome(
        (AnimalAdded(0, "sheep", "home_1/1"), AnimalAdded(0, "sheep", "home_1/2"))
    )
    assert HANDLER.automatic(SHORT, evolve(both, number=0)) == Outcome()
