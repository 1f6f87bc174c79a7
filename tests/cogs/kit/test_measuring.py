"""Times until acknowledgement and answer are measured at the HTTP calls."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from cachetools import LRUCache
from structlog.testing import capture_logs

from bot.base.metrics import REGISTRY
from cogs.kit.client import Measuring

PRESS = discord.InteractionType.component
DEFER, MESSAGE = {"type": 6}, {"type": 4, "data": {"content": "Done."}}


class Wire:
    """A Discord with chosen HTTP statuses, and a measured client."""

    def __init__(self) -> None:
        self.seconds, self.status = 0.0, 200
        self.measuring = Measuring(lambda: self.seconds)
        self.before: dict[Any, float] = {}
        application = web.Application()
        application.router.add_route("*", "/{path:.*}", self._answer)
        self.server = TestServer(application)

    async def _answer(self, _request: web.Request) -> web.Response:
        return web.Response(status=self.status)

    def receive(self, token: str, kind: discord.InteractionType = PRESS) -> None:
        told: Any = SimpleNamespace(type=kind, token=token)
        self.measuring.received(told)

    async def call(self, method: str, path: str, body: object = None, *, after: float = 0) -> None:
        self.seconds += after
        async with self.session.request(method, self.server.make_url(f"/api/v10/{path}"), json=body):
            pass

    def grown(self, name: str, **labels: str) -> float:
        """Return the increase of a sample since the last call."""
        key, now = (name, *labels.items()), REGISTRY.get_sample_value(name, labels) or 0.0
        before, self.before[key] = self.before.get(key, 0.0), now
        return now - before


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    wire = Wire()
    await wire.server.start_server()
    async with aiohttp.ClientSession(trace_configs=[wire.measuring.trace]) as wire.session:
        yield wire
    await wire.server.close()


async def test_an_acknowledgement_and_the_answer_after_it_are_measured_separately(wire: Wire) -> None:
    for name in ("tablepost_ack_seconds_sum", "tablepost_answer_seconds_sum"):
        wire.grown(name, kind="component")
    wire.receive("token-a")
    await wire.call("POST", "interactions/1/token-a/callback", DEFER, after=0.2)
    assert wire.grown("tablepost_ack_seconds_sum", kind="component") == pytest.approx(0.2)
    assert wire.grown("tablepost_answer_seconds_sum", kind="component") == 0
    await wire.call("PATCH", "webhooks/7/token-a/messages/@original", {}, after=0.3)
    assert wire.grown("tablepost_answer_seconds_sum", kind="component") == pytest.approx(0.5)
    await wire.call("POST", "webhooks/7/token-a", {}, after=9)  # later calls are no first answer
    assert wire.grown("tablepost_answer_seconds_sum", kind="component") == 0


async def test_an_immediate_answer_counts_as_both(wire: Wire) -> None:
    kind = discord.InteractionType.autocomplete
    for name in ("tablepost_ack_seconds_count", "tablepost_answer_seconds_count"):
        wire.grown(name, kind="autocomplete")
    wire.receive("token-b", kind)
    await wire.call("POST", "interactions/1/token-b/callback", MESSAGE)
    assert wire.grown("tablepost_ack_seconds_count", kind="autocomplete") == 1
    assert wire.grown("tablepost_answer_seconds_count", kind="autocomplete") == 1


async def test_a_slow_acknowledgement_is_logged_without_its_token(wire: Wire) -> None:
    wire.receive("token-c")
    wire.receive("token-d")
    with capture_logs() as lines:
        await wire.call("POST", "interactions/1/token-c/callback", DEFER, after=1.0)
        await wire.call("POST", "interactions/1/token-d/callback", DEFER, after=0.25)
    assert [{**line, "log_level": ""} for line in lines] == [
        {"event": "an acknowledgement took long", "kind": "component", "seconds": 1.25, "log_level": ""}
    ]


async def test_a_refused_acknowledgement_does_not_count(wire: Wire) -> None:
    wire.grown("tablepost_ack_seconds_count", kind="component")
    wire.receive("token-e")
    wire.status = 404
    await wire.call("POST", "interactions/1/token-e/callback", DEFER)
    assert wire.grown("tablepost_ack_seconds_count", kind="component") == 0


@pytest.mark.parametrize(
    ("path", "status", "route", "outcome"),
    [
        ("channels/55/messages", 200, "message", "ok"),
        ("channels/55/messages/77", 429, "message", "429"),
        ("channels/55", 404, "channel", "4xx"),
        ("users/@me/channels", 503, "user", "5xx"),
        ("webhooks/7/token-f/messages/@original", 200, "answer", "ok"),
        ("secret-55", 200, "other", "ok"),
    ],
)
async def test_calls_are_counted_by_kind_of_route_and_outcome(
    wire: Wire, path: str, status: int, route: str, outcome: str
) -> None:
    wire.grown("tablepost_rest_calls_total", route=route, outcome=outcome)
    wire.status = status
    await wire.call("PATCH", path, {})
    assert wire.grown("tablepost_rest_calls_total", route=route, outcome=outcome) == 1


async def test_a_call_without_an_answer_has_failed(wire: Wire) -> None:
    wire.grown("tablepost_rest_calls_total", route="guild", outcome="failed")
    address = wire.server.make_url("/api/v10/guilds/1")
    await wire.server.close()
    with pytest.raises(aiohttp.ClientConnectionError):
        await wire.session.get(address)
    assert wire.grown("tablepost_rest_calls_total", route="guild", outcome="failed") == 1


async def test_only_the_newest_unanswered_interactions_are_stored(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire.measuring, "_open", LRUCache(2))
    for token in ("token-g", "token-h", "token-i"):
        wire.receive(token)
    wire.grown("tablepost_ack_seconds_count", kind="component")
    for token in ("token-g", "token-h", "token-i"):
        await wire.call("POST", f"interactions/1/{token}/callback", DEFER)
    assert wire.grown("tablepost_ack_seconds_count", kind="component") == 2


async def test_whether_discord_takes_acknowledgements_is_told(wire: Wire) -> None:
    """A late one, which Discord does not know any more, says nothing about the others."""
    taken: list[bool] = []
    wire.measuring.acknowledged = taken.append
    for status in (200, 404, 500, 503, 204):
        wire.status = status
        await wire.call("POST", "interactions/1/token-c/callback", DEFER)
    await wire.call("POST", "channels/1/messages", {})
    assert taken == [True, False, False, True]
