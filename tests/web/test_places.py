"""Places of expansions over the protocol: what a client draws without knowing them."""

import pytest

pytest.importorskip("starlette")

import keyflower as kf
from keyflower.model.speaker import speaker
from keyflower.web.drawing_data import places, printed
from tests.extend.test_looks import played

UK = speaker("uk", "keyflower.expansions.merchants.languages")


@pytest.fixture(scope="module")
def game():
    return played(["farmers", "merchants"], 7)


@pytest.mark.parametrize("viewer", ["Ann", "Bob"])
def test_places_say_where_they_are_and_what_can_be_seen(game, viewer):
    view = game.view(viewer)
    told = places(view, UK)
    assert {place["on"] for place in told} <= {"seat", "village", "tile", "lot", "boat", "table"}
    names = printed(game.ruleset, UK)["pieces"]
    assert isinstance(names, dict)
    for place in told:
        assert all(piece in names and number > 0 for piece, number in place["pieces"])
        assert place["hidden"] >= 0
        assert not place["hidden"] or place["kind"] in names
        assert (place["at"] != "") == (place["on"] in ("tile", "lot", "boat"))
    titles = {place["title"] for place in told}
    assert {"Відкриті контракти", "Колода контрактів", "Прибудови"} <= titles


def test_what_a_seat_hides_is_counted_for_the_others(game):
    state = game.state
    for number, seat in enumerate(state.seats):
        for place in seat.places:
            if place.tag == "merchants.folder" and place.hidden:
                other = places(game.view(1 - number), UK)
                [told] = [one for one in other if one["seat"] == number and one["tag"] == place.tag]
                assert told["hidden"] == place.hidden.total
                assert dict(map(tuple, told["pieces"])) == dict(place.known.items())
                return
    pytest.fail("nobody hides a contract: choose another seed")


def test_what_lies_on_a_pasture_is_told_once(game):
    assert not [place for place in places(game.view("Ann"), UK) if place["tag"] == "herds"]


def test_what_a_boat_carries_besides_workers_and_skills_is_told_where_it_lies():
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["merchants"], variants=["merchants-first"])
    told = {place["at"]: place["pieces"] for place in places(game.view("Ann"), UK) if place["tag"] == "cargo"}
    assert told == {"boat_keyflower_ii": [["gold", 1]], "boat_sea_bastion_ii": [["cabin", 1]]}
