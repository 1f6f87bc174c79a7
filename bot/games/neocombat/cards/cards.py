"""The action cards, and the pools of cards and varans for matches (NEO-02, NEO-17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.engine.cards.game import CardPool, PoolLibrary
from bot.engine.cards.nodes import Node
from bot.engine.cards.printed import Artist, Key, Line, Name, SetNumber, Words
from bot.games.neocombat.cards.varans import Trait, Varan, attribute_name
from bot.games.neocombat.cards.words import Abilities
from bot.games.neocombat.cards.words.abilities import PlayedAbility, Reaction
from bot.games.neocombat.cards.words.field import Threat


class ActionCard(Node, frozen=True):
    """One kind of action card, of which the deck has several copies."""

    kind: ClassVar[str] = "action"

    number: SetNumber
    name: Name
    copies: Annotated[int, Meta(ge=1, le=20)]
    abilities: Abilities
    leaves: bool = False
    """Whether it leaves the game when it is played, though not when it is discarded (NEO-13)."""
    spared: bool = False
    """Whether a tough varan's first one in a turn is discarded instead (NEO-13)."""
    artist: Artist = ""
    """The artist; "" for the cards that the renderer draws."""

    @property
    def ways(self) -> tuple[PlayedAbility, ...]:
        """Its uses in one's turn or in Repair; several for an either/or card."""
        return tuple([each for each in self.abilities if isinstance(each, PlayedAbility)])

    @property
    def answers(self) -> tuple[Reaction, ...]:
        """Its uses as an answer."""
        return tuple([each for each in self.abilities if isinstance(each, Reaction)])


class CardSet(Node, frozen=True):
    """One file of cards: action cards, varans, or both."""

    key: Key
    title: Name
    traits: Annotated[tuple[Trait, ...], Meta(max_length=12)] = ()
    """The set's own traits, which its varans may have and its cards may require."""
    actions: Annotated[tuple[ActionCard, ...], Meta(max_length=60)] = ()
    varans: Annotated[tuple[Varan, ...], Meta(max_length=60)] = ()
    description: Line = ""
    words: Words = msgspec.field(default_factory=dict)
    """The set's own translations of its texts."""


AnyCard: TypeAlias = ActionCard | Varan


class Pool(CardPool[CardSet, AnyCard]):
    """The action cards and varans of a match."""

    set_type: ClassVar[Any] = CardSet
    fields: ClassVar[tuple[str, ...]] = ("actions", "varans")

    def __init__(self, sets: Iterable[CardSet]) -> None:
        super().__init__(sets)
        self.actions = tuple([card for one in self.sets for card in one.actions])
        """The kinds of action cards; a card's number in a match is its index."""
        self.roster = tuple([varan for one in self.sets for varan in one.varans])
        """The varans; a varan's number in a match is its index."""
        self.deck = tuple([kind for kind, card in enumerate(self.actions) for _ in range(card.copies)])
        """All cards of a match, in numerical order."""
        self.ways = tuple([card.ways for card in self.actions])
        self.answers = tuple([card.answers for card in self.actions])
        self.ids: Mapping[str, int] = {varan.id: number for number, varan in enumerate(self.roster)}
        self._attributes = {each: each for varan in self.roster for each in varan.attributes}

    def attribute_name(self, attribute: str) -> str:
        """Return the readable name of an attribute in a state."""
        return attribute_name(self._attributes.get(attribute, attribute))

    def answer(self, card: int, kind: Threat) -> Reaction | None:
        """Return the use of a card as an answer to this kind of attack; None if it does not answer it."""
        return next((each for each in self.answers[card] if kind in each.to), None)

    def with_sets(self, sets: Iterable[CardSet]) -> Pool:
        """Return the pool with these sets' action cards as the deck, and their varans as the roster.

        If they have no action cards or no varans, those of this pool stay.
        """
        added = self.owned(sets)
        actions, varans = any(one.actions for one in added), any(one.varans for one in added)
        kept = [
            replace(one, actions=() if actions else one.actions, varans=() if varans else one.varans)
            for one in self.sets
        ]
        return Pool((*added, *[one for one in kept if one.actions or one.varans]))

    def among(self, usual: Pool) -> Pool:
        """Return the pool that deals the cards of both; of two with the same number, this pool's."""
        keys = {one.key for one in self.sets}
        others = [
            replace(
                one,
                key=one.key if one.key not in keys else f"{one.key[:13]}-usual",
                actions=tuple([card for card in one.actions if card.number not in self.cards]),
                varans=tuple([varan for varan in one.varans if varan.number not in self.cards]),
            )
            for one in usual.sets
        ]
        return Pool((*self.sets, *[one for one in others if one.actions or one.varans]))


Library: TypeAlias = PoolLibrary[Pool]
"""The loaded pools of Neo-Combat."""
