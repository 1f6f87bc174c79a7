"""The database interface of operators' acts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bot.parts.operator.model import Act, Errand, ErrandKind, OperatorBlock, OperatorState, WaitingChannel


class OperationsStore(Protocol):
    """Stores this data. Every method may raise `bot.matches.errors.Unavailable`."""

    async def state(self) -> OperatorState:
        """Return the settings in force."""

    async def keep(self, state: OperatorState, act: Act) -> None:
        """Store the notice and the draining of a state, with the act that changed them; not its blocks."""

    async def block(self, block: OperatorBlock, act: Act) -> None:
        """Store a block; it replaces one of the same user or server."""

    async def unblock(self, block: OperatorBlock, act: Act) -> None:
        """Delete a block."""

    async def ask(self, kind: ErrandKind, guilds: Sequence[int], words: str, act: Act) -> None:
        """Create the same errand for each of these servers."""

    async def errands(self, now: datetime, limit: int) -> Sequence[Errand]:
        """Return errands that are due, the oldest first."""

    async def settle(self, errand: int) -> None:
        """Delete an errand."""

    async def postpone(self, errand: int, attempts: int, due: datetime) -> None:
        """Store that an errand failed, and when to try again."""

    async def logging_servers(self) -> Sequence[int]:
        """Return the servers that have a log channel."""

    async def retry_parked(self, act: Act) -> int:
        """Make all parked deliveries due; return the number."""

    async def waiting_channels(self, limit: int) -> Sequence[WaitingChannel]:
        """Return the channels whose posts have waited longest."""

    async def log(self, limit: int) -> Sequence[Act]:
        """Return the latest acts, newest first."""

    async def note(self, act: Act) -> None:
        """Store an act that changes nothing else."""
