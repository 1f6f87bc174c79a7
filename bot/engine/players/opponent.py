"""The base classes of computer players, and their strengths."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias, TypeVar

from bot.base.language import N_, gettext
from bot.engine.contract import Action, AnyRules, Seat
from bot.engine.fair import Stream

# Reasons for a computer player's action as sentences: for `/match hint`, `/match past review` and `why`.
#
# The file `reasons.py` of each game uses only its view and the action: with the public's view it reveals
# nothing of any hand. One function makes both hints and answers to why.


def plain_reason(sentences: Mapping[type[Any], str], action: Any) -> str:
    """Return the fixed reason for an action's type in the current language; "" for none."""
    sentence = sentences.get(type(action))
    return "" if sentence is None else gettext(sentence)


ANCHOR: Final = 1000
"""The strength of the normal player of each game.

A player with 100 more wins 64 of 100 matches, with 200 more 76.
"""

ActionT = TypeVar("ActionT", bound=Action)

Level: TypeAlias = Literal["", "easy", "normal", "hard"]
"""The level of a computer player among those of its game; "" for the random player."""


TWO = 2
"""The number of seats of a match in which a player may resign.

At a larger table the other players would have an opponent less.
"""

EVEN = 0.1
"""The maximum difference from an even chance at which a draw is accepted."""


def legal_by_view(rules: AnyRules, view: Any, seed: bytes) -> Sequence[Any]:
    """Return the legal actions of a view's seat without the state.

    They depend only on the seat's knowledge, so they are the same for any state with this view.
    """
    return rules.legal(rules.resample(view, Stream("legal", seed)), view.viewer)


class Opponent(ABC):
    """A computer player.

    It stores nothing between two choices, so one instance serves any number of matches.
    """

    key: ClassVar[str]
    """The key by which it is seated, such as `skirmisher`."""
    title: ClassVar[str]
    description: ClassVar[str]
    """One sentence for the list of computer players."""
    measured: ClassVar[int | None] = None
    """Its strength, as measured by `python -m bot league`: at least 0, `ANCHOR` for the normal player of its
    game, not comparable between games; None if not measured.
    """
    games: ClassVar[frozenset[str] | None] = None
    """The keys of the games it plays; None for all."""
    level: ClassVar[Level] = ""
    seen: ClassVar[frozenset[type[Action]]] = frozenset()
    """The types of actions that are completely public, so that the reason can be shown during the match."""
    looks: ClassVar[bool] = True
    """Whether it reads its view; otherwise the view may be None."""
    searches: ClassVar[bool] = False
    """Whether its search takes so long that it needs a separate process."""
    slow: ClassVar[bool] = False
    """Whether a choice takes several times as long as usual: reviews then look at fewer of them."""

    @abstractmethod
    def choose(self, rules: AnyRules, view: Any, legal: Sequence[Any], rng: random.Random) -> Action:
        """Return one of the legal actions of the view's seat; there is at least one."""

    def plays(self, game: str) -> bool:
        """Whether it plays the game with this key."""
        return self.games is None or game in self.games

    def gives_up(self, rules: AnyRules, view: Any) -> bool:  # noqa: ARG002
        """Whether it resigns; a player without an evaluation never does."""
        return False

    def takes_draw(self, rules: AnyRules, view: Any) -> bool:  # noqa: ARG002
        """Whether it agrees to a draw; a player without an evaluation never does."""
        return False

    def reason(self, rules: AnyRules, view: Any, seat: Seat, action: Any) -> str:  # noqa: ARG002
        """Return the reason for a seat's action, as a sentence of the current language; "" for none.

        `view` is the seat's own or the public one: except for the action, only its content is revealed.
        """
        return ""

    def strength(self, game: str) -> int | None:  # noqa: ARG002 - random play is measured in each game
        """Return its strength in a game that it plays (`measured`)."""
        return self.measured


