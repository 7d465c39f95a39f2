"""The toy expansion: a distribution of its own that uses every extension point, and needs no change in the package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from attrs import evolve

import keyflower as kf
from keyflower.engine.scoring import score_seat
from keyflower.extend import DOUBLED, FREE_FLIP, Expansion, OwnPlace, Power, tile_name
from keyflower.facade.data.codec import codec
from keyflower.facade.memory import remember
from keyflower.facade.registry import resolve
from keyflower.facade.soundness import problem
from keyflower.kernel.testing import laws
from keyflower.languages import language
from keyflower.languages.extraction import of_expansion
from keyflower.testing import Scenario, check_expansion, moments, random_game, scenario
from keyflower.testing.census import losses
from keyflower.testing.random_play import varied
from tests.support import toy


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install the toy for this module."""
    with toy.installed(tmp_path_factory.mktemp("site")):
        yield


@pytest.fixture(scope="module")
def lanterns() -> Expansion:
    return kf.registry.discover().expansion("lanterns")


def played(players: int, *expansions: str, seed: int = 5, variants: tuple[str, ...] = ()) -> kf.Game:
    return random_game(seed, players, expansions=("lanterns", *expansions), variants=variants, choose=varied)


# ---------------------------------------------------------------------- found by its entry point


def test_the_toy_is_discovered_by_its_entry_point_only_when_asked() -> None:
    assert "lanterns" in [expansion.id for expansion in kf.registry.discover().expansions]
    assert "lanterns" not in [expansion.id for expansion in kf.registry.builtin().expansions]


def test_its_tiles_are_in_the_registry(lanterns: Expansion) -> None:
    registry = kf.registry.discover()
    assert registry.tile("oil_press").id == "lanterns:oil_press"
    assert registry.tile("Lamplighter").words() == (
        "Lamplighter (spring village, lanterns)\n"
        "Front: light up to 1 lamp for 1 oil each.\n"
        "Upgrade: 1 lantern.\n"
        "Back: light up to 2 lamps for 1 oil each; 3 points."
    )
    assert len(registry.tiles(expansion="lanterns")) == len(lanterns.tiles) == 15


def test_games_name_it_by_its_id() -> None:
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["lanterns", "farmers"], variants=["long-nights"])
    assert [expansion.id for expansion in game.ruleset.expansions] == ["base", "farmers", "lanterns"]


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("others", [(), ("farmers",)])
def test_whole_games_conserve_score_save_load_and_draw(players: int, others: tuple[str, ...]) -> None:
    game = played(players, *others)
    assert game.over and not losses(game.ruleset, game.state)
    for sheet in game.scores:
        assert sheet.total == sum(line.points for line in sheet.lines)
    assert kf.EventLog.loads(game.log.dumps()).replay() == game
    for viewer in (*range(players), kf.SPECTATOR):
        redacted = game.log.redacted(viewer)
        assert kf.EventLog.loads(redacted.dumps()).entries == redacted.entries
        assert game.view(viewer).to_data()["viewer"] == viewer
    render = pytest.importorskip("keyflower.render")
    assert render.table_text(game.state, ruleset=game.ruleset, names=game.players)
    pytest.importorskip("svg")
    assert "</svg>" in render.table_svg(game.state, ruleset=game.ruleset, names=game.players)


def test_a_game_saved_in_the_middle_of_its_own_question_goes_on_identically() -> None:
    middle = next(
        moment
        for moment in moments(played(3))
        if not moment.over and moment.state.agenda[0].tag == "lanterns.nightfall"
    )
    loaded = kf.EventLog.loads(middle.log.dumps()).replay()
    assert loaded == middle
    seat, decision = next(iter(middle.decisions.items()))
    assert loaded.play(decision.options[0], seat=seat) == middle.play(decision.options[0], seat=seat)


