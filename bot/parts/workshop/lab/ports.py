"""The database interface of the lab."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class LabStore(Protocol):
    """Stores reports. Every method may raise `bot.matches.errors.Unavailable`."""

    async def lab_report(self, game: str, cards: str) -> bytes | None:
        """Return the report on a set of cards of a game by their hash; None if there is none."""

    async def keep_lab_report(
        self, game: str, cards: str, report: bytes, at: datetime, oldest: datetime
    ) -> None:
        """Save a report, replacing one on the same cards; delete reports made before `oldest`."""
