"""The port of the card set service: a store of the sets of servers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from enum import Enum
from typing import Protocol

import msgspec

from bot.base.ids import MatchId
from bot.base.language import OwnText


class ServerSet(msgspec.Struct, frozen=True):
    """A card set that a server has added, without its text."""

    guild: int
    game: str
    """A key of the registry."""
    key: str
    title: OwnText
    """The title with its translations."""
    digest: str
    """The SHA-256 of its text."""
    at: datetime
    """When it was added, or replaced last."""


class Keeping(Enum):
    """The result of storing a set, a map or a picture."""

    KEPT = "kept"
    TAKEN = "taken"
    """There is one of this key, and it was not to be replaced; nothing was written."""
    FULL = "full"
    """The server has as many as it may have; nothing was written."""


class CardSetStore(Protocol):
    """Where the card sets of servers are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def sets(self, guild: int, game: str) -> list[ServerSet]:
        """Return the sets of a server by key."""

    async def text(self, guild: int, game: str, key: str) -> bytes | None:
        """Return the text of a set as it was uploaded, None for a set that is not there."""

    async def keep(
        self, added: ServerSet, text: bytes, *, most: int, replacing: bool, versions: bool = True
    ) -> Keeping:
        """Store a set; replace one with the same key if that is allowed.

        The replaced one becomes an old version unless it has the same text, or `versions` is false.
        """

    async def remove(self, guild: int, game: str, key: str) -> bool:
        """Remove a set with its former versions; False when it is not there."""


class FormerSet(msgspec.Struct, frozen=True):
    """A former version of a card set, without its text."""

    guild: int
    game: str
    key: str
    number: int
    """The versions of a set are numbered from 1, also when older ones were forgotten."""
    title: OwnText
    digest: str
    at: datetime
    """When it was added."""
    size: int
    """Bytes of its text."""


class SetVersionStore(Protocol):
    """Stores old versions of sets, and their matches. Every method may raise
    `bot.matches.errors.Unavailable`.
    """

    async def former(self, guild: int) -> list[FormerSet]:
        """Return the former versions of all sets of a server, the oldest first."""

    async def text(self, version: FormerSet) -> bytes | None:
        """Return the text of a former version, None for one that is not there."""

    async def forget(self, versions: Collection[FormerSet]) -> None:
        """Forget former versions."""

    async def played(self, guild: int, game: str, most: int) -> list[str]:
        """Return at most this number of hashes of the pools of a server's matches, the most recently used
        first.
        """

    async def pool(self, cards: str) -> bytes | None:
        """Return the cards that are kept under a hash."""

    async def ended(self, guild: int, game: str, pools: Collection[str], most: int) -> list[MatchId]:
        """Return at most so many ended matches of a server with one of these pools, the latest first."""


class CardPicture(msgspec.Struct, frozen=True):
    """The picture of a card of a server's set, without its content."""

    guild: int
    game: str
    key: str
    """The key of the set."""
    number: str
    """The set number of the card."""
    digest: str
    """The SHA-256 of its PNG."""
    at: datetime


class CardPictureStore(Protocol):
    """Where the pictures on servers' cards are kept; they go with the set. Every method may raise
    `bot.matches.errors.Unavailable`."""

    async def pictures(self, guild: int) -> Sequence[CardPicture]:
        """Return the pictures of all sets of a server by set number. The list is kept in memory."""

    async def files(self, guild: int, game: str, key: str) -> dict[str, bytes]:
        """Return the PNGs of a set's pictures by SHA-256."""

    async def keep(self, picture: CardPicture, png: bytes, most: int) -> Keeping:
        """Store a picture, replacing the card's former one; never returns `TAKEN`."""

    async def drop(self, guild: int, game: str, key: str, numbers: Iterable[str]) -> int:
        """Forget the pictures of these cards; return how many there were."""
