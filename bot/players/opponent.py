"""What every computer player is made of. It fits `bot.matches.ports.Computer`."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from bot.engine.contract import Action, Rules


class Opponent(ABC):
    """A computer player. It keeps nothing between two choices, so that one serves any number of matches."""

    key: ClassVar[str]
    """The name under which it is seated, such as `skirmisher`."""
    title: ClassVar[str]
    description: ClassVar[str]
    """One sentence for the list of computer players."""
    games: ClassVar[frozenset[str] | None] = None
    """The keys of the games it plays; None for all."""
    looks: ClassVar[bool] = True
    """Whether it reads its view; one that does not may be given None."""

    @abstractmethod
    def choose(
        self, rules: Rules[Any, Any, Any, Any], view: Any, legal: Sequence[Any], rng: random.Random
    ) -> Action:
        """Return one of the legal actions of the seat whose view this is; there is at least one."""

    def plays(self, game: str) -> bool:
        """Whether it plays the game of this key."""
        return self.games is None or game in self.games
