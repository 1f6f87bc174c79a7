"""Power as an amount: an amount for each point of a player's power, or of the difference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic

from bot.base.language import N_, gettext
from bot.engine.cards.evaluation_context import EvaluationContext
from bot.engine.cards.nodes import AmountNode, Fault, Number, WhoseT
from bot.engine.cards.text.amounts import Measure, bounded, same
from bot.engine.cards.text.grammar import Called
from bot.engine.cards.text.people import together, you
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.words.dice import half
from bot.games.arclash.cards.words.field import CHARACTER, CIRCULAR, POWER, BattleQueries


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
