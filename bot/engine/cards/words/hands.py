"""Drawing and discarding as effects, and discarding as a cost.

A request to discard must reveal only the size of a hand. So a player who must discard certain cards is asked
even without a choice; otherwise others would know that all remaining cards match. Only a player without any
matching card is skipped, which everybody sees. A whole hand is discarded without asking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal

from msgspec import Meta

from bot.base.language import gettext
from bot.engine.cards import costs as prices
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.matching import fitting
from bot.engine.cards.nodes import (
    AmountNode,
    AmountT,
    CostNode,
    EffectNode,
    Fault,
    FilterNode,
    WhoseT,
    amount_of,
)
from bot.engine.cards.table import HandTable, TableQueries
from bot.engine.cards.text.amounts import DISCARD, Measure, from_hand, measure, measured
from bot.engine.cards.text.clauses import Clause, VerbForms, does
from bot.engine.cards.text.grammar import Called
from bot.engine.cards.text.people import Person, target, you
from bot.engine.cards.text.terms import CARD, DECK, HAND, Mood, Voice
from bot.engine.contract import Seat
from bot.engine.decks import Card


class DrawCards(EffectNode, Generic[AmountT, WhoseT], frozen=True, tag="draw"):
    """Draw from the own deck, which is refilled from the discard pile when it runs out (ARC-12)."""

    essential: ClassVar[tuple[str, ...]] = ("count",)
    count: AmountT = 1  # type: ignore[assignment] # a number is an amount of every game
    whose: WhoseT = "you"  # type: ignore[assignment] # who controls the card is a word of every game

    def do(self, context: EffectContext[HandTable]) -> tuple[()]:
        """Draw the cards."""
        targets = context.players(self.whose)
        count = amount_of(context, self.count) if targets else 0
        for seat in targets if count else ():
            context.table.draw(context.card, seat, count, context.rng)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return who draws how many cards."""
        amount = measure(self.count, Called(CARD), voice)
        verb = _DRAW_AMOUNT if isinstance(self.count, AmountNode) else _DRAW
        return _with_cards(verb, amount, target(self.whose, voice), voice)


class DiscardCards(EffectNode, Generic[AmountT, WhoseT], frozen=True, tag="discard"):
    """Players discard from their hand, or from the top of their deck."""

    essential: ClassVar[tuple[str, ...]] = ("count",)
    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game
    zone: Literal["hand", "deck"] = "hand"
    count: AmountT = 1  # type: ignore[assignment] # a number is an amount of every game
    how: Literal["owner", "you", "random"] = "owner"
    """Who chooses the cards of a hand: its owner, you (after looking at the hand), or random choice."""
    which: FilterNode = FilterNode()
    """The filter for cards of a hand; not for random choice. A game has its own filter."""

    def do(self, context: EffectContext[HandTable]) -> tuple[()]:
        """Let players discard, one after another clockwise from the card's controller.

        All choose before any card is discarded. Shielded players are left out, which is announced.
        """
        targets = context.players(self.whose)
        count = amount_of(context, self.count) if targets else 0
        if not count:
            return ()
        guarded = [seat for seat in targets if context.table.shielded(seat, context.seat, "discard")]
        open_to_it = [seat for seat in targets if seat not in guarded]
        if self.zone == "deck":
            for seat in open_to_it:
                context.table.refill(seat, count)
                if context.queries.cards("deck", seat):
                    context.table.mill(context.card, seat, count)
        else:
            self._from_hands(context, open_to_it, count)
        for seat in guarded:
            context.table.prevented(context.card, seat, "discard")
        return ()

    def _from_hands(self, context: EffectContext[HandTable], targets: Sequence[Seat], count: int) -> None:
        choose = _HOW[self.how]
        chosen = [(seat, choose(context, self.which, seat, count)) for seat in targets]
        for seat, cards in chosen:
            if cards:
                by = context.seat if self.how == "you" else seat
                context.table.discard(context.card, by, seat, cards)

    def faults(self) -> Iterator[Fault]:
        """Yield faults of fields that have no meaning for a deck or random choice."""
        if self.zone == "deck" and self.how != "owner":
            yield "E418", ("how",), gettext("the top cards of a deck are not chosen: leave it out.")
        if not self.which.is_any and self.zone == "deck":
            sentence = gettext("the top cards of a deck are discarded whatever they are: leave it out.")
            yield "E418", ("which",), sentence
        elif not self.which.is_any and self.how == "random":
            sentence = gettext("cards at random are discarded whatever they are: leave it out.")
            yield "E418", ("which",), sentence
        yield from super().faults()

    def describe(self, voice: Voice) -> Clause:
        """Return the words for the players, the cards, and the place they are discarded from."""
        person, count = target(self.whose, voice), self.count
        computed = isinstance(count, AmountNode)
        if self.zone == "deck":
            if isinstance(count, int):
                return does(DISCARD, person, voice, cards=top_cards(count, person))
            return _with_cards(_DISCARD_FROM_TOP, measure(count, Called(CARD), voice), person, voice)
        amount = measure(self.count, self.which.called(voice), voice)
        if self.how == "you" and self.whose != "you":
            verb = _LOOK_AND_DISCARD_AMOUNT if computed else _LOOK_AND_DISCARD
            return _with_cards(verb, amount, you(voice), voice, hand=person.thing(HAND.one, "accusative"))
        if self.how == "random":
            verb = _DISCARD_AMOUNT_AT_RANDOM if computed else _DISCARD_AT_RANDOM
            return _with_cards(verb, measure(self.count, Called(CARD), voice), person, voice)
        if computed:
            verb = _DISCARD_FROM_HAND if self.which.known_in_play() else _DISCARD_AMOUNT
            return _with_cards(verb, amount, person, voice)
        return does(DISCARD, person, voice, cards=from_hand(amount.words, self.which, person))


