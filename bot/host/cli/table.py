"""`table`: checks and draws the files of tables for the free table, and turns cards into other forms."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.games.freetable.rules.cards import BadCards
from bot.games.freetable.tablefiles import KEY, table_format
from bot.games.registry import GAMES
from bot.host.cli.commands import add_subcommands
from bot.host.cli.files import MISSING, content_of, missing_files, writing
from bot.parts.tables.bundle import LARGEST, cards_in, joined, to_csv, to_list, to_tabletop
from bot.parts.tables.service import read_table
from bot.parts.workshop.maps.reading import MapReading, view_of

CARD_FILES = (".csv", ".xlsx", ".json", ".txt")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands and their arguments."""
    subcommands = add_subcommands(
        parser,
        {
            "check": (_check, "print what is wrong with table files, with code and line"),
            "show": (_show, "draw a table as a match begins"),
            "cards": (
                _cards,
                "print cards as a CSV, a list, or a deck of Tabletop Simulator: from any of these",
            ),
        },
    )
    subcommands["check"].add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a table file (TOML)"
    )
    subcommands["show"].add_argument("files", nargs=1, type=Path, metavar="FILE", help="a table file (TOML)")
    subcommands["show"].add_argument(
        "--png", type=Path, required=True, metavar="PICTURE", help="draw it into this file"
    )
    subcommands["cards"].add_argument(
        "files", nargs=1, type=Path, metavar="FILE", help=f"a file of cards ({', '.join(CARD_FILES)})"
    )
    subcommands["cards"].add_argument(
        "--to", choices=("csv", "list", "tabletop"), default="csv", help="the form"
    )


def run(args: argparse.Namespace) -> int:
    """Run the subcommand; exit code 1 for errors in a file, `MISSING` for a missing file."""
    if missing := missing_files(args.files):
        print(*missing, sep="\n")
        return MISSING
    code: int = args.act(args)
    return code


def _read(path: Path) -> MapReading | list[str]:
    """Return a table read with the card files in its folder that it names, or what is wrong with these."""
    format_ = table_format()
    content = content_of(path, format_.bounds.size)
    beside = {
        each.name: content_of(each, LARGEST)
        for each in sorted(path.parent.iterdir())
        if each.suffix.lower() in CARD_FILES and each.is_file() and f'"{each.name}"'.encode() in content
    }
    try:
        whole = joined(content, beside)
    except BadCards as bad:
        return [f"{path}: E704: {each}" for each in bad.sentences]
    for note in whole.notes:
        print(note, file=sys.stderr)
    return read_table(whole.content, str(path), format_)


def _check(args: argparse.Namespace) -> int:
    wrong = False
    for path in args.files:
        reading = _read(path)
        if isinstance(reading, list) or reading.findings:
            wrong = True
            print(*(reading if isinstance(reading, list) else reading.findings), sep="\n")
        else:
            print(f"{path}: {reading.value.title}, no error." if reading.value is not None else path)
    return 1 if wrong else 0


def _show(args: argparse.Namespace) -> int:
    (path,) = args.files
    reading = _read(path)
    if isinstance(reading, list) or reading.value is None:
        return _check(args)
    game = GAMES[KEY]
    view = view_of(game.rules, reading.format.preview(reading.value))
    picture = game.renderer.board(view, names=[""] * view.seats)
    with writing(args.png):
        args.png.write_bytes(picture.png)
    print(f"{args.png}: {reading.value.title}, {picture.width} by {picture.height} pixels.")
    return 0


def _cards(args: argparse.Namespace) -> int:
    (path,) = args.files
    try:
        taken = cards_in(content_of(path, LARGEST), path.name)
    except BadCards as bad:
        print(*[f"{path}: {each}" for each in bad.sentences], sep="\n")
        return 1
    made = {
        "csv": to_csv(taken.cards),
        "list": to_list(taken.cards),
        "tabletop": to_tabletop(taken.cards, path.stem),
    }
    print(made[args.to], end="")
    for each in taken.left_out:
        print(f"{path}: {each}", file=sys.stderr)
    return 0
