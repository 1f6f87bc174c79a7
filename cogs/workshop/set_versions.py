"""The pages of a set's versions, and of the results of its cards in matches."""

from __future__ import annotations

from typing import ClassVar

from discord.ext import commands

from bot.base.language import gettext
from bot.engine.cards.game import AnyCardGame
from bot.parts.workshop.sets.played import RealMatches
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.service import CardSets
from bot.parts.workshop.sets.versions import SetVersions
from cogs.kit.admission import manages_server
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.replies import defer_in_place, show
from cogs.workshop.played_posts import compose_played
from cogs.workshop.server_sets import check_manages, pressed_set
from cogs.workshop.version_posts import compose_going_back, compose_version, compose_versions


class SetVersionPages(commands.Cog):
    """Controls for the versions of sets and for their matches. Only the asker sees the answers."""

    verbs: ClassVar[tuple[str, ...]] = ("setvers", "setver", "setback", "setagain", "setplays")

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.versions = bot.services.of(SetVersions)
        for verb in self.verbs:
            bot.handle(verb, getattr(self, f"press_{verb}"))

    async def press_setvers(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the versions of a set."""
        await defer_in_place(interaction)
        game, kept = await self._pressed(interaction, press)
        await show(interaction, compose_versions(game, kept, await self.versions.of(kept)))

    async def press_setver(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the changes of a version."""
        await defer_in_place(interaction)
        game, kept = await self._pressed(interaction, press)
        page, manages = whole_number(press.keys(3)[2]), manages_server(interaction)
        details = await self.versions.details(kept, _number(press))
        await show(interaction, compose_version(game, kept, details, page=page, manages=manages))

    async def press_setback(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask whether to restore a former version."""
        check_manages(interaction)
        await defer_in_place(interaction)
        game, kept = await self._pressed(interaction, press)
        version = await self.versions.former(kept, _number(press))
        await show(interaction, compose_going_back(game, kept, version))

    async def press_setagain(self, interaction: Interaction, press: ComponentId) -> None:
        """Restore a former version, after confirmation."""
        check_manages(interaction)
        await defer_in_place(interaction)
        game, kept = await self._pressed(interaction, press)
        number = _number(press)
        kept = await self.versions.restore(kept, number)
        note = gettext(
            "**Version {number} is the set again.** Matches that run keep their cards.", number=number
        )
        await show(interaction, compose_versions(game, kept, await self.versions.of(kept), note))

    async def press_setplays(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the results of the cards of a set in the matches of the server."""
        await defer_in_place(interaction)
        game, kept = await self._pressed(interaction, press)
        place, page = [whole_number(each) for each in press.keys(3)[1:]]
        figures = await self.bot.services.of(RealMatches).figures(kept)
        numbers = await self.versions.contents(kept) if figures.versions else {}
        await show(interaction, compose_played(game, kept, figures, numbers, place, page))

    async def _pressed(self, interaction: Interaction, press: ComponentId) -> tuple[AnyCardGame, ServerSet]:
        kept = await pressed_set(interaction, press, place=0)
        return self.bot.services.of(CardSets).games[kept.game], kept


def _number(press: ComponentId) -> int:
    """Return the number of the version of a control."""
    return whole_number(press.keys(2)[1])


async def setup(bot: Client) -> None:
    """Add the pages to the bot."""
    await bot.add_cog(SetVersionPages(bot))
