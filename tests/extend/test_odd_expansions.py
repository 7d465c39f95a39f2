"""Expansions that could be played but never loaded again, or that fail in their own code: refused by name."""

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen

import keyflower as kf
from keyflower.extend import Effect, Face, Good, GoodKind
from keyflower.facade import registry
from keyflower.facade.registry import builtin, resolve
from keyflower.kernel.fields import OWNER, held
from keyflower.model.enums import Season
from keyflower.model.places import OwnPlace
from keyflower.model.pool import EMPTY

MINE = kf.Tile(
    "salt_mine",
    title="Salt mine",
    season=Season.SPRING,
    edges="RFRFRF",
    front=Face(points=1),
    expansion="salt",
)
SALT = kf.Expansion(id="salt", version="1", title="Salt", requires=("base",), tiles=(MINE,))


SEVEN: Any = 7


def with_tile(**changes):
    return evolve(SALT, tiles=(evolve(MINE, **changes),))


@frozen
class Loop(Effect):
    """An effect that is part of itself."""

    @property
    def parts(self):
        return (self,)

    def words(self):
        return "go on for ever"


def half_face():
    points: Any = 1.5
    return Face(points=points)


def forgetting(setup):
    return None


def halving(setup):
    return evolve(setup, starting_workers=2.5)


def raising(setup):
    raise ZeroDivisionError("my own bug")


ODD = {
    "half points": (with_tile(front=half_face()), r"salt\.tiles\[salt_mine\]\.front\.points: '1\.5' is not a whole"),
    "huge points": (with_tile(front=Face(points=10**17)), r"points: the number is too large; the largest is 100000"),
    "huge good": (
        evolve(SALT, goods=(Good("salt", GoodKind.RESOURCE, limit=10**7),)), "limit: the number",
    ),
    "number as version": (evolve(SALT, version=SEVEN), r"salt\.version: '7' is not text"),
    "number as title": (with_tile(title=7), r"title: '7' is not text"),
    "unknown season": (with_tile(season="monsoon"), r"season: 'monsoon' is not a season \(spring, summer"),
    "season as text": (with_tile(season="spring"), r"season: 'spring' is not a season"),
    "set-up that raises": (evolve(SALT, setup=raising), "the set-up of salt fails: ZeroDivisionError: my own bug"),
    "set-up that forgets": (evolve(SALT, setup=forgetting), "must return a Setup, not NoneType"),
    "set-up with halves": (
        evolve(SALT, setup=halving), "starting_workers: '2.5' is not a whole",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_an_expansion_that_cannot_be_loaded_again_is_refused(name):
    expansion, message = ODD[name]
    with pytest.raises(kf.RulesetError, match=message) as caught:
        resolve([expansion])
    assert len(str(caught.value)) < 2100


def test_an_effect_that_contains_itself_is_refused():
    with pytest.raises(kf.RulesetError, match="contains itself"):
        resolve([with_tile(front=Face(use=Loop()))])


def test_the_same_expansion_without_the_odd_part_is_fine():
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=[SALT])
    assert kf.EventLog.loads(game.log.dumps(), expansions=[SALT]).replay() == game


def test_the_builtin_expansions_are_plain():
    assert resolve(["farmers", "merchants"]).expansions == tuple(builtin().expansions)


@pytest.mark.parametrize("error", [SystemExit(3), ImportError("no such module"), RecursionError("deep")])
def test_a_module_that_fails_or_leaves_is_named(monkeypatch, error):
    def load():
        raise error

    point = SimpleNamespace(name="salt", value="salt:SALT", load=load, dist=None)
    monkeypatch.setattr(registry, "_entry_points", lambda: [point])
    with pytest.raises(kf.RulesetError, match=f"cannot be loaded: {type(error).__name__}"):
        resolve(["salt"])


# ---------------------------------------------------------------------- overrides


@pytest.mark.parametrize(
    "overrides",
    [
        {"miner": {"back": {"points": int("9" * 4000)}}},
        {"miner": {"back": {"points": 1.5}}},
        {"miner": {7: 1}},
        {7: {"back": {"points": 1}}},
        {"miner": {"back": {"points": {"points": {"points": 1}}}}},
        {"miner": 5},
        {"x" * 5000: {"back": {"points": 1}}},
        {"miner": {"front": {"use": ["take"] * 5000}}},
    ],
)
def test_overrides_that_make_no_sense_are_refused_in_a_bounded_message(overrides):
    with pytest.raises(kf.RulesetError) as caught:
        resolve(overrides=overrides)
    assert len(str(caught.value)) < 2100


def test_overrides_nested_without_an_end_are_refused():
    inner: dict[str, object] = {"points": 1}
    for _ in range(3000):
        inner = {"back": inner}
    with pytest.raises(kf.RulesetError):
        resolve(overrides={"miner": inner})


@frozen
class Cellar(OwnPlace):
    """A place that only its owner may look into."""

    tag: ClassVar[str] = "cellar"
    jars: kf.Pool = held(by=OWNER, of="resource", default=EMPTY)


def test_a_place_with_hidden_fields_is_not_put_into_a_village_that_everybody_sees():
    village = kf.Game.new(["Ann", "Bob"], seed=1).state.seats[0].village
    with pytest.raises(kf.SetupError, match="Cellar has hidden fields"):
        village.with_place(Cellar(kf.Pool.of(wood=1)))
