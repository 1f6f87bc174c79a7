"""The whole text of an action card, made from what it does."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.cards.text.abilities import explain
from bot.engine.language import gettext
from bot.games.neocombat.cards.cards import ActionCard
from bot.games.neocombat.cards.words import VOCABULARY, Played, Reaction
from bot.games.neocombat.cards.words.abilities import attribute_name


def card_text(card: ActionCard) -> tuple[str, ...]:
    """Return the text of a card: a paragraph for each use, then what becomes of the card."""
    paragraphs = [" ".join([explain(way, VOCABULARY), *_further(way)]) for way in card.abilities]
    return (*paragraphs, *_afterwards(card))


def _further(way: Played | Reaction) -> Iterator[str]:
    """Yield what else is to be said of a use."""
    if isinstance(way, Played):
        if way.user is not None and way.user.hides:
            yield gettext(
                "A varan with {attribute} is not revealed by it.", attribute=attribute_name(way.user.hides)
            )
        if not way.second:
            yield gettext("Not as a second attack.")
    if way.extra:
        yield gettext("Extra card: {attribute}.", attribute=attribute_name(way.extra))


def _afterwards(card: ActionCard) -> Iterator[str]:
    """Yield what becomes of the card (NEO-13)."""
    if card.spared:
        yield gettext(
            "Leaves the game when it is played; the first one for a varan with {attribute} in a turn is "
            "discarded instead.",
            attribute=attribute_name("tough"),
        )
    elif card.leaves:
        yield gettext("Leaves the game when it is played.")
