"""No part of the bot goes through all servers, or asks discord.py's memory for what it does not hold.

`Client.get_channel` wakes all servers (`cogs/kit/servers_at_rest.py`), and its None says nothing
(`cogs/kit/sight.py`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
from discord.state import ConnectionState

from bot.base.languages.sources import HOUSE
from cogs.kit.servers_at_rest import Servers
from tests.cogs.calls import one_round
from tests.cogs.club import SMALL, Club
from tests.cogs.players import said

SIGHT = "cogs/kit/sight.py"
BANNED = {
    "get_channel": "at_hand or channel_of of cogs.kit.sight",
    "get_channel_or_thread": "at_hand or channel_of of cogs.kit.sight",
    "get_thread": "at_hand or channel_of of cogs.kit.sight",
    "get_all_channels": "the match's own server",
    "get_all_members": "the bot has no members in memory",
    "get_member": "Guild.fetch_member: the bot has no members in memory",
    "get_member_named": "Guild.fetch_member: the bot has no members in memory",
    "get_user": "the stored name: the bot has no users in memory",
    "get_emoji": "cogs.kit.controls",
    "get_sticker": "nothing: the bot has no stickers",
    "get_stage_instance": "nothing: the bot has no stages",
}
"""What is not called, and what is used instead."""
LOOPED = {"guilds", "users", "emojis", "stickers", "private_channels", "voice_clients", "cached_messages"}
"""What is not read from a client: it is a list of everything."""
CLIENTS = {"bot", "client", "_client"}


def lookups(source: str) -> Iterator[str]:
    """Yield the banned lookups of a module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Attribute):
            continue
        if node.attr in BANNED:
            yield f"{node.lineno}: {node.attr}: use {BANNED[node.attr]}"
        owner = node.value
        name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
        if node.attr in LOOPED and name in CLIENTS:
            yield f"{node.lineno}: {node.attr}: goes through everything"


def sources() -> Iterator[Path]:
    for folder in ("bot", "cogs", "renderers"):
        for path in sorted((HOUSE / folder).rglob("*.py")):
            if "local" not in path.parts and path.relative_to(HOUSE).as_posix() != SIGHT:
                yield path


def test_the_rule_finds_what_it_forbids() -> None:
    for planted in ("bot.get_channel(1)", "self.bot.get_member(2)", "[each for each in self.bot.guilds]"):
        assert list(lookups(planted)), planted
    assert not list(lookups("self.guilds, store.users, bot.get_guild(3)"))


def test_no_module_looks_through_all_servers() -> None:
    found = [f"{path.relative_to(HOUSE)}:{each}" for path in sources() for each in lookups(path.read_text())]
    assert found == []


async def test_neither_the_bot_nor_its_library_looks_through_all_servers(club: Club) -> None:
    """With a match, its lists, wishes and periodic work; the library would, to name a channel or a user."""
    looked: list[str] = []

    def get_channel(_state: Any, channel: int | None) -> None:
        looked.append(f"channel {channel}")

    with (
        patch.object(ConnectionState, "get_channel", get_channel),
        patch.object(discord.Client, "get_all_channels", lambda _: looked.append("all channels") or ()),
        patch.object(discord.Client, "get_all_members", lambda _: looked.append("all members") or ()),
        patch.object(Servers, "__iter__", lambda _: looked.append("all servers") or iter(())),
    ):
        await club.started(club.ben)
        await club.cleo.slash(club.other, "match new", game="papyrus", seats=2, thread=True, options=SMALL)
        for command in ("me matches", "me next", "table matches", "match status"):
            assert said(await club.ann.slash(club.channel, command))
        for each in (club.dan, club.eve):
            await each.slash(club.other, "find", game="crossfire")
        await club.ann.autocomplete(club.other, "match move", "match", "")
        await one_round(club, "Matchmaker", "DueNotices", "LobbyTasks", "DepartureTasks")
        await club.service.play.resign((await club.here()).id, club.ben.id, request="over")
        await club.publish((await club.here()).id)
        assert looked == []
        club.bot.get_channel(1)
        assert [*club.bot.guilds] == []
        assert looked == ["channel 1", "all servers"], "it would be noticed"
