"""Typed text is shown unchanged: without reversing, invisible or empty characters."""

from __future__ import annotations

import pytest

from bot.engine.sentences import echo, hidden, safe, visible
from bot.matches.model import NAMELESS, clean_name, clean_word
from bot.parts.decks.lists import DeckRefused, clean_deck_name
from bot.parts.dice.notation import read
from renderers.kit.text import printable

HIDING = (
    "\u202e", "\u2066", "\u200e", "\u061c", "\u200b", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u115f",
    "\u1160", "\u17b5", "\u180e", "\u2800", "\u3164", "\uffa0", "\ufe01", "\U000e0101", "\U000e0041",
    "\x00", "\x1b", "\x85", "\ud800", "\ue000",
)  # fmt: skip


@pytest.mark.parametrize("letter", HIDING, ids=lambda letter: f"U+{ord(letter):04X}")
def test_invisible_characters_are_removed_from_public_text(letter: str) -> None:
    assert hidden(letter)
    typed = f"Ann{letter} of{letter} York"
    cleaners = (visible, clean_name, clean_word, safe, printable, lambda word: echo(word).strip('"'))
    assert [clean(typed) for clean in cleaners] == ["Ann of York"] * len(cleaners)
    rolled = read(f"1d20[{typed}] # {typed}")
    assert rolled.label == "Ann of York"
    assert letter not in f"{rolled.text}{rolled.body}{rolled}"
    with pytest.raises(DeckRefused):
        clean_deck_name(f"Tide{letter}deck" if not letter.isspace() else letter)


@pytest.mark.parametrize("name", ["\u3164", " \u2800 \u200b", "\u202e\u202c", "\u200d\ufe0f", ""])
def test_an_invisible_name_is_empty(name: str) -> None:
    assert clean_name(name) == NAMELESS
    assert visible(name) == ""


@pytest.mark.parametrize(
    "name", ["Zoë", "Łukasz 紙", "👩‍🚀", "❤️‍🔥 Ann", "مى‌خواهم", "한글", "नमस्ते", "a  b".replace("  ", " "), "1️⃣"]
)
def test_names_of_all_scripts_and_emoji_are_unchanged(name: str) -> None:
    assert visible(name) == name


@pytest.mark.parametrize("typed", ["A\u200d", "\u200dA", "A\u200d B", "A\ufe0f\ufe0f", "A\u200d\u200dB"])
def test_joiners_without_effect_are_removed(typed: str) -> None:
    assert len(visible(typed)) < len(typed)


def test_lines_and_blanks_become_one_blank() -> None:
    assert visible(" a\n\tb\u2003\u00a0c \u2028") == "a b c"
