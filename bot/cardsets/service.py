"""Card sets that servers add to the cards that come with the bot: checked, kept, and ready to play with.

Nothing of an uploaded file is ever run, and nothing in it is trusted: each time it is read anew in bounds and
checked (`bot.cardfiles`). A match pins the cards it is opened with, so that nothing here touches it any more.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import ClassVar

import msgspec

from bot.cardfiles import UPLOADED, Reading, read_card_set
from bot.cardsets.pools import pool_with
from bot.cardsets.ports import CardSetStore, Keeping, ServerSet
from bot.clock import Clock
from bot.engine.deckbuilding import spellings
from bot.engine.errors import BadOptions, Refusal
from bot.engine.language import N_, gettext, pgettext
from bot.engine.phrases import echo, either, listed
from bot.games.arclash.cards import CardSet, Library, Pool
from bot.games.arclash.checks.format import FORMAT
from bot.games.arclash.options import STANDARD

MOST_SETS = 10
"""Sets of one server."""
LARGEST_FILE = UPLOADED.size
"""Bytes of an uploaded file."""
_KEPT_READINGS = 200


class SetRefused(Refusal):
    """A card set that cannot be added, removed or found."""


class Source(msgspec.Struct, frozen=True):
    """Where cards come from: the bot itself, or a set that a server has added."""

    key: str
    """`standard`, or the key of the set."""
    title: str
    """As it was written: `called` says it."""
    pool: Pool
    """What a match with these cards is played with."""
    own: CardSet | None = None
    """The server's set; None for the cards that come with the bot."""

    @property
    def called(self) -> str:
        """What it is called in the language that is spoken; not escaped."""
        return gettext(self.title) if self.own is None else pgettext("card", self.title)

    @property
    def numbers(self) -> Sequence[str]:
        """The set numbers of the cards that come from here."""
        if self.own is None:
            return tuple(self.pool.cards)
        return [card.number for card in (*self.own.characters, *self.own.supports)]


class CardSets:
    """The card sets of servers. Refusals are `SetRefused`."""

    game: ClassVar[str] = "arclash"
    """The game whose cards these are."""

    def __init__(self, store: CardSetStore, library: Library, clock: Clock) -> None:
        self.library = library
        self._store = store
        self._clock = clock
        self._read: OrderedDict[str, Source | None] = OrderedDict()

    async def check(self, content: bytes, source: str) -> Reading:
        """Read a file and check it against the cards that come with the bot, whatever it holds."""
        return await asyncio.to_thread(read_card_set, content, source, FORMAT, self.library.standard)

    async def add(self, guild: int, content: bytes, found: CardSet, *, replacing: bool = False) -> Keeping:
        """Keep a set that was read from this content without an error. Raises `SetRefused`."""
        digest = hashlib.sha256(content).hexdigest()
        added = ServerSet(guild, self.game, found.key, found.title, digest, self._clock())
        keeping = await self._store.keep(added, content, most=MOST_SETS, replacing=replacing)
        if keeping is Keeping.FULL:
            raise SetRefused(
                gettext(
                    "This server has {number} card sets, which is the most. Remove one first.",
                    number=MOST_SETS,
                )
            )
        return keeping

    async def remove(self, guild: int, word: str) -> ServerSet:
        """Remove a set; matches that run with it go on. Raises `SetRefused`."""
        found = await self.find(guild, word)
        await self._store.remove(guild, self.game, found.key)
        return found

    async def sets(self, guild: int) -> list[ServerSet]:
        """Return the sets of a server by key."""
        return await self._store.sets(guild, self.game)

    async def find(self, guild: int, word: str) -> ServerSet:
        """Return the set of this key or title. Raises `SetRefused` with those there are."""
        kept = await self.sets(guild)
        folded = " ".join(word.split()).casefold()
        fitting = [each for each in kept if each.key == folded]
        fitting += [each for each in kept if any(one.casefold() == folded for one in spellings(each.title))]
        if fitting:
            return fitting[0]
        if not kept:
            raise SetRefused(gettext("This server has no card sets of its own. /cards add takes one in."))
        keys = listed([each.key for each in kept])
        raise SetRefused(
            gettext("This server has no card set {name}. Its sets are {keys}.", name=echo(word), keys=keys)
        )

    async def text(self, guild: int, key: str) -> bytes:
        """Return the file of a set as it was uploaded. Raises `SetRefused`."""
        found = await self._store.text(guild, self.game, key)
        if found is None:
            raise SetRefused(gettext("This card set was removed since. /cards sets shows those there are."))
        return found

    async def sources(self, guild: int | None) -> list[Source]:
        """Return all cards there are on a server, those that come with the bot first.

        A set that has errors by now, because other cards come with the bot, is left out.
        """
        found = [Source(STANDARD, N_("The cards that come with the bot"), self.library.standard)]
        for kept in await self.sets(guild) if guild is not None else ():
            source = await self._source(kept)
            if source is not None:
                found.append(source)
        return found

    async def source(self, guild: int, key: str) -> Source | None:
        """Return a set ready to be played with; None where it has errors by now. Raises `SetRefused`."""
        return await self._source(await self.find(guild, key))

    async def words(self, guild: int | None) -> list[str]:
        """Return what the option for cards can be on a server."""
        return [STANDARD, *[kept.key for kept in (await self.sets(guild) if guild is not None else ())]]

    async def pinned(self, guild: int | None, word: str) -> str:
        """Return what a person's word for the cards of a match means: `standard`, or the hash of a pool.

        The pool is in the library then. Raises `BadOptions` with the words there are.
        """
        if word.casefold() == STANDARD:
            return STANDARD
        kept = {each.key: each for each in (await self.sets(guild) if guild is not None else ())}
        wanted = kept.get(word.casefold())
        if wanted is None:
            words = either([STANDARD, *kept])
            raise BadOptions(
                gettext("There are no cards {name} here. Choose {words}.", name=echo(word), words=words)
            )
        source = await self._source(wanted)
        if source is None:
            raise BadOptions(
                gettext(
                    "The card set {key} does not fit the cards that come with the bot any more. /cards check"
                    " on its file says why.",
                    key=wanted.key,
                )
            )
        return source.pool.hash

    async def pool_for(self, guild: int | None, numbers: Iterable[str]) -> Pool:
        """Return the cards that a deck of these set numbers is best built from on a server."""
        wanted = set(numbers) - self.library.standard.cards.keys()
        if not wanted:
            return self.library.standard
        sources = await self.sources(guild)
        return max(sources, key=lambda source: len(wanted & source.pool.cards.keys())).pool

    async def _source(self, kept: ServerSet) -> Source | None:
        """Return a kept set, read once and then remembered by its text; None where it has errors by now."""
        if kept.digest not in self._read:
            reading = await self.check(await self.text(kept.guild, kept.key), kept.key)
            self._read[kept.digest] = None if reading.set is None else self._made(reading.set)
        self._read.move_to_end(kept.digest)
        while len(self._read) > _KEPT_READINGS:
            self._read.popitem(last=False)
        return self._read[kept.digest]

    def _made(self, own: CardSet) -> Source:
        pool = self.library.add(pool_with(self.library.standard, [own]))
        return Source(own.key, own.title, pool, own)
