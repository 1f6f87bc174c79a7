"""`operator`: `/operator` on the command line. A running bot applies the changes within half a minute."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.base.clock import wall_clock
from bot.base.ids import MatchId
from bot.base.logs import start_logging
from bot.base.version import VERSION
from bot.database.engine import database_url, sole_use
from bot.database.faults import BadDatabase
from bot.database.migrate import check_schema
from bot.host.cli.commands import CannotStart, add_subcommands
from bot.host.cli.matches_alone import opened_matches
from bot.host.settings import Settings, read_settings
from bot.matches.outbox import Outbox
from bot.matches.service import MatchService
from bot.matches.store import SqlMatchStore
from bot.matches.terms import read_span
from bot.matches.upkeep_store import SqlFigureStore
from bot.parts.operator.finding import find
from bot.parts.operator.model import BLOCK_KINDS
from bot.parts.operator.service import Operations
from bot.parts.operator.store import SqlOperationsStore
from bot.parts.operator.words import (
    block_lines,
    fault_lines,
    log_lines,
    matches_lines,
    parked_lines,
    status_lines,
)
from bot.people.store import SqlPeopleStore
from bot.processes.register import ProcessRegister
from bot.processes.store import SqlRegisterStore

if TYPE_CHECKING:
    from bot.host.client import Tablepost

LOOKS_SECONDS: Final = 5.0


class OperatorContext(NamedTuple):
    """The database, and the operator."""

    store: SqlMatchStore
    figures: SqlFigureStore
    register: ProcessRegister
    operations: Operations
    matches: MatchService
    by: str
    settings: Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands and their arguments."""
    subcommands = add_subcommands(
        parser,
        {
            "status": (_status, "tell how the bot stands"),
            "notice": (
                _notice,
                "put a line under every board and panel until a time; without words take it away",
            ),
            "broadcast": (_broadcast, "send a message to the log channels of all servers that have one"),
            "block": (_block, "do nothing for a person or a server any more"),
            "unblock": (_unblock, "let a person or a server play again"),
            "blocked": (_blocked, "list who is blocked, and why"),
            "leave": (_leave, "leave a server; what was played there stays"),
            "parked": (_parked, "list the deliveries that were given up"),
            "retry": (_retry, "try all deliveries again that were given up"),
            "drain": (_drain, "open no new matches, and say when nothing is in hand any more"),
            "find": (
                _find,
                "find matches by id, person, server or channel: whose turn, last post, DMs refused",
            ),
            "export": (
                _export,
                "write all that is stored about a person to a file",
            ),
            "delete": (_delete, "delete all that is stored about a person; the bot must not run with SQLite"),
            "log": (_log, "list what operators have done"),
        },
    )
    subcommands["notice"].add_argument("words", nargs="?", help="the line")
    subcommands["notice"].add_argument("--for", dest="span", default="1 day", help='such as "3 hours"; 1 day')
    subcommands["broadcast"].add_argument("words", help="the message")
    for name in ("block", "unblock"):
        subcommands[name].add_argument("kind", choices=BLOCK_KINDS)
        subcommands[name].add_argument("id", type=int)
    subcommands["block"].add_argument("reason", help="why: they are told")
    subcommands["leave"].add_argument("id", type=int, help="the id of the server")
    subcommands["drain"].add_argument("--off", action="store_true", help="open matches again")
    for name in ("export", "delete"):
        subcommands[name].add_argument("id", type=int, help="the person's Discord id")
    subcommands["export"].add_argument("file", type=Path, help="the file to write; it must not exist yet")
    subcommands["delete"].add_argument("--yes", action="store_true", help="do it, not only count")
    what = subcommands["find"].add_mutually_exclusive_group(required=True)
    what.add_argument("match", nargs="?", default="", help="its id")
    for name in ("person", "server", "channel"):
        what.add_argument(f"--{name}", type=int, default=0, help=f"the matches of the {name} with this id")
    what.add_argument("--error", default="", help="an error, by the id that somebody has quoted")


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    start_logging("WARNING")  # what the answer does not say
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    async with _context() as context:
        await context.operations.refresh()
        for line in await args.act(context, args):
            print(line)
    return 0


async def _status(context: OperatorContext, _args: argparse.Namespace) -> list[str]:
    url = str(context.settings.database_url)
    running = [] if _stands_alone(url) else await context.register.running()
    memories, figures = await context.register.store.memories(), await context.figures.read()
    waiting, state = await context.operations.waiting_channels(), context.operations.state
    return status_lines(VERSION, running, memories, figures, waiting, state, {}, wall_clock())


def _stands_alone(url: str) -> bool:
    """Whether certainly no bot runs on a database: on SQLite none holds its lock.

    A process that was killed counts as running for a minute and a half otherwise.
    """
    if database_url(url).get_backend_name() != "sqlite":
        return False
    try:
        with sole_use(url):
            return True
    except BadDatabase:
        return False


async def _notice(context: OperatorContext, args: argparse.Namespace) -> list[str]:
    if args.words is None:
        await context.operations.take_down(context.by)
        return ["The notice is taken away."]
    until = wall_clock() + timedelta(seconds=read_span(args.span))
    await context.operations.announce(args.words, until, context.by)
    return ["It stands under boards and panels that are shown from now on, within half a minute."]


async def _broadcast(context: OperatorContext, args: argparse.Namespace) -> list[str]:
    return [f"It goes to {await context.operations.broadcast(args.words, context.by)} servers."]


