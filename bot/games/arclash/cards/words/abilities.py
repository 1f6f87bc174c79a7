"""Triggers and keywords of Arclash's cards; and the shared words, with the filter of this game."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

from msgspec import Meta

from bot.base.language import current, gettext, messages
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import AbilityNode, AmountT, ConditionT, EffectNode, EffectT, Node, WhoseT
from bot.engine.cards.printed import Name
from bot.engine.cards.text.clauses import Clause, VerbForms, does
from bot.engine.cards.text.people import target
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.words import hands, searching
from bot.games.arclash.cards.words.field import BATTLE, BattleTable
from bot.games.arclash.cards.words.places import Filter

# Cancelling the last Support that a player played.


# Forbidding a player to play further Supports.


class Forbid(EffectNode, Generic[WhoseT], frozen=True, tag="forbid"):
    """A player plays no more Supports in this battle, as if they had passed."""

    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Forbid it; after the battle this has no effect."""
        for seat in context.players(self.whose):
            context.table.forbid(context.card, seat)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who plays no more Supports."""
        return does(_FORBIDDEN, target(self.whose, voice), voice, battle=gettext(BATTLE))


_FORBIDDEN = VerbForms(
    "play no more Supports in this {battle}",
    "you play no more Supports in this {battle}",
    "{player} plays no more Supports in this {battle}",
)


class Cancel(EffectNode, Generic[WhoseT], frozen=True, tag="cancel"):
    """Discard a player's last Support in play, and end its changes of power and its shields.

    Its draws, discards and level losses stay. A card does not cancel itself.
    """

    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Cancel it; players without a Support in play are skipped."""
        for seat in context.players(self.whose):
            supports = [card for card in context.queries.cards("supports", seat) if card != context.card]
            if supports:
                context.table.cancel(context.card, seat, supports[-1])
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the text: whose last Support is cancelled, and the consequences."""
        return does(_DISCARDS, target(self.whose, voice), voice)


_DISCARDS = VerbForms(
    "discard your last other Support in play, and what it does to power ends",
    "you discard your last other Support in play, and what it does to power ends",
    "{player} discards their last Support in play, and what it does to power ends",
)


Trigger: TypeAlias = Literal[
    "start-of-turn",
    "advance",
    "start-of-battle",
    "played",
    "support-played",
    "level-lost",
    "always",
    "end-of-battle",
    "roll",
]
"""The trigger of an ability.

start-of-turn    as the turn starts, while the card is in a stack (ARC-06)
advance          as the card is put on a stack (ARC-07)
start-of-battle  as the battle begins, while the card is in a stack (ARC-09)
played           as the Support comes into play (ARC-10)
support-played   after any player has played a Support, while the card is in a stack
level-lost       after you lost your top Advancement to a card or the battle, while the card is in the stack
always           permanently, while the card is in a stack or in play (ARC-08); no dice, coins or choices
end-of-battle    after the damage, while the card is still in a stack or in play (ARC-11)
roll             after you rolled dice for a card; it can only reroll them (ARC-18)
"""


class Ability(AbilityNode, Generic[ConditionT, EffectT], frozen=True):
    """An ability of a card, with its trigger."""

    on: Trigger
    then: Annotated[tuple[EffectT, ...], Meta(min_length=1, max_length=6)]
    needs: ConditionT | None = None
    """The condition of the whole ability."""
    once: bool = False
    """Whether it happens at most once a turn: each such ability of each copy of the card (ARC-06b)."""

    @property
    def trigger(self) -> str:
        """The trigger."""
        return self.on

    def moment(self, voice: Voice) -> str:  # noqa: ARG002 - it is the same for all
        """Return the trigger in words."""
        return gettext(_WHEN[self.on], battle=gettext(BATTLE)) if self.on in _WHEN else ""


class KeywordName(Node, frozen=True):
    """The name of a keyword, in all languages of the bot."""

    en: Name
    de: Name


class Keyword(Ability[ConditionT, EffectT], Generic[ConditionT, EffectT], frozen=True, kw_only=True):
    """A named ability, to which the cards of a set refer."""

    name: KeywordName

    @property
    def keyword(self) -> str:
        """Its name in the current language, or in English if that is missing."""
        name: str = getattr(self.name, current().code, self.name.en)
        return name


_WHEN = messages("card-texts", "triggers", dict[Trigger, str])
"""The title of each trigger; `always` has none."""


class DiscardCards(hands.DiscardCards[AmountT, WhoseT], Generic[AmountT, WhoseT], frozen=True, tag="discard"):
    """Players discard from their hand, or from the top of their deck."""

    which: Filter = Filter()


class DiscardCost(hands.DiscardCost, frozen=True, tag="discard"):
    """Discard cards of your hand, of your choice."""

    which: Filter = Filter()


class Search(searching.Search, frozen=True, tag="search"):
    """Search one of your zones for cards, show them, and take them."""

    which: Filter = Filter()
    top: Annotated[int, Meta(ge=0, le=30)] = 0
    """The number of cards to look at, with `where = "top"`."""
    to: Literal["hand", "deck"] = "hand"
    """`deck`, from the discard pile only: shuffled into the deck."""
