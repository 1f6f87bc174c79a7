"""Held notices, and who follows a match."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from bot.base.ids import MatchId

Matter: TypeAlias = Literal["turn", "reminder", "nudge", "clock", "over", "watch", "answer"]
"""turn: it is the user's turn. reminder: it still is. nudge: another player reminds of it. clock: the user's
time is running out. over: a match has ended. watch: a watched match has changed. answer: a request was
answered, or another user has done something for this one.
"""
Following: TypeAlias = Literal["watch", "mute"]
"""watch: get notices of a match without having a seat. mute: get none of an own match."""


class Due(msgspec.Struct, frozen=True):
    """A held notice; at most one of its kind for each user and match."""

    user: int
    match: MatchId
    matter: Matter
    due: datetime
    version: int
    """The match's version that caused it."""
    since: datetime
    """When it came up: since then the user is awaited, or there is something to see."""
    attempts: int = 0
    """The number of failed attempts."""


class Follower(msgspec.Struct, frozen=True):
    """A user who watches or has muted a match."""

    user: int
    match: MatchId
    following: Following
    told_at: datetime | None = None
    """When a watcher was last notified."""