def test_its_actions_events_and_views_have_schemas() -> None:
    schema = pytest.importorskip("keyflower.schema")
    pytest.importorskip("jsonschema")
    game = groped().play("return saw").game
    ruleset = game.ruleset
    assert schema.check("action", {"verb": "light", "tile": "miner"}, ruleset) == ()
    assert schema.check("action", {"verb": "light", "cell": "miner"}, ruleset)
    for line in game.log.lines():
        assert schema.check("log", json.loads(line), ruleset) == ()
    assert schema.check("view", game.view(0).to_data(), ruleset) == ()


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_play_it_without_knowing_it(bot: str) -> None:
    bots = pytest.importorskip("keyflower.bots")
    player, rng = bots.BOTS[bot](), Random(1)
    game = kf.Game.new(["Ann", "Bob"], seed=3, expansions=["lanterns"])
    while not game.over:
        view = game.view(next(iter(game.decisions)))
        game = game.play(player.choose(view, view.decision, rng), seat=view.viewer)
    assert not losses(game.ruleset, game.state)


def test_every_tile_has_a_picture(lanterns: Expansion) -> None:
    render = pytest.importorskip("keyflower.render")
    pytest.importorskip("svg")
    for tile in lanterns.tiles:
        for side in range(len(tile.faces)):
            assert "</svg>" in render.tile_svg(tile, side=side)


def test_a_view_of_its_own_question_can_be_dealt() -> None:
    at = groped()
    for viewer in (0, 1, kf.SPECTATOR):
        assert at.game.view(viewer).sample(Random(1)).state.agenda == at.game.state.agenda


# ---------------------------------------------------------------------- one scenario for each tile


def pressed() -> Scenario:
    at = scenario(lots=["oil_press"], expansions=["lanterns"]).play("P1 use oil_press R1")
    assert at.stock("P1") == "oil2"
    return at


def lit() -> Scenario:
    at = scenario(villages={"P1": ["lamplighter back"]}, screens={"P1": "R5 oil1"}, expansions=["lanterns"])
    at = at.play("use lamplighter R1")
    at.illegal("pass", "light.expected").illegal("light miner", "light.not-yours").legal("light home", "done")
    at = at.play("light home")
    assert at.goods("P1", "home") == "lantern1" and at.stock("P1") == ""
    assert at.acting == ("P2",)  # a second lamp would take oil that is not there
    return at


def paid_with_oil() -> Scenario:
    at = scenario(
        "summer",
        villages={"P1": ["chandler"]},
        screens={"P1": "R5 oil1", "P2": "R5"},
        chance=["B2"],
        expansions=["lanterns"],
    )
    at = at.play("P1 use chandler R1")
    assert at.hand("P1") == "R4 B2" and at.stock("P1") == ""
    return at.illegal("P2 use chandler R2", "use.cannot-pay")


def lit_without_oil() -> Scenario:
    at = scenario(
        villages={"P1": ["lantern_boata", "lamplighter"]}, screens={"P1": "R5"}, expansions=["lanterns"]
    )
    at = at.play("use lamplighter R1", "light lamplighter")
    assert at.goods("P1", "lamplighter") == "lantern1"
    return at


def groped() -> Scenario:
    at = scenario(
        "autumn",
        lots=["back_alley"],
        screens={"P1": "R3 anvil1"},
        chance=["saw2"],
        expansions=["lanterns"],
    )
    return at.play("P1 use back_alley R1")


def put_back() -> Scenario:
    at = groped()
    assert at.options == ["return anvil", "return saw"]
    at = at.illegal("return pickaxe", "return.not-there").illegal("done", "return.expected")
    at = at.play("return anvil")
    assert at.skills("P1") == "saw2"
    return at


def upgraded_to_a_power() -> Scenario:
    at = scenario(
        villages={"P1": ["wick_maker wood1", "lamplighter"]},
        screens={"P1": "R9"},
        players=2,
        expansions=["lanterns"],
    )
    at = at.play("use home R1", "upgrade wick_maker wood1").until("turn")
    assert at.side("P1", "wick_maker") == "back"
    assert at.seat("P1").powers == ("lanterns.free-light",)
    at = at.play("P2 pass", "P1 use lamplighter R1", "light home")
    assert at.goods("P1", "home") == "lantern1"
    return at


