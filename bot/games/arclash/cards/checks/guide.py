"""The designers' guide: for each point of ARC-16, ARC-17 and ARC-17a the cards that exceed it.

All of it is advice: a card that exceeds a limit is playable. The shipped sets stay within the limits
(ARC-19).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from bot.base.language import N_, gettext, ngettext
from bot.engine.cards.deciding import settled_ability
from bot.engine.cards.nodes import Amount, EffectNode, Fault, NodePath, children, nodes
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.words.counting import CountOf, HaveCost
from bot.engine.cards.words.dice import Dice, Rolled
from bot.engine.cards.words.hands import DrawCards, MillCost
from bot.engine.cards.words.logic import Choose, If, May
from bot.engine.sentences import either
from bot.games.arclash.cards.cards import Advancement, AnyCard, Character, Support
from bot.games.arclash.cards.checks.reckoning import (
    NO_BOUND,
    Gain,
    at_the_most,
    by_chance,
    chance_in_name,
    surely,
    ways_of,
    whatever_falls,
)
from bot.games.arclash.cards.words.abilities import Ability, Cancel, DiscardCards, DiscardCost, Forbid, Search
from bot.games.arclash.cards.words.hands import DiscardDown, Guess, Return
from bot.games.arclash.cards.words.levels import LevelDown
from bot.games.arclash.cards.words.power import Buff, Debuff
from bot.games.arclash.cards.words.score import Score
from bot.games.arclash.cards.words.shield import Shield

EVEN = 50
"""The power that a Support adds at an even exchange (ARC-17)."""
CONDITIONED = 150
"""The maximum power that a Support adds under conditions without a die, a coin or a guess (ARC-17a)."""
TOGETHER = 200
"""The maximum sum of a Character's power and abilities, in percent (ARC-17a).

