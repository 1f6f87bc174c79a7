"""Packs the actions, events and draws of matches that ended: a compressed block in place of their rows.

A match has either rows or a block, never both. `pack` exchanges them in one transaction for each match, so a
stop at any time loses nothing; a change that needs the rows has them back first (`unpack`). Every byte of a
row is kept.

Versions before `PACKS` cannot read a block. So nothing is packed while one of them runs, nor within a day
after that. With the first block no such version may start any more (`bot.database.migrate`).
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, Row, Table, bindparam, delete, insert, select, update

from bot.base.ids import MatchId
from bot.base.version import PACKS, THIS, Release, numbers
from bot.database import migrate
from bot.database.coordination import SEEN_WITHIN
from bot.database.engine import Database, Stored, replace_rows
from bot.database.schema import (
    NOT_PACKED,
    actions,
    draws,
    events,
    matches,
    once_seated,
    operator_state,
    packed,
    processes,
)

T = TypeVar("T")

_TABLES: Final = (actions, events, draws)
_LEVEL = 9
_SINCE = "no older version since"
"""The row of `operator_state` with that instant."""

_READ = {
    table.name: select(*[column for column in table.columns if column.name != "match"])
    .where(table.c.match == bindparam("match"))
    .order_by(*[column for column in table.primary_key.columns if column.name != "match"])
    for table in _TABLES
}
_BLOCK = select(packed.c.content).where(packed.c.match == bindparam("match"))
_READY = (
    select(matches.c.id, matches.c.revision)
    .where(NOT_PACKED, matches.c.ended_at < bindparam("before"))
    .order_by(matches.c.ended_at, matches.c.id)
    .limit(bindparam("most"))
)
_MARK = (
    update(matches)
    .where(matches.c.id == bindparam("this"), matches.c.revision == bindparam("expected"), NOT_PACKED)
    .values(packed=True)
)
_UNMARK = update(matches).where(matches.c.id == bindparam("this")).values(packed=False)
_NAMES = select(events.c.seq, events.c.n, events.c.event).where(
    events.c.match == bindparam("match"),
    events.c.seq.in_(select(once_seated.c.seq).where(once_seated.c.match == bindparam("match"))),
)
"""The events that deleting a person's data can change."""


class Packed(NamedTuple):
    """The rows of a match, without its id: columns by name, for each table in the order of its key."""

    actions: Mapping[str, Sequence[Any]]
    events: Mapping[str, Sequence[Any]]
    draws: Mapping[str, Sequence[Any]]


class PackedRow:
    """A row of a block, with the attributes that a row of its table has."""

    __slots__ = ("__dict__",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)


_block = msgspec.msgpack.Decoder(tuple[int, list[dict[str, list[Any]]]])
_FORMAT = 1


def packed_block(rows: Packed) -> bytes:
    """Return rows as a compressed block: MessagePack by columns; times and numbers as steps."""
    tables = [{name: _stored(name, column) for name, column in table.items()} for table in rows]
    return zlib.compress(msgspec.msgpack.encode((_FORMAT, tables)), _LEVEL)


def unpacked(block: bytes) -> Packed:
    """Return the rows of a block. Raises `zlib.error` or `msgspec.DecodeError` where it is damaged."""
    form, tables = _block.decode(zlib.decompress(block))
    if form != _FORMAT:
        raise msgspec.DecodeError(f"a packed match has the unknown form {form}")
    return Packed(*[{name: _read(name, column) for name, column in table.items()} for table in tables])


_EPOCH, _MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
_STEPS = frozenset(["at", "seq", "n"])


