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
        await answer(interaction, await self._followed(interaction.user.id, info, on))

    async def _followed(self, user: int, info: MatchInfo, on: bool) -> str:
        """Follow a match or mute one's own, or end that; return what is said. Raises `NothingToFollow`."""
        people, seated = self.bot.people, info.seat_of(user) is not None
        if seated and not on:
            await people.follow(user, info, "mute")
            return gettext(MUTED)
        if seated and await people.unfollow(user, info.id, "mute"):
            return gettext("I tell you again when it is your turn in this match.")
        if on:
            await people.follow(user, info, "watch")  # refuses a player, who is told of the match anyway
            return gettext(WATCHING)
        watched = await people.unfollow(user, info.id, "watch")
        return gettext("You watch this match no more.") if watched else gettext("You did not watch it.")