async def _block(context: OperatorContext, args: argparse.Namespace) -> list[str]:
    await context.operations.block(args.kind, args.id, args.reason, context.by)
    return ["It is blocked, in all processes within half a minute."]


async def _unblock(context: OperatorContext, args: argparse.Namespace) -> list[str]:
    await context.operations.unblock(args.kind, args.id, context.by, context.matches.timekeeper.credit)
    return ["It is no longer blocked."]


async def _blocked(context: OperatorContext, _args: argparse.Namespace) -> list[str]:
    return block_lines(context.operations.state)


async def _leave(context: OperatorContext, args: argparse.Namespace) -> list[str]:
    on = await _is_on(context.settings, args.id)
    if on is False:
        raise CannotStart("The bot is not on this server. Nothing was done.")
    await context.operations.leave(args.id, context.by)
    if on is None:
        return ["If the bot runs and is on this server, it leaves it within half a minute."]
    return ["If the bot runs, it leaves the server within half a minute, else after its next start."]


async def _is_on(settings: Settings, guild: int) -> bool | None:
    """Whether the bot is on a server; None where there is no token or Discord does not say."""
    if settings.discord_token is None:
        return None
    import aiohttp
    import discord

    try:
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            await client.login(settings.discord_token.strip())
            await client.fetch_guild(guild, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return False
    except (aiohttp.ClientError, discord.DiscordException, OSError):
        return None
    return True


async def _parked(context: OperatorContext, _args: argparse.Namespace) -> list[str]:
    return parked_lines(await context.store.parked())


async def _retry(context: OperatorContext, _args: argparse.Namespace) -> list[str]:
    return [f"Deliveries that are tried again: {await context.operations.retry_parked(context.by)}."]


async def _drain(context: OperatorContext, args: argparse.Namespace) -> list[str]:
    await context.operations.drain(context.by, on=not args.off)
    if args.off:
        return ["Matches can be opened again."]
    print("No match is opened from now on. Waiting until nothing is in hand …", flush=True)
    while number := await context.operations.in_hand((await context.figures.read()).untried):
        print(f"In hand: {number}", flush=True)
        await asyncio.sleep(LOOKS_SECONDS)
    return ["All work in progress is done: the bot can be stopped and started."]


async def _find(context: OperatorContext, args: argparse.Namespace) -> list[str]:
    asked = {name: getattr(args, name) for name in ("match", "person", "server", "channel")}
    if args.error:
        return fault_lines(await context.register.fault(args.error))
    people = SqlPeopleStore(context.store.database)
    matches = await find(context.matches, Outbox(context.store, wall_clock), **asked, people=people)
    (name,) = [name for name, value in asked.items() if value]
    await context.operations.note(context.by, f"find of {name} {asked[name]}")
    return matches_lines(matches, one=not (args.person or args.server))


async def _export(context: OperatorContext, args: argparse.Namespace) -> list[str]:
    privacy = _bot(context).privacy
    if not await privacy.counts(args.id):
        return ["Nothing is stored about this person."]
    try:
        descriptor = os.open(args.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as fault:
        raise CannotStart(f"{args.file} cannot be written ({fault.strerror}). Nothing was done.") from None
    with os.fdopen(descriptor, "wb") as file:
        await privacy.export(args.id, file)
    await context.operations.note(context.by, "export of a person's data")
    return [f"{args.file} holds all that is stored about this person. Only they may have it."]


async def _delete(context: OperatorContext, args: argparse.Namespace) -> list[str]:
    privacy = _bot(context).privacy
    counts = await privacy.counts(args.id)
    if not counts:
        return ["Nothing is stored about this person."]
    if not args.yes:
        told = ", ".join([f"{kind} {number}" for kind, number in counts.items()])
        return [f"Stored: {told}.", "Nothing was deleted. With --yes it is: matches in play are resigned."]
    with sole_use(str(context.settings.database_url)):  # a bot in SQLite remembers what it has read
        await privacy.delete(args.id, f"operator.{secrets.token_hex(8)}", _published_by_the_bot)
    await context.operations.note(context.by, "a person's data deleted")  # without the id, which is personal
    return ["Deleted, and on the list of deletions. The bot posts what has changed when it runs."]


async def _published_by_the_bot(_match: MatchId) -> None:
    """Leave it to the outbox of the bot."""


def _bot(context: OperatorContext) -> Tablepost:
    """Return the bot, which knows all that is stored about people; it does not log in."""
    from bot.host.wiring import deletions_of, make_bot  # loading it takes a second, and others do without

    return make_bot(context.store, wall_clock, deletions=deletions_of(context.settings))


async def _log(context: OperatorContext, _args: argparse.Namespace) -> list[str]:
    return log_lines(await context.operations.log())


@asynccontextmanager
async def _context() -> AsyncIterator[OperatorContext]:
    """Open a database of the present version, without a bot. Raises `CannotStart`."""
    settings = read_settings()
    state = await check_schema(settings.database_url)
    if not state.current:
        raise CannotStart(f"{state.sentence} Nothing was done.")
    async with opened_matches(settings.database_url, settings.database_timeout) as (store, matches):
        register = ProcessRegister(SqlRegisterStore(store.database), wall_clock)
        operations = Operations(SqlOperationsStore(store.database), register, wall_clock)
        figures, by = SqlFigureStore(store.database), f"{getpass.getuser()} (machine)"
        yield OperatorContext(store, figures, register, operations, matches, by, settings)
