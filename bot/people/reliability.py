"""Reliability: whether a user has played the last matches to the end in time, as one of three words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from bot.base.language import N_
from bot.people.reliability_store import SqlReliabilityStore

Standing: TypeAlias = Literal["new", "reliable", "often late"]
COUNTED: Final = 20
"""The number of a user's last ended matches that count."""
ENOUGH: Final = 3
"""The least number of matches for a judgement."""
OFTEN: Final = 4
"""A user is often late if they were late in more than one match, and in at least one of this number."""
WORDS: Mapping[Standing, str] = {
    "new": N_("new", "reliability"),
    "reliable": N_("reliable", "reliability"),
    "often late": N_("often late", "reliability"),
}


class Reliability:
    """Judges the reliability of users. The numbers are never shown."""

    def __init__(self, store: SqlReliabilityStore) -> None:
        self._store = store

    async def standings(self, users: Collection[int]) -> dict[int, Standing]:
        """Return the reliability of each user."""
        kept = await self._store.kept(users, COUNTED)
        return {user: standing(kept.get(user, ())) for user in users}

    async def standing(self, user: int) -> Standing:
        """Return the reliability of a user."""
        return (await self.standings([user]))[user]


def standing(kept: Sequence[bool]) -> Standing:
    """Return a user's reliability from whether each of the last matches was played to the end in time."""
    if len(kept) < ENOUGH:
        return "new"
    late = kept.count(False)
    return "often late" if late > 1 and late * OFTEN >= len(kept) else "reliable"
