"""The interface of a game with cards: its sets and pools, the text of its cards, and lists of them.

A game with its own cards registers one `CardGame`. Decks built by players are separate
(`bot.engine.cards.deckbuilding`): a game may have cards without players' decks.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, count
from math import inf
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from bot.base.language import gettext
from bot.engine.cards.format import CardFormat, placed
from bot.engine.cards.own_words import own
from bot.engine.position_editor import PositionEditor

CARDS = "cards"
"""The option of a card game for its cards."""
STANDARD = "standard"
"""The word for the cards that are shipped with the bot; no set has this key."""


class AnyCard(Protocol):
    """A card of any game, with the fields that all games share."""

    @property
    def number(self) -> str:
        """Its set number; cards with the same set number are copies of each other."""

    @property
    def name(self) -> str:
        """The name as the designer wrote it: translate with `pgettext("card", name)`, and escape it."""

    @property
    def kind(self) -> str:
        """One of `CardGame.kinds`."""

    @property
    def artist(self) -> str:
        """The artist; "" for a card that the renderer draws."""


class AnySet(Protocol):
    """A card set of any game: the content of one card file."""

    @property
    def key(self) -> str:
        """The name that people type for it: a-z, 0-9 and -, at most 20 characters."""

    @property
    def title(self) -> str:
        """The title as the designer wrote it, translated like the name of a card."""

    @property
    def description(self) -> str:
        """The description as the designer wrote it; "" for none."""


CardT = TypeVar("CardT", bound=AnyCard)
SetT = TypeVar("SetT", bound=AnySet)


class CardPool(Generic[SetT, CardT]):
    """All cards of a match: the cards of one or more sets. Equal pools have equal hashes."""

    set_type: ClassVar[Any]
    """The struct of a card set."""
    fields: ClassVar[tuple[str, ...]]
    """The names of the set's fields that hold cards, in display order."""

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
        """Return the pool of these sets and its own ones; a given set replaces an own set of the same key.

        Sets with new keys are a designer's own: only their own catalogue translates them. A game in which a
        set replaces others overrides this.
        """
        added = self.owned(sets)
        keys = {one.key for one in added}
        return type(self)((*added, *[one for one in self.sets if one.key not in keys]))

    def owned(self, sets: Iterable[SetT]) -> tuple[SetT, ...]:
        """Return the sets that may be added to this pool; sets with a key of this pool stay unchanged."""
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
        """The pool as JSON; equal pools give equal bytes."""
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
    """A pool with ready decks, of a game whose abilities have triggers."""

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
    by_trigger: dict[str, tuple[Any, ...]] = {}
    for ability in abilities:
        by_trigger[ability.on] = (*by_trigger.get(ability.on, ()), ability)
    return by_trigger


class Hashed(Protocol):
    """What a match pins by its hash: a pool of cards, or a table."""

    @property
    def hash(self) -> str:
        """The SHA-256 of `encoded`."""

    @property
    def encoded(self) -> bytes:
        """All of it, as stored with matches that pin it."""


HashedT = TypeVar("HashedT", bound=Hashed)
MOST_POOLS = 50
"""The most in memory besides those that are never forgotten: outsiders can make one with each file."""


