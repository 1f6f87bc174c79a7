"""The data types of the roll service."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from enum import Enum, StrEnum
from typing import TypeAlias

import msgspec

from bot.base.language import gettext
from bot.engine.fair import Draw
from bot.engine.sentences import visible
from bot.parts.dice.rolling import Rolled, total_words, turn_in_signs

RollId: TypeAlias = str
"""Twelve lower-case letters and digits, unguessable; safe in a custom_id and a file name."""
StreamId: TypeAlias = str
"""The name of a randomness stream, used like a match id in docs/FAIRNESS.md ("Fair randomness")."""

NAME_LENGTH = 32
"""The most characters of the name of a saved roll."""
MOST_SAVED = 50
"""The most saved rolls of one person."""


class Visibility(StrEnum):
    """The people who can see a roll."""

    PUBLIC = "public"
    PRIVATE = "private"
    LATER = "later"
    """The others see that a roll was made, and its result once the roller reveals it."""


class RollPlace(msgspec.Struct, frozen=True):
    """The place of a roll."""

    channel: int | None
    shared: bool
    """Whether the channel has its own stream; if the bot is installed for its user only, the rolls come from
    a stream of that user.
    """
    alone: bool = False
    """Whether no other person is there, as in a DM with the bot: rolls there are private."""


class Seed(msgspec.Struct, frozen=True):
    """A stream's secret. Its printed form names the stream only: it must never tell the seed."""

    stream: StreamId
    seed: bytes
    commitment: str
    day: date | None
    """The UTC day it is for; None for the seed of one roll that is revealed later."""
    counter: int = 0
    """The number of the next draw."""

    def __repr__(self) -> str:
        return f"Seed({self.stream})"

    @property
    def reveal_at(self) -> datetime | None:
        """The time at which a day's seed is revealed to the people who may know it."""
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
        """Whether everybody may see it."""
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
        """The normalized name for lookups."""
        return saved_key(self.name)


def saved_key(name: str) -> str:
    """Return the normalized name of a saved roll, without spaces, case and hidden characters."""
    return visible(name).casefold()


class RollVerdict(Enum):
    """The result of writing a roll."""

    DONE = "done"
    SEEN = "seen"
    """The request was already carried out; nothing was written."""
    STALE = "stale"
    """Another roll has used the stream in the meantime; nothing was written."""


def listed_dice(roll: Roll) -> str:
    """Return every die for a file: dropped dice in brackets, rerolls with an arrow, successes with a star."""
    lines = [f"{roll.expression}  ({roll.id})"]
    for number, turn in enumerate(roll.rolled.turns, start=1):
        lines.append(f"{number}. {turn_in_signs(turn)} = {total_words(turn, roll.rolled)}")
    signs = gettext("dropped (2)   rolled again 1→4   exploded 6!   success 9*")
    return "\n".join([*lines, signs, ""])
