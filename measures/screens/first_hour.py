"""`python -m measures.screens.first_hour --out DIR`: walk the first hour on the local page, in Chromium.

Each game's lesson, a quick match of each that computers play, and a lobby of two people, from the welcome:
by thumb on a phone (390 pixels) and by keys at a desk (1,280 pixels), in English and in German. `--walk`,
`--hands`, `--language` and `--game` choose some of them. Writes a picture of the window after each tap, a
montage of each walk, and prints taps, keys, seconds, and the faults: taps without an answer, pictures that
are missing, what is wider than the window, words that are cut or not translated, and controls that the
keyboard does not reach.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, product
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as TooLate

from bot.base.language import ENGLISH
from bot.base.languages.catalogues import catalogue_paths, forms, language, read_catalogue
from bot.games.registry import GAMES
from bot.host.local.server import WORDS
from renderers.kit.fonts import FILES
from tests.local.browsing import FLAGS, RunningTable, Table, chromium
from tests.local.thumbs import ENDING, GLADLY, HEIGHT, IDLE, WIDTH

Hands: TypeAlias = Literal["thumb", "keys"]
SIZES: dict[Hands, tuple[int, int]] = {"thumb": (WIDTH, HEIGHT), "keys": (1280, 900)}
LOBBY = "lobby"
MOST = 240
"""More taps than any of these walks takes: a quick match of Overcross against the easy computer, played by
these rules, takes 42 to 170, half of them more than 100, since each Character acts in each of some 14 rounds.
"""
SECONDS = 150
"""Until something that does not come is a fault."""
FURTHEST = 150
"""The most steps of Tab to a control."""
REOPENED = 10_000
"""Milliseconds until a select without options is opened again."""
DRAWN, LINE = 150, 24
"""Milliseconds until a picture that has come is drawn; the height of a line of a montage."""
OVER = "(Rematch|Replay)$"
"""Labels of buttons under the end of a match."""
Pick: TypeAlias = Callable[[list[str]], int]
"""Chooses the number of an option by the labels."""
KEY_TO = """place => {
  const frame = window.top.document.querySelector("#conversation").contentDocument;
  const active = window.top.document.activeElement;
  const here = active.id === "conversation" ? frame.activeElement : active;
  if (here === place && window.top.document.hasFocus()) return "";
  const group = each => each.closest("[role=tablist], [data-message-id], #welcome");
  const back = here.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_PRECEDING;
  const writes = here.closest("#channel-composer");
  if (group(here) === group(place))
    return place.role === "tab" ? (back ? "ArrowLeft" : "ArrowRight") : back ? "Shift+Tab" : "Tab";
  if (place.role === "tab")
    return here.closest(".bar") ? (back ? "Shift+Tab" : "Tab") : writes ? "F6" : "Shift+F6";
  return writes ? "Shift+F6" : group(here)?.dataset.messageId && back ? "Shift+Tab" : "F6";
}"""
"""The next key to a control: F6 to the bar or to the newest question, arrows along tabs, Tab nearby."""
ACTIVE_OPTION = "each => document.activeElement?.getAttribute('aria-activedescendant') === each.id"
CUT = """() => [...document.querySelectorAll(
    ".component-button, .select-value-label, .message-content, .component-text, h3, .select-option")]
  .filter((each) => each.offsetParent && each.scrollWidth > each.clientWidth + 1
    && getComputedStyle(each).overflowX !== "visible")
  .map((each) => each.innerText.slice(0, 60))"""
"""The words that do not fit into the place where they stand."""
CALLED = """ends => {
  const frame = document.querySelector("#conversation").contentDocument;
  const last = [...(frame?.querySelectorAll("[data-message-id]") ?? [])].at(-1);
  const labels = [...(last?.querySelectorAll("button") ?? [])].map(each => each.innerText);
  return document.querySelector("#seats .awaited") || labels.some(each => new RegExp(ends).test(each));
}"""
"""Somebody is awaited, or the last post is the end of a match."""
MISSING = "() => document.body.innerText.match(/[^\\n]*\\bunavailable\\b[^\\n]*/)?.[0] ?? ''"


class Seen(NamedTuple):
    """A picture of the window, and what was pressed to come there."""

    words: str
    file: Path


@cache
def words_in(code: str, pattern: str) -> re.Pattern[str]:
    """Return a pattern of labels in English as one of the labels in another language."""
    if code == ENGLISH.code:
        return re.compile(pattern)
    found = list[str]()
    for path in catalogue_paths(code):
        for message in read_catalogue(path):
            english = message.id if isinstance(message.id, str) else message.id[0]
            if re.match(pattern, re.sub(r"\{\w+\}", "7", english)):
                found += [re.sub(r"\\\{\w+\\\}", ".+", re.escape(said)) for said in forms(message) if said]
    return re.compile("|".join(found) or "(?!)")


class Walker:
    """Somebody on the page, with two thumbs or with a keyboard alone, who takes a picture after each tap."""

    def __init__(self, page: Page, running: RunningTable, code: str, hands: Hands, folder: Path) -> None:
        self.code, self.hands, self.folder = code, hands, folder
        self.table = Table(page, running.address)
        self.page = page
        self.language = language(code)
        self.taps = self.keys = self.waits = 0
        self.seen: list[Seen] = []
        self.faults: list[str] = []
        self.chance = random.Random(1)

    def said(self, words: str) -> str:
        """Return English words of the page in its language."""
        return self.language.gettext(words)

    def use(self, place: Locator, words: str, pick: Pick) -> None:
        """Press a control, choose one of its options if it is a select, and look at what has come."""
        select = place.get_attribute("role") == "combobox"
        if self.hands == "thumb" or not self._reached(place, repr(words)):
            place.click()
        else:
            self._type("Enter")
        self.taps += 1
        if select:
            options = self.table.conversation.get_by_role("option")
            try:
                options.first.wait_for(timeout=REOPENED)
            except TooLate:  # an edit of the post has closed it
                place.click() if self.hands == "thumb" else self._type("Enter")
                options.first.wait_for()
            labels = [each.split("\n")[0].strip() for each in options.all_inner_texts()]
            number = pick(labels)
            self.shoot(f"{words} (open)")
            self._take(options.nth(number))
            self.taps += 1
            words = f"{words}: {labels[number]}"
        self.look(words)

    def _take(self, option: Locator) -> None:
        if self.hands == "thumb":
            option.click()
            return
        for _ in range(FURTHEST):
            if option.evaluate(ACTIVE_OPTION):
                break
            self._type("ArrowDown")
        self._type("Enter")

    def _type(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def _reached(self, place: Locator, words: str) -> bool:
        """Go to a control by F6, Tab and arrows, as the page describes; whether it was reached."""
        place.wait_for()
        for _ in range(FURTHEST):
            key = place.evaluate(KEY_TO)
            if not key:
                return True
            self._type(key)
        self.faults.append(f"{words} is not reached by {FURTHEST} keys")
        return False

    def look(self, words: str) -> None:
        """Wait for the answer, take a picture of the window, and note what is wrong in it."""
        self.table.come_to_rest()
        self.page.wait_for_timeout(DRAWN)
        self.shoot(words)
        frame = self.table.conversation.locator("body")
        if missing := frame.evaluate(MISSING):
            self.faults.append(f"after {words!r}: {missing}")
        self.faults += [f"after {words!r} these words are cut: {cut!r}" for cut in frame.evaluate(CUT)]
        if self.code != ENGLISH.code:
            theirs, shown = {each for each in chain(*WORDS.values()) if "{" not in each}, frame.inner_text()
            self.faults += [f"after {words!r} there is English: {each!r}" for each in theirs if each in shown]
        if (width := self.table.width_of_everything()) > SIZES[self.hands][0]:
            self.faults.append(f"after {words!r} the page is {width} pixels wide")

    def shoot(self, words: str) -> None:
        """Take a picture of the window."""
        file = self.folder / f"{len(self.seen):03}.png"
        self.page.screenshot(path=file)
        self.seen.append(Seen(words, file))

    def begin(self, way: str, game: str) -> None:
        """Choose a game in the welcome, and press one of its buttons."""
        self.page.wait_for_function(
            "() => document.querySelectorAll('#games img').length"
            " && [...document.querySelectorAll('#games img')].every(each => each.naturalWidth)"
        )
        self.shoot("welcome")
        place = self.page.locator(f'[data-way="{way}"]')
        if self.hands == "thumb":
            self.page.locator(".game", has=self.page.locator(f'input[value="{game}"]')).click()
        else:
            for _ in range([*GAMES].index(game)):
                self._type("ArrowDown")
        if self.hands == "thumb" or not self._reached(place, f"{way!r} of the welcome"):
            place.click()
        else:
            self._type("Enter")
        self.taps += 2
        expect(self.page.locator("#welcome")).to_be_hidden()
        self.table.last.wait_for()
        self.look(way)

    def go(self, bar: str, words: str) -> None:
        """Take a seat, or look at a place."""
        tab = self.page.locator(bar).get_by_role("tab").filter(has_text=words)
        if tab.get_attribute("aria-selected") == "true":
            return
        if self.hands == "thumb" or not self._reached(tab, f"the tab {words!r}"):
            tab.click()
        else:
            self._type("Enter")
        expect(tab).to_have_attribute("aria-selected", "true")
        self.taps += 1
        self.look(words)

    def called(self, seat: int = 0) -> bool:
        """Wait until somebody is awaited or the match is over; whether this seat is awaited."""
        self.page.wait_for_function(
            CALLED,
            arg=self.pattern(OVER).pattern,
            timeout=SECONDS * 1000,
        )
        return bool(self.page.locator("#seats .tab").nth(seat).evaluate("each => each.matches('.awaited')"))

    def pattern(self, english: str) -> re.Pattern[str]:
        """Return a pattern of English labels in the language of the page."""
        return words_in(self.code, english)

    def over(self) -> bool:
        """Whether the post in sight is the end of a match."""
        return bool(self.table.last.get_by_role("button", name=self.pattern(OVER)).count())


def follow_the_lesson(walker: Walker, game: str) -> None:
    """Press in the direct messages what each tip names, else the first control, to the end of the lesson."""
    walker.begin("learn", game)
    walker.go("#places", walker.said("DMs"))
    leave = walker.said("Leave the lesson")
    while walker.taps < MOST:
        if walker.over():
            break
        if not walker.called():
            continue
        walker.table.come_to_rest()
        panel = walker.table.with_button(leave)
        tip = [each.strip() for each in panel.locator("blockquote").first.locator("em").all_inner_texts()]
        offered = [each for each in controls_in(panel) if each[0] != leave]
        if offered:
            words, place = next((each for each in offered if each[0] in tip), offered[0])
            walker.use(place, words, partial(named_in, tip))
    else:
        walker.faults.append(f"the lesson has no end after {walker.taps} taps")
    walker.go("#places", "# table")
    if not walker.over():
        walker.faults.append("the channel shows no end")


def play_quickly(walker: Walker, game: str) -> None:
    """Play a quick match to its end, by the labels that lead on."""
    walker.begin("play", game)
    walker.go("#places", walker.said("DMs"))
    while walker.taps < MOST:
        if not walker.called():
            break
        walker.table.come_to_rest()
        if walker.over():
            break
        act(walker, game)
    else:
        walker.faults.append(f"the match has no end after {walker.taps} taps")
    walker.go("#places", "# table")


def act(walker: Walker, game: str) -> None:
    """Use one control of the panel in sight, one that leads on if there is one."""
    idle, best, chance = walker.pattern(IDLE.pattern), walker.pattern(".*best first"), walker.chance
    posts = walker.table.conversation.locator("[data-message-id]:has(.component-button, .select-trigger)")
    sensible = [each for each in controls_in(posts.last) if not idle.match(each[0])]
    wished = [walker.pattern(wanted) for wanted in GLADLY[GAMES[game].title]]
    gladly = [each for wanted in wished for each in sensible if wanted.match(each[0])]
    ending = [each for each in sensible if walker.pattern(ENDING.pattern).match(each[0])]
    offered = gladly[:1] if gladly and (not ending or chance.random() < 0.8) else ending or sensible
    if not offered:
        walker.waits += 1
        if walker.waits > MOST:
            raise TooLate("nothing of the newest question leads on")
        walker.page.wait_for_timeout(DRAWN)
        return

    def pick(labels: list[str]) -> int:
        if best.match(words):
            return 0
        return chance.choice([at for at, label in enumerate(labels) if not idle.match(label)][:5] or [0])

    words, place = chance.choice(offered)
    walker.use(place, words, pick)


def meet_in_a_lobby(walker: Walker, game: str) -> None:
    """Let Ann open a match from the welcome, Ben join it, Ann start it, and both begin to play."""
    walker.begin("match new", game)
    walker.go("#seats", "Ben")
    post = walker.table.last
    walker.use(post.get_by_role("button", name=walker.said("Join"), exact=True), "Join", first)
    walker.go("#seats", "Ann")
    start = walker.table.last.get_by_role("button", name=walker.said("Start"), exact=True)
    walker.use(start, "Start", first)
    for _ in range(3):
        for seat, name in enumerate(("Ann", "Ben")):
            if walker.called(seat):
                walker.go("#seats", name)
                walker.go("#places", walker.said("DMs"))
                act(walker, game)


def named_in(tip: Sequence[str], labels: list[str]) -> int:
    """Choose the option that a tip names, else the first."""
    return next((at for at, label in enumerate(labels) if label in tip), 0)


def first(_labels: list[str]) -> int:
    """Choose the first option."""
    return 0


def controls_in(panel: Locator) -> Iterator[tuple[str, Locator]]:
    """Return the controls of a post that can be pressed, with their words."""
    for place in panel.get_by_role("combobox").all():
        yield place.get_attribute("aria-label") or place.inner_text(), place
    for place in panel.get_by_role("button").all():
        if place.is_enabled() and place.inner_text():
            yield place.inner_text(), place


WALKS: dict[str, tuple[Callable[[Walker, str], None], Sequence[str]]] = {
    "lesson": (follow_the_lesson, tuple(GAMES)),
    "quick": (play_quickly, tuple([key for key, game in GAMES.items() if game.computers])),
    "lobby": (meet_in_a_lobby, ("papyrus",)),
}


def walked(browser: Browser, walk: str, game: str, code: str, hands: Hands, out: Path) -> Walker:
    """Walk on a table of one's own, and make the montage."""
    folder = out / f"{walk}-{game}-{hands}-{code}"
    folder.mkdir(parents=True, exist_ok=True)
    width, height = SIZES[hands]
    with tempfile.TemporaryDirectory() as place:
        running, page = (
            RunningTable(Path(place), code),
            browser.new_page(viewport={"width": width, "height": height}),
        )
        walker = Walker(page, running, code, hands, folder)
        page.on("pageerror", lambda error: walker.faults.append(f"the page complains: {error}"))
        try:
            WALKS[walk][0](walker, game)
        except (TooLate, AssertionError) as stuck:
            walker.shoot("stuck")
            walker.faults.append(f"stuck: {str(stuck).splitlines()[0]}")
        finally:
            page.close()
            running.close()
    montage(walker.seen, width).save(folder.with_suffix(".png"))
    return walker


