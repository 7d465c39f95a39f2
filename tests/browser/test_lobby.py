"""Before the game: expansions, seats, links, QR codes, rules; and how a turn is announced."""

from __future__ import annotations

import re

from tests.browser.conftest import Served
from tests.browser.people import Person
from tests.browser.test_table import PHONE, entries, serious, two_people


def lobby(browser, served: Served, path: str = "/", **how):
    page = browser.new_context(**how).new_page()
    page.goto(served.address + path)
    page.wait_for_selector("form .choices label")
    return page


def test_every_expansion_of_the_server_can_be_chosen_with_its_variants(served: Served, browser):
    page = lobby(browser, served)
    names = page.evaluate("[...document.querySelectorAll('.choices input')].map((one) => one.name)")
    assert names == ["farmers", "merchants", "open-hands", "farmers-first", "merchants-first", "hints"]
    assert page.locator("input[name=merchants-first]").is_disabled(), "a variant needs its expansion"
    page.get_by_text("Play with The Merchants").click()
    page.get_by_text("Merchants variant").click()
    page.locator("button[type=submit]").click()
    page.locator("a.sit").first.click()
    page.wait_for_selector(".desk")
    table = page.url.split("/t/")[1].split("#")[0]
    game = served.server._tables[table].game
    assert [own.id for own in game.match.ruleset.expansions] == ["base", "merchants"]
    assert "merchants-first" in game.log.dumps().splitlines()[0]


def test_settings_are_a_link_that_opens_the_same_lobby(served: Served, browser):
    page = lobby(browser, served)
    page.locator(".seats input").first.fill("Олена & сини*")
    page.locator(".seats select").nth(2).select_option("greedy")
    page.get_by_text("Play with The Farmers").click()
    page.get_by_text("Open hands").click()
    page.locator(".share").click()
    page.locator(".share", has_text="Copied").wait_for()
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'paste'}))")
    page.locator("#paste").focus()
    page.keyboard.press("Control+v")
    link = page.locator("#paste").input_value()
    again = lobby(browser, served, link.removeprefix(served.address))
    read = "[...document.querySelectorAll('.seats input, .seats select')].map((one) => one.value)"
    ticked = "[...document.querySelectorAll('.choices input:checked')].map((one) => one.name)"
    assert again.evaluate(read) == page.evaluate(read)
    assert again.evaluate(ticked) == page.evaluate(ticked) == ["farmers", "open-hands"]


def test_seats_change_places_by_dragging_and_by_arrow_keys(served: Served, browser):
    page = lobby(browser, served)
    names = "[...document.querySelectorAll('.seats input')].map((one) => one.value)"
    assert page.evaluate(names) == ["Ann", "Bob", "Cid"]
    page.locator(".handle").nth(0).focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(names) == ["Bob", "Ann", "Cid"]
    page.keyboard.press("ArrowDown")
    assert page.evaluate(names) == ["Bob", "Cid", "Ann"], "the focus goes along"
    first, last = page.locator(".handle").first.bounding_box(), page.locator(".handle").last.bounding_box()
    assert first is not None and last is not None
    page.mouse.move(last["x"] + 15, last["y"] + 15)
    page.mouse.down()
    page.mouse.move(first["x"] + 15, first["y"] + 18, steps=8)
    page.mouse.up()
    assert page.evaluate(names) == ["Ann", "Bob", "Cid"]