def gazed(side: str = "front") -> Scenario:
    from keyflower_toy.stars import Sky

    at = scenario(
        "autumn",
        villages={"P1": [f"observatory {side}"]},
        places={"table": [Sky(kf.Pool.of(bear=2, swan=4))]},
        chance=["bear1 swan1"],
        expansions=["lanterns"],
    )
    return at.play("P1 use observatory R1")


def wished() -> Scenario:
    at = gazed("back")
    assert at.options == ["wish bear", "wish swan", "done"]
    at = at.illegal("wish lyre", "wish.not-there").illegal("pass", "wish.expected")
    at = at.play("wish bear")
    assert stars(at.game, 0) == "comet1 swan1" and at.stock("P1") == "oil2"
    return at


def charted() -> Scenario:
    from keyflower_toy.stars import Chart

    chart = Chart(kf.Pool.of(swan=2, lyre=1))
    return winter("planetarium", "planetarium", points=6, places={"P2": [chart]})


def stars(game: kf.Game, seat: int, viewer: int | None = None) -> str:
    """What somebody sees on the chart of a seat; by default everything."""
    from keyflower_toy.stars import Chart

    state = game.state if viewer is None else game.view(viewer).state
    return str(state.seats[seat].place(Chart).stars)


def sky(game: kf.Game, viewer: int | None = None) -> str:
    """What somebody sees in the sky; by default everything."""
    from keyflower_toy.stars import Sky

    return str((game.state if viewer is None else game.view(viewer).state).place(Sky).stars)


def winter(
    tile: str, *village: str, points: int, places: dict[str, list[OwnPlace]] | None = None
) -> Scenario:
    at = scenario("winter", villages={"P2": village}, places=places, expansions=["lanterns"])
    assert at.points("P2", tile) == points, at.score("P2").explain()
    return at


def flown() -> Scenario:
    from keyflower_toy.fireflies import Glades

    at = scenario(
        villages={"P1": ["home_1", "glade back"]},
        screens={"P1": "R5 oil2", "P2": "R5 Y5"},
        places={"P1": [Glades((("home_1/1", kf.Pool.of(firefly=1)),))]},
        players=2,
        expansions=["lanterns"],
    )
    at = at.legal("use home R1").play("P1 use glade R1")
    assert str(dict(at.village("P1").place(Glades).glades)["home_1/1"]) == "firefly4"
    assert at.stock("P1") == "oil1"
    at.illegal("P2 use home_1 R1", "use.colour").legal("P2 use home_1 Y1")  # two of them give their light
    return at


def carried_by_lamplight() -> Scenario:
    at = scenario(villages={"P1": ["lamplit_home", "miner wood1"]}, expansions=["lanterns"])
    at = at.play("use home R1", "move wood miner>lamplit_home")
    assert at.goods("P1", "lamplit_home") == "wood1"
    return at


def ordered() -> Scenario:
    at = scenario(
        players=2,
        villages={"P1": ["home_1"], "P2": ["home_2"]},
        lots=["night_order"],
        screens={"P1": "R3", "P2": "B3"},
        expansions=["lanterns"],
    )
    assert "turn_order_4" not in at.game.ruleset.tiles
    at = at.play("P1 bid night_order R1", "P2 pass", "P1 pass")
    return at


SCENARIOS = {
    "oil_press": pressed,
    "lamplighter": lit,
    "chandler": paid_with_oil,
    "lantern_boat": lit_without_oil,
    "back_alley": put_back,
    "wick_maker": upgraded_to_a_power,
    "observatory": wished,
    "lighthouse": lambda: winter("lighthouse", "lighthouse", "miner lantern1", "stable lantern2", points=4),
    "night_market": lambda: winter("night_market", "home_1 lantern1", "night_market lantern1", points=2),
    "night_watch": lambda: winter("night_watch", "night_watch", "miner back", "stable", points=2),
    "planetarium": charted,
    "glade": flown,
    "lamplit_home": carried_by_lamplight,
    "night_order": ordered,
    "lightship": lambda: winter("lightship", "lightship", "miner lantern1", points=1),
}


@pytest.mark.parametrize("tile", SCENARIOS)
def test_scenario(tile: str) -> None:
    SCENARIOS[tile]()


