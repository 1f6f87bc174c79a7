"""A small bot, to test the local table without matches and games."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import tasks


class Greeter(discord.Client):
    """Says hello on request, and counts its seconds."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.beats = 0
        self.third_beat = asyncio.Event()

    async def setup_hook(self) -> None:
        @self.tree.command(name="hello", description="Say hello")
        async def hello(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(f"Hello, {interaction.user.name}!")
            await interaction.user.send("Hello in private.")

        await self.tree.sync()
        self.beat.start()

    @tasks.loop(seconds=1)
    async def beat(self) -> None:
        self.beats += 1
        if self.beats == 3:
            self.third_beat.set()
