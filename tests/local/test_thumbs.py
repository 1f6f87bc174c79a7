"""Matches on a phone: a thumb plays each game against the easy computer, on a page 390 pixels wide."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Error, sync_playwright

from tests.local.browsing import FLAGS, RunningTable, Table, chromium
from tests.local.thumbs import GLADLY, HEIGHT, WIDTH, Thumb

TAPS = 400
"""More than any of these matches takes."""


@pytest.mark.soak
@pytest.mark.parametrize("game", GLADLY)
def test_a_match_is_played_by_thumb_at_the_width_of_a_phone(game: str, tmp_path: Path) -> None:
    running, complaints = RunningTable(tmp_path), list[str]()
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
        except Error:
            pytest.skip("there is no Chromium here to look at the page with")
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.on("pageerror", lambda error: complaints.append(str(error)))
        thumb = Thumb(Table(page, running.address), game, seed=1)
        thumb.begin()
        ended = thumb.play(TAPS)
        browser.close()
    assert running.close() == 0
    log = (tmp_path / "log.txt").read_text()
    assert "Traceback" not in log, log
    assert thumb.faults + complaints == []
    assert ended
