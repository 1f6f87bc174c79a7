"""Looking at a hand, or at the top cards of your own deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Generic

from msgspec import Meta

from bot.base.language import gettext
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode, Fault, WhoseT
from bot.engine.cards.text.clauses import Clause, VerbForms, does
from bot.engine.cards.text.people import target, you
from bot.engine.cards.text.terms import HAND, Voice
from bot.engine.cards.words.hands import top_cards
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.words.field import BattleTable, HandOrDeck


class Look(EffectNode, Generic[WhoseT], frozen=True, tag="look"):
    """Look at a player's hand, or with `top` at this many cards of your deck, which stay where they are.

    Only you see the cards; all players learn that you have looked.
    """

    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game
    top: Annotated[int, Meta(ge=0, le=8)] = 0

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Show the cards to the controller until it confirms.

        The order of the cards is not shown.
        """
        zone, places = self._looked_at(context)
        if not places:
            return ()
        owners = list(places)
        more: dict[str, Any] = {"of": owners[0]} if zone == "hand" and len(owners) == 1 else {}
        looking = tuple(sorted([card for cards in places.values() for card in cards]))
        context.choose_cards(context.seat, (), 1, "look", blind=True, may_stop=True, looking=looking, **more)
        for seat, cards in places.items():
            context.table.looked(context.card, context.seat, seat, zone, tuple(sorted(cards)))
        return ()

    def _looked_at(
        self, context: EffectContext[BattleTable]
    ) -> tuple[HandOrDeck, Mapping[Seat, Sequence[Card]]]:
        """Return the zone, and its cards by owner."""
        queries, seat = context.queries, context.seat
        if self.top:
            context.table.refill(seat, self.top)
            cards = queries.cards("deck", seat)[: self.top]
            return "deck", {seat: cards} if cards else {}
        hands = {
            other: queries.cards("hand", other) for other in context.players(self.whose) if other != seat
        }
        return "hand", {other: cards for other, cards in hands.items() if cards}

    def faults(self) -> Iterator[Fault]:
        """Yield the fault of looking at your own hand, and fields without meaning for a deck."""
        if self.top and self.whose != "opponent":
            yield "E418", ("whose",), gettext("with top you look at your own deck: leave it out.")
        elif not self.top and self.whose == "you":
            yield "E417", (), gettext("this does nothing.")

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: the cards that are looked at."""
        reader = you(voice)
        if self.top:
            return does(_LOOK, reader, voice, what=top_cards(self.top, reader))
        return does(_LOOK, reader, voice, what=target(self.whose, voice).thing(HAND.one, "accusative"))


_LOOK = VerbForms("look at {what}", "you look at {what}", "{player} looks at {what}")
