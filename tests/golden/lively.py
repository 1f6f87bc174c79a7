"""A player for eventful matches, in which rare kinds of action are as likely as common ones."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.contract import Action, Rules
from bot.engine.players.opponent import Opponent


class Lively(Opponent):
    """Draws the kind of action by weight, then one of the actions of that kind.

    With uniform chance most card matches are discards, because there are more of those actions than of all
    others.
    """

    key: ClassVar[str] = "lively"
    title: ClassVar[str] = "Lively"
    description: ClassVar[str] = "Does what makes a match eventful."
    looks: ClassVar[bool] = False

    def __init__(self, weights: Mapping[str, int]) -> None:
        self.weights = weights
        """The weight of each kind of action, by its tag; 1 for kinds not named."""

    def choose(
        self, rules: Rules[Any, Any, Any, Any], view: Any, legal: Sequence[Any], rng: random.Random
    ) -> Action:
        """Return an action; its kind is chosen first."""
        by_kind: dict[str, list[Action]] = {}
        for action in legal:
            by_kind.setdefault(type(action).__struct_config__.tag, []).append(action)
        kinds = list(by_kind)
        (kind,) = rng.choices(kinds, [self.weights.get(kind, 1) for kind in kinds])
        return rng.choice(by_kind[kind])