class HashLibrary(Generic[HashedT]):
    """What matches pin, by hash, of those loaded. What a hash means never changes. Safe to use from several
    threads.
    """

    most: ClassVar[int] = MOST_POOLS
    most_bytes: ClassVar[float] = inf
    """The most bytes of these, encoded."""

    def __init__(self, *lasting: HashedT) -> None:
        self._known: dict[str, HashedT] = {}
        self._lasting: set[str] = set()
        """Those that are never forgotten."""
        self._used: dict[str, int] = {}
        """The number of the last use of each."""
        self._uses = count(1)
        self._looked_at = 0
        """The number of uses at the last call of `forget_idle`."""
        for each in lasting:
            self.keep(each)

    def keep(self, one: HashedT) -> None:
        """Add one that is never forgotten."""
        self._lasting.add(one.hash)
        self.add(one)

    def add(self, one: HashedT) -> HashedT:
        """Add one, and return it."""
        self._used[one.hash] = next(self._uses)
        return self._known.setdefault(one.hash, one)

    def forget_idle(self) -> int:
        """Forget those not used since the last call; return their number."""
        idle = [each for each, used in dict(self._used).items() if used <= self._looked_at]
        self._looked_at = next(self._uses)
        return self._forget(idle)

    def forget_oldest(self) -> int:
        """Forget the least recently used ones beyond `most` and `most_bytes`; return their number.

        They are added again on request, so only whoever can do that calls this. The latest one stays.
        """
        known, used = dict(self._known), dict(self._used)  # other threads may use them meanwhile
        latest = sorted(known.keys() - self._lasting, key=lambda each: used.get(each, 0), reverse=True)
        most = self.most
        if self.most_bytes < inf:
            taken = accumulate([len(known[each].encoded) for each in latest])
            most = max(1, min(most, sum([size <= self.most_bytes for size in taken])))
        return self._forget(latest[most:])

    def _forget(self, hashes: Iterable[str]) -> int:
        gone = [each for each in hashes if each not in self._lasting]
        for each in gone:
            self._known.pop(each, None)
            self._used.pop(each, None)
        return len(gone)

    def __contains__(self, pinned: object) -> bool:
        """Whether the one of this hash is loaded. Asking counts as use."""
        known = pinned in self._known
        if known:
            self._used[str(pinned)] = next(self._uses)
        return known

    def __getitem__(self, pinned: str) -> HashedT:
        """Return the one of this hash. Raises `KeyError`."""
        found = self._known[pinned]
        self._used[pinned] = next(self._uses)
        return found


class PoolLibrary(HashLibrary[PoolT]):
    """The loaded pools, about 1 MB each."""

    def __init__(self, standard: PoolT) -> None:
        super().__init__(standard)
        self.standard = standard
        """The pool of a match without custom cards."""

    def of(self, sets: Iterable[Any]) -> PoolT:
        """Return the pool of these sets alone. Sets that are not shipped with the bot count as a designer's
        own.
        """
        return type(self.standard)(self.standard.owned(sets))

    def learn(self, encoded: bytes) -> PoolT:
        """Add the pool of these bytes, and forget what is too many.

        Raises `msgspec.DecodeError` or its subclass.
        """
        learnt = self.add(self.of(self.standard.decode(encoded).sets))
        self.forget_oldest()
        return learnt

    def at(self, pool_hash: str | None) -> PoolT:
        """Return the pool of this hash, or the standard pool for None. Raises `KeyError`."""
        return self.standard if pool_hash is None else self[pool_hash]


class CardInWords(NamedTuple):
    """The full text of a card, in the current language, not escaped."""

    name: str
    kind: str
    """The kind of card with its numbers: "Level 2 Character, power 450"."""
    traits: tuple[str, ...]
    rules: tuple[str, ...]
    """The paragraphs of its rules text."""
    flavour: str
    """"" for none."""


class Grouping(msgspec.Struct, frozen=True):
    """A way to group the cards of a game in lists: by lineage, by level."""

    key: str
    """Its key in commands, such as "lineage"."""
    letter: str
    """Its key in custom_ids: one small letter, not "s", different for each grouping of a game."""
    every: str
    """The label of the choice of all cards, a message: "Every lineage"."""
    of: Callable[[Any], str]
    """Returns the key of a card's group: a-z, 0-9 and -, at most 20 characters."""
    titles: Callable[[Any], Mapping[str, str]]
    """Returns the titles of the groups of a pool by key, in the current language, not escaped."""
    fixed: bool = False
    """Whether the groups are the same in every pool; then all groups are offered, and the chosen group is
    kept when the pool changes.
    """

    def offered(self, pool: CardPool[Any, Any], cards: Iterable[AnyCard]) -> Mapping[str, str]:
        """Return the titles of the groups to choose from in a list of these cards of a pool."""
        used = {self.of(card) for card in cards}
        return {key: title for key, title in self.titles(pool).items() if self.fixed or key in used}


