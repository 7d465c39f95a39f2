"""Scenarios T46 to T78 and T84 to T86 of the rules: scoring, ranks and winners."""

import pytest

from keyflower.kernel import SetupError
from tinytowns import FIRST_GAME, Town, rank, score
from tinytowns.testing import scenario

EMPTY = "..../..../..../...."


def lines(town, cards="", monument="", **more):
    """The score of a town by card."""
    at = scenario([town], cards=cards, monuments={"P1": monument} if monument else None, **more)
    return {line.source: line.points for line in at.game.score("P1").lines}


def some(letter, number, rest="."):
    letters = letter * number + rest * (16 - number)
    return "/".join(letters[start : start + 4] for start in range(0, 16, 4))


def test_t46_the_worked_example_of_the_rulebook():
    at = scenario(["CWCT/CCFY/PWTT/.CK. c4:whb"], cards="bakery warehouse")
    sheet = at.game.score("P1")
    assert {line.source: line.points for line in sheet.lines} == {
        "cottage": 12, "farm": 0, "well": 5, "chapel": 4, "tavern": 9, "bakery": 3, "warehouse": -3, "empty": -2,
    }  # fmt: skip
    assert sheet.total == 28
    assert "not fed: a2" in sheet.explain() and "28  in all" in sheet.explain()


def test_t47_unfed_cottages_and_cubes_are_worth_nothing():
    assert lines("CCC./..../..../....") == {"cottage": 0, "empty": -13}
    assert lines("CCCw/hbgs/..../....") == {"cottage": 0, "empty": -13}


def test_t48_a_farm_feeds_four():
    assert lines("CCCF/CC../..../....")["cottage"] == 12
    assert lines("CCCF/CC.F/..../....")["cottage"] == 15


def test_t49_a_granary_feeds_around_it():
    assert lines("C.C./.F../C.C./...C", "granary")["cottage"] == 12


def test_t50_an_orchard_feeds_its_row_and_column():
    assert lines("C.../.F.C/.C../....", "orchard")["cottage"] == 6


def test_t51_a_greenhouse_feeds_one_whole_group():
    assert lines("CC.F/...C/C..C/C..C", "greenhouse")["cottage"] == 9
    assert lines("CC.F/...C/CF.C/C..C", "greenhouse")["cottage"] == 15


def test_t52_wells_count_adjacent_cottages_fed_or_not():
    assert lines("CWC./.C../..../...W")["well"] == 3


def test_t53_fountains():
    assert lines("WW.W/..../...W/....", "fountain")["fountain"] == 4


def test_t54_millstones():
    assert lines("FWY./..../..WK/....", "millstone")["millstone"] == 2


def test_t55_sheds():
    assert lines("WWW./..../..../....", "shed")["shed"] == 3


def test_t56_chapels_count_all_fed_cottages():
    found = lines("CFC./.C../PP../...C", "granary")
    assert (found["chapel"], found["cottage"]) == (6, 9)


def test_t57_abbeys():
    sheet = scenario(["PT../..P./F.../PM.."], cards="abbey", monuments={"P1": "fort_ironweed"}).game.score(
        "P1"
    )
    assert [sheet.at(square) for square in ("a1", "c2", "a4")] == [0, 3, 3] and sheet.of("abbey") == 6


def test_t58_cloisters():
    assert lines("P..P/.P../..../P...", "cloister")["cloister"] == 12


def test_t59_temples():
    sheet = scenario(["CFC./PC../.P../.C.."], cards="granary temple").game.score("P1")
    assert (sheet.at("a2"), sheet.at("b3")) == (4, 0)


@pytest.mark.parametrize(("number", "points"), list(enumerate((2, 5, 9, 14, 20, 20), start=1)))
def test_t60_taverns(number, points):
    assert lines(some("T", number))["tavern"] == points


@pytest.mark.parametrize(("number", "points"), list(enumerate((-1, 5, -3, 15, -5, 26, 26), start=1)))
def test_t61_almshouses(number, points):
    assert lines(some("T", number), "almshouse")["almshouse"] == points


