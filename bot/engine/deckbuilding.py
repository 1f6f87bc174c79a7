"""How the decks of a game are built, for games in which players bring decks of their own.

A deck is a list of set numbers with how many copies of each; `pool` is always the hash of the cards meant
(`Rules.cards_of`), None for those that come with the bot. Everything here is public knowledge of cards.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import msgspec

from bot.engine.cardgames import PoolLibrary
from bot.engine.cards.printed import SET_NUMBER
from bot.engine.contract import Action, Seat
from bot.engine.language import gettext, pgettext

Entries: TypeAlias = tuple[tuple[str, int], ...]
"""A deck: set numbers in their order, each once, with the number of copies, 1 or more."""

_COPIES = re.compile(r"([0-9]{1,3})(?:\s*[x×]?\s+|[x×])(.+)", re.ASCII)
_AFTER = re.compile(r"(.+?)\s+[x×]\s?([0-9]{1,3})", re.ASCII)


class DeckCard(msgspec.Struct, frozen=True):
    """A card that can be put into a deck."""

    number: str
    name: str
    """As its designer wrote it: to be said by `pgettext("card", name)`, and escaped."""
    group: str
    """The key of the group it is found in (`bot.engine.cardgames.Grouping`)."""
    rank: str
    """What it is counted as in the overview of a deck, to be said by `gettext`: "Level 2", "Support"."""
    most: int
    """Copies that a deck may have of it; a card that is never put into one is left out."""
    cost: int = 1
    """What each copy takes of the budget: points, or 1 where cards are counted."""


class Effect(NamedTuple):
    """What a fact tells of the doing of a card, from the side of who played it."""

    cards: int = 0
    """How many more cards its player has in hand; fewer below 0."""
    serves: int = 0
    """1 where it serves its player, -1 where it harms them, 0 where it does neither."""
    killed: int = 0
    """The deck cost of an enemy that it killed."""


class Strength(NamedTuple):
    """How strong a seat, or an attack, was at one moment of a match."""

    turn: int
    """The turn or round, from 1."""
    seat: Seat
    value: int
    """The power in a battle, the counters put on enemies in a round, the damage of an attack."""
    number: str = ""
    """The set number of the card whose it is; "" for a seat's."""


class ReadyDeck(msgspec.Struct, frozen=True):
    """A deck that comes with the cards, its words as they were written: to be said as names of cards are."""

    title: str
    description: str
    entries: Entries


