"""The faults of the running bot: what health, metrics, players and the host are told (`tests.faults`).

Each story brings a fault about, lets people play, and hands over; then the table is compared.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
import signal
import sqlite3
from collections import namedtuple
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from bot.base.logs import StandardError
from bot.base.metrics import REST_CALLS
from bot.database.backup import note_backup
from bot.engine.errors import Refusal
from bot.host.cli import check, metrics_page
from bot.host.cli.metrics_page import make_page, watch_loop
from bot.matches.outbox import Outbox
from bot.parts.operator.finding import find
from bot.parts.operator.service import Operations
from bot.parts.operator.words import found_lines, status_lines
from bot.processes.workers import Workers
from cogs.kit.mailbox import Mailbox
from cogs.operator.alarms import Alarms
from cogs.publishing.other_processes import RegisterTask
from tests.cogs.calls import stop_rounds
from tests.cogs.club import Club
from tests.cogs.players import said, words_of
from tests.faults import COLUMNS, IN_PLAY, Cell


class Night:
    """A running bot with its page for monitoring, and what is told on one night."""

    def __init__(self, club: Club, outside: TestClient[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        self.club, self.outside, self.monkeypatch = club, outside, monkeypatch
        self.players: list[str] = []
        self.host: list[str] = []

    async def asked(self) -> None:
        """Let Ann ask for a match, and remember what she reads."""
        self.players.append(said(await self.club.ann.slash(self.club.channel, "match new", game="papyrus")))

    def failing(self, error: Callable[[], Exception], *, reading: bool = False) -> None:
        """Let each transaction that writes fail, or each one."""
        database = self.club.stores[-1]._database
        run = database._engine.run

        async def fail(work: Any, *, reading: bool) -> Any:
            if reading and not also:
                return await run(work, reading=reading)
            raise error()

        also = reading
        self.monkeypatch.setattr(database._engine, "run", fail)


Story = Callable[[Night], AsyncGenerator[None, None]]


def refused_by_sqlite(code: int) -> Story:
    """Let SQLite refuse each write with a code; what it reads is still there."""

    def error() -> Exception:
        fault = sqlite3.OperationalError("refused")
        fault.sqlite_errorcode = code
        return fault

    async def story(night: Night) -> AsyncGenerator[None, None]:
        night.failing(error)
        await night.asked()
        yield

    return story


async def no_server(night: Night) -> AsyncGenerator[None, None]:
    night.failing(TimeoutError, reading=True)
    await night.asked()
    yield


async def nearly_full(night: Night) -> AsyncGenerator[None, None]:
    usage = namedtuple("usage", "total used free")
    night.monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(10**12, 10**12, 80_000_000))
    yield


async def log_full(_night: Night) -> AsyncGenerator[None, None]:
    class Full:
        def write(self, _line: str) -> None:
            raise OSError(28, "No space left on device")

        def flush(self) -> None:
            return

    handler = StandardError()
    handler.setStream(Full())
    for _ in range(2):
        handler.handle(logging.LogRecord("bot", logging.INFO, "", 0, "a line", (), None))
    yield


async def old_backup(night: Night) -> AsyncGenerator[None, None]:
    club = night.club
    await note_backup(club.url, club.env.now() - timedelta(days=3))
    night.monkeypatch.setattr(check, "wall_clock", club.env.now)
    night.host += [each.found for each in await check._backup(club.url)]
    yield


async def away(night: Night) -> AsyncGenerator[None, None]:
    await night.club.bot.shards[0].disconnect()
    night.club.bot.gateway.look()
    yield


async def one_of_two(night: Night) -> AsyncGenerator[None, None]:
    gateway = night.club.bot.gateway
    second = SimpleNamespace(latency=0.1, is_closed=lambda: False)
    night.monkeypatch.setattr(gateway, "_shards", lambda: {**night.club.bot.shards, 1: second})
    night.monkeypatch.setattr(gateway, "_expected", lambda: 2)
    gateway.dispatched("shard_connect", 1)
    gateway.dispatched("shard_disconnect", 1)
    gateway.look()
    yield


async def silent(night: Night) -> AsyncGenerator[None, None]:
    gateway = night.club.bot.gateway
    then = gateway._now()
    night.monkeypatch.setattr(gateway, "_now", lambda: then)
    gateway._beats.clear()
    gateway.look()
    night.monkeypatch.setattr(gateway, "_now", lambda: then + 100)
    gateway.look()
    yield


async def channel_refused(night: Night) -> AsyncGenerator[None, None]:
    club = night.club
    info = await club.started()
    club.forbid(club.channel, "send_messages", "view_channel")
    await club.service.proposals.propose(info.id, club.ann.id, "draw", request="d1")
    await club.publish(info.id)
    night.players.append(words_of(club.ann.user.dm_channel.history()[-1]))
    yield


async def dms_closed(night: Night) -> AsyncGenerator[None, None]:
    club = night.club
    club.close_dms(club.ben)
    info = await club.started(club.ben)
    night.players += [words_of(each) for each in club.channel.history()]
    (found,) = await find(club.service, club.bot.outbox, match=info.id, people=club.bot.people.store)
    night.host += found_lines(found)
    yield


def calls(outcome: str) -> Story:
    async def story(_night: Night) -> AsyncGenerator[None, None]:
        REST_CALLS.labels("message", outcome).inc(100)
        yield

    return story


async def bad_message(night: Night) -> AsyncGenerator[None, None]:
    club = night.club
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=400, code=50035, times=1)
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2)
    night.players.append(words_of(club.ann.user.dm_channel.history()[-1]))
    yield


async def late(night: Night) -> AsyncGenerator[None, None]:
    """The publisher has stopped, and a post waits for five minutes."""
    club = night.club

    async def idle(*_: object, **__: object) -> None:
        return

    night.monkeypatch.setattr(Outbox, "drain", idle)
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2)
    club.env.backend.advance_clock(300)
    operations = club.bot.services.of(Operations)
    waiting = await operations.waiting_channels()
    figures, now = await club.bot.figures.read(), club.env.now()
    night.host += status_lines("1", [], {}, figures, waiting, operations.state, {}, now)
    yield


async def bug(night: Night) -> AsyncGenerator[None, None]:
    async def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    night.monkeypatch.setattr(night.club.service, "in_channel", fail)
    night.players.append(said(await night.club.ann.slash(night.club.channel, "match board")))
    yield


async def bug_in_a_post(night: Night) -> AsyncGenerator[None, None]:
    club = night.club

    async def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    night.monkeypatch.setattr(club.bot.publisher, "deliver", fail)
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2)
    yield


async def worker_dies(night: Night) -> AsyncGenerator[None, None]:
    workers = Workers(1, warm=os.getpid)
    with pytest.raises(Refusal) as refused:
        await workers.run(signal.raise_signal, signal.SIGKILL)
    night.players.append(str(refused.value))
    await workers.close()
    yield


async def worker_hangs(night: Night) -> AsyncGenerator[None, None]:
    workers = Workers(1, warm=os.getpid)
    await workers.run(os.getpid)
    workers._longest = 0.1
    with pytest.raises(Refusal) as refused:
        await workers.run(signal.pause)
    night.players.append(str(refused.value))
    await workers.close()
    yield


async def worker_grows(_night: Night) -> AsyncGenerator[None, None]:
    workers = Workers(1, warm=os.getpid, memory=1)
    await workers.run(os.getpid)
    await workers.close()
    yield


async def watched(night: Night, passed: float, told: float) -> None:
    """Let the watch of the event loop look once: so many seconds have passed, and the clock says others."""
    night.monkeypatch.setattr(metrics_page, "EVERY", 0)
    looks, clock = iter((0.0, passed)), iter((0.0, told))

    def now() -> float:
        try:
            return next(looks)
        except StopIteration:
            raise asyncio.CancelledError from None

    with pytest.raises(asyncio.CancelledError):
        await watch_loop(now, lambda: next(clock))


async def standstill(night: Night) -> AsyncGenerator[None, None]:
    await watched(night, 2.0, 2.0)
    yield


async def clock_moved(night: Night) -> AsyncGenerator[None, None]:
    await watched(night, 0.05, 3600.0)
    yield


async def removed(night: Night) -> AsyncGenerator[None, None]:
    club = night.club
    info = await club.started()
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=403, code=50001, times=None)
    await club.service.proposals.propose(info.id, club.ann.id, "draw", request="d1")
    await club.publish(info.id)
    yield


async def outdated(night: Night) -> AsyncGenerator[None, None]:
    async def newer() -> bool:
        return True

    async def stays(*_: object) -> None:
        return

    bot = night.club.bot
    night.monkeypatch.setattr(bot.register, "is_outdated", newer)
    night.monkeypatch.setattr(bot, "close", stays)
    task: Any = bot.cog(RegisterTask).task
    await task.coro(bot.cog(RegisterTask))
    assert bot.outdated
    yield


STORIES: Mapping[str, Story] = {
    "the disk of the database is full": refused_by_sqlite(sqlite3.SQLITE_FULL),
    "the database is read-only": refused_by_sqlite(sqlite3.SQLITE_READONLY),
    "another program holds the database": refused_by_sqlite(sqlite3.SQLITE_BUSY),
    "the disk of the database has errors": refused_by_sqlite(sqlite3.SQLITE_IOERR),
    "the database is damaged": refused_by_sqlite(sqlite3.SQLITE_CORRUPT),
    "PostgreSQL is away": no_server,
    "the disk is nearly full": nearly_full,
    "the disk of the log is full": log_full,
    "no backup was made for days": old_backup,
    "Discord is away": away,
    "one of two shards is cut off": one_of_two,
    "no heartbeat is answered": silent,
    "a channel takes no posts any more": channel_refused,
    "a player's DMs are closed": dms_closed,
    "Discord's rate limits are reached": calls("429"),
    "Discord answers with its own errors": calls("5xx"),
    "Discord refuses a message of the bot": bad_message,
    "posts come late": late,
    "a bug in an answer": bug,
    "a bug in a post": bug_in_a_post,
    "a worker process is killed": worker_dies,
    "a worker process hangs": worker_hangs,
    "a worker process takes too much memory": worker_grows,
    "the event loop stands still": standstill,
    "the clock of the machine is moved": clock_moved,
    "the bot was removed from a server": removed,
    "a newer version has used the database": outdated,
}
"""What brings each fault about; those of the table without a story have all their cells held elsewhere."""


@pytest.fixture
async def night(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Night]:
    """Dan owns the bot; periodic tasks run when a story wants them to."""
    club.bot.owner_id = club.dan.id
    stop_rounds(club)
    async with TestClient(TestServer(make_page(club.bot))) as outside:
        yield Night(club, outside, monkeypatch)


def mine(cell: Cell) -> bool:
    """Whether the story of the fault has to show a cell."""
    return cell.applies and not cell.test


def test_each_fault_has_a_story_or_is_told_elsewhere_in_all_cells() -> None:
    for name, fault in IN_PLAY.items():
        cells = zip(COLUMNS, fault, strict=True)
        shown = [each for column, each in cells if mine(each) and column != "alert"]
        assert bool(shown) == (name in STORIES), name


@pytest.mark.parametrize("name", STORIES)
async def test_a_fault_is_told_wherever_the_table_says(
    night: Night, name: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault, club = IN_PLAY[name], night.club
    alarms = Alarms(club.bot, Mailbox(club.bot), club.bot.clock)
    club.bot.gateway.look()
    await alarms.look()
    before = await samples(night)
    with capture_logs() as lines, caplog.at_level(logging.CRITICAL):
        async with aclosing(STORIES[name](night)) as story:
            await anext(story)
            health = await (await night.outside.get("/healthz")).text()
            now = await samples(night)
            await alarms.look()
            club.env.backend.advance_clock(181)
            await alarms.look()
            monkeypatch.undo()
    night.host += [str(each["event"]) for each in lines]
    if club.dan.user.dm_channel is not None:
        night.host += [words_of(each) for each in club.dan.user.dm_channel.history()]
    for column, cell, told in (
        ("health", fault.health, health),
        ("players", fault.players, "\n".join(night.players)),
        ("host", fault.host, "\n".join(night.host)),
        ("check", fault.check, "\n".join(night.host)),
    ):
        if mine(cell):
            assert re.search(pattern(cell.words), told), (column, cell.words, told)
    if mine(fault.metric):
        assert {key for key in now if key.startswith(fault.metric.words) and now[key] != before[key]}, name
    club.allow_again()
    club.env._errors.clear()  # they are told above


def pattern(words: str) -> str:
    """Return the regular expression of a cell: bold marks are no repetitions, and "ok" is all there is."""
    return (
        r"^ok\n$"
        if words == "ok"
        else words.replace("**", r"\*\*").replace("*something went wrong*", r"\*something went wrong\*")
    )


async def samples(night: Night) -> dict[str, float]:
    """Return the metrics by name and labels, as the table writes them."""
    answer = await night.outside.get("/metrics")
    families = text_string_to_metric_families(await answer.text())
    found = {}
    for sample in (each for family in families for each in family.samples):
        labels = ",".join([f'{name}="{value}"' for name, value in sorted(sample.labels.items())])
        found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found
