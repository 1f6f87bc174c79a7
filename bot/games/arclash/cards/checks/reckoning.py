"""The possible results of a card, computed from its tree without playing it.

The maximum: every condition that can hold holds, and each way through the card, with each roll, is computed
separately. The certain result: independent of dice, coins and the cards on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from typing import NamedTuple, TypeAlias

from bot.engine.cards.nodes import AMOUNT, Amount, AmountNode, Node, NodePath, children
from bot.engine.cards.nodes import ConditionNode as Condition
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.words.counting import CountOf
from bot.engine.cards.words.dice import CoinShows, Dice, DieShows, Rolled, RolledWas, half, shows
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import AllOf, AnyOf, Choose, If, May, Not
from bot.games.arclash.cards.cards import HAND_SIZE
from bot.games.arclash.cards.words.abilities import Ability, DiscardCards, Search
from bot.games.arclash.cards.words.field import OPPONENTS, most_players
from bot.games.arclash.cards.words.hands import DiscardDown, Guess
from bot.games.arclash.cards.words.levels import LevelOf
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.score import ScoreOf

NO_BOUND = AMOUNT
"""Amounts of this size or more have no limit set by a designer."""
_LEVELS = 4
_SCORE = 199
"""The highest score of a seat while a match is running (ARC-04)."""
_WAYS = 48
"""The maximum number of separate ways through a card; beyond it the maxima are merged."""
_OWN = ("you", "everyone")
_RECURRING = ("start-of-turn", "start-of-battle", "support-played", "level-lost", "end-of-battle")


class Gain(NamedTuple):
    """The result of one way through a card for its controller."""

    buff: int = 0
    """Power added to the controller's Character."""
    debuff: int = 0
    """Power taken from one opponent."""
    cards: int = 0
    """Cards drawn or found for the controller's hand."""
    forced: int = 0
    """Cards that one opponent discards."""

    def plus(self, other: Gain) -> Gain:
        """Return the sum of both."""
        return Gain(
            min(self.buff + other.buff, NO_BOUND),
            min(self.debuff + other.debuff, NO_BOUND),
            min(self.cards + other.cards, NO_BOUND),
            min(self.forced + other.forced, NO_BOUND),
        )

    def without_end(self) -> Gain:
        """Return this repeated without limit: everything above 0 is unbounded."""
        return Gain(*[NO_BOUND if found else 0 for found in self])

    def by_all_opponents(self) -> Gain:
        """Return this from each opponent: the controller's gains add up; effects on one opponent do not."""
        often = OPPONENTS
        return Gain(min(self.buff * often, NO_BOUND), self.debuff, self.cards * often, self.forced)

    def most(self, other: Gain) -> Gain:
        """Return the higher value of each field."""
        return Gain(*map(max, self, other))

    def least(self, other: Gain) -> Gain:
        """Return the lower value of each field."""
        return Gain(*map(min, self, other))


class _Way(NamedTuple):
    """The result of one way through an ability up to a point."""

    gain: Gain = Gain()
    rolled: int = 0
    """The last roll; its maximum where it is not exact."""
    exact: bool = True


_Ways: TypeAlias = frozenset[_Way]


def ways_of(abilities: Iterable[Ability], level: int) -> frozenset[Gain]:
    """Return the possible results of a card's abilities together, one per way; `level` 0 for a Support."""
    done = frozenset({Gain()})
    for ability in abilities:
        done = frozenset([one.plus(more) for one in done for more in _gains(ability, level)])
        if len(done) > _WAYS:
            done = frozenset({at_the_most(done)})
    return done


@lru_cache(maxsize=256)
def _gains(ability: Ability, level: int) -> frozenset[Gain]:
    walk = _Walk(ability.on, level)
    ways = walk.effects(ability.then, walk.needed(ability))
    often = ability.on == "support-played" and not ability.once
    return frozenset([way.gain.without_end() if often else way.gain for way in ways])


def at_the_most(gains: Iterable[Gain]) -> Gain:
    """Return the maximum of each field over all ways."""
    return reduce(Gain.most, gains, Gain())


def surely(abilities: Iterable[Ability]) -> Gain:
    """Return the unconditional result of these abilities of a card."""
    return reduce(Gain.plus, [_sure(each.then) for each in abilities if each.needs is None], Gain())


# At the most


