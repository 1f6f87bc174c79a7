"""Deck building, for games in which players bring their own decks.

A deck is a list of set numbers with the number of copies of each; `pool` is always the hash of the cards
(`Rules.cards_of`), None for the standard pool. Everything here is public knowledge of cards.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import msgspec

from bot.base.language import gettext, pgettext
from bot.engine.cards.game import PoolLibrary
from bot.engine.cards.printed import SET_NUMBER
from bot.engine.contract import Action, Seat
from bot.engine.spelling import name_key

Entries: TypeAlias = tuple[tuple[str, int], ...]
"""A deck: set numbers in their order, each once, with the number of copies, 1 or more."""


class DeckCard(msgspec.Struct, frozen=True):
    """A card that can be put into a deck."""

    number: str
    name: str
    """The name as the designer wrote it: translate with `pgettext("card", name)`, and escape it."""
    group: str
    """The key of its group (`bot.engine.cards.game.Grouping`)."""
    rank: str
    """Its category in the overview of a deck, a message: "Level 2", "Support"."""
    most: int
    """The maximum number of copies in a deck; a card that is never in a deck is not listed."""
    cost: int = 1
    """The cost of each copy in the budget: points, or 1 if cards are counted."""
    side: str = ""
    """Cards of different sides never share a deck; "" in a game without sides."""


class Effect(NamedTuple):
    """The effect of a card according to a fact, from the perspective of the player who played it."""

    cards: int = 0
    """The change in the number of cards in its player's hand."""
    serves: int = 0
    """1 if it helps its player, -1 if it harms them, 0 otherwise."""
    killed: int = 0
    """The deck cost of an enemy that it killed."""


class Strength(NamedTuple):
    """The strength of a seat, or of an attack, at one moment of a match."""

    turn: int
    """The turn or round, from 1."""
    seat: Seat
    value: int
    """The power in a battle, the counters put on enemies in a round, or the damage of an attack."""
    number: str = ""
    """The set number of the attacking card; "" for a seat's strength."""


class ReadyDeck(msgspec.Struct, frozen=True):
    """A ready deck with its texts as written: they are translated like names of cards."""

    title: str
    description: str
    entries: Entries


