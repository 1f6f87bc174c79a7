"""`/match watch`: to be told of a match without playing, and to play without being told."""

from __future__ import annotations

from discord import app_commands

from bot.engine.language import N_, gettext
from bot.matches.model import MatchInfo
from cogs.kit.client import Interaction
from cogs.kit.replies import answer, defer
from cogs.matches.group import MatchCommands

WATCHING = N_(
    "You watch this match: I tell you by DM when its turn changes, at most once an hour, and how it ends."
    " `/match watch on:False` here stops that."
)
MUTED = N_(
    "I tell you nothing of this match from now on. Play by the Play button under its board in this channel."
    " `/match watch on:True` here ends that."
)


class FollowCommands(MatchCommands):
    """Watching a match, and muting one's own."""

    @app_commands.command()
    @app_commands.describe(on="False to be told of it no more, also of a match of your own")
    async def watch(self, interaction: Interaction, on: bool = True) -> None:
        """Be told by DM how this match goes on without playing in it; or mute your own."""
        await defer(interaction)
        info = await self.here(interaction)
        seated = info.seat_of(interaction.user.id) is not None
        await answer(interaction, await (self._muting if seated else self._watching)(interaction, info, on))

    async def _watching(self, interaction: Interaction, info: MatchInfo, on: bool) -> str:
        if on:
            await self.bot.people.follow(interaction.user.id, info, "watch")
            return gettext(WATCHING)
        watched = await self.bot.people.unfollow(interaction.user.id, info.id, "watch")
        return gettext("You watch this match no more.") if watched else gettext("You did not watch it.")

    async def _muting(self, interaction: Interaction, info: MatchInfo, on: bool) -> str:
        if not on:
            await self.bot.people.follow(interaction.user.id, info, "mute")
            return gettext(MUTED)
        if await self.bot.people.unfollow(interaction.user.id, info.id, "mute"):
            return gettext("I tell you again when it is your turn in this match.")
        await self.bot.people.follow(interaction.user.id, info, "watch")  # says that players are told anyway
        return gettext(WATCHING)
