"""Helpers shared by the commands: subcommands, error messages instead of tracebacks, stopping by Ctrl+C."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from bot.engine.errors import BadOptions, Refusal, RulesFault

if TYPE_CHECKING:
    import asyncio

Command = Callable[[argparse.Namespace], int]


LASTING: Final = 78
"""The exit code of `run` for what another start cannot solve, such as a refused token.

It is EX_CONFIG of sysexits.h. systemd does not start the bot again after it (`hosting/tablepost.service`),
because each start is a log-in at Discord.
"""
_NOT_LET_IN: Final = (
    "DISCORD_TOKEN was refused by Discord: copy the bot's token anew from the developer portal,"
    " or remove it from .env to open the local table."
)
_CLOSED: Final[Mapping[int | None, str]] = {
    4004: _NOT_LET_IN,
    4010: "Discord refuses this shard: look at DISCORD_SHARDS and DISCORD_SHARD_IDS.",
    4011: "Discord wants this bot to have more shards: set DISCORD_SHARDS to 0, or to a larger number.",
    4012: "Discord no longer takes this version of its gateway: update Tablepost and discord.py.",
    4013: "Discord does not know an intent of this bot: update Tablepost and discord.py.",
    4014: "Discord does not allow an intent of this bot: look at Bot, Privileged Gateway Intents, in the"
    " developer portal. Tablepost needs none.",
}
"""By the codes with which Discord's gateway ends a connection for good."""


class CannotStart(Exception):  # noqa: N818 - it reads as a sentence
    """A requirement is missing; the message says which and how to get it."""

    def __init__(self, sentence: str, *, lasting: bool = False) -> None:
        """`lasting` means that another start cannot solve it."""
        super().__init__(sentence)
        self.code = LASTING if lasting else 1


def check_number(name: str, number: int, most: int, least: int = 1) -> None:
    """Raise `BadOptions` unless a number is from `least` to `most`; `name` is the argument's name."""
    if not least <= number <= most:
        raise BadOptions(f"{name} is a whole number from {least:,} to {most:,}, not {number}.")


def with_sentences(command: Command, args: argparse.Namespace) -> int:
    """Run a command and return its exit code.

    If it cannot be done, print why on standard error and return 2 for an invalid request, `LASTING` where the
    bot cannot run before somebody changes something, otherwise 1.
    """
    try:
        return command(args)
    except Refusal as refusal:
        return say(refusal.sentence, 2)
    except CannotStart as fault:
        return say(str(fault), fault.code)
    except RulesFault as fault:
        return say(str(fault), 1)
    except KeyboardInterrupt:
        return 130
    except Exception as fault:
        told = _told(fault, starts=args.command in (None, "run"))
        if told is None:
            if not _for_programs():
                raise
            _log().critical("Tablepost ends by an error of its own", exc_info=True)
            return 1
        return say(*told)


def _told(fault: Exception, *, starts: bool) -> tuple[str, int] | None:
    """Return the sentence and the exit code for a fault of settings, database or Discord; else None.

    Most commands need none of these, so their modules are loaded here.
    """
    import aiohttp
    import discord

    from bot.database.engine import DatabaseDown
    from bot.database.faults import BadDatabase
    from bot.host.settings import SettingsError

    match fault:
        case SettingsError():
            told = (*fault.sentences, "The settings come from the environment and from the file .env.")
            return "\n".join(told), LASTING if starts else 1
        case DatabaseDown():
            return fault.remedy, 1
        case BadDatabase():
            return str(fault), 1
        case discord.LoginFailure():
            return _NOT_LET_IN, LASTING
        case discord.PrivilegedIntentsRequired():
            return _CLOSED[4014], LASTING
        case discord.ConnectionClosed() if fault.code in _CLOSED:
            return _CLOSED[fault.code], LASTING
        case aiohttp.ClientConnectionError() | discord.GatewayNotFound():
            return "Discord cannot be reached. Look at the network and try again.", 1
    return None


def say(sentence: str, code: int) -> int:
    """Print on standard error why something is not done, and return the exit code."""
    if _for_programs():
        _log().error(sentence, exit_code=code)
    else:
        print(sentence, file=sys.stderr)
    return code


def _for_programs() -> bool:
    """Whether the log is for programs. Where no log was begun, its module (with rich) need not be loaded."""
    logs = sys.modules.get("bot.base.logs")
    return logs is not None and logs.for_programs()


def _log() -> Any:
    import structlog

    return structlog.get_logger(__name__)


def add_subcommands(
    parser: argparse.ArgumentParser, subcommands: Mapping[str, tuple[Callable[..., Any], str]]
) -> dict[str, argparse.ArgumentParser]:
    """Add each subcommand with its function and its help, and return their parsers.

    The function of the chosen one is the attribute `act` of the arguments.
    """
    choices = parser.add_subparsers(title="what to do", metavar="COMMAND", dest="subcommand", required=True)
    parsers = {}
    for name, (act, told) in subcommands.items():
        parsers[name] = choices.add_parser(name, help=told, description=f"{told[:1].upper()}{told[1:]}.")
        parsers[name].set_defaults(act=act)
    return parsers


SIGNALS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
"""The signals that stop the bot. SIGHUP is that of a terminal which is closed; `nohup` ignores it."""


@contextlib.contextmanager
def stop_signal() -> Iterator[asyncio.Event]:
    """Set an event at the first signal; a second one ends the program immediately."""
    import asyncio  # commands that check a file need none

    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()

    def stop() -> None:
        stopped.set()
        _let_go(loop)

    with contextlib.suppress(NotImplementedError):  # Windows: Ctrl+C raises KeyboardInterrupt instead
        for each in SIGNALS:
            if each in (signal.SIGINT, signal.SIGTERM) or signal.getsignal(each) is not signal.SIG_IGN:
                loop.add_signal_handler(each, stop)
    try:
        yield stopped
    finally:
        _let_go(loop)


def _let_go(loop: asyncio.AbstractEventLoop) -> None:
    with contextlib.suppress(NotImplementedError):
        for each in SIGNALS:
            loop.remove_signal_handler(each)
