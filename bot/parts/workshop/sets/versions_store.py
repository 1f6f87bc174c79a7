"""Former versions of servers' card sets, and the matches that were played with them, on a database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Table, bindparam, delete, func, insert, select

from bot.base.ids import MatchId
from bot.base.language import OwnText
from bot.database.engine import Stored
from bot.database.schema import matches
from bot.matches.model import Stage
from bot.matches.statements import CARDS
from bot.parts.workshop.sets.ports import FormerSet
from bot.parts.workshop.sets.tables import card_set_versions, card_sets

_VERSIONS = card_set_versions.c
_FORMER = (
    select(
        *[column for column in _VERSIONS if column.name != "text"], func.length(_VERSIONS.text).label("size")
    )
    .where(_VERSIONS.guild == bindparam("guild"))
    .order_by(_VERSIONS.at, _VERSIONS.game, _VERSIONS.key, _VERSIONS.number)
)


def of_set(table: Table) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that a row of this table belongs to the set of `set_bounds`."""
    names = ("guild", "game", "key")
    return tuple([table.c[name] == bindparam(f"of_{name}") for name in names])


def set_bounds(guild: int, game: str, key: str) -> dict[str, int | str]:
    """Return the values for `of_set`."""
    return {"of_guild": guild, "of_game": game, "of_key": key}


_OF_SET = of_set(card_set_versions)
_TEXT = select(_VERSIONS.text).where(*_OF_SET, _VERSIONS.number == bindparam("which"))
_NEXT = select(func.coalesce(func.max(_VERSIONS.number), 0) + 1).where(*_OF_SET)
_FORGET = delete(card_set_versions).where(*_OF_SET, _VERSIONS.number == bindparam("which"))
_FORGET_ALL = delete(card_set_versions).where(*_OF_SET)
_CURRENT = select(card_sets).where(*of_set(card_sets))

_words = msgspec.json.Decoder(dict[str, dict[str, str]])


def own_title(row: Row[Any]) -> dict[str, Any]:
    """Return the columns of a set or of a former version, its title with its own translations."""
    fields = dict(row._mapping)
    words = fields.pop("title_words")  # None of a set that was added before sets had words
    return fields | {"title": OwnText(fields["title"], {} if words is None else _words.decode(words))}


def set_aside(connection: Connection, guild: int, game: str, key: str, *, unless: str) -> None:
    """Store the present set as its newest former version, unless its text has this digest."""
    bounds = set_bounds(guild, game, key)
    row = connection.execute(_CURRENT, bounds).one()
    if row.digest != unless:
        number = connection.execute(_NEXT, bounds).scalar_one()
        connection.execute(insert(card_set_versions), {**row._mapping, "number": number})


def forget_versions(connection: Connection, guild: int, game: str, key: str) -> None:
    """Delete all former versions of a set."""
    connection.execute(_FORGET_ALL, set_bounds(guild, game, key))


_PLAYED = (
    select(matches.c.cards)
    .where(
        matches.c.guild == bindparam("guild"),
        matches.c.game == bindparam("game"),
        matches.c.cards.is_not(None),
    )
    .group_by(matches.c.cards)
    .order_by(func.max(matches.c.opened_at).desc(), matches.c.cards)
    .limit(bindparam("most"))
)
_ENDED = (
    select(matches.c.id)
    .where(
        matches.c.guild == bindparam("guild"),
        matches.c.game == bindparam("game"),
        matches.c.cards.in_(bindparam("pools", expanding=True)),
        matches.c.stage == Stage.FINISHED.value,
        matches.c.outcome.is_not(None),
        matches.c.state.is_not(None),
    )
    .order_by(matches.c.ended_at.desc(), matches.c.id)
    .limit(bindparam("most"))
)


class SqlSetVersions(Stored):
    """Stores old versions of sets, and their matches. Every method may raise
    `bot.matches.errors.Unavailable`.
    """

    async def former(self, guild: int) -> list[FormerSet]:
        """Return the former versions of all sets of a server, the oldest first."""
        return [FormerSet(**own_title(row)) for row in await self._all(_FORMER, guild=guild)]

    async def text(self, version: FormerSet) -> bytes | None:
        """Return the text of a former version, None for one that is not there."""
        bounds = set_bounds(version.guild, version.game, version.key)
        return await self._bytes(_TEXT, which=version.number, **bounds)

    async def forget(self, versions: Collection[FormerSet]) -> None:
        """Forget former versions."""

        def work(connection: Connection) -> None:
            for former in versions:
                bounds = set_bounds(former.guild, former.game, former.key)
                connection.execute(_FORGET, {"which": former.number, **bounds})

        await self._database.write(work)

    async def played(self, guild: int, game: str, most: int) -> list[str]:
        """Return at most this number of hashes of the pools of a server's matches, the most recently used
        first.
        """
        return await self._strings(_PLAYED, guild=guild, game=game, most=most)

    async def pool(self, cards: str) -> bytes | None:
        """Return the cards that are kept under a hash."""
        return await self._bytes(CARDS, hash=cards)

    async def ended(self, guild: int, game: str, pools: Collection[str], most: int) -> list[MatchId]:
        """Return at most so many ended matches of a server with one of these pools, the latest first."""
        return await self._strings(_ENDED, guild=guild, game=game, pools=list(pools), most=most)
