"""Harbour: cards of a test game whose decks cost points, as many as the match allows.

A deck is of one side, has three copies of a ship at most, and any number of piers, for at most a third of its
cards. Flagships are set aside: they are cards, but never in a deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from bot.engine.cardgames import CardGame, CardInWords, CardPool, Grouping, PoolLibrary
from bot.engine.cards.format import CardFormat
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.deckbuilding import DeckBuilding, DeckCard, Entries, ReadyDeck, entries_of, total

USUAL_POINTS = 100
Number = Annotated[str, Meta(pattern=r"^[A-Z]{2,5}-[0-9]{2,3}$")]
Cost = Annotated[int, Meta(ge=1, le=20)]


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship."""

    number: Number
    name: str
    side: str
    cost: Cost
    flagship: bool = False
    artist: str = ""
    abilities: tuple[()] = ()
    kind: ClassVar[str] = "ship"


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pier."""

    number: Number
    name: str
    side: str
    cost: Cost
    artist: str = ""
    abilities: tuple[()] = ()
    kind: ClassVar[str] = "pier"
    flagship: ClassVar[bool] = False


class CardSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    title: str
    description: str = ""
    ships: tuple[Character, ...] = ()
    piers: tuple[Support, ...] = ()
    decks: dict[str, dict[Number, int]] = msgspec.field(default_factory=dict)


class Pool(CardPool[CardSet, Any]):
    set_type: ClassVar[Any] = CardSet

    @staticmethod
    def cards_of(one: CardSet) -> Sequence[Any]:
        return (*one.ships, *one.piers)


def _check(one: CardSet, _base: Any, report: Any) -> None:
    for place, ship in enumerate(one.ships):
        if ship.flagship and ship.cost > 6:
            report.add("E901", ("ships", place), "a flagship counts 6 points at most.")


class HarbourCards(CardGame[Any, CardSet, Pool]):
    key: ClassVar[str] = "harbour"
    title: ClassVar[str] = "Harbour"
    pool_type: ClassVar[Any] = Pool
    format: ClassVar[CardFormat] = CardFormat(
        vocabulary=Vocabulary((), {}),
        file=CardSet,
        cards=("ships", "piers"),
        tables={"CardSet": "the set", "Character": "a ship", "Support": "a pier"},
        codes={"E901": "a flagship that counts too much"},
        ability=lambda _card, _ability: iter(()),
        references=_check,
        advice=lambda _card: iter(()),
        further=lambda _card: (),
    )
    kinds: ClassVar[Sequence[str]] = ("ship", "pier")
    groupings: ClassVar[Sequence[Grouping]] = (
        Grouping(
            "sort", "o", "Every sort", lambda card: card.kind, lambda _: {"ship": "Ships", "pier": "Piers"}
        ),
    )

    def in_words(self, card: Any) -> CardInWords:
        return CardInWords(card.name, card.kind.title(), (card.side,), (), "")

    def stats(self, card: Any) -> str:
        return f"{card.kind.title()} of {card.side}"

    def columns(self, card: Any) -> Sequence[str]:
        return card.kind, f"{card.cost} points"


class HarbourDecks(DeckBuilding):
    unit = "points"
    largest: ClassVar[int] = 300
    number: ClassVar[re.Pattern[str]] = re.compile(r"[A-Z]{2,5}-[0-9]{2,3}", re.ASCII)
    ranks: ClassVar[Sequence[str]] = ("ship", "pier")

    def __init__(self, library: PoolLibrary[Pool]) -> None:
        self.library = library

    def cards(self, pool: str | None) -> Mapping[str, DeckCard]:
        return {
            card.number: DeckCard(card.number, card.name, card.kind, card.kind, _most(card), card.cost)
            for card in self.library.at(pool).cards.values()
            if not card.flagship
        }

    def limit(self, options: Any) -> int:
        return options.points if options is not None else USUAL_POINTS

    def ready(self, pool: str | None, options: Any = None) -> Mapping[str, ReadyDeck]:
        decks = {
            key: entries_of(deck) for one in self.library.at(pool).sets for key, deck in one.decks.items()
        }
        return {
            key: ReadyDeck(key.title(), "", entries)
            for key, entries in decks.items()
            if options is None or not self.faults(entries, pool, options)
        }

    def faults(self, entries: Entries, pool: str | None, options: Any = None) -> tuple[str, ...]:
        return tuple(self._faults(entries, pool, options))

    def _faults(self, entries: Entries, pool: str | None, options: Any) -> Iterator[str]:
        cards, held = self.library.at(pool).cards, dict(entries)
        spent, limit = self.spent(entries, pool), self.limit(options)
        if spent > limit:
            yield f"The deck costs {spent} points; {limit} at most."
        if len({cards[number].side for number in held}) > 1:
            yield "A deck is of one side."
        piers = sum(copies for number, copies in entries if cards[number].kind == "pier")
        if piers * 3 > total(entries):
            yield f"At most a third of the cards are piers, not {piers} of {total(entries)}."

    def may_bring(self, view: Any) -> bool:
        return False

    def bring(self, view: Any, entries: Entries) -> tuple[Any, ...]:
        return ()


def _most(card: Any) -> int:
    return 300 if card.kind == "pier" else 3


SHIPPED = """\
key = "docks"
title = "The Docks"

[[ships]]
number = "DOC-01"
name = "Tug"
side = "North"
cost = 7

[[ships]]
number = "DOC-02"
name = "Old Ferry"
side = "South"
cost = 12

[[ships]]
number = "DOC-03"
name = "Admiral's Barge"
side = "North"
cost = 6
flagship = true

[[piers]]
number = "DOC-11"
name = "Long Pier"
side = "North"
cost = 2

[decks]
tugs = { DOC-01 = 3, DOC-11 = 1 }
heavy = { DOC-01 = 3, DOC-11 = 20 }
"""
