"""Correct English for any card (ARC-18): articles, numbers, sentences; labels; words of other games."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings

from bot.engine.cards.nodes import AmountNode
from bot.engine.cards.text.amounts import payments
from bot.engine.cards.text.grammar import Called, article, between, cut
from bot.engine.cards.words.counting import HaveCost, Holds
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import Choose, If
from bot.games.arclash.cards.words import VOICE
from bot.games.arclash.cards.words.abilities import DiscardCards, Search
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff, Debuff
from tests.engine.cards.telling import (
    LABEL_LENGTH,
    Noun,
    Voice,
    describe_amount,
    describe_condition,
    describe_cost,
    describe_effect,
    describe_filter,
    explain,
    label,
)
from tests.engine.cards.trees import Trees, trees

FAULTS = {
    "a doubled space": r"  ",
    "a space before a mark": r" [.,;:)]",
    "two marks in a row": r"[.,;:]{2}|[.,;:] ?\.",
    "a small letter at the beginning of a sentence": r"^[^A-Z]|\. [^A-Z]",
    "one of several": r"(?<!to )\b1 (cards|Supports|Characters|points)\b|\b(exactly|other) one\b",
    "several of one": r"\b([02-9]|\d\d+) (card|Support|Character|point)\b",
    "a wrong article": r"\ba \[?[aeiou]|\ban \[?[^aeiou\[]",
    "the same word twice": r"\b([a-z]+) \1\b",
    "no space behind a mark": r"[.,;:)](?=\w)",
    "an empty bracket": r"\(\)|\[\]",
}
RIGHT_BEFORE_NUMBERS = re.compile(r"\ban (?=(8|11|18)\b)")


@settings(max_examples=300)
@given(trees(depth=5))
def test_every_text_has_complete_sentences(maker: Trees) -> None:
    text = explain(maker.ability())
    plain = RIGHT_BEFORE_NUMBERS.sub("a ", text)
    for fault, pattern in FAULTS.items():
        flags = re.IGNORECASE if "article" in fault else 0
        found = re.search(pattern, plain, flags)
        assert not found, f"{fault}: {text}"
    assert text.endswith(".")
    assert balanced(text), text


def balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth < 0 or (depth and letter == "."):
            return False
    return depth == 0


@settings(max_examples=150)
@given(trees(depth=4))
def test_a_label_fits_a_button_and_is_no_sentence(maker: Trees) -> None:
    words = label(tuple([maker.effect() for _ in range(maker.random.randint(0, 3))]))
    assert 0 < len(words) <= LABEL_LENGTH == 80
    assert words.lstrip("(")[0].isupper()
    assert not words.endswith(".")
    assert words.endswith("…") or "…" not in words


@settings(max_examples=150)
@given(trees(depth=4))
def test_text_for_another_player_names_the_owner_of_the_card(maker: Trees) -> None:
    """A choosing opponent would read "your Character" as their own."""
    text = describe_effect(maker.effect(), Voice(you="Ann"))
    assert not re.search(r"\byou(r|rs)?\b", text, re.IGNORECASE), text


# ---- parts


SOUNDS = {
    "a": ("card", "[Unicorn]", "[House]", "[One-Eyed]", "[European]", "[Useful]", "10-sided die"),
    "an": (
        "[Undead] Character",
        "[Unimpressed]",
        "[Hour]",
        "[Onion]",
        "[Usher]",
        "8-sided die",
        "11-sided die",
        "18-sided die",
        "[Éclair]",
    ),
}


@pytest.mark.parametrize("right", SOUNDS)
def test_articles_depend_on_the_sound(right: str) -> None:
    assert [words for words in SOUNDS[right] if article(words) != right] == []


def test_numbers_of_things() -> None:
    cards, power = Called(Noun("card", "cards")), Called(Noun("power", "power", counted=False))
    assert [cards.several(number, "accusative") for number in (0, 1, 2)] == ["0 cards", "a card", "2 cards"]
    assert power.several(1, "accusative") == "1 power"


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [(0, None, ""), (3, None, "3 or more"), (0, 5, "5 or fewer"), (2, 5, "2 to 5"), (4, 4, "exactly 4")],
)
def test_ranges(low: int, high: int | None, told: str) -> None:
    assert between(low, high) == told


def test_a_text_is_cut_after_a_whole_word() -> None:
    assert cut("draw a card", 11) == "draw a card"
    assert cut("draw a card", 10) == "draw a…"
    assert cut("draw a, card", 9) == "draw a…"
    assert cut("Unbelievable", 6) == "Unbel…"


def test_parts_of_a_card_can_be_described_alone() -> None:
    """For questions or advice about a part of a card."""
    assert describe_filter(Filter(kind="support"), 2, up_to=True) == "up to 2 Supports"
    assert describe_filter(Filter(), 1, up_to=True) == "a card"
    assert describe_amount(2, Noun("card", "cards")) == "2 cards"
    assert describe_condition(Holds(Cards("hand"), 0, 2)) == "you have 2 or fewer cards in hand"
    assert describe_cost(HaveCost(Cards("discard"), 5)) == "you have 5 or more cards in your discard pile"
    assert payments((HaveCost(Cards("discard"), 5),), VOICE) == ""


# ---- labels


def test_labels_describe_effects_and_long_ones_are_cut() -> None:
    assert label((Buff(50),)) == "Your Character gains 50 power"
    both = "Your Character gains 50 power and an opponent's Character loses 25 power"
    assert label((Buff(50), Debuff(25))) == both
    assert label((DrawCards(2), DiscardCards("you"))) == "Draw 2 cards, then discard a card"
    assert label(()) == "Nothing happens"
    words = label((If(Holds(Cards("hand")), (Search("top", top=5, which=Filter("Tidal")),)),))
    assert words == "If you have a card in hand, look at the top 5 cards of your deck; you may show…"


def test_a_label_for_an_opponent_names_the_player_of_the_card() -> None:
    ann = Voice(you="Ann")
    assert label((DrawCards(),), ann) == "Ann draws a card"
    assert label((Buff(50),), ann) == "Ann's Character gains 50 power"
    assert label((DiscardCards("chosen"),), ann) == "That opponent discards a card"
    assert label((Search("discard"),), ann) == "Ann may take a card from their discard pile into their hand"


# ---- other games


def test_the_texts_of_amounts_agree_with_their_nouns() -> None:
    """Every amount can be counted in power and in cards."""
    maker = Trees(Random(3), depth=3)
    for amount in [maker.amount() for _ in range(200)]:
        if isinstance(amount, AmountNode):
            power, cards = describe_amount(amount), describe_amount(amount, Noun("card", "cards"))
            assert "power" in power
            assert "card" in cards
            assert ("at most" in power) == bool(amount.at_most)


def test_an_option_of_an_opponent_names_the_drawing_player() -> None:
    either = Choose(((DrawCards(),), (DiscardCards("chosen"),)), "opponent")
    told = "An opponent chooses one: you draw a card; or that opponent discards a card."
    assert describe_effect(either) == told