def test_seats_change_places_under_a_finger(served: Served, browser):
    page = lobby(browser, served, viewport=PHONE, has_touch=True)
    names = "[...document.querySelectorAll('.seats input')].map((one) => one.value)"
    first, last = page.locator(".handle").first.bounding_box(), page.locator(".handle").last.bounding_box()
    assert first is not None and last is not None
    finger = page.context.new_cdp_session(page)
    x, y, way = first["x"] + 20, first["y"] + 20, last["y"] - first["y"]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        points = [{"x": x, "y": y + way * step / 8}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate(names) == ["Bob", "Cid", "Ann"]
    assert page.locator(".dragged").count() == 0


def test_who_has_sat_down_can_still_send_the_others_their_links(served: Served, browser):
    page = lobby(browser, served, bypass_csp=True)
    page.locator(".seats select").nth(1).select_option("")
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".links .address")
    given = [link.input_value() for link in page.locator(".links .address").all()]
    page.locator("a.sit").first.click()
    page.wait_for_selector(".desk")
    if page.locator(".whose.mine").count():
        page.locator("[data-do=pass]").click()
    page.locator("[data-do=invite-them]").click()  # offered while one waits for somebody who is not there
    dialog = page.get_by_role("dialog", name="Invite")
    dialog.wait_for()
    assert [link.input_value() for link in dialog.locator(".address").all()] == given
    assert "#" in given[1] and "#" not in given[-1], "Bob's link is a secret, the one for spectators is not"
    dialog.locator(".qr-button").nth(1).click()
    assert dialog.locator(".qr").get_attribute("aria-label") == "QR code of the link: Bob"
    assert serious(page) == []
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    bob = Person(browser, given[1])
    bob.page.get_by_role("button", name="Menu").click()
    bob.page.locator("[data-do=invite]").click()
    bob.page.wait_for_selector(".keys .address")
    shown = [link.input_value() for link in bob.page.locator(".keys .address").all()]
    assert shown == [given[1], given[-1]], "nobody is shown a secret that is not theirs"
    watching = Person(browser, given[-1])
    watching.page.get_by_role("button", name="Menu").click()
    watching.page.locator("[data-do=invite]").click()
    watching.page.wait_for_selector(".keys .address")
    assert [link.input_value() for link in watching.page.locator(".keys .address").all()] == [given[-1]]


def test_a_newcomer_finds_the_first_game_first(served: Served, browser):
    page = lobby(browser, served)
    learn, form = page.locator(".learn").bounding_box(), page.locator("form").bounding_box()
    assert learn is not None and form is not None and learn["y"] < form["y"]
    page.locator("button[type=submit]").click()
    page.locator("a.sit").first.click()
    page.wait_for_selector(".desk")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Lobby").click()
    page.wait_for_selector(".tables")
    page.wait_for_selector(".learn")
    learn, form = page.locator(".learn").bounding_box(), page.locator("form").bounding_box()
    assert learn is not None and form is not None and learn["y"] > form["y"]


def test_a_link_is_shown_as_a_qr_code_that_holds_it(served: Served, browser):
    page = lobby(browser, served, viewport=PHONE, bypass_csp=True)
    page.locator("button[type=submit]").click()
    page.locator(".qr-button").first.click()
    box = page.locator(".qr").bounding_box()
    assert box is not None and box["width"] > 150
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    name = page.locator(".qr").get_attribute("aria-label")
    assert name == "QR code of the link: Ann"
    modules = page.locator(".qr path").get_attribute("d") or ""
    assert modules.count("M") > 200
    assert serious(page) == []


def test_the_rules_are_one_click_away_in_the_lobby_and_at_the_table(served: Served, browser):
    page = lobby(browser, served)
    page.get_by_role("button", name="Rules").click()
    assert "higher than every other" in page.get_by_role("dialog").inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    first, _ = two_people(served, browser)
    first.page.get_by_role("button", name="Rules").click()
    first.page.keyboard.press("p")
    first.page.wait_for_timeout(200)
    assert first.asked, "keys of the table rest while a dialog is open"
    first.page.keyboard.press("Escape")
    first.page.get_by_role("dialog").wait_for(state="detached")
    assert first.page.evaluate("document.activeElement.classList.contains('rules-button')"), (
        "the focus comes back"
    )


def test_a_word_leads_to_the_line_of_the_rules_that_explains_it(served: Served, browser):
    first, _ = two_people(served, browser)
    first.page.locator(".lot.open").first.click()
    first.page.locator(".act .term", has_text="Use").click()
    line = first.page.get_by_role("dialog").locator(".asked")
    assert line.locator("dt").inner_text() == "Use" and line.is_visible()
    first.page.keyboard.press("Escape")
    first.page.get_by_role("dialog").wait_for(state="detached")
    assert first.page.locator(".size").count(), "what was being decided is still there"


# ---------------------------------------------------------------------- your turn


def test_title_and_icon_of_the_page_say_whose_turn_it_is(served: Served, browser):
    first, other = two_people(served, browser)
    icon = "document.querySelector('link[rel=icon]').getAttribute('href')"
    assert "Your turn" in first.page.title() and first.page.evaluate(icon) == "/static/icon-turn.svg"
    assert other.page.title() == "Keyflower" and other.page.evaluate(icon) == "/static/icon.svg"
    first.page.locator("[data-do=pass]").click()
    other.page.wait_for_selector(".whose.mine")
    assert "Your turn" in other.page.title() and other.page.evaluate(icon) == "/static/icon-turn.svg"
    assert first.page.title() == "Keyflower"


