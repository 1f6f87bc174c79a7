"""Weeks of people at high speed, minute by minute: what each was told last, and whether it is true.

The seed determines games, clocks, settings of notices and how often people act. Each week has a night with a
clock change in Berlin. A match that ends is followed by another one.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import NamedTuple

from msgspec.structs import replace
from simcord import MemberActor
from structlog.testing import capture_logs

from bot.database.migrate import migrate
from bot.matches.terms import AtZero
from bot.people.preferences import Leave, Preferences, Quiet
from tests.cogs.calls import set_clock
from tests.cogs.club import Club
from tests.cogs.diary import Diary

SEATS = {"papyrus": 3, "crossfire": 2, "arclash": 3, "neo-combat": 3, "overcross": 3}
DAYS = ("2026-10-22 12:00", "2027-03-25 12:00")
"""Three days before a night with a clock change in Berlin."""
CLOCKS: tuple[tuple[str, AtZero], ...] = (
    ("1 day a turn", "resign"),
    ("1 day a turn", "default"),
    ("3 days a turn", "remind"),
    ("5 hours a turn", "default"),
    ("8 hours a turn", "resign"),
    ("12 hours + 1 hour a turn", "resign"),
    ("2 days + 6 hours a turn", "default"),
    ("none", "remind"),
)
GRACES = ("", "", "30 minutes", "3 hours")
STEP, WEEK = timedelta(minutes=1), timedelta(days=7)


class Life(NamedTuple):
    """The settings of one person."""

    preferences: Preferences
    muted: bool
    act: float
    """The probability that they act within an hour in which they are awaited."""


class Week(NamedTuple):
    """The random settings of one week."""

    game: str
    clock: str
    grace: str
    at_zero: AtZero
    day: str
    lives: tuple[Life, ...]


class Count(NamedTuple):
    """The counts of one week."""

    matches: int
    posts: int
    told: int
    lost: int


def drawn(random: Random, games: Sequence[str]) -> Week:
    """Return a random week."""
    game, day = random.choice(list(games)), random.choice(DAYS)
    clock, at_zero = random.choice(CLOCKS)
    lives = tuple([_life(random, day) for _ in range(SEATS[game])])
    return Week(game, clock, "" if clock == "none" else random.choice(GRACES), at_zero, day, lives)


def _life(random: Random, day: str) -> Life:
    first = date.fromisoformat(day[:10]) + timedelta(days=random.randrange(5))
    preferences = Preferences(
        where=random.choice(("dm", "dm", "channel")),
        reminder=random.choice((0, 0, 1, 3, 12)),
        quiet=random.choice((None, Quiet(22 * 60, 7 * 60), Quiet(0, 23 * 60), Quiet(60, 10 * 60))),
        zone=random.choice(("UTC", "Europe/Berlin", "Europe/Berlin", "Asia/Kolkata", "America/New_York")),
        digest=random.choice(("none", "also", "instead")),
        digest_at=random.choice((0, 8 * 60, 2 * 60 + 30)),
        language=random.choice(("", "en", "de")),
    )
    if random.random() < 0.3:
        leave = Leave(first, first + timedelta(days=random.choice((1, 2, 4))))
        preferences = replace(preferences, leaves=(leave,))
    return Life(preferences, random.random() < 0.2, random.choice((0.02, 0.1, 0.35, 1.5)))


async def lived(week: Week, seed: int, template: Path, place: Path, until: float) -> Count:
    """Simulate a week. Raises `AssertionError` with the false statements."""
    copyfile(template, place)
    with capture_logs() as told:
        club = Club(f"sqlite:///{place}")
        await club.open()
        try:
            count = await _live(club, week, seed, until)
        finally:
            await club.close()
    faults = [
        each for each in told if each["event"] in ("something went wrong", "a delivery failed unexpectedly")
    ]
    assert not faults, faults
    return count


async def _live(club: Club, week: Week, seed: int, until: float) -> Count:
    await set_clock(club, "Europe/Berlin", week.day)
    people: tuple[MemberActor, ...] = (club.ann, club.ben, club.cleo)[: len(week.lives)]
    for member, life in zip(people, week.lives, strict=True):
        await club.bot.people.keep(member.id, life.preferences)
    end, diaries = club.env.now() + WEEK, list[Diary]()
    acts = {
        member.id: life.act * (STEP / timedelta(hours=1))
        for member, life in zip(people, week.lives, strict=True)
    }
    while club.env.now() < end and time.monotonic() < until:
        diary = Diary(club, week.game, week.clock, week.at_zero, seed + len(diaries), grace=week.grace)
        diaries.append(diary)
        await diary.begin(people)
        for member, life in zip(people, week.lives, strict=True):
            if life.muted:
                await club.bot.people.follow(member.id, await club.service.info(diary.match), "mute")
        while club.env.now() < end and time.monotonic() < until and await diary.pass_by(STEP, acts):
            pass
        await diary.check()
    sums = [(each.posts, len(each.told), each.lost) for each in diaries]
    return Count(len(diaries), *map(sum, zip(*sums, strict=True)))


def run(number: int, seconds: float, seed: int, games: Sequence[str]) -> list[str]:
    """Simulate this number of weeks; print the counts, and return the false statements."""
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    until, faults, counted = time.monotonic() + seconds, list[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder, "migrated.db")
        asyncio.run(migrate(f"sqlite:///{template}"))
        for at in range(seed, seed + number):
            if time.monotonic() >= until:
                break
            week = drawn(Random(f"diary {at}"), games or list(SEATS))
            try:
                count = asyncio.run(lived(week, at, template, Path(folder, f"{at}.db"), until))
            except Exception as fault:
                faults.append(f"seed {at}, {week}: {type(fault).__name__}: {fault}")
                continue
            counted.update({"weeks": 1, week.game: 1, **count._asdict()})
    print("   ".join(f"{what} {how_many:,}" for what, how_many in counted.items()))
    return faults
