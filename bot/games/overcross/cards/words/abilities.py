"""Triggers and abilities of Overcross's cards (OVC-03, OVC-09, OVC-34)."""

from __future__ import annotations

from typing import Annotated, Generic

from msgspec import Meta

from bot.base.language import gettext, messages
from bot.engine.cards import costs as prices
from bot.engine.cards.effect_context import EvaluationContext
from bot.engine.cards.nodes import AbilityNode, ConditionT, Costs, CostT, EffectT
from bot.engine.cards.text.amounts import payments
from bot.engine.cards.text.terms import Voice
from bot.engine.sentences import either
from bot.games.overcross.cards.field import BEARER, IT, SELF, Trigger
from bot.games.overcross.cards.printed import ACTIONS, Size
from bot.games.overcross.cards.words.pieces import has_targets

_ABOUT_OTHERS = ("entered", "attacks", "hits", "damaged", "dies", "kills")
"""Triggers with an `it`; a terrain's `turn` has one too."""


class Ability(AbilityNode, Generic[ConditionT, CostT, EffectT], frozen=True):
    """An ability of a card, with its trigger."""

    on: Trigger
    then: Annotated[tuple[EffectT, ...], Meta(min_length=1, max_length=6)]
    needs: ConditionT | None = None
    """The condition of the whole ability."""
    once: bool = False
    """Whether it works at most once a turn for each copy of the card; `free` ones always do (OVC-03)."""
    size: Size = "m"
    """For `activated`: the size of the action."""
    pay: Costs[CostT] = ()
    """For `activated`: its costs."""
    instead: bool = False
    """For `dies`: whether it happens instead (see `Trigger`)."""
    bearers: bool = False
    """For an edit: whether the bearer's player carries it out, else the edit's owner."""
    faces: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=5)] = ()
    """For `rolled`: the results of the die to hit."""

    @property
    def trigger(self) -> str:
        """The trigger."""
        return self.on

    def usable(self, context: EvaluationContext) -> bool:
        """Whether an event or an activated ability can be used: its costs can be paid, and it has a legal
        target (OVC-34).

        `context.names` are the names known at its beginning.
        """
        if self.pay and not prices.payable(context.queries, context.seat, self.pay):
            return False
        return has_targets(context, self.then)

    def brings(self) -> frozenset[str]:
        """Return the names under which pieces are known at its beginning."""
        return frozenset({SELF, BEARER, *([IT] if self.on in (*_ABOUT_OTHERS, "turn") else [])})

    def moment(self, voice: Voice) -> str:
        """Return the trigger in words: "major action, destroy this card", "when the bearer would die"."""
        if self.on == "activated":
            action, price = gettext(ACTIONS[self.size]), payments(self.pay, voice, "imperative")
            return gettext("{action}, {price}", action=action, price=price) if price else action
        moments = _WOULD_DIE if self.instead else _MOMENTS.get(self.on)
        if moments is None:
            return ""
        message = moments.get(voice.kind, moments[""])
        return gettext(message, number=either([str(face) for face in self.faces]))


_MOMENTS = messages("overcross-cards", "triggers", dict[Trigger, dict[str, str]])
"""The text of each trigger, by the kind of card if it differs; an Event needs none."""
_WOULD_DIE = messages("overcross-cards", "would-die", dict[str, str])
