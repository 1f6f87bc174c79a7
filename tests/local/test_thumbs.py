"""Matches on a phone: a simulated user plays each game against the easy computer, 390 pixels wide."""

from __future__ import annotations

import pytest

from bot.games.registry import GAMES
from tests.cogs.lesson_thumbs import THUMBS as WAYS
from tests.cogs.lesson_thumbs import Thumb as Way
from tests.local.browsing import Table
from tests.local.conftest import Open, Start
from tests.local.lesson_thumbs import LessonThumb
from tests.local.thumbs import GLADLY, HEIGHT, WIDTH, Thumb

TAPS = 400
"""More taps than any of these matches takes."""
MOST_TAPS, MOST_SECONDS = 30, 360
"""The limits of taps and seconds for a lesson."""
LESSONS = {game.title: game.lessons[0] for game in GAMES.values() if game.lessons}


@pytest.fixture
def phone(start: Start, visit: Open) -> Table:
    """Return the page of a new table as on a phone."""
    return visit(start(), (WIDTH, HEIGHT))


@pytest.mark.soak
@pytest.mark.parametrize("game", GLADLY)
def test_a_match_is_played_by_thumb_at_the_width_of_a_phone(game: str, phone: Table) -> None:
    thumb = Thumb(phone, game, seed=1)
    thumb.begin()
    assert thumb.play(TAPS)
    assert thumb.faults == []


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GLADLY)
def test_each_simulated_user_ends_a_lesson_on_a_phone(game: str, way: Way, phone: Table) -> None:
    thumb = LessonThumb(phone, game, way)
    walked = thumb.walk(TAPS)
    steps = len(walked.steps)
    assert walked.steps == [f"{at}/{steps}" for at in range(1, steps + 1)]
    assert steps == len(LESSONS[game].step)
    assert thumb.faults == []
    if way != "random":
        assert walked.taps <= MOST_TAPS
    assert walked.seconds <= MOST_SECONDS
    print(f"{game} {way}: {walked.taps} taps, {walked.seconds:.0f} s, {walked.posts} posts, {steps} steps")
