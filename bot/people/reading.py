"""Parses typed settings: times of day, hours, spans of time."""

from __future__ import annotations

import re

from bot.base.language import N_
from bot.engine.errors import Refusal
from bot.engine.sentences import may_be_typed
from bot.people.preferences import LONGEST_REMINDER, Quiet


class UnreadableSetting(Refusal):
    """A text that is no valid setting; the sentence says what would be."""


OFF = N_("off, none, no, never")
"""Words that remove a setting. Translations of this list and those below can have any number of words."""
TO = N_("to, until")
"""Between two times."""
O_CLOCK = N_("o'clock")
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2})?)?\s*([^\W\d_].*)?")
_SPAN = re.compile(r"(\d{1,4})\s*([^\W\d_]*)")
_HOURS = {N_("h, hour, hours"): 1, N_("d, day, days"): 24, N_("w, week, weeks"): 7 * 24}
"""The hours of each unit, by its words."""


def read_quiet(words: str) -> Quiet | None:
    """Return the quiet hours in words such as "22-7" or "22:30 - 6:45"; None for "off"."""
    if off(words):
        return None
    # The pattern of two times and the separator between them.
    between = "|".join(["-", "–", *map(re.escape, may_be_typed(TO))])
    match = re.compile(rf"(.+?)\s*(?:{between})\s*(.+)").fullmatch(words.strip().lower())
    if match is None:
        raise UnreadableSetting.translated(
            '"{words}" are no hours. Write the hours, such as 22-7 or 22:30-6:45, or off.',
            words=shortened(words),
        )
    quiet = Quiet(read_time(match[1]), read_time(match[2]))
    if quiet.begin == quiet.end:
        raise UnreadableSetting.translated(
            "Quiet hours from a time to the same time would be the whole day. For a time without any"
            " notices use /me away."
        )
    return quiet


def read_time(word: str) -> int:
    """Return a time of day such as "7", "7:30" or "10 pm", in minutes after midnight."""
    match = _TIME.fullmatch(word.strip().lower())
    minutes = _minutes(int(match[1]), int(match[2] or 0), match[3] or "") if match else None
    if minutes is None:
        raise UnreadableSetting.translated(
            '"{word}" is no time of day. Write such as 7, 7:30 or 22.', word=shortened(word)
        )
    return minutes


def _minutes(hour: int, minute: int, behind: str) -> int | None:
    """Return a time in minutes after midnight, from its numbers and the word after them; None for no time."""
    if behind in ("am", "pm"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if behind == "pm" else 0)
    elif behind and behind not in may_be_typed(O_CLOCK):
        return None
    if (hour, minute) == (24, 0):
        return 0
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def read_reminder(words: str) -> int:
    """Return the hours until a reminder, from words such as "12h" or "2 days"; 0 for "off"."""
    if off(words):
        return 0
    match = _SPAN.fullmatch(words.strip().lower())
    # A number alone means hours.
    unit = "" if match is None else match[2] or "h"
    sizes = [hours for units, hours in _HOURS.items() if unit in may_be_typed(units)]
    if match is None or not sizes:
        raise UnreadableSetting.translated(
            '"{words}" is no span of time. Write such as 12h or 2 days, or off for no reminders.',
            words=shortened(words),
        )
    hours = int(match[1]) * sizes[0]
    if not 1 <= hours <= LONGEST_REMINDER:
        raise UnreadableSetting.translated(
            "A reminder comes after one hour at least and {days} days at most.", days=LONGEST_REMINDER // 24
        )
    return hours


def in_words(minutes: int) -> str:
    """Return a time of day as text: 22:00."""
    return f"{minutes // 60}:{minutes % 60:02}"


def off(words: str) -> bool:
    """Whether words remove a setting."""
    return words.strip().lower() in may_be_typed(OFF)


def shortened(word: str) -> str:
    """Return typed text so that an answer can repeat it."""
    return word if len(word) <= _SAID_SHORT else word[: _SAID_SHORT - 1] + "…"


_SAID_SHORT = 40
"""The most characters of a text that an answer repeats."""
