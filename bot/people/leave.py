"""Leave: days of absence. It stops the user's clocks, so the days in a year are limited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from msgspec.structs import replace

from bot.base.language import ngettext
from bot.engine.errors import Refusal
from bot.people.days import Moment
from bot.people.notices import DAY
from bot.people.preferences import Leave, Preferences

YEAR_DAYS = 30
"""The most days of leave in a calendar year of the user's time zone."""


class BadLeave(Refusal):
    """A leave that is not possible; the sentence says why."""


def taken(preferences: Preferences, begin: date, end: date, today: date) -> Preferences:
    """Return the settings with a leave from `begin` until the day before `end`. Raises `BadLeave`."""
    if end <= begin:
        raise BadLeave.translated(
            "A leave from {begin} cannot end on {end}. Write the day on which you are back, after the first.",
            begin=begin.isoformat(),
            end=end.isoformat(),
        )
    kept = tuple([leave for leave in preferences.leaves if leave.end.year >= today.year])
    _check_free(kept, begin, end)
    altered = (*kept, Leave(begin, end))
    _check_days(altered, begin, end)
    return replace(preferences, leaves=tuple(sorted(altered, key=lambda leave: (leave.begin, leave.end))))


def back(preferences: Preferences, today: date) -> Preferences:
    """Return the settings with the present leave ended and no leave planned.

    A day that has begun counts; otherwise a user could be away from each morning to each evening.
    """
    returning = []
    for leave in preferences.leaves:
        if leave.begin <= today < leave.end and not leave.over:
            returning.append(Leave(leave.begin, today + DAY, over=True))
        elif leave.begin <= today:
            returning.append(leave)
    return replace(preferences, leaves=tuple(returning))


def days_left(preferences: Preferences, year: int) -> int:
    """Return the days of leave of a year that are neither taken nor planned."""
    return YEAR_DAYS - _days(preferences.leaves, year)


def planned(preferences: Preferences, today: date) -> list[Leave]:
    """Return the leaves that have not begun."""
    return [leave for leave in preferences.leaves if leave.begin > today]


def _check_free(leaves: tuple[Leave, ...], begin: date, end: date) -> None:
    for leave in leaves:
        if not leave.over and begin < leave.end and leave.begin < end:
            raise BadLeave.translated(
                "You are already away from {begin} until {end}. Choose other days, or cancel "
                "that first with /me away until:off.",
                begin=str(Moment(leave.begin)),
                end=str(Moment(leave.end)),
            )


def _check_days(leaves: tuple[Leave, ...], begin: date, end: date) -> None:
    before = [leave for leave in leaves if (leave.begin, leave.end) != (begin, end)]
    for year in range(begin.year, (end - DAY).year + 1):
        if _days(leaves, year) > YEAR_DAYS:
            left = YEAR_DAYS - _days(before, year)
            raise BadLeave(
                ngettext(
                    "There are {most} days of leave a year, and you have {number} left in {year}. Nothing was"
                    " changed.",
                    "There are {most} days of leave a year, and you have {number} left in {year}. Nothing was"
                    " changed.",
                    left,
                    most=YEAR_DAYS,
                    year=year,
                )
            )


def _days(leaves: Iterable[Leave], year: int) -> int:
    return len({day for leave in leaves for day in _each(leave) if day.year == year})  # one day may be in two


def _each(leave: Leave) -> Iterator[date]:
    for number in range((leave.end - leave.begin).days):
        yield leave.begin + number * DAY
