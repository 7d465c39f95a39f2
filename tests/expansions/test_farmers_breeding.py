"""Breeding at the end of spring, summer and autumn (rules 4.3)."""

from __future__ import annotations

from attrs import evolve

from keyflower.expansions.farmers.animal_placement import Put
from keyflower.expansions.farmers.breeding import BreedingHandler, ChooseBreeding, breed
from keyflower.expansions.farmers.herds import MIXED_HERDS, AnimalAdded, herds_of, with_herd
from keyflower.expansions.farmers.player_counts import earliest_boat
from keyflower.extend.handlers import Outcome, Table
from keyflower.facade.registry import resolve
from keyflower.kernel.events import fold
from keyflower.kernel.handlers import PoolT
from keyflower.model.actions import Done
from keyflower.model.layout import Placed
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, State, empty_state
from keyflower.model.village import Village


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


def test_a_mixed_pasture_does_not_breed() -> None:
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


def test_a_player_chooses_among_own_pastures_when_the_supply_is_short() -> None:
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


def test_ties_go_to_the_earliest_boat_choice_of_winter() -> None:
    state = evolve(empty_state(), picks=(2, 0, 1))
    assert earliest_boat(state, (0, 1)) == (0,)
    assert earliest_boat(state, (0, 1, 2)) == (2,)
    assert resolve(["farmers"]).expansions[1].tie_break is earliest_boat
    assert resolve().expansions[0].tie_break is None