class DeckBuilding(ABC):
    """The rules of deck building of one game.

    `options` are the normalized options of the match that a deck is for; None for no particular match: then
    the defaults apply.
    """

    unit: ClassVar[Literal["cards", "points"]] = "cards"
    """The unit of a deck's budget."""
    largest: ClassVar[int]
    """The maximum number of cards that a list is accepted with."""
    number: ClassVar[re.Pattern[str]] = SET_NUMBER
    """The pattern of a set number, in capitals."""
    ranks: ClassVar[Sequence[str]]
    """The categories of cards, in the order of the overview, as messages."""

    def __init__(self, library: PoolLibrary[Any]) -> None:
        self.library = library

    @abstractmethod
    def cards(self, pool: str | None) -> Mapping[str, DeckCard]:
        """Return the cards for decks by set number, in the order of lists. Raises `KeyError`."""

    def cards_apart(self, pool: str | None) -> Mapping[str, str]:  # noqa: ARG002 - in most games none is
        """Return the cards that are chosen separately from the deck: names by set number."""
        return {}

    @abstractmethod
    def limit(self, options: Any) -> int:
        """Return the budget: the maximum total cost of a legal deck."""

    def spent(self, entries: Entries, pool: str | None) -> int:
        """Return the total cost of a deck's cards; an unknown card counts 1."""
        cards = self.cards(pool)
        return sum([copies * (cards[number].cost if number in cards else 1) for number, copies in entries])

    def budget(self, entries: Entries, pool: str | None, options: Any) -> str:
        """Return the used part of the budget: "12 of 30 cards", "57 of 100 points"."""
        spent, limit = self.spent(entries, pool), self.limit(options)
        if self.unit == "points":
            return gettext("{points} of {limit} points", points=spent, limit=limit)
        return gettext("{cards} of {size} cards", cards=spent, size=limit)

    def ready(self, pool: str | None, options: Any = None) -> Mapping[str, ReadyDeck]:
        """Return the ready decks by key; with options only those that are legal with them."""
        cards = self.library.at(pool)
        decks = {key: cards.decks[key] for key in self.ready_keys(cards, options)}
        return {
            key: ReadyDeck(one.title, one.description, entries_of(one.cards)) for key, one in decks.items()
        }

    def ready_keys(self, pool: Any, options: Any) -> Iterable[str]:  # noqa: ARG002 - unless a game knows better
        """Return the keys of the ready decks of a pool that `ready` returns."""
        return tuple(pool.decks)

    @abstractmethod
    def faults(self, entries: Entries, pool: str | None, options: Any = None) -> tuple[str, ...]:
        """Return all faults of a deck, one sentence each; () if it is legal."""

    def settings_for(self, pool: str, own: Collection[str]) -> Iterable[Mapping[str, Any]]:  # noqa: ARG002
        """Return the options, beside the usual ones, under which decks with some of these cards may be legal.

        The usual options, which are none, come first.
        """
        return ({},)

    def unsuited(self, deck: Any, options: Any) -> tuple[str, ...]:  # noqa: ARG002
        """Return why a ready deck of a pool, which may be legal, is not made for a match; () if it is."""
        return ()

    @abstractmethod
    def may_bring(self, view: Any) -> bool:
        """Whether the viewer of this view can bring a deck now, which includes changing a choice."""

    @abstractmethod
    def bring(self, view: Any, entries: Entries) -> tuple[Action, ...]:
        """Return the actions that bring this deck to the match of this view; all of them or none is done."""

    # For designers, who want to know how decks and cards fare

    def played(self, fact: Any, state: Any) -> Sequence[tuple[Seat, str]]:  # noqa: ARG002 - not every game counts
        """Return the cards that came into play by this fact, each with its seat and set number.

        `state` is the state after it.
        """
        return ()

    def hand(self, view: Any) -> Iterable[str]:  # noqa: ARG002
        """Return the set numbers of the cards in the viewer's own hand."""
        return ()

    def playable(self, view: Any, legal: Sequence[Any]) -> Iterable[str]:  # noqa: ARG002
        """Return the set numbers of the cards that these legal actions of the viewer play."""
        return ()

    def used_up(self, fact: Any, state: Any) -> tuple[Seat, str] | None:  # noqa: ARG002
        """Return the seat that played a card that does not stay in play, and its set number, or None.

        Only for cards whose whole effect is visible in facts.
        """
        return None

    def effect(self, fact: Any, seat: Seat, number: str, state: Any) -> Effect:  # noqa: ARG002
        """Return the effect, according to a fact, of the card that this seat played."""
        return Effect()

    def resolving(self, state: Any) -> bool:  # noqa: ARG002
        """Whether the played card may still have effects."""
        return False

    def strengths(self, facts: Sequence[Any], state: Any) -> Iterable[Strength]:  # noqa: ARG002
        """Return the strengths of the seats, turn by turn, in an ended match with these public facts."""
        return ()


def entries_of(copies: Mapping[str, int]) -> Entries:
    """Return the deck with these numbers of copies, by set number. Cards without a copy are left out."""
    return tuple(sorted([(number, many) for number, many in copies.items() if many > 0]))


def spread(entries: Entries) -> tuple[str, ...]:
    """Return the set numbers of a deck, each repeated for every copy."""
    return tuple([number for number, copies in entries for _ in range(copies)])


def deck_cards(deck: Any) -> tuple[str, ...]:
    """Return the set numbers of a ready deck, each repeated for every copy, sorted."""
    return spread(entries_of(deck.cards))


def total(entries: Entries) -> int:
    """Return the number of cards of a deck."""
    return sum([copies for _, copies in entries])


def spellings(name: str) -> tuple[str, ...]:
    """Return the accepted spellings of a card's or deck's name: in the current language, and in English."""
    return tuple(dict.fromkeys([pgettext("card", name), name]))


def by_name(names: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """Return the set numbers of the cards by accepted names, each as its `name_key`.

    `names` are the names of the cards by set number, as their designers wrote them.
    """
    numbers: dict[str, list[str]] = {}
    for number, name in names.items():
        for spelling in dict.fromkeys([name_key(each) for each in spellings(name)]):
            numbers.setdefault(spelling, []).append(number)
    return numbers
