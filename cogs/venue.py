"""Where a match may be played: what the server allows, and what the bot needs there."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.client import Tablepost
from bot.engine.errors import Refusal
from bot.servers.settings import ServerSettings
from cogs.controls import Interaction


async def check_allowed(bot: Tablepost, interaction: Interaction) -> ServerSettings:
    """Return what the server has set. Raises `Refusal` where it wants no matches in this channel."""
    settings = await bot.servers.settings(interaction.guild_id)
    assert interaction.channel_id is not None
    parent = getattr(interaction.channel, "parent_id", None)
    if not settings.allows(interaction.channel_id, parent):
        places = channel_names(bot, settings.channels)
        raise Refusal(f"On this server matches are played in {places}. Go there, and try again.")
    return settings


def channel_names(bot: Tablepost, channels: Iterable[int]) -> str:
    """Return the names of channels as a sentence names them; those that are gone are left out."""
    found = [bot.get_channel(each) for each in channels]
    names = [f"#{each.name}" for each in found if isinstance(each, discord.abc.GuildChannel)]
    if not names:
        return "channels that are not there any more (whoever manages the server can change that: /table)"
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def check_may_post(interaction: Interaction, *, thread: bool) -> None:
    """Raise `Refusal` where the bot lacks a permission to post in the channel, or in a new thread of it."""
    inside = isinstance(interaction.channel, discord.Thread) or thread
    speak = "send_messages_in_threads" if inside else "send_messages"
    needed = ("view_channel", speak, "attach_files")
    lacking = [name for name in needed if not getattr(interaction.app_permissions, name)]
    if lacking:
        names = ", ".join(name.replace("_", " ").title() for name in lacking)
        raise Refusal(f"I may not post in this channel. I need these permissions here: {names}.")
