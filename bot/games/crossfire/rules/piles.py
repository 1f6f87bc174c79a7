"""Changes of piles: each as a new value, for the rules and for position texts."""

from __future__ import annotations

from typing import TypeAlias

from bot.engine.contract import Seat
from bot.games.crossfire.rules.cards import Card, strength
from bot.games.crossfire.rules.view import NOBODY, LaidCard, Pile

Board: TypeAlias = tuple[Pile | None, ...]


def node(seat: Seat, card: Card) -> Pile:
    """Return a node of this seat."""
    return Pile(seat, "node", (card,))


def tower(seat: Seat, royal: Card, ten: Card) -> Pile:
    """Return a tower of this seat (CRF-19)."""
    return Pile(seat, "tower", (royal, ten))


def neutral(card: Card) -> Pile:
    """Return a neutral with this card, or a back."""
    return Pile(NOBODY, "neutral", (card,))


def defence(pile: Pile) -> int:
    """Return the strength an attacker has to match (CRF-14).

    It is the strength of the node or known neutral, of a tower's royal, or of a seized pile's highest card
    (CRF-17, CRF-19).
    """
    return max([strength(card) for card in pile.cards]) if pile.kind == "seized" else strength(pile.cards[0])


def least_answer(pile: Pile, seat: Seat) -> int:
    """Return the minimum strength with which a seat may answer; 14 if no card is strong enough.

    The attacker needs the strength of the leader's card, all others more (CRF-16, CRF-20).
    """
    leading = strength(pile.laid[-1].card)
    return leading if pile.kind != "neutral" and pile.owner != seat else leading + 1


def unknown(pile: Pile) -> bool:
    """Whether it is a neutral that has not been probed (CRF-20)."""
    return pile.cards[0] < 0


def beats_neutral(card: Card, neutral: Card) -> bool:
    """Whether a card beats a neutral: only a higher one does, but a Joker beats a Joker (CRF-20)."""
    return strength(card) > strength(neutral) or strength(card) == strength(neutral) == 0


def attacked(pile: Pile, seat: Seat, card: Card) -> Pile:
    """Return an enemy's pile after the opening card of a contest (CRF-15)."""
    return Pile(pile.owner, pile.kind, pile.cards, (*pile.laid, LaidCard(seat, card)), seat, pile.owner)


def after_attack(pile: Pile, seat: Seat, card: Card) -> Pile:
    """Return a pile after an attack, as far as it is known before: an unknown neutral counts as beaten."""
    if pile.kind != "neutral":
        return attacked(pile, seat, card)
    leads = unknown(pile) or beats_neutral(card, pile.cards[0])
    return probed(pile, seat, card, pile.cards[0], leads)


def probed(pile: Pile, seat: Seat, card: Card, neutral: Card, leads: bool) -> Pile:
    """Return a neutral after a card was laid on it, with its own card known; the card stays on it
    (CRF-20).
    """
    laid = (*pile.laid, LaidCard(seat, card))
    return Pile(NOBODY, "neutral", (neutral,), laid, seat if leads else NOBODY)


def answered(pile: Pile, seat: Seat, card: Card) -> Pile:
    """Return a contested pile after an answer; the former leader, if it is a seat, must answer next
    (CRF-16).
    """
    rival = NOBODY if pile.kind == "neutral" else pile.leader
    return Pile(pile.owner, pile.kind, pile.cards, (*pile.laid, LaidCard(seat, card)), seat, rival)


def lapsed(pile: Pile) -> Pile:
    """Return a contested pile whose rival has not answered in its turn (CRF-16)."""
    return Pile(pile.owner, pile.kind, pile.cards, pile.laid, pile.leader, pile.rival, True)


def won(pile: Pile) -> Pile:
    """Return a contested pile as the leader's seized pile (CRF-16, CRF-17)."""
    return Pile(pile.leader, "seized", pile.all_cards)
