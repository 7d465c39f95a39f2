"""What can be read: titles are large enough, nothing lies on anything else, cards of expansions are legible."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import keyflower as kf
from keyflower.kernel.option_tree import Choice
from tests.browser.conftest import Served
from tests.browser.people import Person, number, settled
from tests.browser.test_any_game import trading
from tests.browser.test_table import DESKTOP, PHONE, moments

LARGE = {"width": 1920, "height": 1080}
TITLES = """() => {
    // the height of each title in pixels: as it is printed, written again by the client, or below its picture
    const sizes = {};
    for (const place of document.querySelectorAll(".home .place[data-place]:not(.pasture), .lot, .ghost.chosen")) {
        const again = place.querySelector(".own-print, .name");
        const hidden = place.matches(".reprinted, .named-below");
        const face = [...place.querySelectorAll("use")].find((use) => use.getAttribute("href").includes("-face-"));
        const title = document.querySelector(face.getAttribute("href") + " .title");
        const scale = /scale\\(([\\d.]+)/.exec(title.innerHTML);
        const zoom = again?.getScreenCTM?.().a ?? 1;
        sizes[place.dataset.place ?? "laid"] = again ? parseFloat(getComputedStyle(again).fontSize) * zoom
            : hidden ? 0 : 14 * (scale ? Number(scale[1]) : 1) * face.getScreenCTM().a;
    }
    return sizes;
}"""


def places(game: kf.Game) -> list[Choice]:
    """Return the tiles among which Ann may choose in her turn, wherever they lie."""
    turn = game.decisions[0].kind == "turn"
    return [
        choice for choice in game.decisions[0].options.grouped().choices if turn and choice.kind == "tile"
    ]


@cache
def late(seats: int, expansions: tuple[str, ...] = ()) -> kf.Game:
    """Return the last turn of a game between stewards in which Ann can choose among several tiles."""
    rng, bot = Random(seats), kf.bots.bot("steward")
    names = ["Ann", "Bob", "Cid", "Dora", "Emil", "Fay"][:seats]
    game, found = kf.Game.new(names, seed=seats, expansions=expansions), None
    while not game.over:
        if list(game.decisions) == [0] and len(places(game)) > 3:
            found = game
        seat, decision = next(iter(game.decisions.items()))
        game = game.play(bot.choose(game.view(seat), decision, rng), seat=seat)
    assert found is not None and found.season == "winter"
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE, LARGE], ids=["1280", "390", "1920"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_titles_of_a_late_winter_are_at_least_eleven_pixels(served: Served, browser, seats: int, size):
    ann = Person(browser, served.resume(late(seats))[0], viewport=size)
    shown: dict[str, float] = {}
    for tab in ("auction", "village") if size is PHONE else ("",):
        if tab:
            ann.page.locator(f"[data-tab={tab}]").click()
        settled(ann.page)
        shown |= ann.page.evaluate(TITLES)
    state = late(seats).state
    assert shown.keys() >= {lot.tile for lot in state.lots} | set(state.seats[0].village.names)
    assert {tile: height for tile, height in shown.items() if height < 11} == {}


@pytest.mark.parametrize(
    "expansions", [(), ("farmers",), ("merchants",)], ids=["base", "farmers", "merchants"]
)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_titles_are_legible_in_every_kind_of_decision(served: Served, browser, expansions, size):
    small: dict[str, dict[str, float]] = {}
    for kind, game in moments(expansions).items():
        if kind == "over" or (kind == "build-all" and size is PHONE):
            continue  # a phone shows all free places of a large village first, without titles
        ann = Person(browser, served.resume(game)[0], viewport=size)
        settled(ann.page)
        found = {tile: height for tile, height in ann.page.evaluate(TITLES).items() if height < 11}
        if found:
            small[kind] = found
        ann.close()
    assert small == {}


def test_a_phone_shows_no_title_too_small_to_read_and_all_of_them_from_near(served: Served, browser):
    ann = Person(browser, served.resume(moments()["build-all"])[0], viewport=PHONE)
    ann.page.wait_for_selector(".ghost")
    assert not [height for height in ann.page.evaluate(TITLES).values() if 0 < height < 11]
    ann.page.locator(".ghost").first.click()
    ann.page.wait_for_selector(".ghost.chosen")
    from_near = ann.page.evaluate(TITLES)
    assert "laid" in from_near and all(height >= 11 for height in from_near.values())


# ---------------------------------------------------------------------- nothing lies on anything else

LYING = """() => {
    const found = [], lying = ".home .bench rect, .home .tray rect, .home .pasture .plate";
    const all = [...document.querySelectorAll(lying)];
    const boxes = all.map((one) => one.getBoundingClientRect());
    const place = (one) => one.closest("[data-origin], [data-place]").getAttribute("class") + " "
        + (one.closest("[data-origin]") ?? one.closest("[data-place]")).outerHTML.slice(0, 90);
    for (let a = 0; a < all.length; a++) for (let b = a + 1; b < all.length; b++) {
        const wide = Math.min(boxes[a].right, boxes[b].right) - Math.max(boxes[a].left, boxes[b].left);
        const tall = Math.min(boxes[a].bottom, boxes[b].bottom) - Math.max(boxes[a].top, boxes[b].top);
        // rounded ends may touch
        const touch = boxes[a].height * 0.34;
        if (wide > touch && tall > touch) found.push([place(all[a]), place(all[b]), wide, tall]);
    }
    return found;
}"""


@pytest.mark.parametrize(
    "expansions", [(), ("farmers",), ("merchants",)], ids=["base", "farmers", "merchants"]
)
def test_workers_goods_and_animals_do_not_lie_on_each_other(served: Served, browser, expansions):
    covered = {}
    for kind, game in moments(expansions).items():
        if kind == "over":
            continue
        ann = Person(browser, served.resume(game)[0])
        settled(ann.page)
        if found := ann.page.evaluate(LYING):
            covered[kind] = found
        ann.close()
    assert covered == {}


def test_goods_lie_beside_the_workers_of_the_tile_below(served: Served, browser):
    """The haul of the base game has gold on a tile right above one that was used."""
    game = moments()["haul"]
    tiles = {placed.cell: placed.name for placed in game.state.seats[0].village.layout.tiles}
    village = game.state.seats[0].village
    pairs = [
        (upper, lower)
        for (q, r), upper in tiles.items()
        if (lower := tiles.get((q, r + 1))) and village.spot(upper).goods and village.spot(lower).uses
    ]
    assert pairs, "else look for another moment"
    ann = Person(browser, served.resume(game)[0])
    for upper, lower in pairs:
        tray = ann.page.locator(f".home [data-origin={upper}] .tray rect").bounding_box()
        bench = ann.page.locator(f".home [data-origin={lower}] .bench rect").bounding_box()
        assert tray is not None and bench is not None
        assert tray["x"] >= bench["x"] + bench["width"]


# ---------------------------------------------------------------------- what is open to you


@pytest.mark.parametrize("seats", [3, 6])
def test_every_place_that_can_be_chosen_is_in_sight_or_counted(served: Served, browser, seats: int):
    game = late(seats)
    ann = Person(browser, served.resume(game)[0])
    settled(ann.page)
    choices = places(game)
    unseen = ann.page.evaluate(
        """(keys) => keys.filter((key) => {
            const place = document.querySelector(`.lot[data-place="${key}"], .home [data-place="${key}"]`);
            const pane = document.querySelector(".panes").getBoundingClientRect(), box = place?.getBoundingClientRect();
            return !box || box.top < pane.top - 1 || box.bottom > pane.bottom + 1 || box.right > pane.right + 1;
        })""",
        [choice.key for choice in choices if choice.seat <= 0],
    )
    assert unseen == [] and len(choices) > 3
    for seat in range(1, seats):
        there = len({choice.key for choice in choices if choice.seat == seat})
        badge = ann.page.locator(f".rival-box:has([data-seat='{seat}']) .badge > span[aria-hidden]")
        assert (number(badge.inner_text()) if badge.count() else 0) == there


# ---------------------------------------------------------------------- contracts, extensions, cabins


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_contracts_can_be_read_on_the_table_in_the_hand_and_as_cards(served: Served, browser, size):
    game = moments(("merchants",))["turn"]
    ann = Person(browser, served.resume(game)[0], viewport=size)
    page = ann.page
    for where in (".market .icon.sheet", ".hand .icon.sheet"):
        boxes = page.evaluate(
            "(where) => [...document.querySelectorAll(where)].map((one) => one.getBoundingClientRect().width)",
            where,
        )
        assert boxes and min(boxes) >= 50, where
    contract = page.locator(".market [data-piece^=contract]").first
    contract.scroll_into_view_if_needed()
    words = game.match.ruleset.goods[contract.get_attribute("data-piece")].words
    contract.click()
    card = page.locator(".desk .card")
    assert str(words)[1:] in card.inner_text() and "asks for" in str(words)
    drawn = card.locator(".icon.xl").bounding_box()
    assert drawn is not None and drawn["width"] > 150


def test_a_large_pile_is_counted_and_its_card_shows_every_piece_in_words(served: Served, browser):
    ann = Person(browser, served.resume(moments(("merchants",))["turn"])[0])
    pile = ann.page.locator("[data-pile]", has_text="Discarded contracts:")
    size = number(pile.inner_text())
    assert size > 5
    pile.click()
    lines = ann.page.locator(".desk .card .pick")
    assert lines.count() == size and all("Asks for" in text for text in lines.all_inner_texts())
    lines.first.click()
    ann.page.locator(".desk .card .icon.xl").wait_for()


def test_extensions_and_cabins_are_drawn_on_their_tiles_with_their_number(served: Served, browser):
    ann = Person(browser, served.resume(moments(("merchants",))["turn"])[0])
    drawn = ann.page.evaluate(
        "[...document.querySelectorAll('.on-corner use')].map((one) => one.getBoundingClientRect().width)"
    )
    assert len(drawn) > 2 and min(drawn) > 11
    assert "3" in ann.page.locator(".on-corner .count").all_text_contents()


def test_the_final_bar_counts_contracts_as_a_kind_of_their_own(served: Served, browser):
    game = moments(("merchants",))["over"]
    ann = Person(browser, served.resume(game)[0])
    names = {good.title for name, good in game.match.ruleset.goods.items() if name.startswith("contract")}
    filled = {
        seat: sum(line.points for line in sheet.lines if line.source in names)
        for seat, sheet in enumerate(game.scores)
    }
    assert any(filled.values()), "else look for another moment"
    assert "Contracts" in ann.page.locator(".final .key").inner_text()
    for seat, points in filled.items():
        part = ann.page.locator(f"[data-rank='{seat}'] .stack .pieces")
        assert (part.evaluate("(one) => Number(one.style.flexGrow)") if part.count() else 0) == points


def test_a_question_of_an_expansion_is_short_and_its_answers_are_explained(served: Served, browser):
    ann = Person(browser, served.resume(moments(("merchants",))["merchants.replace-boat"])[0])
    assert ann.page.locator(".prompt").inner_text().endswith("with a boat that is not in play.")
    picks = ann.page.locator(".desk .pick")
    assert picks.count() > 3 and picks.locator("svg.tile").count() == picks.count()
    assert all(
        "point" in text or "own tile" in text or "take" in text for text in picks.all_inner_texts()[:3]
    )
    trader = Person(browser, served.resume(trading())[0])
    text = trader.page.locator(".desk .others").inner_text()
    assert "Exchange the contract" in text


def test_a_piece_that_can_be_spent_says_what_comes_of_it(served: Served, browser):
    ann = Person(browser, served.resume(moments(("farmers",))["haul"])[0])
    assert "2 steps left" in ann.page.locator(".foot .chip").first.inner_text()
    listed = ann.page.locator(".desk .pick", has_text="pasture").all_inner_texts()
    drawn = ann.page.locator(".herd .numeral").all_text_contents()
    assert sorted(str(number(text.split("pasture")[1])) for text in listed) == sorted(drawn) != []
