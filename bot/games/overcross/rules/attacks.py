"""Carrying out attacks: the dice to hit and to save (OVC-18 to OVC-22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.places import Places
from bot.games.overcross.rules.steps import Acted, Attacked, Save, Strike

SIDES = 6


def successes(value: int) -> int:
    """Return the number of a die's faces that are lower than acc or defense (OVC-18)."""
    return max(0, min(value - 1, SIDES))


class Attacks(Places, Aim):
    """Carrying out attacks."""

    def strike(self, context: EffectContext[Any], step: Strike) -> Sequence[EffectNode]:
        """Roll to hit (OVC-18)."""
        here, target = self.piece(step.piece), self.piece(step.target)
        if here is None or (target is None and self.terrain(step.target) is None):
            return ()
        aimed = None if target is None else target.card
        acc = self.attack_stat(here, "acc", step.attack, aimed)
        dmg = self.attack_stat(here, "dmg", step.attack, aimed)
        die, hit = self._succeeds(context, "hit", acc) if step.attack.acc else (facts.NO_DIE, True)
        self.record(facts.Aimed(here.card, step.target, step.at, step.attack.reach, acc, die, hit))
        done = Attacked(here.card, step.target, die)
        if not hit:
            return (done,)
        if target is not None:
            self.set_off(context, self.about("hits", here, (target.card,)))
        return (Save(here.card, step.attack, dmg, step.target), done)

    def save(self, context: EffectContext[Any], step: Save) -> Sequence[EffectNode]:
        """Let the Character that was hit roll to save; terrain has no defense (OVC-19 to OVC-21)."""
        target = self.piece(step.target)
        if target is not None and step.dmg > 0:
            defense = self.defense(target, step.piece, step.attack)
            die, saved = self._succeeds(context, "save", defense)
            self.record(facts.SaveRolled(target.card, defense, die, saved))
            if saved:
                return ()
        self.damage(context, (step.target,), step.dmg)
        return ()

    def _succeeds(self, context: EffectContext[Any], what: str, value: int) -> tuple[int, bool]:
        """Return the result of a die, and whether it is lower than acc or defense (OVC-18).

        No die is rolled for a value below 2, which never succeeds, or above 6, which always succeeds.
        """
        if not 2 <= value <= SIDES:
            return facts.NO_DIE, value > SIDES
        (die,) = context.rng.roll(what, SIDES)
        return die, die < value

    def attacked(self, context: EffectContext[Any], step: Attacked) -> Sequence[EffectNode]:
        """Trigger the abilities that follow an attack."""
        here = self.piece(step.piece)
        if here is not None:
            self.set_off(context, self.about("attacks", here, (step.target,)))
            rolled = [
                due
                for due in self.about("rolled", here, (step.target,))
                if step.face and step.face in getattr(due[2], "faces", ())
            ]
            self.set_off(context, rolled)
        return ()

    def acted(self, context: EffectContext[Any], step: Acted) -> Sequence[EffectNode]:
        """Trigger the abilities that follow an action."""
        here = self.piece(step.piece)
        if here is not None:
            self.set_off(context, self.about("acts", here))
        return ()
