"""The probability that a player holds a strong enough card, by a seat's knowledge (CRF-14 to CRF-26)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from bot.engine.contract import Seat
from bot.games.crossfire.rules.cards import HIGHEST, pack_of, strength
from bot.games.crossfire.rules.resample import unseen_of
from bot.games.crossfire.rules.view import CrossfireView

WILLING = 0.95
"""The probability that a player continues an attack when holding the card for it."""

HOPELESS = 0.15
"""The value of a contest that no card in hand can continue: a card may be drawn in time."""


class Odds:
    """The possible hands of the other seats: the known cards, and random ones of their packs."""

    def __init__(self, view: CrossfireView) -> None:
        self._known = [tuple([strength(card) for card in shown]) for shown in view.shown]
        self._drawn = [view.hands[seat] - len(view.shown[seat]) + 1 for seat in range(view.seats)]
        self._counts = [_counts(view, seat) for seat in range(view.seats)]

    def none_of(self, seat: Seat, least: int, most: int) -> float:
        """Return the probability that a seat holds no card of these strengths, even after its next draw."""
        if any(least <= one <= most for one in self._known[seat]):
            return 0.0
        counts = self._counts[seat]
        return _missing(sum(counts), sum(counts[max(0, least) : most + 1]), self._drawn[seat])

    def holds(self, seat: Seat, least: int) -> float:
        """Return the probability that a seat holds a card at least as strong, even after its next draw."""
        return 0.0 if least > HIGHEST else 1 - self.none_of(seat, least, HIGHEST)

    def wins(self, rival: Seat, leading: int, hand: Sequence[int], *, attacking: bool, tight: bool) -> float:
        """Return the probability of winning a contest led by an own card of this strength.

        `hand` are the strengths of the other cards. The attacker may equal a card, `attacking` is whether the
        seat is the attacker; in a `tight` contest, for a neutral, both have to exceed it.
        """
        least = leading if not attacking and not tight else leading + 1
        if least > HIGHEST:
            return 1.0
        before, chance = 1.0, self.none_of(rival, least, HIGHEST)
        for top in range(least, HIGHEST + 1):
            after = self.none_of(rival, least, top)
            if before - after > 0.02:
                needed = top if attacking and not tight else top + 1
                chance += (before - after) * self._going_on(
                    rival, needed, hand, attacking=attacking, tight=tight
                )
            before = after
        return chance

    def _going_on(
        self, rival: Seat, needed: int, hand: Sequence[int], *, attacking: bool, tight: bool
    ) -> float:
        """Return the probability of winning after the rival's answer with the weakest sufficient card."""
        able = [one for one in hand if one >= needed]
        if not able or len(hand) < 2:
            return (HOPELESS if needed <= HIGHEST else 0.0) if not able else 0.5
        card = min(able)
        rest = list(hand)
        rest.remove(card)
        return WILLING * self.wins(rival, card, rest[:1], attacking=attacking, tight=tight)


def _counts(view: CrossfireView, seat: Seat) -> list[int]:
    """Return the number of unknown cards of each strength of a seat's own pack, from 0 to 13."""
    counts = [0] * (HIGHEST + 1)
    for card in unseen_of(view, seat):
        assert pack_of(card) == seat, "what is not seen of a pack is of that pack"
        counts[strength(card)] += 1
    return counts


@lru_cache(maxsize=4096)
def _missing(cards: int, good: int, drawn: int) -> float:
    """Return the probability that none of the good cards is among this number of drawn ones."""
    if not good:
        return 1.0
    drawn = min(drawn, cards)
    return comb(cards - good, drawn) / comb(cards, drawn)
