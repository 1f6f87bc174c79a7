"""`backup FILE`: a consistent copy of the database, also while the bot is running."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from bot.database.backup import backup
from bot.host.settings import read_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file argument."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write; it must not exist yet")


def run(args: argparse.Namespace) -> int:
    """Copy the database, and print where it is and its size."""
    size = asyncio.run(backup(read_settings().database_url, args.file))
    print(f"{args.file} holds a checked copy of the database: {size:,} bytes.")
    return 0
