"""Blocks and invitations: the commands of `/me` for them."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands
from msgspec import UNSET
from msgspec.structs import replace

from bot.base.language import gettext
from bot.engine.errors import Refusal
from cogs.kit.client import Client, Interaction
from cogs.kit.layout import message_of, safe, text
from cogs.kit.replies import answer, defer, person_of


class BlockCommands(commands.Cog):
    """The part of `/me` about blocks and invitations; it is not added to the bot by itself."""

    bot: Client

    @app_commands.command()
    @app_commands.describe(player="The person with whom you do not want to play")
    async def block(self, interaction: Interaction, player: discord.User) -> None:
        """Block a person: no common lobbies, invitations and new matches."""
        await defer(interaction)
        if player.id == interaction.user.id:
            raise Refusal.translated("You cannot block yourself.")
        if player.bot:
            raise Refusal.translated("A bot cannot be blocked: it does not invite people or join matches.")
        await self.bot.blocks.block(interaction.user.id, player.id)
        told = gettext(
            "You have blocked {player}: you two cannot join the same lobbies, invite, meet or nudge"
            " each other. {player} does not learn this. Running matches with both of you continue, and"
            " anonymous matches know no blocks. `/me unblock` ends it.",
            player=safe(person_of(player).name),
        )
        await answer(interaction, told)

    @app_commands.command()
    @app_commands.describe(player="The person with whom you want to play again")
    async def unblock(self, interaction: Interaction, player: discord.User) -> None:
        """Unblock a person."""
        await defer(interaction)
        name = safe(person_of(player).name)
        if await self.bot.blocks.unblock(interaction.user.id, player.id):
            await answer(interaction, gettext("{player} is no longer blocked.", player=name))
        else:
            await answer(interaction, gettext("You had not blocked {player}.", player=name))

    @app_commands.command()
    async def blocked(self, interaction: Interaction) -> None:
        """See the people you have blocked."""
        await defer(interaction)
        found = await self.bot.blocks.store.of(interaction.user.id)
        listed = " · ".join(f"<@{user}>" for user in found)
        none = gettext("You have blocked nobody.")
        head = gettext("### Blocked by you")
        await answer(interaction, message_of(text(head if found else ""), text(listed or none)))

    @app_commands.command(name="auto-leave")
    @app_commands.describe(on="True: a leave of today and tomorrow begins in the last hour")
    async def auto_leave(self, interaction: Interaction, on: bool) -> None:
        """Let a leave begin by itself shortly before you would lose by time."""
        await defer(interaction)
        people, user = self.bot.people, interaction.user.id
        await people.keep(user, replace(await people.preferences(user), auto_leave=True if on else UNSET))
        by_itself = gettext(
            "Shortly before you would lose by time, a leave of that day and the next begins by itself, as"
            " long as you have days of leave left. All players of the match are told."
        )
        await answer(interaction, by_itself if on else gettext("No leave of yours begins by itself."))

    @app_commands.command()
    @app_commands.describe(on="False: nobody can reserve a seat for you")
    async def invitations(self, interaction: Interaction, on: bool) -> None:
        """Choose whether others may invite and challenge you."""
        await defer(interaction)
        people, user = self.bot.people, interaction.user.id
        await people.keep(user, replace(await people.preferences(user), invitations=on))
        taken = gettext("You can be invited and challenged.")
        refused = gettext("Nobody can invite or challenge you now; people who try read that you accept none.")
        await answer(interaction, taken if on else refused)
