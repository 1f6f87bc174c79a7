"""`/match watch` and `/match mute`: to be told of a match without playing, and to play without being told."""

from __future__ import annotations

from discord import app_commands

from bot.engine.language import N_, gettext
from cogs.kit.client import Interaction
from cogs.kit.replies import answer, defer
from cogs.matches.group import MatchCommands

WATCHING = N_(
    "You watch this match: I tell you by DM when its turn changes, at most once an hour, and how it ends."
    " `/match watch on:False` here stops that."
)
MUTED = N_(
    "I tell you nothing of this match from now on. Play by the Play button under its board in this channel."
    " `/match mute on:False` here ends that."
)


class FollowCommands(MatchCommands):
    """Watching a match, and muting one's own."""

    @app_commands.command()
    @app_commands.describe(on="False to watch it no more")
    async def watch(self, interaction: Interaction, on: bool = True) -> None:
        """Be told by DM how this match goes on, without playing in it."""
        await defer(interaction)
        info = await self.here(interaction)
        if on:
            await self.bot.people.follow(interaction.user.id, info, "watch")
            await answer(interaction, gettext(WATCHING))
        else:
            watched = await self.bot.people.unfollow(interaction.user.id, info.id, "watch")
            no_more = gettext("You watch this match no more.")
            await answer(interaction, no_more if watched else gettext("You did not watch it."))

    @app_commands.command()
    @app_commands.describe(on="False to be told of it again")
    async def mute(self, interaction: Interaction, on: bool = True) -> None:
        """Get no messages about this match of yours; you play it under the board in the channel."""
        await defer(interaction)
        info = await self.here(interaction)
        if on:
            await self.bot.people.follow(interaction.user.id, info, "mute")
            await answer(interaction, gettext(MUTED))
        else:
            muted = await self.bot.people.unfollow(interaction.user.id, info.id, "mute")
            again = gettext("I tell you again when it is your turn in this match.")
            await answer(interaction, again if muted else gettext("You had not muted it."))
