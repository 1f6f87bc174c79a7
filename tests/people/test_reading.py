"""Reading of typed settings, and the refusals of text that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.people.days import read_return
from bot.people.preferences import Quiet
from bot.people.reading import UnreadableSetting, in_words, read_quiet, read_reminder, read_time
from bot.people.zone_words import read_zone, suggest_zones

Read = Callable[[str], object]
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def back(typed: str) -> date | None:
    return read_return(typed, NOW)


@pytest.mark.parametrize(
    ("read", "typed", "value"),
    [
        (read_zone, "Europe/Berlin", "Europe/Berlin"),
        (read_zone, "europe/berlin", "Europe/Berlin"),
        (read_zone, "America/New York", "America/New_York"),
        (read_zone, " Asia/Kolkata ", "Asia/Kolkata"),
        (read_zone, "utc", "UTC"),
        (read_zone, "Berlin", "Europe/Berlin"),
        (read_zone, "new york", "America/New_York"),
        (read_zone, "vancouver", "America/Vancouver"),
        (read_quiet, "22-7", Quiet(22 * 60, 7 * 60)),
        (read_quiet, "22:30 - 6:45", Quiet(22 * 60 + 30, 6 * 60 + 45)),
        (read_quiet, "10pm to 7am", Quiet(22 * 60, 7 * 60)),
        (read_quiet, "0-8", Quiet(0, 8 * 60)),
        (read_quiet, "21h–24", Quiet(21 * 60, 0)),
        (read_reminder, "12h", 12),
        (read_reminder, "12", 12),
        (read_reminder, "1 hour", 1),
        (read_reminder, "2 days", 48),
        (read_reminder, "1d", 24),
        (read_reminder, "2 weeks", 336),
        (back, "2026-05-08", date(2026, 5, 8)),
        (back, "5 days", date(2026, 5, 6)),
        (back, "2 weeks", date(2026, 5, 15)),
        (back, "tomorrow", date(2026, 5, 2)),
        (back, "back", None),
    ],
)
def test_usual_spellings_are_read(read: Read, typed: str, value: object) -> None:
    assert read(typed) == value


@pytest.mark.parametrize("typed", ["off", "None", " no "])
def test_a_word_turns_off_quiet_hours_reminders_and_absence(typed: str) -> None:
    assert (read_quiet(typed), read_reminder(typed), back(typed)) == (None, 0, None)


@pytest.mark.parametrize(
    ("read", "typed", "sentence"),
    [
        (read_zone, "Mars/Base", "such as Europe/London"),  # and not a zone of the Antarctic
        (read_zone, "Europe/Berln", "such as Europe/Berlin"),
        (read_quiet, "at night", "are no hours. Write the hours, such as 22-7"),
        (read_quiet, "22-25", '"25" is no time of day'),
        (read_quiet, "22:75-7", '"22:75" is no time of day'),
        (read_quiet, "13pm-7", '"13pm" is no time of day'),
        (read_quiet, "7-7", "the whole day"),
        (read_quiet, "22", "are no hours"),
        (read_reminder, "soon", '"soon" is no span of time'),
        (read_reminder, "0h", "after one hour at least and 14 days at most"),
        (read_reminder, "15 days", "after one hour at least and 14 days at most"),
        (read_reminder, "-3h", "is no span of time"),
        (read_zone, "EST", "a time that several places have, .* such as New York or Toronto"),
        (read_zone, "CET", "such as Berlin"),
        (read_zone, "pst", "such as Los Angeles"),
        (read_zone, "GMT+1", "such as London or Berlin or Lisbon"),
        (read_zone, "UTC+05:45", "such as Kathmandu"),
        (back, "2026-05-01", "Friday, May 1, 2026 is not in the future. Write a day from tomorrow on"),
        (back, "2026-02-30", "The calendar has no 2026-02-30"),
        (back, "2028-01-01", "more than a year ahead"),
        (back, "5", '"5" is no day. Write the day of your return, such as 2026-05-08'),
        (back, "12h", '"12h" is no day'),
        (back, "someday", '"someday" is no day'),
    ],
)
def test_unreadable_text_is_refused_with_examples(read: Read, typed: str, sentence: str) -> None:
    with pytest.raises(UnreadableSetting, match=sentence):
        read(typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Europe/Berln", "Europe/Berlin"),
        ("new yrok", "America/New_York"),
        ("Kolkatta", "Asia/Kolkata"),
    ],
)
def test_an_unknown_zone_is_refused_with_a_suggestion(typed: str, meant: str) -> None:
    with pytest.raises(UnreadableSetting, match=f'There is no time zone "{typed}".*{meant}'):
        read_zone(typed)
    assert meant in suggest_zones(typed)[:3]


def test_zones_are_suggested_before_typing_and_within_discord_s_limit() -> None:
    assert "Europe/Berlin" in suggest_zones("")
    assert len(suggest_zones("a")) == 25
    assert len(set(suggest_zones("europe"))) == 25
    assert all(name.startswith("Europe/") for name in suggest_zones("europe"))


@given(st.integers(0, 24 * 60 - 1))
def test_every_time_of_day_is_read_as_it_is_shown(minutes: int) -> None:
    assert read_time(in_words(minutes)) == minutes


def answer_to(read: Read, typed: str) -> str:
    """Return the sentence with which a text is refused, "" where it is read."""
    try:
        read(typed)
    except UnreadableSetting as refusal:
        return refusal.sentence
    return ""


@given(st.text(max_size=300) | st.from_regex(r"[0-9 :hdw.–-]{1,12}", fullmatch=True))
def test_any_text_is_read_or_refused_in_a_sentence(typed: str) -> None:
    for read in (read_zone, read_quiet, read_time, read_reminder, back):
        sentence = answer_to(read, typed)
        assert not sentence or sentence.endswith(".")
        assert len(sentence) < 400
