"""The zones of a match of Arclash, and the printed content of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.cards import AnyCard, Pool, can_advance
from bot.games.arclash.cards.words import VOCABULARY, Zone
from bot.games.arclash.rules.state import ArclashState, Side
from bot.games.arclash.rules.view import Shown


class ZoneQueries:
    """A match and its cards, read-only."""

    vocabulary = VOCABULARY

    def __init__(self, state: ArclashState, pool: Pool) -> None:
        self.state = state
        self.pool = pool

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats still in the match, clockwise."""
        return self.state.playing

    def side(self, seat: Seat) -> Side:
        """Return the side of a seat."""
        return self.state.sides[seat]

    def cards(self, zone: Zone, seat: Seat) -> tuple[Card, ...]:
        """Return the cards in a zone; a deck's top card first."""
        return _ZONES[zone](self.state.sides[seat])

    def face(self, card: Card) -> AnyCard:
        """Return a card's printed content."""
        return self.pool.cards[self.state.number_of(card)]

    def shown(self, card: Card) -> Shown:
        """Return a card in the form that viewers see."""
        return Shown(card, self.state.number_of(card))

    def all_shown(self, cards: Iterable[Card]) -> tuple[Shown, ...]:
        """Return cards in the form that viewers see."""
        number_of = self.state.number_of
        return tuple([Shown(card, number_of(card)) for card in cards])

    def current(self, seat: Seat) -> AnyCard:
        """Return the current Character of a seat, the top of its stack (ARC-08)."""
        return self.face(self.state.sides[seat].stack[-1])

    def level(self, seat: Seat) -> int:
        """Return the level of the current Character; 0 without one."""
        return self.current(seat).level if self.state.sides[seat].stack else 0

    def score(self, seat: Seat) -> int:
        """Return the points scored."""
        return self.state.sides[seat].score

    def climbing(self, seat: Seat, cards: Sequence[Card]) -> list[Card]:
        """Return the cards that can advance from a seat's current Character, ignoring costs."""
        if not self.state.sides[seat].stack:
            return []
        current = self.current(seat)
        return [card for card in cards if can_advance(self.face(card), current)]

    def battle(self, seat: Seat) -> str:
        """Return this seat's result of the last battle: `won`, `lost`, or "" before the first."""
        return self.state.sides[seat].last


_ZONES: Mapping[Zone, Callable[[Side], tuple[Card, ...]]] = {
    "hand": lambda side: side.hand,
    "deck": lambda side: side.deck.order,
    "discard": lambda side: side.deck.discard,
    "current": lambda side: side.stack[-1:],
    "stack": lambda side: side.stack,
    "supports": lambda side: side.supports,
    "play": lambda side: side.stack + side.supports,
}
