"""Helpers shared by the commands: subcommands, error messages instead of tracebacks, stopping by Ctrl+C."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable, Iterator, Mapping

import aiohttp
import discord

from bot.engine.errors import Refusal
from bot.settings import SettingsError
from bot.storage.faults import BadDatabase

Command = Callable[[argparse.Namespace], int]


class CannotStart(Exception):  # noqa: N818 - it reads as a sentence
    """A requirement is missing; the message says which and how to get it."""


def with_sentences(command: Command, args: argparse.Namespace) -> int:
    """Run a command; if it cannot be done, print why on standard error and return 1."""
    try:
        return command(args)
    except SettingsError as fault:
        return _say(*fault.sentences, "The settings come from the environment and from the file .env.")
    except (BadDatabase, CannotStart, Refusal) as fault:
        return _say(str(fault))
    except discord.LoginFailure:
        return _say(
            "DISCORD_TOKEN was refused by Discord: copy the bot's token anew from the developer portal,"
            " or remove it from .env to open the local table."
        )
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound):
        return _say("Discord cannot be reached. Look at the network and try again.")
    except KeyboardInterrupt:
        return 130


def _say(*sentences: str) -> int:
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return 1


def add_subcommands(
    parser: argparse.ArgumentParser, subcommands: Mapping[str, str]
) -> dict[str, argparse.ArgumentParser]:
    """Add each subcommand with its help, and return their parsers.

    The chosen one is the attribute `subcommand` of the arguments.
    """
    choices = parser.add_subparsers(title="what to do", metavar="COMMAND", dest="subcommand", required=True)
    return {
        name: choices.add_parser(name, help=told, description=f"{told[:1].upper()}{told[1:]}.")
        for name, told in subcommands.items()
    }


SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def stop_signal() -> Iterator[asyncio.Event]:
    """Set an event at the first signal; a second one ends the program immediately."""
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()

    def stop() -> None:
        stopped.set()
        _let_go(loop)

    with contextlib.suppress(NotImplementedError):  # Windows: Ctrl+C raises KeyboardInterrupt instead
        for each in SIGNALS:
            loop.add_signal_handler(each, stop)
    try:
        yield stopped
    finally:
        _let_go(loop)


def _let_go(loop: asyncio.AbstractEventLoop) -> None:
    with contextlib.suppress(NotImplementedError):
        for each in SIGNALS:
            loop.remove_signal_handler(each)
