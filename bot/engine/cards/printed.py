"""What is printed on the cards of several games alike: numbers, names, motifs."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from bot.engine.language import OwnText, current, pgettext

SET_NUMBER = re.compile(r"[A-Z]{2,5}-[0-9]{2,3}", re.ASCII)
SetNumber = Annotated[str, Meta(pattern=r"^[A-Z]{2,5}-[0-9]{2,3}$")]
"""A card's number in its set, such as TID-07: cards are the same when it is the same."""
Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,19}$")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Line = Annotated[str, Meta(max_length=140)]
Artist = Annotated[str, Meta(max_length=40)]
"""Who drew a card; "" for ours, which the renderer draws."""

Motif: TypeAlias = Literal[
    "", "wave", "flame", "leaf", "gear", "star", "moon", "sun", "eye", "wing", "fang", "shell", "crystal",
    "feather", "blade", "shield", "crown", "bolt", "spiral", "root", "bone", "lantern", "key", "book", "mask",
    "hammer", "anchor", "bell", "hourglass", "mountain", "cloud",
]  # fmt: skip
"""What the emblem of a card is drawn from."""


LANGUAGES = ("en", "de")
"""The languages in which a set can have words of its own: those that the bot speaks."""
LanguageCode = Annotated[str, Meta(pattern=r"^[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})?$")]
Words = dict[LanguageCode, dict[str, str]]
"""A set's own catalogue: what its texts are in other languages, by the texts as they stand in the set."""


def card_name(card: Any) -> str:
    """Return what a card is called in the language that is spoken."""
    return pgettext("card", card.name)


def told_in(card: Any) -> tuple[str, str | None]:
    """Return what the words on a card depend on, beside what it is: the language, and its set's own words.

    Equal cards may be of sets with other words, so who keeps words or pictures of cards keeps them by this.
    """
    return current().code, card.name.mark if isinstance(card.name, OwnText) else None


def numbered_name(card: Any) -> str:
    """Return a card as it is named where two may have one name: "Gust (WND-04)"."""
    return f"{card_name(card)} ({card.number})"
