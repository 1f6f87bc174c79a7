"""The interface of a game with cards: its sets and pools, the text of its cards, and lists of them.

A game with its own cards registers one `CardGame`. Decks built by players are separate
(`bot.engine.deckbuilding`): a game may have cards without players' decks.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from bot.engine.benches import Bench
from bot.engine.cards.format import CardFormat, placed
from bot.engine.cards.own_words import own
from bot.engine.language import gettext

STANDARD = "standard"
"""The word for the cards that come with the bot; no set has this key."""


class AnyCard(Protocol):
    """A card of any game, as far as the house knows it."""

    @property
    def number(self) -> str:
        """Its set number; cards are the same when it is the same."""

    @property
    def name(self) -> str:
        """As its designer wrote it: to be said by `pgettext("card", name)`, and escaped."""

    @property
    def kind(self) -> str:
        """One of `CardGame.kinds`."""

    @property
    def artist(self) -> str:
        """Who drew it; "" for a card that the renderer draws."""


class AnySet(Protocol):
    """A card set of any game: the content of one card file."""

    @property
    def key(self) -> str:
        """The name that people type for it: a-z, 0-9 and -, at most 20 characters."""

    @property
    def title(self) -> str:
        """As its designer wrote it, like the name of a card."""

    @property
    def description(self) -> str:
        """As its designer wrote it; "" for none."""


CardT = TypeVar("CardT", bound=AnyCard)
SetT = TypeVar("SetT", bound=AnySet)


class CardPool(Generic[SetT, CardT]):
    """All cards that a match is played with: some sets together. Equal pools have equal hashes."""

    set_type: ClassVar[Any]
    """The struct of a card set."""
    fields: ClassVar[tuple[str, ...]]
    """Its fields that hold cards, in the order in which they are listed."""

    def __init__(self, sets: Iterable[SetT]) -> None:
        self.sets = tuple(sorted(sets, key=lambda one: one.key))
        self.cards: Mapping[str, CardT] = {
            card.number: card for one in self.sets for card in self.cards_of(one)
        }
        """Every card by its set number."""

    @classmethod
    def cards_of(cls, one: SetT) -> Sequence[CardT]:
        """Return the cards of a set in the order of its file."""
        return [card for _, card in placed(one, cls.fields)]

    def with_sets(self: PoolT, sets: Iterable[SetT]) -> PoolT:
        """Return the pool of these sets and of its own ones; these replace own ones of the same key.

        Sets with new keys are a designer's own: only their own catalogue translates them. A game in which a
        set replaces others overrides this.
        """
        added = self.owned(sets)
        keys = {one.key for one in added}
        return type(self)((*added, *[one for one in self.sets if one.key not in keys]))

    def owned(self, sets: Iterable[SetT]) -> tuple[SetT, ...]:
        """Return sets that may be added to this pool; those with its own keys stay unchanged."""
        keys = {one.key for one in self.sets}
        return tuple([one if one.key in keys else own(one) for one in sets])

    def with_card(self: PoolT, card: Any) -> PoolT:
        """Return the pool with a card that replaces the one of the same set number."""

        def exchanged(one: Any) -> Any:
            fields = {field: getattr(one, field) for field in self.fields}
            return msgspec.structs.replace(
                one,
                **{
                    field: tuple([card if each.number == card.number else each for each in cards])
                    for field, cards in fields.items()
                },
            )

        return type(self)([exchanged(one) for one in self.sets])

    @property
    def encoded(self) -> bytes:
        """The pool as JSON; the same pool is always the same bytes."""
        return msgspec.json.encode(self.sets, order="deterministic", enc_hook=str)

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the encoded pool, which matches pin."""
        return hashlib.sha256(self.encoded).hexdigest()

    @classmethod
    def decode(cls: type[PoolT], encoded: bytes) -> PoolT:
        """Return the pool of these bytes. Raises `msgspec.DecodeError` or its subclass."""
        sets: Any = tuple[cls.set_type, ...]  # type: ignore[name-defined]
        return cls(msgspec.json.decode(encoded, type=sets))


