"""The action cards, and the pools of cards and varans that matches are played with (NEO-02, NEO-17)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.engine.cards.nodes import Node
from bot.games.neocombat.cards.varans import Varan
from bot.games.neocombat.cards.words import Abilities, Played, Reaction

Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,19}$")]


class ActionCard(Node, frozen=True):
    """One kind of action card, of which the deck has several copies."""

    number: Annotated[str, Meta(pattern=r"^[A-Z]{2,5}-[0-9]{2,3}$")]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    copies: Annotated[int, Meta(ge=1, le=20)]
    abilities: Abilities
    leaves: bool = False
    """Whether it leaves the game when it is played, not when it is discarded (NEO-13)."""
    spared: bool = False
    """Whether a tough varan's first one in a turn is discarded instead (NEO-13)."""

    @property
    def ways(self) -> tuple[Played, ...]:
        """The uses by which it is played in one's turn or in Repair; several of an either/or card."""
        return tuple([each for each in self.abilities if isinstance(each, Played)])

    @property
    def answers(self) -> tuple[Reaction, ...]:
        """Its uses as an answer."""
        return tuple([each for each in self.abilities if isinstance(each, Reaction)])


class CardSet(Node, frozen=True):
    """The varans and action cards that a match is played with: one file of cards."""

    key: Key
    title: Annotated[str, Meta(min_length=1, max_length=40)]
    actions: Annotated[tuple[ActionCard, ...], Meta(min_length=1, max_length=60)]
    varans: Annotated[tuple[Varan, ...], Meta(min_length=2, max_length=60)]
    description: Annotated[str, Meta(max_length=140)] = ""


class Pool:
    """A set as matches are played with it. Equal pools have equal hashes."""

    def __init__(self, cards: CardSet) -> None:
        self.set = cards
        self.cards = cards.actions
        """The kinds of cards: what a card's number in a match stands for."""
        self.roster = cards.varans
        """What a varan's number in a match stands for."""
        self.deck = tuple([kind for kind, card in enumerate(self.cards) for _ in range(card.copies)])
        """All cards of a match, in the order of the numbers."""
        self.ways = tuple([card.ways for card in self.cards])
        self.answers = tuple([card.answers for card in self.cards])
        self.by_number: Mapping[str, int] = {card.number: kind for kind, card in enumerate(self.cards)}
        self.ids: Mapping[str, int] = {varan.id: number for number, varan in enumerate(self.roster)}

    @cached_property
    def encoded(self) -> bytes:
        """The pool as JSON; the same pool is always the same bytes."""
        return msgspec.json.encode(self.set, order="deterministic")

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the encoded pool, which matches pin."""
        return hashlib.sha256(self.encoded).hexdigest()

    @classmethod
    def decode(cls, encoded: bytes) -> Pool:
        """Return the pool of these bytes. Raises `msgspec.DecodeError` or its subclass."""
        return cls(msgspec.json.decode(encoded, type=CardSet))


class Library:
    """The pools at hand, by hash. It only ever grows, and what a hash means never changes."""

    def __init__(self, standard: Pool) -> None:
        self.standard = standard
        """What a match is played with unless other cards are asked for."""
        self._pools: dict[str, Pool] = {standard.hash: standard}

    def add(self, pool: Pool) -> Pool:
        """Take a pool in, and return it."""
        return self._pools.setdefault(pool.hash, pool)

    def __contains__(self, pool_hash: str) -> bool:
        return pool_hash in self._pools

    def __getitem__(self, pool_hash: str) -> Pool:
        """Return the pool of this hash. Raises `KeyError`."""
        return self._pools[pool_hash]
