"""What every computer player is made of. It fits `bot.matches.ports.Computer`."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from bot.engine.contract import Action, Rules, Seat


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


class GameOpponent(Opponent):
    """A computer player of one game, with ideas of its own; without any it takes what is legal."""

    view_type: ClassVar[Any]
    """The views it can read."""

    def choose(
        self, rules: Rules[Any, Any, Any, Any], view: Any, legal: Sequence[Any], rng: random.Random
    ) -> Action:
        """Return what it thinks best; where it has no idea, or an illegal one, any legal action."""
        action = None
        if isinstance(view, self.view_type) and view.viewer is not None and len(legal) > 1:
            action = self.idea(rules, view, view.viewer, legal, rng)
        if action is None or action not in legal:
            action = legal[rng.randrange(len(legal))]
        return action

    @abstractmethod
    def idea(
        self, rules: Any, view: Any, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Action | None:
        """Return what it thinks best for the seat whose view this is, of two legal actions or more."""
