"""Stores servers' card sets and maps."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.database.coordination import Topic
from bot.database.engine import Stored, replace_rows
from bot.parts.workshop.sets.ports import CardPicture, Keeping, ServerSet
from bot.parts.workshop.sets.tables import card_pictures, card_sets
from bot.parts.workshop.sets.versions_store import forget_versions, of_set, own_title, set_aside, set_bounds

# The pictures on the cards of servers' sets, on a database.


FRESH_SECONDS = 300.0
"""How long a list of pictures is cached: processes of version 1.2.0 do not announce changes."""
_OF_SET = of_set(card_pictures)
_PICTURES = (
    select(*[column for column in card_pictures.c if column.name != "png"])
    .where(card_pictures.c.guild == bindparam("of_guild"))
    .order_by(card_pictures.c.number)
)
_NUMBERS = select(card_pictures.c.number).where(*_OF_SET)
_FILES = select(card_pictures.c.digest, card_pictures.c.png).where(*_OF_SET)
_DROP = delete(card_pictures).where(*_OF_SET, card_pictures.c.number == bindparam("of_card"))
_DROP_ALL = delete(card_pictures).where(*_OF_SET)


class SqlCardPictureStore(Stored):
    """Where the pictures on servers' cards are kept; they go with the set. Every method may raise
    `bot.matches.errors.Unavailable`."""

    async def pictures(self, guild: int) -> Sequence[CardPicture]:
        """Return the pictures of all sets of a server by set number. The list is kept in memory."""
        kept = self._database.pictures
        read_at, there = kept.found.get(guild, (-FRESH_SECONDS, ()))
        now, changes = time.monotonic(), kept.changes
        if now - read_at >= FRESH_SECONDS:
            there = tuple([CardPicture(**row._mapping) for row in await self._all(_PICTURES, of_guild=guild)])
            kept.keep({guild: (now, there)}, changes)
        return tuple(there)

    async def files(self, guild: int, game: str, key: str) -> dict[str, bytes]:
        """Return the PNGs of a set's pictures by SHA-256."""
        found = await self._all(_FILES, **set_bounds(guild, game, key))
        return {row.digest: bytes(row.png) for row in found}

    async def keep(self, picture: CardPicture, png: bytes, most: int) -> Keeping:
        """Store a picture, replacing the card's former one; never returns `TAKEN`."""
        bounds = set_bounds(picture.guild, picture.game, picture.key)

        def work(connection: Connection) -> Keeping:
            others = set(connection.execute(_NUMBERS, bounds).scalars()) - {picture.number}
            if len(others) >= most:
                return Keeping.FULL
            replace_rows(connection, card_pictures, {**asdict(picture), "png": png})
            return Keeping.KEPT

        return await self._database.write_cached(Topic.SERVER, picture.guild, work)

    async def drop(self, guild: int, game: str, key: str, numbers: Iterable[str]) -> int:
        """Forget the pictures of these cards; return how many there were."""
        bounds, of_cards = set_bounds(guild, game, key), tuple(numbers)

        def work(connection: Connection) -> int:
            return sum([connection.execute(_DROP, {**bounds, "of_card": each}).rowcount for each in of_cards])

        return await self._database.write_cached(Topic.SERVER, guild, work)


def drop_pictures(connection: Connection, guild: int, game: str, key: str) -> None:
    """Delete all pictures of a set, in the transaction that removes it."""
    connection.execute(_DROP_ALL, set_bounds(guild, game, key))


_SETS = (
    select(*[column for column in card_sets.c if column.name != "text"])
    .where(card_sets.c.guild == bindparam("guild"), card_sets.c.game == bindparam("game"))
    .order_by(card_sets.c.key)
)
_TEXT = select(card_sets.c.text).where(*of_set(card_sets))
_REMOVE = delete(card_sets).where(*of_set(card_sets))


class SqlCardSetStore(Stored):
    """Where the card sets of servers are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def sets(self, guild: int, game: str) -> list[ServerSet]:
        """Return the sets of a server by key."""
        found = await self._all(_SETS, guild=guild, game=game)
        return [ServerSet(**own_title(row)) for row in found]

    async def text(self, guild: int, game: str, key: str) -> bytes | None:
        """Return the text of a set as it was uploaded, None for a set that is not there."""
        return await self._bytes(_TEXT, **set_bounds(guild, game, key))

    async def keep(
        self, added: ServerSet, text: bytes, *, most: int, replacing: bool, versions: bool = True
    ) -> Keeping:
        """Store a set; replace one with the same key if that is allowed.

        The replaced one becomes an old version unless it has the same text, or `versions` is false.
        """
        row = {
            **msgspec.structs.asdict(added),
            "title": str(added.title),
            "title_words": msgspec.json.encode(added.title.words, enc_hook=str),
        }
        bounds = {"guild": added.guild, "game": added.game}

        def work(connection: Connection) -> Keeping:
            others = {found.key for found in connection.execute(_SETS, bounds)}
            if added.key in others and not replacing:
                return Keeping.TAKEN
            if added.key not in others and len(others) >= most:
                return Keeping.FULL
            if added.key in others:  # else one that another process has just added would go unasked
                if versions:
                    set_aside(connection, added.guild, added.game, added.key, unless=added.digest)
                _remove(connection, added.guild, added.game, added.key)
            connection.execute(insert(card_sets), {**row, "text": text})
            return Keeping.KEPT

        return await self._unless_taken(work, Keeping.TAKEN)

    async def remove(self, guild: int, game: str, key: str) -> bool:
        """Remove a set with its former versions; False when it is not there."""

        def work(connection: Connection) -> bool:
            forget_versions(connection, guild, game, key)
            drop_pictures(connection, guild, game, key)
            return _remove(connection, guild, game, key)

        return await self._database.write_cached(Topic.SERVER, guild, work)


def _remove(connection: Connection, guild: int, game: str, key: str) -> bool:
    return connection.execute(_REMOVE, set_bounds(guild, game, key)).rowcount == 1
