"""Average results of the effects of an Arclash card, with the best choice of each chooser.

Effects are simulated on a tableau for every possible result: each die, coin and choice branches. Conditions
and amounts are evaluated by the card language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from bot.engine.cards import costs
from bot.engine.cards.effect_context import EvaluationContext
from bot.engine.cards.matching import fitting
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.nodes import amount_of
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import Choose, If, May
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.words.abilities import Cancel, DiscardCards, Forbid, Search
from bot.games.arclash.cards.words.free_advance import FreeAdvance
from bot.games.arclash.cards.words.hands import DiscardDown, Guess, Look, Return
from bot.games.arclash.cards.words.levels import LevelDown
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.score import Score
from bot.games.arclash.cards.words.shield import Shield
from bot.games.arclash.players.tableau import Tableau
from bot.games.arclash.rules.power import HIDDEN

Value: TypeAlias = Callable[[Tableau], float]
"""The value of a tableau to the player's seat; higher is better."""
CardValue: TypeAlias = Callable[[Tableau, Card], float]
"""The value of a card to its owner."""

BUDGET_STEPS = 600
"""The approximate number of paths for one decision; beyond it dice show their average."""

_FACES = 20
"""The maximum number of distinct sums of dice; with more of them dice show their average."""

_EFFECTS = 40
"""The maximum number of effects in sequence."""


class SearchBudget:
    """The number of remaining paths for a decision: no card set can delay a match."""

    def __init__(self, left: int = BUDGET_STEPS) -> None:
        self.left = left


class Fork(Exception):  # noqa: N818 - no error: there are several ways from here
    """Several possible continuations, each with its weight."""

    def __init__(self, who: Seat | Literal["chance"], ways: Sequence[tuple[float, int]]) -> None:
        self.who = who
        self.ways = ways


class Known(EvaluationContext):
    """A context in which the first dice and choices are known, and further ones fork."""

    __slots__ = ("_at", "_few", "_path", "_picked", "_thrown", "card", "card_value")

    def __init__(
        self, tableau: Tableau, seat: Seat, rollout: Rollout, path: tuple[int, ...], *, few: bool
    ) -> None:
        super().__init__(tableau, seat, rollout.rolled, rollout.chosen)
        self.card = rollout.card
        self.card_value = rollout.card_value
        self._thrown, self._picked = list(rollout.thrown), list(rollout.picked)
        self._path, self._at, self._few = path, 0, few

    @property
    def tableau(self) -> Tableau:
        """The tableau that the effects change."""
        tableau: Any = self.queries
        return tableau  # type: ignore[no-any-return]

    def roll(self, count: int, sides: int) -> int:
        """Return the sum of dice, and remember it."""
        if self._thrown:
            self.rolled = self._thrown.pop(0)
        elif self._few or count * (sides - 1) >= _FACES:
            self.rolled = (count * (sides + 1) + 1) // 2
        else:
            self.rolled = self._next("chance", _sums(count, sides))
        return self.rolled

    def toss(self) -> bool:
        """Return whether a coin shows heads, and remember it."""
        if self._thrown:
            return bool(self._thrown.pop(0))
        return self.happens(0.5)

    def choose_seat(self, seats: Sequence[Seat]) -> Sequence[Seat]:
        """Return the chosen opponent."""
        if self._picked and self._picked[0] in seats:
            return (self._picked.pop(0),)
        return (self.choose(self.seat, seats),)

    def choose(self, who: Seat, options: Sequence[int]) -> int:
        """Return a seat's choice."""
        if len(options) == 1 or self._few:
            return options[0]
        return self._next(who, [(1.0, option) for option in options])

    def happens(self, chance: float) -> bool:
        """Return whether an event with this probability happens."""
        if self._few:
            return chance >= 0.5
        return bool(self._next("chance", ((chance, 1), (1 - chance, 0))))

    def _next(self, who: Seat | Literal["chance"], ways: Sequence[tuple[float, int]]) -> int:
        if self._at == len(self._path):
            raise Fork(who, ways)
        self._at += 1
        return self._path[self._at - 1]


