"""Lists of counted cards: the copies of a line, and the cards that a name may mean."""

from __future__ import annotations

import pytest

from bot.engine.cards.deckbuilding import by_name, counted


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("2 TID-01", (2, "TID-01")),
        ("2x TID-01", (2, "TID-01")),
        ("2 x TID-01", (2, "TID-01")),
        ("2×TID-01", (2, "TID-01")),
        ("TID-01 x2", (2, "TID-01")),
        ("Full Net × 3", (3, "Full Net")),
        ("Full Net", (1, "Full Net")),
        ("0 Full Net", (0, "Full Net")),
        ("1000 Nights", (1, "1000 Nights")),
        ("2 Full Net x3", (2, "Full Net x3")),
    ],
)
def test_copies_are_written_before_or_after_a_card(words, meant):
    assert counted(words) == meant


def test_a_name_finds_all_its_cards():
    assert by_name({"A-1": "Wall", "A-2": "Lava", "B-1": "WALL"}) == {"wall": ["A-1", "B-1"], "lava": ["A-2"]}
