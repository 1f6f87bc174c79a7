"""The known word that a misspelled one means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.spelling import keyboard_signs, name_key, nearest, ranked, typed


@pytest.mark.parametrize(
    ("given", "known", "meant"),
    [
        ("snipper", ["SMG", "Sniper", "Medic"], "Sniper"),
        ("SNYPER-1", ["SMG-1", "Sniper-1"], "Sniper-1"),
        ("ballanced", ["balanced", "rockets"], "balanced"),
        ("xyz", ["SMG", "Sniper"], ""),
        ("", ["SMG"], ""),
        ("smg", [], ""),
        ("x" * 5000, ["SMG"], ""),
    ],
)
def test_the_nearest_word_must_be_similar(given, known, meant):
    assert nearest(given, known) == meant


def test_of_equally_similar_words_the_first_is_returned():
    assert nearest("SMG-4", ["SMG-1", "SMG-2"]) == "SMG-1"
    assert nearest("smg", ["SMG", "smg"]) == "SMG"


def test_words_are_ranked_by_whole_or_partial_similarity():
    titles = {"a": "Papyrus: origami squads", "b": "Crossfire: two packs", "c": "Arclash: heroes"}
    assert ranked("squads", titles, most=2)[0] == "a"
    assert ranked("crosfire", titles, most=1) == ["b"]
    assert ranked("xyz", titles, most=3, alike=60) == []


@pytest.mark.parametrize(
    "typed_as",
    [
        "Fox's Wedding",
        "fox’s\u00a0wedding",
        "Fox‘s  Wedding",
        "\ufeffFox's\u2009Wedding",
        "Ｆｏｘ＇ｓ Wedding",
        "Fox\u200b's Wed\u00adding",
    ],
)
def test_a_name_is_found_whatever_keyboard_typed_it(typed_as):
    assert name_key(typed_as) == name_key("Fox's Wedding")
    assert nearest(typed_as, ["Half-Tide", "Fox’s Wedding"]) == "Fox’s Wedding"


def test_a_name_copied_on_a_mac_is_the_same_name():
    assert name_key("Mu\u0308nze – bö") == name_key("Münze - bo\u0308")


def test_typed_text_keeps_lines_tabs_and_letters_and_places_can_be_kept():
    for quoted in ("“x y”", "„x y“", "»x y«", "«x y»", "”x y”"):
        assert typed(f"{quoted} O’Brien") == '"x y" O\'Brien'
    assert typed("\ufeff2\tTID‑01\r\n“x” １２ Ｗ") == '2\tTID-01\r\n"x" 12 W'
    text = "2\u200b–\u2009“é\u0301”\n"
    assert keyboard_signs(text) == '2 - "é\u0301"\n'
    assert len(keyboard_signs(text)) == len(text)


@given(st.text(max_size=60))
def test_folding_twice_is_folding_once(text):
    assert typed(typed(text)) == typed(text)
    assert name_key(name_key(text)) == name_key(text)
    assert len(keyboard_signs(text)) == len(text)
