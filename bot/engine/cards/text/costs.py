"""What has to be paid, or be so, first: "discard 2 cards", "you have 5 or more cards in hand"."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards.nodes import CostNode
from bot.engine.cards.text.clauses import Deed
from bot.engine.cards.text.terms import Mood, Voice
from bot.engine.language import pgettext
from bot.engine.phrases import listed

DISCARD = Deed("discard {cards}", "you discard {cards}", "{player} discards {cards}")


def describe_cost(cost: CostNode, voice: Voice, mood: Mood = "infinitive") -> str:
    """Return one cost: "discard 2 cards"; of what one must have, "you have 5 or more cards ..."."""
    return payments((cost,), voice, mood) if cost.given else cost.describe(voice, mood)


def payments(costs: Sequence[CostNode], voice: Voice, mood: Mood = "infinitive") -> str:
    """Return what is given: "discard a [Tidal] card and another card"; "" for nothing."""
    cards: list[str] = []
    named = False
    for cost in costs:
        if cost.from_hand or cost.from_deck:
            cards.append(cost.describe(voice, mood, more=named))
            named = named or bool(cost.from_hand)
    given = [pgettext(mood, DISCARD.bare, cards=listed(cards))] if cards else []
    further = [cost for cost in costs if cost.given and not (cost.from_hand or cost.from_deck)]
    return listed(given + [cost.describe(voice, mood) for cost in further])


def requirements(costs: Sequence[CostNode], voice: Voice) -> str:
    """Return what has to be so, as a clause behind "if"; "" for nothing."""
    return listed([cost.describe(voice, "infinitive") for cost in costs if not cost.given])
