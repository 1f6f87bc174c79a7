"""Every shipped card of Overcross has its story, and every story belongs to the card of its name."""

from __future__ import annotations

import re

from tests.games.overcross.chance import POOL
from tests.games.overcross.stories import test_characters, test_edits, test_events, test_terrains

STORIES = [
    name
    for module in (test_characters, test_edits, test_terrains, test_events)
    for name in vars(module)
    if name.startswith("test_cst")
]


def test_each_card_has_a_story_named_by_its_number_and_name():
    called = [_called(f"{card.number} {card.name}") for card in POOL.cards.values()]
    assert [name for name in called if name not in STORIES] == []
    assert [name for name in STORIES if not any(name.startswith(story) for story in called)] == []


def _called(words: str) -> str:
    return "test_" + "_".join(re.findall(r"[a-z0-9]+", words.lower().replace("'", "")))
