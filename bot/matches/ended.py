"""What is known of matches that have ended, hidden things too: to be counted, never to be shown as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.engine.contract import Event, Rules
from bot.engine.language import N_
from bot.matches.errors import WrongStage
from bot.matches.model import MatchId, MatchInfo, Stage
from bot.matches.notices import Notice
from bot.matches.ports import EventRow, Record
from bot.matches.replay import moments
from bot.matches.repository import MatchRepository

_NOTHING_TO_COUNT = N_("Nothing of this match can be counted.")


class Whole(NamedTuple):
    """All that happened in a match that came to its end."""

    info: MatchInfo
    rules: Rules[Any, Any, Any, Any]
    """Those under which it was played."""
    first: Any
    """The state of its setup."""
    state: Any
    """The state at its end."""
    events: Sequence[Event]
    """In all their forms, oldest first; without what was taken back, and what concerns the table alone."""


class EndedMatches:
    """The matches that have ended."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def whole(self, match: MatchId) -> Whole:
        """Return a match that came to its end with a result. Raises `WrongStage` for any other, and for a
        lesson, and its subclass `OtherRules` when the pinned rules are not here."""
        record = await self._repository.record(match)
        info = record.info
        if info.stage is not Stage.FINISHED or info.outcome is None or info.match_terms.prepared is not None:
            raise WrongStage.translated(_NOTHING_TO_COUNT)
        self._repository.codec(info)
        rows = [row async for row in self._repository.events(match)][::-1]
        # In a thread: a long match has ten thousand of them.
        return await asyncio.to_thread(self._decoded, record, rows)

    def _decoded(self, record: Record, rows: Sequence[EventRow]) -> Whole:
        codec = self._repository.codec(record.info)
        first = next(moments(record, codec, (), ())).state
        assert record.state is not None, "a match that came to its end has begun"
        events = [codec.event(row.event) for row in rows]
        told = [event for event in events if not isinstance(event.public, Notice)]
        return Whole(record.info, codec.rules, first, codec.state(record.state), told)
