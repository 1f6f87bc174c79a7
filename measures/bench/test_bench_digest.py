"""The digest of a player in fifty matches (docs/PERFORMANCE.md)."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from bot.storage.migrate import migrate
from tests.cogs.club import Club
from tests.cogs.people.test_me import open_in

MATCHES = 50
LIMIT = 0.300
"""Seconds that the digest may take, from the first query to the message sent."""


@pytest.mark.parametrize("cache", ["warm", "cold"])
def test_bench_the_digest_of_a_player_in_fifty_matches(benchmark: Any, tmp_path: Path, cache: str) -> None:
    """All matches are looked up, put in order, composed into one message, and it is sent."""
    with asyncio.Runner() as runner:
        spent: list[float] = []
        club = runner.run(_seated(f"sqlite+aiosqlite:///{tmp_path / 'bench.db'}"))
        try:
            work = lambda: spent.append(runner.run(_digest(club, warm=cache == "warm")))  # noqa: E731
            benchmark.pedantic(work, rounds=8, warmup_rounds=1)
            if benchmark.enabled:
                assert min(spent) < LIMIT
        finally:
            runner.run(club.close())


async def _seated(url: str) -> Club:
    await migrate(url)
    club = Club(url)
    await club.open()
    for number in range(MATCHES):
        await open_in(club, f"room-{number}")
    pending = await club.service._store.pending()
    await club.service._store.settle([each.delivery.id for each in pending])
    return club


async def _digest(club: Club, *, warm: bool) -> float:
    """Return the seconds that one digest took; cold is right after a start, with no match in memory."""
    cog: Any = club.bot.get_cog("DueNotices")
    if not warm:
        for info in await club.service.open_matches():
            club.service._repository.cache.drop(info.id)
    sent = len(club.env.http_requests)
    began = time.perf_counter()
    await cog._digest(club.ben.id, club.env.now())
    took = time.perf_counter() - began
    assert len(club.env.http_requests) > sent
    return took
