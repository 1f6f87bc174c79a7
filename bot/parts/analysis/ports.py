"""The port of reviews to storage."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from bot.base.ids import MatchId


class ReviewStore(Protocol):
    """The store of reviews. Every method may raise `bot.matches.errors.Unavailable`."""

    async def review(self, match: MatchId) -> bytes | None:
        """Return the encoded review of a match; None if there is none."""

    async def keep_review(self, match: MatchId, review: bytes, at: datetime) -> None:
        """Store the review of a match, replacing an older one."""