class _Walk:
    """Follows all ways through an ability of a card."""

    def __init__(self, on: str, level: int) -> None:
        self._recurring = on in _RECURRING and level < 4
        self._too_late = on == "end-of-battle"

    def needed(self, ability: Ability) -> _Ways:
        """Return the ways on which an ability takes effect."""
        begin = frozenset({_Way()})
        return begin if ability.needs is None else self._tested(ability.needs, begin)[0]

    def effects(self, effects: Sequence[Effect], ways: _Ways) -> _Ways:
        """Return the ways after consecutive effects."""
        for effect in effects:
            ways = _not_too_many(self._effect(effect, ways))
        return ways

    def _effect(self, effect: Effect, ways: _Ways) -> _Ways:
        if isinstance(effect, If):
            met, unmet = self._tested(effect.test, ways)
            return self.effects(effect.then, met) | self.effects(effect.otherwise, unmet)
        if isinstance(effect, May):
            return ways | self.effects(effect.then, ways)
        if isinstance(effect, Guess):
            return self.effects(effect.right, ways) | self.effects(effect.wrong, ways)
        if isinstance(effect, Choose):
            if effect.who == "opponents":
                # The ways after each opponent has chosen; each option is followed separately.
                begin = frozenset({_Way()})
                ends = [at_the_most(way.gain for way in self.effects(one, begin)) for one in effect.options]
                theirs = [end.by_all_opponents() for end in ends]
                return frozenset([way._replace(gain=way.gain.plus(each)) for way in ways for each in theirs])
            return frozenset().union(*[self.effects(option, ways) for option in effect.options])
        if isinstance(effect, Buff | Debuff):
            ways = _rolling(effect.by, ways)
        elif isinstance(effect, DrawCards | DiscardCards):
            ways = _rolling(effect.count, ways)
        gains = {rolled: self._gain(effect, rolled) for rolled in {way.rolled for way in ways}}
        return frozenset([_Way(way.gain.plus(gains[way.rolled]), way.rolled, way.exact) for way in ways])

    def _gain(self, effect: Effect, rolled: int) -> Gain:
        if isinstance(effect, Buff) and effect.whose in _OWN:
            return Gain(buff=self._power(effect, rolled))
        if isinstance(effect, Debuff) and effect.whose != "you":
            return Gain(debuff=self._power(effect, rolled))
        if isinstance(effect, DrawCards) and effect.whose in _OWN:
            return Gain(cards=_greatest(effect.count, rolled))
        if isinstance(effect, Search) and effect.to == "hand":
            return Gain(cards=effect.count)
        if isinstance(effect, DiscardCards) and effect.whose != "you":
            return Gain(forced=_greatest(effect.count, rolled))
        if isinstance(effect, DiscardDown) and effect.whose != "you":
            return Gain(forced=HAND_SIZE - effect.to)
        return Gain()

    def _power(self, effect: Buff | Debuff, rolled: int) -> int:
        """Return the maximum power from an effect that can be in force in one battle."""
        once = _greatest(effect.by, rolled)
        if effect.until == "turn":
            return 0 if self._too_late else once
        if not self._recurring or (self._too_late and effect.until == "next-turn"):
            return once
        return NO_BOUND if effect.until == "stack" else min(2 * once, NO_BOUND)

    def _tested(self, test: Condition, ways: _Ways) -> tuple[_Ways, _Ways]:
        """Return the ways on which a condition holds, and those on which it does not hold."""
        if isinstance(test, Not):
            met, unmet = self._tested(test.of, ways)
            return unmet, met
        if isinstance(test, AllOf | AnyOf):
            return self._several(test, ways)
        if isinstance(test, DieShows):
            ways = _split(ways, range(1, test.sides + 1))
        if isinstance(test, DieShows | RolledWas):
            met = frozenset([way for way in ways if not way.exact or shows(test, way.rolled)])
            return met, frozenset([way for way in ways if not way.exact or not shows(test, way.rolled)])
        return ways, ways

    def _several(self, test: AllOf | AnyOf, ways: _Ways) -> tuple[_Ways, _Ways]:
        settled: _Ways = frozenset()
        for condition in test.of:
            met, unmet = self._tested(condition, ways)
            ways, out = (met, unmet) if isinstance(test, AllOf) else (unmet, met)
            settled |= out
        return (ways, settled) if isinstance(test, AllOf) else (settled, ways)


def _not_too_many(ways: _Ways) -> _Ways:
    if len(ways) <= _WAYS:
        return ways
    return frozenset(
        {_Way(at_the_most(way.gain for way in ways), max(way.rolled for way in ways), exact=False)}
    )


def _rolling(amount: Amount, ways: _Ways) -> _Ways:
    """Return the ways after the dice of an amount, if it has any."""
    if not isinstance(amount, Dice):
        return ways
    return _split(ways, range(amount.dice, amount.dice * amount.sides + 1))


def _split(ways: _Ways, numbers: range) -> _Ways:
    """Return the ways after a roll with one of these results."""
    if len(ways) * len(numbers) > _WAYS:
        return _not_too_many(frozenset([_Way(way.gain, numbers[-1], exact=False) for way in ways]))
    return frozenset([_Way(way.gain, number) for way in ways for number in numbers])


def _greatest(amount: Amount, rolled: int) -> int:
    """Return the maximum of an amount after this roll; `NO_BOUND` if it is unbounded."""
    if isinstance(amount, int):
        return amount
    most = min(_bare(amount, rolled) * amount.times, NO_BOUND)
    return min(most, amount.at_most or NO_BOUND)


