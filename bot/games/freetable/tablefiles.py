"""Reads table files: those of `data/free-table`, and those of servers as map files are read."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec

from bot.base.language import N_
from bot.engine.mapfiles import MapFormat, Preview
from bot.games.catalogue import DATA, CatalogueError
from bot.games.freetable.rules.files import BOUNDS, TableFile
from bot.games.freetable.rules.files import TABLES as NOUNS
from bot.games.freetable.rules.table import TABLES, Table, check_table

KEY = "free-table"
FOLDER = DATA / KEY / "tables"
"""The files of the tables that come with the bot."""


def load_shipped() -> None:
    """Load the tables that come with the bot. Raises `CatalogueError`; the tests check the files in full."""
    paths = sorted(FOLDER.glob("*.toml"))
    if not paths:
        raise CatalogueError(f"{FOLDER}: there is no table file (*.toml) here.")
    for path in paths:
        try:
            file = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), TableFile)
        except (ValueError, OSError) as fault:
            raise CatalogueError(f"{path}: {fault}.") from None
        TABLES.ship(Table(file))


def use(file: TableFile) -> str:
    """Load the table of a file without faults, and return its hash."""
    return TABLES.add(Table(file)).hash


def table_format() -> MapFormat:
    """Return the kind of file, with the tables that come with the bot."""
    return MapFormat(
        "table",
        KEY,
        "table",
        (N_("own table"), N_("own tables")),
        TableFile,
        NOUNS,
        tuple(TABLES.shipped),
        lambda _file: None,
        "",
        _pinned,
        _preview,
        beside=("pinned",),
        bounds=BOUNDS,
        faults=check_table,
    )


def _pinned(found: Any) -> dict[str, str]:
    return {"table": found[0].key, "pinned": use(found[0])}


def _preview(file: TableFile) -> Preview:
    """Return a match at the table, as it begins."""
    return Preview({"table": file.key, "pinned": use(file)}, file.numbers[0])
