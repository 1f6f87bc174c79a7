"""What every computer player is made of, and how strong each is. It fits `bot.matches.ports.Computer`."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypeVar

from bot.engine.contract import Action, Rules, Seat
from bot.engine.fair import Stream

ANCHOR: Final = 1000
"""The strength of the normal player of each game. 100 more wins 64 of 100 matches, 200 more 76."""

STRENGTHS: Mapping[tuple[str, str], int] = MappingProxyType(
    {
        ("papyrus", "random"): 0,
        ("papyrus", "recruit"): 763,
        ("papyrus", "skirmisher"): ANCHOR,
        ("papyrus", "strategist"): 1201,
        ("crossfire", "random"): 0,
        ("crossfire", "cadet"): 696,
        ("crossfire", "sapper"): ANCHOR,
        ("arclash", "random"): 333,
        ("arclash", "apprentice"): 823,
        ("arclash", "duellist"): ANCHOR,
        ("arclash", "champion"): 1103,
        ("neo-combat", "random"): 160,
        ("neo-combat", "rookie"): 828,
        ("neo-combat", "tracker"): ANCHOR,
        ("neo-combat", "hunter"): 1105,
        ("overcross", "dabbler"): 741,
        ("overcross", "plotter"): ANCHOR,
    }
)
"""The strength of each computer player, by game and key, 0 at least: not to be compared between games."""


ActionT = TypeVar("ActionT", bound=Action)

Level: TypeAlias = Literal["", "easy", "normal", "hard"]
"""How well a computer player plays beside the others of its game; "" for one that draws lots."""


TWO = 2
"""Seats of a match that may be given up: at a larger table the others would be left with less."""

EVEN = 0.1
"""A draw is taken where the chance to win is no farther from an even one."""


def legal_by_view(rules: Rules[Any, Any, Any, Any], view: Any, seed: bytes) -> Sequence[Any]:
    """Return the legal actions of a view's seat without the state.

    They depend only on what the seat may know, so they are those of any world with the same view.
    """
    return rules.legal(rules.resample(view, Stream("legal", seed)), view.viewer)


class Opponent(ABC):
    """A computer player. It keeps nothing between two choices, so that one serves any number of matches."""

    key: ClassVar[str]
    """The name under which it is seated, such as `skirmisher`."""
    title: ClassVar[str]
    description: ClassVar[str]
    """One sentence for the list of computer players."""
    games: ClassVar[frozenset[str] | None] = None
    """The keys of the games it plays; None for all."""
    level: ClassVar[Level] = ""
    seen: ClassVar[frozenset[type[Action]]] = frozenset()
    """The types of actions that all see done with all that belongs to them, so that the reason can be told
    while the match goes on."""
    looks: ClassVar[bool] = True
    """Whether it reads its view; one that does not may be given None."""
    searches: ClassVar[bool] = False
    """Whether it thinks so long that it belongs in a process of its own."""

    @abstractmethod
    def choose(
        self, rules: Rules[Any, Any, Any, Any], view: Any, legal: Sequence[Any], rng: random.Random
    ) -> Action:
        """Return one of the legal actions of the seat whose view this is; there is at least one."""

    def plays(self, game: str) -> bool:
        """Whether it plays the game of this key."""
        return self.games is None or game in self.games

    def gives_up(self, rules: Rules[Any, Any, Any, Any], view: Any) -> bool:  # noqa: ARG002
        """Whether it resigns; a player without a judgement never does."""
        return False

    def takes_draw(self, rules: Rules[Any, Any, Any, Any], view: Any) -> bool:  # noqa: ARG002
        """Whether it agrees to a draw; a player without a judgement never does."""
        return False

    def reason(self, rules: Rules[Any, Any, Any, Any], view: Any, seat: Seat, action: Any) -> str:  # noqa: ARG002
        """Return why a seat does this, in a sentence of the current language; "" where it has nothing to say.

        `view` is the seat's own or the public's: nothing is told that its viewer does not know, but that the
        action is done.
        """
        return ""

    def strength(self, game: str) -> int | None:
        """Return how strong it is at a game, as `python -m bot league` measured it; None where it was not."""
        return STRENGTHS.get((game, self.key))


class GameOpponent(Opponent):
    """A computer player of one game, with ideas of its own; without any it takes what is legal."""

    view_type: ClassVar[Any]
    """The views it can read."""
    hopeless: ClassVar[float] = 0.0
    """It resigns where its chance to win is lower; 0 for never."""

    def choose(
        self, rules: Rules[Any, Any, Any, Any], view: Any, legal: Sequence[Any], rng: random.Random
    ) -> Action:
        """Return what it thinks best; where it has no idea, or an illegal one, any legal action."""
        action = None
        if self._reads(view) and len(legal) > 1:
            action = self.idea(rules, view, view.viewer, legal, rng)
        if action is None or action not in legal:
            action = legal[rng.randrange(len(legal))]
        return action

    @abstractmethod
    def idea(
        self, rules: Any, view: Any, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Action | None:
        """Return its best action for the seat of this view, which has two legal actions or more."""

    def chances(self, rules: Any, view: Any) -> float | None:  # noqa: ARG002
        """Return how likely the seat whose view this is wins, 0 to 1; None where it has no idea."""
        return None

    def gives_up(self, rules: Rules[Any, Any, Any, Any], view: Any) -> bool:
        """Whether a match of two is hopeless."""
        if not self.hopeless or not self._reads(view) or view.seats != TWO:
            return False
        chances = self.chances(rules, view)
        return chances is not None and chances < self.hopeless

    def takes_draw(self, rules: Rules[Any, Any, Any, Any], view: Any) -> bool:
        """Whether it takes the match for an even one; where it cannot tell it plays on."""
        chances = self.chances(rules, view) if self._reads(view) else None
        return chances is not None and abs(chances - 1 / len(rules.teams(view.seats))) <= EVEN

    def ranked(self, rules: Any, view: Any, legal: Sequence[Any], rng: random.Random) -> Sequence[Action]:
        """Return the legal actions that it thinks worth considering, the best first; none where it has no
        idea. The last one is what does least where it would rather do nothing."""
        if not self._reads(view) or len(legal) < 2:
            return ()
        ideas = dict.fromkeys(self.ideas(rules, view, view.viewer, legal, rng))
        return [action for action in ideas if action in legal]

    def ideas(
        self, rules: Any, view: Any, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Iterable[Action]:
        """Yield what it would do, the best first, for `ranked`; illegal ones do no harm."""
        idea = self.idea(rules, view, seat, legal, rng)
        return () if idea is None else (idea,)

    def _reads(self, view: Any) -> bool:
        return isinstance(view, self.view_type) and view.viewer is not None


class RankingOpponent(GameOpponent):
    """A computer player that weighs several ideas, and takes the first."""

    def idea(
        self, rules: Any, view: Any, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Action | None:
        """Return the first of its ideas."""
        return next(iter(self.ideas(rules, view, seat, legal, rng)), None)

    @abstractmethod
    def ideas(
        self, rules: Any, view: Any, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Iterable[Action]:
        """Yield what it would do, the best first."""


def best_first(rated: Iterable[tuple[float, ActionT]]) -> list[ActionT]:
    """Return actions by their worth, the greatest first; of equals the first one goes first."""
    return [action for _, action in sorted(rated, key=lambda each: -each[0])]


class OnNormal(Opponent):
    """A computer player that extends the normal one of its game, and explains its moves like it."""

    normal: ClassVar[GameOpponent]

    def __init_subclass__(cls) -> None:
        if "normal" in vars(cls):
            cls.games, cls.seen = cls.normal.games, cls.normal.seen

    def reason(self, rules: Rules[Any, Any, Any, Any], view: Any, seat: Seat, action: Any) -> str:
        """Return what the normal player of its game would say."""
        return self.normal.reason(rules, view, seat, action)
