"""Cards as numbers (CRF-01, CRF-14)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.crossfire.rules import cards
from bot.games.crossfire.rules.cards import a_rank, back, card, joker, name, pack_of, short, strength
from bot.games.crossfire.rules.position import read_card

ANY_CARD = st.one_of(
    st.builds(card, st.integers(0, 3), st.integers(1, 13), st.integers(0, 3)),
    st.builds(joker, st.integers(0, 3)),
)


@given(ANY_CARD)
def test_a_card_is_written_in_two_letters_and_read_back(one):
    assert read_card(short(one), 4, pack_of(one)) == one


@given(ANY_CARD)
def test_every_card_is_one_of_number_royal_and_joker(one):
    kinds = (cards.is_numbered(one), cards.is_royal(one), cards.is_joker(one))
    assert sum(kinds) == 1
    assert cards.strength(one) == (cards.rank(one) if not cards.is_joker(one) else 0)
    assert (cards.suit(one) is None) == cards.is_joker(one)


@given(st.lists(ANY_CARD), ANY_CARD)
def test_a_hand_keeps_the_order_of_the_numbers(held, one):
    hand = cards.with_card((), *held)
    assert list(hand) == sorted(held)
    assert cards.without_card(cards.with_card(hand, one), one) == hand
    assert cards.without_card(hand, -9) == hand


@pytest.mark.parametrize(
    ("one", "called", "written", "with_article"),
    [
        (card(0, 6, 2), "6 of hearts", "6h", "a 6"),
        (card(1, 10, 0), "10 of clubs", "Tc", "a 10"),
        (card(0, 1, 3), "Ace of spades", "As", "an Ace"),
        (card(0, 8, 1), "8 of diamonds", "8d", "an 8"),
        (card(3, 13, 3), "King of spades", "Ks", "a King"),
        (joker(2), "Joker", "Jo", "a Joker"),
    ],
)
def test_the_names_of_cards(one, called, written, with_article):
    assert (name(one), short(one), a_rank(strength(one))) == (called, written, with_article)


def test_a_back_shows_only_its_pack():
    assert [pack_of(back(seat)) for seat in range(4)] == [0, 1, 2, 3]
    assert short(back(2)) == "??"


@pytest.mark.parametrize("text", ["", "1h", "6x", "joker"])
def test_an_invalid_card_is_refused(text):
    with pytest.raises(ValueError, match="is not a card: write 7h1"):
        read_card(text, 4, 0)
