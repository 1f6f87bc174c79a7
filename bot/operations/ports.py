"""What the operator's desk asks of the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bot.operations.model import (
    Act,
    Errand,
    ErrandKind,
    OperatorBlock,
    OperatorState,
    ProcessSeen,
    WaitingChannel,
)


class OperationsStore(Protocol):
    """Where it is kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def state(self) -> OperatorState:
        """Return what is in force."""

    async def keep(self, state: OperatorState, act: Act) -> None:
        """Keep notice and draining of a state, with the act that has changed them; its blocks are left."""

    async def block(self, block: OperatorBlock, act: Act) -> None:
        """Keep a block in the place of one of the same person or server."""

    async def unblock(self, block: OperatorBlock, act: Act) -> None:
        """Forget a block."""

    async def ask(self, kind: ErrandKind, guilds: Sequence[int], words: str, act: Act) -> None:
        """Ask for the same errand to each of these servers."""

    async def errands(self, now: datetime, limit: int) -> Sequence[Errand]:
        """Return errands that are due, the oldest first."""

    async def settle(self, errand: int) -> None:
        """Forget an errand."""

    async def postpone(self, errand: int, attempts: int, due: datetime) -> None:
        """Note that an errand failed, and when to try again."""

    async def logging_servers(self) -> Sequence[int]:
        """Return the servers that have a log channel."""

    async def retry_parked(self, act: Act) -> int:
        """Let all deliveries that were given up be due; return how many."""

    async def note_process(self, seen: ProcessSeen, forgotten: datetime) -> None:
        """Write a process's row, and delete rows of processes not seen since an instant."""

    async def forget_process(self, name: str) -> None:
        """Forget a process that ends."""

    async def processes(self) -> Sequence[ProcessSeen]:
        """Return the processes, those seen last first."""

    async def waiting_channels(self, limit: int) -> Sequence[WaitingChannel]:
        """Return the channels whose posts wait longest."""

    async def log(self, limit: int) -> Sequence[Act]:
        """Return the last acts, newest first."""

    async def note(self, act: Act) -> None:
        """Note an act that changes nothing here."""
