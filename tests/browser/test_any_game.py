"""What the client has never heard of: places and actions of expansions, and games that bring a picture of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import keyflower as kf
from tests.browser.conftest import Served
from tests.browser.people import Person, settled
from tests.browser.test_table import PHONE, serious

Scene = dict[str, Any]


def altered(browser, link: str, change: Callable[[Scene], None], **how: Any) -> Person:
    """Open a link with a connection on which the scene of the whole table is changed before the client hears of it."""

    def proxy(route) -> None:
        server = route.connect_to_server()

        def heard(text: str) -> None:
            message = json.loads(text)
            if message["type"] == "table":
                change(message)
            route.send(json.dumps(message))

        server.on_message(heard)

    return Person(browser, link, before=lambda page: page.route_web_socket("**/socket", proxy), **how)


@cache
def trading() -> kf.Game:
    """Return a moment at which Ann may do something on her turn that is neither bidding, using nor passing."""
    for seed in range(200):
        rng, game = Random(seed), kf.Game.new(["Ann", "Bob"], seed=seed, expansions=["merchants"])
        while not game.over:
            if 0 in game.decisions and game.decisions[0].kind == "turn":
                kinds = {choice.kind for choice in game.decisions[0].options.grouped().choices}
                if kinds - {"tile", "do"}:
                    return game
            seat, decision = next(iter(game.decisions.items()))
            game = game.play(decision.options.sample(rng), seat=seat)
    raise AssertionError("no such moment")


def test_places_of_expansions_are_drawn_by_their_pieces_with_title_and_count(served: Served, browser):
    game = trading()
    state = json.loads(json.dumps(game.view("Ann").to_data()))["state"]
    laid, lot = state["seats"][0]["village"]["tiles"][0]["name"], state["lots"][0]["tile"]

    def put(message: Scene) -> None:
        def place(on: str, title: str, piece: str, **more: object) -> dict[str, object]:
            return {
                "tag": f"x.{on}",
                "title": title,
                "on": on,
                "pieces": [[piece, 2]],
                "hidden": False,
                **more,
            }

        message["scene"]["places"] = [
            place("seat", "Folder", "contract_x", seat=0),
            place("seat", "Folder", "contract_x", seat=1, hidden=3),
            place("village", "Meadow", "wood", seat=0),
            place("tile", "Extension", "iron", at=laid, seat=0),
            place("lot", "Bonus", "gold", at=lot),
            place("table", "Market", "stone"),
        ]

    ann = altered(browser, served.resume(game)[0], put)
    page = ann.page
    assert (
        "Folder" in page.locator(".hand").inner_text() and "Meadow" in page.locator(".pane.home").inner_text()
    )
    assert "Market" in page.locator(".auction").inner_text()
    assert "Bonus" in page.locator(f".lot[data-place={lot}]").inner_text()
    assert page.locator(".hand .unpictured text").text_content() == "CX", (
        "a piece without a picture has letters"
    )
    assert page.locator(".on-corner use").get_attribute("href") == "#kf-piece-iron"
    assert "2 iron" in (page.locator(f".home [data-place={laid}]").get_attribute("aria-label") or "")
    page.locator(".hand [data-piece=contract_x]").click()
    assert page.locator(".desk .card").get_attribute("data-card") == "contract_x"
    page.locator(".rival").first.click()
    assert "3 hidden" in page.locator(".desk .card").inner_text()
    assert not ann.errors


def test_an_action_that_the_client_does_not_know_is_a_button_with_its_label(served: Served, browser):
    game = trading()
    for size in ({"width": 1280, "height": 800}, PHONE):
        link = served.resume(game)[0]
        ann = Person(browser, link, viewport=size)
        if size is PHONE:
            ann.page.locator(".more-choices").click()
        strange = next(
            choice
            for choice in game.decisions[0].options.grouped().choices
            if choice.kind not in ("tile", "do")
        )
        ann.page.locator(".others .pick").first.click()
        while ann.page.locator(".way").count():
            ann.page.locator(".pick").first.click()
            settled(ann.page)
        live = served.server._tables[link.split("/t/")[1].split("#")[0]]
        ann.page.wait_for_selector(".sent", state="detached")
        assert live.ply == game.ply + 1
        assert strange.key in str(live.game.last_action)
        assert not ann.errors


# ---------------------------------------------------------------------- a picture of its own

DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 400 300"
 onload="window.hacked = 1"><style>rect {{ fill: rgb(1, 2, 3); }} .far {{ fill: url(https://example.com/x.svg#a); }}
 body {{ display: none; }}</style><script>window.hacked = 2</script>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><p>no</p></body></foreignObject>
<image href="https://example.com/x.png"/><a href="javascript:window.hacked=3"><circle r="5"/></a>
<use href="https://example.com/x.svg#y"/><rect class="table" style="fill-opacity: 0.5" width="400" height="300"/>
{parts}</svg>"""


