"""Cards in a zone: their number, conditions on the number, and a minimum number as a cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Generic

from msgspec import Meta
from msgspec.structs import replace

from bot.base.language import gettext, ngettext
from bot.engine.cards.effect_context import EvaluationContext
from bot.engine.cards.matching import fitting, is_within
from bot.engine.cards.nodes import (
    AmountNode,
    CardsT,
    Compared,
    ConditionNode,
    CostNode,
    Count,
    Fault,
    FilterNode,
    Node,
    Number,
    WhoseT,
)
from bot.engine.cards.table import TableQueries
from bot.engine.cards.text.amounts import Measure, bounded, same
from bot.engine.cards.text.grammar import Called, Noun, between
from bot.engine.cards.text.people import Person, any_of, none_of, together
from bot.engine.cards.text.terms import DECK, HAND, PILE, Mood, Voice
from bot.engine.cards.words.dice import half
from bot.engine.contract import Seat


class Cards(Node, Generic[WhoseT], frozen=True):
    """Cards in a place. A game defines its own places and filter, in a subclass with these fields."""

    measured: ClassVar[bool] = False
    zone: str
    whose: WhoseT = "you"  # type: ignore[assignment] # who controls the card is a word of every game
    which: FilterNode = FilterNode()

    hidden: ClassVar[tuple[str, ...]] = ("hand", "deck")
    """The places of which others know only the number of cards."""
    places: ClassVar[Mapping[str, tuple[str, Noun]]] = {
        "hand": ("in", HAND),
        "deck": ("in", DECK),
        "discard": ("in", PILE),
    }
    """The wording of each place: "in", "deck"."""

    def number(self, context: EvaluationContext) -> int:
        """Return the number of cards, over all named players together."""
        queries, seats = context.queries, context.players(self.whose)
        context.work.spent += sum([len(queries.cards(self.zone, seat)) for seat in seats])
        return sum([self.had(queries, seat) for seat in seats])

    def had(self, queries: TableQueries, seat: Seat) -> int:
        """Return the number of a seat's cards."""
        return len(fitting(queries, queries.cards(self.zone, seat), self.which))

    def openly_had(self, queries: TableQueries, seat: Seat) -> int:
        """Return the highest number a seat can have according to public knowledge."""
        return len(queries.cards(self.zone, seat)) if self.zone in self.hidden else self.had(queries, seat)

    @property
    def most(self) -> int | None:
        """The maximum number, if it is fixed."""
        return None

    @property
    def always_there(self) -> bool:
        """Whether there is always one."""
        return False

    def counted(self, voice: Voice, *, in_twos: bool = False) -> str:
        """Return the cards as counted: "each [Tidal] Character in your stack", "every two cards ..."."""
        thing = self.which.called(voice, self.zone)
        words = thing.every_two("accusative") if in_twos else thing.each("accusative")
        person = together(self.whose, voice)
        return self.lying(words, thing.noun.many if in_twos else thing.noun.one, person, voice)

    def lying(self, words: str, noun: str, person: Person, voice: Voice) -> str:  # noqa: ARG002 - for games
        """Return the cards with their zone: "each card in your deck"; `noun` is their noun in `words`."""
        return gettext("{cards} {place}", cards=words, place=person.place(*self._place(person)))

    def owned(self, words: str, person: Person, voice: Voice) -> str:  # noqa: ARG002 - for games
        """Return the cards with their zone, for use after "you have": "2 cards in hand"."""
        if self.zone == "hand":
            return gettext("{cards} in hand", cards=words)
        return gettext("{cards} {place}", cards=words, place=person.own_place(*self._place(person)))

    def being(self, person: Person, voice: Voice, *, no: bool) -> str:  # noqa: ARG002 - for games
        """Return the clause that a player's only card there is, or is not, such a card; "" if there can be
        several.
        """
        return ""

    def _place(self, person: Person) -> tuple[str, str]:
        """Return the words for the place: "in" and "deck", for several players "in" and "decks"."""
        where, noun = self.places[self.zone]
        return where, noun.many if person.plural else noun.one


class CountOf(AmountNode, Generic[CardsT], frozen=True, tag="count"):
    """The number of cards, over all named players together."""

    cards: CardsT
    halved: bool = False
    times: Number = 1
    at_most: Number = 0

    def value(self, context: EvaluationContext) -> int:
        """Return the number of the cards."""
        return half(self.cards.number(context), halved=self.halved) * self.times

    def describe(self, unit: Called, voice: Voice) -> Measure:
        """Return an amount for each card."""
        thing = unit.several(self.times, "accusative")
        cards = self.cards.counted(voice, in_twos=self.halved)
        if self.halved:
            words = gettext("{amount} for {cards} (rounded up)", amount=thing, cards=cards)
        else:
            words = gettext("{amount} for {cards}", amount=thing, cards=cards)
        return same(bounded(words, self.at_most))


