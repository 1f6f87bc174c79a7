"""Whether a user can see a match's channel, without an interaction of theirs."""

from __future__ import annotations

import discord

from bot.matches.model import MatchInfo
from bot.matches.outbox import TryLater
from cogs.kit.client import Client
from cogs.kit.replies import DISCORD_FAULTS


async def can_see(client: Client, info: MatchInfo, user: int) -> bool:
    """Whether a user is on a match's server and can see its channel there now.

    Raises `TryLater` where Discord does not answer.
    """
    if info.guild is None:
        return False
    try:
        guild = client.get_guild(info.guild) or await client.fetch_guild(info.guild, with_counts=False)
        member = await guild.fetch_member(user)
        channel = guild.get_channel_or_thread(info.channel) or await guild.fetch_channel(info.channel)
        granted = channel.permissions_for(member)
        if isinstance(channel, discord.Thread) and channel.is_private() and not granted.manage_threads:
            await channel.fetch_member(user)
    except (discord.NotFound, discord.Forbidden):
        return False
    except DISCORD_FAULTS as failure:
        raise TryLater(f"Discord does not tell who sees a channel: {type(failure).__name__}") from None
    return granted.view_channel
