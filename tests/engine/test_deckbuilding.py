"""The cards that a name may mean."""

from __future__ import annotations

from bot.engine.cards.deckbuilding import by_name


def test_a_name_finds_all_its_cards():
    assert by_name({"A-1": "Wall", "A-2": "Lava", "B-1": "WALL"}) == {"wall": ["A-1", "B-1"], "lava": ["A-2"]}
