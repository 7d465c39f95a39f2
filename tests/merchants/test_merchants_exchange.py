"""The Merchants 2.3, 3.4: exchanging a contract for a piece (scenarios 21 to 30)."""

import pytest

from keyflower.expansions.merchants.exchange import ContractExchanged
from keyflower.model.pool import Pool
from tests.merchants.table import holds, merchants, on_table, short

HAND = {"P1": "R1"}


def test_m21_a_blue_from_the_bag_can_be_bid_in_the_same_turn():
    at = merchants(held={"P1": "blue_red"}, screens=HAND, lots="brewer")
    before = at.bag["blue"]
    at = at.play("exchange contract_blue_red blue")
    assert at.hand("P1") == "R1 B1" and at.bag["blue"] == before - 1
    assert holds(at, "P1") == ([], []) and short(on_table(at).discarded) == ["blue_red"]
    assert at.play("bid brewer B1").bids("brewer") == {"P1": "B1"}


def test_m22_only_what_the_contract_names():
    at = merchants(held={"P1": "blue_red"}, screens=HAND)
    at.illegal("exchange blue_red yellow", "exchange.not-named")
    at.illegal("exchange blue_red green", "exchange.not-named")
    at.illegal("exchange blue_red any_worker")
    at.legal("exchange blue_red red", "exchange blue_red blue")
    at.illegal("exchange woods wood", "exchange.not-held")


def test_m23_green_comes_from_the_supply():
    at = merchants(held={"P1": "greens"}, screens=HAND)
    before = at.supply["green"]
    at = at.play("exchange greens green")
    assert at.hand("P1") == "R1 G1" and at.supply["green"] == before - 1
    none = merchants(held={"P1": "greens"}, screens=HAND, supply="green0", bag="R3 G2")
    none.illegal("exchange greens green", "exchange.none-left")


def test_m24_skills_come_from_the_stack_and_resources_go_on_the_home():
    at = merchants(held={"P1": "anvil_goods three_resources"}, screens=HAND, supply="iron0")
    at.illegal("exchange anvil_goods wood", "exchange.not-named")
    anvils = at.stack["anvil"]
    got = at.play("exchange anvil_goods anvil")
    assert got.skills("P1") == "anvil1" and got.stack["anvil"] == anvils - 1
    at.illegal("exchange three_resources iron", "exchange.none-left").legal("exchange three_resources wood")
    assert at.play("exchange three_resources stone").goods("P1", "home") == "stone1"


def test_m25_the_purple_contract_is_exchanged_for_anything():
    at = merchants(held={"P1": "purple"}, screens=HAND, start="P2", turn="P1", with_farmers=True)
    pieces = ("red", "blue", "yellow", "green", "saw", "anvil", "pickaxe", "gold", "iron", "stone", "wood")
    at.legal(*(f"exchange purple {piece}" for piece in pieces))
    for piece in ("wheat", "sheep", "cabin", "contract_reds"):
        at.illegal(f"exchange purple {piece}", "exchange.not-named")
    after = at.play("exchange purple gold")
    assert after.goods("P1", "home") == "gold1" and after.start == "P2"


def test_m26_only_in_the_own_turn_and_before_the_action():
    at = merchants(held={"P1": "reds blues woods", "P2": "golds"}, lots="brewer", screens={"P1": "Y1"})
    three = at.play("exchange reds red", "exchange blues blue", "exchange woods wood")
    assert three.acting == ("P1",)
    assert three.play("bid brewer B1").acting == ("P2",)
    assert at.game.play("bid brewer Y1").why_not("exchange reds red", seat="P1")
    assert at.game.why_not("exchange golds gold", seat="P2")


def test_an_exchange_is_not_possible_while_the_action_goes_on():
    at = merchants(held={"P1": "reds"}, villages={"P1": ["home_1 wood1", "stable"]})
    at.play("use home R1").illegal("exchange reds red", "haul.expected")


def test_m27_an_exchange_does_not_count_as_an_action():
    at = merchants(players=2, held={"P2": "reds"}, screens={"P1": "R1", "P2": "R1"}).play("P1 pass")
    at = at.play("P2 exchange reds red")
    assert at.acting == ("P2",) and at.season == "summer"
    assert at.play("P2 pass").until("turn").season == "autumn"


def test_m28_a_player_without_workers_may_exchange_and_then_use():
    at = merchants(held={"P1": "reds"}, screens={"P1": ""}, villages={"P1": ["home_1", "woodcutter"]})
    at.legal("exchange reds red", "pass")
    assert at.play("exchange reds red", "use woodcutter R1").goods("P1", "woodcutter") == "wood2"


def test_m29_a_colour_that_is_not_in_the_bag_is_not_found():
    at = merchants(held={"P1": "blues"}, screens=HAND, bag="R3 Y2").play("exchange blues blue")
    assert at.hand("P1") == "R1" and str(at.bag) == "R3 Y2"
    assert holds(at, "P1") == ([], []) and short(on_table(at).discarded) == ["blues"]
    (event,) = at.events(ContractExchanged)
    assert not event.found
    assert "no blue" in event.words(("Ann", "Bob", "Cid"))
    merchants(held={"P1": "blues"}, screens=HAND, bag="").illegal("exchange blues blue", "exchange.none-left")
    merchants(held={"P1": "saw_skill"}, screens=HAND, stack="").illegal(
        "exchange saw_skill saw", "exchange.none-left"
    )


