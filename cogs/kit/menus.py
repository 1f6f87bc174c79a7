"""Entries of Discord's context menus for users and messages."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.kit.client import Client


class MenuCog(commands.Cog):
    """A cog with context menu entries, of which Discord allows five of either kind."""

    def __init__(self, bot: Client, *menus: app_commands.ContextMenu) -> None:
        self.bot = bot
        self._menus = menus

    async def cog_load(self) -> None:
        """Add the entries to the menus."""
        for menu in self._menus:
            self.bot.tree.add_command(menu)

    async def cog_unload(self) -> None:
        """Remove the entries from the menus."""
        for menu in self._menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)
