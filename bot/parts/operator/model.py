"""The data types of operators' acts."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal, TypeAlias

import msgspec

BlockKind: TypeAlias = Literal["person", "server"]
QueuedCommandKind: TypeAlias = Literal["broadcast", "leave"]
BLOCK_KINDS: Final[tuple[BlockKind, ...]] = ("person", "server")
NOTICE_TEXT, REASON_TEXT, BROADCAST_TEXT = 200, 300, 1500
"""The most characters of each text."""


class Notice(msgspec.Struct, frozen=True):
    """A line under every board and panel, until an instant."""

    words: str
    until: datetime


class OperatorBlock(msgspec.Struct, frozen=True):
    """A block of a user or a server by operators."""

    kind: BlockKind
    id: int
    reason: str
    at: datetime


class OperatorState(msgspec.Struct, frozen=True):
    """The operators' settings in force in all processes."""

    notice: Notice | None = None
    draining: datetime | None = None
    """Since when no match may be opened, because the bot will be stopped; None for not at all."""
    blocks: tuple[OperatorBlock, ...] = ()


class AuditEntry(msgspec.Struct, frozen=True):
    """One act of an operator."""

    at: datetime
    by: str
    """The operator's Discord name and id, or the account on the machine."""
    words: str


class QueuedCommand(msgspec.Struct, frozen=True):
    """A task on Discord for the leader: a message to a server's log channel, or leaving a server."""

    id: int
    kind: QueuedCommandKind
    guild: int
    words: str = ""
    attempts: int = 0


class WaitingChannel(msgspec.Struct, frozen=True):
    """A channel with due posts."""

    channel: int
    waiting: int
    """The number of pending deliveries."""
    since: datetime
    """When the oldest of them was due."""
