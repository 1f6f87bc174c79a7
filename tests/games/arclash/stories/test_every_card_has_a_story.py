"""Every shipped card of Arclash has its story, and every story belongs to the card of its name."""

from __future__ import annotations

import re

from tests.games.arclash.all_stories import stories
from tests.games.arclash.shipped import arclash_pool


def test_each_card_has_a_story_named_by_its_number_and_name():
    cards = arclash_pool().cards.values()
    assert sorted(stories()) == sorted(_called(f"{card.number} {card.name}") for card in cards)


def _called(words: str) -> str:
    return "test_" + "_".join(re.findall(r"[a-z0-9]+", words.lower().replace("'", "").replace("’", "")))