def test_the_whole_contract_is_kept(lanterns: Expansion) -> None:
    report = check_expansion(lanterns, scenarios=SCENARIOS, seeds=[3], players=[3])
    report.raise_for_problems()
    assert report.ok and "no problems" in str(report)


# ---------------------------------------------------------------------- each extension point does its work


def test_setup_and_a_phase_at_the_start_of_spring() -> None:
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["lanterns"])
    assert [str(seat.stock) for seat in game.state.seats] == ["oil1", "oil1"]
    assert len([lot for lot in game.lots if "turn_order" not in lot.tile]) == 7


def test_a_variant_changes_the_setup_and_a_rule() -> None:
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["lanterns"], variants=["long-nights"])
    assert [(str(seat.stock), seat.workers.total) for seat in game.state.seats] == [("oil2", 7), ("oil2", 7)]


def test_there_are_as_many_boats_as_players_drawn_from_those_of_all_expansions() -> None:
    rows = set()
    for seed in range(20):
        game = kf.Game.new(["Ann", "Bob"], seed=seed, expansions=["lanterns"])
        rows.add(tuple(berth.boat for berth in game.boats))
    own, bastion, lightship = "boat_keyflower", "boat_sea_bastion", "lightship"
    assert rows == {(own, bastion), (own, lightship), (bastion, lightship)}


def test_its_tiles_can_be_left_out_of_the_deck_or_kept_in_it_alone() -> None:
    names = ["Ann", "Bob"]
    for seed in range(6):
        without = kf.Game.new(names, seed=seed, expansions=["lanterns"], without=["glade", "lightship"])
        assert "lightship" not in [berth.boat for berth in without.boats]
        assert "glade" not in [lot.tile for lot in without.lots]
        assert kf.EventLog.loads(without.log.dumps()).replay() == without
        winter = ["lighthouse", "night_market", "night_watch", "planetarium", "scribes", "windmill"]
        only = kf.Game.new(
            names, seed=seed, expansions=["lanterns"], only=[*winter, "apothecary", "jeweller"]
        )
        assert {tile for seat in only.state.seats for tile in seat.winter} < {
            *winter,
            "apothecary",
            "jeweller",
        }


def test_a_boat_brings_a_star_that_only_its_taker_sees() -> None:
    from keyflower_toy.fireflies import Hold

    at = scenario(
        players=2,
        boats={"lightship": "R1", "boat_keyflower": "R1"},
        places={"lightship": [Hold(kf.Pool.of(swan=1))]},
        phase="boats",
        expansions=["lanterns"],
    )
    for who in (0, 1):
        berths = {berth.boat: berth for berth in at.game.view(who).state.berths}
        assert str(berths["lightship"].place(Hold).stars) == "?1"
    at = at.play("P1 take lightship")
    assert [stars(at.game, 0, viewer) for viewer in (0, 1)] == ["swan1", "?1"]
    loaded = [
        berth.place(Hold).stars.total
        for seed in range(4)
        for berth in kf.Game.new(["Ann", "Bob"], seed=seed, expansions=["lanterns"]).boats
    ]
    assert 1 in loaded


def test_fireflies_are_put_on_pastures_by_hand_and_those_left_over_fly_home() -> None:
    from keyflower_toy.fireflies import Glades

    at = scenario(
        players=2,
        villages={"P1": ["home_1 firefly1/2"]},
        supply="firefly4",
        expansions=["lanterns"],
    )
    assert str(at.village("P1").place(Glades).glades) == "(('home_1/2', Pool.of(firefly=1)),)"
    assert sum(pool.total for _, pool in at.village("P2").place(Glades).glades) == 7


def test_events_of_an_old_version_are_read(lanterns: Expansion) -> None:
    (upcaster,) = lanterns.upcasters
    old = {"tag": "lanterns.lamp-lit", "seat": 0, "tile": "miner", "burnt": 1}
    lifted = upcaster.events["lanterns.lamp-lit"](old)
    assert lifted == {"tag": "lanterns.lamp-lit", "seat": 0, "tile": "miner", "oil": 1}
    assert codec(resolve(["lanterns"])).events.read(lifted).tag == "lanterns.lamp-lit"


