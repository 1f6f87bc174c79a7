"""Names of cards, ranks, squares and seats: marks, names, counts. Words only, no sentences."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import gettext, pgettext
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS
from bot.games.crossfire.rules.cards import HIGHEST, SHORT_SUITS, Card, a_rank, is_joker, rank, suit
from bot.games.crossfire.rules.view import CrossfireView

SUIT_MARKS = "♣♦♥♠"
"""The suits in the order of the numbers."""

PRINTED_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks as printed on cards."""


def card_words(card: Card) -> str:
    """Return a card as written in sentences: "7♥", "10♠", "Joker"; "a card" for a back."""
    if card < 0:
        return gettext("a card")
    which = suit(card)
    return gettext("Joker") if which is None else f"{PRINTED_RANKS[rank(card) - 1]}{SUIT_MARKS[which]}"


def cards_words(cards: Sequence[Card]) -> str:
    """Return several cards: "7♥, 10♠, Joker"; "nothing" for none."""
    return ", ".join([card_words(card) for card in cards]) or gettext("nothing")


def typed_card(card: Card) -> str:
    """Return a card as a player types it: "7h", "10s", "Joker"."""
    which = suit(card)
    return "Joker" if which is None else f"{PRINTED_RANKS[rank(card) - 1]}{SHORT_SUITS[which]}"


def a_joker_or(card: Card) -> str:
    """Return a card with the article it needs in a sentence: "7♥", "a Joker"."""
    return gettext("a Joker") if card >= 0 and is_joker(card) else card_words(card)


def at_least(strength: int) -> str:
    """Return the cards of at least this strength: "a Queen or higher", "a King"."""
    if strength <= 0:
        return pgettext("answer with", "any card")
    if strength == HIGHEST:
        return a_rank(strength)
    return gettext("{card} or higher", card=a_rank(strength))


def team_marks(team: int, seats: int) -> str:
    """Return the marks of a team's seats: "●▲"."""
    return "".join(SEAT_MARKS[team:seats:2])


def awaited(view: CrossfireView) -> list[Seat]:
    """Return the seats to act, from the view."""
    if view.phase == "bases":
        return [seat for seat in range(view.seats) if view.deciding[seat]]
    return [view.turn] if view.turn >= 0 else []
