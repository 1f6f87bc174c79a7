"""`maps`: checks and measures files with a map, a layout or a squad, and prints their match options."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bot.games.registry import GAMES
from bot.host.cli.commands import add_subcommands
from bot.host.cli.files import MISSING, content_of, missing_files, writing
from bot.host.cli.workshop import map_lab
from bot.parts.workshop.maps.reading import BOUNDS, MapReading, read_map_file, view_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands and their arguments."""
    subcommands = add_subcommands(
        parser,
        {
            "check": (_check, "print what is wrong with files, with code and line"),
            "show": (_show, "draw a map, a layout or a squad, with the deploy zones of each number of seats"),
            "options": (_options, "print the options of a match with what a file holds, for --options"),
            "lab": (
                map_lab.measure,
                "play matches: see whether maps and layouts are even, and squads in balance",
            ),
        },
    )
    subcommands["check"].add_argument("files", nargs="+", type=Path, metavar="FILE", help="a map file (TOML)")
    subcommands["show"].add_argument("files", nargs=1, type=Path, metavar="FILE", help="a map file (TOML)")
    subcommands["show"].add_argument(
        "--png", type=Path, required=True, metavar="PICTURE", help="draw it into this file, such as map.png"
    )
    map_lab.add_arguments(subcommands["lab"])
    subcommands["options"].add_argument("files", nargs=1, type=Path, metavar="FILE", help="a map file (TOML)")


def run(args: argparse.Namespace) -> int:
    """Run the subcommand; exit code 1 for errors in a file, `MISSING` for a missing file."""
    files = [path for path in args.files if args.subcommand != "lab" or map_lab.shipped(path) is None]
    if missing := missing_files(files):
        print(*missing, sep="\n")
        return MISSING
    formats = tuple([each for game in GAMES.values() for each in game.map_formats])
    read = [(path, read_map_file(content_of(path, BOUNDS.size), str(path), formats)) for path in files]
    act = _check if any(reading.findings for _, reading in read) else args.act
    code: int = act(args, read)
    return code


def _check(_args: argparse.Namespace, read: Sequence[tuple[Path, MapReading]]) -> int:
    findings = [each for _, reading in read for each in reading.findings]
    right = [
        f"{path}: a {checked.format.titles[0]} of {GAMES[checked.format.game].title}, no error."
        for path, checked in read
        if not checked.findings
    ]
    print(*findings, *right, sep="\n")
    return 1 if findings else 0


def _show(args: argparse.Namespace, read: Sequence[tuple[Path, MapReading]]) -> int:
    """Draw what a file holds; a map once for each of its numbers of seats, with their deploy zones."""
    ((_, reading),) = read
    value: Any = reading.value
    game, out = GAMES[reading.format.game], args.png
    several = getattr(value, "seats", None) or (0,)
    for seats in several:
        shown = msgspec.structs.replace(value, seats=(seats,)) if seats else value
        view = view_of(game.rules, reading.format.preview(shown))
        picture = game.renderer.board(view, names=[""] * view.seats)
        path = out.with_name(f"{out.stem}-{seats}{out.suffix}") if len(several) > 1 else out
        with writing(path):
            path.write_bytes(picture.png)
        of_seats = f" with {seats} seats" if seats else ""
        print(f"{path}: {value.title}{of_seats}, {picture.width} by {picture.height} pixels.")
    return 0


def _options(_args: argparse.Namespace, read: Sequence[tuple[Path, MapReading]]) -> int:
    ((_, reading),) = read
    print(json.dumps(reading.format.pinned([reading.value])))
    return 0
