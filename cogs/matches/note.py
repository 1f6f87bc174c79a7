"""`/match note`: a player's private note in a match."""

from __future__ import annotations

from discord import app_commands

from bot.base.language import gettext
from bot.people.service import LONGEST_NOTE
from cogs.kit.client import Interaction
from cogs.kit.layout import safe
from cogs.kit.replies import answer, defer
from cogs.matches.group import MatchCommands


class NoteCommands(MatchCommands):
    """The `/match` command for the asker's own note. Only the asker sees the answers."""

    @app_commands.command()
    @app_commands.describe(
        text="The text, up to 1,000 characters; it replaces your earlier note",
        delete="True to delete the note",
    )
    async def note(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, LONGEST_NOTE] = "",
        delete: bool = False,
    ) -> None:
        """Keep a note for yourself in this match, or read it; nobody else sees it."""
        await defer(interaction)
        info, user, people = await self.here(interaction), interaction.user.id, self.bot.people
        if text.strip():
            await people.write_note(user, info, text)
        elif delete:
            await people.write_note(user, info, "")
        kept = await people.note(user, info.id)
        if not kept:
            told = gettext("You keep no note in this match. `/match note text:` writes one.")
        else:
            told = gettext("Your note in this match, shown on your panel and to nobody else:")
            told += f"\n> {safe(kept)}"
        await answer(interaction, told)
