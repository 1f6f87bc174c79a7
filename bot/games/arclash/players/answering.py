"""The Duellist's answers to cards' questions in Arclash."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from bot.engine.cards.explaining import YES
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.program import STOP, Question, Running
from bot.engine.cards.words.logic import Choose, May
from bot.engine.contract import Seat
from bot.games.arclash.cards.words.abilities import Search
from bot.games.arclash.players.judgement import Judgement
from bot.games.arclash.players.rollouts import pay
from bot.games.arclash.players.tableau import Tableau
from bot.games.arclash.rules.power import HIDDEN


def _card(judgement: Judgement, question: Question, rng: random.Random) -> int:
    if not question.options:
        return STOP
    if question.why == "advance":
        return max(question.options, key=lambda card: _strength(judgement, card))
    if question.why == "guess":
        return rng.choice(question.options)
    if question.why == "search":
        best = max(question.options, key=lambda card: _worth(judgement, card))
        back = isinstance(question.about, Search) and question.about.to == "deck"
        return STOP if back and question.may_stop and _worth(judgement, best) <= 0 else best
    theirs = question.of is not None and question.of != judgement.seat
    choose = max if theirs and question.why == "discard" else min
    return choose(question.options, key=lambda card: _worth(judgement, card))


def _strength(judgement: Judgement, card: int) -> int:
    known = card in judgement.tableau.numbers
    return judgement.tableau.face(card if known else HIDDEN).power


def _worth(judgement: Judgement, card: int) -> float:
    known = card in judgement.tableau.numbers
    return judgement.card_value(judgement.tableau, card if known else HIDDEN)


def _seat(judgement: Judgement, question: Question, rng: random.Random) -> int:  # noqa: ARG001
    running = judgement.view.running[0]
    answers = judgement.view.answers

    def worth(seat: Seat) -> float:
        effects = running.effects
        # A tiny value, highest for the leader, that decides between equally good targets.
        return _average(judgement, running, effects, picked=(*answers, seat)) + (
            0.0001 * judgement.tableau.score(seat) + 0.0000001 * judgement.tableau.power(seat)
        )

    return max(question.options, key=worth)


def _option(judgement: Judgement, question: Question, rng: random.Random) -> int:
    running, about = judgement.view.running[0], question.about
    if not isinstance(about, Choose):
        return rng.choice(question.options)
    chosen = judgement.seat if question.seat != running.seat else running.chosen

    def worth(option: int) -> float:
        effects = (*about.options[option], *running.effects[1:])
        return _average(judgement, running, effects, chosen=chosen, thrown=())

    return max(question.options, key=worth)


def _may(judgement: Judgement, question: Question, rng: random.Random) -> int:  # noqa: ARG001
    running, about = judgement.view.running[0], question.about
    if YES not in question.options or not isinstance(about, May):
        return question.options[0]
    rest = running.effects[1:]
    paid = judgement.tableau.copy()
    pay(paid, judgement.seat, about, judgement.card_value)
    done = _average(judgement, running, (*about.then, *rest), tableau=paid, thrown=())
    return YES if done > _average(judgement, running, rest, thrown=()) else 0


def _reroll(judgement: Judgement, question: Question, rng: random.Random) -> int:  # noqa: ARG001
    """Reroll if the value is below the average of a roll."""
    running = judgement.view.running[0]
    before = tuple([_shown(throw.sides, throw.dice) for throw in running.throws[:-1]])
    kept = _average(judgement, running, running.effects, thrown=(*before, sum(question.rolled)))
    again = _average(judgement, running, running.effects, thrown=before)
    return YES if again > kept + 0.001 else 0


def _average(
    judgement: Judgement,
    running: Running,
    effects: Sequence[Effect],
    *,
    tableau: Tableau | None = None,
    chosen: Seat | None = None,
    picked: Sequence[Seat] = (),
    thrown: Sequence[int] | None = None,
) -> float:
    """Return the value of the rest of an ability."""
    if thrown is None:
        thrown = [_shown(throw.sides, throw.dice) for throw in running.throws]
    rollout = judgement.rollout(
        running.seat,
        effects,
        running.card,
        judgement.closing if judgement.view.phase == "support" else judgement.standing,
        rolled=running.rolled,
        chosen=running.chosen if chosen is None else chosen,
        thrown=thrown,
        picked=picked,
    )
    return rollout.average(tableau or judgement.tableau)


def _shown(sides: int, dice: Sequence[int]) -> int:
    """Return the result of dice; for a coin 1 for heads."""
    return sum(dice) if sides else dice[0]


ANSWERS: Mapping[str, Callable[[Judgement, Question, random.Random], int]] = {
    "seat": _seat,
    "card": _card,
    "option": _option,
    "may": _may,
    "guess": lambda _judgement, question, rng: rng.choice(question.options),
    "reroll": _reroll,
}
"""Returns the answer to a question to this seat, by the kind of the question."""
