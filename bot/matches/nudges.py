"""Nudges: a waiting player asks the bot to remind the awaited players."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from bot.base.ids import MatchId
from bot.base.language import gettext
from bot.engine.contract import Seat
from bot.matches.action_batch import unseen
from bot.matches.changes import PendingChange
from bot.matches.clocks import rests_until
from bot.matches.errors import MatchRefusal
from bot.matches.loaded_match import LoadedMatch
from bot.matches.model import MatchInfo, Stage
from bot.matches.play import in_play, seat_of
from bot.matches.repository import MatchRepository
from bot.matches.terms import duration

EVERY: Final = timedelta(hours=12)
"""The least time between two nudges in the same match."""


class Nudges:
    """Stores when awaited players were nudged. The nudging player is not stored."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def nudge(self, match: MatchId, user: int, *, request: str) -> list[int]:
        """Store that one of its players nudges a match; return the users to remind. Raises `MatchRefusal`."""

        def prepare(loaded: LoadedMatch) -> PendingChange:
            _check(loaded.info, seat_of(loaded.info, user), loaded.awaited, self._repository.clock())
            return unseen(loaded, loaded.record.with_terms(nudged=self._repository.clock()))

        changed = await self._repository.change(match, request, prepare)
        if changed.repeated:
            return []
        loaded = changed.loaded
        seat = seat_of(loaded.info, user)
        return [loaded.info.seats[each].user for each in slow(loaded.info, seat, loaded.awaited)]


def slow(info: MatchInfo, seat: Seat, awaited: Iterable[Seat]) -> list[Seat]:
    """Return the awaited seats of others who are not on leave; none where the player is awaited too."""
    playing = info.stage is Stage.PLAYING and not info.match_terms.clocks.paused
    if not playing or seat in awaited or seat in info.match_terms.resigned:
        return []
    return sorted([each for each in awaited if info.seats[each].user and each not in info.match_terms.away])


def _check(info: MatchInfo, seat: Seat, awaited: Iterable[Seat], now: datetime) -> None:
    """Raise `MatchRefusal` where a nudge is not possible now."""
    in_play(info)
    if info.match_terms.clocks.paused:
        raise MatchRefusal.translated("The match is paused, so it does not wait for any player.")
    if not slow(info, seat, awaited):
        raise MatchRefusal.translated("You wait for nobody in this match now.")
    terms, last = info.match_terms.clock_terms, info.match_terms.nudged
    if rests_until(terms, now) is not None:
        raise MatchRefusal.translated(
            "The match rests on Saturdays and Sundays ({zone}), so nobody is to be hurried. You can nudge on"
            " Monday.",
            zone=str(terms.weekends),
        )
    if isinstance(last, datetime) and now - last < EVERY:
        left = duration(max(60, int((last + EVERY - now).total_seconds())))
        raise MatchRefusal(
            gettext("There was a nudge in this match already. There can be one again in {time}.", time=left)
        )
