"""`backup FILE`: a consistent copy of the database, also while the bot is running."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from bot.base.clock import wall_clock
from bot.database.backup import backup, note_backup
from bot.engine.errors import Refusal
from bot.host.settings import read_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file argument."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="the file to write; it must not exist yet"
    )
    what.add_argument(
        "--made",
        action="store_true",
        help="write no file, but note that a backup was made in another way, such as by pg_dump",
    )


def run(args: argparse.Namespace) -> int:
    """Copy the database, print where the copy is and its size, and note that it was made."""
    url = read_settings().database_url
    if args.file is not None:
        size = asyncio.run(backup(url, args.file))
        print(f"{args.file} holds a checked copy of the database: {size:,} bytes.")
    try:
        asyncio.run(note_backup(url, wall_clock()))
    except Refusal:
        print("It could not be noted in the database, so the metrics and the status do not know of it.")
        return 0 if args.file is not None else 1
    if args.made:
        print("Noted: a backup was made now.")
    return 0
