"""What a viewer may know of the past of a match: its lines, and how it stood then."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from bot.engine.contract import Event, Viewer
from bot.matches.codec import Codec
from bot.matches.errors import WrongStage
from bot.matches.ledger import Ledger
from bot.matches.model import Line, Look, MatchId, MatchInfo
from bot.matches.past import moments
from bot.matches.ports import ActionRow, DrawRow, EventRow, Record

MOST_LINES = 1000
"""Lines that can be asked for at once."""


class History:
    """The past of all matches."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._store = ledger.store

    async def lines(
        self,
        match: MatchId,
        user: int | None,
        *,
        after: int = -1,
        before: int | None = None,
        limit: int = MOST_LINES,
    ) -> list[Line]:
        """Return the lines of actions with after < seq < before, oldest first; the newest `limit` of them."""
        record, _ = await self._ledger.record(match)
        codec, viewer = self._ledger.codec(record.info), viewer_of(record.info, user)
        limit = max(1, min(limit, MOST_LINES))
        newest_first: list[Line] = []
        end = None if before is None else (before, 0)
        while len(newest_first) < limit:
            rows = await self._store.events(match, after=after, before=end, limit=limit)
            for row in reversed(rows):
                fact = codec.fact(row.event, viewer)
                if fact is not None:
                    newest_first.append(Line(row.seq, fact, row.at))
            if len(rows) < limit:
                break
            end = (rows[0].seq, rows[0].n)
        return newest_first[:limit][::-1]

    async def steps(self, match: MatchId, user: int | None) -> list[int]:
        """Return the numbers of the actions that this user may know of, oldest first."""
        record, codec = await self._begun(match)
        viewer = viewer_of(record.info, user)
        known = {row.seq for row in await self._events(match) if codec.fact(row.event, viewer) is not None}
        return sorted(row.seq for row in await self._store.actions(match) if row.seq in known)

    async def looks(self, match: MatchId, user: int | None, seqs: Sequence[int]) -> list[Look]:
        """Return how the match stood after each of these actions, as this user may know it."""
        record, codec = await self._begun(match)
        actions, draws = await self._store.actions(match), await self._store.draws(match)
        happened = [(row.seq, codec.event(row.event)) for row in await self._events(match)]
        viewer = viewer_of(record.info, user)
        # In a thread: the whole match is played again.
        return await asyncio.to_thread(
            _looks, record, codec, actions, draws, happened, viewer, self._ledger.public(record), seqs
        )

    async def _begun(self, match: MatchId) -> tuple[Record, Codec]:
        record, _ = await self._ledger.record(match)
        codec = self._ledger.codec(record.info)
        if record.state is None:
            raise WrongStage("This match has not begun, so there is nothing to look back on.")
        return record, codec

    async def _events(self, match: MatchId) -> list[EventRow]:
        """Return all events of a match that were not taken back."""
        found: list[EventRow] = []
        end: tuple[int, int] | None = None
        while True:
            rows = await self._store.events(match, after=-1, before=end, limit=MOST_LINES)
            found[:0] = rows
            if len(rows) < MOST_LINES:
                return found
            end = (rows[0].seq, rows[0].n)


def _looks(
    record: Record,
    codec: Codec,
    actions: Sequence[ActionRow],
    draws: Sequence[DrawRow],
    happened: Sequence[tuple[int, Event]],
    viewer: Viewer,
    info: MatchInfo,
    seqs: Sequence[int],
) -> list[Look]:
    """Play the match again and look at it after each of these actions."""
    wanted, found = set(seqs), dict[int, Look]()
    facts: dict[int, list[object]] = {}
    for seq, event in happened:
        fact = event.seen_by(viewer)
        if fact is not None and seq in wanted:
            facts.setdefault(seq, []).append(fact)
    last = max(wanted, default=0)
    for moment in moments(record, codec, [row for row in actions if row.seq <= last], draws):
        if moment.seq in wanted:
            found[moment.seq] = Look(
                match=replace(info, version=0),
                seat=viewer,
                view=codec.rules.view(codec.rules.clone(moment.state), viewer),
                legal=(),
                awaited=moment.awaited,
                recent=tuple(facts.get(moment.seq, ())),
            )
    if missing := wanted - found.keys():
        raise WrongStage(f"There is no action {min(missing)} in this match, or it was taken back.")
    return [found[seq] for seq in seqs]


def viewer_of(info: MatchInfo, user: int | None) -> Viewer:
    """Return as whom a user looks at a match; None is the public."""
    return None if user is None else info.seat_of(user)
