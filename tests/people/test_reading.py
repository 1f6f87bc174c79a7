"""What people type for their settings, and what they are told where it says nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.people.preferences import Quiet
from bot.people.reading import (
    UnreadableSetting,
    in_words,
    read_quiet,
    read_reminder,
    read_return,
    read_time,
    read_zone,
    suggest_zones,
)

TODAY = date(2026, 5, 1)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("America/New York", "America/New_York"),
        (" Asia/Kolkata ", "Asia/Kolkata"),
        ("utc", "UTC"),
    ],
)
def test_zones_are_read_as_people_write_them(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Berlin", "Europe/Berlin"),
        ("Europe/Berln", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("Kolkatta", "Asia/Kolkata"),
    ],
)
def test_a_zone_that_is_not_there_is_answered_with_what_was_meant(typed: str, meant: str) -> None:
    with pytest.raises(UnreadableSetting, match=f'There is no time zone "{typed}".*{meant}'):
        read_zone(typed)
    assert meant in suggest_zones(typed)[:3]


def test_zones_are_offered_before_anything_is_typed_and_never_more_than_discord_shows() -> None:
    assert "Europe/Berlin" in suggest_zones("")
    assert len(suggest_zones("a")) == 25
    assert len(set(suggest_zones("europe"))) == 25
    assert all(name.startswith("Europe/") for name in suggest_zones("europe"))


@pytest.mark.parametrize(
    ("typed", "begin", "end"),
    [
        ("22-7", 22 * 60, 7 * 60),
        ("22:30 - 6:45", 22 * 60 + 30, 6 * 60 + 45),
        ("10pm to 7am", 22 * 60, 7 * 60),
        ("0-8", 0, 8 * 60),
        ("21h–24", 21 * 60, 0),
    ],
)
def test_quiet_hours_are_read(typed: str, begin: int, end: int) -> None:
    assert read_quiet(typed) == Quiet(begin, end)


@pytest.mark.parametrize("typed", ["off", "None", " no "])
def test_quiet_hours_reminders_and_absence_end_by_a_word(typed: str) -> None:
    assert read_quiet(typed) is None
    assert read_reminder(typed) == 0
    assert read_return(typed, TODAY) is None


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("at night", "are no hours. Write the hours, such as 22-7"),
        ("22-25", '"25" is no time of day'),
        ("22:75-7", '"22:75" is no time of day'),
        ("13pm-7", '"13pm" is no time of day'),
        ("7-7", "the whole day"),
        ("22", "are no hours"),
    ],
)
def test_hours_that_say_nothing_are_answered_with_how_to_write_them(typed: str, sentence: str) -> None:
    with pytest.raises(UnreadableSetting, match=sentence):
        read_quiet(typed)


@given(st.integers(0, 24 * 60 - 1))
def test_every_time_of_day_is_read_as_it_is_shown(minutes: int) -> None:
    assert read_time(in_words(minutes)) == minutes


@pytest.mark.parametrize(
    ("typed", "hours"), [("12h", 12), ("12", 12), ("1 hour", 1), ("2 days", 48), ("1d", 24), ("2 weeks", 336)]
)
def test_spans_of_reminders_are_read_in_hours(typed: str, hours: int) -> None:
    assert read_reminder(typed) == hours


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("soon", '"soon" is no span of time'),
        ("0h", "after one hour at least and 14 days at most"),
        ("15 days", "after one hour at least and 14 days at most"),
        ("-3h", "is no span of time"),
    ],
)
def test_spans_that_cannot_be_are_refused_with_what_can(typed: str, sentence: str) -> None:
    with pytest.raises(UnreadableSetting, match=sentence):
        read_reminder(typed)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-05-08", date(2026, 5, 8)),
        ("5 days", date(2026, 5, 6)),
        ("2 weeks", date(2026, 5, 15)),
        ("tomorrow", date(2026, 5, 2)),
        ("back", None),
    ],
)
def test_the_day_of_return_is_read(typed: str, day: date | None) -> None:
    assert read_return(typed, TODAY) == day


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("2026-05-01", "is not in the future. Write a day from tomorrow on"),
        ("2026-02-30", "The calendar has no 2026-02-30"),
        ("2028-01-01", "more than a year ahead"),
        ("5", '"5" is no day. Write the day of your return, such as 2026-05-08'),
        ("12h", '"12h" is no day'),
        ("someday", '"someday" is no day'),
    ],
)
def test_a_return_that_cannot_be_is_refused_with_what_can(typed: str, sentence: str) -> None:
    with pytest.raises(UnreadableSetting, match=sentence):
        read_return(typed, TODAY)


def answer_to(read: Callable[[str], object], typed: str) -> str:
    """Return the sentence with which a text is refused, "" where it is read."""
    try:
        read(typed)
    except UnreadableSetting as refusal:
        return refusal.sentence
    return ""


@given(st.text(max_size=300) | st.from_regex(r"[0-9 :hdw.–-]{1,12}", fullmatch=True))
def test_no_text_is_answered_with_anything_but_a_sentence(typed: str) -> None:
    for read in (read_zone, read_quiet, read_time, read_reminder, lambda word: read_return(word, TODAY)):
        sentence = answer_to(read, typed)
        assert not sentence or sentence.endswith(".")
        assert len(sentence) < 400


def test_a_place_on_mars_is_not_answered_with_the_antarctic() -> None:
    with pytest.raises(UnreadableSetting, match="such as Europe/London"):
        read_zone("Mars/Base")
    with pytest.raises(UnreadableSetting, match="such as Europe/Berlin"):
        read_zone("Europe/Berln")
