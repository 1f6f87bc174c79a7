"""Keeps the servers that nobody needs as Discord sent them, packed, instead of as objects of discord.py.

Of 10,000 servers few have a match at a time, but discord.py makes a `Guild` of each when it connects, with
all channels and roles: 8 KB for fifteen channels, of which the packed data takes 0.8 KB. A server **at rest**
is that data. It **wakes** when it is first asked for, by an interaction, a post of the bot or an event that
changes it, in 0.1 ms. Then it is what discord.py always had, and stays awake until its shard begins a new
session: to let it rest again, the bot would have to keep what later events changed as data of its own.

Nothing that Discord tells is lost, because discord.py finds the server of each event in `_guilds`, and so
wakes it first. Only what Discord sends of a whole server replaces the data of one at rest: its arrival after
READY or an outage, and the beginning of an outage. For one at rest the events `guild_available` and
`guild_unavailable` have a `discord.Object`, with its id. While a shard connects no server has an event of its
own: `shard_ready` stands for all.

discord.py has no interface for this. `tests/cogs/kit/test_servers_at_rest.py` compares woken servers with
those that never rested, and fails where another version of discord.py uses `_guilds` in another way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from typing import Any, TypeAlias, cast

import discord
import msgspec
from discord.state import AutoShardedConnectionState
from isal import isal_zlib

Sent: TypeAlias = Mapping[str, Any]
"""A server, or an event of one, as Discord sends it."""
UNREAD = ("emojis", "stickers")
"""What discord.py does not read without the intent for it. Discord sends it all the same, up to 75 KB."""


class _Packed(bytes):
    """The packed data of a server at rest."""

    __slots__ = ()

    @classmethod
    def of(cls, sent: Sent) -> _Packed:
        """Pack what Discord has sent of a server."""
        kept = {key: value for key, value in sent.items() if key not in UNREAD}
        return cls(isal_zlib.compress(msgspec.json.encode(kept), 1))

    def sent(self) -> dict[str, Any]:
        """Return what Discord has sent."""
        return msgspec.json.decode(isal_zlib.decompress(self), type=dict[str, Any])


class _Out(_Packed):
    """The packed data of a server at rest that has an outage, or has not arrived yet."""

    __slots__ = ()


class Servers(MutableMapping[int, discord.Guild]):
    """The servers by id, in the place of discord.py's dict: looking one up wakes it.

    Going through all of them wakes all. Nothing of ours does (`tests/cogs/test_lookups.py`).
    """

    def __init__(self, make: Callable[[dict[str, Any]], discord.Guild]) -> None:
        """`make` makes a server of what Discord has sent."""
        self._make = make
        self._held: dict[int, discord.Guild | _Packed] = {}

    def __getitem__(self, server: int) -> discord.Guild:
        held = self._held[server]
        if isinstance(held, _Packed):
            held = self._held[server] = self._make(held.sent())
        return held

    def __setitem__(self, server: int, guild: discord.Guild) -> None:
        self._held[server] = guild

    def __delitem__(self, server: int) -> None:
        del self._held[server]

    def __contains__(self, server: object) -> bool:
        return server in self._held

    def __iter__(self) -> Iterator[int]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def rest(self, sent: Sent) -> None:
        """Keep a server at rest, in the place of what was known of it."""
        kind = _Out if sent.get("unavailable") else _Packed
        self._held[int(sent["id"])] = kind.of(sent)

    def is_awake(self, server: int) -> bool:
        """Whether a server is known as an object of discord.py."""
        return isinstance(self._held.get(server), discord.Guild)

    def is_available(self, server: int) -> bool | None:
        """Return whether a server has no outage, without waking it; None for an unknown one."""
        held = self._held.get(server)
        if held is None:
            return None
        return not (held.unavailable if isinstance(held, discord.Guild) else isinstance(held, _Out))

    def begin_outage(self, server: int) -> None:
        """Forget the channels of a server: Discord does not tell which are deleted in an outage."""
        held = self._held.get(server)
        if isinstance(held, _Packed):
            self.rest({**held.sent(), "channels": [], "threads": [], "unavailable": True})
        elif held is not None:
            held._channels.clear()
            held._clear_threads()


class RestingState(AutoShardedConnectionState[Any]):
    """discord.py's memory of Discord, with servers at rest."""

    servers: Servers
    """All that are known, by id."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._arrived: dict[int, float] = {}
        """When the last server of a shard has arrived, by the clock of the event loop."""
        assert not self.cache_guild_expressions, "emojis would be missing while their server rests"
        assert not self._chunk_guilds, "a server at rest has no members to ask for"

    def clear(self, *, views: bool = True) -> None:
        """Forget everything, as discord.py does."""
        super().clear(views=views)
        self.servers = Servers(lambda sent: discord.Guild(data=cast("Any", sent), state=self))
        self._guilds = cast("dict[int, discord.Guild]", self.servers)

    def parse_ready(self, data: Any) -> None:
        """Note which servers a shard has: they have not arrived yet."""
        self._arrived[data["shard"][0]] = asyncio.get_running_loop().time()
        named: Any = {**data, "guilds": []}
        super().parse_ready(named)
        for sent in data["guilds"]:
            self.servers.rest(sent)

    async def _delay_shard_ready(self, shard_id: int) -> None:
        """Tell that a shard is ready, once no server of it has arrived for two seconds.

        discord.py waits for each server by a task of its own, and dispatches `guild_available` for each.
        """
        time = asyncio.get_running_loop().time
        with suppress(asyncio.CancelledError):  # READY has come again
            while (left := self._arrived[shard_id] + self.guild_ready_timeout - time()) > 0:  # noqa: ASYNC110
                await asyncio.sleep(left)
            self._ready_states.pop(shard_id, None)
            self.dispatch("shard_ready", shard_id)

    def parse_guild_create(self, data: Any) -> None:
        """Let a server rest that arrives after READY or an outage; one that has invited the bot is awake."""
        number, unavailable = int(data["id"]), data.get("unavailable")
        shard = (number >> 22) % (self.shard_count or 1)
        connecting = shard in self._ready_states
        if connecting:
            self._arrived[shard] = asyncio.get_running_loop().time()
        returns = unavailable is False and number in self.servers
        if unavailable or self.servers.is_awake(number) or not (connecting or returns):
            super().parse_guild_create(data)
            return
        self.servers.rest(data)
        if not connecting:
            self.dispatch("guild_available", discord.Object(number))

    def parse_guild_delete(self, data: Any) -> None:
        """Remove a server, or note its outage, at rest if it is."""
        number, unavailable = int(data["id"]), data.get("unavailable")
        if unavailable and number in self.servers and not self.servers.is_awake(number):
            self.dispatch("guild_unavailable", discord.Object(number))
        else:
            super().parse_guild_delete(data)
        if unavailable:
            self.servers.begin_outage(number)
