"""The catalogue of a set: whether its languages are spoken, its texts are there, its words fit (E32x)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.base.language import gettext
from bot.engine.cards.files.collecting import Findings
from bot.engine.cards.files.finding import meant, quoted
from bot.engine.cards.own_words import texts, words_of
from bot.engine.cards.printed import LANGUAGES
from bot.engine.phrases import either


def check_words(card_set: Any, findings: Findings) -> None:
    """Note all faults in the `words` of a set."""
    catalogue = words_of(card_set)
    if not catalogue:
        return
    room: dict[str, int] = {}
    for text in texts(card_set):
        room[text.words] = min(text.most, room.get(text.words, text.most))
    for language, words in catalogue.items():
        if language in LANGUAGES:
            _check_language(language, words, room, findings)
        else:
            sentence = gettext(
                'the bot does not speak "{language}": words can be in {languages}.',
                language=quoted(language),
                languages=either(LANGUAGES),
            )
            findings.add("E322", ("words", language), sentence)


def _check_language(
    language: str, words: Mapping[str, str], room: Mapping[str, int], findings: Findings
) -> None:
    said: dict[str, str] = {}
    for text, word in words.items():
        place = ("words", language)
        if text not in room:
            hint = meant(text, room)
            sentence = gettext('"{text}" is not in this set{hint}.', text=quoted(text), hint=hint)
            findings.add("E321", place, sentence, text)
        elif not word:
            findings.add("E106", place, gettext("this must not be empty."), text)
        elif len(word) > room[text]:
            sentence = gettext(
                "this has {number} characters; {most} at most.", number=len(word), most=room[text]
            )
            findings.add("E106", place, sentence, text)
        elif said.setdefault(word.casefold(), text) != text:
            sentence = gettext(
                '"{text}" and "{other}" would have the same translation: players could not distinguish them.',
                text=quoted(text),
                other=quoted(said[word.casefold()]),
            )
            findings.add("E323", place, sentence, text)