def test_phases_behind_one_step_keep_the_order_of_their_expansions() -> None:
    steps = resolve(["farmers", "lanterns"]).end_steps(kf.Season.SUMMER)
    place = steps.index("end.powers")
    assert steps[place + 1 : place + 4] == ("farmers.breeding", "lanterns.night", "lanterns.embers")
    assert "lanterns.embers" not in resolve(["lanterns"]).end_steps(kf.Season.WINTER)


def test_at_night_all_decide_at_once_in_any_order() -> None:
    at = scenario(
        players=2,
        screens={"P1": "R3 oil1", "P2": "R3 oil1"},
        phase="lanterns.night",
        expansions=["lanterns"],
    )
    assert at.acting == ("P1", "P2")
    forward = at.play("P1 light home", "P2 done")
    backward = at.play("P2 done", "P1 light home")
    assert forward.game.state == backward.game.state
    assert forward.goods("P1", "home") == "lantern1"
    assert forward.stock("P1") == "oil1"  # the embers of the only lamp


def test_a_turn_may_snuff_a_lamp() -> None:
    at = scenario(players=2, villages={"P1": ["miner lantern1"]}, passes=1, expansions=["lanterns"])
    assert at.decision.prompt.endswith("You may also snuff a lamp.")
    assert list(map(str, at.decision.options.where(kind="snuff"))) == ["snuff miner"]
    at = at.illegal("snuff home", "snuff.no-lamp").play("snuff miner")
    assert (at.goods("P1", "miner"), at.stock("P1")) == ("", "oil2")
    assert at.acting == ("P2",) and at.game.state.passes == 0


def test_what_goes_face_down_is_told_to_its_owner_only() -> None:
    game = groped().play("return saw").game
    assert game.log[-1].redacted(0).action == game.last_action
    assert str(game.log[-1].redacted(1).action) == "return ?"
    told = next(event for event in game.log[-1].redacted(1).events if event.tag == "lanterns.token-returned")
    assert told == type(told)(0, kf.Pool.of(unknown=1))  # type: ignore[call-arg]  # its class is not importable here


# ---------------------------------------------------------------------- a hidden place of its own


def test_the_sky_is_laid_out_at_the_start_and_nobody_sees_into_it() -> None:
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["lanterns"], without=["lightship"])
    assert kf.Pool.parse(f"{sky(game)} {stars(game, 0)} {stars(game, 1)}") == kf.Pool.of(
        bear=6, lyre=6, swan=6
    )
    assert [sky(game, viewer) for viewer in (0, 1, kf.SPECTATOR)] == ["?16", "?16", "?16"]


def test_a_chart_is_seen_by_its_owner_and_counted_by_all() -> None:
    game = gazed().game
    assert [stars(game, 0, viewer) for viewer in (0, 1, kf.SPECTATOR)] == ["bear1 swan1", "?2", "?2"]
    assert [sky(game, viewer) for viewer in (0, 1)] == ["?4", "?4"]
    drawn = next(event for event in game.events if event.tag == "lanterns.stars-drawn")
    assert [str(getattr(drawn.redacted(viewer), "stars", "")) for viewer in (0, 1)] == ["bear1 swan1", "?2"]


def test_what_was_seen_and_then_hidden_is_hidden_but_remembered() -> None:
    game = wished().game  # a comet was gained in public, a bear was shown and put back
    assert stars(game, 0, 1) == "?2" and sky(game, 0) == "?5"
    screen = remember(game.log, 1).screens[0]
    chart = dict(screen.own)["lanterns.chart stars"]
    assert (chart.total, str(chart.least)) == (2, "comet1")


@pytest.mark.parametrize("viewer", [0, 1, 2, kf.SPECTATOR])
def test_hidden_stars_are_dealt_anew_where_they_may_be(viewer: int) -> None:
    game = wished().game
    view, rng = game.view(viewer), Random(3)
    dealt = [view.sample(rng) for _ in range(40)]
    assert all(other.view(viewer) == view and not losses(other.ruleset, other.state) for other in dealt)
    charts = {stars(other, 0) for other in dealt}
    assert charts == {"comet1 swan1"} if viewer == 0 else len(charts) > 3


