"""What expansions tell about parts of their own: it is complete, said once, and taken at its word."""

from typing import ClassVar

import pytest
from attrs import evolve

from keyflower import fast
from keyflower.extend import Cost, Ruleset, Task, TileKind, Turn
from keyflower.facade.registry import builtin, resolve
from keyflower.fast.compiler import tables_of
from keyflower.fast.own_parts import part_problems
from keyflower.kernel.bots import player_names

BASE, FARMERS, MERCHANTS = (builtin().expansion(name) for name in ("base", "farmers", "merchants"))


def why_not(changed):
    """Why games with an expansion in this form are played by the reference engine."""
    return fast.why_not(Ruleset.compose([BASE, changed]))


def without_forms(kinds):
    return tuple(evolve(kind, compiled=None) for kind in kinds)


@pytest.mark.parametrize("ids", [("merchants",), ("farmers", "merchants"), ("merchants", "farmers")])
def test_expansions_that_tell_everything_are_compiled(ids):
    assert fast.why_not(resolve(ids)) == ()


def test_a_kind_of_pieces_that_tells_nothing_is_named():
    reasons = why_not(evolve(MERCHANTS, piece_kinds=without_forms(MERCHANTS.piece_kinds)))
    assert "The Merchants: pieces of the kind contract have no compiled form" in reasons
    assert "The Merchants: pieces of the kind extension have no compiled form" in reasons


def test_parts_that_belong_together_are_all_there():
    widens = {task: widen for task, widen in MERCHANTS.widens.items() if task is not Turn}
    assert why_not(evolve(MERCHANTS, widens=widens)) == (
        "exchanges of cards need more than is there: widening trade-card",
    )


def test_two_expansions_do_not_say_the_same_word():
    reasons = [*part_problems((MERCHANTS, MERCHANTS))]
    assert "The Merchants: The Merchants has a kind cards already, and there is room for one" in reasons
    assert [*part_problems((FARMERS, MERCHANTS))] == []


def test_a_task_that_whoever_looks_ahead_would_stop_at_is_refused():
    class Stopping(Task):
        """A task that tells a word of tasks that finish an action, and does not finish one."""

        tag: ClassVar[str] = "test.stopping"

    handler = next(
        handler for task, handler in MERCHANTS.handlers.items() if task.tag == "merchants.choose-contract"
    )
    changed = evolve(MERCHANTS, handlers={**MERCHANTS.handlers, Stopping: handler})
    reasons = [*part_problems((changed,))]
    assert "The Merchants: the task test.stopping does not finish an action, and compiled ones do" in reasons


def test_cards_must_be_told_one_by_one():
    kinds = tuple(
        evolve(kind, compiled=evolve(kind.compiled, parts=kind.compiled.parts[1:])) if kind.compiled else kind
        for kind in MERCHANTS.piece_kinds
    )
    assert "pieces of the kind contract are not told one by one, or are there more than once" in why_not(
        evolve(MERCHANTS, piece_kinds=kinds)
    )


def test_cargo_that_cannot_be_said_is_named():
    boat = next(tile for tile in MERCHANTS.tiles if tile.kind is TileKind.BOAT)
    laden = evolve(boat, cargo=(Cost(any_extension=1),) * 3)
    tiles = tuple(laden if tile is boat else tile for tile in MERCHANTS.tiles)
    assert f"{boat.title}: its cargo has no compiled form" in why_not(evolve(MERCHANTS, tiles=tiles))


def test_the_numbers_come_from_the_expansion():
    ruleset = resolve(("merchants",))
    tables = tables_of(ruleset)
    assert not isinstance(tables, tuple)
    assert tables.cards == ruleset.kind("contract") and len(tables.cards) == 36
    assert sorted(tables.add_ons) == sorted(ruleset.kind("extension"))


def test_bytes_of_an_older_version_are_refused_in_words():
    import keyflower as kf

    game = kf.Game.new(player_names(2), seed=1, expansions=["merchants"])
    form = bytearray(fast.pack(game).form)
    form[12] = 0x83
    with pytest.raises(fast.PackedError, match=r"this version"):
        fast.packed_from(bytes(form), game)
