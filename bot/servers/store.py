"""Stores servers' settings."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import bindparam, delete, select

from bot.database.engine import Stored
from bot.database.schema import servers
from bot.servers.settings import ServerSettings

_decoder = msgspec.json.Decoder(ServerSettings)
_SETTINGS = select(servers.c.settings).where(servers.c.guild == bindparam("guild"))
_RESET = delete(servers).where(servers.c.guild == bindparam("this"))


class SqlServerStore(Stored):
    """Stores the settings of servers. Every method may raise `bot.matches.errors.Unavailable`."""

    async def settings(self, guild: int) -> ServerSettings | None:
        """Return the settings of a server; None for none."""

        async def read() -> ServerSettings | None:
            return await self._one(lambda row: _decoder.decode(row.settings), _SETTINGS, guild=guild)

        return await self._database.servers.of(guild, read)

    async def keep(self, guild: int, settings: ServerSettings, at: datetime) -> None:
        """Replace a server's settings."""
        try:
            await self._replace(
                servers, {"guild": guild, "settings": msgspec.json.encode(settings), "at": at}
            )
        finally:
            self._database.servers.drop(guild)

    async def reset(self, guild: int) -> None:
        """Delete the settings of a server."""
        try:
            await self._execute(_RESET, this=guild)
        finally:
            self._database.servers.drop(guild)
