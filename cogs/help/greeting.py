"""The greeting of a server that has invited the bot: the front page of `/help`, once, for all to see."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ext import commands

from bot.base.language import speaking
from cogs.help.help import Help
from cogs.kit.client import Client
from cogs.kit.refusals import DISCORD_FAULTS, noted
from cogs.kit.replies import log


class Greeting(commands.Cog):
    """Explains on a new server the purpose of the bot and the first steps."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post the front page in the first channel in which the bot may post; in none where there is none."""
        try:
            with speaking(await self.bot.languages.of_server(guild.id)):
                page = await self.bot.cog(Help).front_page()
            channel = next(_places(guild), None)
            if channel is not None:
                await channel.send(**page.to_send())
        except DISCORD_FAULTS as failure:
            noted(failure)
            log.info("a server could not be greeted", guild=guild.id, error=type(failure).__name__)
        except Exception as fault:
            self.bot.note_fault(fault)


def _places(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield the channels in which the bot may greet, the server's news channel first."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    for channel in (*first, *guild.text_channels):
        granted = channel.permissions_for(guild.me)
        if granted.view_channel and granted.send_messages and granted.attach_files:
            yield channel


async def setup(bot: Client) -> None:
    """Add the listener to the bot."""
    await bot.add_cog(Greeting(bot))
