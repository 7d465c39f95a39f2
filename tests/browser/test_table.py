"""People at the table: whole games by real clicks, coming back, phone, keyboard, languages, axe."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import keyflower as kf
from tests.browser.conftest import Served
from tests.browser.people import Person, number, play_out, points_of

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@cache
def moments(expansions: tuple[str, ...] = ()) -> dict[str, kf.Game]:
    """Return for each kind of decision of Ann's a moment of a game between stewards, as late as possible."""
    found: dict[str, kf.Game] = {}
    for seed in range(20, 26):
        rng, bot = Random(seed), kf.bots.bot("steward")
        game = kf.Game.new(["Ann", "Bob", "Cid"], seed=seed, expansions=expansions)
        while not game.over:
            if 0 in game.decisions:
                found[game.decisions[0].kind] = game
            seat, decision = next(iter(game.decisions.items()))
            game = game.play(bot.choose(game.view(seat), decision, rng), seat=seat)
        found["over"] = game
        if {"turn", "haul", "build-all", "take-boat", "offer-winter"} <= found.keys():
            break
    return found


@cache
def both_building() -> kf.Game:
    """Return a moment at which everybody has to lay a tile."""
    rng = Random(2)
    game = kf.Game.new(["Ann", "Bob"], seed=11)
    while (
        not (game.decisions and all(decision.kind == "build-all" for decision in game.decisions.values()))
        or len(game.decisions) < 2
    ):
        seat, decision = next(iter(game.decisions.items()))
        bids = decision.options.where(kind="bid") if decision.kind == "turn" else decision.options
        game = game.play((bids or decision.options).sample(rng), seat=seat)
    return game


def two_people(served: Served, browser, **how: Any) -> tuple[Person, Person]:
    """Return who has to decide, and the other one, at a new table."""
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    people = [Person(browser, served.address + seat["link"], **how) for seat in table["seats"]]
    first = next(person for person in people if person.asked)
    return first, next(person for person in people if person is not first)


def entries(person: Person) -> str:
    """Return what the log says."""
    if not person.page.locator("aside.log").count():
        person.page.keyboard.press("l")
    return person.page.locator("aside.log").inner_text()


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
@pytest.mark.parametrize(
    "expansions",
    [[], ["farmers"], ["merchants"], ["farmers", "merchants"]],
    ids=["base", "farmers", "merchants", "both"],
)
def test_a_whole_game_is_played_by_real_clicks(served: Served, browser, expansions, size):
    table = served.open(
        players=[{"name": "Ann"}, {"name": "Bob"}, {"name": "Cid", "bot": "random"}], expansions=expansions
    )
    rng = Random(5)
    people = [
        Person(browser, served.address + seat["link"], rng, viewport=size) for seat in table["seats"][:2]
    ]
    play_out(people)
    page = people[0].page
    live = served.server._tables[table["table"]]
    shown = {
        number(rank.get_attribute("data-rank")): number(rank.locator(".total").inner_text())
        for rank in page.locator(".rank").all()
    }
    assert shown == dict(enumerate(points_of(live.game)))
    places = [number(text) for text in page.locator(".place-no").all_inner_texts()]
    assert places == sorted(places) and places[0] == 1, "the ranking begins with the winner"
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert people[0].errors == people[1].errors == []


def test_a_rematch_leads_both_to_a_new_table_and_the_lobby_is_one_click_away(served: Served, browser):
    links = served.resume(moments()["over"])
    ann, bob = (Person(browser, link) for link in links[:2])
    before = ann.page.url
    ann.page.locator("[data-do=rematch]").click()
    ann.page.wait_for_selector(".desk")
    assert ann.page.url != before and ann.page.url.split("#")[1] == before.split("#")[1]
    bob.page.get_by_role("button", name="To the rematch").click()
    bob.page.wait_for_selector(".desk")
    assert bob.page.url.split("#")[0] == ann.page.url.split("#")[0]
    other = Person(browser, links[2])
    other.page.get_by_role("link", name="Lobby").click()
    other.page.wait_for_selector("form.open-table")


