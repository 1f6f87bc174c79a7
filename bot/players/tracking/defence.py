"""Answering attacks and sensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.neocombat.rules.actions import Defend
from bot.games.neocombat.rules.view import Fight
from bot.players.opponent import best_first
from bot.players.tracking.attacks import CLAIM
from bot.players.tracking.situation import Situation, answering, off


def answers(situation: Situation, fight: Fight, legal: Sequence[Any]) -> list[Defend]:
    """Return the answers that are worth what they cost, that which saves most for it first."""
    rated = list[tuple[float, Defend]]()
    for action in legal:
        if isinstance(action, Defend):
            worth = _saved(situation, fight, action.card) - situation.cost(action.card)
            worth += CLAIM if action.claim else 0.0
            if worth > situation.weights.least_answer:
                rated.append((worth, action))
    return best_first(rated)


def _saved(situation: Situation, fight: Fight, card: int) -> float:
    """Return what an answer saves."""
    token = fight.target
    if fight.kind == "sensor":
        return 0.8 + situation.exposed(token)
    way = answering(situation.pool, card, fight.kind)
    assert way is not None
    return situation.loss(token, fight.by) - situation.loss(token, off(way, fight.by))
