"""The local table as a user sees it: a match in a browser, wide and narrow, with a restart."""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from PIL import Image
from playwright.sync_api import Route, expect

from bot.games.registry import GAMES
from tests.games.freetable.test_pictures import ISLE, SHEET, deck
from tests.local.browsing import Table
from tests.local.conftest import Open, Start
from tests.renderers.uploaded import RED_AND_BLUE

WIDE, NARROW = (1280, 900), (390, 844)
A_STEP = re.compile("^[←→↑↓]")


def begin_match(table: Table) -> None:
    """Ann opens a match by command, Ben joins by button, Ann starts it."""
    table.sit("Ann")
    table.type_command("match new", game="papyrus")
    table.sit("Ben")
    table.press("Join", table.post("1 of 2 seats taken"))
    expect(table.post("2 of 2 seats taken")).to_be_visible()
    table.sit("Ann")
    table.press("Start", table.post("2 of 2 seats taken"))
    expect(table.awaited("Ann")).to_be_visible()
    expect(table.awaited("Ben")).to_be_visible()


def pick_squad(table: Table, name: str, squad: str) -> None:
    """In their DMs, this person takes a ready-made squad (PAP-02)."""
    table.sit(name)
    table.look_at("DMs")
    table.choose("Take a ready-made squad", squad, table.post("10 units to go"))
    table.press("Ready", table.post("10 of 10"))


def place_squad(table: Table, name: str) -> None:
    """In their DMs, this person takes the default formation (PAP-03)."""
    table.sit(name)
    table.look_at("DMs")
    table.press("Default formation", table.post("Not placed yet"))
    table.press("Ready", table.post("All units stand"))


def begin_play(table: Table) -> str:
    """Both pick and place; return the name of the player with the first turn (PAP-04)."""
    pick_squad(table, "Ann", "Even Fold")
    expect(table.awaited("Ann")).to_have_count(0)
    pick_squad(table, "Ben", "Paper Chain")
    expect(table.post("The squads are revealed")).to_be_visible()
    place_squad(table, "Ann")
    expect(table.awaited("Ann")).to_have_count(0)
    place_squad(table, "Ben")
    told = table.post(" begins.").inner_text()
    begins = re.search(r"(\w+) begins\.", told)
    assert begins, told
    expect_turn_of(table, begins[1])
    return begins[1]


def expect_turn_of(table: Table, name: str) -> None:
    """Only this seat is marked as awaited."""
    expect(table.awaited(name)).to_be_visible()
    expect(table.page.locator("#seats .awaited")).to_have_count(1)


def test_the_page_and_the_match_are_german_with_that_setting(start: Start, visit: Open) -> None:
    running = start("de")
    table = visit(running, WIDE)
    expect(table.page.get_by_role("heading", name="Willkommen bei Tablepost")).to_be_visible()
    expect(table.page.locator("html")).to_have_attribute("lang", "de")
    expect(table.page.get_by_role("radio", name="Freier Tisch")).to_have_count(1)
    table.page.locator('[data-way="match new"]').click()
    table.write("/me show")
    expect(table.conversation.get_by_role("option").first).to_contain_text("Sieh deine Einstellungen")
    table.page.keyboard.press("Escape")
    table.sit("Ben")
    table.press("Mitspielen", table.post("1 von 2 Plätzen besetzt"))
    expect(table.post("Du hast Platz 2")).to_contain_text("Nur für dich sichtbar")
    expect(table.post("2 von 2 Plätzen besetzt")).to_contain_text("(bearbeitet)")
    expect(table.conversation.get_by_placeholder("Nachricht an #table")).to_be_visible()
    table.sit("Ann")
    table.press("Starten", table.post("2 von 2 Plätzen besetzt"))
    expect(table.awaited("Ann")).to_be_visible()
    for size in (WIDE, NARROW):
        table = visit(running, size)
        table.look_at("DMs")
        expect(table.post("Wähle deinen Trupp")).to_be_visible()
        told = table.conversation.locator(".message-time").first
        expect(told).to_have_text(re.compile(r"^\d\d\.\d\d\.\d\d, \d\d:\d\d\b"))
        assert table.width_of_everything() <= size[0]


