"""The card sets of servers and their pictures, as they are stored."""

from __future__ import annotations

from datetime import datetime
from enum import Enum

import msgspec

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
