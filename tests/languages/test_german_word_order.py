"""German word order of texts made from effects, after "dann", "sonst" and conditions.

For every word in each place that occurs in random sets of all games with cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import catalogue_paths, forms, language, read_catalogue
from measures.soak.cards import CARD_GAMES, Sets
from tests.engine.cards.card_files.mutating import cards_of

SUBJECT = r"(?:du|er|sie|es|jede[rs]?|alle|eine?[rs]?|deine?|der|die|das|kein|keine|niemand|diese[rs]?)"
CLAUSE = r"[^,.:;()]*"
FAULTS = {
    "the verb comes behind its subject": re.compile(
        rf"\b(?:dann|[Ss]onst|[Ii]n jedem Fall),? {SUBJECT}\b(?! (?:Fall|Zug)\b)"
    ),
    "a condition right behind then": re.compile(r"\bdann,? (?:wenn|sofern|solange)\b"),
    "two conditions with one conjunction": re.compile(rf"\b[Ww]enn {CLAUSE}, wenn\b"),
    "a main clause in the wrong order behind its condition": re.compile(
        rf"(?:^|[.:;(] ?)Wenn {CLAUSE}, {SUBJECT} "
    ),
    "the case of a player": re.compile(r"\bvon (?:dieser|jeder|ein) (?:Spieler|Gegner)\b"),
}


def faults(words: str) -> list[str]:
    """Return the faults of word order in a German text."""
    return [what for what, pattern in FAULTS.items() if pattern.search(words)]


def texts(game: str, sets: int) -> Iterator[str]:
    """Yield the German texts of the cards of random sets."""
    drawn = Sets(game, 2)
    for number in range(sets):
        taken = drawn.set(number)
        for card in taken.pool.cards.values() if taken is not None else ():
            yield from cards_of(game).in_words(card).rules


@pytest.mark.parametrize("game", CARD_GAMES)
def test_generated_texts_have_german_word_order(game: str) -> None:
    with speaking(language("de")):
        read = set(texts(game, 24))
    assert len(read) > 60
    assert [(found, words) for words in sorted(read) if (found := faults(words))] == []


def test_actions_of_the_reader_are_imperatives() -> None:
    """An imperative has one order; "du bekommst" would have two."""
    card_texts = [path for path in catalogue_paths("de") if "card" in path.name]
    told = [
        form
        for path in card_texts
        for message in read_catalogue(path)
        if message.context == "imperative"
        for form in forms(message)
    ]
    assert told
    assert [form for form in told if re.match(rf"{SUBJECT} ", form)] == []


@pytest.mark.parametrize(
    "words",
    [
        "Zieh eine Karte, dann du bekommst einen Punkt.",
        "In jedem Fall du bekommst einen Punkt.",
        "Wenn ein Charakter es betritt, wenn du Kopf wirfst: Zieh eine Karte.",
        "Zu Kampfbeginn: Wenn du Kopf wirfst, du bekommst einen Punkt.",
        "Angriffe der Charaktere von dieser Spieler haben +1 Treff.",
        "Zieh eine Karte, dann wenn du willst, leg eine ab.",
    ],
)
def test_wrong_orders_are_detected(words: str) -> None:
    assert faults(words)
