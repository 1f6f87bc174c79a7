"""A simulated user on the page at the width of a phone, who presses the buttons and selects of the panel.

It begins a match against the easy computer and plays it in its direct messages, to the end or for a number of
taps. After each tap it checks that there was an answer, and that nothing is wider than the window.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TooLate

from tests.cogs import arclash_table, neocombat_table
from tests.cogs.club import NARROW, SMALL
from tests.games.overcross import eager
from tests.local.browsing import PATIENCE, Table

WIDTH, HEIGHT = 390, 844

GLADLY: dict[str, tuple[str, ...]] = {
    "Papyrus": (
        "Ready",
        "Take a ready-made squad",
        "Default formation",
        r"Take \d+ suggested",
        r"Fire \d+ ",
        "Attack at",
    ),
    "Crossfire": (
        "Keep these",
        "Answer .* with",
        "(Lay|Attack|Support|Probe|Raise|Clear|Discard|Put|Keep) .*",
    ),
    "Arclash": (
        "Yes: ",
        "Play (?!a ready)",
        "Play a ready",
        "Begin with",
        "Discard",
        "Advance to",
        "Your (answer|way)",
    ),
    "Neo-Combat": (
        "Ready",
        "Answer with",
        "Play(,|$)",
        "Play at once",
        "Move .* to",
        "Move a",
        "No more moves",
    ),
    "Overcross": ("Play .*", "Move and attack", r"Attack \(.*", "Attack at once", "Deploy on"),
}
"""Prefixes of preferred labels, the first available one first."""
ENDING = re.compile(
    r"(End turn|Pass|Stand|Keep the stack|No Special|Do not answer|No second|Done with|Ready|Keep)\b"
)
"""Prefixes of the labels pressed if no preferred one is available, and from time to time instead."""
SHORT: dict[str, str] = {
    "Papyrus": SMALL,
    "Crossfire": NARROW,
    "Arclash": arclash_table.SHORT,
    "Neo-Combat": neocombat_table.SHORT,
    "Overcross": eager.SHORT["deathmatch"],
}
"""Options of matches that end after some tens of taps."""
IDLE = re.compile(
    r"(Back|Refresh|Rules|Undo|Standing orders|My decks|What happened|Whole (field|table)|Change them"
    r"|Read (the|my)|Take it back|Plan my moves|Leave|No, go back|Zoom|Hand|Board as text|Next: "
    r"|Signs and words|Why not|Take a unit out|Show me|Withdraw)"
)
AWAITED_OR_OVER = """() => document.querySelector("#seats .awaited")
  || /( wins?|A draw)\\./.test(
    document.querySelector("#conversation").contentDocument?.body?.innerText ?? "")"""
"""The user is awaited, or a message names the winner."""
ANSWERED = "() => window.simcordPreview.lastAction"


class Tap(NamedTuple):
    """A control that can be pressed: a button, or a select with an option."""

    words: str
    place: Locator
    select: bool


class Thumb:
    """Plays one match on the page, and stores the faults."""

    def __init__(self, table: Table, game: str, seed: int) -> None:
        self.table, self.game = table, game
        self.chance = random.Random(seed)
        self.taps = self.turns = 0
        self.faults: list[str] = []

    def begin(self) -> None:
        """Open a short match with the easy computer, and open the direct messages."""
        key = self.game.lower()
        self.table.type_command("match new", game=key, options=SHORT[self.game])
        lobby = self.table.post("1 of 2 seats taken")
        self.table.choose("Add a computer", re.compile("easy"), lobby)
        self.table.press("Start", self.table.post("2 of 2 seats taken"))
        self.table.look_at("DMs")

    def play(self, most: int) -> bool:
        """Press until this number of taps is reached; return whether the match has ended before."""
        while self.taps < most:
            panel = self._panel()
            if panel is None:
                return True
            self._press(panel)
        return False

    def _panel(self) -> Locator | None:
        """Wait to be awaited, and return the panel; None when the match is over.

        If another player ends the match, only the channel shows it, so the channel is checked from time to
        time.
        """
        for place in ("# table", "DMs") * 6:
            with suppress(TooLate):
                self.table.page.wait_for_function(AWAITED_OR_OVER, timeout=PATIENCE / 6)
                break
            self.table.look_at(place)
        else:
            self.faults.append("nobody is awaited, and nobody has won")
            return None
        if not self.table.awaited("Ann").count():
            return None
        self.table.look_at("DMs")
        self.table.come_to_rest()
        return self.table.last if self.table.awaited("Ann").count() else None

    def _press(self, panel: Locator) -> None:
        tap = self._choose(list(self._offered(panel)))
        tap.place.click()
        self.taps += 1
        if tap.select:
            options = self.table.conversation.get_by_role("option")
            options.nth(self._option(options.all_inner_texts())).click()
            self.taps += 1
        self.table.come_to_rest()
        self.turns += tap.words == "End turn"
        self._look(tap.words)

    def _offered(self, panel: Locator) -> Iterator[Tap]:
        for place in panel.get_by_role("combobox").all():
            yield Tap(place.get_attribute("aria-label") or place.inner_text(), place, select=True)
        for place in panel.get_by_role("button").all():
            if place.is_enabled() and place.inner_text():
                yield Tap(place.inner_text(), place, select=False)

    def _choose(self, offered: list[Tap]) -> Tap:
        sensible = [tap for tap in offered if not IDLE.match(tap.words)]
        ending = [tap for tap in sensible if ENDING.match(tap.words) and not tap.select]
        for wanted in GLADLY[self.game]:
            found = [tap for tap in sensible if re.match(wanted, tap.words)]
            if found and (not ending or self.chance.random() < 0.9):
                return self.chance.choice(found)
        back = [tap for tap in offered if tap.words == "Back"]
        return self.chance.choice(ending or sensible or back or offered)

    def _option(self, labels: list[str]) -> int:
        """Return the option of an open select to choose."""
        sensible = [at for at, label in enumerate(labels) if not IDLE.match(label)] or [0]
        return self.chance.choice(sensible[:5])

    def _look(self, words: str) -> None:
        """Store the faults after a tap."""
        told = self.table.conversation.locator("#channel-timeline").evaluate(ANSWERED) or {}
        if told.get("rejected") or told.get("settlement") not in (None, "settled"):
            self.faults.append(f"{words!r} was not answered: {told}")
        if (width := self.table.width_of_everything()) > WIDTH:
            self.faults.append(f"after {words!r} the page is {width} pixels wide")
