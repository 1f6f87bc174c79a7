"""Actions as typed words: formatted actions are parsed back, and invalid words are refused in a sentence."""

from __future__ import annotations

import re

import pytest

from bot.base.language import speaking
from bot.engine.errors import IllegalAction, UnreadableAction
from bot.games.crossfire.rules.actions import Discard, KeepOne, Lay, Replace, Support, Tower
from bot.games.crossfire.rules.cards import card, joker
from tests.games.crossfire.screens import WORDING
from tests.games.crossfire.table import RULES, Table
from tests.languages.marked import MARKED, unmarked

TABLE = Table("b2:10 b3:4 c3:6 c4:7+7@2+K+Q@2+10s@2+10s", "c8:10", hand="7h 10s Kd Jo", hands={2: "7h 7s 2c"})
VIEW = RULES.view(TABLE.state, 0)


def parse(action, view=VIEW, seat=0, /, **words):
    return WORDING.parse(view, seat, action, words)


def refusal(action, view=VIEW, seat=0, /, **words):
    """Return the sentence that refuses words; all of it is in the catalogues."""
    with speaking(MARKED), pytest.raises(UnreadableAction) as marked:
        parse(action, view, seat, **words)
    assert unmarked(re.sub(r'"[^"⟦]*"', "", marked.value.sentence), ["Joker"]) == [], marked.value.sentence
    with pytest.raises(UnreadableAction) as refused:
        parse(action, view, seat, **words)
    return refused.value.sentence


SEVENS = ("7h", "7H", " 7h ", "7♥", "7\u2665\ufe0f", "7 h", "7 of hearts", "7 hearts", "the 7 of Hearts", "7")
TENS = ("10s", "Ts", "10 of spades", "10♠", "t s", "●10s", "1:10s", "10s of seat 1")
KINGS = ("Kd", "king of diamonds", "K", "king", "K♦")
JOKERS = ("joker", "Joker", "jo", "a joker")


@pytest.mark.parametrize(
    ("words", "meant"),
    [(SEVENS, card(0, 7, 2)), (TENS, card(0, 10, 3)), (KINGS, card(0, 13, 1)), (JOKERS, joker(0))],
    ids=["seven", "ten", "king", "joker"],
)
def test_cards_may_be_typed_in_many_ways(words, meant):
    for word in words:
        assert parse(Discard, card=word) == Discard(meant), word


@pytest.mark.parametrize("word", ["c3", "C3", " c3 ", "c 3"])
def test_squares_are_read_in_either_case(word):
    assert parse(Replace, at=word) == Replace(TABLE.square("c3"))


def test_a_card_not_in_the_hand_is_left_to_the_rules_to_refuse():
    action = parse(Lay, card="9c", at="d3")
    assert action == Lay(card(0, 9, 0), TABLE.square("d3"))
    assert "You do not hold the 9 of clubs" in TABLE.no(action)


def test_cards_of_a_pile_are_distinguished_by_their_packs_crf_18():
    pile = TABLE.square("c4")
    own, foreign = KeepOne(pile, card(0, 7, 2)), KeepOne(pile, card(1, 7, 2))
    assert WORDING.format(VIEW, own) == {"at": "c4", "card": "7h of seat 1"}
    assert WORDING.format(VIEW, foreign) == {"at": "c4", "card": "7h of seat 2"}
    assert parse(KeepOne, at="c4", card="■7h") == foreign
    assert parse(KeepOne, at="c4", card="7♥ of seat 1") == own
    assert parse(KeepOne, at="c4", card="q").card == card(1, 12, 2)
    assert refusal(KeepOne, at="c4", card="7h") == (
        '"7h" could be more than one: say 7h of seat 1 or 7h of seat 2.'
    )


def test_a_tower_is_typed_by_its_royal_and_its_ten_crf_19():
    assert parse(Tower, at="c4", royal="K", ten="10s of seat 2") == Tower(
        TABLE.square("c4"), card(0, 13, 2), card(1, 10, 3)
    )
    with pytest.raises(IllegalAction, match="A tower at c4 needs a 10"):
        RULES.apply(RULES.clone(TABLE.state), 0, parse(Tower, at="c4", royal="K", ten="q"), None)


def test_jokers_without_suit_unique_ranks_and_corners_of_a_cross_crf_01():
    assert refusal(Discard, card="joker of hearts").startswith('"joker of hearts" is not a card')
    view = RULES.view(TABLE.state, 1)
    assert refusal(Discard, view, 1, card="7") == '"7" could be more than one: say 7h or 7s.'
    four = RULES.view(Table("e2:10", "", "", "").state, 0)
    assert refusal(Replace, four, at="a1").startswith('"a1" is not a square here')


def test_a_face_down_card_cannot_be_named_crf_26():
    table = Table("b2:10", "c8:10", neutrals="b4:9s")
    view = RULES.view(table.state, 0)
    assert refusal(KeepOne, view, at="b4", card="9") == "There is no card to be named in the pile at b4."
    action = parse(KeepOne, view, at="b4", card="9s")
    assert "is not a seized pile" in table.no(action)


@pytest.mark.parametrize(
    ("action", "words", "sentence"),
    [
        (Discard, {"card": "queen"}, "There is no Queen in your hand: choose among Kd, 7h, 10s and Joker."),
        (Discard, {"card": "7 of heartz"}, '"7 of heartz" is not a card: did you mean 7h?'),
        (Discard, {"card": "jokr"}, '"jokr" is not a card: did you mean Joker?'),
        (Discard, {"card": "xyz"}, '"xyz" is not a card: in your hand there are Kd, 7h, 10s and Joker.'),
        (Replace, {"at": "3c"}, '"3c" is not a square: did you mean c3?'),
        (Replace, {"at": "f3"}, '"f3" is not a square here: columns are a to e, rows 1 to 9, as in a3.'),
        (Lay, {"at": "c3"}, "Say which card, such as 7h, 10s, Kd or Joker."),
        (Lay, {"card": "7h"}, "Say which square, such as c3."),
        (Support, {"card": "7h"}, "Say which of your bases, such as c2."),
        (Tower, {"at": "c4", "royal": "K"}, "Say which 10 of the pile, such as 10s."),
    ],
)
def test_misspelled_missing_or_misplaced_words_are_refused_in_a_sentence(action, words, sentence):
    assert refusal(action, **words) == sentence


def test_an_empty_square_has_no_pile_to_keep_a_card_of_crf_18():
    action = parse(KeepOne, at="d4", card="7h")
    assert "is not a seized pile" in TABLE.no(action)
    assert refusal(KeepOne, at="d4", card="7") == "There is no card to be named in the pile at d4."
