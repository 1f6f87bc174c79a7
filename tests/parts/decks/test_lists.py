"""Decks as text: exported text can be imported again, and an unreadable line gets its own sentence."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.base.language import pgettext, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.deckbuilding import Entries, by_name, entries_of
from bot.engine.cards.decklists import Cards, Unread, read_entry
from bot.games.registry import GAMES
from bot.parts.decks.lists import BadList, left_out, read_lines, write_lines

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
    for form in ("names", "table"):
        assert read(write_lines(entries, CARDS, form)) == entries


def test_a_name_that_two_cards_have_is_written_with_its_number() -> None:
    twins = {number: replace(CARDS[number], name="Twin") for number in ("TID-01", "TID-02")}
    assert (
        write_lines((("TID-01", 2), ("TID-13", 1)), {**CARDS, **twins}, "names")
        == "2 TID-01 Twin\n1x Full Net"
    )
    assert write_lines((("TID-13", 2), ("BAD-01", 1)), CARDS, "table") == "TID-13\tFull Net\t2\nBAD-01\t\t1"


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


PAGE = Path(__file__).parents[3] / "docs" / "CARDS.md"
"""The page whose table of lines is true."""


def test_the_lines_of_the_page_are_two_copies_of_a_card() -> None:
    table = PAGE.read_text(encoding="utf-8").split("## Deck lists")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ") and "`" in line]
    lines = [each for row in rows for each in re.findall(r"`([^`]+)`", row)]
    assert len(lines) > 15
    for line in lines:
        assert read(line) == (("TID-13", 2),), line


@pytest.mark.parametrize(
    "line",
    [
        "TID-13\t2",
        "TID-13, 2",
        "TID-13: 2",
        "TID-13 (2)",
        "TID-13 2x",
        "TID-13 x 2",
        "TID-13 2",
        "TID-13 Full Net (2)",
        "TID-13 Full Net 2",
        "TID-13\tFull Net\t2",
        "Full Net\tTID-13\t2",
        "2\tTID-13\tFull Net",
        "TID-13\t2\tFull Net",
        "Full Net, 2, TID-13",
        "TID-13 2 x Full Net",
        "x2 Full Net",
        "2xFull Net",
        "(2) Full Net",
        '"Full Net",2',
        '2,"Full Net"',
        "Full Net - 2",
        "2 Full Net (TID-13)",
        "- 2 Full Net",
        "• Full Net x2",
        "| 2 | TID-13 |",
        "\ufeff２\u00a0ＴＩＤ‑13",
        "2\u2009full\u202fnet\u200b",
        "2 TID-13 Volles Netz",
    ],
)
def test_a_count_is_read_wherever_other_tools_write_it(line: str) -> None:
    assert read(line) == (("TID-13", 2),)
    with speaking(language("de")):
        german = line.casefold().replace("full net", pgettext("card", "Full Net"))
        assert read(german) == (("TID-13", 2),)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("TID-13 Old Name 2", '"Old Name 2" has a number that may be a count'),
        ("TID-13 2.5", '"2.5" has a number that may be a count'),
        ("TID-13 ½", "has a number that may be a count"),
        ("TID-13 twice", "has a number that may be a count"),
        ("TID-13 -2", "has a number that may be a count"),
        ("2 TID-13 3", "it says 2 or 3 copies: write one of them."),
        ("2 Full Net (3)", "it says 2 or 3 copies: write one of them."),
        ("TID-13 0", "say how many copies, 1 to 60, not 0."),
        ("TID-13 2 TID-01", "it is not clear which card 2 belongs to: write one card on a line."),
        ("2 TID-13 Objection!", '"Objection!" is not the name of TID-13'),
        ("2 TID-13 Full Net Wcik", '"Full Net Wcik" is not the name of TID-13'),
        ("2 TID-13, Wcik", '"Wcik" is not the name of TID-13'),
        ("2 Full Net, Wcik", '"Wcik" is no card'),
        ("2. TID-13", '"2. TID-13" is no card'),
    ],
)
def test_what_may_be_a_count_or_a_card_and_cannot_be_read_is_never_dropped(line: str, fault: str) -> None:
    assert fault in " ".join(faults(line))


def test_a_card_with_a_figure_in_its_name_and_a_count_of_another_are_told_apart() -> None:
    names = by_name({"AB-01": "Clerk", "AB-02": "Clerk 2", "AB-03": "2 Clerk"})
    cards = Cards(names, 60, lambda word: f"{word}?")
    assert read_entry("Clerk", cards) == (1, "AB-01")
    assert read_entry("3 Clerk 2", cards) == (3, "AB-02")
    for words in ("Clerk 2", "2 Clerk"):
        with pytest.raises(Unread, match="can be read in two ways"):
            read_entry(words, cards)
    assert read_entry("AB-02 Clerk 2", cards) == (1, "AB-02")


@pytest.mark.parametrize(
    ("line", "entries"),
    [
        ("TID-13, 2, TID-01, 1", {"TID-13": 2, "TID-01": 1}),
        ("TID-13 2, TID-01", {"TID-13": 2, "TID-01": 1}),
        ("2 TID-13, TID-01 3, TID-02", {"TID-13": 2, "TID-01": 3, "TID-02": 1}),
        ("TID-13, 2 TID-01", {"TID-13": 1, "TID-01": 2}),
        ("2 Full Net 1 Sea Cucumber, Unhurried", {"TID-13": 2, "TID-03": 1}),
        ("2 Full Net, Objection!", {"TID-13": 2, "STO-12": 1}),
    ],
)
def test_several_cards_on_a_line_keep_their_counts(line: str, entries: dict[str, int]) -> None:
    assert dict(read(line)) == entries


def test_headings_of_other_tools_are_read_and_a_sideboard_is_said_to_be_left_out() -> None:
    head = "About\n== Deck ==\nNumber,Name,Copies\nSupports (2)\nTID-13,Full Net,2"
    text = f"{head}\n{{}}\n3 TID-01\n\nDeck:\n1 TID-02"
    for heading in ("Sideboard", "[Sideboard]", "# Sideboard", "Maybeboard (3):", "SIDE DECK"):
        told = text.format(heading)
        assert read(told) == (("TID-02", 1), ("TID-13", 2))
        assert left_out(told, BUILDING, None) == "Decks have no sideboard here: 1 line of it was left out."
    assert read("2 TID-13\nSB: 3 TID-01") == (("TID-13", 2),)
    assert left_out("2 TID-13\nTID-01", BUILDING, None) == ""
    assert faults("Sideboard\n2 TID-13")[1] == "Decks have no sideboard here: 1 line of it was left out."
    with speaking(language("de")):
        assert read("Charaktere (2)\nKarte;Anzahl\n2 TID-13\nBeilage\n3 TID-01") == (("TID-13", 2),)


_TOKENS = ("2", "3", "x2", "2x", "(3)", "TID-13", "TID-01", "Full Net", "Clod", "Wcik", "two", "½", '"')
_SEPARATORS = (" ", "\t", ", ", "; ", ": ", "\u00a0", " - ", "")


@given(
    st.lists(st.tuples(st.sampled_from(_TOKENS), st.sampled_from(_SEPARATORS)), min_size=1, max_size=7).map(
        lambda parts: "".join(map("".join, parts))
    )
)
def test_nothing_that_counts_is_dropped(text: str) -> None:
    """Each figure and each card of a list that is read is in the deck, which is the same when written out."""
    entries, _ = attempt(text)
    if not entries:
        return
    assert read(write_lines(entries, CARDS)) == entries
    deck = dict(entries)
    figures = [int(each) for each in re.findall(r"[0-9]+", re.sub(r"TID-[0-9]+", "", text))]
    assert "½" not in text
    assert set(re.findall(r"TID-[0-9]+", text)) <= set(deck)
    said = Counter(figures)
    if len(figures) == len(entries) == 1:
        assert figures == [deck[next(iter(deck))]]
    assert sum(deck.values()) <= sum(figures) + len(re.findall("TID-|Full Net|Clod", text))
    assert sum(deck.values()) >= max(said, default=1)
