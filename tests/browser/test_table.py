"""People at the table: whole games by clicking, both building at once, coming back, phone, keyboard, axe."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import keyflower as kf
from keyflower.bots import bot
from tests.browser.conftest import Served

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"


class Person:
    """A page with somebody in front of it, who clicks whatever can be clicked."""

    def __init__(self, browser, link: str, rng: Random, **how: object) -> None:
        self.context = browser.new_context(
            viewport=how.pop("viewport", {"width": 1280, "height": 900}), **how
        )
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(link)
        self.page.wait_for_selector(".dock .hand", timeout=30_000)
        self.rng = rng

    @property
    def over(self) -> bool:
        return self.page.locator("section.sheets").count() > 0

    @property
    def asked(self) -> bool:
        return self.page.locator(".dock .prompt").count() > 0

    def act(self) -> bool:
        """Click once; return whether there was anything to click."""
        return bool(
            self.page.evaluate(
                """(random) => {
                const dock = ".dock .size, .dock .row.wrap button, .dock button.main";
                const answers = [...document.querySelectorAll(dock)];
                const places = [...document.querySelectorAll(".place.open:not(.selected)")];
                const some = answers.length && (random[0] < 0.7 || !places.length) ? answers : places;
                if (!some.length) return false;
                const one = some[Math.floor(random[1] * some.length)];
                one.dispatchEvent(new MouseEvent("click", {bubbles: true}));
                return true;
            }""",
                [self.rng.random(), self.rng.random()],
            )
        )


def play_out(people: list[Person], most: int = 4_000) -> None:
    """Let people click until the game is over."""
    for _ in range(most):
        if people[0].over:
            return
        acted = [person.act() for person in people if person.asked]
        people[0].page.wait_for_timeout(5 if any(acted) else 40)
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("expansions", [[], ["farmers"]], ids=["base", "farmers"])
def test_two_people_and_a_bot_play_a_whole_game_by_clicking(served: Served, browser, expansions):
    table = served.open(
        players=[{"name": "Ann"}, {"name": "Bob"}, {"name": "Cid", "bot": "random"}], expansions=expansions
    )
    rng = Random(5)
    people = [Person(browser, served.address + seat["link"], rng) for seat in table["seats"][:2]]
    play_out(people)
    sheets = people[0].page.locator("section.sheets table")
    assert sheets.count() == 3
    live = served.server._tables[table["table"]]
    shown = [
        int(caption.split(":")[1].split()[0])
        for caption in people[0].page.locator("section.sheets caption").all_inner_texts()
    ]
    assert shown == [sheet.total for sheet in live.game.scores]
    assert people[0].errors == people[1].errors == []
    for person in people:
        person.context.close()


def both_building(players: int = 2) -> kf.Game:
    """Return a moment at which everybody has to lay a tile."""
    rng = Random(2)
    game = kf.Game.new(["Ann", "Bob", "Cid"][:players], seed=11)
    while (
        not (game.decisions and all(decision.kind == "build-all" for decision in game.decisions.values()))
        or len(game.decisions) < players
    ):
        seat, decision = next(iter(game.decisions.items()))
        bids = decision.options.where(kind="bid") if decision.kind == "turn" else decision.options
        game = game.play((bids or decision.options).sample(rng), seat=seat)
    return game


def test_both_build_at_once_with_a_preview_and_each_takes_back_the_own_tile(served: Served, browser):
    game = both_building()
    ann, bob = (Person(browser, link, Random(1)) for link in served.resume(game))
    for person in (ann, bob):
        if not person.page.locator(".place.ghost").count():  # several tiles were won: choose one of them
            person.page.locator(".hand .place.open").first.dispatch_event("click")
        person.page.locator(".place.ghost").first.dispatch_event("click")
        person.page.wait_for_selector(".place.trial")
    ann.page.locator("[data-key=lay]").click()
    ann.page.wait_for_selector("[data-key=undo]")
    # what Ann did leaves Bob's question open: he answers it, and each takes back the own tile
    tiles = len(game.village("Bob"))
    bob.page.locator(".log li", has_text="Ann lays").first.wait_for()
    assert bob.page.locator(".place.trial").count() == 1, "his preview stays while Ann acts"
    bob.page.locator("[data-key=lay]").click()
    bob.page.locator(".own [data-tile]").nth(tiles).wait_for()
    if ann.page.locator("[data-key=undo]").count():
        ann.page.locator("[data-key=undo]").click()
        ann.page.wait_for_selector(".dock .prompt")
        assert ann.page.locator(".own [data-tile]").count() == len(game.village("Ann"))
        assert bob.page.locator(".own [data-tile]").count() == tiles + 1
    assert not ann.errors and not bob.errors


def test_a_page_comes_back_after_the_server_was_gone(tmp_path, dealt_by_seed, browser):
    first = Served(tmp_path / "t.sqlite3")
    table = first.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    people = [Person(browser, first.address + seat["link"], Random(1)) for seat in table["seats"]]
    mover = next(person for person in people if person.asked)
    mover.page.locator("[data-key='do:do:pass']").click()
    people[0].page.locator(".log li", has_text="passes").first.wait_for()
    first.stop()
    people[0].page.wait_for_selector("header .problem")
    second = Served(tmp_path / "t.sqlite3", port=first.port)
    people[0].page.wait_for_selector("header .problem", state="detached", timeout=20_000)
    other = next(person for person in people if person is not mover)
    other.page.wait_for_selector(".dock .prompt", timeout=20_000)
    other.page.locator("[data-key='do:do:pass']").click()
    other.page.locator(".log li", has_text="passes").nth(1).wait_for()
    assert not people[0].errors
    second.stop()


def test_the_keyboard_alone_bids_goes_back_and_takes_back(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    people = [Person(browser, served.address + seat["link"], Random(1)) for seat in table["seats"]]
    page = next(person for person in people if person.asked).page
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('open')"):
            break
    else:
        raise AssertionError("no place can be reached with Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".dock .size")
    page.keyboard.press("Escape")
    page.wait_for_selector(".dock .size", state="detached")
    page.keyboard.press("Enter")
    page.wait_for_selector(".dock .size")
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('size')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key=undo]")
    page.keyboard.press("u")
    page.wait_for_selector(".dock .prompt")


def test_a_phone_shows_everything_without_scrolling_sideways(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}], expansions=["farmers"])
    phone = Person(
        browser, served.address + table["seats"][0]["link"], Random(1), viewport={"width": 390, "height": 844}
    )
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    dock = phone.page.locator(".dock").bounding_box()
    assert dock is not None and dock["y"] + dock["height"] <= 845 and dock["height"] < 844 * 0.55


def test_a_greyed_tile_says_why(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    people = [Person(browser, served.address + seat["link"], Random(1)) for seat in table["seats"]]
    waiting = next(person for person in people if not person.asked)
    waiting.page.locator(".auction .place").first.dispatch_event("click")
    waiting.page.wait_for_selector(".dock .note")


def test_the_lobby_opens_a_table_and_gives_links(served: Served, browser):
    page = browser.new_page()
    page.goto(served.address)
    page.locator("button.main").click()
    page.wait_for_selector("a.sit")
    page.locator("a.sit").first.click()
    page.wait_for_selector(".dock .hand")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("where", ["lobby", "table"])
def test_axe_finds_nothing_serious(served: Served, browser, where, scheme):
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci in client/")
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob", "bot": "random"}], expansions=["farmers"])
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.goto(served.address + (table["seats"][0]["link"] if where == "table" else "/"))
    page.wait_for_selector(".dock .prompt" if where == "table" else "form")
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [
        (item["id"], item["nodes"][0]["html"][:200], item["nodes"][0].get("failureSummary", "")[:300])
        for item in found["violations"]
        if item["impact"] in ("serious", "critical")
    ]
    assert serious == []


def hauling() -> kf.Game:
    """Return a moment at which Ann may move goods, and upgrade the tile on which they lie."""
    rng, steward = Random(1), bot("steward")
    game = kf.Game.new(["Ann", "Bob"], seed=1)
    while 0 not in game.decisions or not any(
        choice.kind == "origin" and choice.key == "home_2"
        for choice in game.decisions[0].options.grouped().choices
    ):
        seat = next(iter(game.decisions))
        view = game.view(seat)
        game = game.play(steward.choose(view, view.decision, rng), seat=seat)
    return game


def test_goods_are_hauled_by_dragging_or_with_two_clicks_and_the_tile_can_be_upgraded(
    served: Served, browser
):
    game = hauling()
    ann = Person(browser, served.resume(game)[0], Random(1))
    page = ann.page
    token = page.locator("[data-origin=home_2] .token[data-good=iron]").bounding_box()
    target = page.locator(".own [data-tile=alehouse]").bounding_box()
    assert token is not None and target is not None
    page.mouse.move(token["x"] + token["width"] / 2, token["y"] + token["height"] / 2)
    page.mouse.down()
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=5)
    assert page.locator(".flying").count() == 1 and page.locator(".own .drop").count() > 0
    page.mouse.up()
    page.locator(".log li", has_text="Ann moves iron from Home 2 to Alehouse").first.wait_for()
    page.keyboard.press("u")
    page.locator("[data-origin=home_2] .token[data-good=iron]").wait_for()
    # the same with two clicks, and the upgrade is offered beside the goods
    page.locator(".own [data-tile=home_2]").dispatch_event("click")
    assert page.locator("[data-key^='do:upgrade']").count() == 1
    page.locator("[data-key='do:good:iron']").click()
    page.locator(".own [data-tile=alehouse].open").dispatch_event("click")
    page.locator(".own [data-tile=alehouse] .token[data-good=iron]").wait_for()
    assert not ann.errors


def test_two_windows_of_one_seat_show_the_same(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    windows = [
        [Person(browser, served.address + seat["link"], Random(1)) for _ in range(2)]
        for seat in table["seats"]
    ]
    first, second = next(pair for pair in windows if pair[0].asked)
    second.page.wait_for_selector(".dock .prompt")
    first.page.locator("[data-key='do:do:pass']").click()
    second.page.locator(".log li", has_text="passes").first.wait_for()
    assert not second.asked and not first.errors and not second.errors


ENGLISH = """() => {
    const read = [];
    for (const element of document.querySelectorAll("body *")) {
        if (element.closest(".sprite, option, script, noscript")) continue;
        for (const node of element.childNodes) if (node.nodeType === 3) read.push(node.data);
        read.push(element.getAttribute("aria-label") ?? "", element.getAttribute("title") ?? "");
    }
    return read.join("\\n");
}"""
KEPT = {
    "Ann",
    "Bob",
    "Keyflower",
    "Tab",
    "Enter",
    "Esc",
    "Sea",
    "Bastion",
    "Breese",
    "transport",
    "Transport",
}
"""Names, keys, boats that are English in Polish too, and a word that is the same."""


@pytest.mark.parametrize("code", ["uk", "pl"])
def test_a_switch_of_language_leaves_no_english_on_the_page(served: Served, browser, code: str):
    game = both_building()
    ann = Person(browser, served.resume(game)[0], Random(1))
    before = set(re.findall(r"[A-Za-z]{3,}", ann.page.evaluate(ENGLISH))) - KEPT
    assert {"Auction", "Boats", "village"} <= before
    ann.page.locator("select[data-key=language]").select_option(code)
    ann.page.locator(".auction h2", has_text="Auction").wait_for(state="detached")
    ann.page.locator(".hand .place").first.dispatch_event("click")
    text = ann.page.evaluate(ENGLISH)
    assert sorted(before & set(re.findall(r"[A-Za-z]{3,}", text))) == []
    if code == "uk":
        assert set(re.findall(r"[A-Za-z]{3,}", text)) <= KEPT
    # it is remembered for this seat, and not for the other one
    ann.page.reload()
    ann.page.wait_for_selector(f"html[lang={code}] .dock .hand")
    assert not ann.errors


def test_the_language_of_the_browser_is_the_default(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    ann = Person(browser, served.address + table["seats"][0]["link"], Random(1), locale="pl-PL")
    assert ann.page.locator(".auction h2").inner_text() == "Licytacja"
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}], language="ru")
    bob = Person(browser, served.address + table["seats"][0]["link"], Random(1), locale="pl-PL")
    assert bob.page.locator(".auction h2").inner_text() == "Торги"


def reach(page, where: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("where => document.activeElement.matches(where)", where):
            return
    raise AssertionError(f"{where} cannot be reached with Tab")


def test_the_keyboard_alone_lays_a_tile_turned(served: Served, browser):
    ann = Person(browser, served.resume(both_building())[0], Random(1))
    page = ann.page
    if not page.locator(".place.ghost").count():  # several tiles were won: choose one of them
        reach(page, ".hand .place.open")
        page.keyboard.press("Enter")
    reach(page, ".place.ghost")
    page.keyboard.press("Enter")
    page.wait_for_selector(".place.trial")
    turned = page.locator(".place.trial use").first.get_attribute("transform")
    if page.locator("[data-key=turn]").count():
        page.keyboard.press("r")
        assert page.locator(".place.trial use").first.get_attribute("transform") != turned
    reach(page, "[data-key=lay]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key=undo]")
    assert not ann.errors


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_workers_are_seen_to_move_unless_less_motion_is_asked_for(served: Served, browser, motion: str):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    people = [
        Person(browser, served.address + seat["link"], Random(1), reduced_motion=motion)
        for seat in table["seats"]
    ]
    page = next(person for person in people if person.asked).page
    page.evaluate(
        """() => {
            window.flown = 0;
            const look = (changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
                if (node.classList?.contains("flying")) window.flown++;
            }));
            new MutationObserver(look).observe(document.body, { childList: true });
        }"""
    )
    page.locator(".auction .place.open").first.dispatch_event("click")
    page.locator(".sizes .size").first.click()
    page.wait_for_selector("[data-key=undo]")
    assert page.evaluate("window.flown") == (0 if motion == "reduce" else 1)
    page.locator(".flying").first.wait_for(state="detached")
