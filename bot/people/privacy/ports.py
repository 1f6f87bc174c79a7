"""The interface of each store of personal data."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Protocol, TypeAlias

Items: TypeAlias = AsyncIterator[object]
"""Items that can be written as JSON, read a few at a time."""


class PersonalData(Protocol):
    """All stored data of one kind with a person's id. Every method may raise `Unavailable`."""

    @property
    def name(self) -> str:
        """Its name in the exported file."""

    async def counts(self, user: int) -> Mapping[str, int]:
        """Return the number of stored items about a person by kind; empty kinds may be left out."""

    def export(self, user: int) -> Items | Mapping[str, Items]:
        """Return all of it, as one list or as several named lists.

        It has no data of other persons that this one may not know, and no secrets of matches or dice in
        progress.
        """

    async def delete(self, user: int) -> None:
        """Delete it, or anonymise it if others need it. Repeating this has no effect."""
