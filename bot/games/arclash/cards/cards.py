"""What is printed on the cards of Arclash, and the sets and pools they come in (ARC-01 to ARC-03)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from bot.engine.cardgames import DeckPool, PoolLibrary
from bot.engine.cards.nodes import Node, Word
from bot.engine.cards.printed import Artist, Key, Line, Motif, Name, SetNumber, Words
from bot.games.arclash.cards.words import Abilities, Ability, AdvanceCosts, AnyKeyword, CardLevel, Filter

DECK_SIZE = 30
COPIES = 2
"""Of one card in a deck, at most; of Level 4 one copy of one card (ARC-01)."""


class Lineage(Node, frozen=True):
    """A family of Characters with its own way to play."""

    title: Name
    motif: Motif
    hue: Annotated[int, Meta(ge=0, le=359)]
    """The colour of its cards, in degrees: 0 red, 120 green, 240 blue."""
    description: Line = ""


class Advancement(Node, frozen=True):
    """A Character that this one can advance from, and what that costs (ARC-02, ARC-07)."""

    which: Filter = Filter()
    level: Annotated[int, Meta(ge=0, le=4)] = 0
    """The level it must have; 0 for the level below."""
    costs: AdvanceCosts = ()


class CardFace(Node, frozen=True):
    """What every card has."""

    number: SetNumber
    name: Name
    lineage: str = ""
    """The key of its lineage, which gives its colour and emblem; "" for a card of none."""
    motif: Motif = ""
    """The emblem; the lineage's unless told."""
    artist: Artist = ""
    """Who drew it; ours are drawn by the renderer."""
    flavour: Line = ""
    abilities: Abilities = ()
    keywords: Annotated[tuple[Key, ...], Meta(max_length=3)] = ()
    """The keys of the keywords of its set that it has besides."""


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
    traits: ClassVar[tuple[str, ...]] = ()


AnyCard: TypeAlias = Character | Support

ANY_LINEAGE = "0"
"""The group of cards of no lineage; no lineage has this key."""


def lineage_of(card: AnyCard) -> str:
    """Return the key of the group that a card is in among lineages."""
    return card.lineage or ANY_LINEAGE


class DeckList(Node, frozen=True):
    """A ready deck."""

    title: Name
    cards: dict[SetNumber, Annotated[int, Meta(ge=1, le=2)]]
    """How many copies of each card."""
    description: Line = ""
    """How it wants to be played."""


class CardSet(Node, frozen=True):
    """One file of cards."""

    key: Key
    title: Name
    description: Line = ""
    lineages: dict[Key, Lineage] = msgspec.field(default_factory=dict)
    keywords: Annotated[dict[Key, AnyKeyword], Meta(max_length=20)] = msgspec.field(default_factory=dict)
    """Abilities with a name, by the keys by which its cards have them."""
    characters: tuple[Character, ...] = ()
    supports: tuple[Support, ...] = ()
    decks: dict[Key, DeckList] = msgspec.field(default_factory=dict)
    words: Words = msgspec.field(default_factory=dict)
    """What its texts are in other languages."""


class Pool(DeckPool[CardSet, AnyCard, DeckList, Ability]):
    """All cards that a match is played with: some sets together."""

    set_type: ClassVar[Any] = CardSet
    fields: ClassVar[tuple[str, ...]] = ("characters", "supports")

    def __init__(self, sets: Iterable[CardSet]) -> None:
        super().__init__(sets)
        self.lineages: Mapping[str, Lineage] = {
            key: lineage for one in self.sets for key, lineage in one.lineages.items()
        }

    @classmethod
    def cards_of(cls, one: CardSet) -> Sequence[AnyCard]:
        """Return the cards of a set in the order of its file, each with all that it does."""
        return [with_keywords(card, one) for card in super().cards_of(one)]


def with_keywords(card: AnyCard, one: CardSet) -> AnyCard:
    """Return a card of a set with what its keywords stand for behind its own abilities."""
    if not card.keywords:
        return card
    meant = [one.keywords[key] for key in card.keywords if key in one.keywords]
    return msgspec.structs.replace(card, abilities=(*card.abilities, *meant))


Library: TypeAlias = PoolLibrary[Pool]
"""The pools of Arclash at hand."""


def entered_from(card: Character, way: Advancement) -> int:
    """Return the level that is advanced from: the level below, unless the card says otherwise."""
    return way.level or card.level - 1


def fits(card: Character, way: Advancement, current: AnyCard) -> bool:
    """Whether a Character can advance from the current one by this Advancement, costs aside."""
    return current.level == entered_from(card, way) and way.which.matches(current)