def fixed(titles: Mapping[str, str]) -> Callable[[Any], Mapping[str, str]]:
    """Return a `Grouping.titles` for groups that are the same in every pool; the titles are messages."""
    return lambda _pool: {key: gettext(title) for key, title in titles.items()}


class CardGame(ABC, Generic[CardT, SetT, PoolT]):
    """The interface to the cards of one game: everything that does not depend on loaded cards."""

    key: ClassVar[str]
    """The key of the game in the registry; its sets are in `data/KEY/sets`."""
    title: ClassVar[str]
    """The title of the game in the registry."""
    pool_type: ClassVar[Any]
    format: ClassVar[CardFormat]
    """How its card files are read (`bot.engine.cards.files`)."""
    kinds: ClassVar[Sequence[str]]
    """The kinds of cards, as named in commands."""
    groupings: ClassVar[Sequence[Grouping]]
    """The groupings of cards in lists; the first one is also used where decks are built."""
    figures: ClassVar[Mapping[str, str]] = {}
    """The printed numbers by the field names of cards: messages with `{number}`."""
    editor: ClassVar[PositionEditor | None] = None
    """How positions are composed card by card; None if positions can only be written as text."""
    named_in_controls: ClassVar[bool] = True
    """Whether controls contain the game's key beside the set's. False for one game only: controls posted
    while it was the only game with cards have no key of a game.
    """

    def __init__(self, library: PoolLibrary[PoolT]) -> None:
        self.library = library

    @abstractmethod
    def in_words(self, card: CardT) -> CardInWords:
        """Return the full text of a card."""

    @abstractmethod
    def stats(self, card: CardT) -> str:
        """Return a short summary of a card, for use after its name: "Level 2, power 450"."""

    @abstractmethod
    def columns(self, card: CardT) -> Sequence[str]:
        """Return the columns between number and name of a card in lists on the command line."""

    def origin(self, card: CardT, pool: PoolT) -> Sequence[str]:  # noqa: ARG002 - not every game has families
        """Return the group of a card in its set, in the current language, not escaped."""
        return ()

    def contents(self, one: SetT) -> Mapping[str, Sequence[str]]:  # noqa: ARG002
        """Return the other contents of a set beside its cards: lists of titles as written, by a message for
        their kind.
        """
        return {}

    def doing_as(self, card: CardT, other: CardT) -> CardT | None:  # noqa: ARG002 - not every game can tell
        """Return a copy of the card with the abilities of another card of its rank, None if there is none.

        Everything else is unchanged: how it comes into play, and how other cards find it.
        """
        return None

    def with_doing(self, pool: PoolT, number: str, other: str) -> PoolT:
        """Return the pool in which one card has the abilities of another. Raises `KeyError` if it cannot."""
        changed = self.doing_as(pool.cards[number], pool.cards[other])
        if changed is None:
            raise KeyError(other)
        return pool.with_card(changed)

    @classmethod
    def word_for(cls, set_key: str) -> str:
        """Return the path segment of a control that identifies a set of this game."""
        return f"{cls.key}{OF_GAME}{set_key}" if cls.named_in_controls else set_key

    @classmethod
    def tables(cls) -> frozenset[str]:
        """Return the top-level keys of a card file."""
        return frozenset([field.name for field in msgspec.structs.fields(cls.pool_type.set_type)])


AnyCardGame: TypeAlias = CardGame[Any, Any, Any]
AnyPool: TypeAlias = CardPool[Any, Any]
OF_GAME = "~"
"""Separates the key of a game from the key of its set, in the path of a control."""
