"""Moving: sectors for attacking, for spotting, and the Centre."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from bot.engine.players.opponent import best_first
from bot.games.neocombat.cards.words import PlayedAbility
from bot.games.neocombat.players.attacks import WHIM, Attacks, damaging
from bot.games.neocombat.players.situation import Situation
from bot.games.neocombat.rules.actions import NEW, NONE, Move

LEAST = 0.3
"""The minimum gain of a move."""
CROWDED = 0.15
"""The cost of each enemy in the sector of a varan."""
SPOTTER = 0.5
"""The additional value of a spotting varan that can claim an extra card."""
UNSURE = 0.5
"""The weight of a token that can still move away."""


def moves(situation: Situation, legal: Sequence[Any], rng: random.Random) -> list[Move]:
    """Return the moves with sufficient gain, the highest gain first.

    A varan moves at the last possible step, when most of the others have moved.
    """
    view = situation.view
    thought = Marches(situation)
    rated = list[tuple[float, Move]]()
    stay = {token: thought.worth(token, situation.tokens[token].sector) for token in situation.own}
    for action in legal:
        if isinstance(action, Move) and situation.varan(action.token).speed <= view.step:
            gain = thought.worth(action.token, action.to) - stay[action.token] + WHIM * rng.random()
            if gain > LEAST:
                rated.append((gain, action))
    return best_first(rated)


def may_want_to_move(situation: Situation) -> bool:
    """Whether a varan's last step is still to come."""
    view = situation.view
    for token in situation.own:
        its = situation.tokens[token]
        if its.moved or its.sideways:
            continue
        step = situation.varan(token).speed
        if (not its.revealed, step) > (view.cloaked, view.step):
            return True
    return False


class Marches:
    """The values of sectors to the seat's varans."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.attacks = Attacks(situation)
        blows = list(damaging(situation))
        self.near = [blow for blow in blows if blow.near]
        self.spots = bool(blows) and any(
            _spots_near(situation.pool.ways[card]) for card in situation.view.hand
        )
        """Whether the hand can spot a near varan, and then attack it."""

    def worth(self, token: int, to: int) -> float:
        """Return the value of a varan being in a sector at the end of the movement."""
        if to == NEW:
            return 0.0
        situation = self.situation
        here = [each for each in situation.enemies if situation.tokens[each].sector == to]
        friends = [each for each in situation.own if each != token and situation.tokens[each].sector == to]
        worth = -CROWDED * len(here) if not situation.tokens[token].revealed else 0.0
        if to == 0:
            worth += 0.0 if friends or situation.is_last_turn else situation.weights.centre
        return worth + self._strikes(token, here, friends) + self._sensor(token, here, friends)

    def _strikes(self, token: int, here: Sequence[int], friends: Sequence[int]) -> float:
        """Return the value of the varan's strikes and flames there, unless a friend there has them."""
        situation, gifts = self.situation, self.situation.varan(token).attributes
        able = [blow for blow in self.near if not blow.attribute or blow.attribute in gifts]
        strikers = [each for each in friends if not situation.tokens[each].sideways]
        if len(strikers) >= len(able):
            return 0.0
        best = 0.0
        for target in here:
            if situation.tokens[target].revealed:
                blow = max(able, key=lambda each: each.by)
                worth = self.attacks.hit(target, blow.kind, blow.by) - self.attacks.price(token, blow)
                best = max(best, worth * self._still_there(target))
        return best

    def _sensor(self, token: int, here: Sequence[int], friends: Sequence[int]) -> float:
        """Return the value of a sensor in hand there, unless a friend there can use it."""
        situation = self.situation
        if not self.spots:
            return 0.0
        spotter = SPOTTER if "sensors" in situation.varan(token).attributes else 0.0
        cloaked = [each for each in here if not situation.tokens[each].revealed]
        if not cloaked or (friends and not spotter):
            return 0.0
        best = max([self.attacks.goal(each, NONE) * self._still_there(each) for each in cloaked])
        known = 0.0 if friends else situation.weights.spot * best
        return known + spotter

    def _still_there(self, target: int) -> float:
        """Return the probability that a token stays in its sector."""
        its = self.situation.tokens[target]
        if its.moved or its.sideways or (its.revealed and self.situation.view.cloaked):
            return 1.0
        return UNSURE


def _spots_near(ways: Sequence[PlayedAbility]) -> bool:
    """Whether a card is a sensor whose user must be in the target's sector."""
    return any(way.threat == "sensor" and way.target and way.target.within != "any" for way in ways)
