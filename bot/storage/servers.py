"""What servers have set, on a database."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.servers.settings import ServerSettings
from bot.storage.engine import Stored
from bot.storage.server_tables import servers

_decoder = msgspec.json.Decoder(ServerSettings)
_SETTINGS = select(servers.c.settings).where(servers.c.guild == bindparam("guild"))
_CHANGE = update(servers).where(servers.c.guild == bindparam("this"))
_RESET = delete(servers).where(servers.c.guild == bindparam("this"))


class SqlServerStore(Stored):
    """Implements `bot.servers.settings.ServerStore`; what each method does is said there."""

    async def settings(self, guild: int) -> ServerSettings | None:
        """Return what a server has set."""
        row = await self._database.read(
            lambda connection: connection.execute(_SETTINGS, {"guild": guild}).first()
        )
        return None if row is None else _decoder.decode(row.settings)

    async def keep(self, guild: int, settings: ServerSettings, at: datetime) -> None:
        """Keep what a server has set."""
        values = {"settings": msgspec.json.encode(settings), "at": at}

        def work(connection: Connection) -> None:
            if connection.execute(_CHANGE, {"this": guild, **values}).rowcount == 0:
                connection.execute(insert(servers), {"guild": guild, **values})

        try:
            await self._database.write(work)
        except IntegrityError:  # another process has just kept the first settings of this server
            await self._database.write(work)

    async def reset(self, guild: int) -> None:
        """Forget what a server has set."""
        await self._database.write(lambda connection: connection.execute(_RESET, {"this": guild}))