class DeckBuilding(ABC):
    """What there is to know about the decks of one game.

    `options` are the normalized options of the match that a deck is meant for; None for no match in
    particular: then a game goes by what is usual in it.
    """

    unit: ClassVar[Literal["cards", "points"]] = "cards"
    """The unit of a deck's budget."""
    largest: ClassVar[int]
    """Cards of a list beyond which no deck is meant."""
    number: ClassVar[re.Pattern[str]] = SET_NUMBER
    """How a set number is written, in capitals."""
    ranks: ClassVar[Sequence[str]]
    """The ranks of cards, in the order in which an overview counts them, to be said by `gettext`."""

    def __init__(self, library: PoolLibrary[Any]) -> None:
        self.library = library

    @abstractmethod
    def cards(self, pool: str | None) -> Mapping[str, DeckCard]:
        """Return the cards for decks by set number, in the order of lists. Raises `KeyError`."""

    def cards_apart(self, pool: str | None) -> Mapping[str, str]:  # noqa: ARG002 - in most games none is
        """Return the cards that are never in a deck, but chosen apart from it: names by set number."""
        return {}

    @abstractmethod
    def limit(self, options: Any) -> int:
        """Return the budget: what the cards of a legal deck may cost together."""

    def spent(self, entries: Entries, pool: str | None) -> int:
        """Return what the cards of a deck cost together; an unknown one counts 1."""
        cards = self.cards(pool)
        return sum([copies * (cards[number].cost if number in cards else 1) for number, copies in entries])

    def budget(self, entries: Entries, pool: str | None, options: Any) -> str:
        """Return how much of the budget a deck takes: "12 of 30 cards", "57 of 100 points"."""
        spent, limit = self.spent(entries, pool), self.limit(options)
        if self.unit == "points":
            return gettext("{points} of {limit} points", points=spent, limit=limit)
        return gettext("{cards} of {size} cards", cards=spent, size=limit)

    def ready(self, pool: str | None, options: Any = None) -> Mapping[str, ReadyDeck]:
        """Return the ready decks by key; with options those that are legal with them."""
        found = self.library.at(pool)
        decks = {key: found.decks[key] for key in self.ready_keys(found, options)}
        return {
            key: ReadyDeck(one.title, one.description, entries_of(one.cards)) for key, one in decks.items()
        }

    def ready_keys(self, pool: Any, options: Any) -> Iterable[str]:  # noqa: ARG002 - unless a game knows better
        """Return the keys of the ready decks of a pool that `ready` returns."""
        return tuple(pool.decks)

    @abstractmethod
    def faults(self, entries: Entries, pool: str | None, options: Any = None) -> tuple[str, ...]:
        """Return everything that is wrong with a deck, one sentence each; () if it is legal."""

    @abstractmethod
    def may_bring(self, view: Any) -> bool:
        """Whether the viewer of this view can bring a deck now, a choice that can be changed included."""

    @abstractmethod
    def bring(self, view: Any, entries: Entries) -> tuple[Action, ...]:
        """Return the actions that bring this deck to the match of this view, all or none."""

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
        """Return who played a card that does not stay in play, and its set number; None by any other fact.

        Only of cards all of whose doing is told by facts.
        """
        return None

    def effect(self, fact: Any, seat: Seat, number: str, state: Any) -> Effect:  # noqa: ARG002
        """Return what a fact tells of the doing of the card that this seat has used up."""
        return Effect()

    def resolving(self, state: Any) -> bool:  # noqa: ARG002
        """Whether what was used up may still do something."""
        return False

    def strengths(self, facts: Sequence[Any], state: Any) -> Iterable[Strength]:  # noqa: ARG002
        """Return how strong the seats were, turn by turn, in a match of these public facts and this end."""
        return ()


def entries_of(copies: Mapping[str, int]) -> Entries:
    """Return a deck of these numbers of copies, by set number. Cards without a copy are left out."""
    return tuple(sorted([(number, many) for number, many in copies.items() if many > 0]))


def spread(entries: Entries) -> tuple[str, ...]:
    """Return the set numbers of a deck, each as often as it is in it."""
    return tuple([number for number, copies in entries for _ in range(copies)])


def deck_cards(deck: Any) -> tuple[str, ...]:
    """Return the set numbers of a ready deck, each as often as it is in it, sorted."""
    return spread(entries_of(deck.cards))


def total(entries: Entries) -> int:
    """Return how many cards a deck has."""
    return sum([copies for _, copies in entries])


def spellings(name: str) -> tuple[str, ...]:
    """Return how a card or deck of this name may be typed: in the language that is spoken, and in English."""
    return tuple(dict.fromkeys([pgettext("card", name), name]))


def by_name(names: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """Return the set numbers of the cards of each name that may be typed, in small letters.

    `names` are the names of the cards by set number, as their designers wrote them.
    """
    found: dict[str, list[str]] = {}
    for number, name in names.items():
        for spelling in dict.fromkeys([each.casefold() for each in spellings(name)]):
            found.setdefault(spelling, []).append(number)
    return found


def counted(words: str) -> tuple[int, str]:
    """Return the copies in a line of a list, 1 unless told, and the card: "2 Full Net", "Full Net x2"."""
    if found := _COPIES.fullmatch(words):
        return int(found[1]), found[2].strip()
    if found := _AFTER.fullmatch(words):
        return int(found[2]), found[1]
    return 1, words
