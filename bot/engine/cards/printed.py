"""Printed properties that cards of several games share: numbers, names, motifs."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from bot.base.language import OwnText, current, pgettext

SET_NUMBER = re.compile(r"[A-Z]{2,5}-[0-9]{2,3}", re.ASCII)
SetNumber = Annotated[str, Meta(pattern=r"^[A-Z]{2,5}-[0-9]{2,3}$")]
"""A card's number in its set, such as TID-07: cards with the same number are copies of each other."""
Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,19}$")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Line = Annotated[str, Meta(max_length=140)]
Artist = Annotated[str, Meta(max_length=40)]
"""The artist of a card; "" for the cards that the renderer draws."""

Motif: TypeAlias = Literal[
    "", "wave", "flame", "leaf", "gear", "star", "moon", "sun", "eye", "wing", "fang", "shell", "crystal",
    "feather", "blade", "shield", "crown", "bolt", "spiral", "root", "bone", "lantern", "key", "book", "mask",
    "hammer", "anchor", "bell", "hourglass", "mountain", "cloud",
]  # fmt: skip
"""The motif of the emblem of a card."""


LANGUAGES = ("en", "de")
"""The languages a set can have translations for: those of the bot."""
LanguageCode = Annotated[str, Meta(pattern=r"^[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})?$")]
Words = dict[LanguageCode, dict[str, str]]
"""A set's own catalogue: for each language, the translations by the texts of the set."""


def card_name(card: Any) -> str:
    """Return the name of a card in the current language."""
    return pgettext("card", card.name)


def told_in(card: Any) -> tuple[str, str | None]:
    """Return the cache key for the text of a card: the language, and the set's own catalogue.

    Equal cards may be of sets with other translations, so every cache of texts or pictures of cards needs
    this key.
    """
    return current().code, card.name.mark if isinstance(card.name, OwnText) else None


def numbered_name(card: Any) -> str:
    """Return the name of a card with its set number, for cards with the same name: "Gust (WND-04)"."""
    return f"{card_name(card)} ({card.number})"
