"""The card sets of a server: their list, one of them, and removing one."""

from __future__ import annotations

from bot.base.language import gettext, pgettext
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.service import CardSets, Source
from cogs.kit.admission import manages_server
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.layout import OutgoingMessage, message_of, safe, text
from cogs.kit.replies import defer_in_place, show
from cogs.workshop.card_posts import compose_removal, compose_set, compose_sets
from cogs.workshop.server_sets import check_manages, guild_of, named_set, pressed_set


class ServerSetPages:
    """Shows and removes the sets of a server."""

    def __init__(self, bot: Client) -> None:
        self.card_sets = bot.services.of(CardSets)
        bot.handle("cardset", self.press_cardset)
        bot.handle("cardsets", self.press_cardsets)
        bot.handle("setask", self.press_setask)
        bot.handle("setgone", self.press_setgone)

    async def listed(self, interaction: Interaction) -> OutgoingMessage:
        """Return the list of the sets. Raises `Refusal`."""
        found: dict[str, list[tuple[ServerSet, Source | None]]] = {}
        for kept in await self.card_sets.sets(guild_of(interaction)):
            found.setdefault(kept.game, []).append((kept, await self.card_sets.source(kept)))
        return compose_sets(found, self.card_sets.games, manages=manages_server(interaction))

    async def removal(self, interaction: Interaction, wanted: str, game: str) -> OutgoingMessage:
        """Return the question whether to remove a set. Raises `Refusal`."""
        return self._question(await named_set(interaction, wanted, game))

    def _question(self, kept: ServerSet) -> OutgoingMessage:
        return compose_removal(self.card_sets.games[kept.game], kept)

    async def press_cardset(self, interaction: Interaction, press: ComponentId) -> None:
        """Show one set of the server."""
        await defer_in_place(interaction)
        kept = await pressed_set(interaction, press)
        source = await self.card_sets.source(kept)
        content = await self.card_sets.text(kept)
        game = self.card_sets.games[kept.game]
        await show(interaction, compose_set(game, kept, source, content, manages=manages_server(interaction)))

    async def press_cardsets(self, interaction: Interaction, _press: ComponentId) -> None:
        """Show all sets of the server."""
        await defer_in_place(interaction)
        await show(interaction, await self.listed(interaction))

    async def press_setask(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask whether to remove a set."""
        check_manages(interaction)
        await defer_in_place(interaction)
        await show(interaction, self._question(await pressed_set(interaction, press)))

    async def press_setgone(self, interaction: Interaction, press: ComponentId) -> None:
        """Remove a set, after confirmation."""
        check_manages(interaction)
        await defer_in_place(interaction)
        kept = await pressed_set(interaction, press)
        await self.card_sets.remove(kept)
        told = gettext(
            "**{title}** is removed. Running matches keep its cards.",
            title=safe(pgettext("card", kept.title)),
        )
        await show(interaction, message_of(text(told)))
