"""Card files named on the command line, for matches that were played with other cards than the usual ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.cardfiles import SHIPPED, Bounds, CardFile, check_together
from bot.cardsets.pools import pool_with
from bot.cli.faults import CannotStart
from bot.games.arclash.cards import CardSet, Library, Pool
from bot.games.arclash.checks.format import FORMAT


def learn_card_files(paths: Sequence[Path], library: Library) -> Pool:
    """Take the sets of these files into the library: alone, and beside the cards that come with the bot.

    Returns the pool of both.

    Raises `CannotStart` with a sentence for a file that cannot be read or has an error.
    """
    sets = _sets(paths, library.standard)
    library.add(Pool(sets))
    return library.add(pool_with(library.standard, sets))


def _sets(paths: Sequence[Path], standard: Pool) -> tuple[CardSet, ...]:
    files = [card_file(path, SHIPPED) for path in paths]
    keys = {file.set.key for file in files if file.set is not None}
    base = Pool([one for one in standard.sets if one.key not in keys])
    found = []
    for reading in check_together(files, base):
        if reading.set is None:
            raise CannotStart(str(reading.errors[0]))
        found.append(reading.set)
    return tuple(found)


def card_file(path: Path, bounds: Bounds) -> CardFile:
    """Read a card file that was named, one byte more than it may have. Raises `CannotStart`."""
    try:
        with path.open("rb") as file:
            content = file.read(bounds.size + 1)
    except OSError as fault:
        raise CannotStart(f"{path}: this file cannot be read: {fault.strerror}.") from None
    return CardFile(content, str(path), FORMAT, bounds)
