"""Card sets that servers add to the cards that come with the bot: checked, kept, and ready to play with.

Nothing of an uploaded file is ever run, and nothing in it is trusted: each time it is read again in
bounds and checked. A match pins the cards it is opened with: later changes do not affect it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from bot.base.clock import Clock
from bot.base.language import N_, OwnText, gettext, pgettext
from bot.engine.cards.deckbuilding import spellings
from bot.engine.cards.files.finding import Finding
from bot.engine.cards.files.reading import ReadResult, read_card_set
from bot.engine.cards.files.tokens import UPLOADED
from bot.engine.cards.game import OF_GAME, STANDARD, AnyCardGame, AnyPool, AnySet
from bot.engine.cards.own_words import words_of
from bot.engine.errors import BadOptions, Refusal
from bot.engine.sentences import echo, either, listed
from bot.engine.spelling import name_key
from bot.parts.workshop.sets.fitting import looks
from bot.parts.workshop.sets.ports import Keeping, ServerSet
from bot.parts.workshop.sets.store import SqlCardSetStore

MOST_SETS = 10
"""The most sets of one server for one game."""
LARGEST_FILE = UPLOADED.size
"""Bytes of an uploaded file."""
MOST_READINGS = 50
"""The most texts of sets whose readings are cached."""


class SetRefused(Refusal):
    """A card set that cannot be added, removed or found."""


class Source(msgspec.Struct, frozen=True):
    """Where cards of a game come from: the bot itself, or a set that a server has added."""

    game: AnyCardGame
    key: str
    """`standard`, or the key of the set."""
    title: str
    """As it was written: `called` says it."""
    pool: AnyPool
    """The cards of a match with this set."""
    own: AnySet | None = None
    """The server's set; None for the cards that come with the bot."""
    faults: tuple[Finding, ...] = ()
    """Errors by today's check that the check did not find when the set was added."""

    @property
    def called(self) -> str:
        """Its name in the current language, from its own translations; not escaped."""
        return gettext(self.title) if self.own is None else pgettext("card", self.title)

    @property
    def word(self) -> str:
        """How the path of a control names it."""
        return self.game.word_for(self.key)

    @property
    def cards(self) -> Sequence[Any]:
        """The cards that come from here."""
        return tuple(self.pool.cards.values()) if self.own is None else self.pool.cards_of(self.own)


