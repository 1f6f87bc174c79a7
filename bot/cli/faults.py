"""Faults that whoever runs the bot can put right are said in a sentence, not in a traceback."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

import aiohttp
import discord

from bot.engine.errors import Refusal
from bot.settings import SettingsError
from bot.storage.faults import BadDatabase

Command = Callable[[argparse.Namespace], int]


class CannotStart(Exception):  # noqa: N818 - it reads as a sentence
    """Something that is needed is missing; the message says what and how to get it."""


def with_sentences(command: Command, args: argparse.Namespace) -> int:
    """Run a command; where it cannot be done, say why on standard error and return 1."""
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
