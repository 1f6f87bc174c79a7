"""The Plotter: an opponent at Overcross that judges a Character's move and attack as one plan."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from bot.engine.contract import Action, Seat
from bot.engine.language import N_
from bot.games.overcross.rules.actions import Attack, EndTurn, Move, Play, Use
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.rules.view import OvercrossView
from bot.players.opponent import GameOpponent
from bot.players.plotting import answers
from bot.players.plotting.aims import Aims
from bot.players.plotting.effects import Effects
from bot.players.plotting.plans import Plan, Plans
from bot.players.plotting.plays import Plays
from bot.players.plotting.situation import Situation

LEAST_USE = 0.2
"""What a special has to be worth to be used."""


class Plotter(GameOpponent):
    """Plays what is worth most, walks towards the objective by safe squares, and hits where it hurts."""

    key: ClassVar[str] = "plotter"
    title: ClassVar[str] = "Plotter"
    description: ClassVar[str] = N_(
        "Plans a move and an attack together, with the objective always in sight: not easy for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("overcross",))
    view_type: ClassVar[Any] = OvercrossView

    def idea(
        self, rules: OvercrossRules, view: OvercrossView, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Action | None:
        """Return what it thinks best."""
        pool = rules.library[view.options.cards]
        if view.phase in ("decks", "first", "hands"):
            return answers.prepare(view, pool, legal, rng)  # type: ignore[no-any-return] # an action
        situation = Situation(view, seat, pool)
        plans = Plans(situation, Aims(situation), rng)
        effects = Effects(plans)
        if view.question is not None:
            return answers.answer(effects, view.question, legal, rng)
        if view.phase == "discard":
            return answers.discard(situation, legal)
        return _turn(Plays(effects), legal)


def _turn(plays: Plays, legal: Sequence[Any]) -> Action:
    """Play cards first, then minor actions, then major ones, each time what is worth most (OVC-09)."""
    kinds: dict[type, list[Any]] = {}
    for action in legal:
        kinds.setdefault(type(action), []).append(action)
    if (play := plays.best_play(kinds.get(Play, ()))) is not None:
        return play.action  # type: ignore[no-any-return] # an action of this game
    uses, attacks = kinds.get(Use, []), kinds.get(Attack, [])
    minor = [
        plays.plans.best_move(kinds.get(Move, ())),
        plays.plans.best_attack([each for each in attacks if _size_of(plays, each) == "m"]),
        _best_use(plays, [each for each in uses if _use_size(plays, each) in ("m", "free")]),
    ]
    major = [
        plays.plans.best_attack([each for each in attacks if _size_of(plays, each) != "m"]),
        _best_use(plays, [each for each in uses if _use_size(plays, each) not in ("m", "free")]),
    ]
    for found in (minor, major):
        best = max([plan for plan in found if plan is not None], key=lambda plan: plan.worth, default=None)
        if best is not None and best.worth > 0:
            return best.action  # type: ignore[no-any-return]
    return EndTurn()


def _best_use(plays: Plays, uses: Sequence[Use]) -> Plan | None:
    plans = [Plan(plays.effects.use(use.card, use.way) - LEAST_USE, use) for use in uses]
    return max(plans, key=lambda plan: plan.worth, default=None)


def _size_of(plays: Plays, attack: Attack) -> str:
    return str(plays.look.attacks(attack.piece)[attack.way].size)


def _use_size(plays: Plays, use: Use) -> str:
    ability: Any = plays.look.activated(use.card)[use.way]
    return str(ability.size)
