"""What each store that keeps something about people can do with it, and the traces they leave in matches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Protocol, TypeAlias

from bot.matches.model import MatchId

Items: TypeAlias = AsyncIterator[object]
"""Items ready to be written as JSON, read a few at a time."""


class PersonalData(Protocol):
    """All that is kept of one kind under people's ids. Every method may raise `Unavailable`."""

    @property
    def name(self) -> str:
        """Its name in the exported file."""

    async def counts(self, user: int) -> Mapping[str, int]:
        """Return the number of stored items about a person by kind; empty kinds may be left out."""

    def export(self, user: int) -> Items | Mapping[str, Items]:
        """Return all of it, as one list or as several with their names: nothing of another person that this
        one may not know, and no secret of a match or a die that goes on."""

    async def delete(self, user: int) -> None:
        """Delete it, or anonymise it where others need it. Repeating this has no effect."""


class MatchPersonalData(Protocol):
    """A person's id in tables beside the seats of matches. Every method may raise `Unavailable`."""

    async def matches(self, user: int) -> list[MatchId]:
        """Return all matches in which a person holds or once held a seat, oldest first."""

    async def stages(self, user: int) -> Mapping[str, int]:
        """Return in how many matches of each stage a person holds a seat, and under "" in how many they held
        one that others have now."""

    async def unname(self, user: int) -> None:
        """Take a person's name out of what was told when seats changed hands."""

    async def clear(self, user: int) -> None:
        """Forget which posts were for a person, which seats were theirs, and what was to be sent to them."""

    async def scrub(self) -> None:
        """Let what was deleted be gone from the files of the database too, where it has files of its own."""
