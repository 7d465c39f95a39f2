"""For everybody: a whole game by keyboard alone, names for screen readers, nothing covers print, memory stays flat."""

from __future__ import annotations

from random import Random

import pytest

import keyflower as kf
from tests.browser.conftest import Served
from tests.browser.people import Person, play_out, settled
from tests.browser.test_table import DESKTOP, PHONE, moments, reach, serious, two_people

# ---------------------------------------------------------------------- keyboard


class Typist(Person):
    """Somebody who has no mouse: Tab, Enter, arrows and single letters."""

    def act(self) -> bool:
        """Answer the open question by keys alone."""
        page = self.page
        kind = page.evaluate(
            """() => document.querySelector(".foot [data-do=lay]") ? "build"
                : document.querySelector(".foot [data-do=offer]") ? "offer"
                : document.querySelector(".foot [data-do=done]") ? "haul"
                : document.querySelector(".foot [data-do=pass]") ? "turn" : "list" """
        )
        if page.locator(".sent").count():
            page.wait_for_timeout(30)
        elif kind == "build":
            reach(page, ".ghost")
            page.keyboard.press("Enter")
            page.keyboard.press("r")
            reach(page, "[data-do=lay]")
            page.keyboard.press("Enter")
        elif kind == "offer":
            reach(page, ".offer")
            page.keyboard.press("Enter")
            reach(page, "[data-do=offer]")
            page.keyboard.press("Enter")
        elif kind == "haul":
            self._haul()
        elif kind == "turn":
            self._turn()
        else:
            page.keyboard.press("1")
        page.wait_for_timeout(40)
        return True

    def _haul(self) -> None:
        page = self.page
        if page.locator(".pick").count() and self.rng.random() < 0.6:
            reach(page, ".desk .pick")
            page.keyboard.press("Enter")
            if page.locator(".desk .pick").count() and not page.locator(".sent").count():
                reach(page, ".desk .pick")
                page.keyboard.press("Enter")
            return
        reach(page, "[data-do=done]")
        page.keyboard.press("Enter")

    def _turn(self) -> None:
        page, jump = self.page, self.rng.choice("aav")
        page.keyboard.press("Escape")
        page.keyboard.press(jump)
        for _ in range(self.rng.randrange(3)):
            page.keyboard.press(self.rng.choice(["ArrowRight", "ArrowDown", "ArrowLeft"]))
        page.keyboard.press("Enter")
        if self.rng.random() < 0.1 or not page.locator(".size").count():
            page.keyboard.press("p")
            return
        reach(page, ".size")
        page.keyboard.press("Enter")


def test_a_whole_game_is_played_by_keyboard_alone(served: Served, browser):
    bots = [{"name": name, "bot": "random"} for name in ("Bob", "Cid")]
    table = served.open(players=[{"name": "Ann"}, *bots])
    ann = Typist(browser, served.address + table["seats"][0]["link"], Random(3))
    ann.page.add_init_script("addEventListener('pointerdown', () => { window.pointed = true; }, true)")
    play_out([ann], most=1_500)
    game = served.server._tables[table["table"]].game
    kinds = {
        str(entry.action).split()[0] for entry in game.log if entry.seat == 0 and entry.action is not None
    }
    assert {"bid", "use", "place", "offer", "take"} <= kinds, "every kind of question was answered"
    assert ann.errors == [] and not ann.page.evaluate("window.pointed ?? false")


# ---------------------------------------------------------------------- names

UNNAMED = """() => [...document.querySelectorAll("button, a[href], input, select, [role=button], [role=img]")]
    .filter((one) => one.checkVisibility() && !one.closest("[aria-hidden=true]"))
    .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length))
    .map((one) => one.outerHTML.slice(0, 120))"""
PLACES = """() => ["auction", "home"].map((region) =>
    [...document.querySelectorAll(`.${region} [data-place]:not(.wt)`)]
        .filter((one) => one.matches("button, [role=button]"))
        .map((one) => one.getAttribute("aria-label") ?? one.textContent.replace(/\\s+/g, " ").trim()))"""


@pytest.mark.parametrize(
    "expansions", [(), ("farmers",), ("merchants",)], ids=["base", "farmers", "merchants"]
)
def test_everything_has_a_name_and_no_two_places_share_one(served: Served, browser, expansions):
    for kind, game in moments(expansions).items():
        ann = Person(browser, served.resume(game)[0], bypass_csp=True)
        assert ann.page.evaluate(UNNAMED) == [], kind
        assert serious(ann.page) == [], kind
        for names in ann.page.evaluate(PLACES):
            assert len(set(names)) == len(names), (kind, names)
        ann.close()


def test_a_screen_reader_finds_the_regions_and_hears_what_happens(served: Served, browser):
    first, other = two_people(served, browser)
    tree = first.page.locator("body").aria_snapshot()
    for name in ("Auction", "Rivals", "Decision", "Behind your screen", "Your village"):
        assert f'region "{name}"' in tree, name
    lot = first.page.locator(".lot.open").first
    title = lot.locator(".sr, .name").first.inner_text()
    name = lot.evaluate("(one) => one.textContent")
    assert title in name and "no bid" in name and "Bid" in name, "title, bids, and what can be done"
    first.page.locator("[data-do=pass]").click()
    other.page.wait_for_selector(".whose.mine")
    assert "passes" in other.page.locator("[role=status][aria-live=polite]").first.inner_text()
    assert other.page.locator("[aria-live=assertive]").inner_text() == "Your turn"


# ---------------------------------------------------------------------- reading

