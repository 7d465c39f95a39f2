"""The Merchants 3.2, 3.3, 6: how contracts are got (scenarios 9 to 20)."""

import pytest

from keyflower.expansions.merchants.contracts import ContractTurnedUp
from keyflower.kernel.state import hide
from tests.merchants.table import holds, merchants, on_table, row, short

ROW = "woods golds blues"


def at_merchant(*, back=False, **more):
    side = " back" if back else ""
    return merchants(villages={"P1": ["home_1", f"merchant{side}"]}, **{"row": ROW, **more}).play(
        "use merchant R1"
    )


def test_m09_a_contract_from_the_row_is_known_to_all_and_the_row_is_filled_at_once():
    at = at_merchant().play("contract contract_golds")
    assert holds(at, "P1") == (["golds"], [])
    assert len(row(at)) == 3 and "golds" not in row(at)
    assert at.acting == ("P2",)
    for viewer in (0, 1, 2, -1):
        seat = hide(at.game.state, viewer).seats[0]
        assert "contract_golds" in str(seat.places)


def test_m10_a_contract_from_the_deck_is_known_to_its_owner_only():
    at = at_merchant().play("contract deck")
    known, hidden = holds(at, "P1")
    assert known == [] and len(hidden) == 1 and hidden[0] not in ROW.split()
    assert sorted(row(at)) == sorted(ROW.split())
    for viewer in (1, 2, -1):
        (folder,) = hide(at.game.state, viewer).seats[0].places
        assert (short(folder.known), short(folder.hidden)) == ([], ["?"])
    assert hide(at.game.state, 0).seats[0] == at.seat("P1")


def test_m11_the_second_contract_may_be_the_one_that_has_just_filled_the_row():
    at = at_merchant(back=True).play("contract golds")
    (new,) = set(row(at)) - set(ROW.split())
    at = at.legal(f"contract contract_{new}").play(f"contract {new}")
    assert holds(at, "P1") == (sorted(["golds", new]), [])


def test_m12_the_second_contract_is_chosen_after_looking_at_the_first():
    at = at_merchant(back=True).play("contract deck")
    assert len(holds(at, "P1")[1]) == 1 and at.acting == ("P1",)
    assert holds(at.play("contract woods"), "P1")[0] == ["woods"]


def test_m13_the_assayer_gives_iron_where_resources_go():
    at = merchants("spring", villages={"P1": ["home_1", "assayer"]}, row=ROW).play(
        "use assayer R1", "choose iron"
    )
    assert at.goods("P1", "assayer") == "iron1"
    at = merchants("spring", lots="assayer", row=ROW).play("use assayer R1", "choose iron")
    assert at.goods("P1", "home") == "iron1"


def test_m14_the_assayer_offers_what_is_there():
    at = merchants("spring", lots="assayer", row=ROW, supply="stone0").play("use assayer R1")
    at.illegal("choose stone", "choose.unavailable").legal("choose iron", "choose contract")


def test_m15_the_back_of_the_assayer_gives_stone_iron_and_a_contract():
    at = merchants(villages={"P1": ["home_1", "assayer back"]}, row=ROW).play("use assayer R1")
    assert at.goods("P1", "assayer") == "iron1 stone1"
    assert holds(at.play("contract blues"), "P1") == (["blues"], [])


def test_m16_the_bookkeeper_gives_a_contract_or_a_skill_and_its_back_both():
    at = merchants(villages={"P1": ["home_1", "bookkeeper"]}, row=ROW, screens={"P1": "R6"}).play(
        "use bookkeeper R1"
    )
    assert at.options == ["choose contract", "choose skill"]
    drawn = at.play("choose skill")
    assert drawn.seat("P1").skills.total == 1 and drawn.acting == ("P2",)
    taken = at.play("choose contract", "contract golds")
    assert taken.seat("P1").skills.total == 0 and holds(taken, "P1") == (["golds"], [])
    back = merchants(villages={"P1": ["home_1", "bookkeeper back"]}, row=ROW, screens={"P1": "R6"})
    back = back.play("use bookkeeper R1")
    assert back.seat("P1").skills.total == 1 and back.decision.kind == "merchants.choose-contract"


def test_m17_a_new_season_brings_new_open_contracts():
    at = merchants("spring", row=ROW, boats={"sea_breese_ii": "", "keyflower": ""}).end_season()
    assert at.season == "summer"
    assert short(on_table(at).discarded) == sorted(ROW.split())
    assert len(row(at)) == 3 and not set(row(at)) & set(ROW.split())
    aboard = [place.contracts.total for berth in at.game.state.berths for place in berth.places]
    assert aboard == [1] and on_table(at).deck.total == 36 - 3 - 3 - 1


def test_the_open_row_is_new_in_winter_too_before_tiles_are_offered():
    at = merchants("autumn", row=ROW).pass_all().until("offer-winter")
    assert at.season == "winter"
    assert short(on_table(at).discarded) == sorted(ROW.split()) and len(row(at)) == 3


def test_m18_an_empty_deck_is_made_anew_from_the_discards():
    pile = "reds greens irons stones purple"
    for choice in ("contract woods", "contract golds", "contract deck"):
        at = at_merchant(deck="", discarded=pile).play(choice)
        known, hidden = holds(at, "P1")
        assert known == ([choice.split()[1]] if choice != "contract deck" else [])
        assert set(hidden) <= set(pile.split())
        assert len(row(at)) == 3 and not on_table(at).discarded
    assert at.events(ContractTurnedUp) == []


def test_the_deck_can_be_chosen_while_only_discards_are_left():
    at = at_merchant(row="", deck="", discarded="reds")
    assert holds(at, "P1") == ([], ["reds"]), "the only choice is made without asking"


def test_the_last_open_contract_is_taken_without_asking():
    at = at_merchant(row="golds", deck="")
    assert holds(at, "P1") == (["golds"], []) and row(at) == []


@pytest.mark.parametrize("back", [False, True])
def test_m19_without_any_contract_the_use_gives_nothing(back):
    at = at_merchant(back=back, row="", deck="")
    assert at.acting == ("P2",) and at.uses("merchant") == ["P1 R1"]
    assert holds(at, "P1") == ([], [])


def test_m20_the_user_gets_the_contract_and_the_owner_the_worker():
    at = merchants(villages={"P2": ["home_2", "merchant"]}, row=ROW).play(
        "P1 use merchant R1", "contract golds"
    )
    assert holds(at, "P1") == (["golds"], []) and holds(at, "P2") == ([], [])
    before = at.seat("P2").workers["red"]
    assert at.pass_all().seat("P2").workers["red"] == before + 1


def test_a_contract_has_to_be_taken_before_anything_else():
    at = at_merchant()
    at.illegal("pass", "contract.expected").illegal("contract reds", "contract.not-there")
    at.illegal("contract").illegal("contract nonsense")


def test_contracts_held_by_others_do_not_fill_the_row_again_m25():
    at = merchants(row="golds", deck="", held={"P1": "reds"}).play("exchange reds red")
    assert row(at) == ["golds"] and short(on_table(at).discarded) == ["reds"]


def test_the_question_names_contracts_as_people_do():
    prompt = str(at_merchant().game.options.grouped().prompt)
    assert "_" not in prompt and "deck" in prompt, prompt
