"""Clock terms as people write them and as the bot shows them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.matches.clocks import LONGEST, ClockTerms
from bot.matches.errors import LobbyRefusal
from bot.matches.lobby_rules import check_terms
from bot.matches.terms import AT_ZERO, USUAL, USUAL_GRACE, clock_in_words, duration, read_clock, read_span

HOUR, DAY = 3600, 24 * 3600


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("none", ClockTerms()),
        ("  No Clock ", ClockTerms()),
        ("1 day a turn", ClockTerms("turn", DAY)),
        ("12h", ClockTerms("turn", 12 * HOUR)),
        ("1d12h", ClockTerms("turn", 36 * HOUR)),
        ("2 days and 3 hours per turn", ClockTerms("turn", 51 * HOUR)),
        ("a week each turn", ClockTerms("turn", 7 * DAY)),
        ("90 min/turn", ClockTerms("turn", 90 * 60)),
        ("1.5 h", ClockTerms("turn", 90 * 60)),
        ("1,5h a turn", ClockTerms("turn", 90 * 60)),
        ("2.5 days + 0,25 h", ClockTerms("bank", 60 * HOUR, HOUR // 4)),
        ("1d,12h", ClockTerms("turn", 36 * HOUR)),
        ("3 days + 12 hours a turn", ClockTerms("bank", 3 * DAY, 12 * HOUR)),
        ("3d+12h", ClockTerms("bank", 3 * DAY, 12 * HOUR)),
        ("10 days for the whole match", ClockTerms("bank", 10 * DAY)),
        ("10 Days in all + 1 hour", ClockTerms("bank", 10 * DAY, HOUR)),
        ("１０\u00a0days\u2009in all\u202f＋ 1 hour\ufeff", ClockTerms("bank", 10 * DAY, HOUR)),
    ],
)
def test_a_clock_is_written_in_many_ways(words: str, terms: ClockTerms) -> None:
    assert read_clock(words) == terms


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("soon", '"soon" is not a clock. Write "none", "1 day a turn"'),
        ("3", '"3" is not a clock'),
        ("3 parsecs", "is not a clock"),
        ("1,000 h", "is not a clock"),
        ("1.5.5 h", "is not a clock"),
        ("1h30", "is not a clock"),
        ("1 1/2 hours", "is not a clock"),
        ("3d + ", "is not a clock"),
        ("1d + 1h + 1h", "is not a clock"),
        ("-1 day", "is not a clock"),
        ("61 days a turn", "at most 60 days"),
        ("999999 weeks", "at most 60 days"),
        ("\u0663 days", "is not a clock"),
    ],
)
def test_an_invalid_clock_is_refused_with_examples(words: str, sentence: str) -> None:
    with pytest.raises(LobbyRefusal) as refused:
        read_clock(words)
    assert sentence in str(refused.value)


def test_a_clock_has_grace_and_a_consequence_at_zero() -> None:
    assert read_clock("1d", grace="2 hours", at_zero="resign") == ClockTerms(
        "turn", DAY, 0, 2 * HOUR, "resign"
    )
    assert read_clock("none", grace="none") == ClockTerms()
    for more in ({"grace": "1h"}, {"at_zero": "default"}):
        with pytest.raises(LobbyRefusal, match="Without a clock"):
            read_clock("none", **more)  # type: ignore[arg-type]
    with pytest.raises(LobbyRefusal, match='"long" is not a grace'):
        read_clock("1d", grace="long")


def test_every_offered_clock_can_be_read_and_is_valid() -> None:
    for words in USUAL:
        check_terms(read_clock(words))
    for words in USUAL_GRACE:
        check_terms(read_clock("1 day a turn", grace=words))


@settings(max_examples=50)
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_in_a_sentence(words: str) -> None:
    for read in (read_clock, read_span):
        sentence = "It is read."
        try:
            read(words)
        except LobbyRefusal as refused:
            sentence = str(refused)
        assert sentence.endswith(".")


@given(
    st.integers(60, LONGEST // 60),
    st.integers(0, 1000),
    st.sampled_from(["turn", "bank"]),
    st.sampled_from(list(AT_ZERO)),
)
def test_a_clock_shown_in_words_is_read_back(minutes: int, hours: int, kind: str, at_zero: str) -> None:
    """Only the two largest units are shown: 3 days 2 hours 5 minutes is shown as 3 days 2 hours."""
    seconds = minutes // 60 * HOUR
    increment = hours * HOUR if kind == "bank" else 0
    terms = ClockTerms(kind, seconds, increment, 0, at_zero)  # type: ignore[arg-type]
    told = clock_in_words(terms)
    assert read_clock(told.partition(";")[0], at_zero=at_zero) == terms  # type: ignore[arg-type]
    assert told.endswith(AT_ZERO[at_zero])  # type: ignore[index]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "no time"),
        (-5, "no time"),
        (59.9, "59 seconds"),
        (3661, "1 hour 1 minute"),
        (90000, "1 day 1 hour"),
    ],
)
def test_spans_are_shown_in_their_two_largest_units(seconds: float, words: str) -> None:
    assert duration(seconds) == words
