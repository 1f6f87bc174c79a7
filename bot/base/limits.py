"""Limits of disk and processor use for one person and one server, and the token buckets that enforce them."""

from __future__ import annotations

import math
from collections import Counter, deque
from contextvars import ContextVar
from datetime import datetime, timedelta

import msgspec
from cachetools import LRUCache

from bot.base.clock import Clock
from bot.base.language import ngettext

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
REFUSED: Counter[str] = Counter()
"""How often each limit of `LIMITED` has refused a person since the start."""
REFUSED_LATELY: deque[tuple[str, int, int]] = deque(maxlen=50)
"""The last refusals, in memory alone: the limit, the person, and the server (0 for none). Operators see them.
"""
ASKED_ON: ContextVar[int] = ContextVar("asked_on", default=0)
"""The server on which the person of this task asks; 0 for none."""
LIMITED = ("openings", "dice", "films", "sheets", "reviews", "uploads", "lab", "tournaments", "other")
"""The keys of `REFUSED`."""
PERSONS = 10_000
"""The most persons with a bucket in memory; beyond it, the least recently used buckets are deleted."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits, each a setting (`bot.host.settings`). 0 means no limit, except where stated otherwise."""

    dice_an_hour: int = 3_000
    """Dice that one person can roll per hour."""
    openings_an_hour: int = 60
    """Matches that one person can open per hour."""
    matches_a_person: int = 100
    """Matches that one person hosts and that have not ended."""
    matches_a_server: int = 1_000
    """Matches of one server that have not ended."""
    films_an_hour: int = 20
    """Films and answers with sheets of cards that one person can request per hour."""
    uploads_an_hour: int = 60
    """Files that one person can upload per hour."""
    uploads_a_day: int = 200
    """Files that one person can upload per day."""
    tournaments_a_person: int = 3
    """Tournaments of one server that one person directs and that are not over."""
    tournaments_a_day: int = 6
    """Tournaments that one person can open per day."""
    tournament_acts_a_day: int = 100
    """Entries, leaves and acts of office in tournaments per day and person: each is a line of a log."""
    lab_matches: int = 1_200
    """The most matches played for a report of the lab; 0 turns reports off."""
    lab_an_hour: int = 2
    """Reports of the lab that one person can request per hour."""
    review_steps: int = 9_000
    """The approximate number of actions tried for the review of a match; 0 turns reviews off."""
    reviews_an_hour: int = 10
    """Reviews that one person can request per hour."""
    rolls_kept_days: int = 90
    """Days for which rolls are stored and can be verified."""


NO_LIMITS = Limits(
    dice_an_hour=0, openings_an_hour=0, matches_a_person=0, matches_a_server=0, films_an_hour=0,
    uploads_an_hour=0, uploads_a_day=0, tournaments_a_person=0, tournaments_a_day=0, tournament_acts_a_day=0,
    lab_an_hour=0, reviews_an_hour=0, rolls_kept_days=0,
)  # fmt: skip


class Buckets:
    """One token bucket per person, refilled evenly within its span; in memory, full after a restart."""

    def __init__(
        self,
        clock: Clock,
        most: int,
        limit: str = "other",
        *,
        span: timedelta = HOUR,
        beyond: Buckets | None = None,
    ) -> None:
        """Allow each person `most` in a span; 0 for no limit. `limit` is its key in `REFUSED`.

        What is taken is also taken `beyond`, from the buckets of a longer span.
        """
        self._clock = clock
        self._most = most
        self._limit = limit
        self._span = span
        self._beyond = beyond
        self._taken: LRUCache[int, tuple[float, datetime]] = LRUCache(PERSONS)

    def take(self, user: int, amount: int = 1) -> timedelta:
        """Take an amount from a person's bucket; a larger amount than it can hold takes all of it.

        Return the time to wait if the bucket has too little; then nothing was taken.
        """
        if not self._most:
            return timedelta() if self._beyond is None else self._beyond.take(user, amount)
        now, amount = self._clock(), min(amount, self._most)
        missing = self._missing(user, now) + amount
        if missing > self._most:
            REFUSED[self._limit] += 1
            REFUSED_LATELY.append((self._limit, user, ASKED_ON.get()))
            return (missing - self._most) / self._most * self._span
        if self._beyond is not None and (wait := self._beyond.take(user, amount)):
            return wait
        self._taken[user] = missing, now
        return timedelta()

    def owe(self, user: int, amount: int) -> None:
        """Take an amount afterwards, even if it is more than the bucket has."""
        now = self._clock()
        self._taken[user] = self._missing(user, now) + amount, now

    def _missing(self, user: int, now: datetime) -> float:
        taken, then = self._taken.get(user, (0.0, now))
        return max(0.0, taken - (now - then) / self._span * self._most)


def wait_in_words(wait: timedelta) -> str:
    """Return a waiting time in words in the current language: "3 minutes", from two hours on "3 hours"."""
    minutes = max(1, math.ceil(wait / timedelta(minutes=1)))
    if minutes >= 120:
        return ngettext("{number} hour", "{number} hours", math.ceil(wait / HOUR))
    return ngettext("{number} minute", "{number} minutes", minutes)
