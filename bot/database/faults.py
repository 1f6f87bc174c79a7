"""Faults of a database: their kinds, and a sentence for each that says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy.exc import IntegrityError

_PRIMARY = 0xFF
"""The bits of SQLite's error codes that tell the kind; the others are details of it."""


class BadDatabase(Exception):  # noqa: N818 - it reads as a sentence
    """The database cannot be used as it is; the message says why and what to do."""


_SENTENCES: Mapping[int, str] = {
    sqlite3.SQLITE_NOTADB: "{file} is not a database: something else is in this file. Name another file in"
    " DATABASE_URL, or restore a backup.",
    sqlite3.SQLITE_CORRUPT: "{file} is damaged. Stop the bot, keep a copy of the file, and restore the last"
    " backup; a copy that can be read again may be had with: sqlite3 {file} .recover",
    sqlite3.SQLITE_READONLY: "{file} cannot be written. Let the user who runs the bot write the file and its"
    " folder, or name another file in DATABASE_URL.",
    sqlite3.SQLITE_CANTOPEN: "{file} cannot be opened. Is its folder there, and may the user who runs the"
    " bot read and write in it?",
    sqlite3.SQLITE_FULL: "The disk that holds {file} is full. Make room there; what was acknowledged"
    " before is kept.",
    sqlite3.SQLITE_BUSY: "{file} is held by another program that writes to it. Close that one (another bot, a"
    " database browser, a copy being made), then try again.",
    sqlite3.SQLITE_IOERR: "{file} cannot be read or written: its disk answers with an error ({name}). Look at"
    " the disk, or at the network drive, before you start again.",
}
_ALIKE = {sqlite3.SQLITE_PERM: sqlite3.SQLITE_READONLY, sqlite3.SQLITE_LOCKED: sqlite3.SQLITE_BUSY}


_KINDS: Mapping[int, str] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "cannot open",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


_STATES: Mapping[str, str] = {"53100": "full", "25006": "read-only", "58030": "disk", "XX001": "damaged"}
"""PostgreSQL's codes of the same kinds."""


def kind_of(error: Exception, *, unanswered: bool = False) -> str:
    """Return the kind of an error, one of `bot.base.metrics.DATABASE_FAULTS`."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", 0) & _PRIMARY
    state = _STATES.get(str(getattr(cause, "sqlstate", "")))
    return state or _KINDS.get(_ALIKE.get(code, code), "unanswered" if unanswered else "other")


_OF_THE_SERVER: Mapping[str, str] = {
    "full": "The disk of the PostgreSQL server is full. Make room there; what was acknowledged before is"
    " kept.",
    "read-only": "PostgreSQL takes no writes: it is a standby, or its transactions are read-only. Let"
    " DATABASE_URL name the server that takes writes.",
    "disk": "The disk of the PostgreSQL server answers with an error. Look at the disk and at the server's"
    " log.",
    "damaged": "The PostgreSQL database is damaged. Stop the bot, keep a copy, and restore the last backup.",
}
"""The remedies of PostgreSQL, by the kind of the error."""


def breaks(error: IntegrityError, *constraint: str) -> bool:
    """Whether an error is about this constraint, as SQLite or PostgreSQL names it."""
    return any(name in str(error.orig) for name in constraint)


def described(error: Exception) -> str:
    """Return the kind of an error for the log.

    Not its text: that repeats the statement with its parameters, which are states and seeds.
    """
    cause = getattr(error, "orig", None) or error
    name = getattr(cause, "sqlite_errorname", "")
    return f"{type(cause).__name__} {name}".strip()


def remedy(error: Exception, file: Path | None) -> str:
    """Return the fault of a database, of SQLite in a `file` or of PostgreSQL, and the remedy."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", 0) & _PRIMARY
    sentence = _SENTENCES.get(_ALIKE.get(code, code))
    if file is not None and sentence is not None:
        return sentence.format(file=file, name=getattr(cause, "sqlite_errorname", ""))
    if file is not None:
        return f"{file} cannot be used ({described(error)}). Look at DATABASE_URL, or restore a backup."
    if (kind := kind_of(error)) in _OF_THE_SERVER:
        return _OF_THE_SERVER[kind]
    return (
        f"The database does not answer ({described(error)}). Does the server run, and are address, user and"
        " password in DATABASE_URL right?"
    )
