"""Filters: the cards that [bracketed] words and the other fields of a filter match (ARC-03)."""

import pytest

from bot.engine.cards.matching import fitting
from bot.games.arclash.cards.words.places import Cards, Filter
from tests.engine.cards.toy import Toy, ToyFace


def count(table, cards, seats):
    return sum(cards.had(table, seat) for seat in seats)


KEEPER = ToyFace("Keeper of the High Tide", ("Moon Court", "Coast"), level=2)
CHANT = ToyFace("Tidal Chant", kind="support", level=0)


@pytest.mark.parametrize(
    "word",
    ["Tide", "tide", "HIGH TIDE", "high  tide", "Keeper of the High Tide", "moon", "Moon Court", "coast"],
)
def test_arc_03_bracketed_words_match_the_name_or_a_trait_regardless_of_case(word):
    assert Filter(word=word).matches(KEEPER)


@pytest.mark.parametrize(
    "word",
    ["Tid", "ide", "Tide High", "Keeper High", "Tide Moon", "Moon Court Coast", "Court Coast", "!", "Sun"],
)
def test_arc_03_only_adjacent_whole_words_of_one_trait_or_the_name_match(word):
    assert not Filter(word=word).matches(KEEPER)


DIVER, OATH = ToyFace("Half-Tide Diver"), ToyFace("Keeper's Oath")


@pytest.mark.parametrize(
    ("face", "which", "fits"),
    [
        # ARC-03: a hyphen makes one word, other marks separate words
        (DIVER, Filter(word="tide"), False),
        (DIVER, Filter(word="half-tide"), True),
        (OATH, Filter(word="keeper"), False),
        (ToyFace("Oath, Sworn: Twice!"), Filter(word="oath sworn twice"), True),
        # letters of all languages, in either Unicode form
        (ToyFace("Straße der Übermacht"), Filter(word="STRASSE DER übermacht"), True),
        (ToyFace("U\u0308bermacht"), Filter(word="\u00dcbermacht"), True),
        # a trait or a name must match completely
        (KEEPER, Filter(trait="moon court"), True),
        (KEEPER, Filter(trait="Moon"), False),
        (KEEPER, Filter(trait="Keeper of the High Tide"), False),
        (KEEPER, Filter(name="keeper of the high tide"), True),
        (KEEPER, Filter(name="Keeper"), False),
        (KEEPER, Filter(kind="character"), True),
        (KEEPER, Filter(kind="support"), False),
        (CHANT, Filter(kind="support"), True),
        (KEEPER, Filter(level=(1, 2)), True),
        (KEEPER, Filter(level=(1, 3)), False),
        (ToyFace("Odd", kind="support", level=2), Filter(level=(2,)), False),
        # all given fields must match
        (KEEPER, Filter(word="tide", trait="Coast", kind="character", level=(2,)), True),
        (KEEPER, Filter(word="tide", trait="Forest"), False),
        (CHANT, Filter(word="chant", kind="character"), False),
        # an empty filter matches every card
        (KEEPER, Filter(), True),
        (CHANT, Filter(), True),
    ],
)
def test_which_cards_match_a_filter(face, which, fits):
    assert which.matches(face) is fits


def test_a_filter_with_any_field_does_not_match_every_card():
    assert Filter().is_any
    for given in ({"word": "x"}, {"trait": "x"}, {"name": "x"}, {"kind": "support"}, {"level": (1,)}):
        assert not Filter(**given).is_any


def test_cards_are_counted_over_all_players_named():
    table = Toy(3)
    table.put("hand", 0, KEEPER, CHANT)
    table.put("hand", 1, KEEPER)
    table.put("hand", 2, KEEPER)
    assert count(table, Cards("hand", which=Filter(word="tide")), (0, 2)) == 2
    assert count(table, Cards("hand"), (0, 1)) == 3
    assert count(table, Cards("hand"), ()) == 0
    assert list(fitting(table, table.cards("hand", 0), Filter(kind="support"))) == [4]
