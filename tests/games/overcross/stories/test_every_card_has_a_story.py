"""No card that comes with Overcross is without its story, and no story is of another card than it says."""

from __future__ import annotations

import re

import msgspec
import pytest

from tests.games.overcross.chance import POOL
from tests.games.overcross.stories import test_characters, test_edits, test_events, test_terrains

STORIES = [
    name
    for module in (test_characters, test_edits, test_terrains, test_events)
    for name in vars(module)
    if name.startswith("test_cst")
]


def test_each_card_has_a_story_called_by_its_number_and_name():
    called = [_called(f"{card.number} {card.name}") for card in POOL.cards.values()]
    assert [name for name in called if name not in STORIES] == []
    assert [name for name in STORIES if not any(name.startswith(story) for story in called)] == []


def _called(words: str) -> str:
    return "test_" + "_".join(re.findall(r"[a-z0-9]+", words.lower().replace("'", "")))


@pytest.mark.parametrize(
    ("effect", "card"),
    [
        ('"do":"draw"', "Bump the Thread"),
        ('"do":"damage"', "Flame War"),
        ('"do":"destroy","to":{"kind":["edit"', "Banhammer"),
        ('"do":"recover","which":{"kind":"character"},"to":"play"', "Back by Popular Demand"),
        ('"do":"theme","genre":"Fantasy","dmg":1', "Dragon Week"),
        ('"do":"damage","to":{"genre":"Fantasy"', "Genre Purge"),
        ('"dmg":2,"against":"Fantasy"', "Grudge Against Wizards"),
        ('"do":"deploy-nearer"', "Crossover"),
        ('"do":"recover","count":2', "Reprint"),
        ('"obstructive":true', "Wall"),
        ('"slow":true', "Bog"),
        ('"do":"damage","by":1', "Lava"),
    ],
)
def test_ovc_31_each_effect_that_is_named_is_on_a_card(effect, card):
    on = [each.name for each in POOL.cards.values() if effect in msgspec.json.encode(each).decode()]
    assert card in on
