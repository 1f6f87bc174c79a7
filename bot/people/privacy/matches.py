"""The matches of a person, as far as that person may know them."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec

from bot.base.ids import MatchId
from bot.matches.errors import unless_refused
from bot.matches.model import Stage
from bot.matches.service import MatchService
from bot.people.privacy.match_store import SqlMatchPersonalData

MOST_LINES = 1_000_000


class PersonalMatches:
    """Implements `bot.people.privacy.ports.PersonalData` for seats in matches."""

    name = "matches"

    def __init__(self, service: MatchService, match_data: SqlMatchPersonalData) -> None:
        self._service = service
        self._match_data = match_data

    async def counts(self, user: int) -> Mapping[str, int]:
        """Return the number of matches with a seat of the person, now or before, by kind."""
        kinds = Counter[str]()
        for stage, number in (await self._match_data.stages(user)).items():
            kinds[_kind(Stage(stage)) if stage else "handed_over"] += number
        return +kinds  # without those of which there are none

    async def export(self, user: int) -> AsyncIterator[dict[str, Any]]:
        """Yield the person's seats, words and actions, and the messages of each match to this person."""
        for match in await self._match_data.matches(user):
            with self._service.one_look():
                told = await self._match(match, user)
            yield told

    async def delete(self, user: int) -> None:
        """Remove the person from their seats, also in matches that are not over."""
        await self._match_data.unname(user)
        for match in await self._match_data.matches(user):
            await self._service.departures.forget(match, user)
        await self._match_data.clear(user)

    async def _match(self, match: MatchId, user: int) -> dict[str, Any]:
        info = await self._service.info(match)
        seat = info.seat_of(user)
        told: dict[str, Any] = {
            "match": info.id,
            "game": info.game,
            "rules": info.rules,
            "server": info.guild,
            "channel": info.channel,
            "stage": info.stage.value,
            "opened_at": info.opened_at,
            "ended_at": info.ended_at,
            "players": info.names,
            "host": info.host == user,
            "outcome": info.outcome,
        }
        if seat is None:
            return told
        word = info.seats[seat].word
        orders, lines = await self._orders(match, user), await self._lines(match, user)
        return {**told, "seat": seat + 1, "word": word, **orders, "told": lines}

    async def _orders(self, match: MatchId, user: int) -> dict[str, object]:
        """Return the person's standing orders and plan in a match, each None if there is none."""
        own = await unless_refused(self._service.match_view(match, user))
        if own is None:  # not begun, or of rules that are not here any more
            return {"orders": None, "plan": None}
        return {"orders": msgspec.to_builtins(own.orders), "plan": msgspec.to_builtins(own.plan)}

    async def _lines(self, match: MatchId, user: int) -> list[dict[str, Any]]:
        """Return the log lines of a match addressed to the person; empty if its rules no longer exist."""
        page = await unless_refused(self._service.history.page(match, user, 0, MOST_LINES))
        return [{"at": line.at, "fact": line.fact} for line in page.lines] if page is not None else []


def _kind(stage: Stage) -> str:
    if stage is Stage.LOBBY:
        return "lobbies"
    return "ended" if stage.ended else "playing"
