"""The interface that decides which users may share a match.

`bot.people.seating_policy` implements it with blocks and reliability. The same data is read whoever is asked
about, and every refusal has the same sentence, so an answer does not reveal a block.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, Protocol, TypeAlias

Wanted: TypeAlias = Literal["anybody", "reliable"]
"""The players a host accepts: all, or only players who are rarely late."""


class SeatingPolicy(Protocol):
    """Decides which users may share a match. Methods may raise `bot.matches.errors.Unavailable`.

    Each answer reads the same data for every user, so its duration reveals nothing.
    """

    async def welcomes(self, user: int, others: Collection[int], wanted: Wanted) -> bool:
        """Whether a user may take a seat in a match with the others, under the host's wish `wanted`."""

    async def invitable(self, by: int, users: Collection[int], there: Collection[int] = ()) -> frozenset[int]:
        """Return the users that a user may invite to a match in which others are already `there`."""


class Everybody:
    """A policy without limits: all users may share a match."""

    async def welcomes(self, user: int, others: Collection[int], wanted: Wanted) -> bool:  # noqa: ARG002
        """Return True."""
        return True

    async def invitable(
        self,
        by: int,  # noqa: ARG002
        users: Collection[int],
        there: Collection[int] = (),  # noqa: ARG002
    ) -> frozenset[int]:
        """Return all users."""
        return frozenset(users)


EVERYBODY = Everybody()
