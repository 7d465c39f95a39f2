"""The Merchants 2.1, 3.2, 3.3, 6: how contracts are got (scenarios 9 to 20)."""

import pytest

from keyflower.expansions.merchants.contracts import ContractTurnedUp, RowSwept
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


def test_m09_every_contract_and_the_deck_say_what_they_are_before_they_are_chosen():
    choices = at_merchant().game.decision.options.grouped().choices
    assert {choice.label: choice.result for choice in choices}["the deck"] == "the top contract, unseen"
    assert all(choice.result for choice in choices)


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


@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_the_row_is_swept_and_dealt_before_the_boats_are_loaded(season):
    """Merchants 2.1: before summer, autumn and winter; three are turned up one by one."""
    at = merchants(season, row=ROW, boats={"sea_breese_ii": "", "keyflower": ""})
    at = at.end_season()
    tags = [event.tag for entry in at.game.log for event in entry.events]
    begin = tags.index(RowSwept.tag)
    assert tags[begin : begin + 4] == [RowSwept.tag] + [ContractTurnedUp.tag] * 3
    loaded = [tag for tag in tags[begin + 4 :] if tag in ("boat-loaded", "merchants.contract-loaded")]
    assert bool(loaded) == (season != "autumn")
    assert not [tag for tag in tags[:begin] if tag in ("boat-loaded", "merchants.contract-loaded")]


def test_swept_contracts_come_back_if_the_deck_is_short():
    """Merchants 2.1: the deck is empty after one contract, and the discard pile becomes the deck."""
    at = merchants("spring", row=ROW, deck="reds").end_season()
    assert "reds" in row(at) and len(row(at)) == 3
    assert set(row(at)) - {"reds"} < set(ROW.split())
    assert on_table(at).deck.total == 1 and not on_table(at).discarded


def test_a_short_row_is_filled_when_a_contract_is_taken_from_the_deck():
    """Merchants 3.2: wherever the contract came from."""
    at = at_merchant(row="golds").play("contract deck")
    assert len(row(at)) == 3 and "golds" in row(at)


def test_a_contract_from_a_boat_does_not_fill_the_row():
    """Merchants 3.2: the row is filled at no other moment."""
    at = merchants(players=6, row="golds", aboard={"white_wind_ii": "reds"}, phase="boats")
    at = at.play("P1 take white_wind_ii")
    assert holds(at, "P1") == ([], ["reds"]) and row(at) == ["golds"]


def test_without_deck_and_discards_only_the_row_can_be_chosen():
    """Merchants 3.2."""
    at = at_merchant(row="golds woods", deck="")
    assert at.options == ["contract contract_golds", "contract contract_woods"]
    at = at.illegal("contract deck", "contract.not-there").play("contract golds")
    assert row(at) == ["woods"], "an open row may stay short"


def test_the_second_of_two_contracts_is_not_got_if_none_is_left():
    """Merchants 3.2: a player who would get a contract gets nothing."""
    at = at_merchant(back=True, row="golds", deck="")
    assert holds(at, "P1") == (["golds"], []) and at.acting == ("P2",)


def test_there_is_no_limit_to_the_contracts_of_a_player():
    """Merchants 3.2."""
    held = (
        "reds yellows greens irons stones purple blue_red saw_wood saw_goods saw_skill three_skills wood_iron"
    )
    at = at_merchant(held={"P1": held}).play("contract golds")
    assert len(holds(at, "P1")[0]) == 13


@pytest.mark.parametrize(("season", "tile"), [("summer", "bookkeeper"), ("autumn", "merchant")])
def test_tiles_that_give_contracts_can_be_used_in_the_auction_area(season, tile):
    """Merchants 6: all three upgradable tiles have a usage box; the contract goes behind the screen of the user."""
    at = merchants(season, lots=tile, row=ROW).play(f"use {tile} R1")
    at = at.play("choose contract") if tile == "bookkeeper" else at
    at = at.play("contract golds")
    assert holds(at, "P1") == (["golds"], []) and at.uses(tile) == ["P1 R1"]


@pytest.mark.parametrize(
    "left", [{"row": "golds", "deck": ""}, {"deck": "golds"}, {"deck": "", "discarded": "golds"}]
)
@pytest.mark.parametrize("tile", ["assayer", "bookkeeper"])
def test_a_contract_may_be_chosen_while_row_deck_or_discards_have_one(tile, left):
    """Merchants 3.3."""
    at = merchants(villages={"P1": ["home_1", tile]}, **left).play(f"use {tile} R1")
    at = at.legal("choose contract").play("choose contract")
    known, hidden = holds(at, "P1")
    assert [*known, *hidden] == ["golds"]


def test_a_contract_cannot_be_chosen_if_there_is_none():
    """Merchants 3.3."""
    at = merchants(villages={"P1": ["home_1", "assayer"]}, row="", deck="").play("use assayer R1")
    at.illegal("choose contract", "choose.unavailable").legal("choose iron", "choose stone")


def test_the_skill_of_the_bookkeeper_cannot_be_chosen_if_the_stack_is_empty():
    """Merchants 3.3: the others as in the base game; the only choice is made without asking."""
    at = merchants(villages={"P1": ["home_1", "bookkeeper"]}, row=ROW, stack="").play("use bookkeeper R1")
    assert at.decision.kind == "merchants.choose-contract"


def test_gains_are_taken_as_far_as_possible():
    """Merchants 6: the rest is got although the stone, the iron or the skill is missing."""
    at = merchants(villages={"P1": ["home_1", "assayer back"]}, row=ROW, supply="stone0").play(
        "use assayer R1"
    )
    assert at.goods("P1", "assayer") == "iron1" and at.decision.kind == "merchants.choose-contract"
    at = merchants(villages={"P1": ["home_1", "bookkeeper back"]}, row=ROW, stack="", screens={"P1": "R1"})
    at = at.play("use bookkeeper R1", "contract golds")
    assert at.skills("P1") == "" and holds(at, "P1") == (["golds"], [])


def test_resources_of_somebody_elses_assayer_go_on_the_own_home():
    """Merchants 6: where rules 3.1 says."""
    at = merchants(villages={"P2": ["home_2", "assayer back"]}, row=ROW).play("P1 use assayer R1")
    assert (at.goods("P1", "home"), at.goods("P2", "assayer")) == ("iron1 stone1", "")
