"""Where a match may be played: the server's settings, and the bot's permissions."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.engine.sentences import either
from bot.matches.outbox import TryLater
from bot.servers.settings import ServerSettings
from cogs.kit.client import Client, Interaction
from cogs.kit.sight import UnseenError, channel_of


async def check_allowed(bot: Client, interaction: Interaction) -> ServerSettings:
    """Return the server's settings. Raises `Refusal` where it allows no matches in this channel."""
    settings = await bot.servers.settings(interaction.guild_id)
    if interaction.guild_id is None or interaction.channel_id is None:
        return settings
    parent = getattr(interaction.channel, "parent_id", None)
    if not settings.allows(interaction.channel_id, parent):
        raise Refusal(await _elsewhere(bot, interaction.guild_id, settings.channels))
    return settings


async def _elsewhere(bot: Client, guild: int, channels: Iterable[int]) -> str:
    """Return the sentence with the channels for matches; deleted ones are left out."""
    names = []
    for number in channels if guild is not None else ():
        try:
            channel = await channel_of(bot, guild, number)
        except (UnseenError, TryLater):
            names.append(f"<#{number}>")
        else:
            names += [f"#{channel.name}"] if channel is not None else []
    if not names:
        return gettext(
            "The channels for matches on this server no longer exist. Server managers can choose "
            "others: /table. Then try again."
        )
    return gettext(
        "On this server matches are played in {channels}. Go there, and try again.", channels=either(names)
    )


_PERMISSIONS = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages In Threads"),
    "attach_files": N_("Attach Files"),
}


def check_may_post(interaction: Interaction, *, thread: bool) -> None:
    """Raise `Refusal` where the bot lacks a permission to post in the channel, or in a new thread of it."""
    inside = isinstance(interaction.channel, discord.Thread) or thread
    speak = "send_messages_in_threads" if inside else "send_messages"
    needed = ("view_channel", speak, "attach_files")
    lacking = [name for name in needed if not getattr(interaction.app_permissions, name)]
    if lacking:
        names = ", ".join([gettext(_PERMISSIONS[name]) for name in lacking])
        raise Refusal.translated(
            "I may not post in this channel. I need these permissions here: {permissions}.", permissions=names
        )
