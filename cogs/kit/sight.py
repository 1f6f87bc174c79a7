"""Channels and threads as Discord has them, and who can see them.

The memory of discord.py is no witness: it forgets a thread as soon as it is archived, knows no channel of a
server that another process handles, and keeps a channel that was deleted during an outage. So what is not in
memory is asked for, and only Discord's answer 10003 means that a channel is gone. `Client.get_channel` is not
used at all: it goes through every server of the bot.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final, Literal, TypeAlias

import aiohttp
import discord
from discord import app_commands

from bot.base.ids import MatchId
from bot.engine.errors import Refusal
from bot.matches.errors import NoMatchHere
from bot.matches.model import MatchInfo
from bot.matches.outbox import TryLater
from cogs.kit.client import Client, Interaction

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_SERVER, UNKNOWN_MEMBER, UNKNOWN_USER = 10004, 10007, 10013
"""Discord's codes for what does not exist; a channel can be a thread."""
_ASKED_FOR: Final = timedelta(minutes=5)
"""How long an answer of Discord is used again: lists ask for many threads. A thread's kind and parent are
fixed, and its permissions are those of its parent, which is in memory.
"""

Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread


class UnseenError(Exception):
    """The bot may not see a channel, or Discord has it on another server: nothing is known of it."""


def at_hand(client: Client, guild: int | None, channel: int) -> Channel | None:
    """Return a channel or thread of a server from memory alone. None says nothing about it."""
    server = None if guild is None else client.get_guild(guild)
    return None if server is None else server.get_channel_or_thread(channel)


async def channel_of(client: Client, guild: int, channel: int) -> Channel | None:
    """Return a channel or thread of a server as Discord has it; None for a deleted one.

    Raises `UnseenError`, and `TryLater` where Discord does not answer.
    """
    near = at_hand(client, guild, channel)
    if near is not None:
        return near
    now, known = client.clock(), client.asked_channels.get(channel)
    if known is None or known[0] + _ASKED_FOR <= now:
        client.asked_channels[channel] = known = now, await _asked(client, guild, channel)
    if known[1] is False:
        raise UnseenError
    return known[1]


async def _asked(client: Client, guild: int, channel: int) -> Channel | Literal[False] | None:
    """Ask Discord for a channel; False for one that the bot may not see."""
    try:
        with answered():
            return await (await server_of(client, guild)).fetch_channel(channel)
    except discord.NotFound as failure:
        return None if failure.code == UNKNOWN_CHANNEL else False
    except (discord.Forbidden, discord.InvalidData):
        return False


async def server_of(client: Client, guild: int) -> discord.Guild:
    """Return a server of the bot, also one that another process handles.

    Raises `discord.NotFound` and `discord.Forbidden` where the bot is not on it, and `TryLater`.
    """
    with answered():
        return client.get_guild(guild) or await client.fetch_guild(guild, with_counts=False)


@contextmanager
def answered() -> Iterator[None]:
    """Raise `TryLater` where a call to Discord in this block is neither done nor refused for good."""
    try:
        yield
    except (discord.NotFound, discord.Forbidden):
        raise
    except (discord.HTTPException, aiohttp.ClientError, OSError) as failure:
        raise TryLater(f"Discord does not tell who sees a channel: {type(failure).__name__}") from None


async def sees_there(client: Client, channel: Channel, member: discord.Member) -> bool:
    """Whether a member can see a channel or thread now. Raises `TryLater`."""
    try:
        granted = await granted_in(client, channel, member)
        if not isinstance(channel, discord.Thread) or not granted.view_channel:
            return granted.view_channel
        if channel.is_private() and not granted.manage_threads:
            with answered():
                await channel.fetch_member(member.id)
    except (discord.NotFound, discord.Forbidden):
        return False
    return True


async def granted_in(client: Client, channel: Channel, member: discord.Member) -> discord.Permissions:
    """Return a member's permissions in a channel or thread; none where its parent cannot be seen.

    Raises `TryLater`.
    """
    if isinstance(channel, discord.Thread) and channel.parent is None:
        try:
            parent = await channel_of(client, channel.guild.id, channel.parent_id)
        except UnseenError:
            parent = None
        if parent is None or isinstance(parent, discord.Thread):
            return discord.Permissions.none()
        return parent.permissions_for(member)
    return channel.permissions_for(member)


async def can_see(client: Client, info: MatchInfo, user: int) -> bool:
    """Whether a user is on a match's server and can see its channel there now.

    Raises `TryLater` where Discord does not answer.
    """
    if info.guild is None:
        return False
    try:
        server = await server_of(client, info.guild)
        with answered():
            member = await server.fetch_member(user)
        channel = await channel_of(client, info.guild, info.channel)
    except (discord.NotFound, discord.Forbidden, UnseenError):
        return False
    return channel is not None and await sees_there(client, channel, member)


async def is_private(client: Client, info: MatchInfo) -> bool:
    """Whether a match is in a private thread, so that nothing of it is told to others.

    That is stored with the match. Versions up to 1.5.0 did not store it: then Discord is asked, once. A match
    in a channel that is gone, or that the bot may not see, counts as private. Raises `TryLater` where Discord
    does not answer.
    """
    if info.private is not None or info.guild is None:
        return bool(info.private)
    try:
        channel = await channel_of(client, info.guild, info.channel)
    except UnseenError:
        return True
    if channel is None:
        return True
    private = isinstance(channel, discord.Thread) and channel.is_private()
    await client.service.posts.note_private(info.id, info.channel, private=private)
    return private


