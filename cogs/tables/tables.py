"""The commands for a server's own tables, in the group of the free table; and those tables as its options.

Nothing of an uploaded file is ever run or trusted: it is read in bounds, checked, and all its text escaped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.engine.sentences import cut, listed
from bot.games.freetable.rules.cards import BadCards
from bot.games.freetable.rules.table import TABLES
from bot.games.freetable.tablefiles import KEY
from bot.parts.tables.bundle import (
    LARGEST,
    Joined,
    besides,
    cards_in,
    faults_of,
    joined,
    parted,
    sized_as,
    to_csv,
    to_list,
    to_tabletop,
)
from bot.parts.tables.service import ServerTables
from bot.parts.workshop.maps.reading import MapReading
from cogs.kit.client import Client, Interaction
from cogs.kit.layout import (
    Attachment,
    OutgoingMessage,
    fit,
    message_of,
    safe,
    text,
)
from cogs.kit.replies import answer, defer, defer_if_slow, suggesting
from cogs.workshop.maps_posts import ServerFiles, added_words, compose_checked, draw_file, lines_of
from cogs.workshop.server_sets import check_manages, guild_of
from cogs.workshop.uploads import FileRefused, content_of_file, content_of_upload
from renderers.kit.cards.uploads import LARGEST_BOARD, Redrawn, rewritten_for_table

ABOUT = "The table: TOML of at most 48 KB"
CARDS = "Its cards, if they are in a file of their own: CSV, list, or deck of Tabletop Simulator"
PICTURE = "A board, a card or a sheet of cards that the file names: PNG or JPEG"
MANAGERS = N_("Only server managers can add or remove the server's tables.")
NO_SERVER = N_("Tables belong to servers that I am on: use this on one.")
MOST_TOLD = 20
"""The most faults that one answer tells."""
Word = app_commands.Range[str, 1, 100]


class Given(NamedTuple):
    """The files of a command."""

    file: discord.Attachment
    cards: discord.Attachment | None = None
    pictures: Sequence[discord.Attachment | None] = ()


class Tables(ServerFiles, commands.Cog):
    """Commands and controls for table files; only the asker sees the answers."""

    group, verb, managers, no_server = KEY, "table", MANAGERS, NO_SERVER

    def __init__(self, bot: Client) -> None:
        tables = bot.services.of(ServerTables)
        super().__init__(bot, tables)
        self.format = tables.format
        bot.hooks.options.append(tables)

    async def cog_load(self) -> None:
        """Add the commands to the group of the free table; without that game there is none."""
        group = self.bot.tree.get_command(KEY)
        if isinstance(group, app_commands.Group):
            for command in COMMANDS:
                group.add_command(command)

    async def cog_unload(self) -> None:
        """Take the commands out of the group again."""
        group = self.bot.tree.get_command(KEY)
        if isinstance(group, app_commands.Group):
            for command in COMMANDS:
                group.remove_command(command.name)

    async def add(self, interaction: Interaction, given: Given) -> None:
        """Add a table with its cards and pictures."""
        check_manages(interaction, MANAGERS)
        await defer(interaction)
        await answer(interaction, await _or_faults(self._added(interaction, given)))

    async def check(self, interaction: Interaction, given: Given) -> None:
        """Check a table with its cards and pictures."""
        await defer(interaction)
        await answer(interaction, await _or_faults(self._checked(interaction, given)))

    async def convert(self, interaction: Interaction, given: Given, form: str) -> None:
        """Turn cards into another form."""
        await defer(interaction)
        await answer(interaction, await _or_faults(self._converted(interaction, given, form)))

    async def list_tables(self, interaction: Interaction) -> None:
        """Show the tables of the server."""
        await defer_if_slow(interaction)
        kept = await self.files.kept(guild_of(interaction, NO_SERVER))
        none = gettext(
            "This server has no tables of its own. Who manages it adds one with `/free-table add`; the"
            " guide ANY_GAME says how to make one."
        )
        shipped = gettext("Every server has: {tables}.", tables=listed(tuple(TABLES.shipped)))
        lines = [*(lines_of(self.format, kept) if kept else [none]), f"-# {shipped}"]
        await answer(interaction, message_of(text("\n".join(lines))))

    async def show_table(self, interaction: Interaction, wanted: str) -> None:
        """Show a table of the server."""
        await defer_if_slow(interaction)
        await answer(interaction, await self.one(interaction, wanted))

    async def replaced(self, interaction: Interaction, content: bytes) -> OutgoingMessage:
        """Replace a table by the file in the question, and return the answer."""
        return await _or_faults(self._added(interaction, content))

    # Shared parts

    async def _added(self, interaction: Interaction, given: Given | bytes) -> OutgoingMessage:
        reading, whole = await self._whole(interaction, given)
        replacing = isinstance(given, bytes)
        asked = await self.kept_or_asked(interaction, reading, whole.content, replacing=replacing)
        return asked or await self._page(reading, added_words(reading), whole)

    async def _checked(self, interaction: Interaction, given: Given) -> OutgoingMessage:
        reading, whole = await self._whole(interaction, given)
        return await self._page(reading, gettext("Nothing is wrong with it."), whole)

    async def _page(self, reading: MapReading, note: str, whole: Joined) -> OutgoingMessage:
        picture = await draw_file(self.bot, self.format, reading.value)
        notes = "\n".join([note, *map(safe, whole.notes)])
        return compose_checked(self.format, reading.value, picture, notes)

    async def _converted(self, interaction: Interaction, given: Given, form: str) -> OutgoingMessage:
        content = await content_of_upload(interaction, given.file, LARGEST)
        pictures, faults = await self._redrawn(interaction, _by_name(given.pictures))
        if faults:
            raise FileRefused(faults)
        return await self.bot.workers.run_here(_converted, content, given.file.filename, form, pictures)

    async def _whole(self, interaction: Interaction, given: Given | bytes) -> tuple[MapReading, Joined]:
        """Return a table, read with its cards and pictures. Raises `FileRefused` with every fault.

        Whatever picture comes from outside, also in a file that the bot gave out, is written anew.
        """
        beside, files = dict[str, bytes](), dict[str, discord.Attachment]()
        if isinstance(given, bytes):
            content = given
        else:
            content = await content_of_upload(interaction, given.file, self.format.bounds.size)
            files = _by_name(given.pictures)
            if given.cards is not None:
                beside[given.cards.filename] = await content_of_file(given.cards, LARGEST)
        alone, pictured = parted(content)
        kept = besides(pictured, files)
        pictures, faults = await self._redrawn(interaction, {**kept, **files})
        whole = await asyncio.to_thread(joined, alone, beside, sized_as(pictures, kept))
        reading = await self.files.read(whole.content, gettext("the file"))
        faults += faults_of(whole, reading, pictures)
        if faults:
            raise FileRefused(faults)
        return reading, whole

    async def _redrawn(
        self, interaction: Interaction, files: Mapping[str, Redrawn | discord.Attachment]
    ) -> tuple[dict[str, Redrawn], list[str]]:
        """Return pictures written anew, uploaded ones and those of a file, and what is wrong with others."""
        redrawn: dict[str, Redrawn] = {}
        faults = []
        for name, given in files.items():
            try:
                if isinstance(given, Redrawn):
                    content = given.content
                else:
                    content = await content_of_upload(interaction, given, LARGEST_BOARD)
                redrawn[name] = await self.bot.workers.run_confined(rewritten_for_table, content)
            except Refusal as refused:
                faults.append(f"{name}: {refused.sentence}")
        return redrawn, faults


def _by_name(pictures: Sequence[discord.Attachment | None]) -> dict[str, discord.Attachment]:
    return {each.filename: each for each in pictures if each is not None}


async def _or_faults(made: Awaitable[OutgoingMessage]) -> OutgoingMessage:
    """Return a page, or all that is wrong with the file for it."""
    try:
        return await made
    except FileRefused as refused:
        shown, more = cut(refused.lines, MOST_TOLD)
        lines = [fit(safe(line), 180) for line in shown]
        if more:
            lines.append(gettext("{number} more", number=more))
        return message_of(text("\n".join([gettext("**This cannot be used as it is.**"), *lines])))


def _converted(content: bytes, name: str, form: str, pictures: Mapping[str, Redrawn]) -> OutgoingMessage:
    """Return cards in another form, as a file. Raises `FileRefused`."""
    try:
        taken = cards_in(content, name, list(pictures))
    except BadCards as bad:
        raise FileRefused([*bad.sentences]) from None
    letters = [each for each in name.rpartition(".")[0] if each.isalnum() or each in "-_"]
    stem = "".join(letters)[:40] or "cards"
    if form == "json":
        made, ending = to_tabletop(taken.cards, stem, stem, pictures), "zip"
    elif form == "list":
        made, ending = to_list(taken.cards).encode(), "txt"
    else:
        made, ending = to_csv(taken.cards).encode(), "csv"
    number = sum(card.count for card in taken.cards)
    head = gettext("{number} cards, {kinds} different ones.", number=number, kinds=len(taken.cards))
    left_out = [safe(each) for each in taken.left_out[:MOST_TOLD]]
    return message_of(text("\n".join([head, *left_out])), Attachment(f"{stem}.{ending}", made))


# The commands. They are made once for all bots of a process, so that they ask the bot of the interaction.


@suggesting
async def _suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return await interaction.client.cog(Tables).suggest(interaction, typed)


def _with_files(act: Callable[[Tables, Interaction, Given], Awaitable[None]]) -> Callable[..., Any]:
    """Return a command that does this with a table, its cards and its pictures."""

    @app_commands.describe(file=ABOUT, cards=CARDS, picture=PICTURE, picture2=PICTURE, picture3=PICTURE)
    async def command(
        interaction: Interaction,
        file: discord.Attachment,
        cards: discord.Attachment | None = None,
        picture: discord.Attachment | None = None,
        picture2: discord.Attachment | None = None,
        picture3: discord.Attachment | None = None,
    ) -> None:
        given = Given(file, cards, (picture, picture2, picture3))
        await act(interaction.client.cog(Tables), interaction, given)

    return command


def _with_one(act: Callable[[Tables, Interaction, str], Awaitable[None]]) -> Callable[..., Any]:
    """Return a command that does this with a table of the server."""

    @app_commands.describe(wanted="Which table of this server")
    @app_commands.rename(wanted="name")
    @app_commands.autocomplete(wanted=_suggest)
    async def command(interaction: Interaction, wanted: Word) -> None:
        await act(interaction.client.cog(Tables), interaction, wanted)

    return command


async def _tables(interaction: Interaction) -> None:
    await interaction.client.cog(Tables).list_tables(interaction)


@app_commands.describe(
    file="Cards: a CSV, a list, or a saved deck of Tabletop Simulator",
    form="What to make of it",
    picture=PICTURE,
    picture2=PICTURE,
    picture3=PICTURE,
)
@app_commands.choices(
    form=[
        app_commands.Choice(name="CSV", value="csv"),
        app_commands.Choice(name="list", value="list"),
        app_commands.Choice(name="Tabletop Simulator", value="json"),
    ]
)
async def _convert(
    interaction: Interaction,
    file: discord.Attachment,
    form: str = "csv",
    picture: discord.Attachment | None = None,
    picture2: discord.Attachment | None = None,
    picture3: discord.Attachment | None = None,
) -> None:
    given = Given(file, None, (picture, picture2, picture3))
    await interaction.client.cog(Tables).convert(interaction, given, form)


COMMANDS = tuple(
    [
        app_commands.Command[Any, ..., None](name=name, description=description, callback=callback)
        for name, description, callback in (
            ("add", "Add a table to this server; only for server managers", _with_files(Tables.add)),
            ("check", "Check the file of a table: errors, and a picture", _with_files(Tables.check)),
            ("tables", "See the tables that this server has added", _tables),
            ("show", "Look at a table of this server", _with_one(Tables.show_table)),
            (
                "remove",
                "Remove a table from this server; only for server managers",
                _with_one(Tables.ask_removal),
            ),
            ("convert", "Turn cards into a CSV, a list, or a deck of Tabletop Simulator", _convert),
        )
    ]
)


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Tables(bot))
