"""What a test table is, as it is kept."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from bot.engine.contract import Seat

KEPT = timedelta(hours=23)
"""How long a test table is kept from the moment it was laid; with a look each hour never more than a day."""
LONGEST = 4000
"""Characters of a position."""
MOST_DONE = 500
"""Actions on one table."""
MOST_FORMER = 20
"""Former texts of a position that can be gone back to."""


class Done(msgspec.Struct, frozen=True, array_like=True):
    """An action that was done on a table."""

    seat: Seat
    action: msgspec.Raw
    number: int
    """By which its dice and draws are found. None is used twice, so what is done again falls otherwise."""


class TryTable(msgspec.Struct, frozen=True):
    """A position and what was done in it. It is nobody's match, is never rated, and nobody else sees it."""

    game: str
    rules: str
    """The version of the rules with which it was begun."""
    cards: str | None
    """The hash of the cards it is played with; None in a game without."""
    title: str
    """What these cards are called, as it was written; "" for those that come with the bot."""
    laid_at: datetime
    version: int
    """Raised by each change: a control of an older one is refused."""
    seed: str
    text: str
    """The position as it is being written."""
    former: tuple[str, ...] = ()
    """How it was before, the oldest first."""
    start: str = ""
    """The position that is played from; "" until play begins."""
    playing: bool = False
    """Whether it is played just now, and not written."""
    done: tuple[Done, ...] = ()
    marked: tuple[Done, ...] | None = None
    """What had been done where a mark was set."""
    next: int = 0
    """The number of the next action; it never goes back."""
    before: TryTable | None = None
    """The table that this one took the place of; of that the one before is forgotten."""

    @property
    def until(self) -> datetime:
        """When it is forgotten."""
        return self.laid_at + KEPT
