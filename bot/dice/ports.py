"""What the roll service hands around, and the store it needs."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from enum import Enum, StrEnum
from typing import Protocol, TypeAlias

import msgspec

from bot.dice.rolling import Rolled
from bot.engine.fair import Draw
from bot.engine.visible import visible

RollId: TypeAlias = str
"""Twelve lower-case letters and digits, unguessable; safe in a custom_id and a file name."""
StreamId: TypeAlias = str
"""The name of a stream of randomness, in the place of a match's id on the page "Fair randomness"."""

NAME_LENGTH = 32
"""Characters of the name of a saved roll."""
MOST_SAVED = 50
"""Saved rolls of one person."""


class Visibility(StrEnum):
    """The people who can see a roll."""

    PUBLIC = "public"
    PRIVATE = "private"
    LATER = "later"
    """The others see that there was a roll, and its result once the roller reveals it."""


class RollPlace(msgspec.Struct, frozen=True):
    """The place of a roll."""

    channel: int | None
    shared: bool
    """Whether the channel has a stream of its own; where the bot is installed for its user only, the rolls
    come from a stream of that user's."""
    alone: bool = False
    """Whether the roller is alone there, as in a DM with the bot: rolls there are private."""


class Seed(msgspec.Struct, frozen=True):
    """A stream's secret. Its printed form names the stream only: it must never tell the seed."""

    stream: StreamId
    seed: bytes
    commitment: str
    day: date | None
    """The UTC day it is for; None for the seed of one roll that is to be revealed later."""
    counter: int = 0
    """The number of the next draw."""

    def __repr__(self) -> str:
        return f"Seed({self.stream})"

    @property
    def reveal_at(self) -> datetime | None:
        """The time at which a day's seed is revealed to those who may know it."""
        if self.day is None:
            return None
        return datetime.combine(self.day + timedelta(days=1), time(), tzinfo=UTC)


class Roll(msgspec.Struct, frozen=True):
    """A roll. Its printed form (repr) does not show the dice."""

    id: RollId
    stream: StreamId
    user: int
    name: str
    """The roller's name at that time."""
    channel: int | None
    visibility: Visibility
    expression: str
    label: str
    draws: tuple[Draw, ...]
    rolled: Rolled
    at: datetime
    revealed_at: datetime | None = None

    def __repr__(self) -> str:
        return f"Roll({self.id})"

    @property
    def open(self) -> bool:
        """Whether everybody may know it."""
        return self.visibility is Visibility.PUBLIC or self.revealed_at is not None


class SavedRoll(msgspec.Struct, frozen=True):
    """A person's named roll."""

    id: str
    user: int
    name: str
    expression: str
    at: datetime

    @property
    def key(self) -> str:
        """The name as it is looked up."""
        return saved_key(self.name)


def saved_key(name: str) -> str:
    """Return a name of a saved roll without regard to blanks, capitals and what is hidden in it."""
    return visible(name).casefold()


class RollVerdict(Enum):
    """What became of a roll that was to be written."""

    DONE = "done"
    SEEN = "seen"
    """Its request was carried out before; nothing was written."""
    STALE = "stale"
    """Another roll has used the stream meanwhile; nothing was written."""


class RollStore(Protocol):
    """Where rolls are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def seed(self, stream: StreamId) -> Seed | None:
        """Return a stream's seed, None when nothing was drawn from it yet."""

    async def keep_seed(self, seed: Seed) -> Seed:
        """Keep a new stream's seed, unless there is one by now; return the one that counts."""

    async def commit(self, roll: Roll, request: str, *, drawn_from: int) -> RollVerdict:
        """Write a roll durably and move its stream on from `drawn_from`, both or nothing."""

    async def roll(self, roll: RollId) -> Roll | None:
        """Return a roll."""

    async def roll_of_request(self, request: str) -> Roll | None:
        """Return the roll that a request made."""

    async def roll_with_draw(self, stream: StreamId, number: int) -> Roll | None:
        """Return the roll that a draw of a stream belongs to."""

    async def reveal(self, roll: RollId, at: datetime) -> bool:
        """Note that a roll was revealed; False when it was before."""

    async def recent(self, user: int, limit: int) -> list[str]:
        """Return the expressions that this person rolled last, newest first, each once."""

    async def saved(self, user: int) -> list[SavedRoll]:
        """Return what this person has saved, by name."""

    async def save(self, saved: SavedRoll, *, most: int) -> bool:
        """Keep a roll under its name, in the place of one with that name; False when there are `most`."""

    async def forget(self, user: int, key: str) -> bool:
        """Forget a saved roll; False when there is none."""