Power counts from 0 at the level's lowest value to 100 at its highest. Each kind of ability counts 100 at the
level's maximum.
"""


class Measure(NamedTuple):
    """The limits of the guide for a Character of one level (ARC-16)."""

    power: range
    buff_times: int
    debuff_times: int
    buff: int
    debuff: int
    cards: int
    forced: int
    whole_deck: bool
    discards: range


GUIDE: Mapping[int, Measure] = {
    1: Measure(range(401), 25, 25, 100, 50, 1, 1, whole_deck=False, discards=range(1)),
    2: Measure(range(300, 651), 25, 25, 150, 100, 3, 1, whole_deck=False, discards=range(2)),
    3: Measure(range(550, 801), 50, 25, 300, 200, 4, 3, whole_deck=True, discards=range(1, 3)),
    4: Measure(range(700, 1000), 50, 50, 500, 300, 6, 3, whole_deck=True, discards=range(3, 4)),
}
"""The table of ARC-16 by level, with the discards of ARC-17a."""


def advice(card: AnyCard) -> Iterator[Fault]:
    """Yield every point of the guide that a card exceeds."""
    for number, ability in enumerate(card.abilities):
        for where in chance_in_name(ability):
            yield "A301", ("abilities", number, *where), gettext("whatever falls, the same happens.")
        for where in _untied(ability, number, _scores):
            yield "A302", where, gettext("tie points to chance: a die, a coin, or a guess.")
        if ability.on in _BEFORE_SUPPORTS:
            for where, effect in nodes(ability, ("abilities", number)):
                if isinstance(effect, Cancel):
                    yield (
                        "A210",
                        where,
                        gettext("no Support is in play at this moment: nothing is cancelled."),
                    )
    if isinstance(card, Support):
        if not card.abilities and not card.keywords:
            yield "A209", (), gettext("this Support does nothing: give it abilities.")
        if _harms_its_player(card):
            yield (
                "A211",
                ("abilities",),
                gettext("this helps only the opponents: say for whom each effect is with whose."),
            )
        # A Support without conditions that are always or never true: its texts say more than it does.
        abilities = [settled_ability(ability, {}) for ability in card.abilities]
        yield from _on_support(
            msgspec.structs.replace(card, abilities=tuple([each for each in abilities if each is not None]))
        )
    else:
        yield from _on_character(card, GUIDE[card.level])


def _harms_its_player(card: Support) -> bool:
    """Whether all that a Support does is bad for its player, or good for others."""
    effects = [node for each in card.abilities for _, node in nodes(each) if isinstance(node, EffectNode)]
    leaves = [each for each in effects if not isinstance(each, If | May | Choose)]
    return bool(leaves) and all(
        getattr(leaf, "whose", "") == "you"
        if isinstance(leaf, Debuff | DiscardCards | DiscardDown | LevelDown | Forbid)
        else isinstance(leaf, Buff | DrawCards | Shield) and leaf.whose not in ("you", "everyone")
        for leaf in leaves
    )


_BEFORE_SUPPORTS = ("start-of-turn", "advance", "start-of-battle")


# Characters (ARC-16)


def _on_character(card: Character, guide: Measure) -> Iterator[Fault]:
    if card.power not in guide.power:
        sentence = gettext(
            "a Level {level} has a power of {low} to {high}, not {power}.",
            level=card.level,
            low=guide.power[0],
            high=guide.power[-1],
            power=card.power,
        )
        yield "A101", ("power",), sentence
    for number, ability in enumerate(card.abilities):
        for where, effect in nodes(ability, ("abilities", number)):
            if isinstance(effect, Buff | Debuff):
                yield from _on_multiplier(card.level, effect, where, guide)
            if isinstance(effect, Search) and effect.where == "deck" and not guide.whole_deck:
                part = gettext(
                    "a Level {level} searches a part of the deck, not all of it.", level=card.level
                )
                yield "A108", where, part
    yield from _on_sums(card, guide)
    for number, way in enumerate(card.advances if card.level > 1 else ()):
        yield from _on_cost(card.level, way, ("advances", number), guide)


def _on_multiplier(level: int, effect: Buff | Debuff, where: NodePath, guide: Measure) -> Iterator[Fault]:
    if isinstance(effect.by, int):
        return
    if isinstance(effect, Buff):
        code, most = "A102", guide.buff_times
        message = N_("a Level {level} adds {most} at a time at most, not {times}.")
    else:
        code, most = "A103", guide.debuff_times
        message = N_("a Level {level} takes {most} at a time at most, not {times}.")
    times = effect.by.times
    if times > most:
        yield code, (*where, "by"), gettext(message, level=level, most=most, times=times)
    if level == 1 and not _limited(effect.by):
        sentence = gettext(
            "a Level 1 sets limits: halve the dice, count only cards with a word, or give at_most."
        )
        yield "A106", (*where, "by"), sentence


def _limited(amount: Amount) -> bool:
    if isinstance(amount, Dice | Rolled):
        return amount.halved or bool(amount.at_most)
    if isinstance(amount, CountOf):
        return amount.halved or bool(amount.at_most) or not amount.cards.which.is_any
    return True


def _on_sums(card: Character, guide: Measure) -> Iterator[Fault]:
    ways = ways_of(card.abilities, card.level)
    most = at_the_most(ways)
    if most.buff > guide.buff:
        yield "A104", ("abilities",), _too_much(_ADDS, card.level, most.buff, guide.buff)
    if most.debuff > guide.debuff:
        yield "A105", ("abilities",), _too_much(_TAKES, card.level, most.debuff, guide.debuff)
    # The most cards drawn or found by one trigger.
    moments = groupby(sorted(card.abilities, key=lambda each: each.on), key=lambda each: each.on)
    cards = max([at_the_most(ways_of(group, card.level)).cards for _, group in moments], default=0)
    if cards > guide.cards:
        sentence = ngettext(
            "a Level {level} draws or finds {number} card at once at most, and this can be {found}.",
            "a Level {level} draws or finds {number} cards at once at most, and this can be {found}.",
            guide.cards,
            level=card.level,
            found=gettext("any number") if cards >= NO_BOUND else cards,
        )
        yield "A107", ("abilities",), sentence
    if most.forced > guide.forced:
        sentence = N_("together this forces {found} discards; a Level {level} forces {most} at most.")
        number = gettext("any number of") if most.forced >= NO_BOUND else most.forced
        yield "A112", ("abilities",), gettext(sentence, level=card.level, found=number, most=guide.forced)
    yield from _on_balance(card, guide, ways)


def _on_balance(card: Character, guide: Measure, ways: Iterable[Gain]) -> Iterator[Fault]:
    """Compare power and abilities in sum. Other functions report a part that exceeds the level alone."""
    low, high = guide.power[0], guide.power[-1]
    within = [way for way in ways if max(way) < NO_BOUND]
    abilities = max([_share(way, guide) for way in within], default=0)
    points = round(100 * max(0, card.power - low) / (high - low) + abilities)
    if points > TOGETHER:
        sentence = N_(
            "power and abilities come to {found} % of what a Level {level} may have, and {most} % are"
            " the most: less power, or less of what it does."
        )
        yield "A111", ("power",), gettext(sentence, found=points, level=card.level, most=TOGETHER)


def _share(way: Gain, guide: Measure) -> float:
    """Return the sum of one way through the abilities, in percent of the maximum of each kind."""
    most = Gain(guide.buff, guide.debuff, guide.cards, guide.forced)
    return sum([100 * found / allowed for found, allowed in zip(way, most, strict=True)])


_ADDS = (
    N_("what it can add has no bound; a Level {level} can add {most} at most. Give at_most."),
    N_("together this can add {found}; a Level {level} can add {most} at most."),
)
_TAKES = (
    N_("what it can take has no bound; a Level {level} can take {most} at most. Give at_most."),
    N_("together this can take {found}; a Level {level} can take {most} at most."),
)


def _too_much(sentences: tuple[str, str], level: int, found: int, most: int) -> str:
    boundless, together = sentences
    return gettext(boundless if found >= NO_BOUND else together, level=level, found=found, most=most)


def _on_cost(level: int, way: Advancement, where: NodePath, guide: Measure) -> Iterator[Fault]:
    """Check the costs. Discarded cards count; a requirement to have cards can replace one of them."""
    paid = sum([cost.count for cost in way.costs if isinstance(cost, DiscardCost | MillCost)])
    had = any(isinstance(cost, HaveCost) for cost in way.costs)
    if paid in guide.discards or (had and paid + 1 in guide.discards):
        return
    sentence = gettext(
        "advancing to Level {level} costs {wanted} discarded cards, not {paid}.",
        level=level,
        wanted=either([str(number) for number in guide.discards]),
        paid=paid,
    )
    yield "A110" if level == 4 else "A109", where, sentence


# Supports (ARC-17)


def _on_support(card: Support) -> Iterator[Fault]:
    sure = surely(card.abilities)
    where: NodePath = ("abilities",)
    if sure.buff > EVEN:
        yield "A201", where, _sure_buff(sure.buff)
    if sure.cards > 1:
        sentence = N_("it draws or finds {number} cards in any case: over 1 it needs a condition.")
        yield "A205", where, gettext(sentence, number=sure.cards)
    if sure.forced > 1:
        sentence = N_("it forces {number} discards in any case: over 1 it needs a condition.")
        yield "A207", where, gettext(sentence, number=sure.forced)
    conditioned = whatever_falls(card.abilities)
    if sure.buff <= EVEN and CONDITIONED < conditioned < NO_BOUND:
        sentence = N_("it can add {found} without a die, a coin or a guess: {most} is the most then.")
        yield "A208", where, gettext(sentence, found=conditioned, most=CONDITIONED)
    yield from _on_ways(card)
    for number, ability in enumerate(card.abilities):
        for where in _untied(ability, number, _lowers):
            yield "A206", where, gettext("tie a level down to chance: a die, a coin, or a guess.")


def _sure_buff(buff: int) -> str:
    if buff >= NO_BOUND:
        return gettext(
            "it adds without bound in any case: over {even} it needs a die, a coin, cards or a cost.",
            even=EVEN,
        )
    return gettext(
        "it adds {power} in any case: over {even} it needs a die, a coin, cards or a cost.",
        power=buff,
        even=EVEN,
    )


def _on_ways(card: Support) -> Iterator[Fault]:
    """Check a Support's immediate effects, for each way separately."""
    ways = ways_of(card.abilities, 0)
    where: NodePath = ("abilities",)
    if max(at_the_most(ways)) >= NO_BOUND:
        yield "A202", where, gettext("what it does has no bound: give at_most.")
        return
    # A way with a debuff of more than half the buff, if there is one. If both depend on one roll, the
    # highest roll counts: half a roll is rounded up.
    both = [way for way in ways if way.buff and way.debuff]
    # Whether a Support takes power depending on a roll.
    rolls_for_both = any(
        isinstance(effect, Debuff) and isinstance(effect.by, Rolled)
        for ability in card.abilities
        for _, effect in nodes(ability)
    )
    if rolls_for_both:
        both = [Gain(max([way.buff for way in both]), max([way.debuff for way in both]))] if both else []
    unequal = next((way for way in sorted(both) if way.debuff * 2 > way.buff), None)
    if unequal:
        sentence = N_("with a buff of {buff} it takes {debuff}; the maximum is half of the buff.")
        yield "A203", where, gettext(sentence, buff=unequal.buff, debuff=unequal.debuff)
    drawing = max([way.buff for way in ways if way.cards], default=0)
    if drawing >= EVEN:
        sentence = N_("it draws and adds {power}: who draws too adds less than {even}.")
        yield "A204", where, gettext(sentence, power=drawing, even=EVEN)


