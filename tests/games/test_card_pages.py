"""The pages on cards are true: valid examples, the bot's own texts, every word, key and code."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from tests.games.card_pages import PAGES, Page

every_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


def missing(page: Page, words) -> list[str]:
    """Return the words that do not occur on a page."""
    return [word for word in words if not re.search(rf"\b{re.escape(word)}\b", page.text)]


@every_page
def test_its_examples_have_no_findings(page: Page) -> None:
    """The only advice is about features that only a larger set has."""
    for kind, content in page.examples:
        found = tuple([each.code for each in page.reading_of(kind, content).findings])
        assert kind or found == page.advised
        assert set(found) <= set(page.advised), content


@every_page
def test_its_texts_are_those_of_the_cards(page: Page) -> None:
    assert page.written() == page.text, "python -m tests.games.card_pages writes them anew"


@every_page
def test_every_word_and_key_is_explained(page: Page) -> None:
    keys = {key for struct in page.structs for key in struct.__struct_fields__}
    tags = {str(tag) for struct in page.structs if (tag := struct.__struct_config__.tag)}
    values = {word for words in page.closed for word in get_args(words) if word}
    assert missing(page, sorted((keys | tags | values) - page.elsewhere)) == []
    assert missing(PAGES["arclash"], sorted(page.elsewhere)) == []


@every_page
def test_every_word_of_the_language_has_an_example(page: Page) -> None:
    configs = [each.__struct_config__ for each in page.format.vocabulary.words]
    words = {f'{config.tag_field} = "{config.tag}"' for config in configs}
    examples = [*[content for _, content in page.examples], page.further.read_text(encoding="utf-8")]
    assert [word for word in words if not any(word in content for content in examples)] == []
    assert f"docs/examples/{page.further.name}" in page.text


@every_page
def test_the_further_examples_are_a_set_without_findings_that_reads_in_german(page: Page) -> None:
    english = page.further_texts()
    with speaking(language("de")):
        german = page.further_texts()
    assert [text for text, other in zip(german, english, strict=True) if text == other] == []


GERMAN = (
    "Wenn das Schaden macht, wird er quer gelegt, dann legt dieser Gegner zufällig eine Karte ab.",
    "Er wird aufgedeckt. Wenn er aufgedeckt wird, nimmt er 1 Schaden.",
    "1 Schaden weniger. Der angreifende Varan nimmt 2 Schaden. Zusatzkarte: Kämpfer.",
    "Wirf eine Münze. Kopf: Es wird nichts daraus. Zahl: Dieser Gegner legt zufällig eine Karte ab.",
    "Varan mit dem Merkmal shade in einem beliebigen Sektor, der nicht quer liegt: Er wird quer gelegt.",
    "Er wird getarnt. Jeder Gegner legt zufällig 2 Karten ab.",
    "Wenn er nicht quer liegt und du mit einem Würfel 5 oder mehr würfelst, wird er quer gelegt.",
)
"""Sentences that people have reviewed."""


def test_the_german_texts_of_neo_combat_are_the_reviewed_ones() -> None:
    page = PAGES["neo-combat"]
    with speaking(language("de")):
        texts = [text for example in page.examples for text in page.texts_of(*example)]
        texts += page.further_texts()
    assert [sentence for sentence in GERMAN if not any(sentence in text for text in texts)] == []
