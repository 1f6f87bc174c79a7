"""The Tracker: an opponent at Neo-Combat that remembers which varans were seen under which cloaks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from bot.base.language import N_
from bot.engine.contract import Action, Seat
from bot.engine.players.opponent import ANCHOR, Habits, Level, Novice, RankingOpponent, best_first
from bot.engine.players.searcher import SEARCHES, Searcher
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words import Mend
from bot.games.neocombat.players import attacks, marches, reasons
from bot.games.neocombat.players.situation import Situation
from bot.games.neocombat.players.worth import WEIGHTS, Weights
from bot.games.neocombat.rules.actions import Cloak, Discard, Dress, Keep, Pass, Ready, Shuffle, Stop
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import NeoView

# Repair and discard, and the draft: the secret choices.


def choose(situation: Situation, legal: Sequence[Any]) -> Any | None:
    """Return the next choice of Repair: dress wounds, cloak, shuffle, discard excess cards."""
    for found in (
        _best_dressing(situation, legal),
        next((action for action in legal if isinstance(action, Cloak)), None),
        _shuffle(situation, legal),
    ):
        if found is not None:
            return found
    if Ready() in legal:
        return Ready()
    discards = [action for action in legal if isinstance(action, Discard)]
    return min(discards, key=lambda action: situation.keep(action.card), default=None)


def _best_dressing(situation: Situation, legal: Sequence[Any]) -> Dress | None:
    dressings = [action for action in legal if isinstance(action, Dress)]
    rated = [(_mended(situation, dress) - situation.cost(dress.card), dress) for dress in dressings]
    return next(iter(best_first([(worth, dress) for worth, dress in rated if worth > 0])), None)


def _mended(situation: Situation, dress: Dress) -> float:
    """Return the value of the health gained."""
    pool = situation.pool
    by = sum([each.by for way in pool.ways[dress.card] for each in way.then if isinstance(each, Mend)])
    return situation.mended(dress.token, by)


def _shuffle(situation: Situation, legal: Sequence[Any]) -> Shuffle | None:
    """Shuffle if a varan is known, or if others are already shuffled with it."""
    shuffles = [action for action in legal if isinstance(action, Shuffle)]
    known = situation.view.knowledge[situation.seat]
    for action in shuffles:
        sector = situation.tokens[action.token].sector
        together = [token for token in situation.own if situation.tokens[token].sector == sector]
        if any(known.name_of(token - situation.first) != UNKNOWN for token in together):
            return action
    return None


def draft(pool: Pool, legal: Sequence[Any]) -> list[Keep]:
    """Return the dealt varans by value, the highest first."""
    keeps = [action for action in legal if isinstance(action, Keep)]
    return best_first([(pool.roster[action.varan].worth, action) for action in keeps])


class Tracker(RankingOpponent):
    """Spots targets it can hit, attacks from under its cloaks, and saves its answers."""

    key: ClassVar[str] = "tracker"
    measured: ClassVar[int | None] = ANCHOR
    title: ClassVar[str] = "Tracker"
    description: ClassVar[str] = N_(
        "Remembers all varans it has seen, and spots those that it can hit: not easy for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("neo-combat",))
    level: ClassVar[Level] = "normal"
    hopeless: ClassVar[float] = 0.03
    view_type: ClassVar[Any] = NeoView
    seen: ClassVar[frozenset[type[Action]]] = reasons.SEEN

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights

    def ideas(
        self, rules: NeoCombatRules, view: NeoView, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Iterable[Action]:
        """Return its proposed actions, the best first."""
        pool = rules.library[view.options.cards]
        if view.phase == "draft":
            return draft(pool, legal)
        situation = Situation(view, seat, pool, self.weights)
        if view.fight is not None:
            return [*attacks.answers(situation, view.fight, legal), Pass()]
        if view.phase == "repair":
            choice = choose(situation, legal)
            return [] if choice is None else [choice]
        if view.phase == "movement":
            return _marches(situation, legal, rng)
        return [*attacks.plays(situation, legal, rng), Pass()]

    def chances(self, rules: NeoCombatRules, view: NeoView) -> float | None:
        """Return the chance to win, from the remaining own team and that of the strongest rival."""
        if view.viewer is None or view.phase == "draft":
            return None
        return Situation(view, view.viewer, rules.library[view.options.cards], self.weights).chances

    def reason(self, rules: Any, view: Any, seat: Seat, action: Any) -> str:
        """Return the reason for an action among those it weighs."""
        return reasons.reason(view, rules.library[view.options.cards], seat, action)


def _marches(situation: Situation, legal: Sequence[Any], rng: random.Random) -> Iterator[Action]:
    """Move, wait for a later step, or stop moving."""
    yield from marches.moves(situation, legal, rng)
    yield Pass() if marches.may_want_to_move(situation) else Stop()


class Rookie(Novice):
    """Overlooks its reactions, and takes the first possible target."""

    key: ClassVar[str] = "rookie"
    measured: ClassVar[int | None] = 828
    title: ClassVar[str] = "Rookie"
    description: ClassVar[str] = N_("Forgets the answers in its hand, and reveals itself too readily.")
    view_type: ClassVar[Any] = Tracker.view_type
    normal = Tracker(WEIGHTS._replace(exposure=0.0, willing=0.4, least_answer=1.2))
    habits = Habits(forgets=0.15, settles=0.15)
    turn = "turn"


class Hunter(Searcher):
    """Searches at Neo-Combat, to the end of the combat of a turn."""

    key: ClassVar[str] = "hunter"
    measured: ClassVar[int | None] = 1105
    title: ClassVar[str] = "Hunter"
    description: ClassVar[str] = SEARCHES
    normal = Tracker()
    width: ClassVar[int] = 5
    depth: ClassVar[int] = 30

    def settled(self, view: NeoView, state: NeoState) -> bool:
        """Whether the combat is over: then it no longer matters which varans are sideways or revealed."""
        return state.phase == "repair" and (view.phase != "repair" or state.turn > view.turn)
