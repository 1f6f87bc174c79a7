"""A move and a digest through SimCord (docs/PERFORMANCE.md)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.database.migrate import migrate
from tests.cogs.club import Club
from tests.cogs.people.test_me import open_in

MOVE_LIMIT = 0.100
"""The limit of CPU seconds for a move in the middle of many."""
MATCHES = 50
DIGEST_LIMIT = 0.300
"""The limit in seconds for the digest of a player in this number of matches, with its queries."""


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as made:
        yield made


@pytest.fixture
def club(runner: asyncio.Runner, tmp_path: Path) -> Iterator[Club]:
    url = f"sqlite+aiosqlite:///{tmp_path / 'bench.db'}"
    runner.run(migrate(url))
    opened = Club(url)
    runner.run(opened.open())
    yield opened
    runner.run(opened.close())


def test_bench_a_move_through_simcord_end_to_end(benchmark: Any, runner: asyncio.Runner, club: Club) -> None:
    """A player ends a turn: command, commit, answer, board drawn and posted, DM to the next player."""
    runner.run(_begin(club))
    spent: list[float] = []
    benchmark.pedantic(lambda: spent.append(runner.run(_end_turn(club))), rounds=14, warmup_rounds=2)
    if benchmark.enabled:
        assert min(spent) < MOVE_LIMIT


async def _begin(club: Club) -> None:
    await club.started(club.ben, options="squad=10 rounds=100")
    for command, words in (
        ("preset", {"squad": "balanced"}),
        ("ready", {}),
        ("formation", {}),
        ("ready", {}),
    ):
        for member in (club.ann, club.ben):
            await member.slash(club.channel, f"papyrus {command}", **words)


async def _end_turn(club: Club) -> float:
    """Return the CPU time of the move; the minimum of several is the time on an idle machine."""
    match_view = await club.match_view(None)
    member = club.members(match_view.match)[next(iter(match_view.awaited))]
    posts = len(club.env.backend.messages[club.channel.id])
    before = time.process_time()
    await member.slash(club.channel, "papyrus end-turn")
    spent = time.process_time() - before
    assert len(club.env.backend.messages[club.channel.id]) > posts, "the board was not posted"
    return spent


@pytest.mark.parametrize("cache", ["warm", "cold"])
def test_bench_the_digest_of_a_player_in_fifty_matches(
    benchmark: Any, runner: asyncio.Runner, club: Club, cache: str
) -> None:
    """All matches are read, sorted, composed into one message, and it is sent."""
    runner.run(_take_seats(club))
    spent: list[float] = []
    benchmark.pedantic(
        lambda: spent.append(runner.run(_digest(club, warm=cache == "warm"))), rounds=8, warmup_rounds=1
    )
    if benchmark.enabled:
        assert min(spent) < DIGEST_LIMIT


async def _take_seats(club: Club) -> None:
    for number in range(MATCHES):
        await open_in(club, f"room-{number}")
    pending = await club.service.store.pending()
    await club.service.store.settle([each.delivery.id for each in pending])


async def _digest(club: Club, *, warm: bool) -> float:
    """Return the seconds of one digest; cold means directly after a start, with no match in memory."""
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
