"""How cards are called in pictures, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.language import pgettext
from bot.games.arclash.cards import AnyCard
from bot.games.arclash.cardtext import card_name, card_traits
from renderers.kit import text


def drawn_name(card: AnyCard, otherwise: str = "?") -> str:
    """Return a card's name as the font can draw it, or `otherwise` when nothing readable is left of it."""
    return text.legible(card_name(card), otherwise)


def traits_of(card: AnyCard) -> str:
    """Return a card's traits in a line; "" for a card without any."""
    return " · ".join(card_traits(card))


def dangers(against: Iterable[str]) -> str:
    """Return what is guarded from, as a list."""
    words = {
        "debuff": pgettext("guarded from", "debuff"),
        "level-down": pgettext("guarded from", "level-down"),
        "discard": pgettext("guarded from", "discard"),
    }
    return ", ".join([words[danger] for danger in against])