COVERED = """() => {
    // where a title is printed: drawn once more from its symbol, measured, and taken away again
    const box = (one) => one.getBoundingClientRect();
    const found = [];
    for (const place of document.querySelectorAll(".home .place[data-place]:not(.pasture), .lot")) {
        const face = [...place.querySelectorAll("use")].find((use) => use.getAttribute("href").includes("-face-"));
        const title = face && document.querySelector(face.getAttribute("href"))?.querySelector(".title");
        if (!title) continue;
        const copy = document.createElementNS("http://www.w3.org/2000/svg", "g");
        copy.setAttribute("transform", face.getAttribute("transform"));
        copy.append(title.cloneNode(true));
        face.parentNode.append(copy);
        const printed = box(copy);
        copy.remove();
        const lying = ".bench rect, .tray rect, .herd, .pasture .plate, .on-corner .plate";
        for (const over of document.querySelectorAll(lying)) {
            const cover = box(over);
            const wide = Math.min(printed.right, cover.right) - Math.max(printed.left, cover.left);
            const tall = Math.min(printed.bottom, cover.bottom) - Math.max(printed.top, cover.top);
            if (wide > 2 && tall > printed.height * 0.34) {
                found.push([place.dataset.place, over.parentNode.getAttribute("class"), wide, tall]);
            }
        }
    }
    return found;
}"""


@pytest.mark.parametrize("expansions", [(), ("farmers",)], ids=["base", "farmers"])
def test_nothing_that_lies_on_tiles_covers_their_titles(served: Served, browser, expansions):
    for kind, game in moments(expansions).items():
        if kind == "over":
            continue
        ann = Person(browser, served.resume(game)[0])
        settled(ann.page)
        assert ann.page.evaluate(COVERED) == [], kind
        ann.close()


def test_a_card_says_what_a_lot_would_score_now(served: Served, browser):
    game = moments()["haul"]
    ann = Person(browser, served.resume(game)[0])
    printed = [
        (lot.tile, kf_tile.front.points)
        for lot in game.state.lots
        if (kf_tile := game.ruleset.tiles[lot.tile]).front.points and kf_tile.back is not None
    ]
    assert printed
    for tile, points in printed:
        ann.page.locator(f".lot[data-place={tile}]").click()
        text = ann.page.locator(".desk .card").inner_text()
        assert f"+{points} point" in text, tile
    lot = ann.page.locator(".lot").first
    lot.click()
    assert "If it were yours now" in ann.page.locator(".desk .card").inner_text()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_pieces_boats_and_players_have_cards(served: Served, browser, size):
    game = kf.Game.new(["Ann", "Bob"], seed=4)
    seat = next(iter(game.decisions))
    ann = Person(browser, served.resume(game)[seat], viewport=size)
    page = ann.page
    page.locator(".hand [data-piece]").first.click()
    card = page.locator(".desk .card")
    assert "behind the screen" in card.inner_text()
    page.keyboard.press("Escape")
    card.wait_for(state="detached")
    if size is DESKTOP:
        page.locator(".hand [data-piece]").first.focus()
        page.keyboard.press("i")
        card.wait_for()
        page.keyboard.press("Escape")
        card.wait_for(state="detached")
        page.locator(".rival").first.focus()
        page.keyboard.press("i")
        card.wait_for()
        assert "Leads at" not in card.inner_text() and "Behind the screen" in card.inner_text()
        page.keyboard.press("Escape")
        card.wait_for(state="detached")
    page.locator(".boat").first.scroll_into_view_if_needed()
    page.locator(".boat").first.click(force=size is PHONE, position={"x": 40, "y": 12})
    assert "Brings" in card.inner_text()


def test_on_a_phone_every_free_place_is_in_sight_while_a_tile_is_laid(served: Served, browser):
    ann = Person(browser, served.resume(moments()["build-all"])[0], viewport=PHONE)
    page = ann.page
    ground = page.locator(".ground").bounding_box()
    assert ground is not None

    def outside() -> int:
        boxes = [ghost.bounding_box() for ghost in page.locator(".ghost").all()]
        return sum(
            box is None
            or not (ground["x"] - 1 <= box["x"] + box["width"] / 2 <= ground["x"] + ground["width"] + 1)
            or not (ground["y"] - 1 <= box["y"] + box["height"] / 2 <= ground["y"] + ground["height"] + 1)
            for box in boxes
        )

    assert page.locator(".ghost").count() > 5 and outside() == 0
    small = page.locator(".ghost").first.bounding_box()
    page.locator(".ghost").first.click()
    page.wait_for_selector(".ghost.chosen")
    large = page.locator(".ghost.chosen").bounding_box()
    assert small is not None and large is not None and large["width"] > small["width"], "then from near"
    page.locator(".foot [data-do=back]").click()
    page.locator(".ghost.chosen").wait_for(state="detached")
    assert outside() == 0


# ---------------------------------------------------------------------- memory


def test_memory_stays_flat_over_a_whole_game(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob", "bot": "random"}])
    ann = Person(browser, served.address + table["seats"][0]["link"], Random(5))
    counting = ann.context.new_cdp_session(ann.page)

    def used() -> dict[str, float]:
        counting.send("HeapProfiler.collectGarbage")
        counting.send("Performance.enable")
        metrics = counting.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in metrics}

    live = served.server._tables[table["table"]]
    while live.ply < 30:
        ann.act()
        ann.page.wait_for_timeout(5)
    early = used()
    play_out([ann])
    late = used()
    assert live.ply > 60
    assert late["JSHeapUsedSize"] - early["JSHeapUsedSize"] < 4_000_000
    assert late["JSEventListeners"] < early["JSEventListeners"] * 2
    assert late["Nodes"] < early["Nodes"] * 2