class GameOpponent(Opponent):
    """A computer player of one game that proposes actions; without a proposal it takes a legal action."""

    view_type: ClassVar[Any]
    """The type of views it reads."""
    hopeless: ClassVar[float] = 0.0
    """The chance of winning below which it resigns; 0 for never."""

    def choose(self, rules: AnyRules, view: Any, legal: Sequence[Any], rng: random.Random) -> Action:
        """Return its best action; if it has none, or an illegal one, any legal action."""
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
        """Return its best action for the seat of this view, which has at least two legal actions."""

    def chances(self, rules: Any, view: Any) -> float | None:  # noqa: ARG002
        """Return the chance that the view's seat wins, 0 to 1; None if it has no estimate."""
        return None

    def gives_up(self, rules: AnyRules, view: Any) -> bool:
        """Whether a match of two is hopeless."""
        if not self.hopeless or not self._reads(view) or view.seats != TWO:
            return False
        chances = self.chances(rules, view)
        return chances is not None and chances < self.hopeless

    def takes_draw(self, rules: AnyRules, view: Any) -> bool:
        """Whether it considers the match even; without an estimate it plays on."""
        chances = self.chances(rules, view) if self._reads(view) else None
        return chances is not None and abs(chances - 1 / len(rules.teams(view.seats))) <= EVEN

    def ranked(self, rules: Any, view: Any, legal: Sequence[Any], rng: random.Random) -> Sequence[Action]:
        """Return the legal actions that it considers, the best first; empty if it has none.

        The last one is the action with the least effect, if it would rather do nothing.
        """
        if not self._reads(view) or len(legal) < 2:
            return ()
        ideas = dict.fromkeys(self.ideas(rules, view, view.viewer, legal, rng))
        return [action for action in ideas if action in legal]

    def ideas(
        self, rules: Any, view: Any, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Iterable[Action]:
        """Yield its proposed actions for `ranked`, the best first; illegal ones are filtered out."""
        idea = self.idea(rules, view, seat, legal, rng)
        return () if idea is None else (idea,)

    def _reads(self, view: Any) -> bool:
        return isinstance(view, self.view_type) and view.viewer is not None


class RankingOpponent(GameOpponent):
    """A computer player that ranks several proposed actions, and takes the first."""

    def idea(
        self, rules: Any, view: Any, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Action | None:
        """Return the first of its proposed actions."""
        return next(iter(self.ideas(rules, view, seat, legal, rng)), None)

    @abstractmethod
    def ideas(
        self, rules: Any, view: Any, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Iterable[Action]:
        """Yield its proposed actions, the best first."""


def best_first(rated: Iterable[tuple[float, ActionT]]) -> list[ActionT]:
    """Return actions by value, the highest first; equal ones keep their order."""
    return [action for _, action in sorted(rated, key=lambda each: -each[0])]


class OnNormal(Opponent):
    """A computer player that extends the normal one of its game, and explains its moves in the same way."""

    normal: ClassVar[GameOpponent]

    def __init_subclass__(cls) -> None:
        if "normal" in vars(cls):
            cls.games, cls.seen = cls.normal.games, cls.normal.seen

    def reason(self, rules: AnyRules, view: Any, seat: Seat, action: Any) -> str:
        """Return the reason that the normal player of its game would give."""
        return self.normal.reason(rules, view, seat, action)


class RandomPlayer(Opponent):
    """Takes a random legal action, all with the same probability."""

    key: ClassVar[str] = "random"
    title: ClassVar[str] = "Fortuna"
    description: ClassVar[str] = N_("Draws lots for every move: for testing, and for a first win.")
    looks: ClassVar[bool] = False

    def __init__(self, strengths: Mapping[str, int | None] = MappingProxyType({})) -> None:
        """`strengths` are its measured strengths by game."""
        self._strengths = strengths

    def strength(self, game: str) -> int | None:
        """Return its strength in a game; None if it was not measured there."""
        return self._strengths.get(game)

    def choose(
        self,
        rules: AnyRules,  # noqa: ARG002 - what all computer players are given
        view: Any,  # noqa: ARG002
        legal: Sequence[Any],
        rng: random.Random,
    ) -> Action:
        """Return an action by its index, so that the other actions need not be built."""
        action: Action = legal[rng.randrange(len(legal))]
        return action

    def reason(self, rules: AnyRules, view: Any, seat: Seat, action: Any) -> str:  # noqa: ARG002
        """Return the same sentence for all its actions."""
        return gettext("It draws lots.")


# The kit for easy computer players, which weaken the normal player of their game.
#
# A novice overlooks some of its units and cards for a whole turn, sometimes takes a lower-ranked action,
# and is as careless as its variant of the normal player.


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
