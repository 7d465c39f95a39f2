"""Hidden pieces and tiles are dealt so that every deal is equally likely: all draws are tried, none is sampled."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb, prod
from typing import TypeVar

import pytest

from keyflower.facade.redeal import _drawn, _picked
from keyflower.model.pool import Pool

T = TypeVar("T")


class Scripted:
    """Answers from a script, and remembers how far each answer could have gone."""

    def __init__(self, script):
        self.script, self.stops = script, []

    def randrange(self, stop, /):
        self.stops.append(stop)
        place = len(self.stops) - 1
        return self.script[place] if place < len(self.script) else 0


def every_result(call: Callable[[Scripted], T]) -> Iterator[T]:
    """Return the results of a call for all that its source of chance can answer, one after the other."""
    script: list[int] = []
    while True:
        rng = Scripted(script)
        yield call(rng)
        script = [*script, *[0] * (len(rng.stops) - len(script))]
        while script and script[-1] + 1 == rng.stops[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1


@pytest.mark.parametrize("number", range(7))
def test_every_piece_is_drawn_equally_often(number):
    pool = Pool.of(red=3, blue=2, green=1)
    found = Counter(every_result(lambda rng: _drawn(pool, number, rng)))
    ways = found.total() / comb(pool.total, number)
    for (taken, left), often in found.items():
        assert taken + left == pool and taken.total == number
        assert often == ways * prod([comb(pool[piece], taken[piece]) for piece in pool])


@pytest.mark.parametrize("number", range(6))
def test_every_choice_of_tiles_is_equally_likely(number):
    found = Counter(tuple(picked) for picked in every_result(lambda rng: _picked("abcde", number, rng)))
    assert set(found) == set(combinations("abcde", number))
    assert len(set(found.values())) == 1


def test_what_gets_all_the_rest_needs_no_draw():
    rng = Scripted([])
    assert _drawn(Pool.of(red=3, blue=2), 5, rng) == (Pool.of(red=3, blue=2), Pool.of())
    assert _picked("abc", 3, rng) == ["a", "b", "c"] and not rng.stops
