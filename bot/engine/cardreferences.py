"""What the check of every card set notes: keys, set numbers and ready decks that cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.engine.cardgames import STANDARD
from bot.engine.cards.format import Report
from bot.engine.cards.nodes import NodePath
from bot.engine.language import N_, gettext

TABLES: Mapping[str, str] = {
    "CardSet": N_("the card set"),
    "Character": N_("a Character"),
    "Ability": N_("the ability"),
    "Filter": N_("the filter"),
    "DeckList": N_("the deck list"),
}
"""The names of tables in card files that several games have (`CardFormat.tables`)."""


def check_set_key(card_set: Any, base: Sequence[Any], report: Report) -> None:
    """Note a key that another set has."""
    if card_set.key == STANDARD or any(one.key == card_set.key for one in base):
        sentence = gettext('there is a set "{key}" already: give this one another key.', key=card_set.key)
        report.add("E302", ("key",), sentence)


def check_numbers(placed: Iterable[tuple[NodePath, Any]], known: Iterable[str], report: Report) -> None:
    """Note set numbers of a set's cards that are there twice."""
    taken = dict.fromkeys(known, N_("{number} is the number of a card of another set already."))
    for place, card in placed:
        if card.number in taken:
            report.add("E301", (*place, "number"), gettext(taken[card.number], number=card.number))
        taken.setdefault(card.number, N_("{number} is the number of a card of this set already."))


def check_content(card_set: Any, cards: Sequence[Any], report: Report) -> None:
    """Note a set with neither cards nor ready decks."""
    if not (cards or card_set.decks):
        report.add("E310", (), gettext("there is no card and no ready deck in it."))


def check_deck_key(key: str, known: Mapping[str, Any], report: Report) -> None:
    """Note the key of a ready deck that one of another set has."""
    if key in known:
        sentence = gettext('there is a ready deck "{key}" already: give it another key.', key=key)
        report.add("E303", ("decks", key), sentence)


def check_deck_cards(key: str, deck: Any, cards: Iterable[str], report: Report) -> list[str]:
    """Note the set numbers in a ready deck that no card has, and return them."""
    known = set(cards)
    unknown = [number for number in deck.cards if number not in known]
    for number in unknown:
        hint = report.meant(number, cards)
        sentence = gettext("there is no card {number}{hint}.", number=report.quoted(number), hint=hint)
        report.add("E501", ("decks", key, "cards", number), sentence)
    return unknown