# Effects that need chance


def _lowers(effect: Effect) -> bool:
    """Whether an opponent loses a level by this effect."""
    if isinstance(effect, Return):
        return effect.what == "advancement" and effect.whose != "you"
    return isinstance(effect, LevelDown) and effect.whose != "you"


def _scores(effect: Effect) -> bool:
    return isinstance(effect, Score)


def _untied(ability: Ability, number: int, wanted: Callable[[Effect], bool]) -> list[NodePath]:
    """Return the paths of such effects that depend on no die, coin or guess.

    An effect in both branches of one depends on none.
    """
    if by_chance(ability.needs):
        return []
    return _in_any_case(ability.then, ("abilities", number, "then"), wanted)


def _in_any_case(
    effects: Iterable[Effect], where: NodePath, wanted: Callable[[Effect], bool]
) -> list[NodePath]:
    places = enumerate(effects)
    return [place for number, each in places for place in _within_it(each, (*where, number), wanted)]


def _within_it(effect: Effect, where: NodePath, wanted: Callable[[Effect], bool]) -> list[NodePath]:
    if wanted(effect):
        return [where]
    parts: Mapping[str, Sequence[Effect]] = {}
    if isinstance(effect, If):
        parts = {"then": effect.then, "otherwise": effect.otherwise}
    elif isinstance(effect, Guess):
        parts = {"right": effect.right, "wrong": effect.wrong}
    sides = [_in_any_case(part, (*where, key), wanted) for key, part in parts.items()]
    if isinstance(effect, Guess) or (isinstance(effect, If) and by_chance(effect.test)):
        return [*sides[0], *sides[1]] if all(sides) else []
    if parts:
        return [*sides[0], *sides[1]]
    inner = [(step, each) for step, each in children(effect) if isinstance(each, EffectNode)]
    return [place for step, each in inner for place in _within_it(each, (*where, *step), wanted)]