class Holds(ConditionNode, Generic[CardsT], frozen=True, tag="cards"):
    """The number of these cards, over all named players together, is in a range."""

    cards: CardsT
    at_least: Count = 1
    at_most: Count | None = None

    def holds(self, context: EvaluationContext) -> bool:
        """Whether the number is in the range. With no players it is 0."""
        return is_within(self.cards.number(context), self.at_least, self.at_most)

    def compared(self) -> Compared:
        """Return the range of the number of these cards."""
        floor = 1 if self.cards.always_there else 0
        return Compared(self.cards, self.at_least, self.at_most, floor, self.cards.most)

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if it is never or always true."""
        low, high, most = self.at_least, self.at_most, self.cards.most
        if high is not None and high < low:
            yield (
                "E413",
                (),
                gettext("at least {least} and at most {most} cannot both be.", least=low, most=high),
            )
        elif low == 0 and (high is None or (most is not None and high >= most)):
            yield "E414", (), gettext("this is always true: say how many cards it needs.")
        elif most is not None and low > most:
            fewer = ngettext(
                "there are {number} such cards at most.", "there are {number} such cards at most.", most
            )
            yield "E413", (), fewer
        elif low <= 1 and high is None and self.cards.always_there:
            yield "E414", (), gettext("everybody always has a Character: say which card it must be.")

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the clause; negated: fewer cards, more cards, or not such a number of cards."""
        low, high = self.at_least, self.at_most
        if not no:
            return self._told(voice)
        if low and high is None:
            return Holds(self.cards, at_least=0, at_most=low - 1)._told(voice)
        if not low and high is not None:
            return Holds(self.cards, at_least=high + 1)._told(voice)
        return gettext("it is not so that ({condition})", condition=self._told(voice))

    def _told(self, voice: Voice) -> str:
        some, none = self.at_most is None and self.at_least == 1, (self.at_least, self.at_most) == (0, 0)
        cards = self.cards.which.called(voice, self.cards.zone)
        nobody = none_of(self.cards.whose, voice) if none else None
        person = nobody or (any_of if some else together)(self.cards.whose, voice)
        if some or none:
            being = self.cards.being(person, voice, no=none and nobody is None)
            if being:
                return being
        words = cards.a("accusative") if nobody else self._so_many(cards)
        return has(person, self.cards.owned(words, person, voice))

    def _so_many(self, cards: Called) -> str:
        """Return a number of cards in a range: "a Support", "no cards", "3 or more cards"."""
        bounds = (self.at_least, self.at_most)
        if bounds == (1, None):
            return cards.a("accusative")
        if bounds == (0, 0):
            return cards.none("accusative")
        if bounds == (0, 1):
            return cards.in_range(gettext("at most {number}", number=1), "accusative", one=True)
        span = between(self.at_least, self.at_most)
        if not span:
            return cards.any_number("accusative")
        return cards.in_range(span, "accusative", one=bounds == (1, 1))


def has(person: Person, cards: str) -> str:
    """Return "you have 2 cards in hand", "each opponent has ..."."""
    if person.second:
        return gettext("you have {cards}", cards=cards)
    if person.plural:
        return gettext("{player} have {cards}", player=person.subject, cards=cards)
    return gettext("{player} has {cards}", player=person.subject, cards=cards)


class HaveCost(CostNode, Generic[CardsT], frozen=True, tag="have"):
    """A requirement to have cards in a place of yours, where they stay."""

    given: ClassVar[bool] = False
    cards: CardsT
    count: Annotated[int, Meta(ge=1, le=30)] = 1

    def payable(self, queries: TableQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:  # noqa: ARG002
        """Whether the cards are there: each such cost is checked separately."""
        return self.cards.had(queries, seat) >= self.count

    def openly_payable(self, queries: TableQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:  # noqa: ARG002
        """Whether the cards can be there."""
        return self.cards.openly_had(queries, seat) >= self.count

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for cards of other players."""
        if self.cards.whose != "you":
            sentence = gettext('only your own cards can be a cost: leave "whose" out.')
            yield "E420", ("cards", "whose"), sentence

    def describe(self, voice: Voice, mood: Mood, *, more: bool = False) -> str:  # noqa: ARG002 - nothing is given
        """Return the clause that the player has them."""
        return Holds(replace(self.cards, whose="you"), at_least=self.count).describe(voice)
