"""Ended matches with their hidden information: for statistics only, never shown."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.base.ids import MatchId
from bot.base.language import N_
from bot.engine.contract import AnyRules, Event
from bot.matches.codec import Codec
from bot.matches.errors import WrongStage
from bot.matches.model import MatchInfo, Stage
from bot.matches.notices import Notice
from bot.matches.ports import EventRow, Record
from bot.matches.replay import moments
from bot.matches.repository import MatchRepository

_NOTHING_TO_COUNT = N_("Nothing of this match can be counted.")


class CompleteMatch(NamedTuple):
    """The complete course of an ended match."""

    info: MatchInfo
    rules: AnyRules
    """The rules under which it was played."""
    first: Any
    """The state after the setup."""
    state: Any
    """The state at the end."""
    events: Sequence[Event]
    """All events with all forms, oldest first; without undone ones and table notices."""


class EndedMatches:
    """The matches that have ended."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def whole(self, match: MatchId) -> CompleteMatch:
        """Return an ended match that has a result.

        Raises `WrongStage` for any other match and for a lesson, and its subclass `OtherRules` where the
        pinned rules are not available.
        """
        record = await self._repository.record(match)
        info = record.info
        if info.stage is not Stage.FINISHED or info.outcome is None or info.match_terms.prepared is not None:
            raise WrongStage.translated(_NOTHING_TO_COUNT)
        codec, rows = self._repository.codec(info), await self._repository.all_events(match)
        # In a thread: a long match has ten thousand of them.
        return await asyncio.to_thread(_decoded, record, codec, rows)


def _decoded(record: Record, codec: Codec, rows: Sequence[EventRow]) -> CompleteMatch:
    first = next(moments(record, codec, (), ())).state
    assert record.state is not None, "a match that came to its end has begun"
    events = [codec.event(row.event) for row in rows]
    told = [event for event in events if not isinstance(event.public, Notice)]
    return CompleteMatch(record.info, codec.rules, first, codec.state(record.state), told)
