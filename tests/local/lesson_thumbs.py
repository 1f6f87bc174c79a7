"""Simulated users of a lesson on the page at the width of a phone, in three ways."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from typing import NamedTuple

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TooLate

from tests.cogs.lesson_thumbs import HAT
from tests.cogs.lesson_thumbs import Thumb as Way
from tests.local.browsing import PATIENCE, Table
from tests.local.thumbs import Tap, Thumb

NEXT = "Next: a real match against the easy player"
_LOOKS = 12
_STEP = re.compile(rf"{HAT}\s*(\d+)/(\d+)")


class Walked(NamedTuple):
    """The cost and the progress of a lesson."""

    taps: int
    seconds: float
    posts: int
    """The number of posts in the channel."""
    steps: list[str]
    """The steps that were shown, in order."""


class LessonThumb(Thumb):
    """Plays a lesson in Ann's direct messages, and never presses the control that leaves it."""

    def __init__(self, table: Table, game: str, way: Way) -> None:
        super().__init__(table, game, seed=1)
        self._way = way
        self._tip: list[str] = []
        self.told: dict[str, None] = {}

    def begin(self) -> None:
        """Begin the lesson, and open the direct messages."""
        self.table.type_command("learn", game=self.game.lower())
        self.table.look_at("DMs")

    def walk(self, most: int) -> Walked:
        """Press until the match is over."""
        before, began = self._posts(), time.monotonic()
        self.begin()
        assert self.play(most), f"no end after {most} taps"
        seconds = time.monotonic() - began
        self.table.look_at("# table")
        self.table.with_button(NEXT).wait_for()
        return Walked(self.taps, seconds, len(self._posts() - before), list(self.told))

    def _posts(self) -> set[str]:
        """Return the ids of the visible posts."""
        posts = self.table.conversation.locator("[data-message-id]").all()
        return {post.get_attribute("data-message-id") or "" for post in posts}

    def _panel(self) -> Locator | None:
        """Wait to be awaited, and return the panel of the lesson.

        Answers, such as the rules, may be below it. A tip may mention a win: the lesson is over when the next
        match is offered.
        """
        for _ in range(_LOOKS):
            if super()._panel() is not None:
                return self.table.with_button("Leave the lesson")
            self.table.look_at("# table")
            with suppress(TooLate):
                self.table.with_button(NEXT).wait_for(timeout=PATIENCE / _LOOKS)
                return None
        return None

    def _press(self, panel: Locator) -> None:
        if step := _STEP.search(panel.inner_text()):
            self.told[f"{step[1]}/{step[2]}"] = None
            tip = panel.locator("blockquote").first
            self._tip = [words.strip() for words in tip.locator("em").all_inner_texts()]
        super()._press(panel)

    def _choose(self, offered: list[Tap]) -> Tap:
        found = [tap for tap in offered if tap.words != "Leave the lesson"]
        if self._way == "random":
            return self.chance.choice(found)
        named = [tap for tap in found if self._way == "follows" and tap.words in self._tip]
        return (named or found)[0]

    def _option(self, labels: list[str]) -> int:
        """Return the option of an open select to choose."""
        if self._way == "random":
            return self.chance.randrange(len(labels))
        names = [label.split("\n")[0].strip() for label in labels]
        named = [at for at, name in enumerate(names) if self._way == "follows" and name in self._tip]
        return (named or [0])[0]