def drawn(message: Scene) -> None:
    """Put a picture in the place of the table: a square for each lot, and a button for passing."""
    lots = [lot["tile"] for lot in message["view"]["state"]["lots"]]
    parts = "".join(
        f'<g data-kind="tile" data-key="{tile}" data-seat="-1" onclick="window.hacked = 4">'
        f'<rect x="{10 + 60 * (n % 6)}" y="{10 + 60 * (n // 6)}" width="50" height="50"/></g>'
        for n, tile in enumerate(lots)
    )
    parts += '<g data-kind="do" data-key="pass"><rect x="10" y="240" width="90" height="40"/></g>'
    message["scene"]["svg"] = DRAWN.format(parts=parts)
    message["scene"]["title"] = "Squares"


def test_a_picture_of_its_own_is_clicked_and_nothing_in_it_runs_or_leaves_the_page(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    people = [altered(browser, served.address + seat["link"], drawn) for seat in table["seats"]]
    asked: list[str] = []
    for person in people:
        person.page.on("request", lambda request: asked.append(request.url))
    first = next(person for person in people if person.asked)
    page, live = first.page, served.server._tables[table["table"]]
    picture = page.locator(".game-picture")
    assert picture.locator("script, foreignObject, image, a, style, [onclick], [onload]").count() == 0
    assert picture.locator("use[href]").count() == 0 and page.evaluate("window.hacked") is None
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.game-picture rect')).fill") == "rgb(1, 2, 3)"
    )
    assert page.evaluate("getComputedStyle(document.body).display") != "none", "a picture styles itself only"
    assert "Squares" in page.locator("h1").inner_text()
    box = picture.locator(".choice[data-kind=tile]").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".way")
    page.locator(".pick").first.click()
    settled(page)
    while page.locator(".way").count():
        page.locator(".pick").first.click()
        settled(page)
    page.wait_for_selector("[data-do=undo]:enabled")
    assert live.ply == 1 and str(live.game.last_action).split()[0] in ("bid", "use")
    page.locator("[data-do=undo]").click()
    page.wait_for_selector(".whose.mine")
    picture.locator("[data-key=pass]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".whose:not(.mine)")
    assert str(live.game.last_action) == "pass" and not first.errors
    assert all(url.startswith(served.address) for url in asked)


def test_a_picture_of_its_own_is_named_for_everybody_also_on_a_phone(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    for size in ({"width": 1280, "height": 800}, PHONE):
        people = [
            altered(browser, served.address + seat["link"], drawn, viewport=size, bypass_csp=True)
            for seat in table["seats"]
        ]
        first = next(person for person in people if person.asked)
        names = first.page.evaluate(
            "[...document.querySelectorAll('.game-picture .choice')].map((one) => one.getAttribute('aria-label'))"
        )
        assert all(names) and len(set(names)) == len(names)
        assert first.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert serious(first.page) == []
        for person in people:
            person.close()
