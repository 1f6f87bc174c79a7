"""Positions as plain text: wrapped lines, paragraphs, boards of letters."""

from __future__ import annotations

from bot.engine.textlayout import board, cut, paragraphs, wrap, wrap_kept


def test_lines_are_wrapped_with_indents_and_never_at_hyphens():
    assert wrap("SMG-1 at C7, SMG-22 at D7", 12, rest="  ") == "SMG-1 at C7,\n  SMG-22 at\n  D7"
    assert wrap("a b c", 3, first="- ", rest="  ") == "- a\n  b\n  c"


def test_kept_words_are_not_broken():
    assert wrap_kept(["SMG-1 C7;", "SMG-2 D7;", "RPG-1 E9;"], 19) == "SMG-1 C7; SMG-2 D7;\nRPG-1 E9;"
    assert wrap_kept([], 10) == ""


def test_empty_paragraphs_are_left_out():
    assert paragraphs(["a", "", "b"]) == "a\n\nb"


def test_a_too_long_text_loses_whole_lines():
    assert cut("one\ntwo\nthree", 13) == "one\ntwo\nthree"
    assert cut("one\ntwo\nthree", 12) == "one\ntwo\n…"


def test_a_board_has_rulers_and_numbered_rows():
    text = board([["a ", "b "]], [(1, ["7h", ". "]), (0, [". ", "Kd"])])
    assert text == "   a b\n 2 7h.\n 1 . Kd"
