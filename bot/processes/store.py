"""Stores the running processes of the bot."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, delete, literal, select

from bot.database import migrate
from bot.database.engine import Stored, replace_rows
from bot.database.schema import operator_state, processes


class Fault(msgspec.Struct, frozen=True):
    """A bug, as operators see it: the log has the rest under its id."""

    id: str
    at: datetime
    match: str
    kind: str
    """The type of the error."""


class LimitHit(msgspec.Struct, frozen=True):
    """How often a limit has refused people of a server (0: in DMs) lately. Who they are is not stored."""

    limit: str
    guild: int
    times: int


class ProcessMemory(msgspec.Struct, frozen=True):
    """What a process remembers for operators, stored so that any process and the machine can tell it."""

    begun: datetime
    faults: tuple[Fault, ...] = ()
    """The last ones, the newest last."""
    limits: tuple[LimitHit, ...] = ()


class ProcessSeen(msgspec.Struct, frozen=True):
    """A process of the bot, as it last reported itself."""

    name: str
    version: str
    shards: str
    busy: int
    """Tasks in its memory that a stop would lose: reports and reviews in progress."""
    at: datetime


_FORGET_OLD = delete(processes).where(processes.c.at < bindparam("before"))
_FORGET = delete(processes).where(processes.c.name == bindparam("gone"))
_MEMORY = "process "
"""How the names of the rows of `operator_state` begin that hold the memory of a process, before its own."""
_MEMORIES = select(operator_state).where(operator_state.c.name.startswith(_MEMORY))
_FORGET_MEMORIES = delete(operator_state).where(
    operator_state.c.name.startswith(_MEMORY),
    operator_state.c.name.not_in(select(literal(_MEMORY) + processes.c.name)),
)
_PROCESSES = select(processes).order_by(processes.c.at.desc(), processes.c.name)


class SqlRegisterStore(Stored):
    """Stores this data. Every method may raise `bot.matches.errors.Unavailable`."""

    async def note_process(
        self, seen: ProcessSeen, forgotten: datetime, memory: ProcessMemory | None = None
    ) -> None:
        """Write a process's rows, and delete those of processes that ended or were not seen since then."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET_OLD, {"before": forgotten})
            replace_rows(connection, processes, msgspec.structs.asdict(seen))
            if memory is not None:
                connection.execute(_FORGET_MEMORIES)
                row = {"name": _MEMORY + seen.name, "content": msgspec.json.encode(memory)}
                replace_rows(connection, operator_state, row)

        await self._database.write(work)

    async def forget_process(self, name: str) -> None:
        """Delete a process that ends."""
        await self._execute(_FORGET, gone=name)

    async def processes(self) -> Sequence[ProcessSeen]:
        """Return the processes, the last seen first."""
        return [ProcessSeen(**row._mapping) for row in await self._all(_PROCESSES)]

    async def memories(self) -> dict[str, ProcessMemory]:
        """Return what the processes remember, by their names."""
        return {
            row.name.removeprefix(_MEMORY): msgspec.json.decode(row.content, type=ProcessMemory)
            for row in await self._all(_MEMORIES)
        }

    async def least_version(self) -> str:
        """Return the oldest program version that may run; "" where none is stored."""
        return await self._database.read(migrate.least_version)
