"""Which cards are meant by the words in [brackets] and the rest of a filter (ARC-03)."""

import pytest

from bot.engine.cards.matching import fitting
from bot.games.arclash.cards.words import Cards, Filter
from tests.engine.cards.toy import Toy, ToyFace


def matches(face, which):
    return which.matches(face)


def count(table, cards, seats):
    return sum(cards.had(table, seat) for seat in seats)


KEEPER = ToyFace("Keeper of the High Tide", ("Moon Court", "Coast"), level=2)
CHANT = ToyFace("Tidal Chant", kind="support", level=0)


@pytest.mark.parametrize(
    "word",
    ["Tide", "tide", "HIGH TIDE", "high  tide", "Keeper of the High Tide", "moon", "Moon Court", "coast"],
)
def test_arc_03_bracketed_words_are_found_in_the_name_or_a_trait_whatever_their_case(word):
    assert matches(KEEPER, Filter(word=word))


@pytest.mark.parametrize(
    "word",
    ["Tid", "ide", "Tide High", "Keeper High", "Tide Moon", "Moon Court Coast", "Court Coast", "!", "Sun"],
)
def test_arc_03_only_whole_words_in_a_row_within_one_trait_or_the_name(word):
    assert not matches(KEEPER, Filter(word=word))


def test_arc_03_a_hyphen_makes_one_word_and_other_marks_part_words():
    assert not matches(ToyFace("Half-Tide Diver"), Filter(word="tide"))
    assert matches(ToyFace("Half-Tide Diver"), Filter(word="half-tide"))
    assert not matches(ToyFace("Keeper's Oath"), Filter(word="keeper"))
    assert matches(ToyFace("Oath, Sworn: Twice!"), Filter(word="oath sworn twice"))


def test_letters_of_all_languages_are_compared_whichever_way_they_are_written():
    assert matches(ToyFace("Straße der Übermacht"), Filter(word="STRASSE DER übermacht"))
    assert matches(ToyFace("U\u0308bermacht"), Filter(word="\u00dcbermacht"))


def test_a_trait_or_a_name_has_to_be_the_whole_one():
    assert matches(KEEPER, Filter(trait="moon court"))
    assert not matches(KEEPER, Filter(trait="Moon"))
    assert not matches(KEEPER, Filter(trait="Keeper of the High Tide"))
    assert matches(KEEPER, Filter(name="keeper of the high tide"))
    assert not matches(KEEPER, Filter(name="Keeper"))


def test_kind_and_level():
    assert matches(KEEPER, Filter(kind="character"))
    assert not matches(KEEPER, Filter(kind="support"))
    assert matches(CHANT, Filter(kind="support"))
    assert matches(KEEPER, Filter(level=(1, 2)))
    assert not matches(KEEPER, Filter(level=(1, 3)))
    assert not matches(ToyFace("Odd", kind="support", level=2), Filter(level=(2,)))


def test_all_that_a_filter_gives_has_to_hold():
    assert matches(KEEPER, Filter(word="tide", trait="Coast", kind="character", level=(2,)))
    assert not matches(KEEPER, Filter(word="tide", trait="Forest"))
    assert not matches(CHANT, Filter(word="chant", kind="character"))


def test_an_empty_filter_means_every_card():
    assert Filter().is_any
    assert matches(KEEPER, Filter())
    assert matches(CHANT, Filter())
    given = [
        Filter(word="x"),
        Filter(trait="x"),
        Filter(name="x"),
        Filter(kind="support"),
        Filter(level=(1,)),
    ]
    assert not any(which.is_any for which in given)


def test_cards_are_counted_over_all_players_named():
    table = Toy(3)
    table.put("hand", 0, KEEPER, CHANT)
    table.put("hand", 1, KEEPER)
    table.put("hand", 2, KEEPER)
    assert count(table, Cards("hand", which=Filter(word="tide")), (0, 2)) == 2
    assert count(table, Cards("hand"), (0, 1)) == 3
    assert count(table, Cards("hand"), ()) == 0
    assert list(fitting(table, table.cards("hand", 0), Filter(kind="support"))) == [4]
