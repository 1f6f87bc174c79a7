"""Parses typed settings: zones, hours, spans of time and days."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.base.language import N_
from bot.engine.errors import Refusal
from bot.engine.phrases import alternatives, may_be_typed
from bot.engine.spelling import ranked
from bot.people.preferences import LONGEST_REMINDER, UTC, Quiet


class UnreadableSetting(Refusal):
    """A text that is no valid setting; the sentence says what would be."""


OFF = N_("off, none, no, never")
"""Words that remove a setting. Translations of this list and those below can have any number of words."""
BACK = N_("back")
TOMORROW = N_("tomorrow")
TO = N_("to, until")
"""Between two times."""
O_CLOCK = N_("o'clock")
LONGEST_AWAY = timedelta(days=366)
"""The longest time from now to a day of a leave."""
TODAY = N_("today, now")
COMMON_ZONES = (
    "Europe/London",
    "Europe/Berlin",
    "Europe/Athens",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    UTC,
)
"""Suggested before anything is typed."""
SUGGESTED, MEANT = 55, 75
"""How similar (of 100) a city must be to the typed text to be suggested, and to be asked for."""
_SAID_SHORT = 40
"""The most characters of a text that an answer repeats."""
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2})?)?\s*([^\W\d_].*)?")
_SPAN = re.compile(r"(\d{1,4})\s*([^\W\d_]*)")
_HOURS = {N_("h, hour, hours"): 1, N_("d, day, days"): 24, N_("w, week, weeks"): 7 * 24}
"""The hours of each unit, by its words."""
_ISO_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")


def read_zone(word: str) -> str:
    """Return the name of a time zone. Raises `UnreadableSetting` with the most similar ones."""
    typed = "_".join(word.split())
    found = _zones().get(typed.casefold())
    if found is None:
        alike = alternatives(suggest_zones(word, alike=MEANT)[:3]) or "Europe/London"
        raise UnreadableSetting.translated(
            'There is no time zone "{word}". Write it as a region and a city, such as {examples}.',
            word=_short(word),
            examples=alike,
        )
    ZoneInfo(found)
    return found


def suggest_zones(typed: str, most: int = 25, alike: int = SUGGESTED) -> list[str]:
    """Return the names of the time zones most similar to the typed text, by at least `alike` of 100."""
    wanted = "_".join(typed.split()).casefold()
    if not wanted:
        return list(COMMON_ZONES[:most])
    zones = _zones()
    holding = sorted((key.find(wanted), name) for key, name in zones.items() if wanted in key)
    first = [name for _, name in holding]
    cities = {name: name.rpartition("/")[2].casefold() for name in zones.values()}
    near = ranked(wanted.rpartition("/")[2], cities, most=most, alike=alike)
    return list(dict.fromkeys([*first, *near]))[:most]


def read_quiet(words: str) -> Quiet | None:
    """Return the quiet hours in words such as "22-7" or "22:30 - 6:45"; None for "off"."""
    if _off(words):
        return None
    found = _range().fullmatch(words.strip().lower())
    if found is None:
        raise UnreadableSetting.translated(
            '"{words}" are no hours. Write the hours, such as 22-7 or 22:30-6:45, or off.',
            words=_short(words),
        )
    quiet = Quiet(read_time(found[1]), read_time(found[2]))
    if quiet.begin == quiet.end:
        raise UnreadableSetting.translated(
            "Quiet hours from a time to the same time would be the whole day. For a time without any"
            " notices use /me away."
        )
    return quiet


def read_time(word: str) -> int:
    """Return a time of day such as "7", "7:30" or "10 pm", in minutes after midnight."""
    found = _TIME.fullmatch(word.strip().lower())
    minutes = _minutes(int(found[1]), int(found[2] or 0), found[3] or "") if found else None
    if minutes is None:
        raise UnreadableSetting.translated(
            '"{word}" is no time of day. Write such as 7, 7:30 or 22.', word=_short(word)
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
    if _off(words):
        return 0
    hours = _hours(words)
    if hours is None:
        raise UnreadableSetting.translated(
            '"{words}" is no span of time. Write such as 12h or 2 days, or off for no reminders.',
            words=_short(words),
        )
    if not 1 <= hours <= LONGEST_REMINDER:
        raise UnreadableSetting.translated(
            "A reminder comes after one hour at least and {days} days at most.", days=LONGEST_REMINDER // 24
        )
    return hours


def day_in(words: str, today: date) -> date | None:
    """Return the day in words such as "2026-12-20", "today" or "3 days" (from now); None for no day."""
    said = words.strip().lower()
    return today if said in may_be_typed(TODAY) else _day_of(said, today, today)


def read_day(words: str, today: date) -> date:
    """Return the first day of a leave; see `day_in`."""
    found = day_in(words, today)
    if found is None:
        raise UnreadableSetting.translated(
            '"{words}" is no day. Write the first day of your leave, such as {day}, or nothing for today.',
            words=_short(words),
            day=(today + timedelta(days=7)).isoformat(),
        )
    if found < today:
        raise UnreadableSetting.translated(
            "{day} is past. A leave begins today or later.", day=found.isoformat()
        )
    return found


def read_return(words: str, day: date, begin: date | None = None) -> date | None:
    """Return the day of return from words such as "2026-12-24", "5 days" or "tomorrow".

    `day` is today; "5 days" are counted from `begin`, if that is another day. None for "off" and "back".
    """
    said = words.strip().lower()
    if _off(said) or said in may_be_typed(BACK):
        return None
    found = _day_of(said, day, begin or day)
    if found is None:
        example = (day + timedelta(days=7)).isoformat()
        raise UnreadableSetting.translated(
            '"{words}" is no day. Write the day of your return, such as {day}, or the number of '
            "days, such as 5 days, or off.",
            words=_short(words),
            day=example,
        )
    if found <= day:
        raise UnreadableSetting.translated(
            "{day} is not in the future. Write a day from tomorrow on.", day=found.isoformat()
        )
    if found - day > LONGEST_AWAY:
        raise UnreadableSetting.translated(
            "That is more than a year ahead. Set it again when the time comes."
        )
    return found


def in_words(minutes: int) -> str:
    """Return a time of day as text: 22:00."""
    return f"{minutes // 60}:{minutes % 60:02}"


def _day_of(said: str, day: date, begin: date) -> date | None:
    """Return the day in words; "tomorrow" is counted from today, a span from `begin`."""
    if said in may_be_typed(TOMORROW):
        return day + timedelta(days=1)
    if written := _ISO_DAY.fullmatch(said):
        try:
            return date(int(written[1]), int(written[2]), int(written[3]))
        except ValueError:
            raise UnreadableSetting.translated(
                "The calendar has no {typed}. Write a day such as {day}.", typed=said, day=day
            ) from None
    hours = _hours(said, bare=False)
    return None if hours is None or hours % 24 else begin + timedelta(hours=hours)


def _hours(words: str, *, bare: bool = True) -> int | None:
    """Return a span in hours; a number alone means hours, or without `bare` nothing."""
    found = _SPAN.fullmatch(words.strip().lower())
    if found is None or not (found[2] or bare):
        return None
    sizes = [hours for unit, hours in _HOURS.items() if (found[2] or "h") in may_be_typed(unit)]
    return int(found[1]) * sizes[0] if sizes else None


def _off(words: str) -> bool:
    return words.strip().lower() in may_be_typed(OFF)


def _range() -> re.Pattern[str]:
    """Return the pattern of two times and the separator between them."""
    between = "|".join(["-", "–", *map(re.escape, may_be_typed(TO))])
    return re.compile(rf"(.+?)\s*(?:{between})\s*(.+)")


def _short(word: str) -> str:
    return word if len(word) <= _SAID_SHORT else word[: _SAID_SHORT - 1] + "…"


@cache
def _zones() -> dict[str, str]:
    """Return the names of the zones by their lookup form, without those that are no places."""
    no_places = ("Etc/", "SystemV/", "posix/", "right/")
    names = {name for name in available_timezones() if "/" in name and not name.startswith(no_places)}
    return {name.casefold(): name for name in sorted({*names, UTC})}