HEARD = """
window.tones = 0; window.shown = [];
window.AudioContext = class {
    currentTime = 0; destination = {};
    createOscillator() {
        return { frequency: {}, connect: (to) => to, start: () => window.tones++, stop() {} };
    }
    createGain() {
        const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
        return { gain, connect: (to) => to };
    }
    close() {}
};
window.Notification = class {
    static permission = "default";
    static async requestPermission() { window.asked = true; return this.permission = "granted"; }
    constructor(title, more) { window.shown.push(more.body); }
};
Object.defineProperty(document, "hidden", { get: () => true });
"""


def test_sound_and_notification_come_only_after_they_were_asked_for(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    people = [
        Person(browser, served.address + seat["link"], before=lambda page: page.add_init_script(HEARD))
        for seat in table["seats"]
    ]
    first = next(person for person in people if person.asked)
    other = next(person for person in people if person is not first)
    first.page.locator("[data-do=pass]").click()
    other.page.wait_for_selector(".whose.mine")
    assert other.page.evaluate("[window.tones, window.shown.length, window.asked ?? false]") == [0, 0, False]
    first.page.get_by_role("button", name="Menu").click()
    first.page.locator("label:has([data-key=sound])").click()
    first.page.locator("label:has([data-key=notify])").click()
    first.page.wait_for_function("() => window.asked")
    tones = first.page.evaluate("window.tones")
    assert tones == 2, "the switch plays it once"
    other.page.locator(".lot.open").first.click()
    other.page.locator(".size").first.click()
    first.page.wait_for_selector(".whose.mine")
    first.page.wait_for_function("() => window.shown.length === 1")
    assert first.page.evaluate("[window.tones, window.shown]") == [4, ["Your turn"]]
    assert not first.errors and not other.errors


# ---------------------------------------------------------------------- installed, offline, enlarged


def test_the_page_can_be_installed_and_says_so_when_there_is_no_connection(tmp_path, dealt_by_seed, browser):
    server = Served(tmp_path / "t.sqlite3")
    page = lobby(browser, server)
    manifest = page.evaluate("fetch('/static/manifest.webmanifest').then((answer) => answer.json())")
    assert manifest["display"] == "standalone" and manifest["icons"]
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.stop()
    page.goto(server.address)
    text = page.locator("main.nowhere").inner_text()
    assert "no connection" in text and "Немає зв" in text and "Nie ma" in text and "Нет связи" in text


def test_enlarged_four_times_the_page_is_the_phones_and_loses_nothing(served: Served, browser):
    """A window of 1280 × 1024 at 400 % has 320 × 256 CSS pixels (WCAG 1.4.10)."""
    first, _ = two_people(served, browser, viewport={"width": 320, "height": 256}, device_scale_factor=4)
    page = first.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator("[data-do=pass]").scroll_into_view_if_needed()
    page.locator("[data-do=pass]").click()
    page.wait_for_selector(".whose:not(.mine)")
    page.locator("[data-tab=log]").click()
    assert re.search(r"You pass", page.locator("aside.log").inner_text())


def test_single_letters_can_be_switched_off(served: Served, browser):
    first, _ = two_people(served, browser)
    first.page.get_by_role("button", name="Menu").click()
    first.page.locator("label:has([data-key=letters])").click()
    first.page.keyboard.press("Escape")
    first.page.locator(".lot").first.focus()
    first.page.keyboard.press("p")
    first.page.wait_for_timeout(300)
    assert first.asked and not first.page.locator(".sent").count()
    first.page.keyboard.press("Enter")
    first.page.wait_for_selector(".desk .card")


def test_the_menu_closes_with_escape_and_by_a_click_beside_it(served: Served, browser):
    first, _ = two_people(served, browser)
    menu = first.page.locator(".menu")
    first.page.get_by_role("button", name="Menu").click()
    first.page.locator("label:has([data-key=letters])").click()
    first.page.keyboard.press("Escape")
    menu.wait_for(state="detached")
    first.page.get_by_role("button", name="Menu").click()
    first.page.locator(".home .sum").click()
    menu.wait_for(state="detached")
    first.page.get_by_role("button", name="Menu").click()
    first.page.get_by_role("button", name="Menu").click()
    menu.wait_for(state="detached")


def test_menus_of_a_table_name_the_way_to_the_lobby(served: Served, browser):
    first, _ = two_people(served, browser)
    assert entries(first)
    first.page.get_by_role("button", name="Menu").click()
    first.page.get_by_role("link", name="Lobby").click()
    first.page.wait_for_selector("form.open-table")
