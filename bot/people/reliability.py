"""Reliability: whether somebody has played their last matches to the end in time, as one of three words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, Protocol, TypeAlias

from bot.engine.language import N_

Standing: TypeAlias = Literal["new", "reliable", "often late"]
COUNTED: Final = 20
"""The last ended matches of a person that count, each until so many newer ones have ended."""
ENOUGH: Final = 3
"""Matches by which somebody is known."""
OFTEN: Final = 4
"""A person is often late who was not in time in one match of so many, and in more than one."""
WORDS: Mapping[Standing, str] = {
    "new": N_("new", "reliability"),
    "reliable": N_("reliable", "reliability"),
    "often late": N_("often late", "reliability"),
}


class ReliabilityStore(Protocol):
    """Where it is known how matches were played. Every method may raise `Unavailable`."""

    async def kept(self, users: Collection[int], most: int) -> Mapping[int, Sequence[bool]]:
        """Return for each person whether they played their last ended matches with others to the end in time,
        the newest first; so many at most."""


class Reliability:
    """Says of people whether they are reliable. Nobody is told a number."""

    def __init__(self, store: ReliabilityStore) -> None:
        self._store = store

    async def standings(self, users: Collection[int]) -> dict[int, Standing]:
        """Return how people stand."""
        kept = await self._store.kept(users, COUNTED)
        return {user: standing(kept.get(user, ())) for user in users}

    async def standing(self, user: int) -> Standing:
        """Return how a person stands."""
        return (await self.standings([user]))[user]


def standing(kept: Sequence[bool]) -> Standing:
    """Return a person's reliability, given which of the last matches were played to the end in time."""
    if len(kept) < ENOUGH:
        return "new"
    late = kept.count(False)
    return "often late" if late > 1 and late * OFTEN >= len(kept) else "reliable"
