"""The values of the operator's desk."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal, TypeAlias

import msgspec

BlockKind: TypeAlias = Literal["person", "server"]
ErrandKind: TypeAlias = Literal["broadcast", "leave"]
BLOCK_KINDS: Final[tuple[BlockKind, ...]] = ("person", "server")
NOTICE_TEXT, REASON_TEXT, BROADCAST_TEXT = 200, 300, 1500
"""Characters that each may have."""


class Notice(msgspec.Struct, frozen=True):
    """A line that stands under every board and panel until a time."""

    words: str
    until: datetime


class OperatorBlock(msgspec.Struct, frozen=True):
    """A person or a server that the bot does nothing for."""

    kind: BlockKind
    id: int
    reason: str
    at: datetime


class OperatorState(msgspec.Struct, frozen=True):
    """What is in force now, in all processes."""

    notice: Notice | None = None
    draining: datetime | None = None
    """Since when no match is opened, because the bot is about to be stopped."""
    blocks: tuple[OperatorBlock, ...] = ()
    least_version: str = ""
    """The oldest version of the program that may run; "" where none is noted."""


class ProcessSeen(msgspec.Struct, frozen=True):
    """A process of the bot, as it has told of itself last."""

    name: str
    version: str
    shards: str
    busy: int
    """Pieces of work in its memory that a stop would lose: reports and reviews being made."""
    at: datetime


class Act(msgspec.Struct, frozen=True):
    """One act of an operator."""

    at: datetime
    by: str
    """The name and id of who did it on Discord, or the account on the machine."""
    words: str


class Errand(msgspec.Struct, frozen=True):
    """Something to be done on Discord by the process that leads: a message to a server's log channel, or
    leaving a server."""

    id: int
    kind: ErrandKind
    guild: int
    words: str = ""
    attempts: int = 0


class WaitingChannel(msgspec.Struct, frozen=True):
    """A channel with posts that are due."""

    channel: int
    waiting: int
    """Deliveries that are pending."""
    since: datetime
    """When the oldest of them was due."""
