"""`maps`: checks and measures files with a map, a layout or a squad, and prints their match options."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bot.cli import map_lab
from bot.cli.commands import CannotStart, add_subcommands
from bot.mapfiles.reading import BOUNDS, MapReading, read_map_file
from bot.registry import GAMES

MISSING = 2
"""The exit code if a given path does not exist or is not a file."""
SUBCOMMANDS = {
    "check": "print what is wrong with files, with code and line",
    "options": "print the options of a match with what a file holds, for --options",
    "lab": "play matches: see whether maps and layouts are even, and squads in balance",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands and their arguments."""
    subcommands = add_subcommands(parser, SUBCOMMANDS)
    subcommands["check"].add_argument("files", nargs="+", type=Path, metavar="FILE", help="a map file (TOML)")
    map_lab.add_arguments(subcommands["lab"])
    subcommands["options"].add_argument("files", nargs=1, type=Path, metavar="FILE", help="a map file (TOML)")


def run(args: argparse.Namespace) -> int:
    """Run the subcommand; exit code 1 for errors in a file, `MISSING` for a missing file."""
    files = [path for path in args.files if args.subcommand != "lab" or map_lab.shipped(path) is None]
    missing = [path for path in files if not path.is_file()]
    if missing:
        print(*[f"{path}: there is no such file." for path in missing], sep="\n")
        return MISSING
    readings = [_read(path) for path in files]
    findings = [each for reading in readings for each in reading.findings]
    if args.subcommand == "lab" and not findings:
        return map_lab.measure(args, readings)
    if args.subcommand == "options" and not findings:
        print(json.dumps(readings[0].format.pinned([readings[0].value])))
        return 0
    told = [f"{path}: a {each.format.titles[0]} of {GAMES[each.format.game].title}, no error."
            for path, each in zip(files, readings, strict=True) if each.value is not None]  # fmt: skip
    print(*findings, *told, sep="\n")
    return 1 if findings else 0


def _read(path: Path) -> MapReading:
    """Read a file, at most one byte more than allowed. Raises `CannotStart`."""
    try:
        with path.open("rb") as file:
            content = file.read(BOUNDS.size + 1)
    except OSError as fault:
        raise CannotStart(f"{path}: this file cannot be read: {fault.strerror}.") from None
    formats = tuple([each for game in GAMES.values() for each in game.map_formats])
    return read_map_file(content, str(path), formats)
