"""Scenarios T79 to T83, T87 and T88 of the rules: town hall, solo, and what may be known."""

from tinytowns import SPECTATOR
from tinytowns.testing import scenario


def test_t79_every_third_round_of_the_town_hall_is_free_and_sealed():
    at = scenario(town_hall=True, chance=("glass1", "stone1", "wood1", "brick1"))
    resources = []
    for _ in range(2):
        resources.append(at.game.resource)
        at = at.settle().done()
    assert resources == ["glass", "stone"] and at.game.round == 3 and at.game.resource == ""
    at = at.illegal("P1 place a1").play("P1 place a1 wood")
    assert at.game.view("P2").state.seats[0].sealed == ("?",)
    at = at.play("P2 place a1 glass")
    assert (at.town("P1")[0], at.town("P2")[0]) == ("w", "g")
    at = at.done().settle().done().settle().done()
    assert at.game.round == 6 and at.game.resource == "" and at.seat("P1").named == 0


def test_t79_the_deck_is_shuffled_again_after_ten_cards():
    at = scenario(town_hall=True)
    decks = []
    for _ in range(15):
        decks.append(at.game.state.deck)
        resource = "" if at.game.resource else " wood"
        at = at.settle(**{name: f"place {square}{resource}" for name, square in _free(at)}).done()
        if at.stage == "over":
            break
    assert decks == [9, 8, 8, 7, 6, 6, 5, 4, 4, 3, 2, 2, 1, 0, 0]
    assert at.game.round == 16 and at.game.state.deck == 9 and at.game.state.unturned.total == 14


def _free(at):
    from tinytowns.squares import NAMES

    return [(name, NAMES[at.game.town(name).empty[0]]) for name in at.acting]


def test_t80_banks_in_the_town_hall():
    bank = {"P2": "K.../..../..../.... a1:w"}
    at = scenario(bank, town_hall=True, cards="bank", chance=("wood1",)).legal("P2 place b2 wood")
    free = scenario(bank, stage="place", round=3, town_hall=True, cards="bank")
    free.illegal("P2 place b2 wood", "bank.barred").legal("P2 place b2 glass")
    assert at.game.round == 1


def test_t81_effects_in_the_town_hall_work_for_everybody_in_card_rounds_only():
    factory = dict.fromkeys(("P1", "P2"), "K.../..../..../.... a1:w")
    at = scenario(factory, town_hall=True, chance=("wood1",), cavern=True)
    at.legal("P1 place b2 glass", "P2 place b2 glass", "P1 cavern", "P2 cavern")
    store = dict.fromkeys(("P1", "P2"), "K.../..../..../.... a1:g")
    at = scenario(store, town_hall=True, chance=("wood1",), cards="warehouse", round=2)
    at.legal("P1 store a1", "P2 store a1", "P1 swap a1 glass b2")
    at = scenario(["CM../..../..../...."], town_hall=True, monuments={"P1": "statue_of_the_bondmaker"})
    at.legal("P1 shelter a1")
    free = scenario(
        ["CMK./..../..../.... c1:w"],
        stage="place", round=3, town_hall=True, cavern=True, cards="warehouse",
        monuments={"P1": "statue_of_the_bondmaker"},
    )  # fmt: skip
    for text in ("store c1", "swap c1 wood d4", "shelter a1", "cavern"):
        free.illegal(f"P1 {text}", "place.not-foreign")


def test_in_the_town_hall_fort_and_five_banks_sit_out_free_rounds():
    fort = scenario(
        {"P2": "M.../..../..../...."},
        stage="name",
        round=3,
        town_hall=True,
        monuments={"P2": "fort_ironweed"},
    )
    assert fort.acting == ("P1",)
    at = fort.settle(P1="place d4 wood")
    assert at.acting == ("P1",) and at.stage == "build"
    banks = "KKKK/K.../..../.... a1:w b1:h c1:b d1:g a2:s"
    assert scenario({"P2": banks}, round=3, town_hall=True, cards="bank").acting == ("P1",)
    alone = {"P1": "FFFF/FFFF/FFFF/FFFF", "P2": "MFFF/FFFF/FFFF/FFF."}
    last = scenario(alone, stage="check", round=2, town_hall=True, monuments={"P2": "fort_ironweed"})
    assert last.acting == ("P2",) and last.game.round == 3


