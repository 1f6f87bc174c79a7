"""What test tables need from others: a store for them, and one for the cards they are played with."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Protocol

from bot.engine.contract import AnyRules
from bot.engine.wording import Wording


class TryStore(Protocol):
    """Where test tables are kept, one a person. Every method may raise `bot.matches.errors.Unavailable`."""

    async def load(self, user: int) -> bytes | None:
        """Return the table of a person."""

    async def keep(self, user: int, content: bytes, at: datetime, version: int, before: int | None) -> bool:
        """Store the table of a person, replacing version `before`; None if there was no table.

        Returns False and stores nothing if another version is stored.
        """

    async def lay(
        self,
        user: int,
        content: bytes,
        at: datetime,
        version: int,
        before: int | None,
        cards: tuple[str, bytes] | None,
        needed: Collection[str],
    ) -> bool:
        """Store a new table like `keep`, with the hash and the bytes of its cards; None for the bot's own.

        All other cards of the person are deleted but the `needed` ones.
        """

    async def cards(self, cards: str) -> bytes | None:
        """Return the cards with this hash that were stored with a table."""

    async def forget(self, user: int) -> None:
        """Delete the table of a person and its cards."""

    async def prune(self, before: datetime) -> int:
        """Delete the tables that were laid before an instant with their cards; return how many tables."""


class CardKeeper(Protocol):
    """Where the bot's own cards are kept by their hash, as `bot.matches.ports.Store` keeps them."""

    async def keep_cards(self, cards: str, encoded: bytes, now: datetime) -> None:
        """Keep the cards of this hash."""

    async def cards(self, cards: str) -> bytes | None:
        """Return the cards that were kept under this hash."""


class TriedGame(Protocol):
    """The parts of a game that test tables need."""

    @property
    def rules(self) -> AnyRules:
        """Its rules."""

    @property
    def wording(self) -> Wording[Any, Any]:
        """Its words, by which the steps of a position are read."""
