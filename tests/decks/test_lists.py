"""Decks as text: exported text can be imported again, and an unreadable line gets its own sentence."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards.deckbuilding import Entries, entries_of
from bot.games.registry import GAMES
from bot.parts.decks.lists import read_lines, write_lines
from bot.parts.decks.refusals import BadList

BUILDING = GAMES["arclash"].decks
assert BUILDING is not None
CARDS = BUILDING.cards(None)

DRAFTS = st.dictionaries(st.sampled_from(sorted(CARDS)), st.integers(1, 2), min_size=1, max_size=30)


def read(text: str) -> Entries:
    return read_lines(text, BUILDING, None)


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(BadList) as refused:
        read(text)
    return refused.value.lines


def attempt(text: str) -> tuple[Entries, tuple[str, ...]]:
    """Return the deck of a text and no faults, or no cards and its faults."""
    try:
        return read(text), ()
    except BadList as fault:
        return (), fault.lines


@given(DRAFTS)
def test_any_draft_is_read_back_from_its_text_on_many_lines_or_on_one(copies: dict[str, int]) -> None:
    entries = entries_of(copies)
    text = write_lines(entries, CARDS)
    assert read(text) == entries
    assert read(text.replace("\n", " ")) == entries
    assert read(text.replace("\n", ", ")) == entries


@given(st.text(max_size=300))
def test_any_text_is_a_deck_or_gets_a_sentence_for_each_line(text: str) -> None:
    entries, lines = attempt(text)
    assert {number for number, _ in entries} <= set(CARDS)
    assert bool(entries) is not bool(lines)
    assert all(line.endswith((".", "?")) for line in lines)


def test_a_line_names_a_card_by_its_number_its_name_or_both():
    for line in ("2x tid-01", "2 TID-01 Wick", f"2 {CARDS['TID-01'].name}"):
        assert read(line) == (("TID-01", 2),)


def test_remarks_blank_lines_and_fences_are_ignored_and_copies_are_added() -> None:
    text = "```\n# Characters\n\n1 TID-01\n// more\nTID-01\n```"
    assert read(text) == (("TID-01", 2),)


def test_each_unreadable_line_is_reported_by_its_number() -> None:
    name = CARDS["TID-01"].name
    told = faults(f"2 TID-01\n2 TID-99\n1 {name[:-1]}\n0 TID-02\n3 total nonsense")
    assert told == (
        "Line 2: no card here has the number TID-99.",
        f'Line 3: "{name[:-1]}" is no card: did you mean {name} (TID-01)?',
        "Line 4: say how many copies, 1 to 60, not 0.",
        'Line 5: "total nonsense" is no card: write its set number or its whole name.',
    )
    many = faults("\n".join([f"2 BAD-{number:02}" for number in range(30)]))
    assert len(many) == 11
    assert many[-1] == "And 20 more lines."


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "The list is empty"),
        ("# nothing\n\n", "The list is empty"),
        ("2 TID-01\n" * 500, "characters; a deck needs 4,000 at most"),
        ("TID-01\n" * 121, "121 lines"),
        ("60 TID-01\n1 TID-02", "61 cards"),
        ("999 TID-01", "1 to 60, not 999"),
        ("a" * 500, "500 characters: write one card on a line"),
    ],
)
def test_too_long_lists_are_refused(text: str, fault: str) -> None:
    assert fault in " ".join(faults(text))


def test_hostile_lists_are_read_in_time() -> None:
    rng = random.Random(1)
    pieces = ["1 ", "x", "×", " ", "TID-", "A" * 5, "12", ",", "\n"]
    began = time.process_time()
    for _ in range(50):
        attempt("".join(rng.choices(pieces, k=900))[:4000])
    assert time.process_time() - began < 10
