"""Mutants of an expansion, each with one fault that an author might make: `check_expansion` names every one of them."""

from __future__ import annotations

import pytest

from keyflower.testing import check_expansion
from keyflower.testing.expansion_report import Report
from tests.support.guide import guide

EVENT = """    workers: Pool = held(by=OWNER)

    def apply(self, draft: Draft) -> None:
        honey = Pool.of(honey=1)
"""
FIRST = "        workers = Pool.each([*draft.bag][:1])\n"
BAG = "{table.state.bag['red']} red ones"

MUTANTS = {
    "a drawn piece whose field is not held": (
        [("    bees: Pool = held(by=OWNER)\n\n    def apply", "    bees: Pool\n\n    def apply")],
        "secrets",
        "the event bees.caught tells its bees",
    ),
    "a drawn piece whose field is open on purpose": (
        [
            (EVENT, EVENT.replace("held(by=OWNER)", "open_()")),
            ("    said,\n)", "    said,\n    open_,\n)"),
            ('tag = "bees.honey-sold"', 'tag = "bees.honey-sold"\n    reveals = True'),
        ],
        "secrets",
        "the event bees.honey-sold tells its workers",
    ),
    "an automatic step that peeks behind a screen": (
        [("and honey and table.state.bag else", 'and honey and table.state.seats[task.seat].workers["red"] else')],
        "secrets",
        "what happens without asking depends on what is hidden",
    ),
    "a prompt that peeks into the bag": (
        [('return "Sell a honey, or say done."', f'return f"Sell a honey for one of {BAG}, or say done."')],
        "secrets",
        "the prompt of bees.bargaining depends on what is hidden",
    ),
    "a refusal with a hidden reason": (
        [("\"enter 'sell honey' or 'done'\"", f"f\"say 'sell honey' for one of {BAG}\"")],
        "secrets",
        "the refusal of 'pass' depends on what is hidden",
    ),
    "pieces that are not put back": (
        [("        draft.supply += honey\n", "")],
        "conservation",
        "honey19 iron24",
    ),
    "options that are refused": (
        [("return [[SELL, Done()]]", 'return [[SELL, Sell("drone"), Done()]]')],
        "questions",
        "'sell drone' is an option, but refused",
    ),
    "notation that cannot be read back": (
        [("SELL = Sell", 'Sell.__str__ = lambda self: f"sell the {self.good}"\n\n\nSELL = Sell')],
        "notation",
        "the honey",
    ),
    "an event that decides": (
        [
            (EVENT, EVENT.replace("    workers: Pool = held(by=OWNER)\n", "") + FIRST),
            ("draft.bag -= draft.unseen(self.workers)", "draft.bag -= draft.unseen(workers)"),
            ("draft.add_workers(self.seat, self.workers,", "draft.add_workers(self.seat, workers,"),
            ("HoneySold(seat, drawn)", "HoneySold(seat)"),
        ],
        "redaction",
        "what the events tell is not what may be seen",
    ),
    "a place that is lost in JSON": (
        [("places=(Swarm, Hive)", "places=(Swarm,)")],
        "logs",
        "Hive is not among the places of this game",
    ),
    "a score that looks behind a screen": (
        [
            (
                'queens = count.seat.place(Hive).bees["queen"]',
                'bees = count.seat.place(Hive).bees\n        queens = 0 if bees.unknown else bees["queen"]',
            )
        ],
        "secrets",
        "points are counted as if nothing lay in Hive",
    ),
    "a score that nobody can count even in the end": (
        [(', of="bee", until_over=True)', ', of="bee")')],
        "secrets",
        "points depend on Hive, which stays hidden even when the game is over",
    ),
}  # fmt: skip
"""What is wrong: the change of the guide's code, the check that finds it, and what it says."""


def checked(*changes: tuple[str, str], seeds: tuple[int, ...] = ()) -> Report:
    made = guide(*changes)
    scenarios = {
        "apiary": made["gathered"],
        "bee_garden": made["caught"],
        "honey_market": made["sold"],
        "bee_meadow": made["counted"],
    }
    return check_expansion(made["EXPANSION"], scenarios=scenarios, seeds=seeds, players=[2])


IN_GAMES = {"pieces that are not put back", "an event that decides"}
"""Faults that make a scenario of the guide fail: whole games name them better."""


@pytest.mark.parametrize("fault", MUTANTS)
def test_each_fault_is_found_and_named(fault: str) -> None:
    changes, check, text = MUTANTS[fault]
    report = checked(*changes, seeds=(1,) if fault in IN_GAMES else ())
    assert text in "\n".join(map(str, report.of(check))), str(report)


def test_without_a_fault_nothing_is_found_but_what_only_whole_games_meet() -> None:
    assert [problem.where for problem in checked().problems] == ["bees.swarm-settled"]


def test_an_event_may_show_to_all_what_is_hidden_again() -> None:
    field = ("    bees: Pool = held(by=OWNER)\n\n    def apply", "    bees: Pool\n\n    def apply")
    told = ('tag = "bees.caught"', 'tag = "bees.caught"\n    shows = ("bees",)')
    assert checked(field, told).of("secrets") == ()
