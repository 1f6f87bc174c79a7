"""Decides which users may share a match: by blocks, the host's wishes, and users' settings."""

from __future__ import annotations

from collections.abc import Collection

from bot.matches.company import Wanted
from bot.people.blocks import Blocks
from bot.people.reliability import Reliability
from bot.people.service import People


class KnownCompany:
    """Implements `bot.matches.company.Company`. It reads the same rows whatever the answer is."""

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
