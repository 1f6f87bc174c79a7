"""What the lab needs of a database."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class LabStore(Protocol):
    """Where reports are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def lab_report(self, game: str, cards: str) -> bytes | None:
        """Return the report on a set of cards of a game, by their hash; None where there is none."""

    async def keep_lab_report(
        self, game: str, cards: str, report: bytes, at: datetime, oldest: datetime
    ) -> None:
        """Keep a report in the place of an older one on the same cards; forget those made before `oldest`."""