def test_a_wrong_link_says_so_and_leads_to_the_lobby(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    lost = Person(browser, f"{served.address}{table['spectator']}#wrong-secret-wrong-secret")
    assert "does not belong to a seat" in lost.page.locator(".nowhere").inner_text()
    lost.page.get_by_role("link", name="Lobby").click()
    lost.page.wait_for_selector("form.open-table")


# ---------------------------------------------------------------------- reading


def test_a_tile_is_read_on_your_turn_with_both_sides_before_anything_is_played(served: Served, browser):
    first, _ = two_people(served, browser)
    lot = first.page.locator(".lot.open").first
    lot.click()
    card = first.page.locator(".desk .card")
    assert card.locator("figure").count() == 2
    text = card.inner_text()
    assert "Upgraded" in text and "Front" in text and "Bids" in text
    assert first.page.locator(".size").count() > 0, "what can be done stands under what is read"
    assert first.asked, "a click on a tile plays nothing"


def test_winter_tiles_are_read_while_they_are_offered(served: Served, browser):
    ann = Person(browser, served.resume(moments()["offer-winter"])[0])
    offers = ann.page.locator(".offer")
    assert offers.count() >= 1
    assert all(len(text.split()) > 3 for text in offers.all_inner_texts()), "each says what it does"
    offers.first.click()
    ann.page.locator("[data-do=offer]").click()
    ann.page.locator(".offer").first.wait_for(state="detached")


def test_shut_tiles_are_read_by_keyboard_and_say_why(served: Served, browser):
    game = moments()["turn"]
    ann = Person(browser, served.resume(game)[0])
    blocked = {choice.key for choice in game.decisions[0].options.grouped().blocked}
    lot = next(
        lot for lot in ann.page.locator(".lot.shut").all() if lot.get_attribute("data-place") in blocked
    )
    lot.focus()
    ann.page.keyboard.press("i")
    card = ann.page.locator(".desk .card")
    card.wait_for()
    assert card.get_attribute("data-card") == lot.get_attribute("data-place")
    assert "Not now" in card.inner_text()
    ann.page.keyboard.press("Escape")
    card.wait_for(state="detached")


def test_a_hover_peeks_and_a_player_can_be_read(served: Served, browser):
    first, _ = two_people(served, browser)
    first.page.locator(".lot").nth(1).hover()
    first.page.locator(".desk .card").wait_for()
    first.page.locator(".head h1").hover()
    first.page.locator(".desk .card").wait_for(state="detached")
    first.page.locator(".rival").first.click()
    assert "Behind the screen" in first.page.locator(".desk .card").inner_text()


@pytest.mark.parametrize(
    "size", [DESKTOP, PHONE, {"width": 1920, "height": 1080}], ids=["1280", "390", "1920"]
)
def test_names_of_lots_are_at_least_eleven_pixels(served: Served, browser, size):
    ann = Person(browser, served.resume(moments()["turn"])[0], viewport=size)
    if size is PHONE:
        ann.page.locator("[data-tab=auction]").click()
    small = ann.page.evaluate(
        """() => [...document.querySelectorAll(".lot")].map((lot) => {
            const name = lot.querySelector(".name");
            if (name) return parseFloat(getComputedStyle(name).fontSize);
            const face = [...lot.querySelectorAll("use")].find((use) => use.getAttribute("href").includes("face"));
            const title = document.querySelector(face.getAttribute("href") + " .title");
            const scale = /scale\\(([\\d.]+)/.exec(title.innerHTML);
            return 14 * (scale ? Number(scale[1]) : 1) * face.getScreenCTM().a;
        }).filter((size) => size < 11)"""
    )
    assert small == []


# ---------------------------------------------------------------------- clicking


def test_a_double_click_on_pass_does_not_take_it_back(served: Served, browser):
    first, _ = two_people(served, browser)
    box = first.page.locator("[data-do=pass]").bounding_box()
    assert box is not None
    first.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    first.page.wait_for_selector(".whose:not(.mine)")
    first.page.wait_for_timeout(600)
    assert not first.asked and "You pass." in entries(first)
    undo = first.page.locator("[data-do=undo]").bounding_box()
    assert undo is not None
    assert undo["y"] + undo["height"] < box["y"], "Take back has a place of its own"


def test_every_size_of_a_bid_says_what_comes_of_it(served: Served, browser):
    first, _ = two_people(served, browser)
    first.page.locator(".lot.open").first.click()
    bids = first.page.locator(".act").first.locator(".size")
    found = [re.findall(r"leads with (\d+)", text) for text in bids.all_inner_texts()]
    assert all(len(one) == 1 for one in found) and len({one[0] for one in found}) > 1


def test_the_own_village_is_in_sight_while_hauling_and_a_choice_lights_its_place(served: Served, browser):
    game = moments()["haul"]
    ann = Person(browser, served.resume(game)[0])
    home = ann.page.locator(".home.pane").bounding_box()
    assert (
        home is not None
        and home["width"] > 500
        and "Your village" in ann.page.locator(".pane.home").inner_text()
    )
    pick = ann.page.locator(".pick").first
    place = pick.get_attribute("data-lights")
    pick.hover()
    ann.page.wait_for_selector(f'[data-place="{place}"].lit')


def hauling() -> tuple[kf.Game, str, str, str]:
    """Return a moment at which Ann may move a good and upgrade the tile on which it lies: tile, good, target."""
    for seed in range(1000):
        rng = Random(seed)
        game = kf.Game.new(["Ann", "Bob"], seed=seed)
        while not game.over:
            choices = game.decisions[0].options.grouped().choices if 0 in game.decisions else ()
            upgradable = {choice.key for choice in choices if choice.kind == "tile"}
            for origin in choices:
                if origin.kind == "origin" and origin.key in upgradable:
                    good = origin.choices[0]
                    return game, origin.key, good.key, good.choices[0].key
            seat, decision = next(iter(game.decisions.items()))
            uses = decision.options.where(kind="use") if decision.kind == "turn" else decision.options
            game = game.play((uses or decision.options).sample(rng), seat=seat)
    raise AssertionError("no such moment")


def middle(page, where: str) -> tuple[float, float]:
    box = page.locator(where).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_goods_are_hauled_by_dragging_or_with_two_clicks_and_the_tile_can_be_upgraded(
    served: Served, browser
):
    game, origin, good, target = hauling()
    ann = Person(browser, served.resume(game)[0])
    page = ann.page
    token, there = f".home [data-origin={origin}] [data-good={good}]", f".home [data-place={target}]"
    page.mouse.click(*middle(page, f".home [data-place={origin}]"))
    page.wait_for_selector(f"{there}.target")
    assert page.locator(".desk .act", has_text="Upgrade").count(), "the same tile can be upgraded"
    page.mouse.click(*middle(page, there))
    page.wait_for_function(
        "([where]) => document.querySelector(where)", arg=[f".home [data-origin={target}] [data-good={good}]"]
    )
    page.wait_for_selector("[data-do=undo]:enabled")
    page.locator("[data-do=undo]").click()
    page.wait_for_selector(token)
    page.mouse.move(*middle(page, token))
    page.mouse.down()
    page.mouse.move(*middle(page, there), steps=8)
    assert page.locator(".flying").count() == 1
    page.mouse.up()
    page.wait_for_selector(f".home [data-origin={target}] [data-good={good}]")
    assert not ann.errors


def test_both_build_at_once_with_a_preview_and_each_takes_back_the_own_tile(served: Served, browser):
    game = both_building()
    ann, bob = (Person(browser, link) for link in served.resume(game))
    assert "Lay " in ann.page.locator(".prompt").inner_text()
    for person in (ann, bob):
        person.page.locator(".ghost").first.click()
        person.page.wait_for_selector(".ghost.chosen")
    ann.page.locator("[data-do=lay]").click()
    ann.page.wait_for_selector("[data-do=undo]:enabled")
    tiles = len(game.village("Bob"))
    bob.page.wait_for_timeout(300)
    assert bob.page.locator(".ghost.chosen").count() == 1, "his preview stays while Ann acts"
    bob.page.locator("[data-do=lay]").click()
    bob.page.locator(".pane.home:not(.foreign) .place[data-place]").nth(tiles).wait_for()
    if ann.page.locator("[data-do=undo]:enabled").count():
        ann.page.locator("[data-do=undo]").click()
        ann.page.wait_for_selector(".whose.mine")
        assert ann.page.locator(".pane.home .place[data-place]").count() == len(game.village("Ann"))
    assert not ann.errors and not bob.errors


def test_pastures_are_numbered_in_the_picture_as_in_the_list(served: Served, browser):
    ann = Person(browser, served.resume(moments(("farmers",))["put-animals"])[0])
    listed = ann.page.locator(".pick .num").all_inner_texts()
    drawn = ann.page.locator(".herd .numeral").all_text_contents()
    assert sorted(listed) == sorted(drawn) and listed
    labels = ann.page.evaluate(
        "[...document.querySelectorAll('.pasture[role=button]')].map((one) => one.getAttribute('aria-label'))"
    )
    assert len(set(labels)) == len(labels), "no two pastures share a name"
    ann.page.keyboard.press("1")
    ann.page.locator(".herd .numeral").first.wait_for(state="detached")


# ---------------------------------------------------------------------- nothing is lost, nothing jumps


def test_a_click_is_shown_as_sent_and_kept_while_the_connection_is_lost(tmp_path, dealt_by_seed, browser):
    server = Served(tmp_path / "t.sqlite3")
    first, other = two_people(server, browser)
    server.stop()
    first.page.wait_for_selector(".lost")
    first.page.locator("[data-do=pass]").click()
    assert "Kept until the connection is back" in first.page.locator(".sent").inner_text()
    assert "Your click is kept" in first.page.locator(".lost").inner_text()
    again = Served(tmp_path / "t.sqlite3", port=server.port)
    other.page.wait_for_selector(".whose.mine")
    first.page.locator(".sent").wait_for(state="detached")
    assert entries(first).count("You pass.") == 1 and not first.errors
    again.stop()


def test_what_is_open_stays_open_and_the_focus_stays(served: Served, browser):
    first, other = two_people(served, browser)
    other.page.keyboard.press("l")
    other.page.locator(".lot").nth(2).click()
    other.page.get_by_role("button", name="points").first.click()
    other.page.locator(".desk .card", has_text="Score sheet").wait_for()
    lot = other.page.locator(".lot").nth(1)
    lot.focus()
    place = lot.get_attribute("data-place")
    first.page.locator(".lot.open").first.click()
    first.page.locator(".size").first.click()
    other.page.wait_for_selector(".whose.mine")
    assert other.page.locator("aside.log").count() == 1
    assert other.page.locator(".desk .card", has_text="Score sheet").count() == 1
    assert other.page.evaluate("document.activeElement.dataset.place") == place


def test_passing_is_done_for_somebody_who_can_do_nothing_else_and_can_be_stopped(served: Served, browser):
    rng, game = Random(3), kf.Game.new(["Ann", "Bob"], seed=3)
    while not (
        game.decisions
        and 0 in game.decisions
        and len(game.decisions[0].options) == 1
        and game.decisions[0].kind == "turn"
    ):
        seat, decision = next(iter(game.decisions.items()))
        some = (
            [action for action in decision.options if str(action) != "pass"]
            if decision.kind == "turn"
            else []
        )
        game = game.play(rng.choice(some) if some else decision.options.sample(rng), seat=seat)
    link = served.resume(game)[0]
    ann = Person(browser, link)
    live = served.server._tables[link.split("/t/")[1].split("#")[0]]
    assert "Nothing else is possible" in ann.page.locator(".prompt").inner_text()
    ann.page.locator(".foot .switch").click()
    ann.page.locator(".sent .link").click()
    ann.page.wait_for_timeout(1_900)
    assert live.ply == game.ply, "a click stops it"
    ann.page.locator(".foot .switch").click()
    ann.page.locator(".foot .switch").click()
    ann.page.wait_for_function(
        "() => !document.querySelector('.prompt')?.innerText.startsWith('Nothing else')"
    )
    assert live.ply > game.ply


def test_two_windows_of_one_seat_show_the_same(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    windows = [[Person(browser, served.address + seat["link"]) for _ in range(2)] for seat in table["seats"]]
    first, second = next(pair for pair in windows if pair[0].asked)
    first.page.locator("[data-do=pass]").click()
    second.page.wait_for_selector(".whose:not(.mine)")
    assert "You pass." in entries(second) and not first.errors and not second.errors


# ---------------------------------------------------------------------- who is who


def test_players_have_colours_shapes_and_letters_and_long_names_do_not_widen_the_page(
    served: Served, browser
):
    names = ["Player 1", "Player 2", "A name that has exactly forty letters!!!", "👩‍🌾 Олена"]
    table = served.open(players=[{"name": name} for name in names])
    phone = Person(browser, served.address + table["seats"][0]["link"], viewport=PHONE)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.page.locator("[data-tab=rivals]").click()
    assert phone.page.locator(".rival .seal text").all_text_contents() == ["P2", "A", "👩‍🌾"]
    shapes = phone.page.evaluate(
        "[...document.querySelectorAll('.rival .seal')].map((one) => one.firstElementChild.outerHTML)"
    )
    fills = phone.page.evaluate(
        "[...document.querySelectorAll('.rival .seal')].map((one) => getComputedStyle(one.firstElementChild).fill)"
    )
    assert len(set(shapes)) == len(set(fills)) == 3
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_links_are_copied_on_plain_http(served: Served, browser):
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {get: () => false});")
    page.goto(served.address)
    page.locator("button[type=submit]").click()
    page.locator(".links button").first.click()
    page.locator(".links button", has_text="Copied").wait_for()
    link = page.locator(".links .address").first.input_value()
    page.locator("body").press("Escape")
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'paste'}))")
    page.locator("#paste").focus()
    page.keyboard.press("Control+v")
    assert page.locator("#paste").input_value() == link
    page.locator("a.sit").first.click()
    page.wait_for_selector(".desk")


