"""Texts that do not fit on the pictures of their cards, for the checks of card files (A005).

To lay a card out takes time, so only those with long texts are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, Final

from bot.base.language import N_, current, gettext, speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.cards.format import placed
from bot.engine.cards.game import AnyCardGame, AnyPool
from bot.engine.cards.nodes import NodePath

_SHORT_WORD, _SHORT_NAME, _SHORT_TEXT = 13, 26, 330
"""Letters that always fit: a word or half of a name, a name, and a card's rules."""
_WHERE: Final = {"name": "name", "rules": "abilities", "traits": "traits"}
_SENTENCES: Final = {
    "name": N_("the picture of the card cuts this name. Shorten it, or use words that can be parted."),
    "rules": N_("the text does not fit on the card in the smallest letters. Use fewer effects, or split it."),
    "traits": N_("the traits do not fit on the card. Use fewer, or shorter ones."),
}


def looks(game: AnyCardGame, one: Any) -> Iterator[tuple[NodePath, str]]:
    """Yield the places of texts of a card set that its pictures cut, each with a sentence.

    It is looked at in each language for which the set has words, and in English.
    """
    (own,) = game.library.standard.owned([one])
    pool = game.library.standard.with_sets([own])
    spoken = ["en", *[code for code in getattr(one, "words", {}) if code in codes() and code != "en"]]
    for place, card in placed(own, pool.fields):
        cut: dict[str, str] = {}
        for code in spoken:
            with speaking(language(code)):
                texts = _cut(game, pool, card)
            cut |= {what: code for what in texts if what not in cut}
        for what, code in cut.items():
            fault = gettext(_SENTENCES[what])
            if code != "en":
                fault = gettext("in {language}: {fault}", language=_called(code), fault=fault)
            yield (*place, _WHERE[what]), fault


def _cut(game: AnyCardGame, pool: AnyPool, card: Any) -> Iterable[str]:
    said = game.in_words(card)
    words = said.name.replace("-", " ").split()
    short = len(said.name) <= _SHORT_NAME and all(len(word) <= _SHORT_WORD for word in words)
    if short and len("".join(said.rules)) <= _SHORT_TEXT and len(said.traits) <= 3:
        return ()
    # A file without long texts needs no picture, and one with them no more of its game.
    *_, of_game, _ = type(game).__module__.split(".")
    texts: Iterable[str] = import_module(f"renderers.{of_game}.cards").cut_texts(card, pool)
    return texts


def _called(code: str) -> str:
    """Return what a language is called in the current one: "German"."""
    from babel import Locale

    return Locale.parse(code).get_display_name(current().code) or code
