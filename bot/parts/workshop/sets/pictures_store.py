"""The pictures on the cards of servers' sets, on a database."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, delete, select

from bot.database.coordination import Topic
from bot.database.engine import Stored
from bot.database.replacing import replace_rows
from bot.parts.workshop.sets.ports import CardPicture, Keeping
from bot.parts.workshop.sets.tables import card_pictures
from bot.parts.workshop.sets.versions_store import of_set, set_bounds

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
        read_at, found = kept.found.get(guild, (-FRESH_SECONDS, ()))
        now, changes = time.monotonic(), kept.changes
        if now - read_at >= FRESH_SECONDS:
            found = tuple([CardPicture(**row._mapping) for row in await self._all(_PICTURES, of_guild=guild)])
            kept.keep({guild: (now, found)}, changes)
        return tuple(found)

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
