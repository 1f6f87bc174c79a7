"""The interface of each store of personal data, and of the personal data in tables of matches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Protocol, TypeAlias

from bot.base.ids import MatchId

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


class MatchPersonalData(Protocol):
    """A person's id in tables other than the seats of matches. Every method may raise `Unavailable`."""

    async def matches(self, user: int) -> list[MatchId]:
        """Return all matches in which a person holds or once held a seat, oldest first."""

    async def stages(self, user: int) -> Mapping[str, int]:
        """Return the number of matches in which a person holds a seat, by stage.

        Matches with a former seat of the person are under "".
        """

    async def unname(self, user: int) -> None:
        """Remove a person's name from the messages about seats that changed hands."""

    async def clear(self, user: int) -> None:
        """Delete the marks of a person's posts and seats, and their unsent messages."""

    async def scrub(self) -> None:
        """Remove deleted data from the files of the database too, if it has its own files."""
