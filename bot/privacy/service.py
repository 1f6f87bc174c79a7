"""Showing a person what is kept about them, handing it out, and deleting it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime

import msgspec
import structlog

from bot.clock import Clock
from bot.engine.errors import Refusal
from bot.matches.errors import Unavailable
from bot.matches.model import MatchId, MatchInfo, Stage
from bot.matches.service import MatchService
from bot.privacy.matches import PersonalMatches
from bot.privacy.ports import PersonalData, Traces
from bot.ratings.service import RatingService

FORMAT = "tablepost-personal-data/1"

log = structlog.get_logger(__name__)

CarryOn = Callable[[MatchId], Awaitable[None]]
"""Publishes what a change of a match has to tell."""


class Privacy:
    """All that is kept about people, as one."""

    def __init__(
        self,
        matches: MatchService,
        ratings: RatingService,
        traces: Traces,
        kept: Sequence[PersonalData],
        clock: Clock,
    ) -> None:
        self._matches = matches
        self._ratings = ratings
        self._traces = traces
        self._clock = clock
        self._kept: tuple[PersonalData, ...] = (PersonalMatches(matches, traces), *kept)

    async def counts(self, user: int) -> Mapping[str, int]:
        """Return how many things of each kind are kept about a person."""
        found: dict[str, int] = {}
        for kept in self._kept:
            found.update({kind: count for kind, count in (await kept.counts(user)).items() if count})
        return found

    async def export(self, user: int) -> bytes:
        """Return all that is kept about a person as one JSON file."""
        content: dict[str, object] = {"format": FORMAT, "user": user, "at": self._clock()}
        for kept in self._kept:
            content[kept.name] = await kept.export(user)
        # In a thread: it may be megabytes.
        return await asyncio.to_thread(_written, content)

    async def open_matches(self, user: int) -> list[MatchInfo]:
        """Return the lobbies and matches in play in which a person holds a seat, oldest first."""
        return await self._matches.matches_of(user)

    async def delete(self, user: int, request: str, publish_pending: CarryOn) -> None:
        """Delete all that is kept about a person, whose seats become a former player's.

        Lobbies are left and matches in play resigned before. What fails half-way is finished by doing it
        again: each part can be.
        """
        for info in await self._matches.matches_of(user):
            await self._go(info, user, f"{request}.{info.id}")
            await publish_pending(info.id)
        for info in await self._matches.open_matches():
            proposal = info.match_terms.proposal
            if proposal is not None and proposal.user == user:
                await self._matches.departures.unask(info.id, user)
                await publish_pending(info.id)
        await self._ratings.catch_up()  # while it can still be seen who played
        for kept in self._kept:
            await kept.delete(user)
        await self._traces.scrub()

    async def _go(self, info: MatchInfo, user: int, request: str) -> None:
        """Leave a lobby or resign; a match that this person alone could end is ended where neither can be."""
        try:
            if info.stage is Stage.LOBBY:
                await self._matches.lobby.leave(info.id, user, request=request)
                return
            seat = info.seat_of(user)
            if seat not in info.match_terms.resigned:
                await self._matches.play.resign(info.id, user, request=request)
        except Unavailable:
            raise
        except Refusal as refusal:
            log.info("a match is left as it is", match=info.id, why=type(refusal).__name__)
            if info.persons == (user,):
                await self._matches.play.end(info.id, user, moderator=False, request=f"{request}.end")


def file_name(at: datetime) -> str:
    """Return the name under which the file is handed out."""
    return f"tablepost-my-data-{at.date().isoformat()}.json"


def _written(content: dict[str, object]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=1)
