"""Values of varans, damage and cards: 1 is about a card drawn."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bot.engine.cards.nodes import nodes
from bot.engine.cards.words.hands import DrawCards
from bot.games.neocombat.cards.cards import ActionCard, Pool
from bot.games.neocombat.cards.words.abilities import PlayedAbility, Reaction
from bot.games.neocombat.cards.words.attacks import Attack, Reduce
from bot.games.neocombat.cards.words.pieces import DiscardCards
from bot.games.neocombat.cards.words.specials import CloakIt, Harm, Mend, Reveal, Turn


class Weights(NamedTuple):
    """The weights of the Tracker's evaluation; tuned in matches against itself."""

    alive: float = 4.0
    """The value of a living varan, whatever its health: it draws a card a turn, and its loss is a kill."""
    health: float = 1.2
    """The value of the first remaining point of health; each further one has less (`BEND`)."""
    exposure: float = 0.4
    """The weight of the damage expected in a combat from being revealed.

    Later turns have no weight: attacking first is better than hiding.
    """
    card: float = 0.4
    """The value of a kept card."""
    willing: float = 0.8
    """The probability that a player who holds an answer uses it."""
    centre: float = 1.2
    """The value of the card drawn for a varan in the Centre."""
    spot: float = 0.8
    """The share counted of the value that a sensor makes possible."""
    least: float = 0.0
    """The minimum advantage of a play over passing."""
    least_answer: float = 0.3
    """The minimum advantage of an answer over none."""


WEIGHTS = Weights()
BEND = 0.8
"""The exponent of the remaining health, so that wounded varans are better targets."""


def life(left: float, weights: Weights) -> float:
    """Return the value of a varan with this much health left."""
    return weights.alive + weights.health * left**BEND if left > 0 else 0.0


@lru_cache(maxsize=16)
def keepsakes(pool: Pool) -> tuple[float, ...]:
    """Return the value of each kind of card in the hand."""
    return tuple([_keepsake(card) for card in pool.actions])


def _keepsake(card: ActionCard) -> float:
    return max([_answer(each) if isinstance(each, Reaction) else _play(each) for each in card.abilities])


def _answer(way: Reaction) -> float:
    """Return the value of an answer: cancelling more kinds of attacks has more value."""
    attacks = len([each for each in way.to if each != "sensor"])
    if not attacks:
        return 0.7
    least = sum([each.by for each in way.then if isinstance(each, Reduce)])
    return 0.8 + (0.25 * attacks if way.cancels else 0.2 * least) + (0.3 if way.extra else 0.0)


def _play(way: PlayedAbility) -> float:
    """Return the value of a card that is played in one's turn, or in Repair."""
    worth = 0.3 if way.extra else 0.0
    if way.threat == "sensor":
        return worth + (1.0 if way.target is not None and way.target.within == "any" else 0.7)
    for _, effect in nodes(way):
        if isinstance(effect, Attack):
            hard = way.target is not None and way.target.within != "any"
            worth += (
                0.4 * effect.by - (0.3 if hard else 0.0) - (0.3 if way.user and way.user.attribute else 0.0)
            )
        elif isinstance(effect, DrawCards):
            worth += 1.6
        elif isinstance(effect, Mend):
            worth += 0.3 * effect.by
        elif isinstance(effect, (Turn, CloakIt)):
            worth += 1.0
        elif isinstance(effect, Harm):
            worth += 0.5 * effect.by
        elif isinstance(effect, (Reveal, DiscardCards)):
            worth += 0.7
    return worth