PoolT = TypeVar("PoolT", bound=CardPool[Any, Any])
DeckT = TypeVar("DeckT")
AbilityT = TypeVar("AbilityT")


class DeckPool(CardPool[SetT, CardT], Generic[SetT, CardT, DeckT, AbilityT]):
    """A pool with ready decks, of a game whose abilities are set off by triggers."""

    def __init__(self, sets: Iterable[SetT]) -> None:
        super().__init__(sets)
        own: Iterable[Any] = self.sets
        self.decks: Mapping[str, DeckT] = {key: deck for one in own for key, deck in one.decks.items()}
        """The ready decks by key."""

    @cached_property
    def doing(self) -> Mapping[str, Mapping[str, tuple[AbilityT, ...]]]:
        """The abilities of each card, by set number and then by trigger."""
        cards: Mapping[str, Any] = self.cards
        return {number: _by_trigger(card.abilities) for number, card in cards.items()}


def _by_trigger(abilities: Iterable[Any]) -> Mapping[str, tuple[Any, ...]]:
    found: dict[str, tuple[Any, ...]] = {}
    for ability in abilities:
        found[ability.on] = (*found.get(ability.on, ()), ability)
    return found


class PoolLibrary(Generic[PoolT]):
    """The pools at hand, by hash. What a hash means never changes."""

    def __init__(self, standard: PoolT) -> None:
        self.standard = standard
        """The pool of a match that names no other cards."""
        self._pools: dict[str, PoolT] = {}
        """Those asked for since `forget_idle` was called last, and the standard one."""
        self._before: dict[str, PoolT] = {}
        """Those that were there when it was called."""
        self.add(standard)

    def add(self, pool: PoolT) -> PoolT:
        """Take a pool in, and return it."""
        return self._pools.setdefault(pool.hash, self._before.get(pool.hash, pool))

    def of(self, sets: Iterable[Any]) -> PoolT:
        """Return the pool of these sets alone. Sets that are not shipped with the bot count as a designer's
        own.
        """
        return type(self.standard)(self.standard.owned(sets))

    def learn(self, encoded: bytes) -> PoolT:
        """Take in the pool of these bytes. Raises `msgspec.DecodeError` or its subclass."""
        return self.add(self.of(self.standard.decode(encoded).sets))

    def at(self, pool_hash: str | None) -> PoolT:
        """Return the pool of this hash, the standard one for None. Raises `KeyError`."""
        return self.standard if pool_hash is None else self[pool_hash]

    def forget_idle(self) -> int:
        """Forget the pools not used since the last call; return their number."""
        idle = self._before.keys() - self._pools.keys()
        self._before, self._pools = self._pools, {self.standard.hash: self.standard}
        return len(idle)

    def __contains__(self, pool_hash: str) -> bool:
        """Whether the pool of this hash is loaded. Asking counts as use."""
        if pool_hash in self._before:
            self._pools[pool_hash] = self._before[pool_hash]
        return pool_hash in self._pools

    def __getitem__(self, pool_hash: str) -> PoolT:
        """Return the pool of this hash. Raises `KeyError`."""
        pool = self._pools.get(pool_hash)
        if pool is None:
            pool = self._pools[pool_hash] = self._before[pool_hash]
        return pool


class CardInWords(NamedTuple):
    """All text on a card, in the current language, not escaped."""

    name: str
    kind: str
    """What kind of card it is, with its numbers: "Level 2 Character, power 450"."""
    traits: tuple[str, ...]
    rules: tuple[str, ...]
    """The paragraphs of its rules text."""
    flavour: str
    """"" for none."""


class Grouping(msgspec.Struct, frozen=True):
    """One way in which the cards of a game are grouped where they are listed: by lineage, by level."""

    key: str
    """What commands call it, such as "lineage"."""
    letter: str
    """What custom_ids call it: one small letter, not "s", of each grouping of a game another one."""
    every: str
    """The choice of all cards, to be said by `gettext`: "Every lineage"."""
    of: Callable[[Any], str]
    """Returns the key of the group that a card is in: of a-z, 0-9 and -, at most 20."""
    titles: Callable[[Any], Mapping[str, str]]
    """Returns the titles of the groups of a pool by key, in the current language, not escaped."""
    fixed: bool = False
    """Whether each pool has the same groups; then all are offered, and stay chosen when other cards are."""

    def offered(self, pool: CardPool[Any, Any], cards: Iterable[AnyCard]) -> Mapping[str, str]:
        """Return the titles of the groups to choose from where these cards of a pool are listed."""
        used = {self.of(card) for card in cards}
        return {key: title for key, title in self.titles(pool).items() if self.fixed or key in used}


