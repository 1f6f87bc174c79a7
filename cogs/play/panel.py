"""The play panel: handles the buttons and menus for playing without typed commands."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from discord.ext import commands

from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.engine.wording import Choice
from bot.matches.errors import NotSeated, TurnPassed
from bot.matches.loaded_match import PlayResult
from bot.matches.model import MatchView
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, TooLongError
from cogs.kit.layout import safe
from cogs.kit.replies import (
    answer,
    defer_if_slow,
    defer_in_place,
    defer_in_place_if_slow,
    defer_now,
    note_shown,
    publish_pending_elsewhere,
    request_of,
    show,
)
from cogs.kit.sentences import UNCHANGED, Line, weighed_lines
from cogs.play.screens import (
    Path,
    choice_at,
    compose_confirmation,
    compose_position,
    compose_reasons,
    draw_acted,
    draw_panel,
    reasons_at,
)

TURN_PASSED = N_("That turn is over: the match has continued. Here is its present state.")
NOT_OPEN = N_("That is no longer possible. Here is the present state.")


class Panel(commands.Cog):
    """The controls of the board post, of the private panel, and of the panel in a DM."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.handle_presses(self)

    async def press_play(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the panel, for the asker alone."""
        await defer_if_slow(interaction)
        match_view = await self.match_view(interaction, press)
        await answer(interaction, await draw_panel(self.bot, match_view, table=False))

    async def press_text(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the position as text, as the asker may see it."""
        await defer_if_slow(interaction)
        match_view = await self.bot.service.match_view(press.match, interaction.user.id)
        await answer(interaction, compose_position(self.bot.game_of(match_view.match), match_view))

    async def press_why(self, interaction: Interaction, press: ComponentId) -> None:
        """Show why the screen at a path does not offer an expected choice."""
        await defer_if_slow(interaction)
        match_view = await self.match_view(interaction, press)
        game = self.bot.game_of(match_view.match)
        reasons = await self.bot.workers.run_here(partial(reasons_at, game, match_view, press.path))
        await answer(interaction, compose_reasons(game, reasons))

    async def press_go(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the screen at a path: back, or the same again."""
        await defer_in_place_if_slow(interaction)
        match_view = await self.match_view(interaction, press)
        path = press.path if match_view.match.version == press.version else ()
        try:
            await self.show_screen(interaction, match_view, path)
        except TooLongError:  # no menu of ours leads so far
            await self.show_screen(interaction, match_view, note=gettext(NOT_OPEN))

    async def press_pick(self, interaction: Interaction, press: ComponentId) -> None:
        """Follow a choice: show the next screen, ask for confirmation, or carry it out.

        The verb `sure` is that of a confirmed choice.
        """
        await defer_in_place_if_slow(interaction)
        match_view = await self.match_view(interaction, press)
        game = self.bot.game_of(match_view.match)
        if match_view.match.version != press.version:
            await self.show_screen(interaction, match_view, note=gettext(TURN_PASSED))
            return
        choice = await self.bot.workers.run_here(partial(choice_at, game, match_view, press.path))
        if choice is None:
            await self.show_screen(interaction, match_view, note=gettext(NOT_OPEN))
        elif not choice.actions and choice.orders is None:
            await self.show_screen(interaction, match_view, choice.then or press.path)
        elif choice.style == "grave" and press.verb != "sure":
            await show(interaction, compose_confirmation(game, match_view, press.path, choice))
        else:
            await defer_now(interaction)
            await self.carry_out(interaction, press, match_view, choice)

    press_sure = press_pick

    async def carry_out(
        self, interaction: Interaction, press: ComponentId, match_view: MatchView, choice: Choice
    ) -> None:
        """Carry out a choice with its actions and orders, and show the next screen."""
        play, user, request = self.bot.service.play, interaction.user.id, request_of(interaction)
        orders = self._orders(match_view, choice)
        change = (
            play.act(
                press.match,
                user,
                choice.actions,
                version=press.version,
                request=request,
                orders=orders,
            )
            if choice.actions
            else play.order(press.match, user, orders, version=press.version, request=request)
        )
        await self._show_after(interaction, press, match_view, change, choice.then)

    def _orders(self, match_view: MatchView, choice: Choice) -> Any:
        """Return the standing orders after a choice; None for no change."""
        if not isinstance(choice.orders, Mapping):
            return choice.orders
        ordered = self.bot.game_of(match_view.match).rules.ordered
        assert ordered is not None, "only games with standing orders have a menu of them"
        given = match_view.orders or ordered.Orders()
        return msgspec.structs.replace(given, **choice.orders)

    async def press_undo(self, interaction: Interaction, press: ComponentId) -> None:
        """Take the last action back, or all of the turn, only where that is free, as the button says."""
        await defer_in_place(interaction)
        match_view = await self.match_view(interaction, press)
        if match_view.match.version != press.version:
            await self.show_screen(interaction, match_view, note=gettext(TURN_PASSED))
            return
        proposals, user, request = self.bot.service.proposals, interaction.user.id, request_of(interaction)
        if press.verb == "undoturn":
            change = proposals.undo_turn(press.match, user, request=request)
        else:
            change = proposals.undo(press.match, user, ask=False, request=request)
        await self._show_after(interaction, press, match_view, change)

    press_undoturn = press_undo

    async def _show_after(
        self,
        interaction: Interaction,
        press: ComponentId,
        match_view: MatchView,
        change: Awaitable[PlayResult],
        then: Path = (),
    ) -> None:
        """Make a change, show its result or its refusal, and publish it."""
        message = interaction.message.id if interaction.message else 0
        with self.bot.shown.answering(message):
            try:
                played = await change
            except Refusal as refusal:
                note = gettext(TURN_PASSED) if isinstance(refusal, TurnPassed) else safe(refusal.sentence)
                await self.show_screen(interaction, await self.match_view(interaction, press), note=note)
                return
            told = weighed_lines(self.bot.game_of(match_view.match), played.facts, played.match_view)
            note = gettext(UNCHANGED) if played.unchanged else ""
            await self.show_screen(
                interaction, played.match_view, then, told=told, note=note, acted=not played.unchanged
            )
        if interaction.guild_id is None:
            await self.bot.publish_pending(press.match)
        else:
            await publish_pending_elsewhere(interaction, press.match)

    async def match_view(self, interaction: Interaction, press: ComponentId) -> MatchView:
        """Return the asker's view of the match. Raises `NotSeated`."""
        match_view = await self.bot.service.match_view(press.match, interaction.user.id)
        if match_view.seat is None:
            raise NotSeated.translated(
                "You have no seat in this match, so you can only watch. Its players are {players}.",
                players=", ".join(match_view.match.names),
            )
        return match_view

    async def show_screen(
        self,
        interaction: Interaction,
        match_view: MatchView,
        path: Path = (),
        *,
        told: Sequence[Line] = (),
        note: str = "",
        acted: bool = False,
    ) -> None:
        """Replace the message whose control was pressed by a screen, also after the press has acted."""
        in_dm = interaction.guild_id is None
        if in_dm and match_view.idle:  # now, not by another edit once the turn is published
            page = await draw_acted(self.bot, match_view, told=told, note=note, acted=acted)
        else:
            page = await draw_panel(
                self.bot, match_view, path, table=in_dm, told=told, note=note, following=not in_dm
            )
        await show(interaction, page)
        if in_dm:
            await note_shown(interaction, match_view)


async def setup(bot: Client) -> None:
    """Add the panel to the bot."""
    await bot.add_cog(Panel(bot))
