"""A normal form of trees of the card language: equivalent trees are equal here, all others differ.

It lists every exception from the rule that a changed field changes the text: each line names a field without
an effect in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.engine.cards.nodes import ConditionNode as Condition
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.words.counting import CountOf, HaveCost, Holds
from bot.engine.cards.words.dice import DieShows, Reroll
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import AllOf, AnyOf, Choose, If, May, Not
from bot.games.arclash.cards.words.abilities import Ability, DiscardCards, DiscardCost, Search, Trigger
from bot.games.arclash.cards.words.free_advance import FreeAdvance
from bot.games.arclash.cards.words.hands import Guess, Look
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.shield import Shield

_ONLY_KIND = {"stack": "character", "current": "character", "supports": "support"}
"""Filter words that matter only in some places."""


def meaning(ability: Ability) -> Ability:
    """Return the representative of all equivalent abilities."""
    needs = condition(ability.needs) if ability.needs is not None else None
    then = effects(ability.then, ability.on)
    if ability.on == "always" and needs is not None:
        return Ability("always", (If(needs, then),), once=ability.once)
    return Ability(ability.on, then, needs, ability.once)


def effects(several: Sequence[Effect], on: Trigger) -> tuple[Effect, ...]:
    return tuple([effect(one, on) for one in several])


def which(of: Filter, zone: str = "") -> Filter:
    """The order of levels and case do not matter (ARC-03); only Characters have a level."""
    kind: Any = of.kind or ("character" if of.level else _ONLY_KIND.get(zone, ""))
    words = [" ".join(text.casefold().split()) for text in (of.word, of.trait, of.name)]
    return Filter(*words, kind, tuple(sorted(set(of.level))))


def cards(of: Cards) -> Cards:
    """Supports in play are the Supports played."""
    found = which(of.which, of.zone)
    return Cards("supports" if of.zone == "play" and found.kind == "support" else of.zone, of.whose, found)


def amount(of: Any) -> Any:
    return replace(of, cards=cards(of.cards)) if isinstance(of, CountOf) else of


def condition(of: Condition) -> Condition:
    match of:
        case Holds():
            return replace(of, cards=cards(of.cards))
        case DieShows(at_least=low, at_most=None, sides=sides) if low == sides:
            return replace(of, at_most=low)
        case Not():
            return _not(condition(of.of))
        case AllOf() | AnyOf():
            return type(of)(_flat(of))
    return of


def _not(of: Condition) -> Condition:
    match of:
        case Not():
            return of.of
        case Holds(at_most=None, at_least=low) if low:
            return Holds(of.cards, 0, low - 1)
        case Holds(at_least=0, at_most=high) if high is not None:
            return Holds(of.cards, high + 1)
    return Not(of)


def _flat(of: AllOf | AnyOf) -> tuple[Condition, ...]:
    """A list within a list of the same kind is part of it."""
    parts: list[Condition] = []
    for one in map(condition, of.of):
        parts += one.of if type(one) is type(of) else (one,)
    return tuple(parts)


def effect(of: Effect, on: Trigger) -> Effect:
    match of:
        case Buff() | Debuff():
            return replace(of, by=amount(of.by), until="turn" if on == "always" else of.until)
        case DrawCards():
            return replace(of, count=amount(of.count))
        case Search():
            return replace(
                of,
                which=which(of.which),
                top=of.top if of.where == "top" else 0,
                to=of.to if of.where == "discard" else "hand",
            )
        case DiscardCards():
            return _discard(of)
        case Look(top=top) if top:
            return Look(top=top)
        case FreeAdvance():
            return replace(of, which=which(replace(of.which, kind="character")))
        case Shield():
            return replace(
                of, against=tuple(sorted(set(of.against))), until="turn" if on == "always" else of.until
            )
        case Guess():
            return replace(
                of, which=which(of.which), right=effects(of.right, on), wrong=effects(of.wrong, on)
            )
        case If():
            return If(condition(of.test), effects(of.then, on), effects(of.otherwise, on))
        case May():
            return _may(of, on)
        case Choose():
            return replace(of, options=tuple([effects(option, on) for option in of.options]))
    return of


def _discard(of: DiscardCards) -> DiscardCards:
    """From a deck nothing is chosen, random cards have no filter, the own hand is always chosen from."""
    how = "owner" if of.zone == "deck" or (of.whose == "you" and of.how == "you") else of.how
    wanted = Filter() if of.zone == "deck" or how == "random" else which(of.which)
    return replace(of, count=amount(of.count), how=how, which=wanted)


def _may(of: May, on: Trigger) -> Effect:
    """A price to be held is a condition on own cards; `may` before an optional effect adds nothing."""
    having = [one for one in of.pay if isinstance(one, HaveCost)]
    pay = [one for one in of.pay if one not in having]
    pay = [replace(one, which=which(one.which)) if isinstance(one, DiscardCost) else one for one in pay]
    then = effects(of.then, on)
    may: Effect = May(then, tuple(pay))
    if not pay and len(then) == 1 and _left_to_you(then[0]):
        may = then[0]
    if not having:
        return may
    owned = [Holds(replace(cards(one.cards), whose="you"), one.count) for one in having]
    return If(owned[0] if len(owned) == 1 else AllOf(tuple(owned)), (may,))


def _left_to_you(of: Effect) -> bool:
    return isinstance(of, Reroll) or (isinstance(of, Search) and of.where == "discard")