def _bare(amount: AmountNode, rolled: int) -> int:
    if isinstance(amount, LevelOf):
        return _LEVELS * most_players(amount.whose)
    if isinstance(amount, ScoreOf):
        return _SCORE * most_players(amount.whose)
    number = rolled
    if isinstance(amount, CountOf):
        if amount.cards.zone != "current":
            return NO_BOUND
        number = most_players(amount.cards.whose)
    return half(number, halved=getattr(amount, "halved", False))


# For sure


def _sure(effects: Sequence[Effect]) -> Gain:
    return reduce(Gain.plus, [_sure_of(effect) for effect in effects], Gain())


def _sure_of(effect: Effect) -> Gain:
    if isinstance(effect, If):
        return _sure(effect.then).least(_sure(effect.otherwise))
    if isinstance(effect, May):
        return Gain() if effect.pay else _sure(effect.then)
    if isinstance(effect, Guess):
        return _sure(effect.right).least(_sure(effect.wrong))
    if isinstance(effect, Choose):
        options = [_sure(option) for option in effect.options]
        gain = reduce(Gain.most if effect.who == "you" else Gain.least, options)
        return gain.by_all_opponents() if effect.who == "opponents" else gain
    if isinstance(effect, Buff | Debuff) and not _is_sure(effect.by):
        return Gain()
    if isinstance(effect, DrawCards | DiscardCards) and not _is_sure(effect.count):
        return Gain()
    return at_the_most(way.gain for way in _Walk("played", 0).effects((effect,), frozenset({_Way()})))


def _is_sure(amount: Amount) -> bool:
    """Whether an amount is unconditional: a number, or a count of cards of any kind."""
    return isinstance(amount, int) or (isinstance(amount, CountOf) and amount.cards.which.is_any)


# Whatever falls (ARC-17a)


def whatever_falls(abilities: Iterable[Ability]) -> int:
    """Return the maximum power that these abilities add without help of a die, a coin or a guess.

    Every other condition holds and every cost is paid. Of results of chance the lowest counts.
    """
    return min(sum([_falls(each.then) for each in abilities if not by_chance(each.needs)]), NO_BOUND)


def _falls(effects: Sequence[Effect]) -> int:
    return min(sum([_falls_of(effect) for effect in effects]), NO_BOUND)


def _falls_of(effect: Effect) -> int:
    if isinstance(effect, If):
        sides = [_falls(effect.then), _falls(effect.otherwise)]
        return min(sides) if by_chance(effect.test) else max(sides)
    if isinstance(effect, Guess):
        return min(_falls(effect.right), _falls(effect.wrong))
    if isinstance(effect, Choose):
        options = [_falls(option) for option in effect.options]
        if effect.who == "opponents":
            return min(options) * OPPONENTS
        return max(options) if effect.who == "you" else min(options)
    if isinstance(effect, May):
        return _falls(effect.then)
    return _at_the_least(effect.by) if isinstance(effect, Buff) and effect.whose in _OWN else 0


def _at_the_least(amount: Amount) -> int:
    """Return an amount with the lowest roll, and the maximum of everything else."""
    if not isinstance(amount, Dice | Rolled):
        return _greatest(amount, 0)
    lowest = amount.dice if isinstance(amount, Dice) else 1
    least = half(lowest, halved=amount.halved) * amount.times
    return min(least, amount.at_most or NO_BOUND)


def chance_in_name(node: Node, place: NodePath = ()) -> Iterator[NodePath]:
    """Yield the paths of dice, coins and guesses without influence: the result is always the same."""
    for step, inner in children(node):
        yield from chance_in_name(inner, (*place, *step))
    if isinstance(node, If):
        alike = by_chance(node.test) and _alike(node.then, node.otherwise)
    elif isinstance(node, Guess):
        alike = _alike(node.right, node.wrong)
    elif isinstance(node, Dice):
        alike = _at_the_least(node) == _greatest(node, node.dice * node.sides)
    else:
        return
    if alike:
        yield place


def _alike(one: Sequence[Effect], other: Sequence[Effect]) -> bool:
    """Whether both contain the same effects, in any order."""
    return sorted(map(repr, one)) == sorted(map(repr, other))


def by_chance(test: Condition | None) -> bool:
    """Whether a condition can hold only with the help of a die or a coin."""
    if isinstance(test, Not):
        return by_chance(test.of)
    if isinstance(test, AllOf):
        return any(by_chance(each) for each in test.of)
    if isinstance(test, AnyOf):
        return all(by_chance(each) for each in test.of)
    if isinstance(test, RolledWas) and test.at_least <= 1 and test.at_most is None and not test.parity:
        return False  # every roll is 1 at least
    return isinstance(test, DieShows | CoinShows | RolledWas)
