"""The stored form of a test table."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from bot.engine.contract import Seat

KEPT = timedelta(hours=23)
"""How long a test table is kept after it was laid. It is deleted within an hour after that."""
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
    """The number that seeds its dice and draws. Each is used once, so a repeated action has new dice."""


class TestTable(msgspec.Struct, frozen=True):
    """A position and the actions on it. It is not a match, is never rated, and only its person sees it."""

    game: str
    rules: str
    """The version of the rules with which it was begun."""
    cards: str | None
    """The hash of the cards it is played with; None in a game without."""
    title: str
    """The title of these cards as written; "" for the cards that come with the bot."""
    laid_at: datetime
    version: int
    """Raised by each change: a control of an older one is refused."""
    seed: str
    text: str
    """The position as it is being written."""
    former: tuple[str, ...] = ()
    """The former texts, the oldest first."""
    start: str = ""
    """The position with which play began; "" before it begins."""
    playing: bool = False
    """Whether it is being played; else it is being written."""
    done: tuple[Done, ...] = ()
    marked: tuple[Done, ...] | None = None
    """The actions that were done when the mark was set."""
    next: int = 0
    """The number of the next action; it never goes back."""
    before: TestTable | None = None
    """The table that this one replaced, itself without the one before it."""

    @property
    def until(self) -> datetime:
        """When it is forgotten."""
        return self.laid_at + KEPT