# ---------------------------------------------------------------------- keyboard, phone, motion


def reach(page, where: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("where => document.activeElement.matches(where)", where):
            return
    raise AssertionError(f"{where} cannot be reached with Tab")


def test_the_keyboard_alone_bids_and_takes_back(served: Served, browser):
    first, _ = two_people(served, browser)
    page = first.page
    page.keyboard.press("a")
    assert page.evaluate("document.activeElement.matches('.lot.open')")
    here = page.evaluate("document.activeElement.dataset.place")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") != here
    page.keyboard.press("Enter")
    page.wait_for_selector(".size")
    page.keyboard.press("Escape")
    page.locator(".size").first.wait_for(state="detached")
    page.keyboard.press("Enter")
    reach(page, ".size")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-do=undo]:enabled")
    page.keyboard.press("u")
    page.wait_for_selector(".whose.mine")


def test_the_keyboard_alone_lays_a_tile_turned(served: Served, browser):
    ann = Person(browser, served.resume(both_building())[0])
    page = ann.page
    reach(page, ".ghost")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ghost.chosen")
    turned = page.locator(".ghost.chosen use").first.get_attribute("transform")
    if page.locator("[data-do=turn]:enabled").count():
        page.keyboard.press("r")
        page.wait_for_function(
            "was => document.querySelector('.ghost.chosen use').getAttribute('transform') !== was", arg=turned
        )
    reach(page, "[data-do=lay]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-do=undo]:enabled")
    assert not ann.errors


