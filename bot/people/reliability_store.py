"""Reads from a database how users have played their last matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import BindParameter, Row, bindparam, func, literal, select, union_all

from bot.base.clock import unhurried
from bot.database.engine import Stored
from bot.database.schema import matches, once_seated, seated
from bot.matches.model import SeatHolder, Stage
from bot.matches.rows import holders_of, match_terms_of

_USERS: BindParameter[Any] = bindparam("users", expanding=True)
_HELD = union_all(
    select(seated.c.match, seated.c.user, literal(0).label("gave_up")).where(seated.c.user.in_(_USERS)),
    select(once_seated.c.match, once_seated.c.user, literal(1)).where(once_seated.c.user.in_(_USERS)),
).subquery()
_ENDED = (
    select(
        _HELD.c.user,
        _HELD.c.gave_up,
        matches.c.seats,
        matches.c.match_terms,
        matches.c.ended_at,
        func.row_number()
        .over(partition_by=_HELD.c.user, order_by=(matches.c.ended_at.desc(), matches.c.id))
        .label("number"),
    )
    .join(matches, matches.c.id == _HELD.c.match)
    .where(matches.c.stage == Stage.FINISHED.value)
    .subquery()
)
_LAST = select(_ENDED).where(_ENDED.c.number <= bindparam("most")).order_by(_ENDED.c.user, _ENDED.c.number)
ALONE = 3
"""Matches that are read for each one that counts: matches with computers alone do not count."""


class SqlReliabilityStore(Stored):
    """Reads how matches were played. Every method may raise `Unavailable`."""

    async def kept(self, users: Collection[int], most: int) -> Mapping[int, Sequence[bool]]:
        """Return for each user whether they played each of their last ended matches to the end in time.

        Only matches with others count; the newest come first, at most `most`.
        """
        found = dict[int, list[bool]]()
        async for row in unhurried(await self._all_of(_LAST, users, most=most * ALONE)):
            holders = holders_of(row)
            if sum(not holder.computer for holder in holders) > 1:
                found.setdefault(row.user, []).append(not row.gave_up and _in_time(row, holders))
        return {user: kept[:most] for user, kept in found.items()}


def _in_time(row: Row[Any], holders: Sequence[SeatHolder]) -> bool:
    """Whether the clock of the row's user never ran out in a match."""
    late = match_terms_of(row.match_terms).clocks.late
    return not any(holders[seat].user == row.user for seat in late if seat < len(holders))
