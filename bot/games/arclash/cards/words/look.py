"""Looking at a hand, or at the top cards of one's own deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Generic

from msgspec import Meta

from bot.engine.cards.attempt import Attempt
from bot.engine.cards.nodes import EffectNode, Fault, WhoseT
from bot.engine.cards.text.clauses import Clause, Deed, does
from bot.engine.cards.text.people import target, you
from bot.engine.cards.text.terms import HAND, Voice
from bot.engine.cards.words.hands import top_cards
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.language import gettext
from bot.games.arclash.cards.words.field import BattleTable


class Look(EffectNode, Generic[WhoseT], frozen=True, tag="look"):
    """Look at a player's hand, or with `top` at so many cards of your deck, which stay where they are.

    Nobody else sees them; that you have looked is told to all.
    """

    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game
    top: Annotated[int, Meta(ge=0, le=8)] = 0

    def do(self, attempt: Attempt[BattleTable]) -> tuple[()]:
        """Show them to who controls the card until they say that they have seen them."""
        if self.top:
            cards = attempt.look.cards("deck", attempt.seat)[: self.top]
            self._show(attempt, attempt.seat, cards)
            if cards:
                attempt.table.looked(attempt.card, attempt.seat, attempt.seat, "deck", cards)
            return ()
        targets = [seat for seat in attempt.players(self.whose) if seat != attempt.seat]
        hands = [(seat, attempt.look.cards("hand", seat)) for seat in targets]
        for seat, cards in hands:
            self._show(attempt, seat, cards)
        for seat, cards in hands:
            if cards:
                attempt.table.looked(attempt.card, attempt.seat, seat, "hand", cards)
        return ()

    def _show(self, attempt: Attempt[BattleTable], of: Seat, cards: Sequence[Card]) -> None:
        if cards:
            more: dict[str, Any] = {} if of == attempt.seat else {"of": of}
            looking = tuple(sorted(cards))
            attempt.choose_cards(
                attempt.seat, (), 1, "look", blind=True, may_stop=True, looking=looking, **more
            )

    def faults(self) -> Iterator[Fault]:
        """Yield that you know your own hand, and what means nothing of a deck."""
        if self.top and self.whose != "opponent":
            yield "E418", ("whose",), gettext("with top you look at your own deck: leave it out.")
        elif not self.top and self.whose == "you":
            yield "E417", (), gettext("this does nothing.")

    def told(self, voice: Voice) -> Clause:
        """Return what is looked at."""
        reader = you(voice)
        if self.top:
            return does(_LOOK, reader, voice, what=top_cards(self.top, reader))
        return does(_LOOK, reader, voice, what=target(self.whose, voice).thing(HAND.one, "accusative"))


_LOOK = Deed("look at {what}", "you look at {what}", "{player} looks at {what}")
