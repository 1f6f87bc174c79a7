"""Monitoring of the bot: `/metrics` for Prometheus, `/healthz`, stalls of the event loop in the log."""

from __future__ import annotations

import asyncio
import errno
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import structlog
from prometheus_client.exposition import choose_encoder

from bot.base.clock import in_time
from bot.base.metrics import CLOCK_STEPS, REGISTRY, STALLS, Figures, show
from bot.database.engine import DatabaseDown
from bot.engine.errors import Refusal
from bot.host.cli.commands import CannotStart
from bot.host.listening import listen, stop_listening
from bot.host.settings import Settings
from cogs.kit.client import Client
from cogs.publishing.other_processes import note_process

if TYPE_CHECKING:  # the server of aiohttp is loaded where a port is set
    from aiohttp import web

ANSWER_SECONDS = 2.0
"""The time limit of the database in seconds; monitoring gives up a few seconds later."""
EVERY = 1.0
"""Seconds between two checks of the event loop: each wakes a bot at rest."""
LONG_STALL = 0.25
"""Stalls of this many seconds or more are logged."""
LONG_STEP = 5.0
"""Seconds by which the machine's clock has to be moved at once to be told; NTP corrects less, and slowly."""

log = structlog.get_logger(__name__)


@asynccontextmanager
async def seen_from_outside(settings: Settings, bot: Client) -> AsyncIterator[None]:
    """Watch the event loop within the block, and serve the metrics if a port is set.

    Raises `CannotStart` if the port is not available.
    """
    serving = await _serve(settings, bot) if settings.metrics_port else None
    watching = [asyncio.create_task(each) for each in (watch_loop(), bot.gateway.watch())]
    try:
        yield
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        if serving is not None:
            await stop_listening(*serving)


async def watch_loop(
    now: Callable[[], float] = time.monotonic, told: Callable[[], float] = time.time
) -> None:
    """Measure the delay of the event loop, and see the machine's clock moved, until cancelled.

    `now` returns seconds that nobody can move, `told` those of the machine's clock.
    """
    while True:
        asked, clock = now(), told()
        await asyncio.sleep(EVERY)
        passed = now() - asked
        moved = told() - clock - passed
        late = passed - EVERY
        STALLS.observe(max(late, 0))
        if late >= LONG_STALL:
            log.warning("the event loop stood still", seconds=round(late, 2))
        if abs(moved) >= LONG_STEP:
            CLOCK_STEPS.inc()
            log.warning("the machine's clock was moved, or the machine slept", seconds=round(moved))


def make_page(bot: Client) -> web.Application:
    """Return the monitoring web application of a bot."""
    from aiohttp import web

    page = Page(bot)
    application = web.Application()
    application.add_routes([web.get("/metrics", page.metrics), web.get("/healthz", page.health)])
    return application


class Page:
    """Answers monitoring requests. No answer names a person, a server or a match."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot

    async def metrics(self, request: web.Request) -> web.Response:
        """Return all metrics, in the format that is accepted; without the database, its latest values."""
        from aiohttp import web

        figures = await self._figures()
        if figures is not None:
            show(figures, frozenset(self._bot.games), self._bot.clock())
        encode, content = choose_encoder(request.headers.get("Accept", ""))
        return web.Response(body=encode(REGISTRY), headers={"Content-Type": content})

    async def health(self, _request: web.Request) -> web.Response:
        """Answer 200 if the bot can serve players, else 503 with the problems, one per line."""
        from aiohttp import web

        wrong = ["the bot stops"] if self._bot.is_closed() else self._bot.gateway.faults()
        if not wrong and not self._bot.is_ready():
            wrong.append("the bot starts: Discord has not sent all servers yet")
        if await self._figures() is None:
            wrong.append("the database does not answer")
        elif fault := await self._unwritable():
            wrong.append(fault)
        return web.Response(text="\n".join(wrong or ["ok"]) + "\n", status=503 if wrong else 200)

    async def _unwritable(self) -> str:
        """Try a write, of the row that says that this process runs; return what is wrong, "" for nothing."""
        try:
            noted = await in_time(self._noted(), ANSWER_SECONDS)
        except DatabaseDown as fault:
            return f"the database takes no writes: {fault.kind}"
        except Refusal:
            noted = None
        return "" if noted else "the database takes no writes"

    async def _noted(self) -> bool:
        await note_process(self._bot)
        return True

    async def _figures(self) -> Figures | None:
        return await in_time(self._asked(), ANSWER_SECONDS)

    async def _asked(self) -> Figures | None:
        try:
            return await self._bot.figures.read()
        except Refusal:  # the log has the reason
            return None


async def _serve(settings: Settings, bot: Client) -> tuple[web.AppRunner, asyncio.Server]:
    from aiohttp import web

    host, port = settings.metrics_host, settings.metrics_port
    runner = web.AppRunner(make_page(bot), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        server = await listen(runner, host, port)
    except OSError as fault:
        await runner.cleanup()
        raise CannotStart(why_not_served(fault, host, port)) from None
    log.info("metrics can be fetched", address=f"http://{host}:{port}/metrics")
    return runner, server


def why_not_served(fault: OSError, host: str, port: int) -> str:
    """Return a sentence on why the metrics cannot be served, and what to do."""
    if fault.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use, so the metrics cannot be served there. Stop what listens on it, write"
            " another port in METRICS_PORT, or 0 to serve none."
        )
    return (
        f"The metrics cannot be served at {host}, port {port} ({fault.strerror}). Write an address of this"
        " machine in METRICS_HOST and a port from 1024 upwards in METRICS_PORT, or 0 to serve none."
    )
