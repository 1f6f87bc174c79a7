"""Replay and What happened, in the context menu of a board's message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.base.ids import MatchId
from bot.base.language import N_
from bot.engine.errors import Refusal
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.replies import MenuCog, answer, defer_if_slow
from cogs.kit.sight import admitted
from cogs.matches.match import Match

NO_BOARD = N_("This message is not the board of a match of mine. /match past replay shows the boards of one.")
BOARD_FILE = "board.png"
"""The file name of a board's picture."""


class BoardMenus(MenuCog):
    """Opens the past of the match of a message. Only the asker sees the answers."""

    def __init__(self, bot: Client) -> None:
        entries = {"Replay": self.show_replay, "What happened": self.tell_what_happened}
        super().__init__(
            bot, *[app_commands.ContextMenu(name=name, callback=entries[name]) for name in entries]
        )

    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def show_replay(self, interaction: Interaction, message: discord.Message) -> None:
        """Open the boards of the match, at the last one."""
        await defer_if_slow(interaction)
        match = await match_of(interaction, message)
        await answer(interaction, await self.bot.cog(Match).replay_page(match, interaction.user.id))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def tell_what_happened(self, interaction: Interaction, message: discord.Message) -> None:
        """Tell what has happened since one's own last turn."""
        await defer_if_slow(interaction)
        match = await match_of(interaction, message)
        await answer(interaction, await self.bot.cog(Match).lately(match, interaction.user.id))


async def match_of(interaction: Interaction, message: discord.Message) -> MatchId:
    """Return the match of a board or a panel, if the asker may see it.

    Its controls name it. A board without controls belongs to the match that was running in its channel when
    it was posted. Raises a `Refusal`.
    """
    if message.author != interaction.client.user:
        raise Refusal.translated(NO_BOARD)
    ids = [ComponentId.decode(word) for word in custom_ids(message.components)]
    named = {each.match for each in ids if each.match}
    if not ids and any(file.filename == BOARD_FILE for file in message.attachments):
        info = await interaction.client.service.in_channel_at(message.channel.id, message.created_at)
        named = {info.id} if info is not None else set()
    if len(named) != 1:
        raise Refusal.translated(NO_BOARD)
    return (await admitted(interaction, named.pop())).id


def custom_ids(components: Any) -> Iterator[str]:
    """Return the custom_ids of all controls of a message."""
    for part in components:
        if word := getattr(part, "custom_id", None):
            yield word
        yield from custom_ids(getattr(part, "children", ()))


async def setup(bot: Client) -> None:
    """Add the entries to the bot."""
    await bot.add_cog(BoardMenus(bot))
