"""When cards of Overcross do something."""

from __future__ import annotations

from typing import Annotated, Generic

from msgspec import Meta

from bot.engine.cards import costs as prices
from bot.engine.cards.nodes import AbilityNode, ConditionT, Costs, CostT, EffectT
from bot.engine.cards.reading import Reading
from bot.engine.cards.text.terms import Voice
from bot.games.overcross.cards.field import Trigger
from bot.games.overcross.cards.printed import Size


class Ability(AbilityNode, Generic[ConditionT, CostT, EffectT], frozen=True):
    """What a card does, and when."""

    on: Trigger
    then: Annotated[tuple[EffectT, ...], Meta(min_length=1, max_length=6)]
    needs: ConditionT | None = None
    """What must hold for it to happen at all."""
    once: bool = False
    """Whether it happens at most once a turn for each copy of the card; `free` ones always do (OVC-03)."""
    size: Size = "m"
    """Of an activated one: which action it is."""
    pay: Costs[CostT] = ()
    """Of an activated one: its price."""
    instead: bool = False
    """Of `dies`: whether it happens instead (see `Trigger`)."""
    bearers: bool = False
    """Of an edit: whether the bearer's player carries it out, else the edit's owner."""
    faces: tuple[int, ...] = ()
    """Of `rolled`: what the die to hit shows."""

    @property
    def trigger(self) -> str:
        """When it happens."""
        return self.on

    def usable(self, reading: Reading) -> bool:
        """Whether an event or an activated ability can be used: its price can be paid, and it has a legal
        target (OVC-34). `reading.names` are those it begins with."""
        return prices.payable(reading.look, reading.seat, self.pay)

    def moment(self, voice: Voice) -> str:  # noqa: ARG002 - the texts are still to come
        """Return when it happens, in words."""
        return ""
