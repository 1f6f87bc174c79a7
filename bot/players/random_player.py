"""The computer player that plays every game: it draws lots."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from bot.engine.contract import Action, Rules, Seat
from bot.engine.language import N_, gettext
from bot.players.opponent import Opponent


class RandomPlayer(Opponent):
    """Takes any legal action, each as likely as the others."""

    key: ClassVar[str] = "random"
    title: ClassVar[str] = "Random"
    description: ClassVar[str] = N_("Draws lots for every move: for testing, and for a first win.")
    looks: ClassVar[bool] = False

    def choose(
        self,
        rules: Rules[Any, Any, Any, Any],  # noqa: ARG002 - what all computer players are given
        view: Any,  # noqa: ARG002
        legal: Sequence[Any],
        rng: random.Random,
    ) -> Action:
        """Return an action by its place in the list, which need not be built for it."""
        action: Action = legal[rng.randrange(len(legal))]
        return action

    def reason(self, rules: Rules[Any, Any, Any, Any], view: Any, seat: Seat, action: Any) -> str:  # noqa: ARG002
        """Return what it says of all that it does."""
        return gettext("It draws lots.")