def test_the_page_first_shows_what_to_do_and_its_button_opens_a_match(start: Start, visit: Open) -> None:
    table = visit(start(), WIDE)
    expect(table.page.get_by_role("heading", name="Welcome to Tablepost")).to_be_visible()
    games = table.page.get_by_role("radio")
    expect(games).to_have_count(len(GAMES))
    expect(games.first).to_be_focused()
    picture = table.page.locator(".game img").first
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    expect(table.page.locator("#welcome button:not(.close)")).to_have_count(3)
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Tab")
    expect(table.page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    table.page.keyboard.press("Enter")
    expect(table.post("Papyrus against")).to_contain_text("easy")
    expect(table.awaited("Ann")).to_be_visible()
    expect(table.page.get_by_role("heading", name="Welcome to Tablepost")).to_be_hidden()


@pytest.mark.slow
def test_where_a_match_is_played_the_welcome_opens_the_next_one_in_a_thread(
    start: Start, visit: Open
) -> None:
    table = visit(start(), WIDE)
    places, welcome = table.page.locator("#places").get_by_role("tab"), table.page.locator("#welcome")
    for tabs in (5, 6, 7):  # in the channel, beside it, and from that thread
        if tabs > 5:
            expect(welcome).to_be_hidden()
            table.page.locator("#help").click()
        expect(welcome).to_be_visible()
        table.page.get_by_role("radio", name="Free table").check()
        table.page.get_by_role("button", name="Play", exact=True).click()
        expect(table.post("1 of 2 seats taken")).to_be_visible()
        expect(places).to_have_count(tabs)
    expect(places.and_(table.page.locator("[aria-selected=true]"))).to_contain_text("Free table")


def test_on_a_phone_a_command_fits_the_welcome_is_hidden_and_a_new_board_is_visible(
    start: Start, visit: Open
) -> None:
    table = visit(start(), NARROW)
    welcome = table.page.get_by_role("heading", name="Welcome to Tablepost")
    expect(welcome).to_be_visible()
    expect(table.page.get_by_role("button", name="Learn", exact=True)).to_be_in_viewport(ratio=1)
    table.conversation.locator("#channel-composer-input").click()
    expect(welcome).to_be_hidden()
    table.write("/deck b")
    table.conversation.get_by_role("option").filter(has_text="/deck build").first.click()
    field = table.conversation.locator(".command-option-input")
    expect(field).to_be_visible()
    shell = table.conversation.locator("#channel-timeline")
    assert shell.evaluate("() => document.documentElement.scrollWidth") <= NARROW[0]
    assert (
        field.evaluate("() => document.querySelector('.command-context').getBoundingClientRect().right")
        <= NARROW[0]
    )
    for _ in range(3):
        table.page.keyboard.press("Escape")
    table.look_at("# tavern")
    expect(welcome).to_be_hidden()
    table.type_command("match new", game="papyrus")
    table.choose("Add a computer", "Skirmisher", table.post("1 of 2 seats taken"))
    table.press("Start", table.post("2 of 2 seats taken"))
    play = table.with_button("Play").get_by_role("button", name="Play", exact=True)
    expect(play).to_be_in_viewport()
    table.type_command("table show")
    expect(table.post("This server's table")).to_be_visible()


def test_on_the_smallest_phone_a_row_that_goes_on_is_lit_at_that_edge(start: Start, visit: Open) -> None:
    row = visit(start(), (320, 640)).page.locator("#places")
    expect(row.locator(".tab").last).to_have_text("# tournament")

    def lit(x: int) -> bool:
        """Whether a column of the row, counted from its right edge if it is negative, is rather gold."""
        with Image.open(BytesIO(row.screenshot())) as shot:
            red, _, blue = shot.convert("RGB").getpixel((x % shot.width, 3))  # type: ignore[misc]
        return bool(red > blue + 40)

    assert (lit(1), lit(-2)) == (False, True)
    row.evaluate("row => row.scrollTo(1000, 0)")
    assert (lit(1), lit(-2)) == (True, False)


def test_a_match_is_begun_played_and_continues_after_a_restart(start: Start, visit: Open) -> None:
    """In a wide window before the restart, in a narrow one after it."""
    running = start()
    table = visit(running, WIDE)
    begin_match(table)
    first = begin_play(table)
    second = {"Ann": "Ben", "Ben": "Ann"}[first]

    table.sit(first)
    table.look_at("# table")
    assert table.width_of_everything() <= WIDE[0]
    move_a_unit_and_end_the_turn(table)
    expect_turn_of(table, second)
    assert table.width_of_everything() <= WIDE[0]
    table.sit(second)
    picture = table.with_button("Play").locator(".component-gallery img")
    expect(picture).to_have_js_property("naturalWidth", 1280)

    running.close()
    table = visit(start(), NARROW)
    expect_turn_of(table, second)
    table.sit(second)
    table.look_at("# table")
    assert table.width_of_everything() <= NARROW[0]
    move_a_unit_and_end_the_turn(table)
    expect_turn_of(table, first)
    assert table.width_of_everything() <= NARROW[0]


def move_a_unit_and_end_the_turn(table: Table) -> None:
    """From the board's button: open the panel, make two steps with one unit, go back and end the turn."""
    table.press("Play", table.with_button("Play"))
    table.choose("Choose a unit", "SMG-1", table.post("You have 20 spaces to move"))
    for left in (20, 19):
        table.press(A_STEP, table.post(f"{left} spaces left to move"))
    table.press("Back", table.post("18 spaces left to move"))
    table.press("End turn", table.post("You have 18 spaces to move"))
    table.press("Yes: End turn", table.post("cannot be undone"))


def test_enter_sends_a_command_without_options_and_typed_text_is_visible(start: Start, visit: Open) -> None:
    table = visit(start(), NARROW)
    table.write("/help")
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("Enter")
    expect(table.post("Games of skill and dice")).to_be_visible()
    table.write("/roll")
    table.page.keyboard.press("Enter")
    field = table.conversation.locator(".command-option-input").first
    field.press_sequentially("3d6+2")
    rounded = 1  # pixels: one is rounded up, the other down
    assert field.evaluate(f"field => field.scrollWidth <= field.clientWidth + {rounded}")
    assert field.evaluate("field => field.clientWidth") > 40


def test_a_whole_line_runs_and_one_that_is_no_command_says_so_and_stays(start: Start, visit: Open) -> None:
    """Typed with Enter or pasted and sent; before, both were chat, without a word."""
    table = visit(start(), NARROW)
    table.write("/roll 2d6")
    table.page.keyboard.press("Enter")
    expect(table.last).to_contain_text("2d6")
    said = table.conversation.locator("#table-said")
    field = table.conversation.locator("#channel-composer-input")
    field.fill("/rol 2d6")
    table.come_to_rest()
    field.press("Enter")
    expect(said).to_have_text("There is no command /rol. Did you mean /roll?")
    expect(field).to_have_value("/rol 2d6")
    field.fill("/match new game:papyrus seats:2")
    table.come_to_rest()
    field.press("Enter")
    expect(table.post("1 of 2 seats taken")).to_be_visible()
    expect(said).to_be_hidden()
    expect(field).to_have_value("")


@pytest.mark.slow
def test_by_keyboard_the_tabs_are_one_step_each_and_f6_goes_to_the_newest_question(
    start: Start, visit: Open
) -> None:
    """Roving focus as in the tabs pattern of WAI-ARIA, opened by Enter, as it loads."""
    table = visit(start(), WIDE)
    press, page = table.page.keyboard.press, table.page
    seats, places = (page.locator(bar).get_by_role("tab") for bar in ("#seats", "#places"))
    expect(page.get_by_role("radio").first).to_be_focused()
    press("Shift+F6")
    expect(places.first).to_be_focused()
    for key, seat in (
        ("Shift+Tab", 0),
        ("ArrowRight", 1),
        ("End", 3),
        ("ArrowRight", 0),
        ("ArrowLeft", 3),
        ("Home", 0),
    ):
        press(key)
        expect(seats.nth(seat)).to_be_focused()
        expect(page.locator("#seats [tabindex='0']")).to_have_count(1)
    expect(seats.first).to_have_attribute("aria-selected", "true")
    press("F6")
    expect(page.get_by_role("radio").first).to_be_focused()
    press("Tab")
    press("Enter")
    play = table.with_button("Play").get_by_role("button", name="Play", exact=True)
    expect(play).to_be_focused()
    press("Shift+F6")
    press("ArrowRight")
    press("Enter")
    press("F6")  # before its conversation is there
    first = table.with_button("Leave the lesson").get_by_role("combobox").first
    expect(first).to_be_focused()
    press("F6")
    expect(table.conversation.locator("#channel-composer-input")).to_be_focused()
    press("F6")
    expect(places.nth(1)).to_be_focused()
    press("Shift+F6")
    press("Shift+F6")
    expect(first).to_be_focused()
    press("Shift+F6")
    press("Home")
    press("Tab")  # an arrow alone opens nothing
    press("Shift+Tab")
    expect(places.nth(1)).to_be_focused()


@pytest.mark.slow
def test_axe_has_no_remark_on_the_welcome_the_picker_a_form_and_a_turn(start: Start, visit: Open) -> None:
    table = visit(start(), WIDE)
    found = dict[str, list[tuple[str, list[str]]]]()
    expect(table.page.get_by_role("radio").first).to_be_focused()
    found["the welcome"] = remarks(table)
    table.write("/act")
    expect(table.conversation.get_by_role("option").first).to_contain_text("/act")
    found["the picker"] = remarks(table)
    table.page.keyboard.press("Enter")
    table.conversation.locator(".command-chip").wait_for()
    for _ in range(2):  # the field of the one option, and its empty value
        table.page.keyboard.press("Enter")
    table.press("Open a match", table.post("What would you like to do?"))
    table.press("Papyrus", table.post("Which game?"))
    expect(table.conversation.get_by_role("dialog")).to_be_visible()
    found["a form"] = remarks(table)
    table.page.keyboard.press("Escape")
    table.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    table.press("Back", table.post("Which game?"))
    table.press("Play alone now", table.with_button("Play alone now"))
    table.press("Papyrus", table.post("Which game?"))
    table.look_at("DMs")
    table.with_button("Signs and words").wait_for()
    table.come_to_rest()
    found["a turn"] = remarks(table)
    assert found == {stage: [] for stage in found}


def remarks(table: Table) -> list[tuple[str, list[str]]]:
    """Return what axe finds in the page and its frame: each rule, with the faulty elements.

    SimCord's forms are dialogs, which axe would rather not have.
    """
    for frame in table.page.frames:
        frame.evaluate(AXE_SCRIPT)
    found = table.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (each["id"], [node["html"][:120] for node in each["nodes"]])
        for each in found["violations"]
        if each["id"] != "aria-allowed-role"
    ]


