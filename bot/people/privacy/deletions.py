"""The list of deletions: it outlives the database, so that a restored backup brings nobody back.

It is a file outside of what is backed up and restored: a line for each deletion, with its time and a keyed
hash of the person's id. The database notes up to when it contains them. Lines that are later than that note
are carried out again at a start: the database is older than the deletion. Who came back after a deletion
stays, because the database in use contains it.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

KEPT: Final = timedelta(days=400)
"""How long a line is kept. Backups must not be kept longer."""
_HEAD: Final = "tablepost-deletions/1"


class Deletion(NamedTuple):
    """One line of the list."""

    at: datetime
    digest: str
    """HMAC-SHA-256 of the person's id with the key of the list, in hexadecimal digits."""


class DeletionList:
    """The file. Its methods block, for a moment, and raise `OSError`, or `ValueError` for another file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def name(self) -> str:
        """Return the name under which a database notes what it contains: a hash of the list's key."""
        return hashlib.sha256(self._read()[0].encode()).hexdigest()[:16]

    def add(self, user: int, at: datetime) -> None:
        """Write a deletion to the disk, and drop lines that are too old."""
        if not self.path.exists():
            with suppress(FileExistsError):  # another process has just begun it
                self._create(f"{_HEAD} {secrets.token_hex(32)}\n")
        key, lines = self._read()
        line = f"{at.isoformat()} {_digest(key, user)}\n"
        if any(at - each.at > KEPT for each in lines):
            kept = [f"{each.at.isoformat()} {each.digest}\n" for each in lines if at - each.at <= KEPT]
            new = DeletionList(self.path.with_name(self.path.name + ".part"))
            new.path.unlink(missing_ok=True)
            new._create("".join([f"{_HEAD} {key}\n", *kept, line]))
            new.path.replace(self.path)
            return
        with self.path.open("a", encoding="ascii") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())

    def later_than(self, until: datetime | None) -> list[Deletion]:
        """Return the deletions that a database does not contain, oldest first."""
        return [each for each in self._read()[1] if until is None or each.at > until]

    def meant(self, users: Iterable[int], deletions: Iterable[Deletion]) -> Iterator[int]:
        """Return those of these persons who are on the list."""
        key, wanted = self._read()[0], {each.digest for each in deletions}
        return (user for user in users if _digest(key, user) in wanted)

    def _create(self, content: str) -> None:
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def _read(self) -> tuple[str, list[Deletion]]:
        head, *lines = self.path.read_text("ascii").splitlines()
        form, _, key = head.partition(" ")
        if form != _HEAD or not key:
            raise ValueError(f"{self.path} is no list of deletions")
        deletions = []
        for line in lines:
            at, _, digest = line.partition(" ")
            if len(digest) == 64:  # the last line may be cut by a power failure
                deletions.append(Deletion(datetime.fromisoformat(at), digest))
        return key, deletions


def _digest(key: str, user: int) -> str:
    return hmac.new(key.encode(), str(user).encode(), "sha256").hexdigest()