def fixed(titles: Mapping[str, str]) -> Callable[[Any], Mapping[str, str]]:
    """Return `Grouping.titles` for groups that are the same in each pool; said by `gettext`."""
    return lambda _pool: {key: gettext(title) for key, title in titles.items()}


class CardGame(ABC, Generic[CardT, SetT, PoolT]):
    """The cards of one game. The class says all that needs no cards at hand, such as what reads its files."""

    key: ClassVar[str]
    """The key of the game in the registry; its sets are in `data/KEY/sets`."""
    title: ClassVar[str]
    """The title of the game in the registry."""
    pool_type: ClassVar[Any]
    format: ClassVar[CardFormat]
    """How its card files are read (`bot.cardfiles`)."""
    kinds: ClassVar[Sequence[str]]
    """The kinds of cards, as commands call them."""
    groupings: ClassVar[Sequence[Grouping]]
    """How cards are listed; the first of them is also how they are laid out where decks are built."""
    figures: ClassVar[Mapping[str, str]] = {}
    """The printed figures, in words with `{number}` to be said by `gettext`, by the fields of cards."""
    bench: ClassVar[Bench | None] = None
    """How positions are put together card by card; None where they are only written."""
    named_in_controls: ClassVar[bool] = True
    """Whether controls name the game beside its sets. One game's do not: those that were posted while it was
    the only one with cards are its own."""

    def __init__(self, library: PoolLibrary[PoolT]) -> None:
        self.library = library

    @abstractmethod
    def in_words(self, card: CardT) -> CardInWords:
        """Return all text on a card."""

    @abstractmethod
    def stats(self, card: CardT) -> str:
        """Return what is printed on a card, in short, to stand beside its name: "Level 2, power 450"."""

    @abstractmethod
    def columns(self, card: CardT) -> Sequence[str]:
        """Return what a list on the command line shows of a card between its number and its name."""

    def origin(self, card: CardT, pool: PoolT) -> Sequence[str]:  # noqa: ARG002 - not every game has families
        """Return the group of a card in its set, in the current language, not escaped."""
        return ()

    def contents(self, one: SetT) -> Mapping[str, Sequence[str]]:  # noqa: ARG002
        """Return what else than cards a set has: titles as they are written, by what they are titles of,
        which is to be said by `gettext`."""
        return {}

    def doing_as(self, card: CardT, other: CardT) -> CardT | None:  # noqa: ARG002 - not every game can tell
        """Return a card that does what another of its rank does, None where there is no such card.

        In all else it is what it was: it comes into play as before, and other cards find it as before.
        """
        return None

    def with_doing(self, pool: PoolT, number: str, other: str) -> PoolT:
        """Return the pool in which one card does what another does. Raises `KeyError` where it cannot."""
        changed = self.doing_as(pool.cards[number], pool.cards[other])
        if changed is None:
            raise KeyError(other)
        return pool.with_card(changed)

    @classmethod
    def word_for(cls, set_key: str) -> str:
        """Return how the path of a control names a set of this game."""
        return f"{cls.key}{OF_GAME}{set_key}" if cls.named_in_controls else set_key

    @classmethod
    def tables(cls) -> frozenset[str]:
        """Return the keys that stand at the top of a card file."""
        return frozenset([field.name for field in msgspec.structs.fields(cls.pool_type.set_type)])


AnyCardGame: TypeAlias = CardGame[Any, Any, Any]
AnyPool: TypeAlias = CardPool[Any, Any]
OF_GAME = "~"
"""Between the key of a game and of one of its sets, in the path of a control."""
