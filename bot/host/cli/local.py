"""`local`: runs the bot at the local table, with its page in the browser."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import webbrowser
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from bot.base.languages.catalogues import codes, language
from bot.base.logs import start_logging
from bot.database.engine import database_url
from bot.host.cli.commands import CannotStart, check_number, stop_signal
from bot.host.settings import Settings, read_settings
from bot.people.service import People, code_heard

if TYPE_CHECKING:
    from bot.host.client import Tablepost


NEEDS_SQLITE = (
    "The local table keeps its matches in an SQLite file, not in PostgreSQL. Remove DATABASE_URL, or set"
    " DISCORD_TOKEN to run the bot on Discord."
)


LAST_PORT = 65_535


class First(NamedTuple):
    """The command entered before the page is opened."""

    prepare: Callable[[Tablepost, int], Awaitable[None]]
    """Prepares the bot for a person."""
    command: str
    """The command entered afterwards."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the page."""
    parser.add_argument("--port", type=int, help="the port of the page, instead of LOCAL_PORT; 0 means any")
    parser.add_argument("--language", choices=codes(), help="the language of everybody there, such as de")
    parser.add_argument("--no-browser", action="store_true", help="print the address and do not open it")


def run(args: argparse.Namespace) -> int:
    """Start the local table, with or without a token."""
    if args.port is not None:
        check_number("--port", args.port, LAST_PORT, least=0)
    browser = False if args.no_browser else None
    settings = read_settings(local_port=args.port, local_open_browser=browser, local_language=args.language)
    return open_table(settings)


def open_table(settings: Settings, first: First | None = None) -> int:
    """Run the local table until Ctrl+C; `first` is entered and shown for its first person.

    Raises `CannotStart` if SimCord is missing.
    """
    if find_spec("simcord") is None:
        raise CannotStart(
            "The local table needs SimCord, which is not installed. Install it with"
            " python -m pip install -c requirements.txt -e '.[local]',"
            " or set DISCORD_TOKEN in .env to run the bot on Discord."
        )
    if database_url(settings.database_url).get_backend_name() != "sqlite":
        raise CannotStart(NEEDS_SQLITE, lasting=True)
    quiet = "log_level" not in settings.given
    start_logging("WARNING" if quiet else settings.log_level, settings.log_format)
    logging.getLogger("discord").setLevel(max(logging.ERROR, logging.getLogger().level))
    asyncio.run(_table(settings, first))
    print("The local table is closed. Every match is kept.")
    return 0


async def _table(settings: Settings, first: First | None) -> None:
    from bot.host.local.table import LocalTable
    from bot.host.wiring import open_bot
    from cogs.help.help import Help

    with stop_signal() as stopped:
        async with open_bot(settings) as bot:
            table = LocalTable(
                bot,
                bot.service,
                lambda delivery: bot.publisher.deliver(delivery),  # there once the cogs are loaded
                settings.local_seats,
                bot.games,
                lambda game: bot.cog(Help).tile_of(game),
                language(settings.local_language),
                lambda user, locale: hear(bot.people, user, locale),
            )
            try:
                await table.open(settings.local_port)
                if first is not None:
                    await first.prepare(bot, table.first_person)
                    await table.type_first(first.command)
                _announce(table.address, table.port, settings)
                await stopped.wait()
            finally:
                await table.close()


async def hear(people: People, user: int, locale: str) -> None:
    """Save the language of a person at the table, unless they have set one."""
    await people.store.hear(user, code_heard(locale))


def _announce(address: str, port: int, settings: Settings) -> None:
    if settings.local_port not in (0, port):
        print(f"Port {settings.local_port} is in use, so the page is at port {port}.")
    print(f"The local table is open at {address}")
    print("Keep this address to yourself; press Ctrl+C to close the table.", flush=True)
    if settings.local_open_browser:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)