@pytest.mark.parametrize(
    ("halls", "points"), [((2, 2, 1), [6, 4, 2]), ((3, 1), [9, 2]), ((2, 2), [4, 4]), ((2,), [4])]
)
def test_t62_feast_halls_against_the_right_neighbour(halls, points):
    at = scenario([some("T", number) for number in halls], players=len(halls), cards="feast_hall")
    assert [at.points(name, "feast_hall") for name in at.game.players] == points


def test_t63_inns():
    assert lines("T..T/..../.T../....", "inn")["inn"] == 3


def test_t64_theaters():
    assert lines("CFYW/..T./..K./..C.")["theater"] == 5


def test_t65_bakeries():
    assert lines("FYK./..../TY../....", "bakery")["bakery"] == 3


def test_t66_markets():
    assert lines("YYY./Y.../..../Y...", "market")["market"] == 15


def test_t67_tailors():
    assert lines("Y.../.YY./..../....", "tailor")["tailor"] == 9
    assert lines("..../.YY./.YY./....", "tailor")["tailor"] == 20


@pytest.mark.parametrize(
    ("card", "loads", "points"),
    [("factory", "", 0), ("bank", "", 8), ("trading_post", "", 2), ("warehouse", " a1:wg b1:s", -3)],
)
def test_t68_buildings_of_the_factory_type(card, loads, points):
    assert lines(some("K", 2) + loads, card)[card] == points


@pytest.mark.parametrize(
    ("monument", "points"),
    [
        ("architects_guild", 1), ("grove_university", 3), ("fort_ironweed", 7), ("obelisk_of_the_crescent", 0),
        ("opaleyes_watch", 0), ("statue_of_the_bondmaker", 0),
    ],
)  # fmt: skip
def test_t69_plain_monuments_count_only_if_they_stand(monument, points):
    assert lines("M.../..../..../....", monument=monument) == {monument: points, "empty": -15}
    assert lines(EMPTY, monument=monument) == {"empty": -16}


def test_t70_the_archive_counts_types():
    archive = "archive_of_the_second_age"
    assert lines("MCFW/PTYK/..../....", monument=archive)[archive] == 7
    assert lines("MCC./..../..../....", monument=archive)[archive] == 1


@pytest.mark.parametrize(
    ("town", "points"),
    [("MFCC/C.../..../....", (5, 9)), ("MFCC/CC../..../....", (5, 9)), ("MCCC/C.../..../....", (0, 0))],
)
def test_t71_barrett_castle_is_fed_like_a_cottage(town, points):
    found = lines(town, monument="barrett_castle")
    assert (found["barrett_castle"], found["cottage"]) == points


def test_t71_the_castle_counts_as_two_cottages_for_well_chapel_and_temple():
    assert lines("MW../..../..../....", monument="barrett_castle")["well"] == 2
    assert lines("MFP./..../..../....", monument="barrett_castle")["chapel"] == 2
    assert lines("MP../F.../..../....", "temple", monument="barrett_castle")["temple"] == 4


def test_t71_feeding_weighs_the_castle_against_two_cottages_at_a_temple():
    town = "CPC./FM../.CC./...."  # four of five can be fed; the castle touches the temple too
    found = lines(town, "temple", monument="barrett_castle")
    assert (found["barrett_castle"], found["cottage"], found["temple"]) == (5, 9, 4)


def test_t72_the_castle_is_of_the_cottage_type_for_theaters():
    town = "CMYT/..W./..F./..T."
    assert lines(town, monument="barrett_castle")["theater"] == 4
    assert lines(town, monument="fort_ironweed")["theater"] == 5


def test_t73_empty_squares_cost_nothing_with_the_cathedral_but_count_in_ties():
    cathedral = "cathedral_of_caterina"
    assert lines("M.../..../..../....", monument=cathedral) == {cathedral: 2, "empty": 0}
    at = scenario(["M.../..../..../....", "TWWW/FFFF/FFFF/FFFF"], stage="over", monuments={"P1": cathedral})
    assert at.points("P1") == at.points("P2") == 2 and at.winners == ("P2",)


