"""The Duellist: an opponent at Arclash that knows what its cards are worth."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.contract import Action, Seat
from bot.engine.language import N_
from bot.games.arclash.cards.cards import Character, fits
from bot.games.arclash.rules.actions import (
    Choose,
    Open,
    Pass,
    Pay,
    Place,
    Play,
    Renew,
    Stand,
    Stay,
    TakeDeck,
    Way,
)
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.view import ArclashView
from bot.players.answering import answer
from bot.players.judgement import Judgement
from bot.players.opponent import GameOpponent
from bot.players.planning import best_plan, cheapest_way, worth_of_placing

LEAST = 0.001
"""By how much an action must raise the chance to win to be better than doing nothing."""

FOLLOWERS = 12
"""The power that each Level 2 of the deck is worth to a Level 1 from which it can advance."""


class Duellist(GameOpponent):
    """Advances when it pays, plays Supports as far as they decide something, and keeps the rest."""

    key: ClassVar[str] = "duellist"
    title: ClassVar[str] = "Duellist"
    description: ClassVar[str] = N_(
        "Counts power and chances, and plays a Support where it decides a battle: not easy for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("arclash",))
    view_type: ClassVar[Any] = ArclashView

    def idea(
        self, rules: ArclashRules, view: ArclashView, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Action | None:
        """Return what it thinks best."""
        if view.phase == "decks":
            decks = [action for action in legal if isinstance(action, TakeDeck)]
            return rng.choice(decks) if decks else None
        judgement = Judgement(view, rules.library[view.options.cards], seat)
        if view.question is not None:
            return Choose(answer(judgement, view.question, rng))
        idea = _IDEAS.get(view.phase)
        return None if idea is None else idea(judgement, legal)


def _opener(judgement: Judgement, legal: Sequence[Any]) -> Action | None:
    """Open with the strongest Level 1, and one from which much of the deck can advance."""
    deck = [judgement.pool.cards[number] for number in judgement.view.deck]
    faces = {one.card: judgement.pool.cards[one.number] for one in judgement.view.openers}

    def promise(action: Open) -> float:
        face = faces[action.card]
        after = judgement.tableau.copy()
        after.stacks[judgement.seat] = (action.card,)
        after.hands[judgement.seat] = (-1,) * 8
        followers = [
            card
            for card in deck
            if isinstance(card, Character) and any(fits(card, way, face) for way in card.advances)
        ]
        return (
            after.power(judgement.seat) + judgement.omens(after, judgement.seat) + FOLLOWERS * len(followers)
        )

    return max([action for action in legal if isinstance(action, Open)], key=promise, default=None)


def _advance(judgement: Judgement, legal: Sequence[Any]) -> Action | None:
    """Begin the best plan for this turn, or stand; pay with what is worth least."""
    payments = [action for action in legal if isinstance(action, Pay)]
    if payments:
        tableau = judgement.tableau
        return min(payments, key=lambda action: judgement.dear(tableau, action.card))
    ways = [action.way for action in legal if isinstance(action, Way)]
    if ways and judgement.view.placed is not None:
        found = cheapest_way(judgement, judgement.tableau, judgement.view.placed.card, ways)
        return Way(ways[0] if found is None else found[0])
    best: Action = Stand()
    most = judgement.standing(judgement.tableau) + LEAST
    for action in legal:
        worth = worth_of_placing(judgement, action.card) if isinstance(action, Place) else None
        if worth is not None and worth > most:
            best, most = action, worth
    return best


def _support(judgement: Judgement, legal: Sequence[Any]) -> Action | None:
    """Play the Support that makes the most of this battle, or pass."""
    tableau, seat = judgement.tableau, judgement.seat
    best: Action = Pass()
    most = judgement.worth(tableau, tableau.power(seat)) + LEAST
    tried = set[str]()
    for action in legal:
        if not isinstance(action, Play) or tableau.numbers[action.card] in tried:
            continue
        tried.add(tableau.numbers[action.card])
        after = tableau.copy()
        after.play(seat, action.card)
        effects = judgement.played(after, action.card)
        thought = judgement.thought(seat, effects, action.card, judgement.closing)
        worth = thought.comes_to(after)
        if worth > most:
            best, most = action, worth
    return best


def _renew(judgement: Judgement, legal: Sequence[Any]) -> Action | None:
    """Begin anew where that leads further in the next turn."""
    best: Action = Stay()
    most = best_plan(judgement, judgement.tableau) + 5 * LEAST
    for action in legal:
        if isinstance(action, Renew):
            after = judgement.tableau.copy()
            after.begin_anew(judgement.seat, action.card)
            worth = best_plan(judgement, after)
            if worth > most:
                best, most = action, worth
    return best


_IDEAS: Mapping[str, Callable[[Judgement, Sequence[Any]], Action | None]] = {
    "openers": _opener,
    "advance": _advance,
    "support": _support,
    "renew": _renew,
}
"""What it thinks of in each phase in which no card asks."""
