"""docs/CARDS_NEO_COMBAT.md tells the truth: sound examples, the bot's own texts, every word, key and code."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from bot.engine.cards.nodes import WhoseT
from bot.engine.language import speaking
from bot.games.neocombat.cards import cards as printed
from bot.games.neocombat.cards import varans
from bot.games.neocombat.cards.cardgame import card_text
from bot.games.neocombat.cards.format import FORMAT
from bot.games.neocombat.cards.words import VOCABULARY, PlayedAbility, Reaction, Target, User
from bot.games.neocombat.cards.words.abilities import PlayedIn
from bot.games.neocombat.cards.words.field import Reference, State, Threat
from bot.languages.catalogues import language
from tests.games.neocombat import page

TEXT = page.PAGE.read_text(encoding="utf-8")
EXAMPLES = page.examples(TEXT)
PRINTED = [printed.CardSet, printed.ActionCard, varans.Varan]
STRUCTS: list[Any] = [*VOCABULARY.words, PlayedAbility, Reaction, Target, User, *PRINTED]


def told(word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", TEXT) is not None


@pytest.mark.parametrize(("kind", "content"), EXAMPLES)
def test_its_examples_have_nothing_to_find(kind, content):
    assert [str(finding) for finding in page.reading_of(kind, content).findings] == []


def test_its_texts_are_those_that_stand_on_the_cards():
    assert page.written(TEXT) == TEXT, "python -m tests.games.neocombat.page writes them anew"


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda each: each.__name__)
def test_every_word_and_key_is_told(struct):
    tag = struct.__struct_config__.tag
    names = [*struct.__struct_fields__, *([str(tag)] if tag else [])]
    assert [name for name in names if not told(name)] == []


@pytest.mark.parametrize(
    "words", [Threat, State, Reference, PlayedIn, varans.Attribute, VOCABULARY.of(WhoseT)]
)
def test_every_word_that_a_key_can_take_is_told(words):
    assert [word for word in get_args(words) if not told(word)] == []


def test_every_word_of_the_language_has_an_example():
    configs = [each.__struct_config__ for each in VOCABULARY.words]
    words = {f'{config.tag_field} = "{config.tag}"' for config in configs}
    assert [word for word in sorted(words) if not any(word in content for _, content in EXAMPLES)] == []


def test_every_code_is_explained_once():
    explained = re.findall(r"^\| ([EA]\d{3}) \| .+ \|$", TEXT, re.MULTILINE)
    assert sorted(explained) == sorted(FORMAT.codes)


GERMAN = (
    "Wenn das Schaden macht, wird er quer gelegt, dann legt dieser Gegner zufällig eine Karte ab.",
    "Er wird aufgedeckt. Wenn er aufgedeckt wird, nimmt er 1 Schaden.",
    "1 Schaden weniger. Der angreifende Varan nimmt 2 Schaden. Zusatzkarte: Kämpfer.",
    "Wirf eine Münze. Kopf: Es wird nichts daraus. Zahl: Dieser Gegner legt zufällig eine Karte ab.",
    "Varan mit dem Merkmal shade in einem beliebigen Sektor, der nicht quer liegt: Er wird quer gelegt.",
    "Er wird getarnt. Jeder Gegner legt zufällig 2 Karten ab.",
    "Wenn er nicht quer liegt und du mit einem Würfel 5 oder mehr würfelst, wird er quer gelegt.",
)
"""Sentences that people have read."""


@pytest.mark.parametrize("sentence", GERMAN)
def test_its_texts_read_well_in_german(sentence):
    with speaking(language("de")):
        cards = [page.reading_of(*example).set for example in EXAMPLES]
        assert any(sentence in text for each in cards for card in each.actions for text in card_text(card))
