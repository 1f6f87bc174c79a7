"""`/profile`: how a player has fared, from public results alone."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal

import discord
from discord import app_commands

from bot.engine.errors import Refusal
from bot.parts.ratings.model import PROVISIONAL
from bot.parts.ratings.service import RatingService
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.layout import OutgoingMessage, safe
from cogs.kit.replies import MenuCog, answer, defer_if_slow, defer_in_place_if_slow, person, person_of, show
from cogs.ratings.leaderboard import WHERE, board_title, game_of, guild_of, suggest_rated
from cogs.ratings.rating_posts import ALL_GAMES, HERE, compose_profile, title_of
from renderers.ratings.curve import draw_curve

_USER = re.compile(r"[0-9]{1,18}|[1-8][0-9]{18}")
"""The id of a Discord user, in the range of the database."""


class ProfilePages(MenuCog, name="Profile"):
    """A player's page."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot, app_commands.ContextMenu(name="Profile", callback=self.show_profile))
        self.honours: list[Callable[[int, int | None], Awaitable[str]]] = []
        """Each returns a line on what a user has won on a server (None: everywhere), "" for nothing."""
        bot.handle_presses(self)

    @app_commands.guild_only()
    async def show_profile(self, interaction: Interaction, user: discord.Member | discord.User) -> None:
        """Show how a person has fared on this server."""
        await defer_if_slow(interaction)
        await answer(
            interaction, await self._page(interaction, user.id, person_of(user).name, HERE, ALL_GAMES)
        )

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        player="The person; default: you",
        game="The game of the rating; default: all games together",
        where="Matches on this server or everywhere",
    )
    async def profile(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        game: app_commands.Range[str, 1, 40] = ALL_GAMES,
        where: Literal["this server", "everywhere"] = "this server",
    ) -> None:
        """See a player's ratings, results, streaks and favourites."""
        await defer_if_slow(interaction)
        who = player or interaction.user
        page = await self._page(interaction, who.id, person_of(who).name, WHERE[where], game)
        await answer(interaction, page)

    profile.autocomplete("game")(suggest_rated)

    async def press_profile(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the same player in another game or elsewhere."""
        await defer_in_place_if_slow(interaction)
        user, where, game = press.keys(3)
        number = int(user) if _USER.fullmatch(user) else 0
        await show(interaction, await self._page(interaction, number, "", where, game or ALL_GAMES))

    async def _page(
        self, interaction: Interaction, user: int, name: str, where: str, game: str
    ) -> OutgoingMessage:
        """Return the profile of a player, under the given name or else the last seen one."""
        key, guild = game_of(self.bot, game), guild_of(interaction, where)
        profile = await self.bot.services.of(RatingService).profile(user, interaction.user.id, guild, key)
        if profile is None:
            if name:
                raise Refusal.translated("{player} has not finished a match yet.", player=name)
            raise Refusal.translated("This player has not finished a match yet.")
        shown = name or profile.name
        title = f"{shown} · {board_title(title_of(self.bot.games, key), interaction, guild)}"
        curve = None
        if profile.curve:
            usual = PROVISIONAL - 1
            work = partial(draw_curve, title, profile.curve, before=profile.curve_from, provisional=usual)
            curve = await self.bot.workers.run(work)
        return compose_profile(
            self.bot.games,
            profile,
            safe(shown),
            safe(person(interaction).name),
            game=key,
            where=where or HERE,
            picture=curve,
            standing=await self.bot.reliability.standing(user),
            honours=[line for told in self.honours if (line := await told(user, guild))],
        )


async def setup(bot: Client) -> None:
    """Add the command to the bot."""
    await bot.add_cog(ProfilePages(bot))
