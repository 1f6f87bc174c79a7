"""`table`: checks and draws the files of tables for the free table, and turns cards into other forms."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.games.freetable.rules.cards import BadCards
from bot.games.freetable.tablefiles import FOLDER, KEY, table_format, use
from bot.games.registry import GAMES
from bot.host.cli.commands import CannotStart, add_subcommands
from bot.host.cli.files import MISSING, content_of, missing_files, writing
from bot.parts.tables.bundle import (
    LARGEST,
    PICTURES,
    besides,
    cards_in,
    faults_of,
    joined,
    parted,
    sized_as,
    to_csv,
    to_list,
    to_tabletop,
)
from bot.parts.tables.service import read_table
from bot.parts.workshop.maps.reading import MapReading, view_of
from renderers.kit.cards.uploads import LARGEST_BOARD, PictureRefused, Redrawn, rewritten_for_table

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
    subcommands["cards"].add_argument(
        "--out",
        type=Path,
        metavar="ZIP",
        help="for Tabletop Simulator: the file with the deck and its sheets",
    )


def run(args: argparse.Namespace) -> int:
    """Run the subcommand; exit code 1 for errors in a file, `MISSING` for a missing file."""
    if missing := missing_files(args.files):
        print(*missing, sep="\n")
        return MISSING
    code: int = args.act(args)
    return code


def learn_tables(paths: Sequence[Path]) -> None:
    """Load the tables that a match was played with, as `/free-table show` gave them out or with their files.

    Raises `CannotStart`.
    """
    for path in paths:
        reading, faults = _read(path, as_kept=True)
        if faults or reading.value is None:
            raise CannotStart("\n".join(faults))
        use(reading.value)


def _read(path: Path, *, as_kept: bool = False) -> tuple[MapReading, list[str]]:
    """Return a table, read with the files in its folder that it names, and what is wrong with it.

    `as_kept`: the pictures in the file itself stay as they are, for they count in its hash.
    """
    format_ = table_format()
    if path.resolve().parent == FOLDER.resolve():  # the bot's own: its key is its own
        format_ = format_._replace(taken=())
    content, kept = parted(content_of(path, format_.bounds.size))
    beside = {
        file.name: content_of(file, LARGEST)
        for file in sorted(path.parent.iterdir())
        if file.suffix.lower() in CARD_FILES and file.is_file() and f'"{file.name}"'.encode() in content
    }
    files = _pictures(path, content, beside)
    kept = kept if as_kept else besides(kept, files)
    anew = {} if as_kept else {name: each.content for name, each in kept.items()}
    drawn, wrong = _redrawn({**anew, **files})
    drawn = {**drawn, **kept} if as_kept else drawn
    whole = joined(content, beside, sized_as(drawn, kept))
    for note in whole.notes:
        print(note, file=sys.stderr)
    reading = read_table(whole.content, str(path), format_)
    faults = [
        fault if fault.startswith(f"{path}:") else f"{path}: {fault}"
        for fault in faults_of(whole, reading, drawn)
    ]
    return reading, [*[f"{path}: {each}" for each in wrong], *faults]


def _pictures(path: Path, table: bytes, cards: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the pictures in its folder that a file and its cards name: of deck.json also deck-2.png."""
    said = b"\n".join([table, *cards.values()]).decode("utf-8", "replace")
    decks = tuple([Path(name).stem for name in cards if name.lower().endswith(".json")])
    return {
        file.name: content_of(file, LARGEST_BOARD)
        for file in sorted(path.parent.iterdir())
        if file.suffix.lower() in PICTURES
        and file.is_file()
        and (file.name in said or file.stem.startswith(decks))
    }


def _redrawn(files: Mapping[str, bytes]) -> tuple[dict[str, Redrawn], list[str]]:
    """Return pictures written anew, and what is wrong with others."""
    redrawn: dict[str, Redrawn] = {}
    wrong = []
    for name, content in files.items():
        try:
            redrawn[name] = rewritten_for_table(content)
        except PictureRefused as refused:
            wrong.append(f"{name}: {refused.sentence}")
    return redrawn, wrong


def _check(args: argparse.Namespace) -> int:
    wrong = False
    for path in args.files:
        reading, faults = _read(path)
        wrong = wrong or bool(faults)
        title = reading.value.title if reading.value is not None else ""
        print(*(faults or [f"{path}: {title}, no error."]), sep="\n")
    return 1 if wrong else 0


def _show(args: argparse.Namespace) -> int:
    (path,) = args.files
    reading, faults = _read(path)
    if faults or reading.value is None:
        print(*faults, sep="\n")
        return 1
    game = GAMES[KEY]
    view = view_of(game.rules, reading.format.preview(reading.value))
    picture = game.renderer.board(view, names=[""] * view.seats)
    with writing(args.png):
        args.png.write_bytes(picture.png)
    print(f"{args.png}: {reading.value.title}, {picture.width} by {picture.height} pixels.")
    return 0


def _cards(args: argparse.Namespace) -> int:
    (path,) = args.files
    if (args.to == "tabletop") != (args.out is not None):
        raise CannotStart("--to tabletop writes a ZIP: name it with --out, as in --out deck.zip.")
    content = content_of(path, LARGEST)
    pictures, wrong = _redrawn(_pictures(path, b"", {path.name: content}))
    try:
        taken = cards_in(content, path.name, list(pictures))
    except BadCards as bad:
        print(*[f"{path}: {each}" for each in (*wrong, *bad.sentences)], sep="\n")
        return 1
    print(*[f"{path}: {each}" for each in wrong], sep="\n", end="\n" if wrong else "", file=sys.stderr)
    if args.out is not None:
        with writing(args.out):
            args.out.write_bytes(to_tabletop(taken.cards, path.stem, args.out.stem, pictures))
        cards = f"{len(taken.cards)} different card{'s' if len(taken.cards) != 1 else ''}"
        print(f'{args.out}: {cards}. Unpack it in the folder "Tabletop Simulator".')
    else:
        print({"csv": to_csv, "list": to_list}[args.to](taken.cards), end="")
    for each in taken.left_out:
        print(f"{path}: {each}", file=sys.stderr)
    return 0
