"""Decks and hands, as the card games use them."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.decks import Deck, without
from bot.engine.fair import Stream


@pytest.fixture
def rng():
    return Stream("match", b"s" * 32, ("", ""))


@pytest.mark.parametrize(
    ("deck", "count", "refill", "drawn", "rest"),
    [
        (Deck((7, 3, 9)), 2, True, (7, 3), Deck((9,))),
        (Deck((1, 2), discard=(3,)), 2, True, (1, 2), Deck((), discard=(3,))),
        (Deck((1,)), 8, True, (1,), Deck(())),
        (Deck((), discard=(1, 2)), 1, False, (), Deck((), discard=(1, 2))),
    ],
    ids=["from the top", "the deck suffices", "deck and discard pile are empty", "without refilling"],
)
def test_cards_are_drawn_from_the_top_and_nothing_is_shuffled(rng, deck, count, refill, drawn, rest):
    assert deck.draw(count, rng, "refill 1", refill=refill) == (drawn, rest)
    assert rng.draws == []


def test_an_empty_deck_is_refilled_by_shuffling_the_discard_pile(rng):
    drawn, rest = Deck((1,), discard=(2, 3, 4)).draw(3, rng, "refill 1")
    assert drawn[0] == 1
    assert sorted((*drawn, *rest.order)) == [1, 2, 3, 4]
    assert rest.discard == ()
    assert [(draw.kind, draw.purpose, draw.size) for draw in rng.draws] == [("shuffle", "refill 1", 3)]


def test_a_search_takes_cards_out_and_keeps_the_order_of_the_rest(rng):
    deck = Deck((5, 6, 7, 8))
    assert deck.top(2) == (5, 6)
    assert deck.take([6, 8]) == Deck((5, 7))
    assert sorted(deck.shuffled(rng, "deck 1").order) == [5, 6, 7, 8]


def test_discarded_cards_are_on_top_and_can_be_recovered():
    deck = Deck((), discard=(1,)).discarded((2, 3))
    assert deck.discard == (1, 2, 3)
    assert deck.recovered([2]).discard == (1, 3)


def test_a_missing_card_cannot_be_taken():
    with pytest.raises(ValueError, match="card 9 is not among these"):
        Deck((1, 2)).take([9])
    with pytest.raises(ValueError, match="card 1"):
        without((1, 2), [1, 1])


@given(
    order=st.lists(st.integers(0, 50), unique=True, max_size=12),
    split=st.integers(0, 12),
    count=st.integers(0, 15),
    seed=st.binary(min_size=32, max_size=32),
)
def test_a_draw_neither_makes_nor_loses_a_card(order, split, count, seed):
    deck = Deck(tuple(order[:split]), tuple(order[split:]))
    drawn, rest = deck.draw(count, Stream("m", seed), "refill 1")
    assert sorted((*drawn, *rest.order, *rest.discard)) == sorted(order)
    assert len(drawn) == min(count, len(order))


def test_a_deck_survives_json():
    deck = Deck((3, 1), (2,))
    assert msgspec.json.decode(msgspec.json.encode(deck), type=Deck) == deck