@lru_cache(maxsize=64)
def _sums(count: int, sides: int) -> tuple[tuple[float, int], ...]:
    """Return each sum of dice with its probability."""
    ways = {0: 1.0}
    for _ in range(count):
        after: dict[int, float] = {}
        for total, chance in ways.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0.0) + chance / sides
        ways = after
    return tuple([(chance, total) for total, chance in ways.items()])


class Rollout:
    """A rollout of effects for one seat, which controls the card."""

    def __init__(
        self,
        seat: Seat,
        effects: Sequence[Effect],
        value: Value,
        card_value: CardValue,
        *,
        me: Seat,
        budget: SearchBudget,
        card: Card = HIDDEN,
        rolled: int = 0,
        chosen: Seat | None = None,
        thrown: Sequence[int] = (),
        picked: Sequence[int] = (),
    ) -> None:
        self.seat, self.me, self.card = seat, me, card
        self.effects = tuple(effects)
        self.value, self.card_value = value, card_value
        self.budget = budget
        self.rolled, self.chosen = rolled, chosen
        self.thrown, self.picked = thrown, picked
        """Dice and coins already thrown, opponents already chosen."""

    def average(self, tableau: Tableau, path: tuple[int, ...] = ()) -> float:
        """Return the average value of the tableau afterwards; `path` are the results of the first forks."""
        after = tableau.copy()
        self.budget.left -= 1
        try:
            _carry_out(Known(after, self.seat, self, path, few=self.budget.left < 0), self.effects)
        except Fork as fork:
            averages = [(weight, self.average(tableau, (*path, way))) for weight, way in fork.ways]
            if fork.who == "chance":
                return sum([weight * worth for weight, worth in averages])
            worths = [worth for _, worth in averages]
            return max(worths) if fork.who == self.me else min(worths)
        return self.value(after)


def _carry_out(known: Known, effects: Sequence[Effect]) -> None:
    waiting, done = list(reversed(effects)), 0
    while waiting and done < _EFFECTS:
        effect = waiting.pop()
        doing = EFFECT_SIMULATORS.get(type(effect))
        if doing is not None:
            waiting += reversed(doing(known, effect))
        done += 1


def _power(known: Known, effect: Buff | Debuff) -> Sequence[Effect]:
    for target, by in effect.changes(known):
        known.tableau.boost(known.card, known.seat, target, by, effect.until)
    return ()


def _draw(known: Known, draw: DrawCards) -> Sequence[Effect]:
    targets = known.players(draw.whose)
    count = amount_of(known, draw.count) if targets else 0
    for target in targets:
        known.tableau.draw(target, count)
    return ()


