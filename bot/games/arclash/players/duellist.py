"""The Duellist: an opponent at Arclash that values its cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from bot.base.language import N_
from bot.engine.contract import Action, Seat
from bot.engine.players.opponent import ANCHOR, Habits, Level, Novice, RankingOpponent, best_first
from bot.engine.players.searcher import SEARCHES, Searcher
from bot.games.arclash.cards.cards import can_advance
from bot.games.arclash.players import reasons
from bot.games.arclash.players.answering import ANSWERS
from bot.games.arclash.players.judgement import Judgement
from bot.games.arclash.players.planning import best_plan, cheapest_way, worth_of_placing
from bot.games.arclash.rules.actions import (
    Advance,
    Choose,
    Open,
    Pass,
    Pay,
    Play,
    Renew,
    Stand,
    Stay,
    TakeDeck,
    Way,
)
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.view import ArclashView

LEAST = 0.001
"""The minimum gain in the chance to win for an action to be better than doing nothing."""

TRUST = 0.3
"""How much of the logarithm of the odds by the next battle is left by the end of the match: of 59 positions
judged at under 5 % in self-play 29 % were won, of 91 at over 95 % 78 %."""

FOLLOWERS = 12
"""The value in power, for a Level 1, of each Level 2 of the deck to which it can advance."""


class Duellist(RankingOpponent):
    """Advances if it pays, plays Supports as long as they decide something, and keeps the rest."""

    key: ClassVar[str] = "duellist"
    measured: ClassVar[int | None] = ANCHOR
    title: ClassVar[str] = "Duellist"
    description: ClassVar[str] = N_(
        "Counts power and chances, and plays a Support where it decides a battle: not easy for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("arclash",))
    level: ClassVar[Level] = "normal"
    view_type: ClassVar[Any] = ArclashView
    seen: ClassVar[frozenset[type[Action]]] = reasons.SEEN

    def ideas(
        self, rules: ArclashRules, view: ArclashView, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Sequence[Action]:
        """Return its proposed actions, the best first."""
        if view.phase == "decks":
            decks = [action for action in legal if isinstance(action, TakeDeck)]
            return [rng.choice(decks)] if decks else []
        judgement = Judgement(view, rules.library[view.options.cards], seat)
        if view.question is not None:
            return [Choose(ANSWERS[view.question.kind](judgement, view.question, rng))]
        ideas = _IDEAS.get(view.phase)
        return [] if ideas is None else ideas(judgement, legal)

    def chances(self, rules: ArclashRules, view: ArclashView) -> float | None:
        """Return the chance to win, from the next battle and the race to the winning score."""
        if view.viewer is None or view.phase in ("decks", "openers"):
            return None
        judgement = Judgement(view, rules.library[view.options.cards], view.viewer)
        now = min(1 - LEAST, max(LEAST, judgement.standing(judgement.tableau)))
        return float(1 / (1 + ((1 - now) / now) ** TRUST))

    def reason(self, rules: Any, view: Any, seat: Seat, action: Any) -> str:
        """Return the reason for an action among those it weighs."""
        return reasons.reason(view, rules.library[view.options.cards], seat, action)


def _openers(judgement: Judgement, legal: Sequence[Any]) -> Sequence[Action]:
    """Open with the strongest Level 1, and one from which much of the deck can advance."""
    deck = [judgement.pool.cards[number] for number in judgement.view.deck]
    faces = {one.card: judgement.pool.cards[one.number] for one in judgement.view.openers}

    def promise(action: Open) -> float:
        face = faces[action.card]
        after = judgement.tableau.copy()
        after.stacks[judgement.seat] = (action.card,)
        after.hands[judgement.seat] = (-1,) * 8
        followers = sum([can_advance(card, face) for card in deck])
        return (
            after.power(judgement.seat)
            + judgement.start_of_battle(after, judgement.seat)
            + FOLLOWERS * followers
        )

    return best_first([(promise(action), action) for action in legal if isinstance(action, Open)])


def _advance(judgement: Judgement, legal: Sequence[Any]) -> Sequence[Action]:
    """Begin the best plan for this turn, or stand; pay with the least valuable cards."""
    tableau = judgement.tableau
    payments = [action for action in legal if isinstance(action, Pay)]
    if payments:
        return best_first([(-judgement.card_value(tableau, action.card), action) for action in payments])
    ways = [action.way for action in legal if isinstance(action, Way)]
    if ways and judgement.view.placed is not None:
        cheapest = cheapest_way(judgement, tableau, judgement.view.placed.card, ways)
        return [Way(ways[0] if cheapest is None else cheapest[0])]
    rated: list[tuple[float, Action]] = [(judgement.standing(tableau) + LEAST, Stand())]
    for action in legal:
        worth = worth_of_placing(judgement, action.card) if isinstance(action, Advance) else None
        if worth is not None:
            rated.append((worth, action))
    return best_first(rated)


def _support(judgement: Judgement, legal: Sequence[Any]) -> Sequence[Action]:
    """Play the Support with the best effect on this battle, or pass."""
    tableau, seat = judgement.tableau, judgement.seat
    rated: list[tuple[float, Action]] = [(judgement.worth(tableau, tableau.power(seat)) + LEAST, Pass())]
    tried = set[str]()
    for action in legal:
        if not isinstance(action, Play) or tableau.numbers[action.card] in tried:
            continue
        tried.add(tableau.numbers[action.card])
        after = tableau.copy()
        after.play(seat, action.card)
        effects = judgement.played(after, action.card)
        rollout = judgement.rollout(seat, effects, action.card, judgement.closing)
        rated.append((rollout.average(after), action))
    return best_first(rated)


def _renew(judgement: Judgement, legal: Sequence[Any]) -> Sequence[Action]:
    """Begin again if that leads further in the next turn."""
    rated: list[tuple[float, Action]] = [(best_plan(judgement, judgement.tableau) + 5 * LEAST, Stay())]
    for action in legal:
        if isinstance(action, Renew):
            after = judgement.tableau.copy()
            after.begin_anew(judgement.seat, action.card)
            rated.append((best_plan(judgement, after), action))
    return best_first(rated)


_IDEAS: Mapping[str, Callable[[Judgement, Sequence[Any]], Sequence[Action]]] = {
    "openers": _openers,
    "advance": _advance,
    "support": _support,
    "renew": _renew,
}
"""The function for each phase in which no card asks."""


class Apprentice(Novice):
    """Overlooks cards in its hand."""

    key: ClassVar[str] = "apprentice"
    measured: ClassVar[int | None] = 823
    title: ClassVar[str] = "Apprentice"
    description: ClassVar[str] = N_("Overlooks cards in its hand, and often takes the second best.")
    view_type: ClassVar[Any] = Duellist.view_type
    normal = Duellist()
    habits = Habits(forgets=0.2, settles=0.2)
    turn = "turn"


class Champion(Searcher):
    """Searches at Arclash, to the end of the next battle."""

    key: ClassVar[str] = "champion"
    measured: ClassVar[int | None] = 1103
    title: ClassVar[str] = "Champion"
    description: ClassVar[str] = SEARCHES
    normal = Duellist()
    depth: ClassVar[int] = 24
