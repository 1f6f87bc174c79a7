"""The place of an interaction: a server, a private thread, a DM, also where only a user has the app.

Commands marked `anywhere` also work where the bot is not a member. There it posts nothing and stores nothing
for a server (`bots_server` is None).
"""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from cogs.kit.client import Interaction

anywhere: Final = app_commands.allowed_installs(guilds=True, users=True)
in_all_places: Final = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)


def is_bots_dm(interaction: Interaction) -> bool:
    """Whether the asker is in their DM with the bot."""
    return interaction.guild_id is None and interaction.context.dm_channel


def in_private_thread(interaction: Interaction) -> bool:
    """Whether the interaction is in a private thread, as Discord says in the interaction itself."""
    return interaction.channel is not None and interaction.channel.type is discord.ChannelType.private_thread


def bots_server(interaction: Interaction) -> discord.Guild | None:
    """Return the server of an interaction, where the bot is on it; None where it is only the user's app.

    Discord names all servers of a shard when it connects, so the memory is complete here.
    """
    return None if interaction.guild_id is None else interaction.client.get_guild(interaction.guild_id)
