"""Private views for one user: their hand in their order, and parts of a large table."""

from __future__ import annotations

from typing import get_args

from discord import app_commands
from discord.ext import commands

from bot.base.language import gettext
from bot.engine.errors import Refusal
from bot.games.game import Game
from bot.matches.errors import NotSeated
from bot.matches.model import MatchView
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, button, play_button
from cogs.kit.layout import OutgoingMessage, message_of, picture_of, rows, text
from cogs.kit.replies import answer, defer_if_slow, defer_in_place_if_slow, show
from cogs.kit.sentences import own_accent, status_in_words
from renderers.contract import Picture, Sort

SORTS: tuple[Sort, ...] = get_args(Sort)


class Closeup(commands.Cog):
    """`/hand`, the Hand button and the Zoom button; only the asker sees the answers."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.handle_presses(self)

    @app_commands.command(name="hand")
    @app_commands.guild_only()
    @app_commands.describe(sort="By suit or by rank; without it your setting of /me hand")
    async def show_hand(self, interaction: Interaction, sort: Sort | None = None) -> None:
        """See your own hand in the match of this channel; only you see it."""
        await defer_if_slow(interaction)
        assert interaction.channel_id is not None
        info = await self.bot.service.in_channel(interaction.channel_id)
        await answer(interaction, await self._hand(interaction, info.id, sort))

    async def press_hand(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the hand of the asker, after the button under a board."""
        await defer_if_slow(interaction)
        await answer(interaction, await self._hand(interaction, press.match, None))

    async def press_sort(self, interaction: Interaction, press: ComponentId) -> None:
        """Sort the shown hand in another way and update it."""
        await defer_in_place_if_slow(interaction)
        wanted = next((sort for sort in SORTS if press.path == (sort,)), SORTS[0])
        await show(interaction, await self._hand(interaction, press.match, wanted))

    async def press_zoom(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the first part of a large table, with buttons to the others."""
        await defer_if_slow(interaction)
        await answer(interaction, await self._part(interaction, press.match, ""))

    async def press_part(self, interaction: Interaction, press: ComponentId) -> None:
        """Show another part."""
        await defer_in_place_if_slow(interaction)
        await show(interaction, await self._part(interaction, press.match, press.first))

    async def _hand(self, interaction: Interaction, match: str, wanted: Sort | None) -> OutgoingMessage:
        match_view = await self.bot.service.match_view(match, interaction.user.id)
        game = self.bot.game_of(match_view.match)
        if match_view.seat is None:
            raise NotSeated.translated(
                "You have no seat in this match, so you hold no cards. You are welcome to watch."
            )
        sort = wanted or await self.bot.hand_order(interaction.user.id)
        picture = await self.bot.draw_hand(match_view, sort)
        if picture is None:
            raise Refusal.translated("{game} has no hands: /match board shows everything.", game=game.title)
        return compose_hand(game, match_view, sort, picture)

    async def _part(self, interaction: Interaction, match: str, part: str) -> OutgoingMessage:
        match_view = await self.bot.service.match_view(match, interaction.user.id)
        game = self.bot.game_of(match_view.match)
        parts = game.renderer.parts(match_view.view)
        if not parts:
            raise Refusal.translated("This table is small enough to show it completely.")
        wanted = part if part in parts else next(iter(parts))
        return compose_part(game, match_view, wanted, await self.bot.draw(match_view, part=wanted))


def compose_hand(game: Game, match_view: MatchView, sort: Sort, picture: Picture) -> OutgoingMessage:
    """Return a player's hand, with buttons to sort it and to play."""
    match = match_view.match.id
    controls = [
        button(gettext(label), ComponentId("sort", match, path=(each,)), disabled=each == sort)
        for each, label in game.renderer.sorts.items()
    ]
    controls.append(button(gettext("Refresh"), ComponentId("sort", match, path=(sort,), slot="fresh")))
    if match_view.seat in match_view.awaited:
        controls.append(play_button(match))
    return message_of(
        text(gettext("### {game}: your hand", game=game.title)),
        picture_of(picture, "hand"),
        text(status_in_words(game, match_view)),
        *rows(controls),
        accent=own_accent(match_view),
    )


def compose_part(game: Game, match_view: MatchView, part: str, picture: Picture) -> OutgoingMessage:
    """Return a part of a large table, with buttons to the other parts."""
    parts = game.renderer.parts(match_view.view)
    controls = [
        button(title, ComponentId("part", match_view.match.id, path=(key,)), disabled=key == part)
        for key, title in parts.items()
        if len(parts) > 1
    ]
    return message_of(text(f"### {game.title}: {parts[part]}"), picture_of(picture), *rows(controls))


async def setup(bot: Client) -> None:
    """Add the closer looks to the bot."""
    await bot.add_cog(Closeup(bot))
