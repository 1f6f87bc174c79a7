"""Whose sets may be changed, and what is uploaded for them."""

from __future__ import annotations

import discord

from bot.cardsets.service import SetRefused
from bot.engine.errors import Refusal
from bot.engine.language import grouped
from bot.engine.phrases import echo
from cogs.kit.client import Interaction
from cogs.kit.places import bots_server
from cogs.kit.replies import DISCORD_FAULTS


def guild_of(interaction: Interaction) -> int:
    """Return the id of the server that somebody is on. Raises `Refusal` elsewhere."""
    server = bots_server(interaction)
    if server is None:
        raise Refusal.translated("Card sets belong to servers that I am on: use this on one.")
    return server.id


def manages(interaction: Interaction) -> bool:
    """Whether who asks may manage the server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def check_manages(interaction: Interaction) -> None:
    """Raise unless who asks manages the server. Discord has no such rule for one command of a group."""
    if not manages(interaction):
        raise Refusal.translated("Only those who may manage this server can add or remove its card sets.")


async def content_of_upload(file: discord.Attachment, most: int) -> bytes:
    """Return what is in a file; its size is looked at before anything is fetched."""
    if file.size > most:
        raise SetRefused.translated(
            "The file {file} has {number} bytes; {most} is the most. Nothing was read.",
            file=echo(file.filename),
            number=grouped(file.size),
            most=grouped(most),
        )
    try:
        return await file.read()
    except DISCORD_FAULTS:
        raise SetRefused.translated(
            "Discord does not give me this file. Please upload it once more."
        ) from None
