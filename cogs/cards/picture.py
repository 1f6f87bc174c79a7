"""`/cards picture`: pictures on the cards of a server's own sets.

An uploaded picture is never shown as it came: a worker reads it in bounds and writes it anew, so that nothing
but pixels is kept of it. It belongs to the server, and goes with the set.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cardsets.service import SetRefused, Source
from bot.engine.cardgames import AnyCard
from bot.engine.language import gettext
from cogs.cards.server_sets import check_manages, guild_of
from cogs.kit.client import Client, Interaction
from cogs.kit.layout import OutgoingMessage, under
from cogs.kit.replies import answer, defer
from renderers.kit.cards.renderer import CardRenderer
from renderers.kit.cards.uploads import LARGEST_PICTURE, rewritten

Word = app_commands.Range[str, 1, 100]


class PictureCommands(commands.Cog):
    """The part of `/cards` that gives cards their pictures."""

    bot: Client

    @app_commands.command()
    @app_commands.describe(
        card="A card of a set of this server",
        file="A PNG, at most 4 MB, 64 to 4096 pixels a side; none takes the picture away",
        game="Of which game; only needed where that is not clear",
    )
    async def picture(
        self,
        interaction: Interaction,
        card: Word,
        file: discord.Attachment | None = None,
        game: Word = "",
    ) -> None:
        """Give a card of this server a picture; for those who manage it."""
        check_manages(interaction)
        await defer(interaction)
        source, found = await self._find(interaction, card, game)
        self._check_takes_one(source, found)
        sets = await self.bot.card_sets.find(guild_of(interaction), source.key, [source.game.key])
        kept = next(each for each in sets if each.key == source.key)
        if file is None:
            await self.bot.card_pictures.drop(kept, found.number)
            said = gettext("The picture is taken away: the card has our emblem again.")
        else:
            content = await self._read_upload(interaction, file, LARGEST_PICTURE)
            png = await self.bot.workers.run(rewritten, content)
            await self.bot.card_pictures.keep(kept, source.cards, found.number, png)
            said = gettext("So the card looks now, here and in matches of this server with this set.")
        await answer(interaction, under(await self._card(interaction, source, found), f"-# {said}"))

    def _check_takes_one(self, source: Source, card: AnyCard) -> None:
        """Raise `SetRefused` for a card of others, and for one that is drawn from its numbers."""
        if source.own is None:
            raise SetRefused.translated(
                "{number} comes with the bot: only cards of a set of this server have pictures of their own.",
                number=card.number,
            )
        renderer: Any = self.bot.games[source.game.key].renderer
        if not isinstance(renderer, CardRenderer) or renderer.emblem(card, source.pool) is None:
            raise SetRefused.translated(
                "{number} is drawn from its numbers, so it has no place for a picture.", number=card.number
            )

    @abstractmethod
    async def _find(self, interaction: Interaction, word: str, game: str) -> tuple[Source, AnyCard]:
        """Return the card that a word names."""

    @abstractmethod
    async def _read_upload(self, interaction: Interaction, file: discord.Attachment, most: int) -> bytes:
        """Return an uploaded file of so many bytes at most. Raises `SetRefused`."""

    @abstractmethod
    async def _card(self, interaction: Interaction, source: Source, card: AnyCard) -> OutgoingMessage:
        """Return a card with its picture."""
