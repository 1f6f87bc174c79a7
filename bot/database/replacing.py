"""Inserts rows in place of those with the same primary key, on SQLite and PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import Connection, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

Rows: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""The values of one row, or of several."""


def replace_rows(connection: Connection, table: Table, rows: Rows, *columns: str) -> None:
    """Insert one row or several, each in place of the one with its primary key.

    With `columns`, only these are changed in a row that is there.
    """
    connection.execute(_replacing(table, connection.dialect.name, columns), rows)


@cache
def _replacing(table: Table, dialect: str, columns: tuple[str, ...]) -> Executable:
    insert: Any = sqlite.insert if dialect == "sqlite" else postgresql.insert
    inserted, keys = insert(table), list(table.primary_key.columns)
    changed = columns or [column.name for column in table.columns if column not in set(keys)]
    values = {name: inserted.excluded[name] for name in changed}
    replacing: Executable = inserted.on_conflict_do_update(index_elements=keys, set_=values)
    return replacing
