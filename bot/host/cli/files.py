"""Files named on the command line: missing ones, their content, and writing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.host.cli.commands import CannotStart

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
    """Return the content of a file; of a larger file the first `most` + 1 bytes. Raises `CannotStart`."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as fault:
        raise CannotStart(f"{path}: this file cannot be read: {fault.strerror}.") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise `CannotStart` if a file cannot be written within the block."""
    try:
        yield
    except OSError as fault:
        raise CannotStart(f"{path}: this file cannot be written: {fault.strerror}.") from None
