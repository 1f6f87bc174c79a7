"""A small bot of its own, to look at the local table apart from matches and games."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import tasks


class Greeter(discord.Client):
    """Says hello when asked, and counts the seconds it has lived."""

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
