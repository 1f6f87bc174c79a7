"""Which cards are meant: "a [Tidal] Character of Level 1 or 2", "up to 2 Supports"."""

from __future__ import annotations

from bot.engine.cards.nodes import FilterNode
from bot.engine.cards.text.grammar import Case, plain
from bot.engine.cards.text.people import Person
from bot.engine.cards.text.terms import Voice
from bot.engine.language import gettext, pgettext


def describe_filter(
    which: FilterNode, count: int, voice: Voice, case: Case = "nominative", *, up_to: bool = False
) -> str:
    """Return so many of these cards: "a [Tidal] Character of Level 1 or 2", "up to 2 Supports".

    One of them needs no "up to": who may take it, may leave it.
    """
    cards = which.called(voice).several(count, case)
    return gettext("up to {cards}", cards=cards) if up_to and count > 1 else cards


def card_word(words: str) -> str:
    """Return a word that stands on cards, or a card's name, in the language that is spoken."""
    return pgettext("card", plain(words)) if words else ""


def from_hand(cards: str, which: FilterNode, person: Person) -> str:
    """Return such cards "from your hand" where those in play could be meant too; other cards as they are."""
    if not which.known_in_play():
        return cards
    if person.second:
        return gettext("{cards} from your hand", cards=cards)
    return gettext("{cards} from their hand", cards=cards)
