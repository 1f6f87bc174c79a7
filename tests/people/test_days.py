"""Typed days: a table of phrases in both languages, and what is asked back because it may mean two days."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.people.days import Moment, WhichDay, read_day, read_moment, read_return, suggest_moments
from bot.people.reading import UnreadableSetting
from bot.zones import ZoneData, zone, zone_data

NOW = datetime(2026, 12, 2, 18, 30, tzinfo=UTC)
"""A Wednesday evening."""
SATURDAY = datetime(2026, 12, 5, 21, tzinfo=UTC)

TAKEN = [
    # English, German, the day, the time
    ("2026-12-24", "2026-12-24", "2026-12-24"),
    ("24.12.2026", "24.12.2026", "2026-12-24"),
    ("24.12.26", "24.12.26", "2026-12-24"),
    ("24.12.", "24.12.", "2026-12-24"),
    ("24. 12. 2026", "24. 12. 2026", "2026-12-24"),
    ("1.2.2027", "1.2.2027", "2027-02-01"),
    ("24/12/2026", "24/12/2026", "2026-12-24"),
    ("12/24/2026", "12/24/2026", "2026-12-24"),
    ("5/5/2027", "5/5/2027", "2027-05-05"),
    ("24 December", "24. Dezember", "2026-12-24"),
    ("December 24th, 2026", "24. Dez. 2026", "2026-12-24"),
    ("Dec 24", "24. Dez", "2026-12-24"),
    ("on the 5th of December", "am 5. Dezember", "2026-12-05"),
    ("3 March", "3. März", "2027-03-03"),
    ("Thursday, 24 December 2026", "Donnerstag, 24. Dezember 2026", "2026-12-24"),
    ("Thu, 2026-12-24", "Do, 2026-12-24", "2026-12-24"),
    ("29 February", "29. Februar", "2028-02-29"),
    ("today", "heute", "2026-12-02"),
    ("tonight", "heute Abend", "2026-12-02"),
    ("tomorrow", "morgen", "2026-12-03"),
    ("the day after tomorrow", "übermorgen", "2026-12-04"),
    ("Friday", "Freitag", "2026-12-04"),
    ("on Friday", "am Freitag", "2026-12-04"),
    ("this Friday", "diesen Freitag", "2026-12-04"),
    ("coming Friday", "kommenden Freitag", "2026-12-04"),
    ("coming Wednesday", "kommenden Mittwoch", "2026-12-09"),
    ("fri", "Fr", "2026-12-04"),
    ("next Monday", "nächsten Montag", "2026-12-07"),
    ("next Wednesday", "nächsten Mittwoch", "2026-12-09"),
    ("Friday next week", "Freitag nächste Woche", "2026-12-11"),
    ("next week Friday", "nächste Woche Freitag", "2026-12-11"),
    ("in 3 days", "in 3 Tagen", "2026-12-05"),
    ("in three days", "in drei Tagen", "2026-12-05"),
    ("5 days", "5 Tage", "2026-12-07"),
    ("3d", "3d", "2026-12-05"),
    ("in 2 weeks", "in 2 Wochen", "2026-12-16"),
    ("in a week", "in einer Woche", "2026-12-09"),
    ("in a month", "in einem Monat", "2027-01-02"),
    ("20:00", "20:00", "2026-12-02 20:00"),
    ("8 pm", "20 Uhr", "2026-12-02 20:00"),
    ("tomorrow 20:00", "morgen 20:00", "2026-12-03 20:00"),
    ("tomorrow at 8", "morgen um 8", "2026-12-03 8:00"),
    ("at 8:30 pm tomorrow", "um 20:30 Uhr morgen", "2026-12-03 20:30"),
    ("Friday 20:00", "Freitag 20:00", "2026-12-04 20:00"),
    ("Wednesday 20:00", "Mittwoch 20 Uhr", None),
    ("Wednesday 18:00", "Mittwoch 18 Uhr", "2026-12-09 18:00"),
    ("24.12. 20:00", "24.12. 20.00 Uhr", "2026-12-24 20:00"),
    ("5 December, 8 pm", "5. Dezember, 20 Uhr", "2026-12-05 20:00"),
    ("Friday at 8", "Freitag um 8", "2026-12-04 8:00"),
    ("in three days at 8 pm", "in drei Tagen um 20 Uhr", "2026-12-05 20:00"),
    ("24.12. at 20.15", "24.12. um 20.15", "2026-12-24 20:15"),
    ("Friday noon", "Freitag mittags", "2026-12-04 12:00"),
    ("12am tomorrow", "morgen 0 Uhr", "2026-12-03 0:00"),
    ("midnight", "Mitternacht", "2026-12-03 0:00"),
    ("Friday 24:00", "Freitag 24:00", "2026-12-05 0:00"),
    # Asked back: None
    ("next Friday", "nächsten Freitag", None),
    ("next Friday 20:00", "nächsten Freitag 20:00", None),
    ("Wednesday", "Mittwoch", None),
    ("this Monday", "diesen Montag", None),
    ("3/4/2027", "3/4/2027", None),
    ("next week", "nächste Woche", None),
    ("18:00", "18:00", None),
    ("30 November", "30. November", None),
    ("1.12.", "1.12.", None),
    ("Friday midnight", "Freitag Mitternacht", None),
    # No day
    ("soon", "bald", ""),
    ("weekend", "Wochenende", ""),
    ("24.12. 20:00 21:00", "24.12. 20:00 21:00", ""),
    ("half past eight", "halb neun", ""),
    ("in an hour", "in einer Stunde", ""),
    ("in half an hour", "in anderthalb Stunden", ""),
]


@pytest.mark.parametrize(("english", "german", "meant"), TAKEN)
def test_a_phrase_means_the_same_in_both_languages(english: str, german: str, meant: str | None) -> None:
    for code, words in (("en", english), ("de", german), ("de", english)):
        with speaking(language(code)):
            if meant is None:
                with pytest.raises(WhichDay, match=r"\.$") as unclear:
                    read_moment(words, NOW)
                assert unclear.value.moments
                assert all(each.day >= NOW.date() for each in unclear.value.moments)
            else:
                found = read_moment(words, NOW)
                assert (found.typed if found else "") == meant, words


def test_what_is_asked_back_names_the_full_dates_and_how_to_write_them() -> None:
    asked = [
        (
            "next Friday",
            "Friday, December 4, 2026 or Friday, December 11, 2026. Write the day, such as 2026-12-04",
        ),
        ("3/4/2027", "can be Saturday, April 3, 2027 or Thursday, March 4, 2027"),
        (
            "30 November",
            "is past: Monday, November 30, 2026. For Tuesday, November 30, 2027 write 2027-11-30",
        ),
        ("Friday midnight", "Friday, December 4, 2026, 0:00 or Saturday, December 5, 2026, 0:00"),
    ]
    for words, sentence in asked:
        with pytest.raises(WhichDay, match=sentence):
            read_moment(words, NOW)
    with (
        speaking(language("de")),
        pytest.raises(WhichDay, match=r"Freitag, 4. Dezember 2026 oder Freitag, 11. Dez"),
    ):
        read_moment("nächsten Freitag", NOW)


def test_this_saturday_on_saturday_evening_is_not_a_time_that_has_passed() -> None:
    with pytest.raises(
        WhichDay, match=r"is past: Saturday, December 5, 2026, 20:00. For Saturday, December 12"
    ):
        read_moment("this Saturday 20:00", SATURDAY)
    assert read_moment("this Saturday 22:00", SATURDAY) == Moment(date(2026, 12, 5), 22 * 60)
    assert read_moment("next Saturday 20:00", SATURDAY) == Moment(date(2026, 12, 12), 20 * 60)
    assert read_moment("midnight", SATURDAY) == Moment(date(2026, 12, 6), 0)


def test_a_wrong_day_of_the_week_and_a_day_that_is_not_are_refused() -> None:
    with pytest.raises(UnreadableSetting, match="Thursday, December 24, 2026 is not the day of the week"):
        read_moment("Friday, 24 December 2026", NOW)
    with pytest.raises(UnreadableSetting, match=r"The calendar has no 31\.2\. Write a day"):
        read_moment("31.2.", NOW)


def test_what_a_phrase_means_is_offered_before_it_counts() -> None:
    assert [str(each) for each in suggest_moments("in 3 days", NOW)] == ["Saturday, December 5, 2026"]
    assert [each.typed for each in suggest_moments("next Friday 20:00", NOW)] == [
        "2026-12-04 20:00",
        "2026-12-11 20:00",
    ]
    assert suggest_moments("soon", NOW) == suggest_moments("31.2.", NOW) == []


def test_a_leave_takes_phrases_and_counts_a_span_from_its_beginning() -> None:
    begin = read_day("next Monday", NOW)
    assert begin == date(2026, 12, 7)
    assert read_return("5 days", NOW, begin) == date(2026, 12, 12)
    assert read_return("in 5 days", NOW, begin) == date(2026, 12, 7)
    assert read_return("24.12.", NOW, begin) == date(2026, 12, 24)
    with pytest.raises(UnreadableSetting, match='"Friday 20:00" is no day'):
        read_return("Friday 20:00", NOW)


@given(st.text(max_size=70) | st.text(st.sampled_from("0123456789.:/-hdFridaynext "), max_size=20))
def test_any_phrase_is_read_or_refused_in_a_sentence(typed: str) -> None:
    found, sentence = None, ""
    try:
        found = read_moment(typed, NOW)
    except UnreadableSetting as refused:
        sentence = refused.sentence
    assert not sentence or sentence.endswith(".")
    if found is not None:
        assert read_moment(found.typed, NOW) == found


def test_the_newer_zone_data_are_used() -> None:
    """By the data of 2025, Vancouver would be at UTC-8 in December 2026; since then it stays at UTC-7."""
    assert zone_data() == ZoneData(
        zone_data().version, of_system=zone_data().of_system, other=zone_data().other
    )
    assert zone_data().version >= "2026f"
    at = datetime(2026, 12, 15, 20, tzinfo=zone("America/Vancouver"))
    assert at.astimezone(UTC) == datetime(2026, 12, 16, 3, tzinfo=UTC)
