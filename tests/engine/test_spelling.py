"""The known word that a misspelled one means."""

from __future__ import annotations

import pytest

from bot.engine.spelling import nearest, ranked


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
