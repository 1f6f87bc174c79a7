"""A set played at its worst: six full tables of its costliest cards, in the budget that every match has.

What cards do is counted in units of work (`bot.engine.cards.bounds`). Where the budget is used up a match
goes on without the rest; a set in which that would happen is not taken in.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.engine.cardgames import PoolLibrary
from bot.engine.cards import bounds
from bot.engine.cards.bounds import Work
from bot.engine.cards.format import placed
from bot.engine.cards.nodes import Fault, Node
from bot.engine.cards.replay import DEAD_END, comes_to_a_dead_end, exhausts, weight
from bot.engine.decks import Card, Deck
from bot.engine.fair import Stream
from bot.engine.language import N_, gettext, grouped
from bot.games.arclash.cards.cards import DECK_SIZE, AnyCard, CardSet, Pool
from bot.games.arclash.cards.words import Cards, Trigger
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.power import standing
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import ArclashState, Side
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.triggers import queue

SEATS = 6
SUPPORTS = 14
"""Supports of a seat in play: as many as anybody has laid in one battle, and twice that is nearly a deck."""
HAND = 6
_MOMENTS: Sequence[Trigger] = (
    "start-of-turn",
    "advance",
    "start-of-battle",
    "played",
    "support-played",
    "level-lost",
    "end-of-battle",
)
_REHEARSED = 100
"""Actions of each match that is played to see that it goes on."""
_ASKED = 200
"""Questions that are answered before a card is let go."""
_TOO_MUCH = N_(
    "with all tables full of such cards this takes {number} units of work, and {most} is the most: count"
    " fewer cards, or ask for less."
)
_MORE = N_(
    "with all tables full of such cards this takes more than {most} units of work, which is the most: count"
    " fewer cards, or ask for less."
)


def worst_case(own: CardSet, base: Sequence[CardSet]) -> Iterator[Fault]:
    """Yield E421 with the card and the figure where the cards of a set take too much work, and E422 where a
    match with them stops.

    Nothing else may be wrong with the set. Takes a few milliseconds of CPU time, for the worst some 100.
    """
    pool = Pool([*[one for one in base if one.key != own.key], own])
    play = _WorstPlay(own, pool)
    yield from play.standing_faults()
    for trigger in _MOMENTS:
        yield from play.trigger_faults(trigger)
    yield from play.dead_ends()


class _Weighed(NamedTuple):
    weight: int
    card: AnyCard


class _WorstPlay:
    """Lays the costliest cards of a set on the table, and plays them."""

    def __init__(self, own: CardSet, pool: Pool) -> None:
        self._pool = pool
        self._own = Pool.cards_of(own)
        self._places = {card.number: place for place, card in placed(own, Pool.fields)}

    def standing_faults(self) -> Iterator[Fault]:
        """Yield the faults of static abilities."""
        costly = self._costliest("always")
        if not costly:
            return
        table = self._table((self._deck(("always",)),) * SEATS)
        # Beyond the limit it is counted on to ten times as much, to say how much it is.
        found = standing(table, Work(10 * bounds.STANDING)).work
        if found >= bounds.STANDING:
            most, number = grouped(bounds.STANDING), grouped(found)
            yield "E421", self._places[costly[0].card.number], gettext(_TOO_MUCH, number=number, most=most)

    def trigger_faults(self, trigger: Trigger) -> Iterator[Fault]:
        """Yield the faults of triggered abilities: with all cards in play, and with each card alone."""
        costly = self._costliest(trigger)
        if not costly:
            return
        table = self._table((self._deck((trigger, "always")),) * SEATS)
        alone = trigger in ("played", "advance")
        numbers = {costly[0].card.number} if alone else {each.card.number for each in costly}
        for seat in (0,) if alone else range(SEATS):
            cards = [card for card in table.cards("play", seat) if table.state.number_of(card) in numbers]
            queue(table, seat, cards[:1] if alone else cards, trigger)
        if exhausts(table, _ASKED):
            place = self._places[costly[0].card.number]
            yield "E421", place, gettext(_MORE, most=grouped(bounds.STEP))

    def _costliest(self, trigger: Trigger) -> list[_Weighed]:
        """Return the cards of the set that do something then, the costliest first."""
        found = [_Weighed(_weight(card, (trigger,)), card) for card in self._own]
        doing = [each for each in found if each.weight]
        return sorted(doing, key=lambda each: (-each.weight, each.card.number))

    def dead_ends(self) -> Iterator[Fault]:
        """Yield what is wrong where a turn or two, with each card of the set on some table, do not go on.

        Without a Character there is no match to go on with.
        """
        if all(card.kind != "character" for card in self._pool.cards.values()):
            return
        rules = ArclashRules(PoolLibrary(self._pool))
        for decks in self._all_decks():
            table = self._table(decks)
            table.state.phase = "advance"
            if comes_to_a_dead_end(rules, table.state, table.rng, _REHEARSED):
                yield "E422", (), gettext(DEAD_END)
                return

    def _all_decks(self) -> Iterator[tuple[tuple[str, ...], ...]]:
        """Yield the decks of six seats, until each card was in one; stacks begin with a Level 1."""
        kinds = [[card.number for card in self._own if card.level == level] for level in (0, 1, 2, 3, 4)]
        supports, *levels = [
            own or [card.number for card in self._pool.cards.values() if card.level == level][:1]
            for level, own in enumerate(kinds)
        ]
        most = max([len(supports) / (DECK_SIZE - 4), *[len(level) for level in levels]])
        for seat in range(0, math.ceil(most), SEATS):
            yield tuple([_one_of_each(supports, levels, each) for each in range(seat, seat + SEATS)])

    def _table(self, decks: Sequence[tuple[str, ...]]) -> ArclashTable:
        """Return a table of six seats with these decks."""
        sides = [self._side(seat, numbers) for seat, numbers in enumerate(decks)]
        state = ArclashState(
            options=Options(cards=self._pool.hash),
            seats=SEATS,
            phase="battle",
            sides=tuple(sides),
            lists=tuple([tuple(sorted(numbers)) for numbers in decks]),
            numbers=tuple(decks),
            turn=1,
        )
        return ArclashTable(state, self._pool, Stream("worst case", bytes(32)))

    def _deck(self, triggers: Sequence[Trigger]) -> tuple[str, ...]:
        """Return the set numbers of the deck that does most then: a stack, Supports in play, the rest."""
        cards = list(self._pool.cards.values())
        levels = [[card for card in cards if card.level == level] for level in range(1, 5)]
        stack = [self._best(one, triggers) for one in levels]
        supports = [card for card in cards if card.kind == "support"]
        half = SUPPORTS // (2 * len(triggers))
        chosen: list[AnyCard] = []
        for trigger in triggers:
            weighed = sorted(supports, key=lambda card: (-_weight(card, (trigger,)), card.number))
            chosen += [card for card in weighed if card not in chosen][:half]
        laid = [card.number for card in (*chosen, *chosen)]
        rest = [card.number for card in supports or cards]
        filled = [*[card.number for card in stack if card is not None], *laid]
        return (*filled, *[rest[number % len(rest)] for number in range(DECK_SIZE - len(filled))])

    def _best(self, cards: Sequence[AnyCard], triggers: Sequence[Trigger]) -> AnyCard | None:
        return max(cards, key=lambda card: (_weight(card, triggers), card.number), default=None)

    def _side(self, seat: int, numbers: Sequence[str]) -> Side:
        cards = range(seat * DECK_SIZE, (seat + 1) * DECK_SIZE)
        kinds = [self._pool.cards[number].kind for number in numbers]
        stack: list[Card] = [card for card, kind in zip(cards, kinds, strict=True) if kind == "character"][:4]
        rest = [card for card in cards if card not in stack]
        supports, hand, left = rest[:SUPPORTS], rest[SUPPORTS:][:HAND], rest[SUPPORTS + HAND :]
        deck = Deck(tuple(left[:2]), tuple(left[2:]))
        return Side(hand=tuple(hand), deck=deck, stack=tuple(stack), supports=tuple(supports))


def _one_of_each(supports: Sequence[str], levels: Sequence[Sequence[str]], number: int) -> tuple[str, ...]:
    """Return deck `number`: a card of each level, and Supports, all by turns."""
    stack = [level[number % len(level)] for level in levels if level]
    places = range(number * DECK_SIZE, (number + 1) * DECK_SIZE - len(stack))
    return (*stack, *[(supports or stack)[place % len(supports or stack)] for place in places])


def _weight(card: AnyCard, triggers: Sequence[Trigger]) -> int:
    """Return about how much work the abilities of a card are at these moments."""
    return weight(card, triggers, _of_node)


def _of_node(node: Node) -> int:
    if not isinstance(node, Cards):
        return 1
    seats = SEATS if node.whose in ("everyone", "opponents") else 1
    sizes: dict[Any, int] = {"play": 18, "supports": SUPPORTS, "stack": 4, "current": 1}
    return seats * sizes.get(node.zone, 12)
