"""What Prometheus and a health check see of a running bot, and what they never see."""

from __future__ import annotations

import asyncio
import math
import platform
import sqlite3
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics_families
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from bot.base.limits import LIMITED
from bot.base.metrics import DATABASE_FAULTS, NOTICE_OUTCOMES, REGISTRY
from bot.base.version import VERSION
from bot.database.backup import note_backup
from bot.engine.errors import Unavailable
from bot.games.registry import GAMES
from bot.host.cli import metrics_page
from bot.host.cli.metrics_page import make_page, watch_loop
from cogs.kit.client import Gateway
from cogs.kit.refusals import Does
from tests.cogs.club import Club
from tests.cogs.players import said

LABELS = {
    "kind": {"command", "component", "autocomplete", "modal", "other", "read", "write"}
    | {"lobby", "board", "turn", "over", "result", "proposal", "answer", "word", "nudge"}
    | {"asked", "background", "delivery", "refused", *DATABASE_FAULTS},
    "game": {*GAMES, "other"},
    "stage": {"lobby", "playing"},
    "state": {"pending", "failing", "parked"},
    "route": {"acknowledgement", "answer", "message", "channel", "guild", "user", "application", "gateway"}
    | {"other"},
    "limit": {*LIMITED},
    "outcome": {"ok", "429", "4xx", "5xx", "failed", *NOTICE_OUTCOMES},
    "does": {each.value for each in Does},
    "version": {VERSION},
    "python": {platform.python_version()},
}


@pytest.fixture
async def outside(club: Club) -> AsyncIterator[TestClient[Any, Any]]:
    async with TestClient(TestServer(make_page(club.bot))) as client:
        yield client


async def samples(outside: TestClient[Any, Any]) -> dict[tuple[str, ...], float]:
    """Return the metrics: each value by its name and its label values."""
    answer = await outside.get("/metrics")
    assert answer.status == 200
    families = text_string_to_metric_families(await answer.text())
    return {
        (sample.name, *sample.labels.values()): sample.value for each in families for sample in each.samples
    }


