"""Days of virtual time: with the bot running, its rounds less frequent than usual, or with the bot away."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from discord.ext import tasks

from tests.cogs.club import Club

APART = timedelta(hours=6)
"""The time between two rounds while days pass; with the usual one a test would take minutes."""


def rounds_of(club: Club) -> Iterator[tuple[Any, tasks.Loop[Any]]]:
    """Yield the cogs with periodic rounds, and these."""
    for cog in club.bot.cogs.values():
        for name in dir(type(cog)):
            found = getattr(cog, name, None)
            if isinstance(found, tasks.Loop) and found.is_running() and found.time is None:
                yield cog, found


async def pass_by(club: Club, **span: float) -> None:
    """Advance the clock, for example by hours=3, while the bot runs: with rounds from time to time, and at
    the end.
    """
    rounds, left = list(rounds_of(club)), timedelta(**span)
    timekeeping: Any = club.bot.get_cog("Timekeeping")
    timekeeping.away, away = 3 * APART, timekeeping.away
    for _, found in rounds:
        found.cancel()
    await club.env.settle()
    while left > timedelta():
        club.env.backend.advance_clock(min(left, APART).total_seconds())
        left -= APART
        for cog, found in rounds:
            await found.coro(cog)
        await club.env.settle()
    for _, found in rounds:
        found.start()
    await club.env.settle()
    timekeeping.away = away


async def away_for(club: Club, **span: float) -> None:
    """Stop the bot for a time, and restart it as a new process."""
    await stand_still(club, **span)
    await club.restart()


async def stand_still(club: Club, **span: float) -> None:
    """Advance the clock without any work of the bot; its rounds stay stopped."""
    for _, found in list(rounds_of(club)):
        found.cancel()
    await club.env.settle()
    club.env.backend.advance_clock(timedelta(**span).total_seconds())