def _stored(name: str, column: Sequence[Any]) -> Sequence[Any]:
    if name not in _STEPS:
        return column
    counted = [(each - _EPOCH) // _MICROSECOND for each in column] if name == "at" else column
    return [each - before for each, before in zip(counted, [0, *counted], strict=False)]


def _read(name: str, column: Sequence[Any]) -> Sequence[Any]:
    if name not in _STEPS:
        return column
    total, counted = 0, []
    for step in column:
        total += step
        counted.append(total)
    return [_EPOCH + each * _MICROSECOND for each in counted] if name == "at" else counted


def rows_of(table: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Return the rows of a table, from its columns."""
    return [dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)]


def _found(connection: Connection, match: MatchId) -> Packed:
    """Return the rows of a match as they are in the tables."""

    def columns(table: Table) -> dict[str, list[Any]]:
        read = connection.execute(_READ[table.name], {"match": match})
        names: list[str] = list(read.keys())
        rows = read.all()
        return {name: [row[at] for row in rows] for at, name in enumerate(names)}

    return Packed(*map(columns, _TABLES))


def block_of(connection: Connection, match: MatchId) -> bytes | None:
    """Return the block of a match; None where it is not packed, or has no rows."""
    block = connection.execute(_BLOCK, {"match": match}).scalar_one_or_none()
    return None if block is None else bytes(block)


def unpack(connection: Connection, match: MatchId) -> None:
    """Give a packed match its rows back, in the transaction of the change that needs them."""
    block = block_of(connection, match)
    if block is not None:
        for table, columns in zip(_TABLES, unpacked(block), strict=True):
            rows = [{"match": match, **row} for row in rows_of(columns)]
            if rows:
                connection.execute(insert(table), rows)
        connection.execute(delete(packed).where(packed.c.match == match))
    connection.execute(_UNMARK, {"this": match})


def repack(
    connection: Connection,
    match: MatchId,
    which: Mapping[int, T],
    rewritten: Callable[[bytes, T], bytes],
) -> bool:
    """Rewrite the first event of these actions in a locked match's block; False where it is not packed."""
    block = block_of(connection, match)
    if block is None:
        return False
    rows = unpacked(block)
    places = zip(rows.events["seq"], rows.events["n"], rows.events["event"], strict=True)
    changed = [rewritten(event, which[seq]) if n == 0 and seq in which else event for seq, n, event in places]
    content = packed_block(rows._replace(events={**rows.events, "event": changed}))
    connection.execute(update(packed).where(packed.c.match == match).values(content=content))
    return True


class PackedMatches(Stored):
    """Reads the rows of packed matches."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._last: tuple[bytes, dict[str, list[Row[Any]]]] = (b"", {})

    async def rows(self, match: MatchId, table: Table) -> list[Row[Any]] | None:
        """Return the rows of a match in a table, in the order of its key; None where it is not packed.

        The block that was read last stays unpacked, for a reader of page after page.
        """
        block = await self._database.read(lambda connection: block_of(connection, match))
        if block is None:
            return None
        if self._last[0] != block:
            self._last = (block, await asyncio.to_thread(_as_rows, block))
        return self._last[1][table.name]


def _as_rows(block: bytes) -> dict[str, list[Row[Any]]]:
    rows: dict[str, list[Any]] = {
        table.name: [PackedRow(row) for row in rows_of(columns)]
        for table, columns in zip(_TABLES, unpacked(block), strict=True)
    }
    return rows


class SqlPackingStore(Stored):
    """Packs the rows of matches. Every method may raise `bot.engine.errors.Unavailable`."""

    def __init__(self, database: Database, release: Release = THIS) -> None:
        super().__init__(database)
        self._release = release

    async def may_pack(self, now: datetime, grace: timedelta) -> bool:
        """Whether no version that cannot read a block has run for this time."""
        if numbers(self._release.version) < numbers(PACKS):
            return False
        return await self._database.write(lambda connection: _older_are_gone(connection, now, grace))

    async def not_packed(self, before: datetime, limit: int) -> list[tuple[MatchId, int]]:
        """Return matches that ended before an instant and have their rows."""
        rows = await self._all(_READY, before=before, most=limit)
        return [(row.id, row.revision) for row in rows]

    async def pack(self, match: MatchId, revision: int) -> bool:
        """Pack a match in one transaction, unless it has changed since this revision."""
        rows = await self._database.read(lambda connection: _found(connection, match))
        # In a thread: a long match has megabytes.
        block = (
            await asyncio.to_thread(packed_block, rows)
            if any(any(table.values()) for table in rows)
            else None
        )
        known = {(row["seq"], row["n"]): row["event"] for row in rows_of(rows.events)}

        def work(connection: Connection) -> bool:
            if connection.execute(_MARK, {"this": match, "expected": revision}).rowcount != 1:
                return False
            renamed = connection.execute(_NAMES, {"match": match}).all()
            if any(known.get((row.seq, row.n)) != row.event for row in renamed):
                connection.execute(_UNMARK, {"this": match})
                return False
            if block is not None:
                migrate.note(connection, Release(self._release.version, beside=PACKS))
                connection.execute(insert(packed), {"match": match, "content": block})
                for table in _TABLES:
                    connection.execute(delete(table).where(table.c.match == match))
            return True

        return await self._database.write(work)


def _older_are_gone(connection: Connection, now: datetime, grace: timedelta) -> bool:
    """Whether no version that cannot read a block has run for this time; notes since when."""
    if migrate.is_noted(migrate.least_version(connection), Release(beside=PACKS)):
        return True
    seen = select(processes.c.version).where(processes.c.at > now - SEEN_WITHIN)
    older = any(numbers(each) < numbers(PACKS) for each in connection.execute(seen).scalars())
    where = operator_state.c.name == _SINCE
    since = connection.execute(select(operator_state.c.content).where(where)).scalar_one_or_none()
    if older or since is None:
        replace_rows(connection, operator_state, {"name": _SINCE, "content": now.isoformat().encode()})
        return False
    return now - datetime.fromisoformat(bytes(since).decode()) >= grace
