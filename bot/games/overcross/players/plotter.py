"""The Plotter and the Showrunner: opponents at Overcross that judge a move and an attack as one plan."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from bot.base.language import N_
from bot.engine.contract import Action, Seat
from bot.engine.players.opponent import ANCHOR, TWO, Habits, Level, Novice, RankingOpponent, best_first
from bot.games.overcross.players import answers, reasons
from bot.games.overcross.players.aims import Aims
from bot.games.overcross.players.effects import Effects
from bot.games.overcross.players.plans import Plan, Plans
from bot.games.overcross.players.plays import Plays
from bot.games.overcross.players.situation import FITTED, USUAL, Situation, Weights
from bot.games.overcross.rules.actions import Attack, EndTurn, Move, Play, Use
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.rules.view import OvercrossView

LEAST_USE = 0.2
"""The minimum value of a special for using it."""


class Plotter(RankingOpponent):
    """Plays the most valuable cards, moves towards the objective by safe squares, and attacks valuable
    targets.
    """

    key: ClassVar[str] = "plotter"
    measured: ClassVar[int | None] = ANCHOR
    title: ClassVar[str] = "Plotter"
    description: ClassVar[str] = N_(
        "Plans a move and an attack together, with the objective always in sight: not easy for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("overcross",))
    level: ClassVar[Level] = "normal"
    view_type: ClassVar[Any] = OvercrossView
    seen: ClassVar[frozenset[type[Action]]] = reasons.SEEN
    weights: ClassVar[Weights] = USUAL
    """The weights in the Assassination of Leaders for two; otherwise it has the usual ones."""

    def __init__(self, caution: float = 1.0) -> None:
        """`caution` is the weight of the enemies' attacks."""
        self.caution = caution

    def ideas(
        self, rules: OvercrossRules, view: OvercrossView, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Iterable[Action]:
        """Return its proposed actions, the best first."""
        pool = rules.library[view.options.cards]
        if view.phase in ("decks", "first", "hands"):
            return [answers.prepare(view, pool, legal, rng)]
        situation = Situation(view, seat, pool, self._weights_for(view))
        plans = Plans(situation, Aims(situation), rng, self.caution)
        effects = Effects(plans)
        if view.question is not None:
            return answers.answers(effects, view.question, legal, rng)
        if view.phase == "discard":
            return answers.discards(situation, legal)
        return _turn(Plays(effects), legal)

    def _weights_for(self, view: OvercrossView) -> Weights:
        options = view.options
        fitted = options.objective == "assassination" and options.victims == "leader" and view.seats == TWO
        return self.weights if fitted else USUAL

    def chances(self, rules: OvercrossRules, view: OvercrossView) -> float | None:
        """Return the win probability, from the Characters in play and the progress towards the objective."""
        if view.viewer is None or view.phase in ("decks", "first", "hands"):
            return None
        situation = Situation(view, view.viewer, rules.library[view.options.cards])
        return Aims(situation).chances

    def reason(self, rules: Any, view: Any, seat: Seat, action: Any) -> str:
        """Return the reason for an action among those it weighs."""
        return reasons.reason(view, rules.library[view.options.cards], seat, action)


class Showrunner(Plotter):
    """Evaluates like the Plotter with fitted weights: its Leader keeps away from the enemies, healers stay
    with it, and Lava belongs under the enemy Leader. In other objectives, and with more seats, it plays like
    the Plotter.
    """

    key: ClassVar[str] = "showrunner"
    measured: ClassVar[int | None] = 1090
    title: ClassVar[str] = "Showrunner"
    description: ClassVar[str] = N_(
        "Looks after its Leader, in the Assassination for two. In other matches it plays like the Plotter."
    )
    level: ClassVar[Level] = "hard"
    weights: ClassVar[Weights] = FITTED


def _turn(plays: Plays, legal: Sequence[Any]) -> Iterator[Action]:
    """Play cards first, then minor actions, then major ones, each time the most valuable (OVC-09)."""
    kinds: dict[type, list[Any]] = {}
    for action in legal:
        kinds.setdefault(type(action), []).append(action)
    yield from _actions(plays.good_plays(kinds.get(Play, ())))
    uses, attacks = kinds.get(Use, []), kinds.get(Attack, [])
    minor = [
        *plays.plans.good_moves(kinds.get(Move, ())),
        *plays.plans.attacks([each for each in attacks if _size_of(plays, each) == "m"]),
        *_uses(plays, [each for each in uses if _use_size(plays, each) in ("m", "free")]),
    ]
    yield from _actions(minor)
    major = [
        *plays.plans.attacks([each for each in attacks if _size_of(plays, each) != "m"]),
        *_uses(plays, [each for each in uses if _use_size(plays, each) not in ("m", "free")]),
    ]
    yield from _actions(major)
    yield EndTurn()


def _actions(plans: Iterable[Plan]) -> list[Action]:
    """Return the worthwhile actions, the best first."""
    return best_first([(plan.worth, plan.action) for plan in plans if plan.worth > 0])


def _uses(plays: Plays, uses: Sequence[Use]) -> list[Plan]:
    return [Plan(plays.effects.use(use.card, use.way) - LEAST_USE, use) for use in uses]


def _size_of(plays: Plays, attack: Attack) -> str:
    return plays.queries.attacks(attack.piece)[attack.way].size


def _use_size(plays: Plays, use: Use) -> str:
    return plays.queries.activated(use.card)[use.way].size


class Dabbler(Novice):
    """Overlooks Characters and cards, and walks into danger."""

    key: ClassVar[str] = "dabbler"
    measured: ClassVar[int | None] = 741
    title: ClassVar[str] = "Dabbler"
    description: ClassVar[str] = N_("Forgets some Characters and cards, and sees no danger coming.")
    view_type: ClassVar[Any] = Plotter.view_type
    normal = Plotter(caution=0.0)
    habits = Habits(forgets=0.3, settles=0.3)
    turn = "turn"
