"""The Tracker: an opponent at Neo-Combat that remembers who was seen under which cloak."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from bot.engine.contract import Action, Seat
from bot.engine.language import N_
from bot.games.neocombat.rules.actions import Pass, Stop
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.rules.view import NeoView
from bot.players.opponent import GameOpponent
from bot.players.tracking import attacks, defence, marches, recovery
from bot.players.tracking.situation import Situation
from bot.players.tracking.worth import WEIGHTS, Weights


class Tracker(GameOpponent):
    """Spots what it can hit, strikes from under its cloaks, and holds on to its answers."""

    key: ClassVar[str] = "tracker"
    title: ClassVar[str] = "Tracker"
    description: ClassVar[str] = N_(
        "Remembers who was seen under which cloak, and spots what it can hit: not easy for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("neo-combat",))
    view_type: ClassVar[Any] = NeoView

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights

    def idea(
        self, rules: NeoCombatRules, view: NeoView, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Action | None:
        """Return what it thinks best."""
        pool = rules.library[view.options.cards]
        if view.phase == "draft":
            return recovery.best_of_draft(pool, legal)
        situation = Situation(view, seat, pool, self.weights)
        if view.fight is not None:
            return defence.best_answer(situation, view.fight, legal) or Pass()
        if view.phase == "repair":
            return recovery.choose(situation, legal)
        if view.phase == "movement":
            return _march(situation, legal, rng)
        return attacks.best_play(situation, legal, rng) or Pass()


def _march(situation: Situation, legal: Sequence[Any], rng: random.Random) -> Action:
    """Move, or wait for a later step, or be done with moving."""
    move = marches.best_move(situation, legal, rng)
    if move is not None:
        return move
    return Pass() if marches.may_want_to_move(situation) else Stop()
