"""What a person has set for all matches, by `/me`."""

from __future__ import annotations

from datetime import UTC as UNIVERSAL
from datetime import date, tzinfo
from typing import Annotated, Literal, TypeAlias
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

LONGEST_REMINDER = 14 * 24
"""Hours after which somebody can be reminded at most: two weeks."""
UTC = "UTC"

TimeOfDay: TypeAlias = Annotated[int, Meta(ge=0, lt=24 * 60)]
"""A time that a clock on the wall shows, in minutes after midnight."""
Where: TypeAlias = Literal["dm", "channel"]
Digest: TypeAlias = Literal["none", "also", "instead"]
HandOrder: TypeAlias = Literal["suit", "rank"]


class Quiet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hours of each day in which nothing is sent; they may go over midnight."""

    begin: TimeOfDay
    end: TimeOfDay


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days on which one is away."""

    begin: date
    """The first of them."""
    end: date
    """The day after the last: on it one is back."""
    over: bool = False
    """Whether one came back before; its days count all the same."""


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one person wants to be told. What is set here is nobody else's business, being away aside."""

    where: Where = "dm"
    """Where one is called when it becomes one's turn: by DM, or by a mention in the match's channel."""
    reminder: Annotated[int, Meta(ge=0, le=LONGEST_REMINDER)] = 0
    """Hours after which one is told once more, if still awaited; 0 for never."""
    quiet: Quiet | None = None
    zone: str = UTC
    """The time zone of all times here, by its name in the IANA database."""
    digest: Digest = "none"
    """One DM a day over all matches: none, beside the single notices, or instead of them."""
    digest_at: TimeOfDay = 8 * 60
    leaves: tuple[Leave, ...] = ()
    """The leaves of this year, past and planned, the earliest first. While one lasts, the others are told
    until when, where they wait for this person."""
    hand: HandOrder = "suit"
    """How the own hand is sorted."""
    language: str = ""
    """The code of the person's language; "" for the language of their Discord app."""
    heard: str = ""
    """The language of one's Discord when it was last heard from, if the bot speaks it; "" for English."""
    invitations: bool = True
    """Whether others may have seats kept for this person."""

    @property
    def zone_known(self) -> bool:
        """Whether the time zone was set. Without a setting the zone follows from Discord's language."""
        return self.zone != UTC

    @property
    def tzinfo(self) -> tzinfo:
        """The time zone. UTC where the machine has lost a zone that it knew before."""
        if self.zone == UTC:
            return UNIVERSAL
        try:
            return ZoneInfo(self.zone)
        except (KeyError, ValueError, OSError):
            return UNIVERSAL


PLAIN = Preferences()
"""The defaults."""
