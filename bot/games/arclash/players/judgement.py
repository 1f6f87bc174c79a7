"""The value of a position of Arclash, and of each card, to a seat.

The next battle is evaluated as a chance: the own power with the possible Supports in hand, against each
rival's power with the possible Supports in their hidden hands. The match after it, won or lost, is evaluated
as a race to the winning score, in which a good stack and a good hand are worth some points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import Any

from bot.engine.cards.machine import effects_of
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.cards import Character, Pool, can_advance
from bot.games.arclash.cards.decks import ready_decks
from bot.games.arclash.players.rollouts import Rollout, SearchBudget, Value
from bot.games.arclash.players.tableau import Tableau
from bot.games.arclash.rules.power import FACELESS, HIDDEN
from bot.games.arclash.rules.view import ArclashView

BOARD = (0.0, 0.0, 1.5, 3.5, 3.5)
"""The value of continuing with a Character of this level; a Level 4 goes down by itself (ARC-12)."""

SUPPORT = 50
"""The assumed power of a Support."""

PER_POWER = 0.007
"""The value of 1 power on a Support in hand."""

UNKNOWN = 0.2
"""The value of an unknown card."""

WILLING = 0.75
"""The share counted of the power that Supports in hand could add."""

RISE = (0, 180, 100, 15, 0)
"""The average gain in power of a rival that may still advance, by its level."""

SPREAD = (0, 150, 110, 70, 0)
"""The standard deviation of that gain."""

PACE = 1.5
"""The influence of a lead on a race: it is divided by the root of the total points still to score."""


class Judgement:
    """One seat's evaluation of a match of Arclash, from its view alone."""

    def __init__(self, view: ArclashView, pool: Pool, seat: Seat) -> None:
        self.view = view
        self.pool = pool
        self.seat = seat
        self.tableau = Tableau(view, pool)
        self.budget = SearchBudget()
        self.rivals = [other for other in self.tableau.seats if other != seat]
        self.share = share_of_supports(pool)
        self._supports: dict[str, float] = {}
        self._before_advancing = view.phase in ("start", "advance", "renew")
        self._advancing = [
            self._before_advancing and not (view.phase == "advance" and place.done) for place in view.places
        ]
        """The seats that may still advance before the next battle."""
        self._active = [not place.done for place in view.places]
        to_advance = self.rivals if self._before_advancing else []
        self._shift = sum([self.start_of_battle(self.tableau, rival) for rival in to_advance])
        """The expected effects of the rivals' Characters at the start of the battle, in power; usually below
        0.
        """

    # Battles

    def standing(self, tableau: Tableau) -> float:
        """Return the value of entering the next battle in this position, with the reserves in hand."""
        own = tableau.power(self.seat) + self._shift
        if self._before_advancing:
            own += self.start_of_battle(tableau, self.seat)
        return self.worth(tableau, own + WILLING * sum(self.reserves(tableau)))

    def closing(self, tableau: Tableau) -> float:
        """Return the value of a position of the Support stage with the best number of further Supports."""
        reserves = sorted([(power, card) for card, power in self._reserves(tableau)], reverse=True)
        power, spent = float(tableau.power(self.seat)), 0.0
        best = self.worth(tableau, power)
        for count, (more, card) in enumerate(reserves, start=1):
            power += more * (WILLING if any(self._active[rival] for rival in self.rivals) else 1)
            spent += max(0.02, self.card_value(tableau, card))
            best = max(best, self.worth(tableau, power, 20 * sqrt(count), spent))
        return best

    def worth(self, tableau: Tableau, own: float, doubt: float = 0.0, spent: float = 0.0) -> float:
        """Return the chance to win the match after a battle with this own power.

        The cards in hand are kept for later, except those `spent`, in points.
        """
        chance = self.chance(tableau, own, doubt)
        level = tableau.level(self.seat)
        hand = sum([self.card_value(tableau, card) - UNKNOWN for card in tableau.hands[self.seat]]) - spent
        strongest = max([min(3, tableau.level(rival)) for rival in self.rivals], default=1)
        won = hand + BOARD[min(level, 3)] - BOARD[max(1, strongest - 1)]
        lost = hand + BOARD[max(1, level - 1)] - BOARD[strongest]
        points = sum([self._level_to_be(tableau, rival) for rival in self.rivals])
        score = tableau.score(self.seat)
        theirs = max([tableau.score(rival) for rival in self.rivals], default=0)
        others = points * (1 - 1 / max(1, len(self.rivals)))
        return chance * self._race(score + points, theirs, won) + (1 - chance) * self._race(
            score, theirs + level + others, lost
        )

    def _race(self, own: float, theirs: float, ahead: float) -> float:
        """Return the chance to win from these points, with this lead in cards and stack."""
        goal = self.view.options.score
        if own >= goal or theirs >= goal:
            return 1.0 if own >= goal else 0.0
        lead = own - theirs + ahead
        return 1 / (1 + exp(-PACE * lead / sqrt(2 * goal - own - theirs)))

    def chance(self, tableau: Tableau, own: float, doubt: float = 0.0) -> float:
        """Return the chance to have the highest power, with this power and this uncertainty."""
        chance = 1.0
        for rival in self.rivals:
            mean, spread = self._strength(tableau, rival)
            chance *= _above(own - mean, sqrt(spread * spread + doubt * doubt))
        return chance

    def _strength(self, tableau: Tableau, rival: Seat) -> tuple[float, float]:
        """Return a rival's expected power, and its uncertainty."""
        power, cards = float(tableau.power(rival)), float(len(tableau.hands[rival]))
        spread = 0.0
        if self._advancing[rival]:
            level = tableau.level(rival)
            power, spread = power + RISE[level], SPREAD[level]
            cards = max(0.0, cards - 2)
        if self.view.phase == "support" and not self._active[rival]:
            return power, spread
        supports = cards * self.share
        doubt = SUPPORT * sqrt(supports) * 0.8
        return power + WILLING * SUPPORT * supports, sqrt(spread * spread + doubt * doubt)

    def _level_to_be(self, tableau: Tableau, seat: Seat) -> float:
        level = tableau.level(seat)
        return level + 0.6 if self._advancing[seat] and level < 3 else level

    # Abilities

    def rollout(
        self, seat: Seat, effects: Sequence[Effect], card: Card, value: Value, **more: Any
    ) -> Rollout:
        """Return the rollout of these effects of a seat's card; `more` are further fields of `Rollout`."""
        return Rollout(
            seat, effects, value, self.card_value, me=self.seat, budget=self.budget, card=card, **more
        )

    def start_of_battle(self, tableau: Tableau, seat: Seat) -> float:
        """Return the effects of a seat's stack at the start of the battle, in power for the seat."""
        doing, numbers = tableau.pool.doing, tableau.numbers
        values = [
            (card, ability)
            for card in tableau.stacks[seat]
            for ability in doing[numbers[card]].get("start-of-battle", ())
        ]
        return sum([self._gain(tableau, seat, effects_of(ability), card) for card, ability in values])

    def on_advance(self, tableau: Tableau, card: Card) -> float:
        """Return the value to this seat, in power, of a Character's effects when put on the own stack."""
        found = self.pool.doing[tableau.numbers[card]].get("advance", ())
        return sum([self._gain(tableau, self.seat, effects_of(ability), card) for ability in found])

    def _gain(self, tableau: Tableau, seat: Seat, effects: Sequence[Effect], card: Card) -> float:
        """Return how much effects of a seat's card add to this seat's `margin`."""
        return self.rollout(seat, effects, card, self.margin).average(tableau) - self.margin(tableau)

    def margin(self, tableau: Tableau) -> float:
        """Return this seat's lead over the strongest rival, in power; cards count a little, too."""
        strongest = max([tableau.power(rival) for rival in self.rivals], default=0)
        theirs = sum([8 * len(tableau.hands[rival]) + 30 * tableau.level(rival) for rival in self.rivals])
        own = 12 * len(tableau.hands[self.seat]) + 60 * tableau.level(self.seat)
        return tableau.power(self.seat) - strongest + own - theirs / max(1, len(self.rivals))

    # Cards

    def reserves(self, tableau: Tableau) -> Sequence[float]:
        """Return the power that each card of the own hand could add as a Support."""
        return [power for _, power in self._reserves(tableau)]

    def _reserves(self, tableau: Tableau) -> list[tuple[Card, float]]:
        found = [(card, self._as_support(tableau, card)) for card in tableau.hands[self.seat]]
        return [(card, power) for card, power in found if power > 0]

    def _as_support(self, tableau: Tableau, card: Card) -> float:
        if card == HIDDEN:
            return self.share * SUPPORT
        return self.support_power(tableau, card) if tableau.face(card).kind == "support" else 0.0

    def support_power(self, tableau: Tableau, card: Card) -> float:
        """Return the power that a Support would add now; drawn cards count a little."""
        number = tableau.numbers[card]
        if number not in self._supports:
            self._supports[number] = 0.0  # a card that finds another like it
            before = self.tableau.copy()
            before.play(self.seat, card)
            self._supports[number] = max(0.0, self._gain(before, self.seat, self.played(before, card), card))
        return self._supports[number]

    def played(self, tableau: Tableau, card: Card) -> tuple[Effect, ...]:
        """Return a Support's effects when it is played."""
        abilities = self.pool.doing[tableau.numbers[card]].get("played", ())
        return tuple([effect for ability in abilities for effect in effects_of(ability)])

    def card_value(self, tableau: Tableau, card: Card) -> float:
        """Return the value of a card in the own hand, in points; all cards of rivals count alike."""
        if card == HIDDEN:
            return UNKNOWN
        face = tableau.face(card)
        if isinstance(face, Character):
            return self._character(tableau, face)
        return PER_POWER * self.support_power(tableau, card)

    def _character(self, tableau: Tableau, face: Character) -> float:
        stack = tableau.stacks[self.seat]
        current = tableau.face(stack[-1]) if stack else FACELESS
        ahead = face.level - current.level
        if face.level == 4:
            return 0.45 if current.level >= 2 else 0.3
        if ahead == 1:
            return 0.6 + face.power / 2000 if can_advance(face, current) else 0.15
        if ahead > 1:
            return 0.4 + face.power / 2000
        if ahead == 0:
            return (0.0, 0.02, 0.12, 0.3)[face.level] + face.power / 10000
        return 0.1 if face.level == 2 else 0.0


def _above(lead: float, spread: float) -> float:
    """Return the chance that a lead with this uncertainty is above 0."""
    if spread < 1:
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    return 1 / (1 + exp(-max(-30.0, min(30.0, 1.7 * lead / spread))))


@lru_cache(maxsize=64)
def share_of_supports(pool: Pool) -> float:
    """Return the share of Supports in a typical deck."""
    numbers = [number for deck in ready_decks(pool).values() for number in deck]
    return sum([pool.cards[number].kind == "support" for number in numbers]) / max(1, len(numbers))
