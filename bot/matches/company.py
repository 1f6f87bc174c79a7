"""Who may sit down with whom: what matches ask of it, answered elsewhere."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, Protocol, TypeAlias

Wanted: TypeAlias = Literal["anybody", "reliable"]
"""The players somebody accepts: everybody, or only players who are not often late."""


class Company(Protocol):
    """Knows who may sit down with whom. Every method may raise `bot.matches.errors.Unavailable`.

    Whoever is asked about, the same is read: how long an answer takes tells nothing.
    """

    async def welcomes(self, user: int, others: Collection[int], wanted: Wanted) -> bool:
        """Whether a person may take a seat beside others, in a match whose host wants such company."""

    async def invitable(self, by: int, users: Collection[int]) -> frozenset[int]:
        """Return the users that a person may invite."""


class Everybody:
    """Company in which everybody may sit down with everybody."""

    async def welcomes(self, user: int, others: Collection[int], wanted: Wanted) -> bool:  # noqa: ARG002
        """Return True."""
        return True

    async def invitable(self, by: int, users: Collection[int]) -> frozenset[int]:  # noqa: ARG002
        """Return all of them."""
        return frozenset(users)


EVERYBODY = Everybody()
