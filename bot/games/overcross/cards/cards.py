"""The printed content of Overcross's cards, and their sets and pools (OVC-01 to OVC-05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bot.base.language import N_
from bot.engine.cards.game import DeckPool, PoolLibrary
from bot.engine.cards.nodes import Node
from bot.engine.cards.printed import Artist, Key, Line, Motif, Name, SetNumber, Words
from bot.games.overcross.cards.objectives import Objective
from bot.games.overcross.cards.printed import KINDS, Attack, Genre, Mark
from bot.games.overcross.cards.words import Abilities, Ability

Points = Annotated[int, Meta(ge=0, le=20)]
PlayCost = Annotated[int, Meta(ge=0, le=6)]


SIDE = "Cornstalker"
"""The side that ships with the bot (OVC-04)."""


class CardFace(Node, frozen=True):
    """The fields that every card has."""

    mark: ClassVar[str] = ""
    number: SetNumber
    name: Name
    genre: Genre = "None"
    deck: Points = 0
    """The deck cost in points; 0 for a Leader. A Legend is in no deck; its cost counts when it is killed."""
    play: PlayCost = 1
    """The play cost, 1 to 6; 0 for a Leader."""
    side: Name = SIDE
    motif: Motif = ""
    artist: Artist = ""
    flavour: Line = ""
    abilities: Abilities = ()


class Character(CardFace, frozen=True):
    """A Character (OVC-02)."""

    kind: ClassVar[str] = "character"
    mark: Mark = ""  # type: ignore[misc] # the other cards have none
    speed: Annotated[int, Meta(ge=1, le=6)] = 1
    defense: Annotated[int, Meta(ge=2, le=6)] = 2
    attacks: Annotated[tuple[Attack, ...], Meta(max_length=4)] = ()
    copies: Annotated[int, Meta(ge=1, le=3)] = 1
    """The maximum number of cards with its name that a seat may have in play (OVC-11)."""
    ahead: bool = False
    """Whether it may be deployed on the row next to its zone, outside all zones."""
    worth: Annotated[int, Meta(ge=0, le=6)] = 0
    """The value of its text in its costs, in halves: 1 small, 2 good, 4 to 6 strong."""


class Edit(CardFace, frozen=True):
    """An edit (OVC-03)."""

    kind: ClassVar[str] = "edit"
    on: Literal["own", "enemy"] = "own"
    """Whose Characters it can be attached to."""


class Terrain(CardFace, frozen=True):
    """A terrain (OVC-13)."""

    kind: ClassVar[str] = "terrain"
    radius: Annotated[int, Meta(ge=0, le=3)] = 0
    obstructive: bool = False
    blocks: bool = False
    """Whether it blocks sight (OVC-17)."""
    slow: bool = False


class Happening(CardFace, frozen=True):
    """An event (OVC-03)."""

    kind: ClassVar[str] = "event"


AnyCard: TypeAlias = Character | Edit | Terrain | Happening

RANKS: Mapping[str, str] = {
    "leader": N_("Leaders"),
    "champion": N_("Champions"),
    "legend": N_("Legends"),
    **KINDS,
}
"""The groups in card lists: by mark, else by kind."""


def rank_of(card: AnyCard) -> str:
    """Return a card's group in lists, a key of `RANKS`."""
    return card.mark or card.kind


class DeckList(Node, frozen=True):
    """A ready deck."""

    title: Name
    cards: dict[SetNumber, Annotated[int, Meta(ge=1, le=100)]]
    """The number of copies of each card."""
    points: Annotated[int, Meta(ge=30, le=300)] = 100
    """The point limit it is built for."""
    objectives: Annotated[tuple[Objective, ...], Meta(max_length=5)] = ()
    """The objectives it is built for; all if empty."""
    description: Line = ""


class CardSet(Node, frozen=True):
    """One file of cards."""

    key: Key
    title: Name
    description: Line = ""
    characters: tuple[Character, ...] = ()
    edits: tuple[Edit, ...] = ()
    terrains: tuple[Terrain, ...] = ()
    events: tuple[Happening, ...] = ()
    decks: dict[Key, DeckList] = msgspec.field(default_factory=dict)
    words: Words = msgspec.field(default_factory=dict)
    """Translations of its texts."""


class Pool(DeckPool[CardSet, AnyCard, DeckList, Ability]):
    """All cards of a match: one or more sets."""

    set_type: ClassVar[Any] = CardSet
    fields: ClassVar[tuple[str, ...]] = ("characters", "edits", "terrains", "events")


Library: TypeAlias = PoolLibrary[Pool]
"""The loaded pools of Overcross."""
