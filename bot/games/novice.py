"""The easy computer players: one plays at random, the others weaken the normal player of their game.

A novice overlooks some of its units and cards for a whole turn, sometimes takes a lower-ranked action, and is
as careless as its variant of the normal player.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from bot.base.language import N_, gettext
from bot.engine.contract import Action, AnyRules, Seat
from bot.engine.players.opponent import Level, OnNormal, Opponent, RankingOpponent
from bot.games.arclash.players.duellist import Duellist
from bot.games.crossfire.players.sapper import Sapper
from bot.games.neocombat.players.tracker import Tracker
from bot.games.neocombat.players.worth import WEIGHTS
from bot.games.overcross.players.plotter import Plotter
from bot.games.papyrus.players.skirmisher import Skirmisher


class RandomPlayer(Opponent):
    """Takes a random legal action, all with the same probability."""

    key: ClassVar[str] = "random"
    title: ClassVar[str] = "Random"
    description: ClassVar[str] = N_("Draws lots for every move: for testing, and for a first win.")
    looks: ClassVar[bool] = False

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


class Recruit(Novice):
    """Overlooks units and walks into fire."""

    key: ClassVar[str] = "recruit"
    title: ClassVar[str] = "Recruit"
    description: ClassVar[str] = N_("Forgets some of its units, and walks into the enemy's fire.")
    view_type: ClassVar[Any] = Skirmisher.view_type
    normal = Skirmisher(caution=0.7)
    habits = Habits(forgets=0.2, settles=0.2)
    turn = "round"


class Cadet(Novice):
    """Overlooks cards and squares."""

    key: ClassVar[str] = "cadet"
    title: ClassVar[str] = "Cadet"
    description: ClassVar[str] = N_("Overlooks some of its cards, and often takes the second best square.")
    view_type: ClassVar[Any] = Sapper.view_type
    normal = Sapper()
    habits = Habits(forgets=0.3, settles=0.3)
    turn = "turns"


class Apprentice(Novice):
    """Overlooks cards in its hand."""

    key: ClassVar[str] = "apprentice"
    title: ClassVar[str] = "Apprentice"
    description: ClassVar[str] = N_("Overlooks cards in its hand, and often takes the second best.")
    view_type: ClassVar[Any] = Duellist.view_type
    normal = Duellist()
    habits = Habits(forgets=0.2, settles=0.2)
    turn = "turn"


class Rookie(Novice):
    """Overlooks its reactions, and takes the first possible target."""

    key: ClassVar[str] = "rookie"
    title: ClassVar[str] = "Rookie"
    description: ClassVar[str] = N_("Forgets the answers in its hand, and reveals itself too readily.")
    view_type: ClassVar[Any] = Tracker.view_type
    normal = Tracker(WEIGHTS._replace(exposure=0.0, willing=0.4, least_answer=1.2))
    habits = Habits(forgets=0.15, settles=0.15)
    turn = "turn"


class Dabbler(Novice):
    """Overlooks Characters and cards, and walks into danger."""

    key: ClassVar[str] = "dabbler"
    title: ClassVar[str] = "Dabbler"
    description: ClassVar[str] = N_("Forgets some Characters and cards, and sees no danger coming.")
    view_type: ClassVar[Any] = Plotter.view_type
    normal = Plotter(caution=0.0)
    habits = Habits(forgets=0.3, settles=0.3)
    turn = "turn"