def test_t74_unfed_cottages_give_points_with_the_mausoleum_but_stay_unfed():
    found = lines("MC../CPC./..../....", "temple", monument="grand_mausoleum_of_the_rodina")
    assert (found["cottage"], found["temple"]) == (9, 0)


def test_t75_mandras_palace():
    assert lines(".C../CMF./.T../....", monument="mandras_palace")["mandras_palace"] == 6


def test_t76_silva_forum():
    assert lines("MCC./.C../..../C...", monument="silva_forum")["silva_forum"] == 4
    assert lines("M.../..../..../....", monument="silva_forum")["silva_forum"] == 2


def test_t77_sky_baths():
    assert lines("MCF./..../..../....", monument="the_sky_baths")["the_sky_baths"] == 10
    assert lines("M.../..../..../....", monument="the_sky_baths")["the_sky_baths"] == 14


@pytest.mark.parametrize(("rounds", "points"), [((9, 9, 9, 9), 6), ((9, 8, 9, 9), 3), ((9, 8, 7, 7), 0)])
def test_t78_the_starloom_counts_who_completed_earlier(rounds, points):
    completed = dict(zip(("P1", "P2", "P3", "P4"), rounds, strict=True))
    at = scenario(
        [some("M", 1, "F")] + [some("F", 16)] * 3,
        players=4, stage="over", completed=completed, monuments={"P1": "the_starloom"},
    )  # fmt: skip
    assert at.points("P1", "the_starloom") == points


def test_t78_alone_the_starloom_is_first():
    at = scenario(["M.../..../..../...."], players=1, monuments={"P1": "the_starloom"})
    assert at.points("P1", "the_starloom") == 6


@pytest.mark.parametrize(
    ("points", "title"),
    [
        (60, "Master Architect"), (38, "Master Architect"), (37, "Town Planner"), (32, "Town Planner"),
        (31, "Engineer"), (25, "Engineer"), (24, "Carpenter"), (18, "Carpenter"), (17, "Builder's Apprentice"),
        (10, "Builder's Apprentice"), (9, "Aspiring Architect"), (-3, "Aspiring Architect"),
    ],
)  # fmt: skip
def test_t84_solo_ranks(points, title):
    assert rank(points) == title


def test_t84_a_game_alone_tells_its_rank():
    assert scenario(["TTTT/T.../..../...."], players=1).game.rank == "Aspiring Architect"
    assert scenario(players=2).game.rank == ""


def test_t85_who_named_less_wins_a_tie_whatever_the_empty_squares():
    # the second has two more empty squares, made up for by two sheds
    at = scenario(
        ["TTTF/FFFF/FFFF/FFFF", "TTTW/WFFF/FFFF/FF.."], stage="over", cards="shed", named={"P1": 5, "P2": 4}
    )
    assert at.points("P1") == at.points("P2") and at.winners == ("P2",)


def test_t86_then_empty_squares_then_cottages_then_all_win():
    def winners(one, two):
        at = scenario([one, two], stage="over", cards="shed", named={"P1": 3, "P2": 3})
        assert at.points("P1") == at.points("P2")
        return at.winners

    assert winners("TTTF/FFFF/FFFF/FF..", "TTTW/FFFF/FFFF/F...") == ("P1",)
    assert winners("TTTP/CCCP/PPPP/PPPP", "TTTP/CCCC/PPPP/PPPP") == ("P2",)
    assert winners("TTTP/CCCP/PPPP/PPPP", "TTTP/CPCC/PPPP/PPPP") == ("P1", "P2")


def test_a_town_can_be_scored_without_a_game():
    town = Town.parse("MC../F.../..../....")
    assert score(town, FIRST_GAME, monument="fort_ironweed").total == 7 + 3 - 13
    with pytest.raises(SetupError, match="say which one"):
        score(town, FIRST_GAME)
