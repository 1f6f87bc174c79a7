"""The kit for easy computer players, which weaken the normal player of their game.

A novice overlooks some of its units and cards for a whole turn, sometimes takes a lower-ranked action, and is
as careless as its variant of the normal player.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from bot.engine.contract import Action, Seat
from bot.engine.players.opponent import Level, OnNormal, RankingOpponent


class Habits(NamedTuple):
    """The error rates of a novice: probabilities from 0 to 1."""

    forgets: float
    """The probability of overlooking a unit or a card for a turn."""
    settles: float
    """The probability of skipping the best action for the next one, drawn repeatedly."""


class Novice(OnNormal, RankingOpponent):
    """Overlooks some of the actions that the normal player of its game considers."""

    level: ClassVar[Level] = "easy"
    habits: ClassVar[Habits]
    turn: ClassVar[str]
    """The field of the view that counts turns or rounds."""

    def ideas(
        self,
        rules: Any,
        view: Any,
        seat: Seat,
        legal: Sequence[Any],
        rng: random.Random,
    ) -> Iterator[Action]:
        """Yield the actions that it has not overlooked; it never overlooks the last one."""
        ideas = self.normal.ranked(rules, view, legal, rng)
        seen = [action for action in ideas[:-1] if not self._forgets(view, seat, action)]
        while len(seen) > 1 and rng.random() < self.habits.settles:
            seen.pop(0)
        yield from seen
        yield from ideas[-1:]

    def chances(self, rules: Any, view: Any) -> float | None:
        """Return the normal player's estimate. A novice still never resigns."""
        return self.normal.chances(rules, view)

    def _forgets(self, view: Any, seat: Seat, action: Action) -> bool:
        """Whether it overlooks an object for this whole turn.

        This depends only on the turn and the object, because nothing is stored between two choices.
        """
        fields = action.__struct_fields__
        if not fields:
            return False
        thing = getattr(action, fields[0])
        lot = random.Random(f"{seat} {getattr(view, self.turn)} {fields[0]} {thing}")
        return lot.random() < self.habits.forgets
