"""`run`: runs the bot on Discord with a token, else at the local table."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import re
import sys
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from bot.base.logs import get_logger, start_logging
from bot.base.version import VERSION
from bot.host.cli.commands import CannotStart, stop_signal
from bot.host.settings import Settings, ignored_settings, read_settings

if TYPE_CHECKING:
    from cogs.kit.client import Client

log = get_logger(__name__)

YOUNG = 5_000
"""Objects made until the youngest are looked through for garbage: Python's 700 took 2 % of all its time."""
SELDOM = 100_000
"""Collections of the middle generation until a full one, while the servers arrive."""
CLOSING = 8.0
"""The time limit in seconds for disconnecting from Discord."""


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def run(_args: argparse.Namespace) -> int:
    """Run the bot until Ctrl+C."""
    settings = read_settings()
    for sentence in ignored_settings():
        if settings.log_format == "json":
            log.warning(sentence)
        else:
            print(sentence, file=sys.stderr)
    if settings.discord_token is None:
        from bot.host.cli.local import open_table

        return open_table(settings)
    token = settings.discord_token.strip()
    check_token(token)
    start_logging(settings.log_level, settings.log_format)
    asyncio.run(_on_discord(settings, token, _forked(settings)))
    stopped = "Tablepost has stopped. Every match is kept."
    if settings.log_format == "json":
        log.info(stopped)
    else:
        print(stopped)
    return 0


def with_few_pauses(bot: Client) -> None:
    """Keep garbage collection from going through all servers: on 10,000 of them that takes 0.4 s.

    No full collection runs while the servers arrive. Then all that exists is left out of later ones. Where
    Discord begins a new session, discord.py makes all servers anew, and the old ones are collected.
    """
    usual = (YOUNG, *gc.get_threshold()[1:])
    gc.freeze()  # nothing is collected before: that took a tenth of the start and freed little
    gc.set_threshold(*usual[:2], SELDOM)
    gc.enable()
    again = False

    from bot.processes.workers import return_freed_memory

    async def on_ready() -> None:
        nonlocal again
        if again:
            gc.unfreeze()
            gc.collect()
        gc.freeze()
        gc.set_threshold(*usual)
        return_freed_memory()
        again = True

    bot.add_listener(on_ready)


def check_token(token: str) -> None:
    """Raise `CannotStart` if this is not a bot token: three parts separated by dots."""
    if not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", token, re.ASCII):
        raise CannotStart(
            "DISCORD_TOKEN does not look like a bot's token, which has three parts with dots between them. In"
            " the developer portal it is under Bot, Reset Token; the application's id, its public key and its"
            " client secret are something else. Without it in .env the local table opens.",
            lasting=True,
        )


def _forked(settings: Settings) -> Executor | None:
    """Return the first worker, forked before database and Discord are loaded, which it does not need."""
    gc.disable()  # as in `bot.__main__`, until `with_few_pauses`
    from bot.processes.workers import first_worker, share_one_arena

    share_one_arena()
    worker = first_worker(settings.picture_cache)
    from bot.database.engine import database_url

    database_url(settings.database_url)  # its errors are reported before the rest is loaded
    return worker


async def _on_discord(settings: Settings, token: str, worker: Executor | None) -> None:
    from bot.host.cli.metrics_page import seen_from_outside
    from bot.host.wiring import open_bot

    with stop_signal() as stopped:
        async with open_bot(settings, worker) as bot, seen_from_outside(settings, bot):
            with_few_pauses(bot)
            running = asyncio.create_task(bot.start(token))
            waiting = asyncio.create_task(stopped.wait())
            try:
                await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
                if running.done():
                    running.result()
            finally:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(bot.close(), CLOSING)
                for task in (running, waiting):
                    task.cancel()
                await asyncio.gather(running, waiting, return_exceptions=True)
            if bot.outdated:
                raise CannotStart(
                    f"Tablepost {VERSION} has stopped: a newer version runs on the database, beside which it"
                    " may not. Update this process. Every match is kept.",
                    lasting=True,
                )
