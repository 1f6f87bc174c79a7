"""Time zones as people type them: names, cities in their language, abbreviations, differences from UTC."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from bot.base.language import ENGLISH, current
from bot.engine.sentences import alternatives
from bot.engine.spelling import name_key, ranked
from bot.people.days import calendar_of
from bot.people.preferences import UTC
from bot.people.reading import UnreadableSetting, shortened
from bot.zones import zone, zone_data, zone_names

COMMON_ZONES: Final = (
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
_LARGE: Final = (
    *COMMON_ZONES[:-1],
    "Europe/Lisbon", "Europe/Dublin", "Europe/Istanbul", "Europe/Moscow", "Africa/Lagos", "Africa/Nairobi",
    "Africa/Johannesburg", "Asia/Jerusalem", "Asia/Dubai", "Asia/Tehran", "Asia/Karachi", "Asia/Dhaka",
    "Asia/Kathmandu", "Asia/Jakarta", "Asia/Shanghai", "Asia/Manila", "Asia/Seoul", "Australia/Perth",
    "Australia/Adelaide", "Australia/Brisbane", "Pacific/Auckland", "Pacific/Honolulu", "America/Anchorage",
    "America/Phoenix", "America/Toronto", "America/Halifax", "America/St_Johns",
    "America/Argentina/Buenos_Aires", "Atlantic/Azores",
)  # fmt: skip
"""Zones of many people: those that an abbreviation or a difference from UTC may mean."""
SUGGESTED, MEANT = 55, 75
"""How similar (of 100) a city must be to the typed text to be suggested, and to be asked for."""
_EXAMPLES: Final = 3
_SAME: Final = {"mez": "cet", "mesz": "cest", "et": "est", "ct": "cst", "mt": "mst", "pt": "pst", "z": "gmt"}
"""Abbreviations with the one that the zone data have for them."""
_OFFSET: Final = re.compile(r"(?:utc|gmt)? ?([+-]) ?(\d{1,2})(?::?([0-5]\d))?(?: ?h)?")


def read_zone(word: str) -> str:
    """Return the name of the time zone with this name, or of the only one of this city.

    Raises `UnreadableSetting` with those that may be meant.
    """
    key = _zones().get("_".join(name_key(word).split()))
    if key is None:
        cities = _cities().get(name_key(word.replace("_", " ")), ())
        key = cities[0] if len({_canonical(name) for name in cities}) == 1 else None
    if key is not None:
        zone(key)
        return key
    same_time = _of_time(word)
    if same_time is not None:
        examples = [each.rpartition("/")[2].replace("_", " ") for each in same_time[:_EXAMPLES]]
        raise UnreadableSetting.translated(
            '"{word}" is a time that several places have, and many of them change their clocks in summer.'
            " Write your city or the nearest large one, such as {examples}.",
            word=shortened(word),
            examples=alternatives(examples or ["London"]),
        )
    alike = alternatives(suggest_zones(word, alike=MEANT)[:_EXAMPLES]) or "Europe/London"
    raise UnreadableSetting.translated(
        'There is no time zone "{word}". Write it as a region and a city, such as {examples}.',
        word=shortened(word),
        examples=alike,
    )


def suggest_zones(typed: str, most: int = 25, alike: int = SUGGESTED) -> list[str]:
    """Return the names of the time zones most similar to the typed text, by at least `alike` of 100."""
    wanted = "_".join(name_key(typed).split())
    if not wanted:
        return list(COMMON_ZONES[:most])
    zones = _zones()
    holding = sorted((key.find(wanted), name) for key, name in zones.items() if wanted in key)
    first = [*_cities().get(name_key(typed), ()), *(_of_time(typed) or ()), *[name for _, name in holding]]
    cities = {name: name.rpartition("/")[2].casefold() for name in zones.values()}
    near = ranked(wanted.rpartition("/")[2], cities, most=most, alike=alike)
    return list(dict.fromkeys([*first, *near]))[:most]


def _of_time(word: str) -> list[str] | None:
    """Return the large zones that an abbreviation or a difference from UTC may mean; None for other words."""
    wanted = name_key(word)
    if offset := _OFFSET.fullmatch(wanted):
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        meant = timedelta(minutes=-minutes if offset[1] == "-" else minutes)
        return [name for name, times in _times().items() if meant in times.values()]
    abbreviation = _SAME.get(wanted, wanted)
    return [name for name, times in _times().items() if abbreviation in times] or None


@cache
def _times() -> Mapping[str, Mapping[str, timedelta]]:
    """Return the abbreviations of the large zones in winter and summer, with their differences from UTC."""
    year = int(zone_data().version[:4])
    times = {}
    for name in _LARGE:
        moments = [datetime(year, month, 1, tzinfo=zone(name)) for month in (1, 7)]
        times[name] = {(each.tzname() or "").casefold(): each.utcoffset() or timedelta() for each in moments}
    return times


@cache
def _zones() -> dict[str, str]:
    """Return the names of the zones by their lookup form, without those that are no places."""
    no_places = ("Etc/", "SystemV/", "posix/", "right/")
    names = {name for name in zone_names() if "/" in name and not name.startswith(no_places)}
    return {name.casefold(): name for name in sorted({*names, UTC})}


def _cities() -> Mapping[str, tuple[str, ...]]:
    """Return the zones by their cities, in English and in the current language."""
    return {**_cities_in(ENGLISH.code), **_cities_in(current().code)}


@cache
def _cities_in(code: str) -> Mapping[str, tuple[str, ...]]:
    cities: dict[str, list[str]] = {}
    for name in _zones().values():
        cities.setdefault(name_key(name.rpartition("/")[2].replace("_", " ")), []).append(name)
    for name, words in calendar_of(code).time_zones.items():
        if name in _zones().values() and (city := name_key(words.get("city", ""))):
            cities.setdefault(city, []).append(name)
    return {city: tuple(names) for city, names in cities.items()}


def _canonical(name: str) -> str:
    from babel.core import get_global  # it is loaded where somebody types a zone

    alias: str = get_global("zone_aliases").get(name, name)
    return alias
