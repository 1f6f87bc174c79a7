"""What has to be paid, or be so, first: "discard 2 cards", "have 5 or more cards in your discard pile"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from bot.engine.cards.nodes import Cards, Cost, CostNode, DiscardCost, HaveCost, Holds, MillCost
from bot.engine.cards.text.conditions import describe_condition
from bot.engine.cards.text.filters import describe_filter, from_hand
from bot.engine.cards.text.people import target
from bot.engine.cards.text.terms import VOICE, Voice
from bot.engine.phrases import listed

Describer: TypeAlias = Callable[[Any, Voice], str]


def describe_cost(cost: Cost, voice: Voice = VOICE) -> str:
    """Return one cost: "discard 2 cards"; of what one must have, "you have 5 or more cards ..."."""
    return COSTS[type(cost)](cost, voice)


def payments(costs: Sequence[Cost], voice: Voice) -> str:
    """Return what is given: "discard a [Tidal] card and another card"; "" for nothing."""
    given = [cost for cost in costs if not isinstance(cost, HaveCost)]
    words = [describe_cost(cost, voice) for cost in given[:1]]
    for place, cost in enumerate(given[1:], 1):
        again = isinstance(cost, DiscardCost) and any(isinstance(one, DiscardCost) for one in given[:place])
        told = describe_cost(cost, voice).removeprefix("discard ")
        words.append(_other(told) if again else told)
    return listed(words)


def _other(cards: str) -> str:
    """Return cards that come on top of such ones as were named before: "another card", "2 other cards"."""
    number, _, rest = cards.partition(" ")
    return f"{number} other {rest}" if number.isdigit() else f"another {rest}"


def requirements(costs: Sequence[Cost], voice: Voice) -> str:
    """Return what has to be so, as a clause behind "if"; "" for nothing."""
    return listed([describe_cost(cost, voice) for cost in costs if isinstance(cost, HaveCost)])


def top_cards(count: int, deck: str, voice: Voice) -> str:
    """Return the uppermost cards of a deck: "the top card of your deck", "the top 3 cards of their deck"."""
    noun = voice.terms.card
    return f"the top {noun.one if count == 1 else f'{count} {noun.many}'} of {deck}"


def _discard(cost: DiscardCost, voice: Voice) -> str:
    hand = from_hand(cost.which, target("you", voice), voice)
    return f"discard {describe_filter(cost.which, cost.count, voice)}{hand}"


def _mill(cost: MillCost, voice: Voice) -> str:
    deck = f"{target('you', voice).own} deck"
    return f"discard {top_cards(cost.count, deck, voice)}"


def _have(cost: HaveCost, voice: Voice) -> str:
    own = Cards(cost.cards.zone, which=cost.cards.which)
    return describe_condition(Holds(own, at_least=cost.count), voice)


COSTS: Mapping[type[CostNode], Describer] = MappingProxyType(
    {DiscardCost: _discard, MillCost: _mill, HaveCost: _have}
)
"""How each kind of cost is told."""
