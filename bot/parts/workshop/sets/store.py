"""Stores servers' card sets and maps."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.database.coordination import Topic
from bot.database.engine import Stored
from bot.parts.workshop.sets.pictures_store import drop_pictures
from bot.parts.workshop.sets.ports import Keeping, ServerSet
from bot.parts.workshop.sets.tables import card_sets
from bot.parts.workshop.sets.versions_store import forget_versions, of_set, own_title, set_aside, set_bounds

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
