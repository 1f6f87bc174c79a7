"""A user's settings for all matches, made by `/me`."""

from __future__ import annotations

from datetime import UTC as UNIVERSAL
from datetime import date, tzinfo
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bot.zones import zone as zone_of

LONGEST_REMINDER = 14 * 24
"""The most hours until a reminder: two weeks."""
UTC = "UTC"

TimeOfDay: TypeAlias = Annotated[int, Meta(ge=0, lt=24 * 60)]
"""A local time, in minutes after midnight."""
Where: TypeAlias = Literal["dm", "channel"]
Digest: TypeAlias = Literal["none", "also", "instead"]
HandOrder: TypeAlias = Literal["suit", "rank"]


class Quiet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hours of each day in which nothing is sent; they may span midnight."""

    begin: TimeOfDay
    end: TimeOfDay


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A span of days of absence."""

    begin: date
    """The first day."""
    end: date
    """The day after the last."""
    over: bool = False
    """Whether it was ended early; its days count all the same."""


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A user's notification settings. They are private, except for a leave."""

    where: Where = "dm"
    """Where turn notifications go: to a DM, or as a mention to the match's channel."""
    reminder: Annotated[int, Meta(ge=0, le=LONGEST_REMINDER)] = 0
    """Hours until a reminder, if the user is still awaited; 0 for never."""
    quiet: Quiet | None = None
    zone: str = UTC
    """The time zone of all times here, by its name in the IANA database."""
    digest: Digest = "none"
    """One DM a day about all matches: none, in addition to single notices, or instead of them."""
    digest_at: TimeOfDay = 8 * 60
    leaves: tuple[Leave, ...] = ()
    """The leaves of this year, past and planned, the earliest first. During one, players who wait for this
    user see its end.
    """
    hand: HandOrder = "suit"
    """The order of the user's own hand."""
    language: str = ""
    """The code of the person's language; "" for the language of their Discord app."""
    heard: str = ""
    """The language of the user's Discord when last seen, if the bot supports it; "" for English."""
    invitations: bool = True
    """Whether others may reserve seats for this user."""
    auto_leave: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """True where a leave begins by itself shortly before the user would lose by time; else unset."""

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
            return zone_of(self.zone)
        except (KeyError, ValueError, OSError):
            return UNIVERSAL


PLAIN = Preferences()
"""The defaults."""
