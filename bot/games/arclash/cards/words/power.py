"""Power: adding it, taking it, conditions on it, and the duration of effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal

from bot.base.language import N_, gettext
from bot.engine.cards.effect_context import EffectContext, EvaluationContext
from bot.engine.cards.matching import Rank, is_ranked, is_within, range_faults
from bot.engine.cards.nodes import (
    AmountNode,
    AmountT,
    Compared,
    ConditionNode,
    EffectNode,
    Fault,
    Number,
    WhoseT,
    amount_of,
)
from bot.engine.cards.static_abilities import always
from bot.engine.cards.table import TableQueries
from bot.engine.cards.text.amounts import Measure, bounded, measure, measured, same
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.grammar import Called, Noun, between
from bot.engine.cards.text.people import held_for, target, together, you
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.words.dice import half
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.words.field import (
    BATTLE,
    CHARACTER,
    CIRCULAR,
    POWER,
    BattleQueries,
    BattleTable,
    Until,
)

# The result of the last battle.


class BattleWas(ConditionNode, frozen=True, tag="battle"):
    """You won, or lost, the last battle; neither before the first."""

    result: Literal["won", "lost"]

    def holds(self, context: EvaluationContext[BattleQueries]) -> bool:
        """Compare the result."""
        return context.queries.battle(context.seat) == self.result

    def compared(self) -> Compared:
        """Return the result as a number: 0 for neither, 1 for won, 2 for lost."""
        result = 1 if self.result == "won" else 2
        return Compared("battle", result, result, 0, 2)

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the condition in words: you won or lost the last battle."""
        which = _THIS if voice.on == "end-of-battle" else _THE_LAST
        reader, results = you(voice), _NOT_SO if no else _SO
        return gettext(
            results[self.result][reader.second],
            player=reader.subject,
            battle=gettext(which, battle=gettext(BATTLE)),
        )


_THIS = N_("this {battle}")
_THE_LAST = N_("the last {battle}")
_SO = {
    "won": {True: N_("you won {battle}"), False: N_("{player} won {battle}")},
    "lost": {True: N_("you lost {battle}"), False: N_("{player} lost {battle}")},
}
_NOT_SO = {
    "won": {True: N_("you did not win {battle}"), False: N_("{player} did not win {battle}")},
    "lost": {True: N_("you did not lose {battle}"), False: N_("{player} did not lose {battle}")},
}


# Power as an amount: an amount for each point of a player's power, or of the difference.


class PowerOf(AmountNode, Generic[WhoseT], frozen=True, tag="power"):
    """The current power; the sum for several players."""

    whose: WhoseT = "you"  # type: ignore[assignment] # who controls the card is a word of every game
    difference: bool = False
    """Whether the difference to your own power counts."""
    halved: bool = False
    times: Number = 1
    at_most: Number = 0

    def value(self, context: EvaluationContext[BattleQueries]) -> int:
        """Add up the power, which is not available while it is being computed."""
        if context.standing:
            return 0
        seats = context.players(self.whose)
        power = sum([context.queries.power(seat) for seat in seats])
        if self.difference and seats:
            power = abs(power - context.queries.power(context.seat))
        return half(power, halved=self.halved) * self.times

    def faults(self) -> Iterator[Fault]:
        """Yield the fault of a difference to yourself."""
        if self.difference and self.whose == "you":
            yield "E418", ("difference",), gettext("your power does not differ from itself: say whose.")

    def not_always(self) -> tuple[str, str]:
        """Return the reason against `always`: it is circular."""
        return "E408", gettext(CIRCULAR)

    def describe(self, unit: Called, voice: Voice) -> Measure:
        """Return an amount for each point of power, or for every two, in words."""
        person = together(self.whose, voice)
        words = gettext(
            _FOR_EACH[self.difference, self.halved],
            amount=unit.several(self.times, "accusative"),
            power=gettext(POWER.many),
            own=you(voice).thing(CHARACTER.one, "genitive"),
            character=person.thing(CHARACTER.many if person.plural else CHARACTER.one, "genitive"),
        )
        return same(bounded(words, self.at_most))


_FOR_EACH = {
    (False, False): N_("{amount} for each point of the {power} of {character}"),
    (False, True): N_("{amount} for every two points of the {power} of {character} (rounded up)"),
    (True, False): N_("{amount} for each point between the {power} of {own} and that of {character}"),
    (True, True): N_(
        "{amount} for every two points between the {power} of {own} and that of {character} (rounded up)"
    ),
}
"""By whether it is the difference, and whether it is halved."""


class _Change(EffectNode, Generic[AmountT, WhoseT], frozen=True):
    """A change of a player's power."""

    lasting: ClassVar[bool] = True
    essential: ClassVar[tuple[str, ...]] = ("by",)
    by: AmountT
    whose: WhoseT = "you"  # type: ignore[assignment] # who controls the card is a word of every game
    until: Until = "turn"

    @property
    def sign(self) -> Literal[1, -1]:
        """1 for adding power, -1 for taking it."""
        return 1

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Change the power. The table reports a change that a shield prevents."""
        for seat, by in self.changes(context):
            context.table.change_power(context.card, seat, by, self.until)
        return ()

    def changes(self, context: EvaluationContext) -> Sequence[tuple[Seat, int]]:
        """Return the seats whose power changes, with the amount."""
        targets = context.players(self.whose)
        by = amount_of(context, self.by) * self.sign if targets else 0
        return [(seat, by) for seat in targets] if by else ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence for adding or taking power."""
        unit, message = POWER, _GAINS if self.sign > 0 else _LOSES
        if voice.static:
            more = "more" if self.sign > 0 else "less"
            unit, message = Noun(f"{more} {POWER.one}", f"{more} {POWER.many}", counted=False), _HAS
        character = target(self.whose, voice).thing(CHARACTER.one, "nominative")
        goes_without_saying = self.until == "turn" and voice.on in _BATTLE_BOUND

        def clause(amount: str) -> Clause:
            power = amount
            if not goes_without_saying:
                power = lasting(amount, self.until, voice, comma="," in amount)
            return Clause(said(message, character=character, power=power), swift=True)

        return measured(measure(self.by, Called(unit), voice), clause, voice)


