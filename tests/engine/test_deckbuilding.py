"""Lists of counted cards: how many copies a line has, and which cards a name may mean."""

from __future__ import annotations

import pytest

from bot.engine.deckbuilding import by_name, counted


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
def test_copies_stand_before_a_card_or_after_it(words, meant):
    assert counted(words) == meant


def test_cards_of_one_name_are_all_found_by_it():
    assert by_name({"A-1": "Wall", "A-2": "Lava", "B-1": "WALL"}) == {"wall": ["A-1", "B-1"], "lava": ["A-2"]}
