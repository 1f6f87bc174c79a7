"""What it costs a Character to advance from the current one, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards.text.costs import payments
from bot.engine.phrases import either
from bot.games.arclash.advances import fits
from bot.games.arclash.cards import Character
from bot.games.arclash.names import Talk
from bot.games.arclash.words import VOICE, Cost


def price_words(talk: Talk, number: str) -> str:
    """Return what a card costs to be put on the viewer's Character: "discard 2 cards"; "" for nothing."""
    return either(list(dict.fromkeys([payments(costs, VOICE) for costs in _prices(talk, number)])))


def _prices(talk: Talk, number: str) -> list[Sequence[Cost]]:
    view, card = talk.view, talk.lexicon.face(number)
    stack = view.places[view.viewer].stack if view.viewer is not None else ()
    current = talk.lexicon.face(stack[-1].number) if stack else None
    if current is None or not isinstance(card, Character):
        return []
    return [way.costs for way in card.advances if fits(card, way, current)]