def test_a_phone_counts_what_is_out_of_sight(served: Served, browser):
    game = moments()["turn"]
    ann = Person(browser, served.resume(game)[0], viewport=PHONE)
    choices = game.decisions[0].options.grouped().choices
    elsewhere = {choice.key for choice in choices if choice.kind == "tile" and choice.seat > 0}
    lots = {choice.key for choice in choices if choice.kind == "tile" and choice.seat == -1}
    tabs = {
        tab.get_attribute("data-tab"): tab.locator("em").inner_text() if tab.locator("em").count() else ""
        for tab in ann.page.locator(".tabs button").all()
    }
    assert number(tabs["rivals"] or "0") == len(elsewhere) and number(tabs["auction"] or "0") == len(lots)
    desk, bar = ann.page.locator(".desk").bounding_box(), ann.page.locator(".tabs").bounding_box()
    assert desk is not None and bar is not None
    assert desk["height"] < 844 * 0.6 and bar["y"] + bar["height"] <= 845


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_workers_are_seen_to_move_unless_less_motion_is_asked_for(served: Served, browser, motion: str):
    first, _ = two_people(served, browser, reduced_motion=motion)
    page = first.page
    page.evaluate(
        """() => {
            window.flown = 0;
            const look = (changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
                if (node.classList?.contains("flying")) window.flown++;
            }));
            new MutationObserver(look).observe(document.body, { childList: true });
        }"""
    )
    page.locator(".lot.open").first.click()
    page.locator(".size").first.click()
    page.wait_for_selector("[data-do=undo]:enabled")
    assert page.evaluate("window.flown") == (0 if motion == "reduce" else 1)


