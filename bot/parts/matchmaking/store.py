"""Stores standing wishes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    Row,
    Text,
    bindparam,
    delete,
    func,
    select,
)

from bot.database.engine import Stored
from bot.database.schema import GOING_ON, UtcDateTime, matches, new_table, seated
from bot.parts.matchmaking.model import Wish

wishes = new_table(
    "wishes",
    Column("user", BigInteger, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("place", UtcDateTime, nullable=False),
    Column("began", UtcDateTime, nullable=False),
    Column("wish", LargeBinary, nullable=False),
    PrimaryKeyConstraint("user", "guild", "game"),
    Index("ix_wishes_place", "place"),
)
"""Users' standing wishes for games, each as JSON. `place`: the order in which they are served."""

_STANDING = select(wishes).order_by(wishes.c.place, wishes.c.user)
_OF = _STANDING.where(wishes.c.user == bindparam("who"))
_FORGET = delete(wishes).where(
    wishes.c.user == bindparam("who"),
    wishes.c.guild == bindparam("where"),
    wishes.c.game == bindparam("what"),
)
_FORGET_OLD = delete(wishes).where(wishes.c.began < bindparam("before"))
_PLAYING = (
    select(seated.c.user, matches.c.game, func.count().label("number"))
    .join(matches, matches.c.id == seated.c.match)
    .where(GOING_ON, seated.c.user.in_(select(wishes.c.user)))
    .group_by(seated.c.user, matches.c.game)
)


class SqlWishStore(Stored):
    """Stores wishes. Every method may raise `bot.matches.errors.Unavailable`."""

    async def keep(self, wish: Wish) -> None:
        """Store a wish in place of the person's wish for the same game on the same server."""
        row = {name: getattr(wish, name) for name in ("user", "guild", "game", "place", "began")}
        await self._replace(wishes, {**row, "wish": msgspec.json.encode(wish)})

    async def withdraw(self, user: int, guild: int, game: str) -> bool:
        """Delete a wish; False where there was none."""
        return bool(await self._execute(_FORGET, who=user, where=guild, what=game))

    async def of(self, user: int) -> list[Wish]:
        """Return the wishes of a person, by their places."""
        return [_wish(row) for row in await self._all(_OF, who=user)]

    async def standing(self) -> list[Wish]:
        """Return all wishes, by their places."""
        columns = (wishes.c.place, wishes.c.user, wishes.c.guild, wishes.c.game)
        paged = await self._paged(_wish, _STANDING, *columns)
        return [*{(each.user, each.guild, each.game): each for each in paged}.values()]  # one may have moved

    async def forget(self, before: datetime) -> None:
        """Delete the wishes that began before an instant."""
        await self._execute(_FORGET_OLD, before=before)

    async def playing(self) -> Mapping[tuple[int, str], int]:
        """Return the number of matches and lobbies of each user with a wish, by user and game."""
        return {(row.user, row.game): row.number for row in await self._all(_PLAYING)}


def _wish(row: Row[Any]) -> Wish:
    return msgspec.json.decode(row.wish, type=Wish)
