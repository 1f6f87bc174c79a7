"""Every legal action of the seat to act."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from bot.engine.contract import Seat
from bot.engine.grid import listed
from bot.games.crossfire.rules.actions import (
    Answer,
    Attack,
    CrossfireAction,
    Discard,
    KeepOne,
    Lay,
    Raise,
    Rebuild,
    Replace,
    Support,
    Tower,
)
from bot.games.crossfire.rules.cards import STRENGTHS, Card, is_royal, once_each, rank
from bot.games.crossfire.rules.power import face_powers
from bot.games.crossfire.rules.reach import (
    Reach,
    least_strength,
    reach_of,
    replaceable,
    resolvable,
    tower_mates,
)
from bot.games.crossfire.rules.state import CrossfireState
from bot.games.crossfire.rules.view import Pile


def plays(state: CrossfireState, seat: Seat) -> list[CrossfireAction]:
    """Return the actions of the seat to act: lay, support, fight, its piles, Jokers, discard, in this
    order.
    """
    reach = reach_of(state.table, state.board, seat)
    hand = once_each(state.hands[seat])
    actions: list[CrossfireAction] = []
    for square in listed(reach.open):
        actions += map(Lay, hand, repeat(square))
    _pairs(reach, hand, actions)
    strengths = [STRENGTHS[card & 63] for card in hand]
    held = tuple(zip(hand, strengths, strict=True))
    _supports(reach, held, actions)
    there = reach.taken & reach.table.spread(reach.strike) & ~reach.quiet | reach.seized
    for square in listed(there):
        pile = state.board[square]
        if pile is None:
            continue
        if resolvable(pile, seat):
            _resolutions(reach, square, pile, hand, actions)
        elif pile.owner != seat or pile.contested:
            _contests(reach, square, pile, held, actions)
    if 0 in strengths:  # a Joker
        actions += [
            Replace(square)
            for square, pile in enumerate(state.board)
            if pile is not None and replaceable(pile, seat)
        ]
    actions += map(Discard, hand)
    return actions


def _pairs(reach: Reach, hand: tuple[Card, ...], actions: list[CrossfireAction]) -> None:
    pairing = reach.pairing_squares()
    if pairing:
        held = [(card, face_powers(card)) for card in hand]
        for square, powers in pairing.items():
            actions += [Lay(card, square) for card, possible in held if possible & powers]


def _supports(reach: Reach, held: Sequence[tuple[Card, int]], actions: list[CrossfireAction]) -> None:
    for base, most in reach.supportable():
        actions += [Support(card, base) for card, number in held if 0 < number <= most]


def _contests(
    reach: Reach, square: int, pile: Pile, held: Sequence[tuple[Card, int]], actions: list[CrossfireAction]
) -> None:
    """Add the ways to fight for a pile; the cards held come with their strengths."""
    kind: type[Attack] | type[Answer] = Answer if pile.contested else Attack
    if not (reach.can_answer if pile.contested else reach.can_attack)(square):
        return
    least = least_strength(pile, reach.seat)
    actions += [kind(card, square) for card, power in held if power >= least]


def _resolutions(
    reach: Reach, square: int, pile: Pile, hand: tuple[Card, ...], actions: list[CrossfireAction]
) -> None:
    """Add the ways to resolve a seized pile; leaving it needs no action (CRF-18, CRF-19, CRF-27)."""
    if reach.can_rebuild(square):
        actions += [Rebuild(card, square) for card in hand]
        actions += [Raise(card, square, held) for card in hand for held in tower_mates(pile, card)]
    cards = once_each(pile.cards)
    actions += [KeepOne(square, card) for card in cards]
    tens = [card for card in cards if rank(card) == 10]
    if tens:
        actions += [Tower(square, royal, ten) for royal in cards if is_royal(royal) for ten in tens]
