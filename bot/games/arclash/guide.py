"""The designers' guide: for each point of ARC-16 and ARC-17 the cards that go beyond it.

All of it is advice. A card that goes beyond can be played with; the sets that ship keep to it (ARC-19).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from bot.engine.cards.filters import is_any
from bot.engine.cards.nodes import (
    Amount,
    Buff,
    CountOf,
    Debuff,
    Dice,
    DiscardCost,
    Effect,
    Guess,
    HaveCost,
    If,
    LevelDown,
    MillCost,
    Rolled,
    Search,
)
from bot.games.arclash.cards import Advancement, AnyCard, Character, Support
from bot.games.arclash.reckoning import (
    NO_BOUND,
    Gain,
    at_the_most,
    branches,
    by_chance,
    effects_within,
    surely,
    ways_of,
)

Where: TypeAlias = tuple[str | int, ...]
"""The way to a part of a card: ("abilities", 0, "then", 1)."""
Advice: TypeAlias = tuple[str, Where, str]
"""A code, a part of the card, and a sentence."""

ADVICE: Mapping[str, str] = MappingProxyType(
    {
        "A101": "power outside the range of the level",
        "A102": "a buff multiplied by more than the level allows",
        "A103": "a debuff multiplied by more than the level allows",
        "A104": "a greater buff than the level allows",
        "A105": "a greater debuff than the level allows",
        "A106": "a Level 1 multiplies without a limit",
        "A107": "more cards drawn or found than the level allows",
        "A108": "a search of the whole deck below Level 3",
        "A109": "a cost of advancing outside the range of the level",
        "A110": "a Level 4 that does not cost 3 discards",
        "A201": "a Support adds more than 50 without a condition",
        "A202": "a Support whose effect has no bound",
        "A203": "a debuff beside a buff is more than half of it",
        "A204": "a buff beside drawing is not under 50",
        "A205": "a Support draws more than 1 card without a condition",
        "A206": "a level down that is not tied to chance",
        "A207": "more than 1 card forced out of an opponent's hand or deck without a condition",
    }
)
"""Each code of advice and what it means."""

EVEN = 50
"""What a Support adds at an even exchange (ARC-17)."""


class Measure(NamedTuple):
    """What the guide allows a Character of one level (ARC-16)."""

    power: range
    buff_times: int
    debuff_times: int
    buff: int
    debuff: int
    cards: int
    whole_deck: bool
    discards: range


GUIDE: Mapping[int, Measure] = MappingProxyType(
    {
        1: Measure(range(401), 25, 25, 100, 50, 1, whole_deck=False, discards=range(1)),
        2: Measure(range(300, 651), 25, 25, 150, 100, 3, whole_deck=False, discards=range(2)),
        3: Measure(range(550, 801), 50, 25, 300, 200, 4, whole_deck=True, discards=range(1, 3)),
        4: Measure(range(700, 1000), 50, 50, 500, 300, 6, whole_deck=True, discards=range(3, 4)),
    }
)
"""The table of ARC-16 by level."""


def advice(card: AnyCard) -> Iterator[Advice]:
    """Yield every point of the guide that a card goes beyond."""
    if isinstance(card, Support):
        yield from _on_support(card)
    else:
        yield from _on_character(card, GUIDE[card.level])


# Characters (ARC-16)


def _on_character(card: Character, guide: Measure) -> Iterator[Advice]:
    if card.power not in guide.power:
        low, high = guide.power[0], guide.power[-1]
        yield "A101", ("power",), f"a Level {card.level} has a power of {low} to {high}, not {card.power}."
    for number, ability in enumerate(card.abilities):
        for where, effect in effects_within(ability.then, ("abilities", number, "then")):
            if isinstance(effect, Buff | Debuff):
                yield from _on_multiplier(card.level, effect, where, guide)
            if isinstance(effect, Search) and effect.where == "deck" and not guide.whole_deck:
                yield "A108", where, f"a Level {card.level} searches a part of the deck, not all of it."
    yield from _on_sums(card, guide)
    for number, way in enumerate(card.advances if card.level > 1 else ()):
        yield from _on_cost(card.level, way, ("advances", number), guide)


def _on_multiplier(level: int, effect: Buff | Debuff, where: Where, guide: Measure) -> Iterator[Advice]:
    code, verb, most = (
        ("A102", "adds", guide.buff_times)
        if isinstance(effect, Buff)
        else ("A103", "takes", guide.debuff_times)
    )
    if isinstance(effect.by, int):
        return
    if effect.by.times > most:
        yield code, (*where, "by"), f"a Level {level} {verb} {most} at a time at most, not {effect.by.times}."
    if level == 1 and not _limited(effect.by):
        sentence = "a Level 1 sets limits: halve the dice, count only cards with a word, or give at_most."
        yield "A106", (*where, "by"), sentence


def _limited(amount: Amount) -> bool:
    if isinstance(amount, Dice | Rolled):
        return amount.halved or bool(amount.at_most)
    if isinstance(amount, CountOf):
        return amount.halved or bool(amount.at_most) or not is_any(amount.cards.which)
    return True


def _on_sums(card: Character, guide: Measure) -> Iterator[Advice]:
    most = at_the_most(ways_of(card.abilities, card.level))
    if most.buff > guide.buff:
        yield "A104", ("abilities",), _too_much(card.level, "add", most.buff, guide.buff)
    if most.debuff > guide.debuff:
        yield "A105", ("abilities",), _too_much(card.level, "take", most.debuff, guide.debuff)
    cards = _cards_at_once(card)
    if cards > guide.cards:
        some = f"{guide.cards} card{'s' * (guide.cards > 1)}"
        found = "any number" if cards >= NO_BOUND else str(cards)
        sentence = f"a Level {card.level} draws or finds {some} at once at most, and this can be {found}."
        yield "A107", ("abilities",), sentence


def _too_much(level: int, verb: str, found: int, most: int) -> str:
    if found >= NO_BOUND:
        return f"what it can {verb} has no bound; a Level {level} can {verb} {most} at most. Give at_most."
    return f"together this can {verb} {found}; a Level {level} can {verb} {most} at most."


def _cards_at_once(card: AnyCard) -> int:
    """Return the most cards that are drawn or found at one moment."""
    moments = groupby(sorted(card.abilities, key=lambda each: each.on), key=lambda each: each.on)
    return max([at_the_most(ways_of(group, card.level)).cards for _, group in moments], default=0)


def _on_cost(level: int, way: Advancement, where: Where, guide: Measure) -> Iterator[Advice]:
    """Cards discarded are what counts; having to have cards may stand for one of them."""
    paid = sum([cost.count for cost in way.costs if isinstance(cost, DiscardCost | MillCost)])
    had = any(isinstance(cost, HaveCost) for cost in way.costs)
    if paid in guide.discards or (had and paid + 1 in guide.discards):
        return
    low, high = guide.discards[0], guide.discards[-1]
    wanted = f"{low}" if low == high else f"{low} or {high}"
    code = "A110" if level == 4 else "A109"
    yield code, where, f"advancing to Level {level} costs {wanted} discarded cards, not {paid}."


# Supports (ARC-17)


def _on_support(card: Support) -> Iterator[Advice]:
    sure = surely(card.abilities)
    where: Where = ("abilities",)
    if sure.buff > EVEN:
        found = "without bound" if sure.buff >= NO_BOUND else str(sure.buff)
        yield (
            "A201",
            where,
            f"it adds {found} in any case: over {EVEN} it needs a die, a coin, cards or a cost.",
        )
    if sure.cards > 1:
        yield "A205", where, f"it draws or finds {sure.cards} cards in any case: over 1 it needs a condition."
    if sure.forced > 1:
        yield "A207", where, f"it forces {sure.forced} discards in any case: over 1 it needs a condition."
    yield from _on_ways(card)
    for number, ability in enumerate(card.abilities):
        place = ("abilities", number, "then")
        for where in _sure_downs(ability.then, place, chance=by_chance(ability.needs)):
            yield "A206", where, "tie a level down to chance: a die, a coin, or a guess."


def _on_ways(card: Support) -> Iterator[Advice]:
    """Look at what a Support does at once, way by way."""
    ways = ways_of(card.abilities, 0)
    where: Where = ("abilities",)
    if max(at_the_most(ways)) >= NO_BOUND:
        yield "A202", where, "what it does has no bound: give at_most."
        return
    unequal = _unequal(ways, rolls=_rolls_for_both(card))
    if unequal:
        sentence = f"beside a buff of {unequal.buff} it takes {unequal.debuff}: half the buff is the most."
        yield "A203", where, sentence
    drawing = max([way.buff for way in ways if way.cards], default=0)
    if drawing >= EVEN:
        yield "A204", where, f"it draws and adds {drawing}: who draws too adds less than {EVEN}."


def _unequal(ways: Iterable[Gain], *, rolls: bool) -> Gain | None:
    """Return a way on which the debuff is more than half the buff, if there is one.

    Where both come from one roll the highest roll counts: half a roll is rounded up.
    """
    both = [way for way in ways if way.buff and way.debuff]
    if rolls:
        both = [Gain(max([way.buff for way in both]), max([way.debuff for way in both]))] if both else []
    return next((way for way in sorted(both) if way.debuff * 2 > way.buff), None)


def _rolls_for_both(card: Support) -> bool:
    """Whether a Support takes power by what was rolled."""
    return any(
        isinstance(effect, Debuff) and isinstance(effect.by, Rolled)
        for ability in card.abilities
        for _, effect in effects_within(ability.then, ())
    )


def _sure_downs(effects: Sequence[Effect], where: Where, *, chance: bool) -> Iterator[Where]:
    """Yield the places where an opponent goes down a level without any chance."""
    for number, effect in enumerate(effects):
        place = (*where, number)
        if isinstance(effect, LevelDown) and effect.whose != "you" and not chance:
            yield place
        for step, inner in branches(effect):
            luck = isinstance(effect, Guess) or (isinstance(effect, If) and by_chance(effect.test))
            yield from _sure_downs(inner, (*place, *step), chance=chance or luck)
