"""`/maps`: the maps, layouts and squads that a server has added.

Nothing of an uploaded file is ever run or trusted: it is read in bounds, checked, and all its text escaped.
"""

from __future__ import annotations

from typing import Any, ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.language import N_, gettext
from bot.parts.workshop.maps.reading import BOUNDS
from bot.parts.workshop.maps.service import MapRefused, ServerMaps
from bot.parts.workshop.sets.ports import ServerSet
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, Control, button
from cogs.kit.form_fields import upload, written
from cogs.kit.forms import Asked, Form, Typed, typed_words
from cogs.kit.layout import OutgoingMessage
from cogs.kit.replies import (
    answer,
    defer,
    defer_if_slow,
    defer_in_place_if_slow,
    offer_ordered,
    show,
    suggesting,
)
from cogs.kit.sight import manages_server
from cogs.workshop.lab import LabReports
from cogs.workshop.maps_posts import (
    FILE_FORM,
    FORM,
    LAB,
    SHOW,
    ServerFiles,
    added_words,
    compose_checked,
    compose_list,
    draw_file,
)
from cogs.workshop.server_sets import check_manages, guild_of
from cogs.workshop.uploads import FileRefused, content_of_upload, file_of_form

ADD, CHECK = "add", "check"
"""The actions on a file, as keys in the path of its form."""
FILE, WORDS = "file", "words"
"""The keys of the fields of the forms."""
ABOUT = "A map, layout or squad: TOML of at most 4000 bytes"
MANAGERS = N_("Only server managers can add or remove the server's maps.")
NO_SERVER = N_("Maps belong to servers that I am on: use this on one.")
Word = app_commands.Range[str, 1, 100]


