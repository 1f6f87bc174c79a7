"""A player for eventful matches, in which rare kinds of action are as likely as common ones."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.contract import Action, Rules
from bot.players.opponent import Opponent


class Lively(Opponent):
    """Draws lots among the kinds of action by weight, then among the actions of that kind.

    With pure chance most matches of cards are discards, because there are more of those than of all else.
    """

    key: ClassVar[str] = "lively"
    title: ClassVar[str] = "Lively"
    description: ClassVar[str] = "Does what makes a match eventful."
    looks: ClassVar[bool] = False

    def __init__(self, weights: Mapping[str, int]) -> None:
        self.weights = weights
        """How gladly it chooses each kind of action, by its tag; 1 for those not named."""

    def choose(
        self, rules: Rules[Any, Any, Any, Any], view: Any, legal: Sequence[Any], rng: random.Random
    ) -> Action:
        """Return an action, its kind chosen first."""
        by_kind: dict[str, list[Action]] = {}
        for action in legal:
            by_kind.setdefault(type(action).__struct_config__.tag, []).append(action)
        kinds = list(by_kind)
        (kind,) = rng.choices(kinds, [self.weights.get(kind, 1) for kind in kinds])
        return rng.choice(by_kind[kind])