# Access to matches named by id: for their players, and for users who can see their channel.


NAMED = "match"
"""The key of an interaction's data for the match of its control, until the asker is admitted to it."""


VERB = "verb"
"""The key of an interaction's data for the verb of its control."""


def check_blocks(interaction: Interaction) -> None:
    """Raise a `Refusal` for an asker whom a part allows nothing, such as a user blocked by an operator."""
    command = interaction.command
    root = command.root_parent if isinstance(command, app_commands.Command) else None
    if getattr(root, "name", interaction.extras.get(VERB)) in interaction.client.hooks.open_to_all:
        return
    for check in interaction.client.hooks.checks:
        check(interaction)


async def admit_presser(interaction: Interaction) -> None:
    """Check, after deferring, that the asker may see the match. Raises `NoMatchHere`."""
    if match := interaction.extras.pop(NAMED, ""):
        await admitted(interaction, match)


async def admitted(interaction: Interaction, match: MatchId, *, tidying: bool = False) -> MatchInfo:
    """Return the match with an id from a user or a control.

    Raises `NoMatchHere`, with the same sentence for a missing match and one that the asker cannot see;
    `Unavailable`, and a `Refusal` where Discord does not answer. With `tidying`, moderators of its server are
    admitted too when its channel is gone.
    """
    info = interaction.client.service.known(match)
    if info is None and match.isascii() and match.isalnum():
        try:
            info = await interaction.client.service.info(match)
        except NoMatchHere:
            info = None
    if info is None or not await sees(interaction, info, tidying=tidying):
        raise NoMatchHere.translated(
            "There is no such match, or you cannot see its channel. Only its players, and people on"
            " its server who can see its channel, can see a match."
        )
    for check in interaction.client.hooks.match_checks:
        check(info)
    return info


async def sees(interaction: Interaction, info: MatchInfo, *, tidying: bool = False) -> bool:
    """Whether the asker may see a match: it is theirs, or they can see its channel on its server.

    With `tidying`, also moderators of its server when its channel is gone. Raises `Refusal` where Discord
    does not answer.
    """
    if is_party(info, interaction.user.id):
        return True
    seen = await sees_channel(interaction, info.guild, info.channel)
    return tidying and await moderates(interaction, info) if seen is None else seen


def is_party(info: MatchInfo, user: int) -> bool:
    """Whether a user plays in a match, hosts it, or is asked to join: they can see it from anywhere."""
    asked = info.match_terms.proposal.offered_to if info.match_terms.proposal else 0
    return bool(user) and user in (*info.persons, *info.match_terms.invited, info.host, asked)


async def sees_channel(interaction: Interaction, guild: int | None, channel: int) -> bool | None:
    """Whether the asker is on a server and can see a channel there; None where the channel is gone.

    Raises `Refusal` where Discord does not answer.
    """
    asker = interaction.user
    if guild is None or interaction.guild_id != guild or not isinstance(asker, discord.Member):
        return False
    if interaction.channel_id == channel:
        return True
    try:
        seen = await channel_of(interaction.client, guild, channel)
        return None if seen is None else await sees_there(interaction.client, seen, asker)
    except UnseenError:
        return False
    except TryLater:
        raise _unanswered() from None


def _unanswered() -> Refusal:
    return Refusal.translated(
        "Discord does not say at present who can see the channel of that match. Nothing was changed; try"
        " again in a minute."
    )


async def moderates(interaction: Interaction, info: MatchInfo) -> bool:
    """Whether the asker can moderate a match: does not play in it, and may manage messages in its channels.

    Those are its own and its home channel, from which its players have moved it. The asker is on its server.
    Raises `Refusal` where Discord does not answer.
    """
    if info.has_interest(interaction.user.id):
        return False
    channels = {info.channel, info.match_terms.home or info.channel}
    if interaction.guild_id != info.guild:
        return False
    return all([await manages(interaction, each) for each in channels])


def manages_server(interaction: Interaction) -> bool:
    """Whether the asker may manage the server of the interaction."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


async def manages(interaction: Interaction, channel: int) -> bool:
    """Whether the asker may manage messages in a channel of this server, or manage the server.

    For a deleted channel, whether they may manage messages on the whole server; for one that the bot may not
    see, whether they may manage the server. Raises `Refusal` where Discord does not answer.
    """
    asker, client = interaction.user, interaction.client
    if interaction.guild_id is None or not isinstance(asker, discord.Member):
        return False
    if channel == interaction.channel_id:
        granted = interaction.permissions
        return granted.manage_messages or granted.manage_guild
    everywhere = asker.guild_permissions
    if everywhere.manage_guild:
        return True
    try:
        there: Channel | None = await channel_of(client, interaction.guild_id, channel)
        granted = everywhere if there is None else await granted_in(client, there, asker)
    except UnseenError:
        return False
    except TryLater:
        raise _unanswered() from None
    return granted.manage_messages
