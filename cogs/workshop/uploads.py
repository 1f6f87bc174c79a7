"""Uploaded files and files of messages: read within limits."""

from __future__ import annotations

import discord

from bot.base.language import N_, grouped
from bot.base.limits import wait_in_words
from bot.engine.sentences import echo
from bot.parts.workshop.maps.service import MapRefused
from bot.parts.workshop.sets.service import SetRefused
from cogs.kit.client import Interaction
from cogs.kit.forms import Typed
from cogs.kit.replies import DISCORD_FAULTS

_GONE = N_("The file no longer exists. Please upload it again.")


class FileRefused(MapRefused):
    """A file of a map or a table with errors, each in a line."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = tuple(lines)
        super().__init__(lines[0])


def count_upload(interaction: Interaction) -> None:
    """Count an upload of any kind. Raises `SetRefused` where the user has uploaded too many."""
    wait = interaction.client.uploads.take(interaction.user.id)
    if wait:
        raise SetRefused.translated(
            "You have uploaded very many files lately. The next can be read in {wait}.",
            wait=wait_in_words(wait),
        )


def file_of_form(typed: Typed, key: str) -> discord.Attachment:
    """Return the file of a form. Raises `SetRefused` where there is none."""
    file = typed.files.get(key)
    if file is None:
        raise SetRefused.translated(_GONE)
    return file


async def content_of_upload(interaction: Interaction, file: discord.Attachment, most: int) -> bytes:
    """Count an uploaded file and return its content, at most this number of bytes. Raises `SetRefused`."""
    count_upload(interaction)
    return await content_of_file(file, most)


async def content_of_file(file: discord.Attachment, most: int) -> bytes:
    """Return the content of a file; its size is checked before the download. Raises `SetRefused`."""
    if file.size > most:
        raise SetRefused.translated(
            "The file {file} has {number} bytes; {most} is the most. Nothing was read.",
            file=echo(file.filename),
            number=grouped(file.size),
            most=grouped(most),
        )
    try:
        return await file.read()
    except DISCORD_FAULTS:
        raise SetRefused.translated("Discord does not give me this file. Please upload it again.") from None


async def file_of_message(interaction: Interaction, most: int) -> bytes:
    """Return the file of the message whose control was pressed. Raises `SetRefused`."""
    files = interaction.message.attachments if interaction.message is not None else []
    if not files:
        raise SetRefused.translated(_GONE)
    return await content_of_file(files[0], most)
