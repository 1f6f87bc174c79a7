"""Unique words for the cards of a server, and their autocomplete."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import gettext, pgettext
from bot.engine.cards.deckbuilding import spellings
from bot.engine.cards.game import AnyCard
from bot.engine.phrases import echo
from bot.engine.spelling import ranked
from bot.parts.workshop.sets.service import Source
from cogs.kit.layout import fit
from cogs.kit.replies import CHOICE_TEXT

APART = " ~ "
"""Separates the key of a set and a set number in such a word."""


def words_for_cards(sources: list[Source]) -> dict[str, str]:
    """Return the title of each card in a choice, by its unique word."""
    found = {}
    for source in sources:
        for card in source.cards:
            whose = f" · {source.called}" if source.own is not None else ""
            name = pgettext("card", card.name)
            found[_word_for(source, card)] = fit(f"{name} ({card.number}){whose}", CHOICE_TEXT)
    return found


def spellings_of_cards(sources: list[Source], titles: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the unique words of cards by the possible typed text: their titles, and English names."""
    found: dict[str, list[str]] = {}
    for word, title in titles.items():
        found.setdefault(title, []).append(word)
    for source in sources:
        for card in source.cards:
            for name in spellings(card.name)[1:]:
                found.setdefault(name, []).append(_word_for(source, card))
    return found


def _word_for(source: Source, card: AnyCard) -> str:
    """Return the unique word of a card of a game."""
    return f"{source.key}{APART}{card.number}" if source.own is not None else card.number


def no_card(sources: list[Source], word: str) -> str:
    """Return the sentence that there is no such card, with the most similar one."""
    titles = words_for_cards(sources)
    spelt = spellings_of_cards(sources, titles)
    near = ranked(word, {spelling: spelling for spelling in spelt}, most=1, alike=60)
    if not near:
        return gettext("There is no card {word}. /cards list shows all there are.", word=echo(word))
    card = titles[spelt[near[0]][0]]
    return gettext("There is no card {word}. Did you mean {card}?", word=echo(word), card=card)
