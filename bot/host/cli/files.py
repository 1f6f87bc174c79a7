"""Files named on the command line: missing ones, their content, and writing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bot.engine.cards.files.reading import CardFile, check_together, games_of_file
from bot.engine.cards.files.tokens import SHIPPED, Bounds
from bot.engine.cards.game import AnyCardGame, AnyPool, AnySet, PoolLibrary
from bot.engine.errors import BadOptions
from bot.engine.sentences import either
from bot.games.card_games import CARD_GAMES
from bot.games.catalogue import DATA
from bot.host.cli.commands import CannotStart

# Card files named on the command line: the game they belong to, and registering their cards.


def game_of_file(path: Path) -> str:
    """Return the key of a card file's game, from its folder or its content. Raises `CannotStart`."""
    for key in CARD_GAMES:
        if path.resolve().parent == (DATA / key / "sets").resolve():
            return key
    able = games_of_file(content_of(path, SHIPPED.size), CARD_GAMES, path.name)
    other = " Of maps and tables say `maps check` and `table check`." if len(able) == len(CARD_GAMES) else ""
    return only_game(able, f"{path}: ", other)


def only_game(able: Iterable[str], where: str = "", other: str = "") -> str:
    """Return the game if there is only one.

    Raises `CannotStart` for several; `where` begins its message, `other` ends it.
    """
    keys = list(able)
    if len(keys) > 1:
        raise CannotStart(f"{where}This can be of several games. Say --game {either(keys)}.{other}")
    return keys[0]


def learn_card_files(paths: Sequence[Path], game: AnyCardGame) -> AnyPool:
    """Register the sets of these files, alone and together with the shipped cards; return the pool of both.

    Raises `BadOptions` for a file that is not there, `CannotStart` for one with an error.
    """
    sets = sets_of(paths, game)
    library: PoolLibrary[AnyPool] = game.library
    library.add(library.of(sets))
    return library.add(library.standard.with_sets(sets))


def sets_of(paths: Sequence[Path], game: AnyCardGame) -> tuple[AnySet, ...]:
    """Return the sets of these files, which may refer to each other. Raises as `learn_card_files`."""
    files = [card_file(path, type(game)) for path in paths]
    keys = {file.set.key for file in files if file.set is not None}
    base: AnyPool = game.pool_type([one for one in game.library.standard.sets if one.key not in keys])
    sets = []
    for reading in check_together(files, base):
        if reading.set is None:
            raise CannotStart(str(reading.errors[0]))
        sets.append(reading.set)
    return tuple(sets)


def card_file(path: Path, game: type[AnyCardGame], bounds: Bounds = SHIPPED) -> CardFile:
    """Read a card file of a given game. Raises as `content_of`."""
    return CardFile(
        content_of(path, bounds.size),
        str(path),
        game.format,
        bounds,
        lambda: {each.title: each.format for each in CARD_GAMES.values() if each is not game},
    )


MISSING = 2
"""The exit code if a given path does not exist or is not a file."""


def missing_files(paths: Iterable[Path]) -> list[str]:
    """Return a sentence for each path that is not a file."""
    return [_why_missing(path) for path in paths if not path.is_file()]


def _why_missing(path: Path) -> str:
    if path.is_dir():
        return f"{path}: this is a folder. Name the files in it, such as {path / '*.toml'}."
    return f"{path}: there is no such file."


def content_of(path: Path, most: int) -> bytes:
    """Return the content of a file; of a larger file the first `most` + 1 bytes.

    Raises `BadOptions` where there is none of this name, `CannotStart` where it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except (FileNotFoundError, IsADirectoryError):
        raise BadOptions(_why_missing(path)) from None
    except OSError as fault:
        raise CannotStart(f"{path}: this file cannot be read: {fault.strerror}.") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise `CannotStart` if a file cannot be written within the block."""
    try:
        yield
    except OSError as fault:
        raise CannotStart(f"{path}: this file cannot be written: {fault.strerror}.") from None
