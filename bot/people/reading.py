"""What people type for their settings: zones, hours, spans of time and days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from rapidfuzz import fuzz, process

from bot.people.errors import UnreadableSetting
from bot.people.preferences import LONGEST_REMINDER, UTC, Quiet

OFF = ("off", "none", "no", "never")
LONGEST_AWAY = timedelta(days=366)
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
"""Offered before anything is typed."""
_SAID_SHORT = 40
"""Characters of a word that an answer repeats."""
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2})?)?\s*(am|pm)?")
_RANGE = re.compile(r"(.+?)\s*(?:-|–|to|until)\s*(.+)")
_SPAN = re.compile(r"(\d{1,4})\s*(h|hours?|d|days?|w|weeks?)?")
_HOURS = {"h": 1, "d": 24, "w": 7 * 24}
_ISO_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")


def read_zone(word: str) -> str:
    """Return the name of a time zone. Raises `UnreadableSetting` with those that are most like it."""
    typed = "_".join(word.split())
    found = _zones().get(typed.casefold())
    if found is None:
        alike = " or ".join(suggest_zones(word)[:3]) or "Europe/London"
        raise UnreadableSetting(
            f'There is no time zone "{_short(word)}". Write it as a region and a city, such as {alike}.'
        )
    ZoneInfo(found)
    return found


def suggest_zones(typed: str, most: int = 25) -> list[str]:
    """Return the names of time zones most like what was typed."""
    wanted = "_".join(typed.split()).casefold()
    if not wanted:
        return list(COMMON_ZONES[:most])
    zones = _zones()
    holding = sorted((key.find(wanted), name) for key, name in zones.items() if wanted in key)
    first = [name for _, name in holding]
    cities = {name: name.rpartition("/")[2].casefold() for name in zones.values()}
    alike = process.extract(wanted, cities, scorer=fuzz.ratio, limit=most, score_cutoff=55)
    return list(dict.fromkeys([*first, *(name for _, _, name in alike)]))[:most]


def read_quiet(words: str) -> Quiet | None:
    """Return the quiet hours in words such as "22-7" or "22:30 - 6:45"; None for "off"."""
    if _off(words):
        return None
    found = _RANGE.fullmatch(words.strip().lower())
    if found is None:
        raise UnreadableSetting(
            f'"{_short(words)}" are no hours. Write from when to when, such as 22-7 or 22:30-6:45, or off.'
        )
    quiet = Quiet(read_time(found[1]), read_time(found[2]))
    if quiet.begin == quiet.end:
        raise UnreadableSetting(
            "Quiet hours from a time to the same time would be the whole day. For a time without any notices"
            " use /me away."
        )
    return quiet


def read_time(word: str) -> int:
    """Return a time of day such as "7", "7:30" or "10 pm", in minutes after midnight."""
    found = _TIME.fullmatch(word.strip().lower())
    hour, minute = (int(found[1]), int(found[2] or 0)) if found else (99, 0)
    if found and found[3]:
        hour = hour % 12 + (12 if found[3] == "pm" else 0) if 1 <= hour <= 12 else 99
    hour = 0 if (hour, minute) == (24, 0) else hour
    if hour > 23 or minute > 59:
        raise UnreadableSetting(f'"{_short(word)}" is no time of day. Write such as 7, 7:30 or 22.')
    return hour * 60 + minute


def read_reminder(words: str) -> int:
    """Return after how many hours to remind, from words such as "12h" or "2 days"; 0 for "off"."""
    if _off(words):
        return 0
    hours = _hours(words)
    if hours is None:
        raise UnreadableSetting(
            f'"{_short(words)}" is no span of time. Write such as 12h or 2 days, or off for no reminders.'
        )
    if not 1 <= hours <= LONGEST_REMINDER:
        raise UnreadableSetting(
            f"A reminder comes after one hour at least and {LONGEST_REMINDER // 24} days at most."
        )
    return hours


def read_return(words: str, day: date) -> date | None:
    """Return the day on which somebody is back, from words such as "2026-12-24", "5 days" or "tomorrow".

    `day` is today; None for "off" and "back".
    """
    said = words.strip().lower()
    if _off(said) or said == "back":
        return None
    found = _day_of(said, day)
    if found is None:
        example = (day + timedelta(days=7)).isoformat()
        raise UnreadableSetting(
            f'"{_short(words)}" is no day. Write the day on which you are back, such as {example}, or for how'
            " long, such as 5 days, or off."
        )
    if found <= day:
        raise UnreadableSetting(f"{found.isoformat()} is not in the future. Write a day from tomorrow on.")
    if found - day > LONGEST_AWAY:
        raise UnreadableSetting("You can be away for a year at most. Set it again when the time comes.")
    return found


def in_words(minutes: int) -> str:
    """Return a time of day as it is read: 22:00."""
    return f"{minutes // 60}:{minutes % 60:02}"


def _day_of(said: str, day: date) -> date | None:
    if said == "tomorrow":
        return day + timedelta(days=1)
    if written := _ISO_DAY.fullmatch(said):
        try:
            return date(int(written[1]), int(written[2]), int(written[3]))
        except ValueError:
            raise UnreadableSetting(f"The calendar has no {said}. Write a day such as {day}.") from None
    hours = _hours(said, bare="")
    return None if hours is None or hours % 24 else day + timedelta(hours=hours)


def _hours(words: str, bare: str = "h") -> int | None:
    """Return a span in hours; `bare` is the unit of a number alone, "" where it means nothing."""
    found = _SPAN.fullmatch(words.strip().lower())
    unit = (found[2] or bare)[:1] if found else ""
    return int(found[1]) * _HOURS[unit] if found and unit else None


def _off(words: str) -> bool:
    return words.strip().lower() in OFF


def _short(word: str) -> str:
    return word if len(word) <= _SAID_SHORT else word[: _SAID_SHORT - 1] + "…"


@cache
def _zones() -> dict[str, str]:
    """Return the names of the zones by how they are looked up, without those that name no place."""
    odd: Sequence[str] = ("Etc/", "SystemV/", "posix/", "right/")
    names = {name for name in available_timezones() if "/" in name and not name.startswith(tuple(odd))}
    return {name.casefold(): name for name in sorted({*names, UTC})}
