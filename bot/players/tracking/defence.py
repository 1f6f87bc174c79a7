"""Answering attacks and sensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.neocombat.rules.actions import Defend
from bot.games.neocombat.rules.view import Fight
from bot.players.tracking.attacks import CLAIM
from bot.players.tracking.situation import Situation, answering, off


def best_answer(situation: Situation, fight: Fight, legal: Sequence[Any]) -> Defend | None:
    """Return the answer that saves most for what it costs, or None when none is worth it."""
    found, most = None, situation.weights.least_answer
    for action in legal:
        if isinstance(action, Defend):
            worth = _saved(situation, fight, action.card) - situation.cost(action.card)
            worth += CLAIM if action.claim else 0.0
            if worth > most:
                found, most = action, worth
    return found


def _saved(situation: Situation, fight: Fight, card: int) -> float:
    """Return what an answer saves."""
    token = fight.target
    if fight.kind == "sensor":
        return 0.8 + situation.exposed(token)
    way = answering(situation.pool, card, fight.kind)
    assert way is not None
    return situation.loss(token, fight.by) - situation.loss(token, off(way, fight.by))
