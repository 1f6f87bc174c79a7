"""The table changed by cards of Overcross (`cards.field.PieceTable`), which carries out the steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.words.logic import price
from bot.games.overcross.rules import objectives, steps
from bot.games.overcross.rules.attacks import Attacks


class Table(Attacks):
    """A match during a change."""

    def carry_out(self, context: EffectContext[Any], step: steps.Step) -> Sequence[EffectNode]:
        """Carry out a step of the rules; the returned effects come next."""
        return _DO[type(step)](self, context, step)

    def arrive(self, context: EffectContext[Any], step: steps.Arrive) -> Sequence[EffectNode]:
        """Deploy a Character that was played, or attach an edit (OVC-03, OVC-12)."""
        bearer = self.at(step.at)
        if self.face(step.card).kind == "character":
            self.put_in_play(context, step.card, step.at)
        elif bearer is not None:
            self.attach(context, step.card, bearer)
        return ()

    def pay(self, context: EffectContext[Any], step: steps.Pay) -> Sequence[EffectNode]:
        """Pay the costs of an ability that is used (OVC-03)."""
        cards = price(context, step.costs)
        milled = sum([cost.from_deck for cost in step.costs])
        if cards or milled:
            self.paid(context.card, context.seat, cards, milled)
        for cost in step.costs:
            if getattr(cost, "destroys_self", False):
                self.destroy(context, context.card)
            elif counters := getattr(cost, "counters", 0):
                bearer = self.bearer(context.card)
                self.damage(context, (context.card if bearer is None else bearer.card,), counters)
            else:
                cost.pay(self, context.card, context.seat)
        return ()

    def judge(self, context: EffectContext[Any], step: steps.Judge) -> Sequence[EffectNode]:  # noqa: ARG002
        """Determine winners and losers."""
        objectives.judge(self)
        return ()


_DO: Mapping[type, Callable[[Table, EffectContext[Any], Any], Sequence[EffectNode]]] = {
    steps.Arrive: Table.arrive,
    steps.Walk: Table.walk_on,
    steps.Shove: Table.shove_on,
    steps.Strike: Table.strike,
    steps.Save: Table.save,
    steps.Attacked: Table.attacked,
    steps.Perish: Table.perish,
    steps.Redeploy: Table.redeploy_now,
    steps.DropFlag: Table.drop_flag,
    steps.Pay: Table.pay,
    steps.Acted: Table.acted,
    steps.Judge: Table.judge,
}