@app_commands.guild_only()
class Maps(
    ServerFiles,
    commands.GroupCog,
    group_name="maps",
    group_description="Maps, layouts and squads that servers add",
):
    """Commands and controls for map files; only the asker sees the answers."""

    verbs: ClassVar[tuple[str, ...]] = (SHOW, LAB, "maplist")
    group, verb, managers, no_server = "maps", "map", MANAGERS, NO_SERVER

    def __init__(self, bot: Client) -> None:
        super().__init__(bot, bot.services.of(ServerMaps))
        bot.forms.handle(FORM, Form(self._asked_words, self._take_in_words))
        bot.forms.handle(FILE_FORM, Form(self._asked_file, self._take_in_file))
        for verb in self.verbs:
            bot.handle(verb, getattr(self, f"press_{verb}"))

    # Commands

    @app_commands.command()
    @app_commands.describe(file=ABOUT)
    async def check(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Check a file with a map, a layout or a squad: errors, and a picture."""
        await defer(interaction)
        await self._attempt(interaction, CHECK, file)

    @app_commands.command()
    @app_commands.describe(file=ABOUT)
    async def add(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Add a map, a layout or a squad to this server; only for server managers."""
        check_manages(interaction, MANAGERS)
        await defer(interaction)
        await self._attempt(interaction, ADD, file)

    @app_commands.command(name="list")
    async def list_maps(self, interaction: Interaction) -> None:
        """See the maps, layouts and squads that this server has added."""
        await defer_if_slow(interaction)
        await answer(interaction, await self._list(interaction))

    @app_commands.command(name="show")
    @app_commands.describe(wanted="Which map, layout or squad of this server")
    @app_commands.rename(wanted="name")
    async def show_map(self, interaction: Interaction, wanted: Word) -> None:
        """Look at a map, a layout or a squad of this server."""
        await defer_if_slow(interaction)
        await answer(interaction, await self.one(interaction, wanted))

    @app_commands.command()
    @app_commands.describe(wanted="Which map, layout or squad of this server")
    @app_commands.rename(wanted="name")
    async def remove(self, interaction: Interaction, wanted: Word) -> None:
        """Remove a map, a layout or a squad from this server; only for server managers."""
        await self.ask_removal(interaction, wanted)

    @app_commands.command(name="lab")
    @app_commands.describe(
        wanted="A map, layout or squad of this server, or a map or layout of the bot",
        seats="The number of seats for a map; without it the number of the map",
    )
    @app_commands.rename(wanted="name")
    async def measure(
        self, interaction: Interaction, wanted: Word, seats: app_commands.Range[int, 2, 4] | None = None
    ) -> None:
        """Measure with computer matches whether a map or layout is even, or a squad in balance."""
        await defer(interaction)
        await self._measure(interaction, wanted, seats)

    @measure.autocomplete("wanted")
    @suggesting
    async def _suggest_measurable(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        from cogs.workshop.board_lab import measurable  # as `lab.service` says

        words = await measurable(self.bot, guild_of(interaction, NO_SERVER))
        return offer_ordered(words, typed)

    @show_map.autocomplete("wanted")
    @remove.autocomplete("wanted")
    @suggesting
    async def _suggest_map(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self.suggest(interaction, typed)

    # Controls

    async def press_mapshow(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the map that was chosen from the list."""
        await defer_in_place_if_slow(interaction)
        await show(interaction, await self.one(interaction, press.last))

    async def press_maplab(self, interaction: Interaction, press: ComponentId) -> None:
        """Measure the shown map in the lab."""
        await defer(interaction)
        await self._measure(interaction, press.last, None)

    async def press_maplist(self, interaction: Interaction, _press: ComponentId) -> None:
        """Show all maps of the server."""
        await defer_in_place_if_slow(interaction)
        await show(interaction, await self._list(interaction))

    # Forms

    async def _asked_words(self, _interaction: Interaction, typed: Typed) -> Asked:
        label = gettext("The file")
        field = written(WORDS, label, typed.one(WORDS), BOUNDS.size, lines=True, needed=True)
        return Asked(gettext("A map, layout or squad"), [field])

    async def _take_in_words(self, interaction: Interaction, typed: Typed) -> None:
        """Check or add the text of the form. Raises `MapRefused` with all faults."""
        action = typed.press.first
        if action == ADD:
            check_manages(interaction, MANAGERS)
        await answer(interaction, await self._done(interaction, action, typed.one(WORDS).encode()))

    async def _asked_file(self, interaction: Interaction, _typed: Typed) -> Asked:
        check_manages(interaction, MANAGERS)
        about = gettext("TOML of at most 4000 bytes, as /maps check reads it")
        return Asked(
            gettext("A map, layout or squad"), [upload(FILE, gettext("The file"), about, required=True)]
        )

    async def _take_in_file(self, interaction: Interaction, typed: Typed) -> None:
        """Add the file that was uploaded, as `/maps add` does."""
        check_manages(interaction, MANAGERS)
        await self._attempt(interaction, ADD, file_of_form(typed, FILE))

    async def _attempt(self, interaction: Interaction, action: str, file: discord.Attachment) -> None:
        """Check or add an upload; a refused one can be corrected in a form."""
        content = await content_of_upload(interaction, file, BOUNDS.size)
        try:
            words = {WORDS: content.decode("utf-8-sig")}
        except UnicodeDecodeError:
            raise MapRefused.translated(
                "This is no text in UTF-8: it may be a picture or an archive."
            ) from None
        await self.bot.forms.attempt(interaction, typed_words(ComponentId(FORM, path=(action,)), words))

    # Shared parts

    async def _list(self, interaction: Interaction) -> OutgoingMessage:
        guild = guild_of(interaction, NO_SERVER)
        kept = {key: await self.files.kept(guild, key) for key in self.files.formats}
        return compose_list(kept, self.files.formats, manages=manages_server(interaction))

    async def _measure(self, interaction: Interaction, wanted: str, seats: int | None) -> None:
        from cogs.workshop.board_lab import subject_of  # as `lab.service` says

        subject = await subject_of(self.bot, guild_of(interaction, NO_SERVER), wanted, seats)
        await self.bot.cog(LabReports).show(interaction, subject)

    def controls(self, kept: ServerSet, value: Any | None) -> list[Control]:
        """Return the controls of the page of a map besides the one that removes it."""
        lab = ComponentId(LAB, path=(self.files.word_of(kept),))
        measure = [button(gettext("Measure it in the lab"), lab)] if value is not None else []
        return [button(gettext("All maps"), ComponentId("maplist")), *measure]

    async def replaced(self, interaction: Interaction, content: bytes) -> OutgoingMessage:
        """Replace a map, and return the answer. Raises `MapRefused` with all faults."""
        return await self._done(interaction, ADD, content, replacing=True)

    async def _done(
        self, interaction: Interaction, action: str, content: bytes, *, replacing: bool = False
    ) -> OutgoingMessage:
        """Check or add a file, and return the answer. Raises `MapRefused` with all faults."""
        reading = await self.files.read(content, gettext("the file"))
        if reading.value is None:
            raise FileRefused([str(finding) for finding in reading.findings])
        note = gettext("Nothing is wrong with it.")
        if action == ADD:
            asked = await self.kept_or_asked(interaction, reading, content, replacing=replacing)
            if asked is not None:
                return asked
            note = added_words(reading)
        picture = await draw_file(self.bot, reading.format, reading.value)
        return compose_checked(reading.format, reading.value, picture, note)


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Maps(bot))
