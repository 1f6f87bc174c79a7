"""Matches on a phone: a thumb plays each game against the easy computer, on a page 390 pixels wide."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Error, sync_playwright

from bot.registry import GAMES
from tests.cogs.lesson_thumbs import THUMBS as WAYS
from tests.cogs.lesson_thumbs import Thumb as Way
from tests.local.browsing import FLAGS, RunningTable, Table, chromium
from tests.local.lesson_thumbs import LessonThumb
from tests.local.thumbs import GLADLY, HEIGHT, WIDTH, Thumb

TAPS = 400
"""More than any of these matches takes."""
MOST_TAPS, MOST_SECONDS = 30, 360
"""What a lesson takes at most."""
LESSONS = {game.title: game.lessons[0] for game in GAMES.values() if game.lessons}


@contextmanager
def phone(folder: Path) -> Iterator[Table]:
    """Open the page of a new table as on a phone; no exception may stand in the log or on the page."""
    running, complaints = RunningTable(folder), list[str]()
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
        except Error:
            running.close()
            pytest.skip("there is no Chromium here to look at the page with")
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.on("pageerror", lambda error: complaints.append(str(error)))
        try:
            yield Table(page, running.address)
        finally:
            browser.close()
            stopped = running.close()
    assert stopped == 0
    log = (folder / "log.txt").read_text()
    assert "Traceback" not in log, log
    assert complaints == []


@pytest.mark.soak
@pytest.mark.parametrize("game", GLADLY)
def test_a_match_is_played_by_thumb_at_the_width_of_a_phone(game: str, tmp_path: Path) -> None:
    with phone(tmp_path) as table:
        thumb = Thumb(table, game, seed=1)
        thumb.begin()
        assert thumb.play(TAPS)
    assert thumb.faults == []


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GLADLY)
def test_each_thumb_reaches_the_end_of_a_lesson_on_a_phone(game: str, way: Way, tmp_path: Path) -> None:
    with phone(tmp_path) as table:
        thumb = LessonThumb(table, game, way)
        walked = thumb.walk(TAPS)
    steps = len(walked.steps)
    assert walked.steps == [f"{at}/{steps}" for at in range(1, steps + 1)]
    assert steps == len(LESSONS[game].step)
    assert thumb.faults == []
    if way != "random":
        assert walked.taps <= MOST_TAPS
    assert walked.seconds <= MOST_SECONDS
    print(f"{game} {way}: {walked.taps} taps, {walked.seconds:.0f} s, {walked.posts} posts, {steps} steps")