def test_the_laws_of_hiding_hold_in_whole_games_with_stars() -> None:
    game = played(3, "farmers", seed=8)
    laws.redaction_is_a_square(game)
    laws.hidden_twins_look_alike(game, Random(1))
    laws.values_survive_json(game, Random(1), moments=2)
    laws.what_is_hidden_changes_nothing(game, Random(1), moments=8, choose=varied)
    laws.views_score_the_truth(game, Random(1))


def test_the_end_of_the_game_uncovers_the_charts_but_not_the_sky() -> None:
    game = played(2, seed=8)
    shown = [stars(game, seat) for seat in (0, 1)]
    assert any(shown)
    assert [stars(game, seat, kf.SPECTATOR) for seat in (0, 1)] == shown
    assert sky(game, 0).startswith("?")


def test_stars_are_saved_and_have_a_schema() -> None:
    schema = pytest.importorskip("keyflower.schema")
    pytest.importorskip("jsonschema")
    game = wished().game
    data = json.loads(json.dumps(game.view(1).to_data()))
    assert data["state"]["seats"][0]["places"] == [{"tag": "lanterns.chart", "stars": "?2"}]
    assert data["state"]["places"] == [{"tag": "lanterns.sky", "stars": "?5"}]
    assert schema.check("view", data, game.ruleset) == ()
    data["state"]["places"][0]["moons"] = "?1"
    assert schema.check("view", data, game.ruleset)


def test_stars_are_drawn_under_the_titles_of_their_places() -> None:
    render = pytest.importorskip("keyflower.render")
    game = wished().game
    text = render.table_text(game.view(0).state, ruleset=game.ruleset)
    assert "star chart comet1 swan1" in text and "sky ?5" in text
    pytest.importorskip("svg")
    picture = render.table_svg(game.view(0).state, ruleset=game.ruleset)
    assert "star chart" in picture and "sky" in picture


def test_a_place_lost_in_saved_data_is_noticed() -> None:
    game = wished().game
    state = evolve(game.state, places=())
    assert problem(game.ruleset, state, 3) == "there are 4 bear, but the game has 6"


def test_notation_reads_titles_and_beginnings() -> None:
    at = scenario(villages={"P1": ["lamplighter"]}, screens={"P1": "R5 oil1"}, expansions=["lanterns"])
    at = at.play("use lamplighter R1")
    assert at.game.play("light Lamp").state == at.play("light lamplighter").game.state
    with pytest.raises(kf.ActionSyntaxError, match="as in 'light home'"):
        at.play("light")


def test_pieces_left_score_without_any_tile() -> None:
    at = scenario("winter", players=2, screens={"P2": "oil7"}, expansions=["lanterns"])
    assert [line.points for line in at.score("P2").lines] == [2]


def charting(*village: str, screen: str = "", **stars: int) -> Scenario:
    """Seat P2 in winter with stars on its chart; the purple worker is elsewhere."""
    from keyflower_toy.stars import Chart

    return scenario(
        "winter",
        villages={"P2": village},
        screens={"P2": screen},
        places={"P2": [Chart(kf.Pool.of(stars))]},
        start="P1",
        expansions=["lanterns"],
    )


def test_stars_on_a_chart_bring_terms_that_pay_once() -> None:
    home = "home_1 lantern5"
    assert charting(home, bear=1).points("P2") == 4
    assert charting(home, bear=3).points("P2") == 4 + 4 + 1
    assert charting(home, "observatory back", bear=2).points("P2") == 8 + 1 + 1
    assert (
        "not made: 4 points once for 2 lantern, otherwise 1 point"
        in charting("home_1", bear=1).score("P2").explain()
    )


def test_comets_on_a_chart_are_counted_and_purple_is_no_comet() -> None:
    at = charting("home_1", comet=3)
    assert at.points("P2") == 3
    purple = evolve(at.game.state, start=1)
    assert score_seat(at.game.ruleset, purple, 1).total == 3 + 1, "purple is a gold"