def test_a_free_round_that_everybody_sits_out_is_skipped():
    banks = "KKKK/K.../..../.... a1:w b1:h c1:b d1:g a2:s"
    at = scenario({"P1": banks, "P2": banks}, stage="check", round=2, town_hall=True, cards="bank")
    assert at.game.round == 4 and at.acting == ("P1", "P2") and at.game.resource


def test_t82_solo_picks_an_open_card_that_goes_under_the_deck():
    at = scenario(players=1, shown="wood glass stone", chance=("brick1",))
    at.illegal("pick brick", "pick.not-open")
    at = at.legal("pick glass").play_round("glass")
    assert at.game.state.shown == ("wood", "stone", "brick") and at.game.state.under == ("glass",)
    assert at.game.state.deck == 11 and at.stage == "pick" and at.seat("P1").named == 0


def test_t82_cards_come_back_in_the_order_they_were_put_under():
    under = "wood wheat brick glass stone wood wheat brick glass stone wood wheat"
    at = scenario(players=1, shown="brick glass stone", under=under)
    assert at.game.state.deck == 0
    at = at.play_round("stone")
    assert at.game.state.shown == ("brick", "glass", "wood")
    assert at.game.state.under == (*under.split()[1:], "stone")


def test_t83_every_pick_of_a_solo_game_is_foreign():
    at = scenario(["K.../..../..../.... a1:g"], players=1, shown="wood glass stone")
    at.play("pick glass").legal("place b2 stone", "place b2 glass")


def test_t87_building_a_monument_publishes_it_and_an_unbuilt_one_stays_hidden():
    at = scenario(
        ["ww../bs../..../....", "FFFF/FFFF/FFFF/FFF."],
        stage="build", resource="wood",
        monuments={"P1": "grand_mausoleum_of_the_rodina", "P2": "fort_ironweed"},
    )  # fmt: skip
    assert at.game.view("P2").state.seats[0].hand == ("?",)
    built = at.play("P1 build grand_mausoleum_of_the_rodina a1 b1 a2 b2 on a1")
    assert built.game.view("P2").seat("P1").monument == "grand_mausoleum_of_the_rodina"
    over = built.until()
    assert over.stage == "over"
    for viewer in ("P1", SPECTATOR):
        assert over.game.view(viewer).state.seats[1].hand == ("?",)
        assert "fort_ironweed" not in over.game.log.redacted(viewer).dumps()


def test_t88_nobody_can_tell_whether_a_seat_can_build_its_secret_monument():
    def game(monument):
        other = "silva_forum" if monument == "the_starloom" else "the_starloom"
        return scenario(
            {"P2": "gg../wh../..../...."},
            players=3, stage="build", resource="wood", monuments={"P2": monument}, returned={"P2": other},
        ).game  # fmt: skip

    one, two = game("the_starloom"), game("silva_forum")
    assert len(one.decisions[1].options) == 5 and len(two.decisions[1].options) == 1
    assert list(one.decisions) == list(two.decisions) == [0, 1, 2]
    for viewer in ("P1", "P3", SPECTATOR):
        assert one.view(viewer) == two.view(viewer)
        assert one.view(viewer).deciding == two.view(viewer).deciding == (0, 1, 2)
        assert one.log.redacted(viewer).dumps() == two.log.redacted(viewer).dumps()


def test_a_sealed_choice_can_be_taken_back_until_all_are_revealed():
    at = scenario(players=3, stage="place", resource="wood").play("P1 place a1", "P2 place b1")
    assert at.game.undoable("P1") and at.game.undo(seat="P1").decisions.keys() == {0, 2}
    revealed = at.play("P3 place c1").game
    assert [revealed.undoable(seat) for seat in range(3)] == [False, False, False]
    built = scenario(["ws../..../..../...."], stage="build", resource="wood").play(
        "P1 build well a1 b1 on a1"
    )
    assert built.game.undoable("P1")
