"""`/privacy`: the stored data of the asker, shown, exported and deleted; all answers are private."""

from __future__ import annotations

import asyncio
import gzip
import shutil
from tempfile import TemporaryFile
from typing import IO

from discord import app_commands
from discord.ext import commands

from bot.engine.errors import Refusal
from bot.people.privacy.service import file_name
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import OLD_BUTTON, ComponentId
from cogs.kit.layout import UPLOAD, Attachment
from cogs.kit.places import anywhere, in_all_places
from cogs.kit.replies import answer, defer, defer_in_place, request_of, show
from cogs.people.privacy_posts import compose_deleted, compose_file, compose_kept, compose_question


@anywhere
@in_all_places
class PrivacyCommands(
    commands.GroupCog, group_name="privacy", group_description="See, export and delete data about you"
):
    """Commands on the asker's own data, and the button that confirms."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.privacy = bot.privacy
        bot.handle("privacy", self.press_delete)

    @app_commands.command(name="show")
    async def show_kept(self, interaction: Interaction) -> None:
        """See which data about you is stored."""
        await defer(interaction)
        await answer(
            interaction,
            compose_kept(
                await self.privacy.counts(interaction.user.id), self.bot.host, self.bot.hooks.personal_words
            ),
        )

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """Get all data about you as a file."""
        await defer(interaction)
        with TemporaryFile() as content:
            await self.privacy.export(interaction.user.id, content)
            file = await asyncio.to_thread(_fitting, file_name(self.bot.clock()), content)
        await answer(interaction, compose_file(file))

    @app_commands.command()
    async def delete(self, interaction: Interaction) -> None:
        """Delete all data about you; the bot asks you to confirm."""
        await defer(interaction)
        running = await self.privacy.open_matches(interaction.user.id)
        await answer(interaction, compose_question(running))

    async def press_delete(self, interaction: Interaction, press: ComponentId) -> None:
        """Delete all, as confirmed."""
        if press.path != ("delete",):
            raise Refusal.translated(OLD_BUTTON)
        await defer_in_place(interaction)
        await self.privacy.delete(interaction.user.id, request_of(interaction), self.bot.publish_pending)
        await show(interaction, compose_deleted())


def _fitting(name: str, content: IO[bytes]) -> Attachment:
    """Return the file, compressed where it is too large for Discord. Raises `Refusal` where it still is."""
    if content.tell() <= UPLOAD:
        content.seek(0)
        return Attachment(name, content.read())
    content.seek(0)
    with TemporaryFile() as packed:
        with gzip.open(packed, "wb", compresslevel=6) as packing:
            shutil.copyfileobj(content, packing)
        if packed.tell() > UPLOAD:
            raise Refusal.translated(
                "The file with your data is too large for Discord. Ask the host of this bot for it."
            )
        packed.seek(0)
        return Attachment(f"{name}.gz", packed.read())


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(PrivacyCommands(bot))
