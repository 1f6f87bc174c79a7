"""Challenge, in the context menu of a user: a match with them, by two taps."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.base.language import gettext
from bot.engine.errors import Refusal
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import OLD_BUTTON, ComponentId, select
from cogs.kit.layout import OutgoingMessage, message_of, option, rows, safe, text
from cogs.kit.replies import MenuCog, answer, defer, defer_if_slow, named_game
from cogs.matches.inviting import invited_people
from cogs.matches.opening import OpeningTerms
from cogs.matches.quick_start import open_match


class Challenge(MenuCog):
    """Opens a match with a seat reserved for a user."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot, app_commands.ContextMenu(name="Challenge", callback=self.challenge))
        bot.handle_presses(self)

    @app_commands.guild_only()
    async def challenge(self, interaction: Interaction, user: discord.Member | discord.User) -> None:
        """Ask which game somebody is challenged to."""
        await defer_if_slow(interaction)
        (person,) = await invited_people(interaction, str(user.id))
        await answer(interaction, compose_challenge(self.bot, person.user, person.name))

    async def press_challenge(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the match of the chosen game, here or in a thread."""
        await defer(interaction)
        user, key = press.keys(2)
        if not user:
            raise Refusal.translated(OLD_BUTTON)
        await open_match(
            self.bot, interaction, named_game(self.bot.games, key), {}, OpeningTerms(invite=user)
        )


def compose_challenge(bot: Client, user: int, name: str) -> OutgoingMessage:
    """Return the question for which game to challenge a user."""
    question = gettext(
        "### A challenge to {player}\nWhich game? A seat is kept for them for two days; the match begins as"
        " soon as they are ready. `/match new` has clocks, options and more players.",
        player=safe(name),
    )
    games = [option(game.title, key, gettext(game.tagline)) for key, game in bot.games.items()]
    menu = select(gettext("Choose a game"), ComponentId("challenge", path=(str(user),)), games)
    return message_of(text(question), *rows([menu]))


async def setup(bot: Client) -> None:
    """Add the entry to the bot."""
    await bot.add_cog(Challenge(bot))
