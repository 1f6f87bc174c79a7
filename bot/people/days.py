"""Days and moments as people type them: "24.12.", "next Friday 20:00", "in 3 Tagen".

A phrase is read in English and in the current language, in one way only: one that may mean two days, or one
that is past, is refused with both days in full (`WhichDay`).
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.base.language import ENGLISH, N_, current
from bot.engine.sentences import either, may_be_typed
from bot.engine.spelling import name_key
from bot.people.reading import O_CLOCK, UnreadableSetting, in_words, off, read_time, shortened

if TYPE_CHECKING:  # it is loaded where somebody types a day
    from babel import Locale

BACK: Final = N_("back")
LONGEST_AWAY: Final = timedelta(days=366)
"""The longest time from now to a day of a leave."""
TODAY: Final = N_("today, now, tonight, this evening")
TOMORROW: Final = N_("tomorrow")
_DAY_AFTER: Final = N_("day after tomorrow, the day after tomorrow")
_ON: Final = N_("on, the, of")
"""Words that may stand before a day, a number or a month. Translations can have any number of words."""
_AT: Final = N_("at")
_IN: Final = N_("in")
_NEXT: Final = N_("next")
_THIS: Final = N_("this")
_COMING: Final = N_("coming")
_NEXT_WEEK: Final = N_("next week")
_NOON: Final = N_("noon, midday")
_MIDNIGHT: Final = N_("midnight")
_DAYS: Final = N_("d, day, days")
_WEEKS: Final = N_("w, week, weeks")
_MONTHS: Final = N_("month, months")
_NUMBERS: Final = (
    N_("one, a, an"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"),
    N_("nine"), N_("ten"),
)  # fmt: skip
"""The numbers from 1 as words."""
JUST_PAST: Final = 60
"""Days for which a day without a year that is past is not taken for the same day of the next year."""
_MOST: Final = 60
"""Characters of a phrase."""


class WhichDay(UnreadableSetting):
    """A phrase that may mean several days, or that is past."""

    moments: tuple[Moment, ...] = ()
    """What it may mean, without what is past."""


class Moment(NamedTuple):
    """A day, and a time on it if one was typed."""

    day: date
    minutes: int | None = None
    """After midnight."""

    def __str__(self) -> str:
        """Return the whole date in the current language, with the time."""
        from babel.dates import format_date

        full = format_date(self.day, "full", locale=calendar_of(current().code))
        return full if self.minutes is None else f"{full}, {in_words(self.minutes)}"

    @property
    def typed(self) -> str:
        """Return how it is typed without any doubt: 2026-12-24 20:00."""
        day = self.day.isoformat()
        return day if self.minutes is None else f"{day} {in_words(self.minutes)}"


def read_moment(words: str, now: datetime) -> Moment | None:
    """Return the day in a phrase and the time, if it has one; None for no phrase of a day.

    `now` is the time of the person's clock. Raises `WhichDay` for what is ambiguous or past, and
    `UnreadableSetting` for a day that the calendar does not have.
    """
    phrase = " ".join(name_key(words).replace(",", " ").split())
    if not phrase or len(phrase) > _MOST:
        return None
    if _is(phrase, _MIDNIGHT):
        return Moment(now.date() + timedelta(days=1), 0)
    rest, minutes, end_of_day = _without_time(phrase)
    day = _day(rest, words, now, minutes)
    if day is None:
        return None
    if end_of_day and rest != phrase and minutes is None:  # midnight of a day: its beginning or its end
        raise _which(words, [Moment(day, 0), Moment(day + timedelta(days=1), 0)])
    if end_of_day:
        day += timedelta(days=1)
    return Moment(day, minutes)


def suggest_moments(typed: str, now: datetime) -> list[Moment]:
    """Return what a phrase may mean, to be offered before it counts; nothing for an unreadable one."""
    try:
        moment = read_moment(typed, now)
    except WhichDay as unclear:
        return list(unclear.moments)
    except UnreadableSetting:
        return []
    return [moment] if moment is not None else []


def read_day(words: str, now: datetime) -> date:
    """Return the first day of a leave. Raises `UnreadableSetting`."""
    today, day = now.date(), _day_alone(words, now)
    if day is None:
        raise UnreadableSetting.translated(
            '"{words}" is no day. Write the first day of your leave, such as {day}, or nothing for today.',
            words=shortened(words),
            day=(today + timedelta(days=7)).isoformat(),
        )
    if day < today:
        raise UnreadableSetting.translated(
            "{day} is past. A leave begins today or later.", day=str(Moment(day))
        )
    return day


def read_return(words: str, now: datetime, begin: date | None = None) -> date | None:
    """Return the day of return from words such as "2026-12-24", "5 days" or "tomorrow".

    "5 days" are counted from `begin`, if that is not today. None for "off" and "back".
    """
    said, day = words.strip().lower(), now.date()
    if off(said) or said in may_be_typed(BACK):
        return None
    span = _span(name_key(words).split(), begin or day)
    back = span if span is not None and not _is(name_key(words).split()[0], _IN) else _day_alone(words, now)
    if back is None:
        raise UnreadableSetting.translated(
            '"{words}" is no day. Write the day of your return, such as {day}, or the number of '
            "days, such as 5 days, or off.",
            words=shortened(words),
            day=(day + timedelta(days=7)).isoformat(),
        )
    if back <= day:
        raise UnreadableSetting.translated(
            "{day} is not in the future. Write a day from tomorrow on.", day=str(Moment(back))
        )
    if back - day > LONGEST_AWAY:
        raise UnreadableSetting.translated(
            "That is more than a year ahead. Set it again when the time comes."
        )
    return back


def _day_alone(words: str, now: datetime) -> date | None:
    """Return the day of a phrase without a time."""
    moment = read_moment(words, now)
    return moment.day if moment is not None and moment.minutes is None else None


# A time in a phrase


def _without_time(phrase: str) -> tuple[str, int | None, bool]:
    """Return a phrase without its time, the time in minutes, and whether it is the end of the day."""
    at, clock = _any_of(_AT), _any_of(O_CLOCK)
    for word, minutes in [(each, 720) for each in _words(_NOON)] + [
        (each, None) for each in _words(_MIDNIGHT)
    ]:
        if match := re.search(rf"(?:^| )(?:{at} )?{re.escape(word)}(?: |$)", phrase):
            return _cut(phrase, match), minutes, minutes is None
    patterns = (
        rf"(?:^| )(?:{at} )?(\d{{1,2}}(?:[:.]\d\d)? ?(?:{clock}|am|pm))(?= |$)",
        rf"(?:^| )(?:{at} )?(\d{{1,2}}[:h]\d\d)(?= |$)",
        rf"(?:^| ){at} (\d{{1,2}}(?:[:.]\d\d)?)(?= |$)",
    )
    for pattern in patterns:
        if match := re.search(pattern, phrase):
            return _cut(phrase, match), read_time(match[1]), match[1].startswith("24")
    return phrase, None, False


def _cut(phrase: str, match: re.Match[str]) -> str:
    return " ".join(f"{phrase[: match.start()]} {phrase[match.end() :]}".split())


# A day

_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED: Final = re.compile(r"(\d{1,2})\. ?(\d{1,2})(?:\.|\. ?(\d{4}|\d\d))?")
_SLASHED: Final = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d\d))?")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th)? ?([^\W\d_]+)\.?(?: (\d{4}))?")
_MONTH_FIRST: Final = re.compile(r"([^\W\d_]+)\.? (\d{1,2})(?:\.|st|nd|rd|th)?(?: (\d{4}))?")


def _day(rest: str, words: str, now: datetime, minutes: int | None) -> date | None:
    """Return the day of a phrase without its time; without a day it is the next time with these minutes."""
    today = now.date()
    passed = minutes is not None and minutes <= now.hour * 60 + now.minute
    if not rest or _is(rest, TODAY):
        if passed:
            raise _past(words, Moment(today, minutes), Moment(today + timedelta(days=1), minutes))
        return today
    if _is(rest, _DAY_AFTER):
        return today + timedelta(days=2)
    if _is(rest, TOMORROW):
        return today + timedelta(days=1)
    parts = [each for each in rest.split() if not _is(each, _ON)]
    if not parts:
        return None
    if (day := _span(parts, today)) is not None:
        return day
    weekday = _weekday(parts[0])
    if weekday is not None and len(parts) > 1 and any(each.isdigit() for each in parts[1]):
        day = _dated(" ".join(parts[1:]), words, today)
        if day is not None and day.weekday() != weekday:
            raise UnreadableSetting.translated(
                "{day} is not the day of the week that you wrote. Write the day again.", day=str(Moment(day))
            )
        return day
    return _of_week(parts, words, now, minutes) or _dated(" ".join(parts), words, today)


def _span(parts: Sequence[str], begin: date) -> date | None:
    """Return the day after a span such as "in 3 days", "5 days", "two weeks"."""
    parts = list(parts[1:] if parts and _is(parts[0], _IN) else parts)
    if len(parts) == 1 and (match := re.fullmatch(r"(\d{1,4})([^\W\d_]+)", parts[0])):
        parts = [match[1], match[2]]
    if len(parts) != 2:
        return None
    number = next((n for n, each in enumerate(_NUMBERS, 1) if _is(parts[0], each)), 0)
    if not number and not (parts[0].isascii() and parts[0].isdigit() and len(parts[0]) < 5):
        return None
    number = number or int(parts[0])
    for unit, days in ((_DAYS, 1), (_WEEKS, 7)):
        if _is(parts[1], unit):
            return begin + timedelta(days=number * days)
    if _is(parts[1], _MONTHS):
        months = begin.year * 12 + begin.month - 1 + number
        year, month = divmod(months, 12)
        return date(year, month + 1, min(begin.day, monthrange(year, month + 1)[1])) if year < 9999 else None
    return None


def _of_week(parts: Sequence[str], words: str, now: datetime, minutes: int | None) -> date | None:
    """Return the day of "Friday", "next Friday", "Friday next week"; None for another phrase."""
    today, phrase = now.date(), " ".join(parts)
    monday = today - timedelta(days=today.weekday())
    for week in _words(_NEXT_WEEK):
        if phrase == week:
            raise _which(words, [Moment(today + timedelta(days=7)), Moment(monday + timedelta(days=7))])
        if week in phrase:
            named = _weekday(phrase.replace(week, "").strip())
            return None if named is None else monday + timedelta(days=7 + named)
    named = _weekday(parts[-1])
    if named is None or len(parts) > 2:
        return None
    ahead = (named - today.weekday()) % 7
    if ahead == 0 and minutes is not None and minutes <= now.hour * 60 + now.minute:
        ahead = 7
        if _is(parts[0], _THIS):
            raise _past(words, Moment(today, minutes), Moment(today + timedelta(days=ahead), minutes))
    nearest = today + timedelta(days=ahead)
    if len(parts) == 1:
        if ahead == 0:
            raise _which(words, [Moment(today, minutes), Moment(today + timedelta(days=7), minutes)])
        return nearest
    if _is(parts[0], _COMING):
        return nearest if ahead else today + timedelta(days=7)
    if _is(parts[0], _THIS):
        if named >= today.weekday():
            return monday + timedelta(days=named)
        raise _past(words, Moment(monday + timedelta(days=named), minutes), Moment(nearest, minutes))
    if _is(parts[0], _NEXT):
        if named > today.weekday():
            raise _which(words, [Moment(nearest, minutes), Moment(nearest + timedelta(days=7), minutes)])
        return nearest if ahead else today + timedelta(days=7)
    return None


def _dated(phrase: str, words: str, today: date) -> date | None:
    """Return the day of a written date."""
    if match := _ISO.fullmatch(phrase):
        return _date(int(match[1]), int(match[2]), int(match[3]), words, today)
    if match := _DOTTED.fullmatch(phrase):
        return _in_year(match[3], int(match[2]), int(match[1]), words, today)
    if match := _SLASHED.fullmatch(phrase):
        first, second = int(match[1]), int(match[2])
        if first > 12 or first == second:
            return _in_year(match[3], second, first, words, today)
        if second > 12:
            return _in_year(match[3], first, second, words, today)
        ways = [_in_year(match[3], *each, words, today) for each in ((second, first), (first, second))]
        raise _which(words, [Moment(each) for each in ways])
    if (match := _DAY_FIRST.fullmatch(phrase)) and (month := _months().get(match[2], 0)):
        return _in_year(match[3], month, int(match[1]), words, today)
    if (match := _MONTH_FIRST.fullmatch(phrase)) and (month := _months().get(match[1], 0)):
        return _in_year(match[3], month, int(match[2]), words, today)
    return None


def _in_year(year: str | None, month: int, day: int, words: str, today: date) -> date:
    """Return the day of this year; without a year the next one."""
    if year:
        return _date(int(year) + 2000 if len(year) == 2 else int(year), month, day, words, today)
    leap = month == 2 and day == 29
    this = today.year
    while leap and monthrange(this, 2)[1] < 29:
        this += 1
    soonest = _date(this, month, day, words, today)
    if soonest >= today:
        return soonest
    following = this + (4 if leap else 1)
    later = _date(following, month, day, words, today)
    if (today - soonest).days <= JUST_PAST:
        raise _past(words, Moment(soonest), Moment(later))
    return later


def _date(year: int, month: int, day: int, words: str, today: date) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise UnreadableSetting.translated(
            "The calendar has no {typed}. Write a day such as {day}.",
            typed=shortened(words.strip().rstrip(".")),  # 32.1. has a full stop of its own
            day=today.isoformat(),
        ) from None


# What is asked back


def _which(words: str, moments: Sequence[Moment]) -> WhichDay:
    unclear = WhichDay.translated(
        '"{words}" can be {days}. Write the day, such as {day}.',
        words=shortened(words),
        days=either([str(each) for each in moments]),
        day=moments[0].typed,
    )
    unclear.moments = tuple(moments)
    return unclear


def _past(words: str, past: Moment, later: Moment) -> WhichDay:
    unclear = WhichDay.translated(
        '"{words}" is past: {past}. For {later} write {day}.',
        words=shortened(words),
        past=str(past),
        later=str(later),
        day=later.typed,
    )
    unclear.moments = (later,)
    return unclear


# Words of the calendar


def _words(message: str) -> list[str]:
    return [name_key(each) for each in may_be_typed(message)]


def _is(word: str, message: str) -> bool:
    return word in _words(message)


def _any_of(message: str) -> str:
    return "(?:" + "|".join([re.escape(each) for each in _words(message)]) + ")"


def _weekday(word: str) -> int | None:
    """Return the day of the week, 0 for Monday."""
    return _weekdays_in(ENGLISH.code).get(word, _weekdays_in(current().code).get(word))


def _months() -> Mapping[str, int]:
    """Return the numbers of the months by their names and abbreviations."""
    return {**_months_in(ENGLISH.code), **_months_in(current().code)}


def calendar_of(code: str) -> Locale:
    """Return the words of a language's calendar and cities; English ones for a language without any."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(code)
    except (ValueError, UnknownLocaleError):
        return Locale.parse(ENGLISH.code)


@cache
def _weekdays_in(code: str) -> Mapping[str, int]:
    return _named(calendar_of(code).days)


@cache
def _months_in(code: str) -> Mapping[str, int]:
    return _named(calendar_of(code).months)


def _named(names: Mapping[str, Mapping[str, Mapping[int, str]]]) -> Mapping[str, int]:
    """Return the numbers by the names of CLDR and their first three letters; single letters are left out."""
    numbers: dict[str, int] = {}
    for form in names.values():
        for width, words in form.items():
            if width == "narrow":
                continue
            for number, name in words.items():
                word = name_key(name).rstrip(".")
                for each in (word, word[:3]):
                    numbers.setdefault(each, number)
    return numbers
