"""The stories of cards are complete: if any detail of a card is changed, its story fails.

So every number, word and branch of a card has a story that depends on it. The ordinary suite tries the first
card of each lineage, the long run all cards.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.games.arclash.cards.cards import Library
from bot.games.arclash.rules.rules import ArclashRules
from tests.games.arclash import story
from tests.games.arclash.all_stories import of_card
from tests.games.arclash.shipped import arclash_pool
from tests.games.arclash.twists import pool_with, twisted

POOL = arclash_pool()


def _cards() -> list[object]:
    first = {number[:3]: number for number in reversed(POOL.cards)}
    return [
        number if number in first.values() else pytest.param(number, marks=pytest.mark.soak)
        for number in POOL.cards
    ]


@pytest.mark.parametrize("number", _cards())
def test_a_story_fails_for_every_changed_card(number: str, monkeypatch: pytest.MonkeyPatch):
    tell, unnoticed, tried = of_card(number), [], 0
    tell()
    for twist, other in twisted(POOL.cards[number]):
        playing = ArclashRules(Library(pool_with(POOL, other)))
        monkeypatch.setattr(story, "rules", lambda playing=playing: playing)
        tried += 1
        if not _fails(tell):
            unnoticed.append(str(twist))
    assert unnoticed == []
    assert tried > 3


def _fails(tell: Callable[[], None]) -> bool:
    try:
        tell()
    except Exception:
        return True
    return False
