"""Test tables: a made-up position, written or put together, played alone from all seats (`/cards try`)."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar

import discord
import structlog
from discord.ext import commands
from msgspec.structs import replace

from bot.engine.benches import Zone, at_moment, put, with_points
from bot.engine.errors import Refusal
from bot.engine.language import gettext
from bot.matches.model import MatchView
from bot.players import normal_player
from bot.trytable.model import LONGEST, TryTable
from bot.trytable.service import PASSED
from cogs.cards.try_pages import TryPages
from cogs.cards.try_posts import (
    Spot,
    choice_in,
    form_of_square,
    form_of_text,
)
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.forms import typed_in
from cogs.kit.layout import safe
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.replies import answer, defer_in_place, show

log = structlog.get_logger(__name__)

EVERY = 3600.0
"""Seconds between two looks for tables whose time is over."""
Change = Callable[[int, int], Awaitable[TryTable]]
"""Changes the table of a person of this version."""


class TryBench(commands.Cog):
    """Shows test tables, and answers their controls; all of it for who asks alone."""

    verbs: ClassVar[tuple[str, ...]] = (
        "trygo", "tryseat", "trypick", "tryundo", "trymark", "tryagain", "trythink", "tryedit", "trybegin",
        "tryspot", "tryzone", "tryput", "trymoment", "trypoint", "tryscene", "trywrite", "tryswap",
    )  # fmt: skip

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.tables, self.pages = bot.try_tables, TryPages(bot)
        for verb in self.verbs:
            bot.handle(verb, getattr(self, f"press_{verb[3:]}"))

    async def show(self, interaction: Interaction, table: TryTable) -> None:
        """Answer a deferred interaction with a table."""
        await answer(interaction, await self.pages.page(table, interaction.user.id))

    # Playing

    async def press_go(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the screen at a path."""
        await self._following(interaction, press)

    async def press_seat(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the table from another seat."""
        await self._following(interaction, press)

    async def press_pick(self, interaction: Interaction, press: ComponentId) -> None:
        """Follow a choice: to a further screen, or to the deed."""
        await defer_in_place(interaction)
        table, user = await self._playing(interaction, press), interaction.user.id
        if table is None:
            return
        seat, *path = press.path if len(press.path) > 1 else ("0", "")
        game, found = self.pages.game(table), await self.tables.look(table)
        match_view = await self.pages.view(table, found, game, whole_number(seat))
        above = await self.pages.menu(game, match_view, tuple(path[:-1]))
        choice = None if above is None else choice_in(above, path[-1])
        if choice is None:
            note = gettext("That is no longer possible. Here is how it stands now.")
            await show(interaction, await self.pages.page(table, user, (seat,), note=note))
        elif choice.actions:
            await self._act(interaction, table, match_view, choice.actions, choice.then)
        elif choice.orders is not None:
            note = gettext("On a test table there are no standing orders: play each seat yourself.")
            await show(interaction, await self.pages.page(table, user, (seat,), note=note))
        else:
            await show(interaction, await self.pages.page(table, user, (seat, *(choice.then or path))))

    async def press_think(self, interaction: Interaction, press: ComponentId) -> None:
        """Let a computer player do what it would do at the seat that is shown, by what that seat knows."""
        await defer_in_place(interaction)
        table, user = await self._playing(interaction, press), interaction.user.id
        if table is None:
            return
        game, found = self.pages.game(table), await self.tables.look(table)
        match_view = await self.pages.view(table, found, game, _seat(press))
        if not match_view.legal:
            await show(interaction, await self.pages.page(table, user, press.path[:1]))
            return
        computer, rng = normal_player(table.game), random.Random(f"{table.seed} {table.next}")
        action = await asyncio.to_thread(computer.choose, game.rules, match_view.view, match_view.legal, rng)
        await self._act(interaction, table, match_view, (action,), ())

    async def _act(
        self,
        interaction: Interaction,
        table: TryTable,
        match_view: MatchView,
        actions: Sequence[Any],
        then: tuple[str, ...],
    ) -> None:
        user, seat = interaction.user.id, match_view.seat or 0
        try:
            changed, events = await self.tables.act(user, table.version, seat, actions)
        except Refusal as refusal:
            page = await self.pages.page(table, user, (str(seat),), note=safe(refusal.sentence))
        else:
            page = await self.pages.page(changed, user, (str(seat), *then), events=events, go_on=True)
        await show(interaction, page)

    async def press_undo(self, interaction: Interaction, press: ComponentId) -> None:
        """Take back the last action, or the last change of a position."""
        await self._changing(interaction, press, self.tables.undo)

    async def press_mark(self, interaction: Interaction, press: ComponentId) -> None:
        """Set a mark."""
        note = gettext("The mark is set: **Again from the mark** leads back to here, as often as you like.")
        await self._changing(interaction, press, self.tables.mark, note)

    async def press_again(self, interaction: Interaction, press: ComponentId) -> None:
        """Go back to the mark, or to the beginning."""
        await self._changing(interaction, press, self.tables.again)

    async def press_edit(self, interaction: Interaction, press: ComponentId) -> None:
        """Write the position: as it stands now, where that is short enough, else as it began."""
        await self._changing(interaction, press, self.tables.take_up)

    async def press_swap(self, interaction: Interaction, press: ComponentId) -> None:
        """Put back the table that this one took the place of."""
        await self._changing(interaction, press, self.tables.swap)

    # Writing

    async def press_begin(self, interaction: Interaction, press: ComponentId) -> None:
        """Play the position."""
        await self._changing(interaction, press, self.tables.begin)

    async def press_spot(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the position with other cards to put, or for another seat."""
        await self._following(interaction, press)

    async def press_zone(self, interaction: Interaction, press: ComponentId) -> None:
        """Choose where cards are put."""
        zone = whole_number(press.path[-1]) if press.path else 0
        path = Spot.of(press.path)._replace(zone=zone, page=0).path
        await self._following(interaction, replace(press, path=path))

    async def press_put(self, interaction: Interaction, press: ComponentId) -> None:
        """Put a card; one that has to lie on a square once that is named."""
        spot, table = Spot.of(press.path), await self.tables.own(interaction.user.id)
        zone, card = await self._meant(table, spot, press)
        if zone.alone:
            title = gettext("{card} is put on the field", card=card.name)
            await interaction.response.send_modal(form_of_square(table, (*spot.path, press.path[-1]), title))
            return
        await self._writing(interaction, press, lambda text: put(text, zone, spot.seat, card))

    async def press_moment(self, interaction: Interaction, press: ComponentId) -> None:
        """Say whose turn it is."""
        spot, chosen = Spot.of(press.path), whole_number(press.path[-1] if press.path else "")
        bench, _ = await self.pages.bench(await self.tables.own(interaction.user.id))
        moment = bench.moments[min(chosen, len(bench.moments) - 1)]
        await self._writing(interaction, press, lambda text: at_moment(text, bench, moment, spot.seat))

    async def press_point(self, interaction: Interaction, press: ComponentId) -> None:
        """Give a seat a point, or take one."""
        spot, by = Spot.of(press.path), 1 if press.path[-1:] == ("1",) else -1
        bench, _ = await self.pages.bench(await self.tables.own(interaction.user.id))
        await self._writing(interaction, press, lambda text: with_points(text, bench, spot.seat, by))

    async def press_scene(self, interaction: Interaction, press: ComponentId) -> None:
        """Take a position of the rules."""
        pages = self.pages.game(await self.tables.own(interaction.user.id)).rulebook
        chosen = whole_number(press.path[-1] if press.path else "")
        if chosen < len(pages):
            await self._writing(interaction, press, lambda _: pages[chosen].scene.strip())

    async def press_write(self, interaction: Interaction, _press: ComponentId) -> None:
        """Open the form in which the position is written."""
        await interaction.response.send_modal(form_of_text(await self.tables.own(interaction.user.id)))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Take in a form, also one that was opened before a restart."""
        data: Mapping[str, object] = dict(interaction.data or {})
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        press = ComponentId.decode(str(data.get("custom_id", "")))
        if press.verb not in ("trytext", "trysquare"):
            return
        try:
            self.bot.languages.speak_to(interaction)
            typed = typed_in(interaction)
            if press.verb == "trytext":
                written = typed.one("text")[:LONGEST]
                await self._writing(interaction, press, lambda _: written)
            else:
                await self._put_on(interaction, press, typed.one("square"))
        except Exception as error:
            await self.bot.reply_with_error(interaction, error)

    async def _put_on(self, interaction: Interaction, press: ComponentId, square: str) -> None:
        spot = Spot.of(press.path)
        zone, card = await self._meant(await self.tables.own(interaction.user.id), spot, press)
        word = "".join([letter for letter in square if letter.isalnum()])[:4].upper()
        await self._writing(interaction, press, lambda text: put(text, zone, spot.seat, card, word))

    # What these share

    async def _meant(self, table: TryTable, spot: Spot, press: ComponentId) -> tuple[Zone, Any]:
        """Return where a card is put, and which one. Raises `Refusal`."""
        bench, pool = await self.pages.bench(table)
        card = pool.cards.get(press.path[-1] if press.path else "")
        if card is None:
            raise Refusal.translated("There is no such card among those of this test table.")
        return bench.zones[min(spot.zone, len(bench.zones) - 1)], card

    async def _playing(self, interaction: Interaction, press: ComponentId) -> TryTable | None:
        """Return the table that is played; None where it has changed since, which is shown then."""
        table = await self.tables.own(interaction.user.id)
        if table.playing and table.version == press.version:
            return table
        await show(interaction, await self.pages.page(table, interaction.user.id, note=gettext(PASSED)))
        return None

    async def _following(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the table where a control leads, unless it has changed since."""
        await defer_in_place(interaction)
        table = await self.tables.own(interaction.user.id)
        stale = table.version != press.version
        path, note = (() if stale else press.path), (gettext(PASSED) if stale else "")
        await show(interaction, await self.pages.page(table, interaction.user.id, path, note=note))

    async def _writing(
        self, interaction: Interaction, press: ComponentId, write: Callable[[str], str]
    ) -> None:
        async def change(user: int, version: int) -> TryTable:
            table = await self.tables.own(interaction.user.id)
            return await self.tables.write(user, version, write(table.text))

        await self._changing(interaction, press, change)

    async def _changing(
        self, interaction: Interaction, press: ComponentId, change: Change, note: str = ""
    ) -> None:
        """Change the table, and show it as it is then, with why it was not changed where it was not."""
        await defer_in_place(interaction)
        user, path = interaction.user.id, press.path
        try:
            table = await change(user, press.version)
        except Refusal as refusal:
            table, note = await self.tables.own(interaction.user.id), safe(refusal.sentence)
        await show(interaction, await self.pages.page(table, user, path, note=note, go_on=True))


class TryRounds(PeriodicCog):
    """Forgets test tables whose time is over."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @periodic(seconds=EVERY)
    async def rounds(self) -> None:
        """Forget them."""
        await self.bot.try_tables.prune()


def _seat(press: ComponentId) -> int:
    return whole_number(press.path[0] if press.path else "")


async def setup(bot: Client) -> None:
    """Add test tables to the bot."""
    await bot.add_cog(TryBench(bot))
    await bot.add_cog(TryRounds(bot))
