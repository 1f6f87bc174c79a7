"""The interface between the words of Arclash and a match, and the nouns of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Protocol, TypeAlias

from msgspec import Meta

from bot.base.language import N_
from bot.engine.cards.program import Running
from bot.engine.cards.table import Face as AnyFace
from bot.engine.cards.table import HandTable, TableQueries
from bot.engine.cards.text.grammar import Noun
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.fair import Stream

POWER = Noun(N_("power"), "power", counted=False)
CHARACTER = Noun("Character", "Characters")
SUPPORT = Noun("Support", "Supports")
STACK = Noun("stack", "stacks")
POINTS = Noun("point", "points")
BATTLE = N_("Battle")
LEVEL = N_("Level")

CIRCULAR = N_('power cannot be asked for in an "always" ability, which could go round in a circle.')

CardLevel = Annotated[int, Meta(ge=1, le=4)]
OPPONENTS = 5
"""The maximum number of opponents: a match has 2 to 6 seats (ARC-04)."""


def most_players(whose: str) -> int:
    """Return the maximum number of players that a word for players means."""
    return {"opponents": OPPONENTS, "everyone": OPPONENTS + 1}.get(whose, 1)


Zone: TypeAlias = Literal["hand", "deck", "discard", "current", "stack", "supports", "play"]
"""Zones: `current` is the top card of the stack, `play` the stack and the Supports in play."""
HandOrDeck: TypeAlias = Literal["hand", "deck"]
"""The zones to which cards are taken, and in which they are looked at."""
Until: TypeAlias = Literal["turn", "next-turn", "stack"]
"""The duration: to the end of this turn (its Recover phase), of the next turn, or while the card that caused
it stays in its stack.
"""


class Face(AnyFace, Protocol):
    """The printed content of a card that filters can test."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def traits(self) -> tuple[str, ...]:
        """Its traits; empty for a card without traits."""

    @property
    def kind(self) -> str:
        """`character` or `support`."""

    @property
    def level(self) -> int:
        """Its level; 0 for a Support."""


class BattleQueries(TableQueries, Protocol):
    """The queries on a match."""

    def power(self, seat: Seat) -> int:
        """Return the current power, never below 0."""

    def level(self, seat: Seat) -> int:
        """Return the level of the current Character."""

    def score(self, seat: Seat) -> int:
        """Return the points scored."""

    def climbing(self, seat: Seat, cards: Sequence[Card]) -> list[Card]:
        """Return the cards that can advance from a seat's current Character, ignoring costs."""

    def battle(self, seat: Seat) -> str:
        """Return this seat's result of the last battle: `won`, `lost`, or "" before the first."""


class BattleTable(HandTable, BattleQueries, Protocol):
    """The changes that cards of Arclash make to a match."""

    def change_power(self, card: Card, target: Seat, by: int, until: Until) -> None:
        """Add power, or take it where `by` is below 0; a shield can prevent taking. `by` is not 0."""

    def level_down(self, card: Card, target: Seat) -> None:
        """Discard the top Advancement of a stack; a Level 1 stays, and a shield can prevent it."""

    def shield(self, card: Card, target: Seat, against: Sequence[str], until: Until) -> None:
        """Guard a seat."""

    def advanced(self, card: Card) -> list[Running]:
        """Return the `advance` abilities of a Character that a card has just put on a stack."""

    def guessed(self, card: Card, guesser: Seat, position: int, shown: Card | None) -> None:
        """Report an opponent's guess; `shown` is the marked card if the guess was right."""

    def cancel(self, card: Card, target: Seat, support: Card) -> None:
        """Discard this Support of a player, and end its changes of power and its shields."""

    def forbid(self, card: Card, target: Seat) -> None:
        """Forbid a player to play more Supports in this battle; after the battle this has no effect."""

    def score_points(self, card: Card, seat: Seat, points: int) -> None:
        """Add points to a seat; a seat that reaches the winning score wins at once."""

    def looked(self, card: Card, seat: Seat, target: Seat, zone: HandOrDeck, cards: tuple[Card, ...]) -> None:
        """Report that a seat has looked at these cards; only that seat learns which cards."""

    def take_back_advancement(self, card: Card, target: Seat, to: HandOrDeck, rng: Stream) -> None:
        """Move the top Advancement of a stack to the hand or the deck; a Level 1 stays, and a shield against
        level loss can prevent it.
        """

    def take_back_support(self, card: Card, target: Seat, support: Card, to: HandOrDeck, rng: Stream) -> None:
        """Move a Support in play to the hand or the deck of its owner."""

    def climb(
        self,
        card: Card,
        seat: Seat,
        zone: Literal["hand", "deck", "discard"],
        found: tuple[Card, ...],
        rng: Stream,
    ) -> None:
        """Put a card found in this zone on the stack, if one was found; a deck is shuffled."""