@pytest.mark.slow
def test_a_post_that_is_changed_by_keyboard_keeps_the_focus_and_its_controls_in_sight(
    start: Start, visit: Open
) -> None:
    """The changed post has its first control in another place; its picture goes and comes back larger."""
    table = visit(start(), (1280, 620))
    table.page.locator('[data-way="learn"]').click()
    table.with_button("Play").wait_for()
    table.look_at("DMs")
    select = table.with_button("Leave the lesson").get_by_role("combobox").first
    table.come_to_rest()
    select.focus()
    for _ in range(2):
        expect(select).to_be_focused()
        for key in ("Enter", "ArrowDown", "Enter"):
            table.page.keyboard.press(key)
        table.come_to_rest()
        last = table.with_button("Leave the lesson").get_by_role("button", name="Leave the lesson")
        expect(last).to_be_in_viewport()


@pytest.mark.slow
def test_the_tip_of_a_lesson_stays_in_sight_above_its_controls(start: Start, visit: Open) -> None:
    """In a window too low for tip and all controls, after a tap, in German: SimCord's words, too."""
    table = visit(start("de"), (390, 480))
    table.page.locator('[data-way="learn"]').click()
    table.with_button("Spielen").wait_for()
    expect(table.conversation.get_by_text("Nur für dich sichtbar")).to_have_count(1)
    composer = table.conversation.locator("#channel-composer-input")
    expect(composer).to_have_attribute("placeholder", "Nachricht an #table")
    table.look_at("DMs")
    panel = table.with_button("Lektion verlassen")
    table.choose("Wähle eine Einheit", "SMG-1", panel)
    table.come_to_rest()
    expect(panel.locator("blockquote").first).to_be_in_viewport(ratio=0.95)
    expect(panel.get_by_role("combobox").first).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_on_a_busy_machine_no_picture_and_no_choice_is_lost_and_a_new_match_is_in_sight(
    start: Start, visit: Open
) -> None:
    """Each picture is refused twice; a choice is made while an earlier press is not answered yet."""
    table, tries, held = visit(start(), NARROW), Counter[str](), list[Route]()

    def refuse(route: Route) -> None:
        tries[route.request.url] += 1
        if tries[route.request.url] <= 2:
            route.fulfill(status=503)
        else:
            route.continue_()

    table.page.route("**/api/assets/**", refuse)
    table.page.locator("#welcome-close").click()
    for _ in range(2):
        table.type_command("help")
    expect(table.conversation.get_by_text("Games of skill and dice")).to_have_count(2)
    table.come_to_rest()
    table.conversation.locator("#channel-timeline").hover()
    table.page.mouse.wheel(0, -9000)
    table.page.locator("#help").click()
    table.page.get_by_role("button", name="Play", exact=True).click()
    board = table.with_button("Play")
    expect(board.get_by_role("button", name="Play", exact=True)).to_be_in_viewport()
    expect(board.locator(".component-gallery img")).not_to_have_js_property("naturalWidth", 0)
    expect(table.conversation.get_by_text("unavailable")).to_have_count(0)
    assert max(tries.values()) == 3

    table.look_at("DMs")
    panel = table.with_button("Signs and words")
    table.press("Refresh", panel)  # a control keeps its place in the post from now on
    table.come_to_rest()
    table.page.route("**/api/action", lambda route: route.continue_() if held else held.append(route))
    table.press("Refresh", panel)
    panel.get_by_role("combobox").first.click()
    table.conversation.get_by_role("option").first.click()
    held[0].continue_()
    table.with_button("Ready").wait_for()


