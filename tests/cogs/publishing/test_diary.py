"""Messages in time and true: days of three people at high speed, with all settings."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace
from simcord import MemberActor

from bot.matches.terms import AtZero
from bot.people.preferences import PLAIN, Leave, Preferences, Quiet
from bot.people.service import People
from tests.cogs.calls import set_clock
from tests.cogs.club import Club
from tests.cogs.contradictions import faults
from tests.cogs.diary import Diary

BERLIN = "Europe/Berlin"
NIGHT = Quiet(22 * 60, 7 * 60)
LATER, MUTED = "away from tomorrow on", "muted"
SETTINGS: dict[str, tuple[Preferences, Preferences, Preferences]] = {
    "nothing, quiet, digest": (PLAIN, Preferences(quiet=NIGHT, zone=BERLIN), Preferences(digest="instead")),
    "channel, reminder, both": (
        Preferences(where="channel"),
        Preferences(reminder=3, zone=BERLIN),
        Preferences(where="channel", digest="instead", quiet=NIGHT, zone="Asia/Kolkata"),
    ),
    MUTED: (
        PLAIN,
        Preferences(digest="also", digest_at=0, reminder=1, zone=BERLIN),
        Preferences(digest="also", quiet=Quiet(0, 23 * 60)),
    ),
}
DAY: tuple[str, AtZero] = ("1 day a turn", "resign")
FIVE_HOURS: tuple[str, AtZero] = ("5 hours a turn", "default")
SEATS = {"papyrus": 3, "crossfire": 2, "arclash": 3, "neo-combat": 3, "overcross": 3}
NOON = "2026-10-24 12:00"
"""Before a night with a clock change in Berlin. measures/soak/diary.py has others."""


async def lived(
    club: Club,
    game: str,
    settings: str,
    clock: tuple[str, AtZero] = FIVE_HOURS,
    *,
    step: timedelta = timedelta(minutes=30),
    days: float = 1.2,
    act: float = 0,
) -> Diary:
    """Simulate some days of people, and check the diary at each step."""
    await set_clock(club, BERLIN, NOON)
    diary = Diary(club, game, *clock, seed=7)
    people: tuple[MemberActor, ...] = (club.ann, club.ben, club.cleo)[: SEATS[game]]
    first = club.env.now().date() + timedelta(days=1)
    later = replace(PLAIN, leaves=(Leave(first, first + timedelta(days=3)),), digest="also")
    for member, preferences in zip(people, SETTINGS.get(settings, (PLAIN,) * 3), strict=False):
        await club.bot.people.keep(member.id, later if settings == LATER else preferences)
    await diary.begin(people)
    if settings == MUTED:
        await club.bot.people.follow(club.ann.id, await club.here(), "mute")
    for _ in range(round(timedelta(days=days) / step)):
        if not await diary.pass_by(step, act=act or 0.35 * (step / timedelta(hours=1))):
            break
    await diary.check()
    return diary


@pytest.mark.parametrize(
    ("game", "settings"),
    [("papyrus", "nothing, quiet, digest"), ("arclash", "channel, reminder, both"), ("neo-combat", MUTED)],
)
async def test_a_short_diary(club: Club, game: str, settings: str) -> None:
    diary = await lived(club, game, settings)
    assert diary.told
    assert diary.lost, "somebody's time was up"


@pytest.mark.parametrize("game", SEATS)
async def test_no_post_repeats_a_line_or_contradicts_itself(club: Club, game: str) -> None:
    """Random play at short steps: many posts, and edits of them."""
    step = timedelta(minutes=1)
    diary = await lived(club, game, "nothing at all", DAY, step=step, days=1 / 96, act=0.7)
    assert diary.posts > 5


def test_the_check_of_words_detects_faults() -> None:
    """It never says "Have chosen: Eve and Dan. Waiting for Cleo, Dan and Eve"."""
    names = ("Cleo", "Dan", "Eve")
    both = faults("Have chosen: Eve and Dan. Waiting for Cleo, Dan and Eve.", names)
    assert both == ["awaited and done: Dan", "awaited and done: Eve"]
    assert faults("Dan passes.\nCleo moves.\nDan passes.", names) == ["twice: Dan passes."]
    assert faults("1 of 3 has chosen. Waiting for Dan.", names)
    assert not faults("2 of 3 have chosen. Waiting for Dan.\nPassed: Cleo.", names)


async def test_the_diary_detects_missing_warnings(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player with digests only would time out without knowing the deadline."""

    async def forgotten(*_given: object) -> None:
        return

    monkeypatch.setattr(People, "hold_warning", forgotten)
    with pytest.raises(AssertionError, match="nobody told"):
        await lived(club, "papyrus", "nothing, quiet, digest")


async def test_an_old_dm_shows_no_deadline_of_a_clock_stopped_by_a_leave(club: Club) -> None:
    """The leave begins half a day after the DM, when Discord limits edits of it."""
    diary = await lived(club, "papyrus", LATER, DAY, days=1, act=0.001)
    assert diary.told
