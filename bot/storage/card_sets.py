"""The card sets of servers on a database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, insert, or_, select
from sqlalchemy.exc import IntegrityError

from bot.cardsets.ports import Keeping, ServerSet
from bot.storage.deck_tables import card_sets, lab_reports
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


_REPORT = select(lab_reports.c.report).where(
    lab_reports.c.game == bindparam("game"), lab_reports.c.cards == bindparam("cards")
)
_FORGET_REPORTS = delete(lab_reports).where(
    or_(
        and_(lab_reports.c.game == bindparam("of_game"), lab_reports.c.cards == bindparam("these")),
        lab_reports.c.at < bindparam("oldest"),
    )
)


class SqlCardSets(Stored):
    """Implements `bot.cardsets.ports.CardSetStore` and `bot.lab.ports.LabStore`, which tell of them."""

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

    async def lab_report(self, game: str, cards: str) -> bytes | None:
        """Return the report on a set of cards, None where there is none."""
        bounds = {"game": game, "cards": cards}
        found = await self._database.read(lambda connection: connection.execute(_REPORT, bounds).first())
        return None if found is None else bytes(found.report)

    async def keep_lab_report(
        self, game: str, cards: str, report: bytes, at: datetime, oldest: datetime
    ) -> None:
        """Keep a report in the place of an older one, and forget the old ones of all cards."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET_REPORTS, {"of_game": game, "these": cards, "oldest": oldest})
            connection.execute(
                insert(lab_reports), {"game": game, "cards": cards, "report": report, "at": at}
            )

        await self._database.write(work)


def _remove(connection: Connection, guild: int, game: str, key: str) -> bool:
    bounds = {"server": guild, "of_game": game, "this": key}
    return connection.execute(_REMOVE, bounds).rowcount == 1
