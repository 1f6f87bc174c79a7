"""Decides which users may share a match: by blocks, the host's wishes, and users' settings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from bot.base.clock import Clock
from bot.base.language import N_
from bot.engine.errors import Refusal
from bot.matches.seating_policy import Wanted
from bot.people.service import People
from bot.people.store import Block, SqlBlockStore, SqlReliabilityStore

# Reliability: whether a user has played the last matches to the end in time, as one of three words.


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


# Blocks: a user does not want to play with another. The blocked user is not notified.


MOST: Final = 200
"""The most users that one user can block."""


class Blocks:
    """The blocks of all users."""

    def __init__(self, store: SqlBlockStore, clock: Clock) -> None:
        self.store = store
        self._clock = clock

    async def block(self, user: int, blocked: int) -> bool:
        """Block a user; False where they were blocked already. Raises `Refusal`."""
        if len(await self.store.of(user)) >= MOST:
            raise Refusal.translated("You have blocked {number} people, which is the most.", number=MOST)
        return await self.store.block(Block(user, blocked), self._clock())

    async def unblock(self, user: int, blocked: int) -> bool:
        """Unblock a user; False where they were not blocked."""
        return await self.store.unblock(Block(user, blocked))

    async def apart(self, users: Collection[int]) -> frozenset[frozenset[int]]:
        """Return the pairs of these users with a block between them."""
        return frozenset([frozenset(block) for block in await self.store.among(users)])


class PeopleSeatingPolicy:
    """Decides by blocks, reliability and settings. It reads the same rows whatever the answer is."""

    def __init__(self, blocks: Blocks, people: People, reliability: Reliability) -> None:
        self._blocks = blocks
        self._people = people
        self._reliability = reliability

    async def welcomes(self, user: int, others: Collection[int], wanted: Wanted) -> bool:
        """Whether a user may take a seat in a match with the others, under the host's wish `wanted`."""
        apart = await self._blocks.apart((user, *others))
        standing = await self._reliability.standing(user)
        late = wanted == "reliable" and standing == "often late"
        return not late and not any(user in pair for pair in apart)

    async def invitable(self, by: int, users: Collection[int], there: Collection[int] = ()) -> frozenset[int]:
        """Return the users who take invitations, also from this user, and may play with those there."""
        apart = await self._blocks.apart({by, *users, *there})
        takes = {user: (await self._people.preferences(user)).invitations for user in users}
        return frozenset(
            [
                user
                for user in users
                if takes[user] and not any(frozenset((user, each)) in apart for each in (by, *there))
            ]
        )
