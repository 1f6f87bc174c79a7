"""What is kept of people, and what they are still to be told."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

import msgspec

from bot.matches.model import MatchId
from bot.people.preferences import Preferences

Matter: TypeAlias = Literal["turn", "reminder", "nudge", "clock", "over", "watch", "answer"]
"""turn: it is their turn. reminder: it still is. nudge: it still is, as another player says. clock: their
time is running out. over: how their match ended. watch: what a match they watch has come to. answer: what
became of what they asked, or what another has done for them."""
Following: TypeAlias = Literal["watch", "mute"]
"""watch: be told of a match in which one has no seat. mute: be told nothing of one's own."""


class Due(msgspec.Struct, frozen=True):
    """Something that a person is to be told later; at most one of its kind for each person and match."""

    user: int
    match: MatchId
    matter: Matter
    due: datetime
    version: int
    """The match's version that caused it."""
    since: datetime
    """When it came up: from then on the person is awaited, or there is something to be seen."""
    attempts: int = 0
    """How often it could not be sent."""


class Follower(msgspec.Struct, frozen=True):
    """Somebody who watches or has muted a match."""

    user: int
    match: MatchId
    following: Following
    told_at: datetime | None = None
    """When who watches was told of it last."""


class PeopleStore(Protocol):
    """Where this is kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def preferences(self, users: Collection[int]) -> Mapping[int, Preferences]:
        """Return these people's settings; a person without any is left out."""

    def known(self, user: int) -> Preferences | None:
        """Return a person's settings from memory; None where they have to be read."""

    async def keep(
        self,
        user: int,
        preferences: Preferences,
        digest_due: datetime | None,
        leave_due: datetime | None = None,
    ) -> None:
        """Keep what a person has set, when their next digest is due, and when their matches are to hear of
        their leave."""

    async def leaves_due(self, now: datetime, limit: int) -> list[tuple[int, datetime]]:
        """Return the people whose matches are to hear of their leave, with the instant since when."""

    async def put_off_leave(self, user: int, was_due: datetime, due: datetime | None) -> None:
        """Let a leave that was due at `was_due` be due at another time; nothing where it is not due then."""

    async def hear(self, user: int, heard: str) -> None:
        """Keep the code of the language of a person's Discord, "" for English, beside what they have set."""

    async def held(self, user: int) -> list[Due]:
        """Return all that a person is to be told later."""

    async def hold(self, due: Due, *, instead_of: Sequence[Matter] = ()) -> None:
        """Keep something to be told later, in the place of the same matter of the same match if there is
        one, and of these other matters."""

    async def drop(self, user: int, match: MatchId, matters: Sequence[Matter]) -> None:
        """Forget what a person was to be told of a match."""

    async def settle(self, due: Due) -> None:
        """Forget a notice, unless something newer has taken its place."""

    async def due(self, now: datetime, limit: int) -> list[Due]:
        """Return what is due, oldest first."""

    async def digests_due(self, now: datetime, limit: int) -> list[tuple[int, datetime]]:
        """Return the people whose digest is due, with the instant at which it was."""

    async def put_off_digest(self, user: int, was_due: datetime, due: datetime) -> None:
        """Let a digest that was due at `was_due` be due at another time; nothing where it is not due then."""

    async def digested(
        self, user: int, was_due: datetime, next_due: datetime | None, *, covered: datetime | None
    ) -> None:
        """Note that the digest was sent that was due at `was_due`. With `covered`, it has told of every turn
        that was held for it up to then."""

    async def follow(self, follower: Follower, *, most: int) -> bool:
        """Note that somebody follows a match; False when they watch `most` others already."""

    async def unfollow(self, user: int, match: MatchId, following: Following) -> bool:
        """Forget that somebody follows a match in this way; False when they did not."""

    async def followers(self, match: MatchId) -> list[Follower]:
        """Return who follows a match."""

    async def muted_by(self, user: int) -> frozenset[MatchId]:
        """Return the matches that a person has muted."""

    async def notes(self, user: int) -> Mapping[MatchId, str]:
        """Return all notes of a person."""

    async def keep_note(self, user: int, match: MatchId, words: str) -> None:
        """Keep a note in the place of the one there was; no words keep none."""

    async def told(self, user: int, match: MatchId, at: datetime) -> None:
        """Note when somebody who watches a match was told of it."""
