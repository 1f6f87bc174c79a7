"""Checks for every card set: invalid keys, set numbers and ready decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.base.language import N_, gettext, messages
from bot.engine.cards.files.finding import meant, quoted
from bot.engine.cards.flow import Add
from bot.engine.cards.game import STANDARD
from bot.engine.cards.nodes import NodePath

TABLES = messages("card-texts", "tables", dict[str, str])
"""The names of tables in card files that several games share (`CardFormat.tables`)."""


def check_set_key(card_set: Any, base: Sequence[Any], add: Add) -> None:
    """Report a key that another set already has."""
    if card_set.key == STANDARD or any(one.key == card_set.key for one in base):
        sentence = gettext('there is a set "{key}" already: give this one another key.', key=card_set.key)
        add("E302", ("key",), sentence)


def check_numbers(placed: Iterable[tuple[NodePath, Any]], known: Iterable[str], add: Add) -> None:
    """Report duplicate set numbers of a set's cards."""
    taken = dict.fromkeys(known, N_("{number} is the number of a card of another set already."))
    for place, card in placed:
        if card.number in taken:
            add("E301", (*place, "number"), gettext(taken[card.number], number=card.number))
        taken.setdefault(card.number, N_("{number} is the number of a card of this set already."))


def check_content(card_set: Any, cards: Sequence[Any], add: Add) -> None:
    """Report a set with neither cards nor ready decks."""
    if not (cards or card_set.decks):
        add("E310", (), gettext("there is no card and no ready deck in it."))


def check_deck_key(key: str, known: Mapping[str, Any], add: Add) -> None:
    """Report a ready deck's key that a deck of another set already has."""
    if key in known:
        sentence = gettext('there is a ready deck "{key}" already: give it another key.', key=key)
        add("E303", ("decks", key), sentence)


def check_deck_cards(key: str, deck: Any, cards: Iterable[str], add: Add) -> list[str]:
    """Report and return the set numbers in a ready deck that no card has."""
    known = set(cards)
    unknown = [number for number in deck.cards if number not in known]
    for number in unknown:
        hint = meant(number, cards)
        sentence = gettext("there is no card {number}{hint}.", number=quoted(number), hint=hint)
        add("E501", ("decks", key, "cards", number), sentence)
    return unknown
