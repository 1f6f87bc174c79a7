"""Days of virtual time: with the bot running, its rounds further apart than usual, or with the bot away."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from discord.ext import tasks

from tests.cogs.club import Club

APART = timedelta(hours=6)
"""Between two rounds while days pass: rounds as frequent as in earnest would take minutes of ours. At the end
of the time each round is made once more."""


def rounds_of(club: Club) -> Iterator[tuple[tasks.Loop[Any], timedelta]]:
    """Yield the rounds that the bot makes, and how far apart."""
    for cog in club.bot.cogs.values():
        for name in dir(type(cog)):
            found = getattr(cog, name, None)
            if isinstance(found, tasks.Loop) and found.is_running() and found.time is None:
                yield found, timedelta(hours=found.hours, minutes=found.minutes, seconds=found.seconds)


async def pass_by(club: Club, **span: float) -> None:
    """Let time pass while the bot runs, such as hours=3."""
    usual = list(rounds_of(club))
    timekeeping: Any = club.bot.get_cog("Timekeeping")
    timekeeping.away, away = 3 * APART, timekeeping.away
    for found, _ in usual:
        found.change_interval(seconds=APART.total_seconds())
    await _advance(club, timedelta(**span))
    for found, every in usual:
        found.change_interval(seconds=every.total_seconds())
        found.restart()  # or it makes up for all the rounds left out
    await club.env.advance_time(1)
    timekeeping.away = away


async def away_for(club: Club, **span: float) -> None:
    """Let the bot be away for a time, and come back as a new process."""
    await stand_still(club, **span)
    await club.restart()


async def stand_still(club: Club, **span: float) -> None:
    """Let time pass in which the bot does nothing at all; its rounds stay stopped."""
    for found, _ in list(rounds_of(club)):
        found.cancel()
    await club.env.settle()
    await _advance(club, timedelta(**span))


async def _advance(club: Club, span: timedelta) -> None:
    """Move the clock by a day at a time: SimCord gives each move a few seconds of ours."""
    while span > timedelta():
        step = min(span, timedelta(days=1))
        await club.env.advance_time(step.total_seconds())
        span -= step
