"""Reads from a database how users have played their last matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import BindParameter, bindparam, func, literal, select, union_all

from bot.matches.model import MatchTerms, SeatHolder, Stage
from bot.storage.engine import Stored
from bot.storage.schema import matches, once_seated, seated

_seats = msgspec.json.Decoder(tuple[SeatHolder, ...])
_terms = msgspec.json.Decoder(MatchTerms)
AT_ONCE = 500
"""The most users in one query."""
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
    """Implements `bot.people.reliability.ReliabilityStore`; see its docstrings."""

    async def kept(self, users: Collection[int], most: int) -> Mapping[int, Sequence[bool]]:
        """Return for each user whether they played each of their last ended matches to the end in time."""
        wanted, found = list(dict.fromkeys(users)), dict[int, list[bool]]()
        for at in range(0, len(wanted), AT_ONCE):
            for row in await self._all(_LAST, users=wanted[at : at + AT_ONCE], most=most * ALONE):
                holders = _seats.decode(row.seats)
                if sum(not holder.computer for holder in holders) > 1:
                    kept = not row.gave_up and _in_time(row.user, holders, row.match_terms)
                    found.setdefault(row.user, []).append(kept)
        return {user: kept[:most] for user, kept in found.items()}


def _in_time(user: int, holders: Sequence[SeatHolder], life: bytes | None) -> bool:
    """Whether the clock of a user never ran out in a match."""
    late = _terms.decode(life).clocks.late if life is not None else ()
    return not any(holders[seat].user == user for seat in late if seat < len(holders))
