"""What has to be paid, or be so, first: "discard 2 cards", "you have 5 or more cards in hand"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from bot.engine.cards.nodes import Cards, Cost, CostNode, DiscardCost, HaveCost, Holds, MillCost
from bot.engine.cards.text.conditions import describe_condition
from bot.engine.cards.text.filters import called, from_hand
from bot.engine.cards.text.hands import DISCARD, top_cards
from bot.engine.cards.text.people import you
from bot.engine.cards.text.terms import VOICE, Voice
from bot.engine.language import pgettext
from bot.engine.phrases import listed

Describer: TypeAlias = Callable[[Any, Voice], str]
Mood: TypeAlias = Literal["infinitive", "imperative"]
"""How a price is told: behind "you may" or "do you want to", or as something to be done."""


def describe_cost(cost: Cost, voice: Voice = VOICE, mood: Mood = "infinitive") -> str:
    """Return one cost: "discard 2 cards"; of what one must have, "you have 5 or more cards ..."."""
    told = COSTS[type(cost)](cost, voice)
    return told if isinstance(cost, HaveCost) else pgettext(mood, DISCARD.bare, cards=told)


def payments(costs: Sequence[Cost], voice: Voice, mood: Mood = "infinitive") -> str:
    """Return what is given: "discard a [Tidal] card and another card"; "" for nothing."""
    cards: list[str] = []
    named = False
    for cost in costs:
        if isinstance(cost, DiscardCost):
            cards.append(_discard(cost, voice, more=named))
            named = True
        elif not isinstance(cost, HaveCost):
            cards.append(COSTS[type(cost)](cost, voice))
    return pgettext(mood, DISCARD.bare, cards=listed(cards)) if cards else ""


def requirements(costs: Sequence[Cost], voice: Voice) -> str:
    """Return what has to be so, as a clause behind "if"; "" for nothing."""
    return listed([describe_cost(cost, voice) for cost in costs if isinstance(cost, HaveCost)])


def _discard(cost: DiscardCost, voice: Voice, *, more: bool = False) -> str:
    """Return the cards that are discarded; with `more`, on top of such as were named before."""
    cards = called(cost.which, voice)
    told = cards.another(cost.count, "accusative") if more else cards.several(cost.count, "accusative")
    return from_hand(told, cost.which, you(voice), voice)


def _mill(cost: MillCost, voice: Voice) -> str:
    return top_cards(cost.count, you(voice), voice)


def _have(cost: HaveCost, voice: Voice) -> str:
    own = Cards(cost.cards.zone, which=cost.cards.which)
    return describe_condition(Holds(own, at_least=cost.count), voice)


COSTS: Mapping[type[CostNode], Describer] = MappingProxyType(
    {DiscardCost: _discard, MillCost: _mill, HaveCost: _have}
)
"""How each kind of cost is told: the cards that are given, or what has to be so."""
