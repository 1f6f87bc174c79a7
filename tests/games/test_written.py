"""Positions written by games with cards: with other cards too, and edited by a user."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import bot
from bot.engine.cards.game import CardGame
from bot.engine.position_editor import put, seats_of, with_points
from bot.games.registry import GAMES
from bot.parts.workshop.lab.changes import with_number
from tests.games.random_play import fresh_randomness

CHANGED = {
    "arclash": ("TID-01", "power", 999),
    "neo-combat": ("NC-01", "copies", 5),
    "overcross": ("CST-01", "play", 1),
}
"""A changed card of each game, in a custom set: its number, and the change."""
every_game = pytest.mark.parametrize("key", CHANGED)


def played(key: str, number: int, cards: str = "standard") -> list[Any]:
    """Return positions of a match, played at random with these cards."""
    rules, random = GAMES[key].rules, Random(number)
    return list(islice(_turns(rules, random, cards), 0, 60, 3))


def _turns(rules: Any, random: Random, cards: str) -> Iterator[Any]:
    rng = fresh_randomness(random.randrange(1000))
    state = rules.setup(rules.normalize(replace(rules.Options(), cards=cards), 2), 2, rng)
    while rules.outcome(state) is None:
        yield state
        state = rules.clone(state)
        seat = random.choice(sorted(rules.to_act(state)))
        rules.apply(state, seat, random.choice(list(rules.legal(state, seat))), rng)


@every_game
def test_a_position_names_its_cards_unless_they_are_the_usual_ones(key: str) -> None:
    rules, library = GAMES[key].rules, cards_of(key).library
    other = with_number(key, library.standard, *CHANGED[key])
    for state in played(key, 1, other.hash):
        text = rules.notation(state)
        assert f"cards={other.hash}" in text
        assert rules.position(text) == rules.position(text, other.hash) == state
    for state in played(key, 1):
        assert "cards=" not in rules.notation(state)


@every_game
def test_the_cards_of_the_table_take_precedence(key: str) -> None:
    """Otherwise a hash in a text would show the cards of another server."""
    rules, library = GAMES[key].rules, cards_of(key).library
    other = with_number(key, library.standard, *CHANGED[key])
    text = rules.notation(played(key, 2, other.hash)[-1])
    assert rules.position(text, library.standard.hash).options.cards == library.standard.hash
    with pytest.raises(ValueError, match=r"^there are no cards f+ here\.$"):
        rules.position(text.replace(other.hash, "f" * 64))


@pytest.mark.parametrize("key", ["arclash", "neo-combat"])
def test_a_card_can_be_added_to_a_written_position(key: str) -> None:
    """The position lists all cards: an added one is taken from the deck."""
    game, random = GAMES[key], Random(3)
    editor, pool = cards_of(key).editor, cards_of(key).library.standard
    assert editor is not None
    hand = next(zone for zone in editor.zones if zone.word == "hand")
    able = [card for card in pool.cards.values() if not hand.kinds or card.kind in hand.kinds]
    changed = 0
    for state in played(key, 3):
        text = game.rules.notation(state)
        if state.hands if key == "neo-combat" else any(side.hand for side in state.sides):
            assert seats_of(text) == 2
            card = random.choice(able)
            if key == "neo-combat" and card.name not in text.partition("top:")[2].partition("discard:")[0]:
                continue  # all of them are elsewhere
            more = game.rules.position(put(text, hand, 1, card))
            assert held(more, 1) == held(state, 1) + 1
            assert deck(more, 1) == deck(state, 1) - 1
            scored = game.rules.position(with_points(text, editor, 0, 1))
            assert scored != state
            changed += 1
    assert changed > 5


def test_only_test_tables_write_positions() -> None:
    """A position contains all hands: only a person who plays all seats may see it."""
    root = Path(bot.__file__).parents[1]
    files = [path for folder in ("bot", "cogs", "renderers") for path in (root / folder).rglob("*.py")]
    writing = {
        path.relative_to(root).as_posix()
        for path in files
        if re.search(r"\.notation\(", path.read_text("utf-8"))
    }
    assert writing == {"bot/parts/workshop/test_table/service.py"}


def cards_of(key: str) -> CardGame[Any, Any, Any]:
    cards = GAMES[key].cards
    assert cards is not None
    return cards


def held(state: Any, seat: int) -> int:
    return len(state.hands[seat] if hasattr(state, "hands") else state.sides[seat].hand)


def deck(state: Any, seat: int) -> int:
    return len(state.deck.order if hasattr(state, "deck") else state.sides[seat].deck.order)