class Buff(_Change[AmountT, WhoseT], Generic[AmountT, WhoseT], frozen=True, tag="buff"):
    """Add power to a player's current Character."""


class Debuff(_Change[AmountT, WhoseT], Generic[AmountT, WhoseT], frozen=True, tag="debuff"):
    """Take power from a player's current Character; power never goes below 0 (ARC-11)."""

    by: AmountT
    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game
    until: Until = "turn"

    @property
    def sign(self) -> Literal[1, -1]:
        """-1: power is taken."""
        return -1


class PowerIs(ConditionNode, Generic[WhoseT], frozen=True, tag="power"):
    """The current power of at least one of these players is in this range, or is the highest or lowest."""

    whose: WhoseT = "you"  # type: ignore[assignment] # who controls the card is a word of every game
    at_least: Number = 0
    at_most: Number | None = None
    rank: Rank = ""
    """No other player has more, or less. Not allowed in an `always` ability, like every condition on power,
    because it would be circular.
    """

    def holds(self, context: EvaluationContext[BattleQueries]) -> bool:
        """Compare the power, which is not available while it is being computed."""
        return not context.standing and one_of(context, self, context.queries.power)

    def compared(self) -> Compared | None:
        """Return the range of the power; of others it can be that of any."""
        if self.whose != "you" or self.rank:
            return None
        return Compared(("power", self.whose), self.at_least, self.at_most)

    def faults(self) -> Iterator[Fault]:
        """Yield the fault of a condition that never or always holds."""
        yield from range_faults(self.at_least, self.at_most, special=self.rank)

    def not_always(self) -> tuple[str, str]:
        """Return the reason against `always`: it is circular."""
        return "E408", gettext(CIRCULAR)

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the condition in words."""
        person, no = held_for(self.whose, voice, no=no)
        character = person.thing(CHARACTER.one, "nominative")
        power = self._much(gettext(POWER.many))
        if no:
            return gettext("{character} does not have {power}", character=character, power=power)
        return gettext("{character} has {power}", character=character, power=power)

    def _much(self, power: str) -> str:
        span = between(self.at_least, self.at_most, fewer="less")
        if span:
            much = gettext("{range} {power}", range=span, power=power)
        else:
            much = gettext("any amount of {power}", power=power)
        if not self.rank:
            return much
        return gettext(_MOST_POWER[self.rank][bool(span)], power=much if span else power)


def power_change(context: EvaluationContext, effect: EffectNode) -> Sequence[tuple[Seat, int]]:
    """Return the change of each seat's power by an `always` effect; negative if power is taken."""
    return effect.changes(context) if isinstance(effect, _Change) else ()


def power_changes(queries: TableQueries, card: Card, seat: Seat) -> Sequence[tuple[Seat, int]]:
    """Return the changes of seats' power by a card in play; negative if power is taken (ARC-08).

    `seat` controls the card and is in the match. The caller checks shields.
    """
    changes: list[tuple[Seat, int]] = []
    for context, effect in always(queries, card, seat):
        changes += power_change(context, effect)
    return changes


def one_of(context: EvaluationContext, test: Any, value: Callable[[Seat], int]) -> bool:
    """Whether one player's value is in the range and has the required rank."""
    values = [value(seat) for seat in context.players(test.whose)]
    fitting = [own for own in values if is_within(own, test.at_least, test.at_most)]
    if not fitting or not test.rank:
        return bool(fitting)
    return is_ranked(fitting, [value(seat) for seat in context.queries.seats], test.rank)


_BATTLE_BOUND = ("played", "start-of-battle", "support-played")
"""Triggers whose effects obviously last for this turn."""


def lasting(what: str, until: Until, voice: Voice, *, comma: bool = False) -> str:
    """Return something with its duration: "50 power this turn"; unchanged for a permanent effect.

    `comma` puts a comma before the duration, for text that has commas itself.
    """
    return what if voice.static else gettext(_LASTING[until][comma], what=what)


_LASTING: Mapping[Until, Mapping[bool, str]] = {
    "turn": {False: N_("{what} this turn"), True: N_("{what}, this turn")},
    "next-turn": {
        False: N_("{what} until the end of the next turn"),
        True: N_("{what}, until the end of the next turn"),
    },
    "stack": {
        False: N_("{what} as long as this card is in its stack"),
        True: N_("{what}, as long as this card is in its stack"),
    },
}
"""The text of each duration, by whether a comma precedes it."""
_GAINS = clause("{character} gains {power}")
_LOSES = clause("{character} loses {power}")
_HAS = clause("{character} has {power}")
_MOST_POWER = {
    "highest": {
        True: N_("{power}, the most of all (ties count)"),
        False: N_("the most {power} (ties count)"),
    },
    "lowest": {
        True: N_("{power}, the least of all (ties count)"),
        False: N_("the least {power} (ties count)"),
    },
}
"""By whether a range of power is also given."""