class CardSets:
    """The card sets of servers for all games with cards. Refusals are `SetRefused`."""

    def __init__(self, store: SqlCardSetStore, games: Mapping[str, AnyCardGame], clock: Clock) -> None:
        self.games = games
        """The games with cards by their keys."""
        self._store = store
        self._clock = clock
        self._read: LRUCache[tuple[str, str], Source | None] = LRUCache(MOST_READINGS)

    async def check(self, game: str, content: bytes, source: str, *, stored: bool = False) -> ReadResult:
        """Read any file and check it with the cards that come with the bot.

        A `stored` file was accepted before.
        """
        cards = self.games[game]
        standard = cards.library.standard
        reading = await asyncio.to_thread(
            read_card_set,
            content,
            source,
            cards.format,
            standard,
            others=lambda: {each.title: each.format for key, each in self.games.items() if key != game},
            stored=stored,
            looks=None if stored else partial(looks, cards),
        )
        own = None if reading.set is None else standard.owned([reading.set])[0]
        return msgspec.structs.replace(reading, set=own)

    async def add(
        self, guild: int, game: str, content: bytes, new: AnySet, *, replacing: bool = False
    ) -> Keeping:
        """Keep a set that was read from this content without an error. Raises `SetRefused`."""
        digest = hashlib.sha256(content).hexdigest()
        title = OwnText(new.title, titled(new))
        added = ServerSet(guild, game, new.key, title, digest, self._clock())
        keeping = await self._store.keep(added, content, most=MOST_SETS, replacing=replacing)
        if keeping is Keeping.FULL:
            raise SetRefused.translated(
                "This server has {number} card sets of {game}, which is the most. Remove one first.",
                number=MOST_SETS,
                game=self.games[game].title,
            )
        return keeping

    async def remove(self, kept: ServerSet) -> None:
        """Remove a set; matches that run with it go on."""
        await self._store.remove(kept.guild, kept.game, kept.key)
        self._read.pop((kept.game, kept.digest), None)

    def forget_readings(self) -> None:
        """Drop the cache of read files. Files are read again when needed."""
        self._read.clear()

    async def sets(self, guild: int, games: Iterable[str] = ()) -> list[ServerSet]:
        """Return the sets of a server for these games, or for all, by key."""
        return [kept for key in games or self.games for kept in await self._store.sets(guild, key)]

    async def _of_game(self, guild: int | None, game: str) -> list[ServerSet]:
        return [] if guild is None else await self.sets(guild, [game])

    def game_of_word(self, word: str) -> AnyCardGame:
        """Return the game of the set that a control's path names (`CardGame.word_for`)."""
        named = word.rpartition(OF_GAME)[0]
        unnamed = next((game for game in self.games.values() if not game.named_in_controls), None)
        chosen = self.games.get(named) if named else unnamed
        if chosen is None:
            raise _gone()
        return chosen

    async def find(self, guild: int, word: str, games: Iterable[str] = ()) -> list[ServerSet]:
        """Return the sets with this key or title, at most one for each of these games, or of all.

        Raises `SetRefused` with those there are.
        """
        kept = await self.sets(guild, games)
        folded = name_key(word)
        fitting = [each for each in kept if each.key == folded]
        fitting += [each for each in kept if any(name_key(one) == folded for one in spellings(each.title))]
        if fitting:
            return [*reversed({each.game: each for each in reversed(fitting)}.values())]
        if not kept:
            raise SetRefused.translated("This server has no card sets of its own. /cards add takes one in.")
        keys = listed([each.key for each in kept])
        raise SetRefused.translated(
            "This server has no card set {name}. Its sets are {keys}.", name=echo(word), keys=keys
        )

    async def text(self, kept: ServerSet) -> bytes:
        """Return the file of a set as it was uploaded. Raises `SetRefused`."""
        content = await self._store.text(kept.guild, kept.game, kept.key)
        if content is None:
            raise _gone()
        return content

    async def sources(self, guild: int | None, game: str) -> list[Source]:
        """Return the sources of cards for a game on a server, first the cards that come with the bot.

        A set that has errors with the present cards of the bot is left out.
        """
        cards = self.games[game]
        usual = [Source(cards, STANDARD, N_("The cards that come with the bot"), cards.library.standard)]
        kept = await self._of_game(guild, game)
        return [*usual, *[source for each in kept if (source := await self.source(each)) is not None]]

    async def source(self, kept: ServerSet) -> Source | None:
        """Return a set ready to be played with; None where it has errors today. Raises `SetRefused`.

        Each text is read once and then cached.
        """
        text = kept.game, kept.digest
        if text not in self._read:
            reading = await self.check(kept.game, await self.text(kept), kept.key, stored=True)
            source = None if reading.set is None else self.made(kept.game, reading.set)
            self._read[text] = None if source is None else replace(source, faults=reading.errors)
        source = self._read[text]
        if source is not None:
            source.game.library.add(source.pool)  # it may have been forgotten
            source.game.library.forget_oldest()
        return source

    async def playable(self, kept: ServerSet) -> Source:
        """Return a set ready to be played with. Raises `SetRefused` for a set with errors."""
        source = await self.source(kept)
        if source is None:
            raise SetRefused.translated(
                "This set no longer fits the cards that come with the bot. /cards check says why."
            )
        return source

    async def words(self, guild: int | None, game: str) -> list[str]:
        """Return the values of the option for cards on a server, besides `standard`."""
        return [kept.key for kept in await self._of_game(guild, game)]

    async def pinned(self, guild: int | None, game: str, word: str) -> str:
        """Return the meaning of a person's word for the cards of a match: `standard`, or the hash of a pool.

        The pool is then in the library. Raises `BadOptions` with the possible words.
        """
        if name_key(word) == STANDARD:
            return STANDARD
        kept = {each.key: each for each in await self._of_game(guild, game)}
        wanted = kept.get(name_key(word))
        if wanted is None:
            words = either([STANDARD, *kept])
            raise BadOptions.translated(
                "There are no cards {name} here. Choose {words}.", name=echo(word), words=words
            )
        source = await self.source(wanted)
        if source is None:
            raise BadOptions.translated(
                "The card set {key} no longer fits the cards that come with the bot. /cards"
                " check on its file says why.",
                key=wanted.key,
            )
        return source.pool.hash

    async def pool_for(self, guild: int | None, game: str, numbers: Iterable[str]) -> AnyPool:
        """Return the cards that a deck of these set numbers is best built from on a server."""
        standard: AnyPool = self.games[game].library.standard
        wanted = set(numbers) - standard.cards.keys()
        if not wanted:
            return standard
        sources = await self.sources(guild, game)
        return max(sources, key=lambda source: len(wanted & source.pool.cards.keys())).pool

    def made(self, game: str, own: AnySet) -> Source:
        """Return a set that was read without an error, ready to be played with."""
        cards = self.games[game]
        pool = cards.library.add(cards.library.standard.with_sets([own]))
        cards.library.forget_oldest()
        return Source(cards, own.key, own.title, pool, own)


def titled(own: AnySet) -> Mapping[str, Mapping[str, str]]:
    """Return the part of a set's catalogue that its title needs."""
    return {
        language: {own.title: words[own.title]}
        for language, words in words_of(own).items()
        if own.title in words
    }


def _gone() -> SetRefused:
    return SetRefused.translated("This card set was removed since. /cards sets shows those there are.")
