"""*Try this card* lays a position in which the card does what it says, in each game with cards."""

from __future__ import annotations

import pytest

from bot.engine.cards.effect_context import WORKING
from bot.engine.fair import Stream
from bot.games.registry import GAMES
from bot.parts.workshop.test_table.playing import begun, position_for
from tests.engine.cards.card_files.sound import SOUND
from tests.engine.cards.card_files.sound import read as read_cards

WITH_CARDS = [key for key, game in GAMES.items() if game.cards is not None]


def works(key: str, numbers: list[str]) -> list[str]:
    """Return the cards for which no position was found in which they work."""
    pool = GAMES[key].cards.library.standard  # type: ignore[union-attr]
    return [number for number in numbers if not position_for(key, pool.hash, number)[1]]


@pytest.mark.parametrize("key", WITH_CARDS)
def test_a_position_is_found_for_some_cards_of_every_kind(key: str) -> None:
    cards = GAMES[key].cards.library.standard.cards  # type: ignore[union-attr]
    first = {
        (card.kind, *[ability.trigger for ability in getattr(card, "abilities", ())][:1]): number
        for number, card in cards.items()
    }
    assert works(key, list(first.values())) == []


@pytest.mark.slow
@pytest.mark.parametrize("key", WITH_CARDS)
def test_a_position_is_found_for_every_card_that_comes_with_the_bot(key: str) -> None:
    assert works(key, list(GAMES[key].cards.library.standard.cards)) == []  # type: ignore[union-attr]


def test_the_card_is_played_at_once_in_a_position_where_its_condition_holds() -> None:
    """A Support that asks for a word: its seat has such a Character, and playing it does what it says."""
    asks = 'needs = { test = "cards", cards = { zone = "stack", which = { word = "Patient" } } }'
    content = SOUND.replace('{ on = "played", then', f'{{ on = "played", {asks}, then')
    one = read_cards(content).set
    assert one is not None
    arclash = GAMES["arclash"]
    assert arclash.cards is not None
    pool = arclash.cards.library.add(arclash.cards.library.standard.with_sets([one]))
    text, found = position_for("arclash", pool.hash, "REE-11")
    assert found
    state = begun(text, arclash, pool.hash).state
    play, *_ = [
        action
        for action in arclash.rules.legal(state, 0)
        if [*arclash.decks.playable(arclash.rules.view(state, 0), [action])] == ["REE-11"]  # type: ignore[union-attr]
    ]
    working: set[str] = set()
    token = WORKING.set(working)
    arclash.rules.apply(state, 0, play, Stream("here", bytes(32)))
    WORKING.reset(token)
    assert "REE-11" in working


def test_for_a_card_that_can_never_work_there_is_a_position_and_the_truth() -> None:
    never = (
        'needs = { test = "cards", cards = { zone = "stack", which = { word = "Patient" } }, at_least = 9 }'
    )
    one = read_cards(SOUND.replace('{ on = "played", then', f'{{ on = "played", {never}, then')).set
    assert one is not None
    arclash = GAMES["arclash"]
    assert arclash.cards is not None
    pool = arclash.cards.library.add(arclash.cards.library.standard.with_sets([one]))
    text, found = position_for("arclash", pool.hash, "REE-11")
    assert not found
    assert begun(text, arclash, pool.hash)