def by_owner(context: EffectContext, which: FilterNode, target: Seat, count: int) -> tuple[Card, ...]:
    """Let the owner of a hand choose; others see only the discarded cards."""
    hand = context.queries.cards("hand", target)
    if which.is_any and count >= len(hand):
        return tuple(hand)
    fits = fitting(context.queries, hand, which)
    return context.choose_cards(target, fits, min(count, len(fits)), "discard")


def _by_you(context: EffectContext, which: FilterNode, target: Seat, count: int) -> tuple[Card, ...]:
    """Let the card's controller look at a hand and choose; without a matching card the controller still
    looks, and confirms it.
    """
    hand = context.queries.cards("hand", target)
    if which.is_any and count >= len(hand):
        return tuple(hand)
    fits = fitting(context.queries, hand, which)
    wanted = min(count, max(1, len(fits)) if hand else 0)
    more: dict[str, Any] = {"blind": True, "may_stop": not fits}
    if target != context.seat:
        more |= {"of": target, "looking": tuple(sorted(hand))}
    return context.choose_cards(context.seat, fits, wanted, "discard", **more)


def by_lot(context: EffectContext, which: FilterNode, target: Seat, count: int) -> tuple[Card, ...]:  # noqa: ARG001
    """Pick random cards of a hand. No question is open meanwhile, so the result need not be stored."""
    hand = context.queries.cards("hand", target)
    if count >= len(hand):
        return tuple(hand)
    if count == 1:
        return (context.rng.pick(context.label("discard"), hand),)
    return tuple(context.rng.shuffle(context.label("discard"), hand)[:count])


_HOW: Mapping[str, Callable[[EffectContext, FilterNode, Seat, int], tuple[Card, ...]]] = {
    "owner": by_owner,
    "you": _by_you,
    "random": by_lot,
}
"""The functions for `how`: who chooses from a hand."""


class DiscardCost(CostNode, frozen=True, tag="discard"):
    """Discard cards of your hand, of your choice."""

    count: Annotated[int, Meta(ge=1, le=8)] = 1
    which: FilterNode = FilterNode()
    """A game has its own filter."""

    @property
    def from_hand(self) -> tuple[FilterNode, ...]:
        """The filter of each card to discard."""
        return (self.which,) * self.count

    def openly_payable(self, queries: TableQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:
        """Whether the hand has that many cards."""
        return len(prices.discards(costs)) <= len(queries.cards("hand", seat))

    def describe(self, voice: Voice, mood: Mood, *, more: bool = False) -> str:  # noqa: ARG002 - cards have none
        """Return the cards."""
        cards = self.which.called(voice)
        told = cards.another(self.count, "accusative") if more else cards.several(self.count, "accusative")
        return from_hand(told, self.which, you(voice))


class MillCost(CostNode, frozen=True, tag="mill"):
    """Discard the top cards of your deck."""

    count: Annotated[int, Meta(ge=1, le=8)] = 1

    @property
    def from_deck(self) -> int:
        """The number of cards."""
        return self.count

    def openly_payable(self, queries: TableQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:
        """Whether there are enough cards: the discard pile counts, because the deck is refilled from it
        (ARC-12).
        """
        return prices.milled(costs) <= len(queries.cards("deck", seat)) + len(queries.cards("discard", seat))

    def describe(self, voice: Voice, mood: Mood, *, more: bool = False) -> str:  # noqa: ARG002 - cards have none
        """Return the cards."""
        return top_cards(self.count, you(voice))


def top_cards(count: int, person: Person) -> str:
    """Return the top cards of a player's deck: "the top card of your deck"."""
    return Called(CARD).top(count, person.own(DECK.one, "genitive"))


def _with_cards(verb: VerbForms, amount: Measure, person: Person, voice: Voice, **values: str) -> Clause:
    """Return an action with a number of cards: `cards` for a fixed number, else an `amount`."""
    return measured(
        amount, lambda words: does(verb, person, voice, cards=words, amount=words, **values), voice
    )


_DRAW = VerbForms("draw {cards}", "you draw {cards}", "{player} draws {cards}")
_DISCARD_AT_RANDOM = VerbForms(
    "discard {cards} at random", "you discard {cards} at random", "{player} discards {cards} at random"
)
_LOOK_AND_DISCARD = VerbForms(
    "look at {hand} and discard {cards} from it",
    "you look at {hand} and discard {cards} from it",
    "{player} looks at {hand} and discards {cards} from it",
)

# The same with an amount that is found out, which may be long: "a card for each Support you have in play"

_DRAW_AMOUNT = VerbForms("draw {amount}", "you draw {amount}", "{player} draws {amount}")
_DISCARD_AMOUNT = VerbForms("discard {amount}", "you discard {amount}", "{player} discards {amount}")
_DISCARD_FROM_HAND = VerbForms(
    "discard from your hand {amount}",
    "you discard from your hand {amount}",
    "{player} discards from their hand {amount}",
)
_DISCARD_FROM_TOP = VerbForms(
    "discard from the top of your deck {amount}",
    "you discard from the top of your deck {amount}",
    "{player} discards from the top of their deck {amount}",
)
_DISCARD_AMOUNT_AT_RANDOM = VerbForms(
    "discard at random {amount}", "you discard at random {amount}", "{player} discards at random {amount}"
)
_LOOK_AND_DISCARD_AMOUNT = VerbForms(
    "look at {hand} and discard from it {amount}",
    "you look at {hand} and discard from it {amount}",
    "{player} looks at {hand} and discards from it {amount}",
)
