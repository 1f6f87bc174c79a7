"""The current power of all Characters and its parts, from public knowledge (ARC-08, ARC-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from bot.engine.cards.bounds import STANDING, Work
from bot.engine.cards.static_abilities import always
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.cards import AnyCard, Pool, Support, can_advance
from bot.games.arclash.cards.words import VOCABULARY
from bot.games.arclash.cards.words.field import Zone
from bot.games.arclash.cards.words.power import power_change
from bot.games.arclash.cards.words.shield import shielding
from bot.games.arclash.rules.state import ArclashState, Side, lasts
from bot.games.arclash.rules.view import Guard, PowerPart, Shown

# The zones of a match of Arclash, and the printed content of cards.


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


AllParts: TypeAlias = tuple[tuple[PowerPart, ...], ...]
AllGuards: TypeAlias = tuple[tuple[Guard, ...], ...]


class OpenTable(msgspec.Struct, frozen=True):
    """Public knowledge about the Characters, by seat."""

    powers: tuple[int, ...]
    """The current power, never below 0; 0 for a seat without a Character."""
    parts: AllParts
    guards: AllGuards


class StaticPower(msgspec.Struct, frozen=True):
    """The results of all `always` abilities for the cards in play, whatever other effects did to power."""

    guards: tuple[tuple[Seat, Guard], ...]
    """The protected seats, with their guards."""
    changes: tuple[tuple[Card, Seat, Seat, int], ...]
    """The card, its controller, the seat whose power it changes, and the change."""
    work: int
    """The units of work used (`bot.engine.cards.bounds`)."""


def leaves_of_standing(queries: ZoneQueries) -> tuple[Any, ...]:
    """Return the values on which `standing` depends: its result is the same while they are the same."""
    sides = [
        (side.stack, side.supports, len(side.hand), side.deck, side.score, side.last, side.out)
        for side in queries.state.sides
    ]
    return queries.pool, queries.state.numbers, sides


def leaves_of(queries: ZoneQueries) -> tuple[Any, ...]:
    """Return the values on which the open table depends: it is the same while they are the same."""
    state = queries.state
    return leaves_of_standing(queries), state.turn, state.boosts, state.guards


def standing(queries: ZoneQueries, work: Work | None = None) -> StaticPower:
    """Evaluate all `always` abilities, each card once.

    The order is by seats and cards, until the work is used up; the default limit is `bounds.STANDING`.
    """
    openly, work = Openly(queries.state, queries.pool), work or Work(STANDING)
    guards: list[tuple[Seat, Guard]] = []
    changes: list[tuple[Card, Seat, Seat, int]] = []
    for seat in queries.seats:
        # The cards of a seat in play that have `always` abilities.
        doing, number_of = queries.pool.doing, queries.state.number_of
        for card in [card for card in queries.cards("play", seat) if "always" in doing[number_of(card)]]:
            for each in always(openly, card, seat, work):
                guards += [(target, _guard(queries, card, against)) for target, against in shielding(*each)]
                changes += [(card, seat, target, by) for target, by in power_change(*each)]
    return StaticPower(tuple(guards), tuple(changes), work.spent)


def open_table(queries: ZoneQueries, lasting: StaticPower) -> OpenTable:
    """Compute the powers and guards of all seats from the results of `standing`."""
    guards = _guards(queries, lasting)
    parts = _parts(queries, lasting, guards)
    return OpenTable(tuple([max(0, sum([part.by for part in own])) for own in parts]), parts, guards)


def _guard(queries: ZoneQueries, card: Card, against: tuple[Any, ...]) -> Guard:
    until: Literal["turn", "stack"] = "stack" if queries.face(card).kind == "character" else "turn"
    return Guard(queries.state.number_of(card), against, until, card, always=True)


def _guards(queries: ZoneQueries, lasting: StaticPower) -> AllGuards:
    by_seat: list[list[Guard]] = [[] for _ in range(queries.state.seats)]
    for one in queries.state.guards:
        source, until = queries.state.number_of(one.card), lasts(one.ends, queries.state.turn)
        by_seat[one.target].append(Guard(source, one.against, until, one.card))
    for target, guard in lasting.guards:
        by_seat[target].append(guard)
    return tuple([tuple(guards) for guards in by_seat])


def _parts(queries: ZoneQueries, lasting: StaticPower, guards: AllGuards) -> AllParts:
    by_seat = [list(_printed(queries, seat)) for seat in range(queries.state.seats)]
    for card, seat, target, by in lasting.changes:
        if by > 0 or target == seat or not any("debuff" in guard.against for guard in guards[target]):
            by_seat[target].append(PowerPart(queries.state.number_of(card), by, "always", card=card))
    for boost in queries.state.boosts:
        source, until = queries.state.number_of(boost.card), lasts(boost.ends, queries.state.turn)
        by_seat[boost.target].append(PowerPart(source, boost.by, "effect", until, boost.card))
    return tuple([tuple(parts) for parts in by_seat])


def _printed(queries: ZoneQueries, seat: Seat) -> Iterator[PowerPart]:
    stack = queries.side(seat).stack
    if stack:
        face = queries.face(stack[-1])
        yield PowerPart(face.number, face.power, "printed", card=stack[-1])


HIDDEN: Card = -1
"""A card of unknown identity."""
FACELESS = Support(number="ARC-00", name="?")
"""Its face."""


class Openly(ZoneQueries):
    """A match by public knowledge: cards in a hand or a deck are counted, but have no face (ARC-15).

    Power is public, so the `always` effects on it must depend on public knowledge only.
    """

    def cards(self, zone: Zone, seat: Seat) -> tuple[Card, ...]:
        """Return the cards in a zone; hidden cards without their identity."""
        cards = super().cards(zone, seat)
        return (HIDDEN,) * len(cards) if zone in ("hand", "deck") else cards

    def face(self, card: Card) -> AnyCard:
        """Return a card's printed content; nothing if it is hidden."""
        return FACELESS if card == HIDDEN else super().face(card)

    def power(self, seat: Seat) -> int:  # noqa: ARG002 - no `always` ability asks for it
        """Return 0: power is being computed."""
        return 0
