"""Whether an ability uses a roll or a chosen opponent before it has one, whichever way it goes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.cardfiles.collecting import Add
from bot.cardfiles.places import Place
from bot.engine.cards.nodes import (
    Ability,
    AllOf,
    Amount,
    AnyOf,
    Buff,
    Choose,
    Condition,
    Cost,
    CountOf,
    Debuff,
    Dice,
    DieShows,
    DiscardCards,
    DrawCards,
    Effect,
    Guess,
    HaveCost,
    Holds,
    If,
    LevelDown,
    LevelIs,
    LevelOf,
    May,
    Not,
    PowerIs,
    Rolled,
    RolledWas,
    ScoreIs,
    ScoreOf,
    Shield,
)
from bot.engine.language import gettext

REMEMBERED = ("opponent", "strongest-opponent", "weakest-opponent", "leading-opponent")
"""The words by which one opponent is chosen, who is `chosen` afterwards."""


class Known(msgspec.Struct, frozen=True):
    """What an ability has behind it at some point."""

    rolled: int = 0
    """The most that its last roll can be; 0 before any roll on every way to this point."""
    chosen: bool = False
    """Whether an opponent was chosen on every way to this point."""

    def joined(self, other: Known) -> Known:
        """Return what is known where two ways come together."""
        return Known(max(self.rolled, other.rolled), self.chosen and other.chosen)


def check_flow(ability: Ability, place: Place, add: Add) -> None:
    """Note each use of `chosen` and `rolled` that comes too early."""
    flow = _Flow(add)
    known = Known()
    if ability.needs is not None:
        known, _ = flow.condition(ability.needs, (*place, "needs"), known)
    flow.effects(ability.then, (*place, "then"), known)


class _Flow:
    def __init__(self, add: Add) -> None:
        self._add = add

    def effects(self, effects: Sequence[Effect], place: Place, known: Known) -> Known:
        for number, effect in enumerate(effects):
            known = self.effect(effect, (*place, number), known)
        return known

    def effect(self, effect: Effect, place: Place, known: Known) -> Known:
        if isinstance(effect, Buff | Debuff):
            return self.amount(effect.by, (*place, "by"), self.whose(effect.whose, place, known))
        if isinstance(effect, DrawCards | DiscardCards):
            return self.amount(effect.count, (*place, "count"), self.whose(effect.whose, place, known))
        if isinstance(effect, LevelDown | Shield):
            return self.whose(effect.whose, place, known)
        if isinstance(effect, Guess):
            known = self.whose(effect.whose, place, known)
            right = self.effects(effect.right, (*place, "right"), known)
            return right.joined(self.effects(effect.wrong, (*place, "wrong"), known))
        if isinstance(effect, If):
            true, false = self.condition(effect.test, (*place, "test"), known)
            then = self.effects(effect.then, (*place, "then"), true)
            return then.joined(self.effects(effect.otherwise, (*place, "otherwise"), false))
        if isinstance(effect, May):
            paid = self.costs(effect.pay, (*place, "pay"), known)
            return known.joined(self.effects(effect.then, (*place, "then"), paid))
        if isinstance(effect, Choose):
            known = self.whose(effect.who, place, known, key="who")
            ways = [
                self.effects(option, (*place, "options", number), known)
                for number, option in enumerate(effect.options)
            ]
            return Known(max(way.rolled for way in ways), all(way.chosen for way in ways))
        return known

    def costs(self, costs: Sequence[Cost], place: Place, known: Known) -> Known:
        for number, cost in enumerate(costs):
            if isinstance(cost, HaveCost):
                known = self.whose(cost.cards.whose, (*place, number, "cards"), known)
        return known

    def amount(self, amount: Amount, place: Place, known: Known) -> Known:
        if isinstance(amount, Dice):
            return Known(amount.dice * amount.sides, known.chosen)
        if isinstance(amount, Rolled):
            self._rolled(place, known)
        if isinstance(amount, CountOf):
            return self.whose(amount.cards.whose, (*place, "cards"), known)
        if isinstance(amount, LevelOf | ScoreOf):
            return self.whose(amount.whose, place, known)
        return known

    def condition(self, test: Condition, place: Place, known: Known) -> tuple[Known, Known]:
        """Return what is known where the condition holds, and where it does not."""
        if isinstance(test, Not):
            true, false = self.condition(test.of, (*place, "of"), known)
            return false, true
        if isinstance(test, AllOf | AnyOf):
            return self._several(test, place, known)
        if isinstance(test, DieShows):
            known = Known(test.sides, known.chosen)
        elif isinstance(test, RolledWas):
            self._rolled(place, known)
            self._reachable(test, place, known)
        elif isinstance(test, Holds):
            known = self.whose(test.cards.whose, (*place, "cards"), known)
        elif isinstance(test, ScoreIs | PowerIs | LevelIs):
            known = self.whose(test.whose, place, known)
        return known, known

    def _several(self, test: AllOf | AnyOf, place: Place, known: Known) -> tuple[Known, Known]:
        """Try one after another until it is settled: all, where an `all` holds or an `any` does not."""
        on, settled = known, []
        for number, each in enumerate(test.of):
            true, false = self.condition(each, (*place, "of", number), on)
            on, out = (true, false) if isinstance(test, AllOf) else (false, true)
            settled.append(out)
        early = Known(max(each.rolled for each in settled), all(each.chosen for each in settled))
        return (on, early) if isinstance(test, AllOf) else (early, on)

    def whose(self, whose: str, place: Place, known: Known, key: str = "whose") -> Known:
        if whose == "chosen" and not known.chosen:
            sentence = gettext(
                'nobody is "chosen" yet: name an "opponent" before, on every way that leads here.'
            )
            self._add("E402", (*place, key), sentence)
        return Known(known.rolled, True) if whose in REMEMBERED else known

    def _rolled(self, place: Place, known: Known) -> None:
        if not known.rolled:
            sentence = gettext("this ability has not rolled before: roll first, with dice or a die.")
            self._add("E403", place, sentence)

    def _reachable(self, test: RolledWas, place: Place, known: Known) -> None:
        if 0 < known.rolled < test.at_least:
            sentence = gettext(
                "the roll before is {most} at most, so that this never holds.", most=known.rolled
            )
            self._add("E413", place, sentence)