def montage(seen: Sequence[Seen], width: int) -> Image.Image:
    """Return the pictures side by side, with the words that led to each."""
    wide, columns = (300, 6) if width == WIDTH else (600, 3)
    with Image.open(seen[0].file) as one:
        high = one.height * wide // one.width + LINE
    sheet = Image.new("RGB", (columns * (wide + 8), -(-len(seen) // columns) * (high + 8)), "#101010")
    pen, font = ImageDraw.Draw(sheet), ImageFont.truetype(FILES["semibold"], LINE - 8)
    for number, (words, file) in enumerate(seen):
        at = number % columns * (wide + 8), number // columns * (high + 8)
        with Image.open(file) as taken:
            sheet.paste(taken.convert("RGB").resize((wide, high - LINE)), (at[0], at[1] + LINE))
        pen.text((at[0] + 2, at[1] + 2), f"{number} {words}"[: wide // 8], "#fff", font)
    return sheet


def main(words: list[str]) -> int:
    """Walk, and print what it took and what was wrong; 1 if something was."""
    parser = argparse.ArgumentParser(prog="python -m measures.screens.first_hour", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder of the pictures")
    parser.add_argument("--walk", nargs="*", choices=WALKS, default=[*WALKS])
    parser.add_argument("--hands", nargs="*", choices=SIZES, default=[*SIZES])
    parser.add_argument("--language", nargs="*", choices=("en", "de"), default=["en", "de"])
    parser.add_argument("--game", nargs="*", choices=GAMES, default=[*GAMES])
    args = parser.parse_args(words)
    faults = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
        for code, hands, walk in product(args.language, args.hands, args.walk):
            for game in [each for each in WALKS[walk][1] if each in args.game]:
                began = time.monotonic()
                found = walked(browser, walk, game, code, hands, args.out)
                keys = f", {found.keys} keys" if hands == "keys" else ""
                took = (
                    f"{found.taps} taps{keys}, {time.monotonic() - began:.0f} s, {len(found.seen)} pictures"
                )
                print(f"{walk:6} {game:10} {hands:5} {code}: {took}", flush=True)
                for fault in dict.fromkeys(found.faults):
                    print(f"    {fault}", flush=True)
                faults += len(found.faults)
        browser.close()
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
