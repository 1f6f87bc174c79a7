"""Hands, decks and discard piles: changes by cards and rules (`bot.engine.cards.table.HandTable`)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.engine.cards.effect_context import EffectContext
from bot.engine.contract import Seat
from bot.engine.decks import Card, without
from bot.engine.fair import Stream
from bot.engine.standardrules import set_at
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.changing import Changing
from bot.games.overcross.rules.view import NO_CARD


class Hands(Changing):
    """Changes of hands, decks and discard piles."""

    def draw(self, card: Card, target: Seat, count: int, rng: Stream) -> None:  # noqa: ARG002
        """Let a seat draw by a card's effect."""
        self.draw_cards(target, count, card)

    def draw_cards(self, seat: Seat, count: int, by: Card = NO_CARD) -> None:
        """Let a seat draw, as far as there are cards: an empty deck is not refilled (OVC-08)."""
        state = self.state
        deck = state.decks[seat]
        drawn = deck[:count]
        if not drawn:
            return
        state.decks = set_at(state.decks, seat, deck[count:])
        state.hands = set_at(state.hands, seat, (*state.hands[seat], *drawn))
        fact = facts.Drew(seat, len(drawn), by)
        self.record(fact, {seat: replace(fact, cards=drawn)})

    def take(self, card: Card, seat: Seat, zone: Any, cards: tuple[Card, ...], to: Any, rng: Stream) -> None:
        """Move cards found in the own deck or discard pile, and show them; a deck is shuffled."""
        state, purpose = self.state, f"deck of seat {seat + 1}"
        deck = state.decks[seat]
        if zone == "deck":
            deck = without(deck, cards)
        else:
            self.change(seat, discard=without(state.sides[seat].discard, cards))
        if to == "deck":
            deck = (*deck, *cards)
        else:
            state.hands = set_at(state.hands, seat, (*state.hands[seat], *cards))
        if zone == "deck" or (to == "deck" and cards):
            deck = tuple(rng.shuffle(purpose, deck))
        state.decks = set_at(state.decks, seat, deck)
        taken = facts.Took(seat, card, "deck" if zone == "deck" else "discard", cards, "hand")
        self.record(replace(taken, to="deck") if to == "deck" else taken)

    def discard(self, card: Card, by: Seat, target: Seat, cards: tuple[Card, ...]) -> None:  # noqa: ARG002
        """Discard these hand cards by a card's effect."""
        self.throw_away(target, cards, card)

    def throw_away(self, seat: Seat, cards: tuple[Card, ...], by: Card = NO_CARD) -> None:
        """Discard hand cards."""
        self.from_hand(seat, cards)
        self.to_discard(cards)
        self.record(facts.Discarded(seat, cards, by))

    def from_hand(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        """Remove cards from a hand."""
        self.state.hands = set_at(self.state.hands, seat, without(self.state.hands[seat], cards))

    def to_discard(self, cards: tuple[Card, ...]) -> None:
        """Put cards on their owners' discard piles."""
        for card in cards:
            owner = self.owner(card)
            self.change(owner, discard=(*self.state.sides[owner].discard, card))

    def mill(self, card: Card, target: Seat, count: int) -> None:
        """Discard from the top of a deck, as far as there are cards."""
        deck = self.state.decks[target]
        gone = deck[:count]
        self.state.decks = set_at(self.state.decks, target, deck[count:])
        self.to_discard(gone)
        self.record(facts.Milled(target, gone, card))

    def paid(self, card: Card, seat: Seat, cards: tuple[Card, ...], milled: int) -> None:
        """Pay costs: these hand cards, and this number of cards from the top of the deck."""
        if cards:
            self.throw_away(seat, cards, card)
        if milled:
            self.mill(card, seat, milled)

    def look_at(self, context: EffectContext[Any], target: Seat) -> None:
        """Show a hand to the card's controller, once."""
        fact = facts.LookedAt(context.seat, target, context.card)
        self.record(fact, {context.seat: replace(fact, cards=tuple(sorted(self.state.hands[target])))})

    def rolled(
        self,
        card: Card,
        seat: Seat,
        dice: tuple[int, ...],
        sides: int,
        *,
        again: bool,  # noqa: ARG002
    ) -> None:
        """Report that a seat rolled dice for a card."""
        self.record(facts.Rolled(seat, card, dice, sides))

    def tossed(self, card: Card, seat: Seat, *, heads: bool) -> None:
        """Report that a seat tossed a coin for a card."""
        self.record(facts.Tossed(seat, card, heads))

    def cut_short(self, card: Card) -> None:
        """Report that a chain of effects was too long and stops."""
        self.record(facts.CutShort(card))