def test_m30_in_winter_until_the_last_pass():
    at = merchants("winter", held={"P1": "reds blues"}, screens={"P1": "R2", "P2": "R1", "P3": "R1"})
    at = at.play("exchange reds red").pass_all()
    assert "turn" not in [task.tag for task in at.game.state.agenda]
    decision = next(iter(at.game.decisions.values()), None)
    while decision is not None:
        assert not any(action.kind == "exchange" for action in decision.options)
        game = at.game.play(decision.options[0], seat=decision.seat)
        at = at._at(game)
        decision = next(iter(at.game.decisions.values()), None)
    assert at.game.over and holds(at, "P1") == (["blues"], [])


def test_open_hands_show_what_was_exchanged():
    at = merchants(held={"P1": "blue_red saw_wood"}, open_hands={"P1": "R1"}, screens={"P1": ""})
    at = at.play("exchange blue_red blue", "exchange saw_wood saw")
    assert (str(at.seat("P1").open_workers), str(at.seat("P1").open_skills)) == ("R1 B1", "saw1")


def test_the_prompt_says_that_contracts_may_be_exchanged():
    at = merchants(held={"P1": "reds"})
    assert "exchange" in at.decision.prompt
    assert "exchange" not in at.play("pass").decision.prompt


@pytest.mark.parametrize("piece", ["red", "blue", "yellow"])
def test_workers_come_from_the_bag_by_colour(piece):
    """Merchants 3.4."""
    at = merchants(held={"P1": "four_colours"}, screens=HAND)
    after = at.play(f"exchange four_colours {piece}")
    assert after.bag == at.bag - Pool.of({piece: 1}) and after.supply == at.supply
    assert after.seat("P1").workers == at.seat("P1").workers + Pool.of({piece: 1})


@pytest.mark.parametrize("piece", ["wood", "stone", "iron", "gold"])
def test_resources_come_from_the_supply(piece):
    """Merchants 3.4: and go on the own home, wherever else resources lie."""
    at = merchants(held={"P1": "purple"}, villages={"P1": ["home_1", "store"]})
    after = at.play(f"exchange purple {piece}")
    assert after.goods("P1", "home") == f"{piece}1" and after.supply[piece] == at.supply[piece] - 1


def test_a_skill_that_is_not_in_the_stack_is_not_found():
    """Merchants 3.4: only the stack could tell, so the exchange is legal and the contract lost."""
    at = merchants(held={"P1": "saw_skill"}, screens=HAND, stack="anvil2").play("exchange saw_skill saw")
    assert at.skills("P1") == "" and str(at.stack) == "anvil2"
    assert holds(at, "P1") == ([], []) and short(on_table(at).discarded) == ["saw_skill"]


def test_everybody_is_told_that_nothing_was_found():
    """Merchants 3.4 and 10: it is public."""
    at = merchants(drawn={"P1": "blues"}, screens=HAND, bag="R3 Y2").play("exchange blues blue")
    told = [line for entry in at.game.log.redacted("P2") for line in at.game.tell(entry)]
    assert any("Four blue" in line and "no blue" in line for line in told)


def test_the_purple_contract_gives_nothing_that_is_seen_to_be_missing():
    """Merchants 3.4."""
    at = merchants(held={"P1": "purple"}, screens=HAND, supply="gold0 green0", stack="", bag="R1")
    for piece in ("gold", "green", "saw"):
        at.illegal(f"exchange purple {piece}", "exchange.none-left")
    at.legal("exchange purple wood", "exchange purple red", "exchange purple blue")


def test_a_green_worker_lies_open_with_open_hands():
    """Merchants 3.4, variant B."""
    at = merchants(held={"P1": "greens"}, open_hands={"P1": "R1"}, screens={"P1": ""})
    at = at.play("exchange greens green")
    assert str(at.seat("P1").open_workers) == "R1 G1" and not at.seat("P1").workers


@pytest.mark.parametrize(("phase", "why"), [("boats", "take.expected"), ("build", "place.expected")])
def test_no_exchange_at_the_end_of_a_season(phase, why):
    """Merchants 3.4."""
    at = merchants(held={"P1": "reds"}, phase=phase, won={"P1": ["brewer"]} if phase == "build" else None)
    assert at.acting == ("P1",)
    at.illegal("exchange reds red", why)


def test_an_exchange_does_not_stand_for_the_pass_of_a_player_who_can_do_nothing_else():
    """Merchants 2.3: P2 has no worker; he may exchange, and then has to pass like anybody else."""
    at = merchants(players=2, held={"P2": "woods"}, screens={"P1": "R1", "P2": ""}).play("P1 pass")
    assert at.acting == ("P2",) and at.options == ["pass", "exchange contract_woods wood"]
    at = at.play("P2 exchange woods wood")
    assert at.acting == ("P2",) and at.season == "summer" and at.options == ["pass"]
    assert at.play("P2 pass").until("turn").season == "autumn", "two passes in succession"
