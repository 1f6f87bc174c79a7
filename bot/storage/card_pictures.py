"""The pictures on the cards of servers' sets, on a database."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from bot.cardsets.ports import CardPicture, Keeping
from bot.storage.engine import Stored
from bot.storage.schema import card_pictures

_OF_SET = (
    card_pictures.c.guild == bindparam("of_guild"),
    card_pictures.c.game == bindparam("of_game"),
    card_pictures.c.key == bindparam("of_set"),
)
_PICTURES = (
    select(*[column for column in card_pictures.c if column.name != "png"])
    .where(*_OF_SET)
    .order_by(card_pictures.c.number)
)
_FILES = select(card_pictures.c.digest, card_pictures.c.png).where(*_OF_SET)
_DROP = delete(card_pictures).where(*_OF_SET, card_pictures.c.number == bindparam("of_card"))
_DROP_ALL = delete(card_pictures).where(*_OF_SET)


class SqlCardPictureStore(Stored):
    """Implements `bot.cardsets.ports.CardPictureStore`; what each method does is said there."""

    async def pictures(self, guild: int, game: str, key: str) -> list[CardPicture]:
        """Return the pictures of a set by set number."""
        found = await self._all(_PICTURES, **_bounds(guild, game, key))
        return [CardPicture(**row._mapping) for row in found]

    async def files(self, guild: int, game: str, key: str) -> dict[str, bytes]:
        """Return the PNGs of a set's pictures by SHA-256."""
        found = await self._all(_FILES, **_bounds(guild, game, key))
        return {row.digest: bytes(row.png) for row in found}

    async def keep(self, picture: CardPicture, png: bytes, most: int) -> Keeping:
        """Keep a picture in the place of the card's former one."""
        row = {field: getattr(picture, field) for field in picture.__struct_fields__}
        bounds = _bounds(picture.guild, picture.game, picture.key)

        def work(connection: Connection) -> Keeping:
            connection.execute(_DROP, {**bounds, "of_card": picture.number})
            if len(connection.execute(_PICTURES, bounds).all()) >= most:
                return Keeping.FULL
            connection.execute(insert(card_pictures), {**row, "png": png})
            return Keeping.KEPT

        try:
            return await self._database.write(work)
        except IntegrityError:  # another process has just given the card a picture
            return await self._database.write(work)

    async def drop(self, guild: int, game: str, key: str, numbers: Iterable[str]) -> int:
        """Forget the pictures of these cards."""
        bounds, of_cards = _bounds(guild, game, key), tuple(numbers)

        def work(connection: Connection) -> int:
            return sum([connection.execute(_DROP, {**bounds, "of_card": each}).rowcount for each in of_cards])

        return await self._database.write(work)


def drop_pictures(connection: Connection, guild: int, game: str, key: str) -> None:
    """Forget all pictures of a set, in the transaction that removes it."""
    connection.execute(_DROP_ALL, _bounds(guild, game, key))


def _bounds(guild: int, game: str, key: str) -> dict[str, int | str]:
    return {"of_guild": guild, "of_game": game, "of_set": key}