async def test_the_metrics_count_a_match_and_name_nobody(
    club: Club, outside: TestClient[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault is reported, and the metrics are still served."""
    before = await samples(outside)
    info = await club.started()
    now = await samples(outside)
    assert now["tablepost_matches", "papyrus", "playing"] == 1
    assert now["tablepost_outbox_deliveries", "pending"] == now["tablepost_outbox_age_seconds",] == 0
    club.bot.games = {}
    assert (await samples(outside))["tablepost_matches", "other", "playing"] == 1
    for name in (
        ("tablepost_interactions_total", "command"),
        ("tablepost_delivery_seconds_count", "board"),
        ("tablepost_database_seconds_count", "read"),
        ("tablepost_database_seconds_count", "write"),
    ):
        assert now[name] > before.get(name, 0), name
    text = await (await outside.get("/metrics")).text()
    for secret in (info.id, "Ann", str(club.ann.id), str(club.channel.id), str(club.guild.id)):
        assert secret not in text
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if family.name.startswith("tablepost_"):
                labels = {name: value for name, value in sample.labels.items() if name != "le"}
                assert all(value in LABELS[name] for name, value in labels.items()), sample
    answer = await outside.get("/healthz")
    assert (answer.status, await answer.text()) == (200, "ok\n")

    class Down:
        async def read(self) -> None:
            raise Unavailable("The database does not answer at the moment.")

    monkeypatch.setattr(club.bot, "figures", Down())
    await club.bot.shards[0].disconnect()
    answer = await outside.get("/healthz")
    assert answer.status == 503
    assert await answer.text() == "shard 0: not connected to Discord\nthe database does not answer\n"
    assert (await outside.get("/metrics")).status == 200


async def test_an_event_loop_blocked_for_a_quarter_of_a_second_is_logged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(metrics_page, "EVERY", 0)
    before = REGISTRY.get_sample_value("tablepost_event_loop_stall_seconds_sum") or 0
    looks = iter([0.0, 0.2, 1.0, 1.3])

    def now() -> float:
        try:
            return next(looks)
        except StopIteration:
            raise asyncio.CancelledError from None

    with capture_logs() as lines, pytest.raises(asyncio.CancelledError):
        await watch_loop(now)
    assert [(line["event"], line["seconds"]) for line in lines] == [("the event loop stood still", 0.3)]
    assert REGISTRY.get_sample_value("tablepost_event_loop_stall_seconds_sum") == pytest.approx(before + 0.5)


class Line:
    """A connection whose heartbeats are answered as the test says."""

    latency, closed = math.inf, False

    def is_closed(self) -> bool:
        return self.closed


def sample(name: str) -> float:
    return REGISTRY.get_sample_value(f"tablepost_{name}") or 0.0


def test_a_silent_connection_is_seen_by_its_heartbeats_and_a_cut_one_at_once() -> None:
    """One shard of two stays: the health of a process is that of all its shards."""
    seconds = [0.0]
    lines = [Line(), Line()]
    gateway = Gateway(lambda: dict(enumerate(lines)), lambda: 2, lambda: seconds[0])
    gateway.look()
    assert gateway.faults() == [f"shard {number}: not connected to Discord" for number in (0, 1)]
    for number in (0, 1):
        gateway.dispatched("shard_connect", number)
    for beat in range(1, 5):
        seconds[0] += 41.25
        lines[0].latency = 0.1 + beat / 1000
        if beat <= 2:
            lines[1].latency = 0.2 + beat / 1000
        gateway.dispatched("socket_event_type", "INTERACTION_CREATE")
        gateway.look()
        assert bool(gateway.faults()) == (beat == 4), beat
    assert gateway.faults() == ["shard 1: no heartbeat has been answered for 82 s"]
    assert (sample("shards"), sample("shards_connected")) == (2, 1)
    assert sample("gateway_heartbeat_age_seconds") == pytest.approx(82.5)
    assert sample("gateway_latency_seconds") == pytest.approx(0.202)
    gateway.dispatched("shard_disconnect", 1)
    assert gateway.faults() == ["shard 1: not connected to Discord"]
    gateway.dispatched("shard_resumed", 1)
    seconds[0] += 5
    gateway.look()
    assert gateway.faults() == []
    assert sample("shards_connected") == 2
    assert sample("gateway_event_age_seconds") == 5
    lines[0].closed = True
    assert gateway.faults() == ["shard 0: not connected to Discord"]


def test_before_the_first_connection_the_bot_is_not_there() -> None:
    gateway = Gateway(dict, lambda: 4, lambda: 0.0)
    gateway.look()
    assert gateway.faults() == ["not connected to Discord"]
    assert (sample("shards"), sample("shards_connected")) == (4, 0)


FROM_THE_START = {
    "tablepost_errors_total": 4,
    "tablepost_database_failures_total": len(DATABASE_FAULTS),
    "tablepost_worker_deaths_total": 1,
    "tablepost_worker_replacements_total": 1,
    "tablepost_log_failures_total": 1,
    "tablepost_clock_steps_total": 1,
    "tablepost_turn_notices_total": len(NOTICE_OUTCOMES),
    "tablepost_limits_hit_total": len(LIMITED),
    "tablepost_discord_refusals_total": len(Does),
    "tablepost_outbox_deliveries": 3,
    "tablepost_rest_calls_total": 45,
    "tablepost_build_info": 1,
    "tablepost_disk_free_bytes": 1,
    "tablepost_database_bytes": 1,
    "tablepost_last_backup_timestamp_seconds": 1,
    "tablepost_shards_connected": 1,
    "tablepost_matches": 2 * (len(GAMES) + 1),
}
"""How many series of each metric there are before anything has happened."""


async def test_series_exist_from_the_start_and_counters_end_in_total(outside: TestClient[Any, Any]) -> None:
    now = await samples(outside)
    names = [name for name, *_ in now]
    assert {name: names.count(name) for name in FROM_THE_START} == FROM_THE_START
    assert now["tablepost_disk_free_bytes",] > 0
    assert now["tablepost_database_bytes",] > 10_000
    text = await (await outside.get("/metrics")).text()
    for family in text_string_to_metric_families(text):
        if family.type == "counter" and family.name.startswith("tablepost_"):
            assert all(each.name.endswith(("_total", "_created")) for each in family.samples), family.name


async def test_the_format_is_the_one_that_is_accepted(outside: TestClient[Any, Any]) -> None:
    plain = await outside.get("/metrics")
    assert plain.headers["Content-Type"].startswith("text/plain")
    accepted = {"Accept": "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5"}
    answer = await outside.get("/metrics", headers=accepted)
    assert answer.headers["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
    text = await answer.text()
    assert text.endswith("# EOF\n")
    assert len(list(openmetrics_families(text))) > 20


async def test_a_full_disk_is_seen_by_health_and_counted(
    club: Club, outside: TestClient[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading goes on, so only a write shows it."""
    before = await samples(outside)
    database = club.stores[-1]._database
    run = database._engine.run

    async def full(work: Any, *, reading: bool) -> Any:
        if reading:
            return await run(work, reading=reading)
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(database._engine, "run", full)
    answer = await outside.get("/healthz")
    assert (answer.status, await answer.text()) == (503, "the database takes no writes: full\n")
    told = said(await club.ann.slash(club.channel, "match new", game="papyrus"))
    assert "The database does not answer at the moment" in told
    now = await samples(outside)
    assert (
        now["tablepost_database_failures_total", "full"]
        >= before["tablepost_database_failures_total", "full"] + 2
    )
    monkeypatch.undo()
    assert (await outside.get("/healthz")).status == 200


async def test_errors_are_counted_by_who_saw_them(
    club: Club, outside: TestClient[Any, Any], faults_expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    faults_expected += ["ZeroDivisionError"] * 2
    before = await samples(outside)

    async def fail(*_args: object, **_rest: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(club.service, "in_channel", fail)
    await club.ann.slash(club.channel, "match board")
    club.bot.note_fault(ZeroDivisionError())
    now = await samples(outside)
    for kind in ("asked", "background"):
        key = "tablepost_errors_total", kind
        assert now[key] == before[key] + 1


async def test_the_age_of_the_last_backup_is_known(club: Club, outside: TestClient[Any, Any]) -> None:
    assert (await samples(outside))["tablepost_last_backup_timestamp_seconds",] == 0
    await note_backup(club.url, club.env.now())
    made = (await samples(outside))["tablepost_last_backup_timestamp_seconds",]
    assert made == club.env.now().timestamp()
