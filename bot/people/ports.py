"""The stored data of users: settings, held notices, followed matches, notes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

import msgspec

from bot.base.ids import MatchId
from bot.people.preferences import Preferences

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


class PeopleStore(Protocol):
    """Stores this data. Every method may raise `bot.matches.errors.Unavailable`."""

    async def preferences(self, users: Collection[int]) -> Mapping[int, Preferences]:
        """Return these users' settings; a user without any is left out."""

    def known(self, user: int) -> Preferences | None:
        """Return a user's settings from memory; None where they have to be read."""

    async def keep(
        self,
        user: int,
        preferences: Preferences,
        digest_due: datetime | None,
        leave_due: datetime | None = None,
    ) -> None:
        """Store a user's settings and the due times of the next digest and of the leave."""

    async def leaves_due(self, now: datetime, limit: int) -> list[tuple[int, datetime]]:
        """Return the users whose matches have to be told of the leave, with the due time."""

    async def put_off_leave(self, user: int, was_due: datetime, due: datetime | None) -> None:
        """Change the due time of a leave that was due at `was_due`; nothing where it is not due then."""

    async def hear(self, user: int, heard: str) -> None:
        """Store the language code of a user's Discord, "" for English, with the settings."""

    async def held(self, user: int) -> list[Due]:
        """Return all held notices of a user."""

    async def hold(self, due: Due, *, instead_of: Sequence[Matter] = ()) -> None:
        """Store a notice for later.

        It replaces the same matter of the same match, and these other matters.
        """

    async def drop(self, user: int, match: MatchId, matters: Sequence[Matter]) -> None:
        """Delete a user's notices of a match."""

    async def settle(self, due: Due) -> None:
        """Delete a notice, unless a newer one has replaced it."""

    async def due(self, now: datetime, limit: int) -> list[Due]:
        """Return the due rows, oldest first."""

    async def digests_due(self, now: datetime, limit: int) -> list[tuple[int, datetime]]:
        """Return the users whose digest is due, with its due time."""

    async def put_off_digest(self, user: int, was_due: datetime, due: datetime) -> None:
        """Change the due time of a digest that was due at `was_due`; nothing where it is not due then."""

    async def digested(
        self, user: int, was_due: datetime, next_due: datetime | None, *, covered: datetime | None
    ) -> None:
        """Store that the digest due at `was_due` was sent.

        With `covered`, delete every turn that was held for it up to then.
        """

    async def follow(self, follower: Follower, *, most: int) -> bool:
        """Store that a user watches or mutes a match; False when they watch `most` others already."""

    async def unfollow(self, user: int, match: MatchId, following: Following) -> bool:
        """Delete that a user watches or mutes a match; False when they did not."""

    async def followers(self, match: MatchId) -> list[Follower]:
        """Return the users who watch or mute a match."""

    async def muted_by(self, user: int) -> frozenset[MatchId]:
        """Return the matches that a person has muted."""

    async def notes(self, user: int) -> Mapping[MatchId, str]:
        """Return all notes of a person."""

    async def keep_note(self, user: int, match: MatchId, words: str) -> None:
        """Store a note in place of the former one; empty words delete it."""

    async def told(self, user: int, match: MatchId, at: datetime) -> None:
        """Store when a watcher of a match was last notified."""
