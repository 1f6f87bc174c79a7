"""A move through SimCord, from the typed command to the posted board (docs/PERFORMANCE.md)."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from bot.storage.migrate import migrate
from tests.cogs.club import Club

LIMIT = 0.100
"""Seconds of CPU time that a move may take in the middle of many."""


def test_bench_a_move_through_simcord_end_to_end(benchmark: Any, tmp_path: Path) -> None:
    """A player ends a turn: command, commit, answer, board drawn and posted, DM to the next."""
    with asyncio.Runner() as runner:
        spent: list[float] = []
        club = runner.run(_begun(f"sqlite+aiosqlite:///{tmp_path / 'bench.db'}"))
        try:
            benchmark.pedantic(lambda: spent.append(runner.run(_end_turn(club))), rounds=14, warmup_rounds=2)
            if benchmark.enabled:
                assert min(spent) < LIMIT
        finally:
            runner.run(club.close())


async def _begun(url: str) -> Club:
    await migrate(url)
    club = Club(url)
    await club.open()
    await club.started(club.ben, options="squad=10 rounds=100")
    for command, words in (
        ("preset", {"squad": "balanced"}),
        ("ready", {}),
        ("formation", {}),
        ("ready", {}),
    ):
        for member in (club.ann, club.ben):
            await member.slash(club.channel, f"papyrus {command}", **words)
    return club


async def _end_turn(club: Club) -> float:
    """Return the CPU time of the move; the minimum of several is the time on an idle machine."""
    match_view = await club.match_view(None)
    member = club.members(match_view.match)[next(iter(match_view.awaited))]
    posts = len(club.env.backend.messages[club.channel.id])
    before = time.process_time()
    await member.slash(club.channel, "papyrus end-turn")
    spent = time.process_time() - before
    if len(club.env.backend.messages[club.channel.id]) <= posts:
        raise AssertionError("the board was not posted")
    return spent
