"""A playing process is killed at random instants; every acknowledged action is in the database.

12 kills are part of the suite. A thousand take some minutes:

    TABLEPOST_KILLS=1000 python -m pytest tests/storage/test_sigkill.py
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.base.clock import wall_clock
from bot.database.engine import database_url
from bot.engine.fair import Stream
from bot.matches.model import Codec, Stage
from bot.matches.outbox import Outbox
from bot.matches.ports import Record
from bot.matches.store import SqlMatchStore
from tests.matches.table import Mail
from tests.storage.victim import GAMES, TABLES

KILLS = int(os.environ.get("TABLEPOST_KILLS", "12"))
LIFE = 50
"""The maximum number of acknowledged actions before a kill; independent of the machine's speed."""
MOMENT = 0.02
"""The maximum seconds that a player continues after the last of them."""


class Victim:
    """The program that forks players, with a method to kill one."""

    def __init__(self, url: str) -> None:
        self._program = subprocess.Popen(
            [sys.executable, "-m", "tests.storage.victim", url],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self._unread = b""

    def live_and_die(self, number: int, actions: int, seconds: float) -> list[dict[str, Any]]:
        """Let a player acknowledge this number of actions, wait, kill it; return its acknowledged actions."""
        assert self._program.stdin is not None
        self._program.stdin.write(f"play {number}\n".encode())
        lines: list[str] = []
        while "ready" not in lines or not any(line.startswith("player") for line in lines):
            lines += self._read(60)
        (player,) = [int(line.split()[1]) for line in lines if line.startswith("player")]
        while sum(line.startswith("did ") for line in lines) < actions and "dead" not in lines:
            lines += self._read(60)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            lines += self._read(left)
        os.kill(player, signal.SIGKILL)
        while "dead" not in lines:
            lines += self._read(60)
        assert not [line for line in lines if line.startswith("refused")]
        return [json.loads(line.removeprefix("did ")) for line in lines if line.startswith("did ")]

    def close(self) -> None:
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.close()
        self._program.stdout.close()
        self._program.wait(60)

    def _read(self, seconds: float) -> list[str]:
        """Return the complete lines that arrive within this time."""
        assert self._program.stdout is not None
        readable, _, _ = select.select([self._program.stdout], [], [], seconds)
        if not readable:
            return []
        arrived = os.read(self._program.stdout.fileno(), 1 << 16)
        assert arrived, "the victim's program has ended by itself"
        *lines, self._unread = (self._unread + arrived).split(b"\n")
        return [line.decode() for line in lines]


@pytest.fixture
def victim(url: str) -> Iterator[Victim]:
    program = Victim(url)
    yield program
    program.close()


async def check_acknowledged(store: SqlMatchStore, acknowledged: list[dict[str, Any]]) -> None:
    """Every action that the player acknowledged is stored, with its number and its request."""
    rows = {match: await store.actions(match) for match in {did["match"] for did in acknowledged}}
    for did in acknowledged:
        row = rows[did["match"]][did["seq"] - 1]
        assert (row.seq, row.seat, json.loads(row.action)) == (did["seq"], did["seat"], did["action"])
        assert await store.match_of_request(did["request"]) == did["match"]


async def check_replayed(store: SqlMatchStore, record: Record, rules: Any) -> list[tuple[int, int, bytes]]:
    """Check that a replay of the actions from the seed gives the stored match; return the events."""
    info, codec, happened = record.info, Codec(rules), list[tuple[int, int, bytes]]()
    rng = Stream(info.id, record.seed, [holder.word for holder in info.seats])
    state = rules.setup(codec.options(info.options), len(info.seats), rng)
    for row in await store.actions(info.id):
        events = rules.apply(state, row.seat, msgspec.json.decode(row.action, type=rules.Action), rng)
        happened += [(row.seq, n, codec.encode(event)) for n, event in enumerate(events)]
    assert codec.encode(state) == record.state
    assert rng.draws == [row.draw for row in await store.draws(info.id)]
    assert rules.outcome(state) == info.outcome
    return happened


async def check_whole(store: SqlMatchStore, record: Record) -> None:
    """No action is stored in part."""
    info = record.info
    actions = await store.actions(info.id)
    draws = await store.draws(info.id)
    events = await store.events(info.id, after=0, before=None, limit=1_000_000)
    assert [row.seq for row in actions] == list(range(1, record.seq + 1))
    assert [row.draw.n for row in draws] == list(range(record.counter))
    if info.stage is Stage.LOBBY:
        assert (record.state, actions, draws) == (None, [], [])
        return
    happened = await check_replayed(store, record, GAMES[info.game])
    assert [(row.seq, row.n, row.event) for row in events] == happened
    assert (info.stage is Stage.FINISHED) == (info.outcome is not None)


async def check_requests(url: str, record: Record) -> None:
    """Each revision has exactly one request."""
    with closing(sqlite3.connect(str(database_url(url).database))) as reading:
        query = "SELECT count(*) FROM requests WHERE match = ?"
        assert reading.execute(query, (record.info.id,)).fetchone() == (record.revision,)


async def check_database(url: str, acknowledged: list[dict[str, Any]]) -> list[Record]:
    """Check the database that a killed player left, publish the rest, and return its matches."""
    store = SqlMatchStore.at(url)
    try:
        await check_acknowledged(store, acknowledged)
        going_on = {record.info.id for record in await store.load_open()}
        touched = []
        for match in going_on | {did["match"] for did in acknowledged}:
            loaded = await store.load(match)
            assert loaded is not None
            await check_whole(store, loaded[0])
            await check_requests(url, loaded[0])
            touched.append(loaded[0])
        await Outbox(store, wall_clock).drain(Mail())
        assert await store.pending() == []
        return touched
    finally:
        await store.close()


async def test_acknowledged_actions_survive_every_kill(url: str, victim: Victim) -> None:
    luck = random.Random(20)
    total, touched = 0, {}
    for number in range(KILLS):
        acknowledged = victim.live_and_die(number, luck.randrange(LIFE + 1), luck.uniform(0, MOMENT))
        total += len(acknowledged)
        touched |= {record.info.id: record.info for record in await check_database(url, acknowledged)}
    assert total > KILLS
    assert {info.game for info in touched.values()} == {game for game, _, _ in TABLES.values()}
    assert Stage.FINISHED in {info.stage for info in touched.values()}
    print(f"{KILLS} kills, {total} acknowledged actions, {len(touched)} matches")