def test_a_chart_changes_what_printed_points_count() -> None:
    assert charting("home_1", "lamplighter back", swan=2).points("P2", "lamplighter") == 6
    assert charting("home_1", "lamplighter back", swan=1).points("P2", "lamplighter") == 3


def test_purple_is_one_more_lamp_where_that_is_best() -> None:
    at = scenario(
        "winter",
        screens={"P1": ""},
        villages={"P1": ["home_1 lantern1", "night_market"]},
        expansions=["lanterns"],
    )
    assert ("purple", "lantern", 1) in [use for line in at.score("P1").lines for use in line.used]


def test_ties_are_broken_by_lamps(lanterns: Expansion) -> None:
    at = scenario(players=3, villages={"P2": ["miner lantern1"]}, expansions=["lanterns"])
    assert lanterns.tie_break is not None
    assert lanterns.tie_break(at.game.state, (0, 1)) == (1,)
    assert lanterns.tie_break(at.game.state, (0, 2)) == (0, 2)


def test_a_free_flip_sees_measures_of_an_expansion() -> None:
    flip = next(tile.name for tile in kf.tiles() if FREE_FLIP in [power.slot for power in tile.front.powers])
    worthless = {"home_1": {"points": [0, 0]}, "miner": {"points": [0, 0]}}
    at = scenario(
        "winter",
        villages={"P2": ["home_1", flip, "miner", "night_watch"]},
        screens={"P2": ""},
        expansions=["lanterns"],
        overrides=worthless,
    )
    assert at.points("P2", "night_watch") == 2 and at.score("P2").flipped


def test_homes_may_have_powers() -> None:
    homes = tuple(
        evolve(tile, replaces=tile.id, front=evolve(tile.front, powers=(Power(DOUBLED, "twice as strong"),)))
        for tile in kf.tiles(kind="home")
    )
    strong = Expansion(id="strong", version="1", title="Strong homes", tiles=homes, requires=("base",))
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=[strong])
    assert [seat.powers for seat in game.state.seats] == [(DOUBLED,), (DOUBLED,)]
    assert kf.EventLog.loads(game.log.dumps(), expansions=[strong]).replay() == game


# ---------------------------------------------------------------------- numbers from data


def test_its_numbers_can_be_overridden_by_data() -> None:
    ruleset = resolve(["lanterns"], overrides={"lighthouse": {"scoring": {"points": 3}}})
    assert ruleset.tile("lighthouse").words().endswith("3 points per tile with a lantern.")


def test_a_tile_of_its_own_shape_says_so_when_overridden() -> None:
    with pytest.raises(kf.RulesetError, match="does more than a table of numbers can express"):
        resolve(["lanterns"], overrides={"lamplighter": {"front": {"gain": {"oil": 1}}}})


# ---------------------------------------------------------------------- in other languages


def test_its_own_catalogue_is_read_and_the_rest_stays_english(lanterns: Expansion) -> None:
    tile = kf.registry.discover().tile("oil_press")
    assert tile.title_in("uk") == "Олійниця"
    assert tile.words(language="uk") == (
        "Олійниця (весняна плитка, «Ліхтарі»)\n"
        "Лицьова сторона: візьміть 2 олії.\n"
        "Покращення: 1 камінь і 1 дерево.\n"
        "Зворотна сторона: візьміть 3 олії; 2 очки."
    )
    assert tile.title_in("pl") == "Oil press"
    assert kf.registry.discover().tile("lamplighter").title_in("uk") == "Lamplighter"
    game = played(2)
    assert game.language("uk").say(tile_name("oil_press")) == "Олійниця"
    assert all(game.tell(entry, language="uk") for entry in game.log)


def test_what_its_catalogue_lacks_can_be_listed(lanterns: Expansion) -> None:
    spoken = language("uk", lanterns.languages)
    lacking = {
        (message.context, message.template)
        for message in of_expansion(lanterns)
        if not spoken.find(message.template, context=message.context, plural=message.plural, number=1)
    }
    assert ("tile", "lamplighter") in lacking and ("good", "oil") in lacking
    assert not {("tile", "oil_press"), ("counted", "oil"), ("counted:object", "oil")} & lacking