# ---------------------------------------------------------------------- everybody


def serious(page) -> list[tuple[str, str, str]]:
    """Return what axe finds serious or critical."""
    page.add_script_tag(path=str(AXE))
    found = page.evaluate(
        "axe.run(document, {resultTypes: ['violations'], rules: {'label-content-name-mismatch': {enabled: true}}})"
    )
    return [
        (item["id"], item["nodes"][0]["html"][:200], item["nodes"][0].get("failureSummary", "")[:300])
        for item in found["violations"]
        if item["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_axe_finds_nothing_serious_in_any_kind_of_decision(served: Served, browser, size, scheme):
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci in client/")
    found = {}
    for kind, game in {**moments(), **moments(("farmers",))}.items():
        link = served.resume(game)[0]
        ann = Person(browser, link, viewport=size, color_scheme=scheme, bypass_csp=True)
        if kind == "turn" and size is DESKTOP:
            ann.page.locator(".lot").first.click()
            ann.page.keyboard.press("l")
        if problems := serious(ann.page):
            found[kind] = problems
        ann.close()
    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_lobby(served: Served, browser, scheme):
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci in client/")
    page = browser.new_context(color_scheme=scheme, bypass_csp=True).new_page()
    page.goto(served.address)
    page.wait_for_selector("form")
    assert serious(page) == []
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".links")
    assert serious(page) == []


# ---------------------------------------------------------------------- languages

READ = """() => {
    const read = [];
    for (const element of document.querySelectorAll("body *")) {
        if (element.closest(".sprite, option, script, noscript, kbd")) continue;
        for (const node of element.childNodes) if (node.nodeType === 3) read.push(node.data);
        read.push(element.getAttribute("aria-label") ?? "", element.getAttribute("title") ?? "");
    }
    return read.join("\\n");
}"""
KEPT = {"Ann", "Bob", "Keyflower", "Sea", "Bastion", "Breese", "transport", "Transport", "Menu", "bot"}
"""Names, boats that are English in Polish too, and words that are the same."""


@pytest.mark.parametrize("code", ["uk", "pl", "ru"])
def test_a_switch_of_language_leaves_no_english_on_the_page(served: Served, browser, code: str):
    ann = Person(browser, served.resume(both_building())[0])
    before = set(re.findall(r"[A-Za-z]{3,}", ann.page.evaluate(READ))) - KEPT
    assert {"village", "Take", "back"} <= before
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.locator("select[data-key=language]").select_option(code)
    ann.page.wait_for_selector(f"html[lang={code}]", state="attached")
    ann.page.locator("#village-title", has_text="Your village").wait_for(state="detached")
    text = ann.page.evaluate(READ)
    assert sorted(before & set(re.findall(r"[A-Za-z]{3,}", text))) == []
    # it is remembered for this seat, and not for the other one
    ann.page.reload()
    ann.page.wait_for_selector(f"html[lang={code}] .desk")
    assert not ann.errors


def test_the_language_of_the_browser_is_the_default(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    ann = Person(browser, served.address + table["seats"][0]["link"], locale="pl-PL")
    assert ann.page.locator("#auction-title").inner_text() == "Licytacja"
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}], language="ru")
    bob = Person(browser, served.address + table["seats"][0]["link"], locale="pl-PL")
    assert bob.page.locator("#auction-title").inner_text() == "Торги"
