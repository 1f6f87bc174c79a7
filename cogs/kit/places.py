"""Checks for commands that need no match in the channel, also where the app is installed by a user alone."""

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


def bots_server(interaction: Interaction) -> discord.Guild | None:
    """Return the server of an interaction, where the bot is on it; None where it is only the user's app."""
    return None if interaction.guild_id is None else interaction.client.get_guild(interaction.guild_id)
