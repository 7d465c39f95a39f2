"""Feeding is solved exactly: the solver against brute force."""

from itertools import chain, combinations
from random import Random

import pytest
from attrs import evolve

from tinytowns import CARDS, FIRST_GAME, Town
from tinytowns.scoring import counted, lines
from tinytowns.squares import ADJACENT, AROUND, IN_LINES, groups

FEEDERS = ("farm", "granary", "greenhouse", "orchard")


def cards_with(*names, monument=""):
    cards = {CARDS[name].type: CARDS[name] for name in (*FIRST_GAME, *names)}
    return cards | ({"M": CARDS[monument]} if monument else {})


def some_town(rng, monument):
    letters = rng.choices("CFPWT.", weights=(9, 3, 4, 1, 1, 2), k=16)
    if monument:
        letters[rng.randrange(16)] = "M"
    return Town("".join(letters))


def legal_feedings(count, feeder):
    """Every set of squares that the feeders could feed, said anew and simply."""
    feedable = [square for square, letter in enumerate(count.types) if letter == "C"]
    feeders = [square for square, letter in enumerate(count.types) if letter == "F"]
    match feeder:
        case "farm":
            most = min(len(feedable), 4 * len(feeders))
            return chain.from_iterable(combinations(feedable, number) for number in range(most + 1))
        case "greenhouse":
            parts = groups(feedable)
            most = min(len(parts), len(feeders))
            return (sum(some, ()) for number in range(most + 1) for some in combinations(parts, number))
        case "granary":
            return [tuple(square for square in feedable if any(square in AROUND[here] for here in feeders))]
        case _:
            return [tuple(square for square in feedable if any(square in IN_LINES[here] for here in feeders))]


@pytest.mark.parametrize("monument", ["", "barrett_castle", "grand_mausoleum_of_the_rodina"])
@pytest.mark.parametrize("chapel", ["chapel", "temple", "abbey"])
@pytest.mark.parametrize("feeder", FEEDERS)
def test_no_way_to_feed_is_worth_more(feeder, chapel, monument):
    rng = Random(f"{feeder} {chapel} {monument}")
    cards = cards_with(feeder, chapel, monument=monument)
    for _ in range(25 if feeder == "farm" else 60):
        town = some_town(rng, monument)
        count = counted(town, cards)
        best = max(
            sum(line.points for line in lines(evolve(count, fed=frozenset(way)), cards))
            for way in legal_feedings(count, feeder)
        )
        assert sum(line.points for line in lines(count, cards)) == best, str(town)
        assert count.fed <= {square for square, letter in enumerate(count.types) if letter == "C"}


def test_two_cottages_that_complete_a_temple_are_fed_before_others():
    town = Town.parse("CPC./F.../CCC./....")
    count = counted(town, cards_with("farm", "temple"))
    assert {0, 2} <= count.fed and len(count.fed) == 4
    assert all(square in ADJACENT[1] for square in (0, 2))
