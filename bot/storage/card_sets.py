"""The card sets of servers on a database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from bot.cardsets.ports import Keeping, ServerSet
from bot.storage.deck_tables import card_sets
from bot.storage.engine import Stored

_SETS = (
    select(*[column for column in card_sets.c if column.name != "text"])
    .where(card_sets.c.guild == bindparam("guild"), card_sets.c.game == bindparam("game"))
    .order_by(card_sets.c.key)
)
_TEXT = select(card_sets.c.text).where(
    card_sets.c.guild == bindparam("guild"),
    card_sets.c.game == bindparam("game"),
    card_sets.c.key == bindparam("key"),
)
_REMOVE = delete(card_sets).where(
    card_sets.c.guild == bindparam("server"),
    card_sets.c.game == bindparam("of_game"),
    card_sets.c.key == bindparam("this"),
)


class SqlCardSets(Stored):
    """Implements `bot.cardsets.ports.CardSetStore`; what each method does is said there."""

    async def sets(self, guild: int, game: str) -> list[ServerSet]:
        """Return the sets of a server by key."""
        bounds = {"guild": guild, "game": game}
        found = await self._database.read(lambda connection: connection.execute(_SETS, bounds).all())
        return [ServerSet(**row._mapping) for row in found]

    async def text(self, guild: int, game: str, key: str) -> bytes | None:
        """Return the text of a set as it was uploaded."""
        bounds = {"guild": guild, "game": game, "key": key}
        found = await self._database.read(lambda connection: connection.execute(_TEXT, bounds).first())
        return None if found is None else bytes(found.text)

    async def keep(self, added: ServerSet, text: bytes, *, most: int, replacing: bool) -> Keeping:
        """Keep a set; one of the same key is replaced if it may be."""
        row: dict[str, Any] = {field: getattr(added, field) for field in added.__struct_fields__}
        bounds = {"guild": added.guild, "game": added.game}

        def work(connection: Connection) -> Keeping:
            others = {found.key for found in connection.execute(_SETS, bounds)}
            if added.key in others and not replacing:
                return Keeping.TAKEN
            if added.key not in others and len(others) >= most:
                return Keeping.FULL
            if added.key in others:  # else one that another process has just added would go unasked
                _remove(connection, added.guild, added.game, added.key)
            connection.execute(insert(card_sets), {**row, "text": text})
            return Keeping.KEPT

        try:
            return await self._database.write(work)
        except IntegrityError:  # another process was quicker with the same key
            return Keeping.TAKEN

    async def remove(self, guild: int, game: str, key: str) -> bool:
        """Remove a set; False when it is not there."""
        return await self._database.write(lambda connection: _remove(connection, guild, game, key))


def _remove(connection: Connection, guild: int, game: str, key: str) -> bool:
    bounds = {"server": guild, "of_game": game, "this": key}
    return connection.execute(_REMOVE, bounds).rowcount == 1
