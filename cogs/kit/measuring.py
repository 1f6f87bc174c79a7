"""Looks at discord.py's HTTP calls: how soon they answer interactions, and which are made only once."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import structlog
from yarl import URL

from bot.base.metrics import ACKS, ANSWERS, INTERACTIONS, REST_CALLS

LONG_ACK = 1.0
"""Seconds from which an acknowledgement is logged as slow; Discord waits for three."""
MOST_OPEN = 5_000
"""The most interactions that are remembered until they are answered; some never are."""
DEFERRING = (5, 6)
"""The types of an acknowledgement that defers the answer; any other one is an answer."""
KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "component",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.modal_submit: "modal",
}
ROUTES = {
    "interactions": "acknowledgement",
    "webhooks": "answer",
    "channels": "channel",
    "guilds": "guild",
    "users": "user",
    "applications": "application",
    "gateway": "gateway",
}
"""The kinds of routes, by the first part of their path; messages of channels are their own kind."""

OUTCOMES = ("ok", "429", "4xx", "5xx", "failed")
for _route_name in (*ROUTES.values(), "message", "other"):
    for _outcome_name in OUTCOMES:
        REST_CALLS.labels(_route_name, _outcome_name)

log = structlog.get_logger(__name__)


class AnswerLost(ConnectionError):  # noqa: N818 - it reads as what happened
    """A server error in answer to a call that would do its work a second time if it were repeated.

    discord.py repeats every call five times after a server error, also one that Discord has carried out. It
    does not repeat those that end in this error: a followup, a thread, a post of a forum, an event. Messages
    have a nonce, and other calls can be repeated without harm.
    """


class Measuring:
    """Stores when interactions came, by their tokens, and observes the answers sent to Discord."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """`now` returns seconds."""
        self._now = now
        self._open: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self.acknowledged: Callable[[bool], None] = lambda _taken: None
        """Called for each acknowledgement: whether Discord has taken it, or failed to."""
        self.trace = trace = aiohttp.TraceConfig()
        """For the HTTP client."""
        trace.on_request_chunk_sent.append(_look_at_body)
        trace.on_request_end.append(self._ended)
        trace.on_request_end.append(_once_only)
        trace.on_request_exception.append(self._failed)

    def received(self, interaction: discord.Interaction[Any]) -> None:
        """Store that an interaction has come."""
        kind = KINDS.get(interaction.type, "other")
        INTERACTIONS.labels(kind).inc()
        self._open[interaction.token] = self._now(), kind
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)

    async def _ended(
        self, _session: object, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        status, parts = ended.response.status, _parts(ended.url)
        outcome = "ok" if status < 400 else "429" if status == 429 else f"{status // 100}xx"
        REST_CALLS.labels(_route(parts), outcome).inc()
        if parts[:1] == ["interactions"] and (status < 400 or status >= 500):
            self.acknowledged(status < 400)
        if status >= 400 or len(parts) < 3:
            return
        if parts[0] == "interactions":
            self._acknowledged(parts[2], deferring=getattr(context, "deferring", False))
        elif parts[0] == "webhooks" and ended.method in ("POST", "PATCH"):
            self._answered(parts[2])

    async def _failed(
        self, _session: object, _context: SimpleNamespace, failed: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if isinstance(failed.exception, AnswerLost):
            return  # counted by its status
        parts = _parts(failed.url)
        REST_CALLS.labels(_route(parts), "failed").inc()
        if parts[:1] == ["interactions"]:
            self.acknowledged(False)

    def _acknowledged(self, token: str, *, deferring: bool) -> None:
        if token not in self._open:
            return
        came, kind = self._open[token]
        took = self._now() - came
        ACKS.labels(kind).observe(took)
        if took > LONG_ACK:
            log.warning("an acknowledgement took long", kind=kind, seconds=round(took, 2))
        if not deferring:
            self._answered(token)

    def _answered(self, token: str) -> None:
        if token in self._open:
            came, kind = self._open.pop(token)
            ANSWERS.labels(kind).observe(self._now() - came)


async def _look_at_body(
    _session: object, context: SimpleNamespace, sent: aiohttp.TraceRequestChunkSentParams
) -> None:
    """Store whether an acknowledgement defers the answer; one with files does not."""
    if "/interactions/" in sent.url.raw_path:  # called for each part of a body with files: no more is done
        with suppress(ValueError, TypeError, KeyError):
            context.deferring = json.loads(sent.chunk)["type"] in DEFERRING


async def _once_only(
    _session: object, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    """Raise `AnswerLost` where discord.py would repeat a call that must not be repeated."""
    if ended.method != "POST" or ended.response.status < 500:
        return
    match _parts(ended.url):
        case ["webhooks", _, _] | ["channels", _, "threads"] | ["guilds", _, "scheduled-events"]:
            ended.response.close()
            raise AnswerLost(f"Discord answered {ended.response.status}")


def _parts(url: URL) -> list[str]:
    """Return the parts of a route after `/api/v10`."""
    return [part for part in url.path.split("/") if part][2:] if url.path.startswith("/api/") else []


def _route(parts: list[str]) -> str:
    if parts[:1] == ["channels"] and parts[2:3] == ["messages"]:
        return "message"
    return ROUTES.get(parts[0], "other") if parts else "other"
