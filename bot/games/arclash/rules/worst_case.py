"""The worst case of a set (`bot.engine.worstcase`): six full tables of its costliest cards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from bot.base.language import N_
from bot.engine.cards.bounds import Work
from bot.engine.cards.nodes import Fault, Node
from bot.engine.decks import Card, Deck
from bot.engine.fair import Stream
from bot.engine.worstcase import WorstPlay
from bot.games.arclash.cards.cards import DECK_SIZE, AnyCard, CardSet, Pool
from bot.games.arclash.cards.words.abilities import Trigger
from bot.games.arclash.cards.words.places import Cards
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.power import standing
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import ArclashState, Side
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.triggers import queue, waiting

SEATS = 6
SUPPORTS = 14
"""The number of a seat's Supports in play: a high number for a battle; twice this is nearly a deck."""
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


def worst_case(own: CardSet, base: Sequence[CardSet]) -> Iterator[Fault]:
    """Yield the findings of `WorstPlay`. Takes a few ms of CPU time, about 100 ms for the worst sets."""
    return _WorstPlay(own, base).faults()


class _WorstPlay(WorstPlay[Pool, AnyCard]):
    """Puts the costliest cards of a set on the table, and plays them."""

    pool_type, rules_type, moments, rehearsed, asked = Pool, ArclashRules, _MOMENTS, 100, 200
    too_much = N_(
        "with all tables full of such cards this takes {number} units of work, and {most} is the most: count"
        " fewer cards, or ask for less."
    )
    more = N_(
        "with all tables full of such cards this takes more than {most} units of work, which is the most: "
        "count fewer cards, or ask for less."
    )

    def of_node(self, node: Node) -> int:
        """Return the number of existing cards for nodes that count or match cards."""
        if not isinstance(node, Cards):
            return 1
        seats = SEATS if node.whose in ("everyone", "opponents") else 1
        sizes: dict[Any, int] = {"play": 18, "supports": SUPPORTS, "stack": 4, "current": 1}
        return seats * sizes.get(node.zone, 12)

    def standing(self, card: AnyCard, work: Work) -> int:  # noqa: ARG002 - the costliest are in every deck
        """Return the work of all static abilities."""
        return standing(self._table((self._deck(("always",)),) * SEATS), work).work

    def begun(self, trigger: Any, cards: Sequence[AnyCard]) -> ArclashTable:
        """Return a table with all triggered cards in play; only one for triggers of a single card."""
        table = self._table((self._deck((trigger, "always")),) * SEATS)
        alone = trigger in ("played", "advance")
        numbers = {card.number for card in cards[: 1 if alone else None]}
        for seat in (0,) if alone else range(SEATS):
            in_play = [card for card in table.cards("play", seat) if table.state.number_of(card) in numbers]
            queue(table, waiting(table, in_play[:1] if alone else in_play, trigger))
        return table

    def rehearsals(self) -> Iterator[ArclashTable]:
        """Yield tables that together contain each card of the set; none for a set without Characters."""
        if all(card.kind != "character" for card in self.pool.cards.values()):
            return
        for decks in self._all_decks():
            table = self._table(decks)
            table.state.phase = "advance"
            yield table

    def _all_decks(self) -> Iterator[tuple[tuple[str, ...], ...]]:
        """Yield the decks of six seats, until each card was in one; stacks begin with a Level 1."""
        kinds = [[card.number for card in self.own if card.level == level] for level in (0, 1, 2, 3, 4)]
        supports, *levels = [
            own or [card.number for card in self.pool.cards.values() if card.level == level][:1]
            for level, own in enumerate(kinds)
        ]
        most = max([len(supports) / (DECK_SIZE - 4), *[len(level) for level in levels]])
        for seat in range(0, math.ceil(most), SEATS):
            yield tuple([_one_of_each(supports, levels, each) for each in range(seat, seat + SEATS)])

    def _table(self, decks: Sequence[tuple[str, ...]]) -> ArclashTable:
        """Return a table of six seats with these decks."""
        sides = [self._side(seat, numbers) for seat, numbers in enumerate(decks)]
        state = ArclashState(
            options=Options(cards=self.pool.hash),
            seats=SEATS,
            phase="battle",
            sides=tuple(sides),
            lists=tuple([tuple(sorted(numbers)) for numbers in decks]),
            numbers=tuple(decks),
            turn=1,
        )
        return ArclashTable(state, self.pool, Stream("worst case", bytes(32)))

    def _deck(self, triggers: Sequence[Trigger]) -> tuple[str, ...]:
        """Return the deck with the most effects as set numbers: a stack, Supports in play, the rest."""
        cards = list(self.pool.cards.values())
        levels = [[card for card in cards if card.level == level] for level in range(1, 5)]
        stack = [self._best(one, triggers) for one in levels]
        supports = [card for card in cards if card.kind == "support"]
        half = SUPPORTS // (2 * len(triggers))
        chosen: list[AnyCard] = []
        for trigger in triggers:
            weighed = self.by_weight(supports, trigger)
            chosen += [card for card in weighed if card not in chosen][:half]
        laid = [card.number for card in (*chosen, *chosen)]
        rest = [card.number for card in supports or cards]
        filled = [*[card.number for card in stack if card is not None], *laid]
        return (*filled, *[rest[number % len(rest)] for number in range(DECK_SIZE - len(filled))])

    def _best(self, cards: Sequence[AnyCard], triggers: Sequence[Trigger]) -> AnyCard | None:
        return max(cards, key=lambda card: (self.weight(card, triggers), card.number), default=None)

    def _side(self, seat: int, numbers: Sequence[str]) -> Side:
        cards = range(seat * DECK_SIZE, (seat + 1) * DECK_SIZE)
        kinds = [self.pool.cards[number].kind for number in numbers]
        stack: list[Card] = [card for card, kind in zip(cards, kinds, strict=True) if kind == "character"][:4]
        rest = [card for card in cards if card not in stack]
        supports, hand, left = rest[:SUPPORTS], rest[SUPPORTS:][:HAND], rest[SUPPORTS + HAND :]
        deck = Deck(tuple(left[:2]), tuple(left[2:]))
        return Side(hand=tuple(hand), deck=deck, stack=tuple(stack), supports=tuple(supports))


def _one_of_each(supports: Sequence[str], levels: Sequence[Sequence[str]], number: int) -> tuple[str, ...]:
    """Return deck `number`: a card of each level and Supports, in rotation."""
    stack = [level[number % len(level)] for level in levels if level]
    places = range(number * DECK_SIZE, (number + 1) * DECK_SIZE - len(stack))
    return (*stack, *[(supports or stack)[place % len(supports or stack)] for place in places])
