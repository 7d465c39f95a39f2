"""Own actions: how their choices are called and what comes of them, as for the built-in ones."""

from random import Random
from typing import ClassVar

import pytest
from attrs import frozen

import keyflower as kf
from keyflower.engine.option_labels import KINDS, TileLabels
from keyflower.extend import Action
from keyflower.facade.registry import builtin
from keyflower.model.speaker import speaker

UK = speaker("uk", "keyflower.expansions.merchants.languages")


@frozen
class Polish(Action):
    """An action whose path has a step of a kind that built-in actions use for something else."""

    verb: ClassVar[str] = "polish"

    def path(self):
        return (("tile", "stable"), ("upgrade", "wood1"))


def test_an_own_action_gets_no_result_that_belongs_to_another():
    game = kf.Game.new(["Ann", "Bob"], seed=1)
    labels = TileLabels(None, game.decision, None, 0)  # type: ignore[arg-type]  # nothing of them is asked for
    for step in Polish().path():
        assert labels.result(step, Polish()) == ""
    assert labels.result(("boat", "boat_keyflower"), Polish()) == ""


def leaves(choices):
    for choice in choices:
        yield from ([choice] if choice.action is not None else leaves(choice.choices))


def steps(choices):
    for choice in choices:
        yield choice
        yield from steps(choice.choices)


@pytest.fixture(scope="module")
def met():
    """The choices of every own action of The Merchants, as they come up in games."""
    found: dict[str, list] = {}
    for seed in range(1, 9):
        game, rng = kf.Game.new(["Ann", "Bob"], seed=seed, expansions=["merchants"]), Random(seed)
        while not game.over:
            seat, decision = next(iter(game.decisions.items()))
            own = [option for option in decision.options if option.kind in ("extend", "contract", "exchange")]
            for kind in {option.kind for option in own} - found.keys():
                found[kind] = list(decision.options.grouped().choices)
            upgrades = [option for option in decision.options if option.kind == "upgrade"]
            game = game.play(rng.choice(own or upgrades or list(decision.options)), seat=seat)
        if len(found) == 3:
            break
    return found


def test_own_actions_are_called_by_names_in_every_language(met):
    assert set(met) == {"extend", "contract", "exchange"}
    for choices in met.values():
        for choice in steps(choices):
            if choice.kind in ("good", "piece", "tile"):
                said = UK.say(choice.label)
                assert not any("a" <= letter <= "z" for letter in said.lower()), said
                assert "_" not in str(choice.label)


def test_own_actions_say_what_comes_of_them(met):
    taken = [leaf for leaf in leaves(met["contract"]) if leaf.action.kind == "contract"]
    assert {leaf.result.startswith("asks for ") for leaf in taken if leaf.key != "deck"} == {True}
    extended = [leaf for leaf in leaves(met["extend"]) if leaf.action.kind == "extend"]
    assert extended
    assert all(leaf.result == "" or leaf.result.endswith("count twice") for leaf in extended)
    assert any(leaf.result for leaf in extended)


@pytest.mark.parametrize("expansion", builtin().expansions, ids=lambda expansion: expansion.id)
def test_every_kind_of_step_is_said_by_somebody(expansion):
    """What no game reaches here is found by `check_expansion`, which looks at every own action that is played."""
    assert {kind for action in expansion.actions for kind in action.labels} <= KINDS | {"star"}
