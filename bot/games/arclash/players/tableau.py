"""A table of Arclash as one seat sees it, for simulating the effects of cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.cards import AnyCard, Pool, can_advance
from bot.games.arclash.cards.words import VOCABULARY
from bot.games.arclash.cards.words.field import Until, Zone
from bot.games.arclash.cards.words.power import power_changes
from bot.games.arclash.cards.words.shield import shields
from bot.games.arclash.rules.power import FACELESS, HIDDEN
from bot.games.arclash.rules.view import ArclashView, PlayerArea, Shown, open_cards

_Guard: TypeAlias = tuple[Card, tuple[str, ...]]
_Boost: TypeAlias = tuple[Card, int, bool]
"""The card of the effect, the power, and whether it ends when that card leaves its stack."""

Cards: TypeAlias = tuple[Card, ...]


class Tableau:
    """A copy of the table that can be read (`bot.engine.cards.table.TableQueries`) and changed freely.

    Face-down cards of others are `HIDDEN`. The cards of the own deck are known, but not their order: the
    tableau gives them an order and numbers below `HIDDEN`.
    """

    __slots__ = (
        "_powers", "boosts", "decks", "discards", "guards", "hands", "last", "numbers", "pool", "scores",
        "seats", "stacks", "supports",
    )  # fmt: skip

    vocabulary = VOCABULARY

    def __init__(self, view: ArclashView, pool: Pool) -> None:
        places = view.places
        self.pool = pool
        self.seats: tuple[Seat, ...] = tuple([seat for seat, place in enumerate(places) if not place.out])
        self.numbers: dict[Card, str] = {one.card: one.number for one in open_cards(view)}
        """The set numbers of the known cards."""
        self.stacks: list[Cards] = [_cards(place.stack) for place in places]
        self.supports: list[Cards] = [_cards(place.supports) for place in places]
        self.discards: list[Cards] = [_cards(place.discard) for place in places]
        self.hands: list[Cards] = [(HIDDEN,) * place.hand for place in places]
        self.decks: list[Cards] = [(HIDDEN,) * place.deck for place in places]
        if view.viewer is not None:
            self._lay_own(view, view.viewer)
        self.boosts: list[tuple[_Boost, ...]] = [_boosts(place) for place in places]
        self.guards: list[tuple[_Guard, ...]] = [
            tuple([(one.card, one.against) for one in place.guards if not one.always]) for place in places
        ]
        self.scores = [place.score for place in places]
        self.last: list[str] = [place.last for place in places]
        self._powers: list[int] | None = None

    def _lay_own(self, view: ArclashView, seat: Seat) -> None:
        """Lay out the viewer's own hand and deck, whose cards it knows."""
        self.hands[seat] = _cards((*view.hand, *([view.placed] if view.placed else []), *view.paying))
        if view.phase in ("decks", "openers"):
            self.hands[seat] = ()
        held = (*self.hands[seat], *self.stacks[seat], *self.supports[seat], *self.discards[seat])
        left = Counter(view.deck) - Counter([self.numbers[card] for card in held])
        deck = sorted(left.elements())
        random.Random(len(deck)).shuffle(deck)  # any order will do, the same one each time
        self.decks[seat] = tuple(range(HIDDEN - 1, HIDDEN - 1 - len(deck), -1))
        self.numbers.update(zip(self.decks[seat], deck, strict=True))

    def copy(self) -> Tableau:
        """Return a tableau that can be changed without changing this one."""
        new = Tableau.__new__(Tableau)
        new.pool, new.seats, new.numbers = self.pool, self.seats, self.numbers
        new.scores, new.last = self.scores, self.last
        new.stacks, new.supports, new.discards = self.stacks[:], self.supports[:], self.discards[:]
        new.hands, new.decks = self.hands[:], self.decks[:]
        new.boosts, new.guards = self.boosts[:], self.guards[:]
        new._powers = self._powers
        return new

    # The interface of the card language

    def cards(self, zone: Zone, seat: Seat) -> Cards:
        """Return the cards in a place."""
        if zone == "current":
            return self.stacks[seat][-1:]
        if zone == "play":
            return self.stacks[seat] + self.supports[seat]
        return {
            "hand": self.hands,
            "deck": self.decks,
            "discard": self.discards,
            "stack": self.stacks,
            "supports": self.supports,
        }[zone][seat]

    def face(self, card: Card) -> AnyCard:
        """Return the printed face of a card; `FACELESS` if it is hidden."""
        return FACELESS if card == HIDDEN else self.pool.cards[self.numbers[card]]

    def power(self, seat: Seat) -> int:
        """Return the current power, never below 0 (ARC-11)."""
        if self._powers is None:
            self._powers = self._all_powers()
        return self._powers[seat]

    def level(self, seat: Seat) -> int:
        """Return the level of the current Character; 0 without one."""
        stack = self.stacks[seat]
        return self.face(stack[-1]).level if stack else 0

    def score(self, seat: Seat) -> int:
        """Return the points scored."""
        return self.scores[seat]

    def climbing(self, seat: Seat, cards: Sequence[Card]) -> list[Card]:
        """Return the cards that can advance from a seat's current Character, ignoring costs."""
        stack = self.stacks[seat]
        return [card for card in cards if stack and can_advance(self.face(card), self.face(stack[-1]))]

    def battle(self, seat: Seat) -> str:
        """Return the result of the last battle for this seat: `won`, `lost`, or "" before the first."""
        return self.last[seat]

    # Possible actions

    def shielded(self, target: Seat, by: Seat, against: str) -> bool:
        """Whether a seat is shielded against another seat's card."""
        if target == by:
            return False
        return any(against in what for _, what in self.guards[target]) or any(
            against in what for who, what in self._standing_shields() if who == target
        )

    def boost(self, card: Card, by: Seat, target: Seat, power: int, until: Until = "turn") -> None:
        """Add power, or remove it unless a shield prevents it."""
        if power < 0 and self.shielded(target, by, "debuff"):
            return
        ends_with_card = until == "stack" and card in self.stacks[by]
        self.boosts[target] = (*self.boosts[target], (card, power, ends_with_card))
        if self._powers is not None and self._powers[target] + power > 0 and self._powers[target] > 0:
            powers = self._powers[:]
            powers[target] += power
            self._powers = powers
        else:
            self._powers = None

    def guard(self, card: Card, target: Seat, against: tuple[str, ...]) -> None:
        """Raise a shield."""
        self.guards[target] = (*self.guards[target], (card, against))

    def draw(self, seat: Seat, count: int) -> None:
        """Draw unknown cards."""
        count = min(count, len(self.decks[seat]) + len(self.discards[seat]))
        self.decks[seat] = self.decks[seat][count:]
        self.hands[seat] += (HIDDEN,) * count
        self._powers = None

    def mill(self, seat: Seat, count: int) -> None:
        """Discard from the top of a deck."""
        deck = self.decks[seat]
        self.decks[seat], self.discards[seat] = deck[count:], self.discards[seat] + deck[:count]
        self._powers = None

    def drop(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Discard these cards of a hand."""
        hand = list(self.hands[seat])
        gone = tuple(cards)
        for card in gone:
            hand.remove(card)
        self.hands[seat], self.discards[seat] = tuple(hand), self.discards[seat] + gone
        self._powers = None

    def take(self, seat: Seat, cards: Cards, zone: Zone, to: str) -> None:
        """Move cards found in the own deck or discard pile to the hand or the deck."""
        places = self.decks if zone == "deck" else self.discards
        places[seat] = tuple([card for card in places[seat] if card not in cards])
        if to == "deck":
            self.decks[seat] += cards
        else:
            self.hands[seat] += cards
        self._powers = None

    def play(self, seat: Seat, card: Card) -> None:
        """Play a Support, without its effects."""
        self.hands[seat] = tuple([other for other in self.hands[seat] if other != card])
        self.supports[seat] += (card,)
        self._powers = None

    def put_on(self, seat: Seat, card: Card, paid: Cards = ()) -> None:
        """Put a Character of the hand on the stack and discard its cost, without its effects."""
        self.drop(seat, paid)
        self.hands[seat] = tuple([other for other in self.hands[seat] if other != card])
        self.stacks[seat] += (card,)
        self._powers = None

    def begin_anew(self, seat: Seat, card: Card) -> None:
        """Discard the stack for a Level 1 of the hand (ARC-13)."""
        for other in self.stacks[seat]:
            self._end_with(other)
        self.discards[seat] += self.stacks[seat]
        self.stacks[seat] = ()
        self.put_on(seat, card)

    def climb(self, seat: Seat, card: Card, zone: Zone) -> None:
        """Put a card of a hand, deck or discard pile on the stack, without its effects."""
        places = {"hand": self.hands, "deck": self.decks, "discard": self.discards}[zone]
        places[seat] = tuple([other for other in places[seat] if other != card])
        self.stacks[seat] += (card,)
        self._powers = None

    def cancel(self, seat: Seat, support: Card) -> None:
        """Discard a Support in play, and update the power."""
        self.supports[seat] = tuple([card for card in self.supports[seat] if card != support])
        self.discards[seat] += (support,)
        self.boosts = [tuple([one for one in boosts if one[0] != support]) for boosts in self.boosts]
        self.guards = [tuple([one for one in guards if one[0] != support]) for guards in self.guards]
        self._powers = None

    def gain_points(self, seat: Seat, points: int) -> None:
        """Add to the points of a seat."""
        self.scores = [*self.scores[:seat], self.scores[seat] + points, *self.scores[seat + 1 :]]

    def level_down(self, card: Card, seat: Seat) -> None:  # noqa: ARG002 - as a table has it
        """Discard the top Advancement of a stack; a Level 1 stays."""
        stack = self.stacks[seat]
        if len(stack) > 1 and self.level(seat) > 1:
            self.stacks[seat], self.discards[seat] = stack[:-1], (*self.discards[seat], stack[-1])
            self._end_with(stack[-1])
            self._powers = None

    def _end_with(self, card: Card) -> None:
        for seat in self.seats:
            self.boosts[seat] = tuple([one for one in self.boosts[seat] if not (one[2] and one[0] == card)])

    # Power

    def _all_powers(self) -> list[int]:
        powers = [0] * len(self.stacks)
        for seat in self.seats:
            stack = self.stacks[seat]
            printed = self.face(stack[-1]).power if stack else 0
            powers[seat] = printed + sum([by for _, by, _ in self.boosts[seat]])
        for seat in self.seats:
            for card in self._always(seat):
                for target, by in power_changes(self, card, seat):
                    if by > 0 or not self.shielded(target, seat, "debuff"):
                        powers[target] += by
        return [max(0, power) for power in powers]

    def _standing_shields(self) -> Iterator[tuple[Seat, tuple[str, ...]]]:
        for seat in self.seats:
            for card in self._always(seat):
                yield from shields(self, card, seat)

    def _always(self, seat: Seat) -> list[Card]:
        """Return a seat's cards in play with `always` abilities."""
        doing, numbers = self.pool.doing, self.numbers
        return [card for card in self.stacks[seat] + self.supports[seat] if "always" in doing[numbers[card]]]


def _cards(shown: Sequence[Shown]) -> Cards:
    return tuple([one.card for one in shown])


def _boosts(place: PlayerArea) -> tuple[_Boost, ...]:
    return tuple(
        [(part.card, part.by, part.until == "stack") for part in place.parts if part.kind == "effect"]
    )
