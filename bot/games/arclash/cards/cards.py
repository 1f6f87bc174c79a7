"""The printed content of Arclash's cards, and their sets and pools (ARC-01 to ARC-03)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from bot.engine.cards.game import DeckPool, PoolLibrary
from bot.engine.cards.nodes import Node, Word
from bot.engine.cards.printed import Artist, Key, Line, Motif, Name, SetNumber, Words
from bot.games.arclash.cards.words import Abilities, AdvanceCosts, AnyKeyword
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.arclash.cards.words.field import CardLevel
from bot.games.arclash.cards.words.places import Filter

DECK_SIZE = 30
HAND_SIZE = 8
"""The number of cards to which a hand is filled up (ARC-05, ARC-12)."""
COPIES = 2
"""The maximum number of copies of a card in a deck; of a Level 4 card the maximum is 1 (ARC-01)."""


class Lineage(Node, frozen=True):
    """A family of Characters with a common style of play."""

    title: Name
    motif: Motif
    hue: Annotated[int, Meta(ge=0, le=359)]
    """The colour of its cards, as a hue in degrees: 0 red, 120 green, 240 blue."""
    description: Line = ""


class Advancement(Node, frozen=True):
    """A Character from which this one can advance, and the costs (ARC-02, ARC-07)."""

    which: Filter = Filter()
    level: Annotated[int, Meta(ge=0, le=4)] = 0
    """The required level; 0 for the level below the card's own."""
    costs: AdvanceCosts = ()


class CardFace(Node, frozen=True):
    """The fields that every card has."""

    number: SetNumber
    name: Name
    lineage: str = ""
    """The key of its lineage, which determines colour and emblem; "" for no lineage."""
    motif: Motif = ""
    """The emblem; the default is the lineage's emblem."""
    artist: Artist = ""
    """The artist; the renderer draws the cards that ship with the bot."""
    flavour: Line = ""
    abilities: Abilities = ()
    keywords: Annotated[tuple[Key, ...], Meta(max_length=3)] = ()
    """The keys of its keywords, which are defined in its set."""


class Character(CardFace, frozen=True):
    """A Character card (ARC-02)."""

    kind: ClassVar[str] = "character"
    power: Annotated[int, Meta(ge=0, le=999)] = 0
    level: CardLevel = 1
    traits: Annotated[tuple[Word, ...], Meta(max_length=5)] = ()
    advances: Annotated[tuple[Advancement, ...], Meta(max_length=4)] = ()


class Support(CardFace, frozen=True):
    """A Support card (ARC-02)."""

    kind: ClassVar[str] = "support"
    level: ClassVar[int] = 0
    power: ClassVar[int] = 0
    traits: ClassVar[tuple[str, ...]] = ()


AnyCard: TypeAlias = Character | Support

ANY_LINEAGE = "0"
"""The group of cards without a lineage; no lineage has this key."""


def lineage_of(card: AnyCard) -> str:
    """Return the key of a card's group: its lineage or `ANY_LINEAGE`."""
    return card.lineage or ANY_LINEAGE


class DeckList(Node, frozen=True):
    """A ready deck."""

    title: Name
    cards: dict[SetNumber, Annotated[int, Meta(ge=1, le=2)]]
    """The number of copies of each card."""
    description: Line = ""
    """The deck's strategy."""


class CardSet(Node, frozen=True):
    """One file of cards."""

    key: Key
    title: Name
    description: Line = ""
    lineages: dict[Key, Lineage] = msgspec.field(default_factory=dict)
    keywords: Annotated[dict[Key, AnyKeyword], Meta(max_length=20)] = msgspec.field(default_factory=dict)
    """Named abilities by key; cards refer to them by key."""
    characters: tuple[Character, ...] = ()
    supports: tuple[Support, ...] = ()
    decks: dict[Key, DeckList] = msgspec.field(default_factory=dict)
    words: Words = msgspec.field(default_factory=dict)
    """Translations of its texts."""


class Pool(DeckPool[CardSet, AnyCard, DeckList, Ability]):
    """All cards of a match: one or more sets."""

    set_type: ClassVar[Any] = CardSet
    fields: ClassVar[tuple[str, ...]] = ("characters", "supports")

    def __init__(self, sets: Iterable[CardSet]) -> None:
        super().__init__(sets)
        self.lineages: Mapping[str, Lineage] = {
            key: lineage for one in self.sets for key, lineage in one.lineages.items()
        }

    @classmethod
    def cards_of(cls, one: CardSet) -> Sequence[AnyCard]:
        """Return the cards of a set in file order, each with all its abilities."""
        return [with_keywords(card, one) for card in super().cards_of(one)]


def with_keywords(card: AnyCard, one: CardSet) -> AnyCard:
    """Return a card with the abilities of its keywords appended to its own."""
    if not card.keywords:
        return card
    meant = [one.keywords[key] for key in card.keywords if key in one.keywords]
    return msgspec.structs.replace(card, abilities=(*card.abilities, *meant))


Library: TypeAlias = PoolLibrary[Pool]
"""The loaded pools of Arclash."""


def entered_from(card: Character, way: Advancement) -> int:
    """Return the level to advance from: the level below, unless the card names another."""
    return way.level or card.level - 1


def fits(card: Character, way: Advancement, current: AnyCard) -> bool:
    """Whether this Advancement fits the current Character, ignoring costs."""
    return current.level == entered_from(card, way) and way.which.matches(current)


def can_advance(card: AnyCard, current: AnyCard) -> bool:
    """Whether a card can advance from the current Character in one of its ways, ignoring costs."""
    return isinstance(card, Character) and any(fits(card, way, current) for way in card.advances)
