"""The shared part of all `/match` commands: one cog, composed of one class for each theme.

A theme is a class in its own file that derives from `MatchCommands` and has its commands as methods, the
handlers of its controls too (`press_VERB`); `cogs.matches.match.Match` derives from it.
"""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands
from discord.ext import commands

from bot.matches.model import MatchInfo
from cogs.kit.client import Client, Interaction
from cogs.kit.layout import plain
from cogs.kit.replies import offer

ANY_WORD = app_commands.Range[str, 1, 200]


class MatchCommands(commands.Cog):
    """The base class of the themes; it is not added to the bot by itself."""

    ask = app_commands.Group(name="ask", description="Requests to the other players of this match")
    past = app_commands.Group(name="past", description="The past: history, replay, review, proof")

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.service = bot.service
        bot.handle_presses(self)

    async def here(self, interaction: Interaction) -> MatchInfo:
        """Return the match of the channel. Raises `NoMatchHere`."""
        assert interaction.channel_id is not None
        return await self.service.in_channel(interaction.channel_id)


def named(words: Iterable[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """Return pairs of name and value as choices of an autocomplete."""
    return offer((plain(name), value) for name, value in words)
