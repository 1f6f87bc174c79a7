"""Stores operators' notices, blocks, errands and log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

import msgspec
from msgspec.structs import replace
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    Table,
    Text,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)

from bot.database.engine import Stored, replace_rows
from bot.database.schema import OWN_ID, UtcDateTime, matches, new_table, operator_state, outbox, servers
from bot.parts.operator.model import (
    AuditEntry,
    BlockKind,
    OperatorBlock,
    OperatorState,
    QueuedCommand,
    QueuedCommandKind,
    WaitingChannel,
)
from bot.people.privacy.store import PersonalRows
from bot.servers.settings import ServerSettings


def _blocked(name: str, whom: str) -> Table:
    return new_table(
        name,
        Column(whom, BigInteger, primary_key=True, autoincrement=False),
        Column("reason", Text, nullable=False),
        Column("at", UtcDateTime, nullable=False),
    )


blocked_people = _blocked("blocked_people", "user")
"""One row for each user that operators have blocked."""

blocked_servers = _blocked("blocked_servers", "guild")
"""One row for each server that operators have blocked."""

operator_log = new_table(
    "operator_log",
    Column("number", OWN_ID, primary_key=True, autoincrement=True),
    Column("at", UtcDateTime, nullable=False),
    Column("by", Text, nullable=False),
    Column("words", Text, nullable=False),
    sqlite_autoincrement=True,
)
"""One row for each act of an operator."""

errands = new_table(
    "errands",
    Column("id", OWN_ID, primary_key=True, autoincrement=True),
    Column("kind", Text, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("words", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    Index("ix_errands_due", "due"),
    sqlite_autoincrement=True,
)
"""Operators' errands that are still to be done on Discord."""

T = TypeVar("T")

_STATE = select(operator_state.c.content).where(operator_state.c.name == "state")
_BLOCKED: Mapping[BlockKind, tuple[Table, Column[int]]] = {
    "person": (blocked_people, blocked_people.c.user),
    "server": (blocked_servers, blocked_servers.c.guild),
}
_DUE = (
    select(errands.c.id, errands.c.kind, errands.c.guild, errands.c.words, errands.c.attempts)
    .where(errands.c.due <= bindparam("now"))
    .order_by(errands.c.id)
    .limit(bindparam("most"))
)
_SETTLE = delete(errands).where(errands.c.id == bindparam("this"))
_POSTPONE = update(errands).where(errands.c.id == bindparam("this"))
_RETRY = update(outbox).where(outbox.c.parked.is_not(None)).values(parked=None, attempts=0)
_WAITING = (
    select(matches.c.channel, func.count(literal(1)).label("waiting"), func.min(outbox.c.due).label("since"))
    .join(matches, matches.c.id == outbox.c.match)
    .where(outbox.c.parked.is_(None))
    .group_by(matches.c.channel)
    .order_by(func.min(outbox.c.due))
    .limit(bindparam("most"))
)
_LOG = (
    select(operator_log.c.at, operator_log.c.by, operator_log.c.words)
    .order_by(operator_log.c.number.desc())
    .limit(bindparam("most"))
)
_SETTINGS = select(servers.c.guild, servers.c.settings)


class SqlOperationsStore(Stored):
    """Stores this data. Every method may raise `bot.matches.errors.Unavailable`."""

    async def state(self) -> OperatorState:
        """Return the settings in force."""

        def work(connection: Connection) -> OperatorState:
            kept = connection.execute(_STATE).scalar_one_or_none()
            state = OperatorState() if kept is None else msgspec.json.decode(kept, type=OperatorState)
            blocks = [
                OperatorBlock(kind, row._mapping[whom.name], row.reason, row.at)
                for kind, (table, whom) in _BLOCKED.items()
                for row in connection.execute(select(table).order_by(whom))
            ]
            return replace(state, blocks=tuple(blocks))

        return await self._database.read(work)

    async def keep(self, state: OperatorState, act: AuditEntry) -> None:
        """Store the notice and the draining of a state, with the act that changed them; not its blocks."""
        content = msgspec.json.encode(replace(state, blocks=()))
        row = {"name": "state", "content": content}
        await self._acted(act, lambda connection: replace_rows(connection, operator_state, row))

    async def block(self, block: OperatorBlock, act: AuditEntry) -> None:
        """Store a block; it replaces one of the same user or server."""
        table, whom = _BLOCKED[block.kind]
        row = {whom.name: block.id, "reason": block.reason, "at": block.at}
        await self._acted(act, lambda connection: replace_rows(connection, table, row))

    async def unblock(self, block: OperatorBlock, act: AuditEntry) -> None:
        """Delete a block."""
        table, whom = _BLOCKED[block.kind]
        gone = delete(table).where(whom == block.id)
        await self._acted(act, lambda connection: connection.execute(gone).rowcount)

    async def ask(self, kind: QueuedCommandKind, guilds: Sequence[int], words: str, act: AuditEntry) -> None:
        """Create the same errand for each of these servers."""
        rows = [
            {"kind": kind, "guild": guild, "words": words, "attempts": 0, "due": act.at} for guild in guilds
        ]

        def work(connection: Connection) -> None:
            if rows:
                connection.execute(insert(errands), rows)

        await self._acted(act, work)

    async def errands(self, now: datetime, limit: int) -> Sequence[QueuedCommand]:
        """Return errands that are due, the oldest first."""
        return [QueuedCommand(**row._mapping) for row in await self._all(_DUE, now=now, most=limit)]

    async def settle(self, errand: int) -> None:
        """Delete an errand."""
        await self._execute(_SETTLE, this=errand)

    async def postpone(self, errand: int, attempts: int, due: datetime) -> None:
        """Store that an errand failed, and when to try again."""
        await self._execute(_POSTPONE, this=errand, attempts=attempts, due=due)

    async def logging_servers(self) -> Sequence[int]:
        """Return the servers that have a log channel."""
        found = await self._all(_SETTINGS)
        return [row.guild for row in found if msgspec.json.decode(row.settings, type=ServerSettings).log]

    async def retry_parked(self, act: AuditEntry) -> int:
        """Make all parked deliveries due; return the number."""
        return await self._acted(act, lambda connection: connection.execute(_RETRY, {"due": act.at}).rowcount)

    async def waiting_channels(self, limit: int) -> Sequence[WaitingChannel]:
        """Return the channels whose posts have waited longest."""
        return [WaitingChannel(**row._mapping) for row in await self._all(_WAITING, most=limit)]

    async def log(self, limit: int) -> Sequence[AuditEntry]:
        """Return the latest acts, newest first."""
        return [AuditEntry(**row._mapping) for row in await self._all(_LOG, most=limit)]

    async def note(self, act: AuditEntry) -> None:
        """Store an act that changes nothing else."""
        await self._acted(act, lambda _: None)

    async def _acted(self, act: AuditEntry, work: Callable[[Connection], T]) -> T:
        """Run the transaction of an act, which stores the act too."""

        def noted(connection: Connection) -> T:
            connection.execute(insert(operator_log), msgspec.structs.asdict(act))
            return work(connection)

        return await self._database.write(noted)


class PersonalBlock(PersonalRows):
    """An operators' block of a user, with its reason. It stays: otherwise a blocked user could lift it."""

    async def delete(self, user: int) -> None:
        """Keep it."""
