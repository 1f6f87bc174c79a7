"""What a viewer may know of the past of a match."""

from __future__ import annotations

from bot.engine.contract import Viewer
from bot.matches.codec import Codec
from bot.matches.model import Line, MatchId
from bot.matches.ports import Store

MOST_LINES = 1000
"""Lines that can be asked for at once."""


async def read_history(
    store: Store,
    codec: Codec,
    match: MatchId,
    viewer: Viewer,
    *,
    after: int = -1,
    before: int | None = None,
    limit: int = MOST_LINES,
) -> list[Line]:
    """Return the lines of actions with after < seq < before, oldest first; the newest `limit` of them."""
    limit = max(1, min(limit, MOST_LINES))
    newest_first: list[Line] = []
    end = None if before is None else (before, 0)
    while len(newest_first) < limit:
        rows = await store.events(match, after=after, before=end, limit=limit)
        for row in reversed(rows):
            fact = codec.fact(row.event, viewer)
            if fact is not None:
                newest_first.append(Line(row.seq, fact, row.at))
        if len(rows) < limit:
            break
        end = (rows[0].seq, rows[0].n)
    return newest_first[:limit][::-1]
