"""The part of tables: servers' own tables for the free table."""

from __future__ import annotations

from collections.abc import Iterable

from bot.parts.part import Context, Part


def _services(context: Context) -> Iterable[object]:
    from bot.games.freetable.tablefiles import table_format
    from bot.parts.tables.service import ServerTables
    from bot.parts.workshop.sets.store import SqlCardSetStore

    yield ServerTables(SqlCardSetStore(context.database), (table_format(),), context.core.clock)


TABLES = Part(
    name="tables",
    needs=("workshop",),
    services=_services,
    cogs=("cogs.tables.tables",),
    commands={"table": ("bot.host.cli.table", "check and draw files of tables, turn cards into other forms")},
)
