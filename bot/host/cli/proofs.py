"""`verify`: checks a whole match from its audit file."""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from bot.engine import audit
from bot.engine.audit import BadAudit
from bot.games.registry import GAMES, former_rules
from bot.host.cli.commands import CannotStart
from bot.host.cli.files import learn_card_files
from bot.parts import PARTS
from bot.parts.proofs.verify import Disagreement, check, printable, summary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="an audit file, such as tablepost-k3v9q0x2m7ab.json")
    parser.add_argument(
        "--sha256",
        metavar="HASH",
        help="the file's SHA-256 as the match's last post told it: then no change at all goes unseen",
    )
    parser.add_argument(
        "--cards",
        nargs="+",
        default=[],
        type=Path,
        metavar="SET",
        help="card files, or the table file, that the match was played with",
    )


def run(args: argparse.Namespace) -> int:
    """Check the file, print the result in one line, and return 0 only if everything matches."""
    games = {key: game.rules for key, game in GAMES.items()}
    name = printable(Path(args.file).name or args.file)
    try:
        content = _content(args.file)
        if args.sha256 is not None:
            _check_hash(content, args.sha256)
        for verifier in [import_module(module) for part in PARTS for module in part.proofs]:
            if verifier.recognises(content):
                print(f"{name}: {verifier.check_file(content)}: all agree")
                return 0
        decoded = audit.decode(content)
        if args.cards:
            _learn(args.cards, decoded.game)
        check(decoded, games, former_rules(GAMES))
    except (BadAudit, Disagreement) as fault:
        print(f"{name}: {fault}", file=sys.stderr)
        return 1
    print(f"{name}: {summary(decoded)}: all agree")
    return 0


def _learn(paths: Sequence[Path], key: str) -> None:
    """Register the card files or tables that a match was played with. Raises `CannotStart`."""
    game = GAMES.get(key)
    if game is not None and game.cards is None and game.rules.pinned_cards is not None:
        from bot.host.cli.table import learn_tables  # it pins a table, not cards

        learn_tables(paths)
        return
    if game is None or game.cards is None:
        raise CannotStart(f"--cards names card files, and a match of {printable(key)} has none.")
    learn_card_files(paths, game.cards)


def _content(file: str | Path) -> bytes:
    """Read a file, compressed or not, at most one byte more than allowed. Raises `BadAudit`."""
    try:
        with Path(file).open("rb") as opened:
            return audit.unpack(opened.read(audit.LARGEST_FILE + 1))
    except OSError as fault:
        raise BadAudit(f"It cannot be read: {fault.strerror or fault}.") from None
    except ValueError:
        raise BadAudit("That is no name of a file.") from None


def _check_hash(content: bytes, told: str) -> None:
    """Check that the file is byte by byte the one that was published. Raises `Disagreement`."""
    if len(content) <= audit.LARGEST_FILE and hashlib.sha256(content).hexdigest() != told.strip().lower():
        raise Disagreement("the file is not the one that was given out: its SHA-256 is another.")
