"""`/season`: the seasons of a server, for those who manage it."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.base.language import gettext
from bot.engine.errors import Refusal
from bot.parts.ratings.service import RatingService
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.layout import message_of, text
from cogs.kit.replies import answer, defer_if_slow, defer_in_place, show
from cogs.ratings.rating_posts import compose_season_question, compose_seasons


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Seasons(commands.GroupCog, group_name="season", group_description="Seasons of this server's ratings"):
    """Commands for those who manage the server, and the button that confirms."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.ratings = bot.services.of(RatingService)
        bot.handle_presses(self)

    @app_commands.command(name="show")
    async def show_seasons(self, interaction: Interaction) -> None:
        """See the seasons so far and who led them."""
        await defer_if_slow(interaction)
        guild = _managed(interaction)
        seasons, leaders = await self.ratings.seasons(guild), await self.ratings.store.board_of_winners(guild)
        await answer(interaction, compose_seasons(seasons, leaders))

    @app_commands.command()
    async def close(self, interaction: Interaction) -> None:
        """End the current season and begin the next; its standings are kept."""
        await self._ask(interaction, "close")

    @app_commands.command()
    async def reset(self, interaction: Interaction) -> None:
        """Restart the current season; matches played in it count only for all time."""
        await self._ask(interaction, "reset")

    async def press_season(self, interaction: Interaction, press: ComponentId) -> None:
        """Close or reset the season that was asked about, as confirmed."""
        await defer_in_place(interaction)
        guild = _managed(interaction)
        action, number = press.keys(2)
        season = whole_number(number)
        if action == "close":
            await self.ratings.close_season(guild, season)
            told = gettext(
                "Season {season} is closed; `/leaderboard season:{season}` shows its standings. Season {next}"
                " has begun.",
                season=season,
                next=season + 1,
            )
        elif action != "reset":
            raise Refusal.translated("This button no longer works. /season show shows the seasons.")
        else:
            await self.ratings.reset_season(guild, season)
            told = gettext("Season {season} begins again, with everybody at the start.", season=season)
        await show(interaction, message_of(text(told)))

    async def _ask(self, interaction: Interaction, action: str) -> None:
        await defer_if_slow(interaction)
        current = (await self.ratings.seasons(_managed(interaction)))[-1]
        await answer(interaction, compose_season_question(current, action))


def _managed(interaction: Interaction) -> int:
    """Return the server. Raises `Refusal` for a person who does not manage it."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal.translated("Only server managers can manage the server's seasons.")
    return interaction.guild_id


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Seasons(bot))