def _search(known: Known, search: Search) -> Sequence[Effect]:
    tableau, seat = known.tableau, known.seat
    zone: Any = "discard" if search.where == "discard" else "deck"
    looked = tableau.cards(zone, seat)
    if search.where == "top":
        looked = looked[: search.top]
    elif search.where == "top-half":
        looked = looked[: (len(looked) + 1) // 2]
    fits = [card for card in fitting(tableau, looked, search.which) if card != HIDDEN]
    if search.to == "deck" and zone == "discard":
        fits = [card for card in fits if known.card_value(tableau, card) > 0]
    best = sorted(fits, key=lambda card: known.card_value(tableau, card), reverse=True)[: search.count]
    tableau.take(seat, tuple(best), zone, search.to if zone == "discard" else "hand")
    return ()


def _discard(known: Known, discard: DiscardCards) -> Sequence[Effect]:
    targets, tableau = known.players(discard.whose), known.tableau
    count = amount_of(known, discard.count) if targets else 0
    for target in targets:
        if tableau.shielded(target, known.seat, "discard"):
            continue
        if discard.zone == "deck":
            tableau.mill(target, count)
        else:
            tableau.drop(target, _cheapest(known, target, count))
    return ()


def _cheapest(known: Known, seat: Seat, count: int) -> list[Card]:
    tableau = known.tableau
    return sorted(tableau.hands[seat], key=lambda card: known.card_value(tableau, card))[:count]


def _level_down(known: Known, down: LevelDown) -> Sequence[Effect]:
    for target in known.players(down.whose):
        if not known.tableau.shielded(target, known.seat, "level-down"):
            known.tableau.level_down(known.card, target)
    return ()


def _guess(known: Known, guess: Guess) -> Sequence[Effect]:
    """Let the opponent guess at random: all positions of the hand are equally likely."""
    hand = known.tableau.hands[known.seat]
    marks = HIDDEN in hand or fitting(known.tableau, hand, guess.which)
    guessers = known.players(guess.whose) if hand else ()
    if not guessers or not marks:
        return ()
    return guess.right if len(hand) == 1 or known.happens(1 / len(hand)) else guess.wrong


def _shield(known: Known, shield: Shield) -> Sequence[Effect]:
    for target in known.players(shield.whose):
        known.tableau.guard(known.card, target, shield.against)
    return ()


def _may(known: Known, may: May) -> Sequence[Effect]:
    if not costs.payable(known.queries, known.seat, may.pay) or not known.choose(known.seat, (1, 0)):
        return ()
    pay(known.tableau, known.seat, may, known.card_value)
    return may.then


def pay(tableau: Tableau, seat: Seat, may: May, card_value: CardValue) -> None:
    """Pay for an effect with the least valuable cards."""
    left = list(tableau.hands[seat])
    wanted = costs.discards(may.pay)
    for place in range(len(wanted)):
        fits = costs.fitting(tableau, left, wanted[place:])
        if fits:
            card = min(fits, key=lambda each: card_value(tableau, each))
            left.remove(card)
            tableau.drop(seat, (card,))
    tableau.mill(seat, costs.milled(may.pay))
    for cost in may.pay:
        cost.pay(tableau, HIDDEN, seat)


def _choose(known: Known, choose: Choose) -> Sequence[Effect]:
    """Return the choice. Choices of several players, each for themselves, are already made."""
    for who in known.players(choose.who):
        option = choose.options[known.choose(who, range(len(choose.options)))]
        if choose.who != "opponents":
            return option
        known.chosen = who
        _carry_out(known, option)
    return ()


def _discard_down(known: Known, down: DiscardDown) -> Sequence[Effect]:
    tableau = known.tableau
    for target in known.players(down.whose):
        over = len(tableau.hands[target]) - down.to
        if over > 0 and not tableau.shielded(target, known.seat, "discard"):
            tableau.drop(target, _cheapest(known, target, over))
    return ()


def _cancel(known: Known, cancel: Cancel) -> Sequence[Effect]:
    for target in known.players(cancel.whose):
        supports = [card for card in known.tableau.supports[target] if card != known.card]
        if supports:
            known.tableau.cancel(target, supports[-1])
    return ()


def _score(known: Known, score: Score) -> Sequence[Effect]:
    known.tableau.gain_points(known.seat, score.points)
    return ()


def _return(known: Known, back: Return) -> Sequence[Effect]:
    """Return an Advancement: a level is lost; the value of the place it goes to is ignored."""
    for target in known.players(back.whose):
        if back.what == "advancement" and not known.tableau.shielded(target, known.seat, "level-down"):
            known.tableau.level_down(known.card, target)
    return ()


def _free_advance(known: Known, advance: FreeAdvance) -> Sequence[Effect]:
    """Advance to the strongest Character that is known to be there, without its effects."""
    tableau, seat = known.tableau, known.seat
    there = [card for card in tableau.cards(advance.where, seat) if card != HIDDEN]
    fits = fitting(tableau, tableau.climbing(seat, there), advance.which)
    if fits:
        best = max(fits, key=lambda card: tableau.face(card).power)
        tableau.climb(seat, best, advance.where)
    return ()


def _nothing(known: Known, effect: Effect) -> Sequence[Effect]:  # noqa: ARG001
    """Ignore effects that only reveal a hand, or keep others from playing Supports."""
    return ()


EFFECT_SIMULATORS: Mapping[type, Callable[[Known, Any], Sequence[Effect]]] = {
    Buff: _power,
    Debuff: _power,
    DrawCards: _draw,
    Search: _search,
    DiscardCards: _discard,
    LevelDown: _level_down,
    Guess: _guess,
    Shield: _shield,
    If: lambda known, effect: effect.branch(known),
    May: _may,
    Choose: _choose,
    DiscardDown: _discard_down,
    Cancel: _cancel,
    Forbid: _nothing,
    Score: _score,
    Look: _nothing,
    Return: _return,
    FreeAdvance: _free_advance,
}
"""The simulation of each effect; effects that are missing here count as nothing."""
