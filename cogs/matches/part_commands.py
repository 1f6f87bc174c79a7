"""Subcommands that parts add to `/match` and to its groups."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.matches.model import MatchInfo
from cogs.kit.client import Client, Interaction
from cogs.matches.match import Match

IN_PAST: Final = {"group": "past"}
"""The extras of a command that belongs to `/match past`; the others belong to `/match`."""


class PartCommands(commands.Cog):
    """A cog of a part whose commands become subcommands of `/match`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.service = bot.service
        self._added = list[tuple[app_commands.Group, str]]()

    async def cog_load(self) -> None:
        """Add the commands to their groups instead of the tree."""
        match = self.bot.cog(Match).app_command
        assert match is not None, "its commands are a group"
        for command in self.__cog_app_commands__:
            group: Any = match.get_command(command.extras["group"]) if "group" in command.extras else match
            group.add_command(command)
            self._added.append((group, command.name))
        self.__cog_app_commands__ = []

    async def cog_unload(self) -> None:
        """Take the commands away."""
        for group, name in self._added:
            group.remove_command(name)

    async def here(self, interaction: Interaction) -> MatchInfo:
        """Return the match of the channel. Raises `NoMatchHere`."""
        return await self.bot.cog(Match).here(interaction)