@pytest.mark.slow
def test_a_designers_table_comes_with_its_files_and_two_people_take_the_first_turn(
    start: Start, visit: Open, tmp_path: Path
) -> None:
    """The file of a table, its cards, a board and a sheet, chosen on the page; then the match they make."""
    files = {"isle.toml": ISLE.encode(), "beasts.json": deck(100, 101), "island.png": RED_AND_BLUE}
    for name, content in {**files, "beasts.png": SHEET}.items():
        (tmp_path / name).write_bytes(content)
    table = visit(start(), NARROW)
    table.sit("Ann")
    table.type_command("free-table check", file=tmp_path / "isle.toml")
    expect(table.post("the picture island.png was not given together with this one")).to_be_visible()
    given = {"cards": "beasts.json", "picture": "island.png", "picture2": "beasts.png"}
    pictures = {option: tmp_path / name for option, name in given.items()}
    table.type_command("free-table add", file=tmp_path / "isle.toml", **pictures)
    added = table.post("It is added")
    expect(added.locator("img")).to_have_js_property("naturalWidth", 1280)
    table.type_command("free-table new", table="isle")
    table.sit("Ben")
    table.press("Join", table.post("1 of 2 seats taken"))
    table.sit("Ann")
    table.press("Start", table.post("2 of 2 seats taken"))
    expect_turn_of(table, "Ann")
    table.type_command("free-table move", what="red figure", to="Old harbour")
    expect(table.post("Old harbour")).to_be_visible()
    table.type_command("free-table pass")
    expect_turn_of(table, "Ben")
    assert table.width_of_everything() <= NARROW[0]
