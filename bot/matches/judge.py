"""Decides which actions may be taken back without asking: first by the facts, then by comparing worlds."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.matches import undo
from bot.matches.cache import Position
from bot.matches.model import MatchId
from bot.matches.repository import MatchRepository
from bot.matches.undo import Plan, Records

MOST_KEPT = 1000
"""Actions of which it is kept in memory whether they have shown anything."""


class Judge:
    """Reads what is stored of a match, and says what taking back would mean."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository
        self._showed_nothing: OrderedDict[tuple[MatchId, int], bool] = OrderedDict()
        """By match and number of an action, those asked about last."""

    async def plan(self, position: Position, records: Records, seat: Seat) -> Plan:
        """Return what it means for a seat to take its last action back. Raises `MatchRefusal`.

        `records` are those of the present turn at least. What an action has shown never changes, so it is
        found out once.
        """
        planned = undo.plan(position, records, seat)
        if not planned.free:
            return planned
        action = undo.first_of(records, planned).seq
        key = position.info.id, action
        if key not in self._showed_nothing:
            if position.last is None or position.last.seq != action:
                records = await self.records(position)  # the match has to be played again
            self._showed_nothing[key] = await asyncio.to_thread(
                undo.shows_nothing, position, records, planned
            )
            if len(self._showed_nothing) > MOST_KEPT:
                self._showed_nothing.popitem(last=False)
        return planned if self._showed_nothing[key] else replace(planned, free=False, secret=False)

    async def records(self, position: Position) -> Records:
        """Return all stored actions, events and draws of a match."""
        match, codec, store = position.info.id, position.codec, self._repository.store
        actions, draws = await store.actions(match), await store.draws(match)
        newest_first = [(row.seq, codec.event(row.event)) async for row in self._repository.events(match)]
        return Records(actions, draws, newest_first[::-1])

    async def records_of_turn(self, position: Position) -> Records:
        """Return what is stored of the present turn; its events are at hand."""
        store, after = self._repository.store, position.record.turn_from - 1
        actions = await store.actions(position.info.id, after=after)
        draws = await store.draws(position.info.id, after=after)
        return Records(actions, draws, position.recent)
