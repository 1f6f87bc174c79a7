"""`backup FILE`: a consistent copy of the database, also while the bot is running."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Final

from bot.base.clock import wall_clock
from bot.database.backup import backup, backup_in, note_backup
from bot.engine.errors import Refusal
from bot.host.cli.commands import say
from bot.host.settings import read_settings

KEEP: Final = 14


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file argument."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="the file to write; it must not exist yet"
    )
    what.add_argument(
        "--folder", type=Path, help="write a new file there, named by the time, and delete old ones"
    )
    what.add_argument(
        "--made",
        action="store_true",
        help="write no file, but note that a backup was made in another way, such as by pg_dump",
    )
    parser.add_argument(
        "--keep", type=int, default=KEEP, help=f"with --folder: how many of the newest files stay ({KEEP})"
    )


def run(args: argparse.Namespace) -> int:
    """Copy the database, print where the copy is and its size, and note that it was made."""
    url, now = read_settings().database_url, wall_clock()
    if args.folder is not None:
        if args.keep < 1:
            return say("--keep must be 1 or more: the new copy stays.", 2)
        target, old = asyncio.run(backup_in(url, args.folder, args.keep, now))
        print(f"{target} holds a checked copy of the database: {target.stat().st_size:,} bytes.")
        for each in old:
            print(f"{each} was deleted.")
    elif args.file is not None:
        size = asyncio.run(backup(url, args.file))
        print(f"{args.file} holds a checked copy of the database: {size:,} bytes.")
    try:
        asyncio.run(note_backup(url, now))
    except Refusal:
        print("It could not be noted in the database, so the metrics and the status do not know of it.")
        return 1 if args.made else 0
    if args.made:
        print("Noted: a backup was made now.")
    return 0
