"""Patrol: cards of a test game without decks of players: one deck of actions for all, a roster to deal from.

A set of a server is another deck, another roster, or both: each list in it takes the place of the usual one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from bot.engine.cardgames import CardGame, CardInWords, CardPool, Grouping
from bot.engine.cards.format import CardFormat
from bot.engine.cards.vocabulary import Vocabulary


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action card."""

    number: str
    name: str
    copies: Annotated[int, Meta(ge=1, le=20)]
    artist: str = ""
    abilities: tuple[()] = ()
    kind: ClassVar[str] = "action"


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the roster."""

    number: str
    name: str
    speed: Annotated[int, Meta(ge=1, le=3)]
    artist: str = ""
    abilities: tuple[()] = ()
    kind: ClassVar[str] = "scout"


class CardSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    title: str
    description: str = ""
    actions: tuple[Support, ...] = ()
    roster: tuple[Character, ...] = ()
    decks: dict[str, int] = {}


class Pool(CardPool[CardSet, Any]):
    set_type: ClassVar[Any] = CardSet

    @staticmethod
    def cards_of(one: CardSet) -> Sequence[Any]:
        return (*one.actions, *one.roster)

    def with_sets(self, sets: Iterable[CardSet]) -> Pool:
        added = tuple(sets)
        actions, roster = any(one.actions for one in added), any(one.roster for one in added)
        usual = [
            msgspec.structs.replace(
                one, actions=() if actions else one.actions, roster=() if roster else one.roster
            )
            for one in self.sets
        ]
        return Pool((*added, *[one for one in usual if one.actions or one.roster]))


class PatrolCards(CardGame[Any, CardSet, Pool]):
    key: ClassVar[str] = "patrol"
    title: ClassVar[str] = "Patrol"
    pool_type: ClassVar[Any] = Pool
    format: ClassVar[CardFormat] = CardFormat(
        vocabulary=Vocabulary((), {}),
        file=CardSet,
        cards=("actions", "roster"),
        tables={"CardSet": "the set", "Support": "an action card", "Character": "one of the roster"},
        codes={},
        ability=lambda _card, _ability: iter(()),
        references=lambda *_: None,
        advice=lambda _card: iter(()),
        further=lambda _card: (),
    )
    kinds: ClassVar[Sequence[str]] = ("action", "scout")
    groupings: ClassVar[Sequence[Grouping]] = (
        Grouping(
            "part",
            "p",
            "Deck and roster",
            lambda card: card.kind,
            lambda _: {"action": "Deck", "scout": "Roster"},
        ),
    )

    def in_words(self, card: Any) -> CardInWords:
        return CardInWords(card.name, self.stats(card), (), (), "")

    def stats(self, card: Any) -> str:
        return f"{card.copies} in the deck" if card.kind == "action" else f"Speed {card.speed}"

    def columns(self, card: Any) -> Sequence[str]:
        return (self.stats(card),)


SHIPPED = """\
key = "patrol"
title = "The Patrol"

[[actions]]
number = "PA-01"
name = "Look Out"
copies = 8

[[actions]]
number = "PA-02"
name = "Tug"
copies = 4

[[roster]]
number = "R-01"
name = "Runner"
speed = 3
"""
OTHER_DECK = """\
key = "quiet"
title = "A Quiet Deck"

[[actions]]
number = "QU-01"
name = "Wait"
copies = 20
"""
