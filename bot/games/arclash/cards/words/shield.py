"""Shields: protecting a player from other players' cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from bot.base.language import N_, pgettext
from bot.engine.cards.effect_context import EffectContext, EvaluationContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.static_abilities import always
from bot.engine.cards.table import TableQueries
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.people import Person, another, you
from bot.engine.cards.text.terms import CARD, Voice
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.words.field import CHARACTER, POWER, BattleTable, Until
from bot.games.arclash.cards.words.power import lasting


class Shield(EffectNode, frozen=True, tag="shield"):
    """Protect a player from other players' cards."""

    lasting: ClassVar[bool] = True
    against: Annotated[
        tuple[Literal["debuff", "level-down", "discard"], ...], Meta(min_length=1, max_length=3)
    ]
    whose: Literal["you", "everyone"] = "you"
    until: Until = "turn"

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Add the shields."""
        for seat in context.players(self.whose):
            context.table.shield(context.card, seat, self.against, self.until)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who is protected, and from what."""
        if self.whose == "everyone":
            what = self._guarded(another(voice), "no card can")
            cards = pgettext("nominative", CARD.one)
            return Clause(said(_NO_CARD_CAN, cards=cards, what=lasting(what, self.until, voice)))
        what = self._guarded(you(voice), "cards cannot")
        cards = pgettext("nominative", CARD.many)
        return Clause(said(_CARDS_CANNOT, cards=cards, what=lasting(what, self.until, voice)))

    def _guarded(self, person: Person, context: str) -> str:
        """Return the forbidden effect on a player; a Character that was already named becomes "it".

        `context` names the sentence it is part of: some languages negate each part of it.
        """
        things = []
        if "debuff" in self.against:
            power, character = pgettext("accusative", POWER.one), person.thing(CHARACTER.one, "dative")
            things.append(pgettext(context, _TAKE_POWER, power=power, character=character))
        if "level-down" in self.against and things:
            things.append(pgettext(context, _LEVEL_IT_DOWN))
        elif "level-down" in self.against:
            things.append(pgettext(context, _LEVEL_DOWN, character=person.thing(CHARACTER.one, "accusative")))
        if "discard" in self.against:
            if self.whose == "everyone":
                make_discard = pgettext("no card can", "make another player discard")
            elif person.second:
                make_discard = pgettext("cards cannot", "make you discard")
            else:
                make_discard = pgettext("cards cannot", "make {player} discard", player=person.subject)
            things.append(make_discard)
        if len(things) == 1:
            return things[0]
        return pgettext(context, _OR, things=", ".join(things[:-1]), last=things[-1])


def shielding(context: EvaluationContext, effect: EffectNode) -> Sequence[tuple[Seat, tuple[str, ...]]]:
    """Return the seats that an `always` effect protects, and the effects it prevents."""
    if not isinstance(effect, Shield):
        return ()
    return [(target, effect.against) for target in context.players(effect.whose)]


def shields(queries: TableQueries, card: Card, seat: Seat) -> Sequence[tuple[Seat, tuple[str, ...]]]:
    """Return the seats that a card in play protects permanently, and the effects it prevents."""
    return [found for each in always(queries, card, seat) for found in shielding(*each)]


_CARDS_CANNOT = clause("{cards} of others cannot {what}")
_NO_CARD_CAN = clause("no {cards} can {what}")
_TAKE_POWER = N_("take {power} from {character}", "cards cannot", "no card can")
_LEVEL_DOWN = N_("level down {character}", "cards cannot", "no card can")
_LEVEL_IT_DOWN = N_("level it down", "cards cannot", "no card can")
_OR = N_("{things} or {last}", "cards cannot", "no card can")
