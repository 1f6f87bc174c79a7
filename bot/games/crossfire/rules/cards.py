"""The cards of Crossfire as small numbers that encode pack, rank and suit.

A card is `pack << 6 | face`. Faces 0 to 12 are the Ace to the King of clubs, then diamonds, hearts and
spades; face 52 is a Joker. Two cards of one pack with the same face (there are some in Ultimate, and the
Jokers) are the same number: they cannot be told apart. A face-down card is the negative number `-1 - pack`,
because its back shows its pack.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from bot.base.language import N_, gettext, messages
from bot.engine.contract import Seat

Card: TypeAlias = int
"""A card, or the back of one (see the module)."""

SUITS = (N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades"))
"""The suits in the order of the numbers; messages."""
RANKS = (N_("Ace"), "2", "3", "4", "5", "6", "7", "8", "9", "10", N_("Jack"), N_("Queen"), N_("King"))
"""The names of the ranks, messages unless a number; the Ace is rank 1."""
_A_RANKS = messages("crossfire", "ranks", tuple[str, ...])
"""The strengths 0 to 13 with articles, as used in a sentence; messages."""
JOKER = 52
"""The face of a Joker."""

SHORT_RANKS = "A23456789TJQK"
SHORT_SUITS = "cdhs"
"""The ranks and suits in one letter each."""
HIGHEST = 13
"""The strength of a King: the maximum (CRF-14)."""

_FACES = 63

STRENGTHS: tuple[int, ...] = (*[face % 13 + 1 for face in range(JOKER)], 0)
"""The strength of each face: Ace 1 to King 13, Joker 0 (CRF-14). It is also the rank, except for a Joker."""


def card(pack: Seat, rank: int, suit: int) -> Card:
    """Return the card of a pack with this rank (1 to 13) and suit (0 to 3)."""
    return pack << 6 | (suit * 13 + rank - 1)


def joker(pack: Seat) -> Card:
    """Return a Joker of this pack."""
    return pack << 6 | JOKER


def back(pack: Seat) -> Card:
    """Return the back of a card of this pack."""
    return -1 - pack


def pack_of(card: Card) -> Seat:
    """Return the seat whose pack a card, seen or not, belongs to."""
    return card >> 6 if card >= 0 else -1 - card


def strength(card: Card) -> int:
    """Return the strength in contests: Ace 1 ... King 13, Joker 0 (CRF-14)."""
    return STRENGTHS[card & _FACES]


def rank(card: Card) -> int:
    """Return the rank: Ace 1 ... King 13; 0 for a Joker."""
    return STRENGTHS[card & _FACES]


def suit(card: Card) -> int | None:
    """Return the number of the suit, or None for a Joker."""
    face = card & _FACES
    return None if face == JOKER else face // 13


def is_joker(card: Card) -> bool:
    """Whether this is a Joker."""
    return card & _FACES == JOKER


def is_numbered(card: Card) -> bool:
    """Whether this is an Ace to a 10."""
    return 1 <= STRENGTHS[card & _FACES] <= 10


def is_royal(card: Card) -> bool:
    """Whether this is a Jack, Queen or King."""
    return STRENGTHS[card & _FACES] > 10


def tower_of(card: Card, other: Card) -> tuple[Card, Card]:
    """Return the royal and the 10 among these two cards, which make a tower (CRF-19, CRF-27)."""
    return (card, other) if is_royal(card) else (other, card)


def rank_name(card: Card) -> str:
    """Return the rank as players call it: "6", "Queen", "Joker"."""
    if is_joker(card):
        return gettext("Joker")
    called = RANKS[rank(card) - 1]
    return called if called.isdecimal() else gettext(called)


def a_rank(strength: int) -> str:
    """Return a strength from 0 to 13 as a rank with its article: "an Ace", "a 7", "a Queen", "a Joker"."""
    return gettext(_A_RANKS[strength])


def name(card: Card) -> str:
    """Return the card as players call it: "6 of hearts", "Queen of spades", "Joker"."""
    which = suit(card)
    if which is None:
        return gettext("Joker")
    if 2 <= rank(card) <= 10:
        return gettext("{number} of {suit}", number=rank(card), suit=gettext(SUITS[which]))
    return gettext("{rank} of {suit}", rank=rank_name(card), suit=gettext(SUITS[which]))


def short(card: Card) -> str:
    """Return two letters for a card, rank and suit: "6h", "Tc", "Jo" for a Joker, "??" for a back."""
    if card < 0:
        return "??"
    which = suit(card)
    return "Jo" if which is None else SHORT_RANKS[rank(card) - 1] + SHORT_SUITS[which]


def full_pack(pack: Seat, jokers: int, copies: int = 1) -> tuple[Card, ...]:
    """Return a seat's pack in order: `copies` of the 52 cards, each with its Jokers (CRF-01, CRF-25)."""
    faces = [pack << 6 | face for face in range(JOKER)] + [joker(pack)] * jokers
    return tuple(faces * copies)


def with_card(hand: tuple[Card, ...], *more: Card) -> tuple[Card, ...]:
    """Return a hand with further cards; hands are kept in numerical order."""
    return tuple(sorted(hand + more))


def without_card(hand: tuple[Card, ...], gone: Card) -> tuple[Card, ...]:
    """Return a hand without one card of this number, or the same hand if it has none."""
    if gone not in hand:
        return hand
    place = hand.index(gone)
    return hand[:place] + hand[place + 1 :]


def once_each(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the different cards among these, in their order."""
    return tuple(dict.fromkeys(cards))
