"""The commands for a server's own tables, in the group of the free table; and those tables as its options.

Nothing of an uploaded file is ever run or trusted: it is read in bounds, checked, and all its text escaped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any, ClassVar, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.engine.sentences import cut
from bot.games.freetable.rules.cards import BadCards
from bot.games.freetable.tablefiles import KEY
from bot.games.game import Game
from bot.parts.tables.bundle import (
    LARGEST,
    Joined,
    cards_in,
    faults_of,
    joined,
    parted,
    sized_as,
    to_csv,
    to_list,
    to_tabletop,
)
from bot.parts.tables.service import ServerTables, read_table
from bot.parts.workshop.maps.reading import MapReading
from bot.parts.workshop.maps.service import MOST_FILES
from bot.parts.workshop.sets.ports import Keeping, ServerSet
from cogs.kit.client import Client, Interaction
from cogs.kit.clock_words import stamp
from cogs.kit.controls import DANGER, ComponentId, button
from cogs.kit.layout import (
    Attachment,
    OutgoingMessage,
    fit,
    message_of,
    picture_of,
    rows,
    safe,
    text,
)
from cogs.kit.replies import CHOICE_TEXT, answer, defer, defer_in_place, offer_ordered, show, suggesting
from cogs.kit.sight import manages_server
from cogs.workshop.maps_posts import compose_removal, compose_replacement, draw_file
from cogs.workshop.server_sets import check_manages, guild_of
from cogs.workshop.uploads import FileRefused, content_of_file, content_of_upload, file_of_message
from renderers.kit.cards.uploads import LARGEST_BOARD, Redrawn, rewritten_for_table

ABOUT = "The table: TOML of at most 48 KB"
CARDS = "Its cards, if they are in a file of their own: CSV, list, or deck of Tabletop Simulator"
PICTURE = "A board, a card or a sheet of cards that the file names: PNG or JPEG"
MANAGERS = N_("Only server managers can add or remove its tables.")
NO_SERVER = N_("Tables belong to servers that I am on: use this on one.")
MOST_TOLD = 20
"""The most faults that one answer tells."""
Word = app_commands.Range[str, 1, 100]


class Given(NamedTuple):
    """The files of a command."""

    file: discord.Attachment
    cards: discord.Attachment | None
    picture: discord.Attachment | None
    picture2: discord.Attachment | None
    picture3: discord.Attachment | None

    @property
    def pictures(self) -> list[discord.Attachment]:
        """The pictures that were given along."""
        return [each for each in self[2:] if isinstance(each, discord.Attachment)]


class Tables(commands.Cog):
    """Commands and controls for table files; only the asker sees the answers."""

    verbs: ClassVar[tuple[str, ...]] = ("tableask", "tablegone", "tableswap")

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.tables: ServerTables = bot.services.of(ServerTables)
        bot.hooks.options.append(TableOptions(self.tables))
        for verb in self.verbs:
            bot.handle(verb, getattr(self, f"press_{verb}"))

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
        await answer(interaction, await _or_faults(self._add(interaction, given)))

    async def check(self, interaction: Interaction, given: Given) -> None:
        """Check a table with its cards and pictures."""
        await defer(interaction)
        await answer(interaction, await _or_faults(self._check(interaction, given)))

    async def convert(self, interaction: Interaction, given: Given, form: str) -> None:
        """Turn cards into another form."""
        await defer(interaction)
        await answer(interaction, await _or_faults(self._convert(interaction, given, form)))

    async def list_tables(self, interaction: Interaction) -> None:
        """Show the tables of the server."""
        await defer(interaction)
        await answer(interaction, await self._list(interaction))

    async def show_table(self, interaction: Interaction, wanted: str) -> None:
        """Show a table of the server."""
        await defer(interaction)
        kept = await self._find(interaction, wanted)
        await answer(interaction, await self._one(kept, manages=manages_server(interaction)))

    async def remove(self, interaction: Interaction, wanted: str) -> None:
        """Ask whether to remove a table."""
        check_manages(interaction, MANAGERS)
        await defer(interaction)
        await answer(interaction, _removal(await self._find(interaction, wanted)))

    # Controls

    async def press_tableask(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask whether to remove a table."""
        check_manages(interaction, MANAGERS)
        await defer_in_place(interaction)
        await show(interaction, _removal(await self._find(interaction, press.last)))

    async def press_tablegone(self, interaction: Interaction, press: ComponentId) -> None:
        """Remove a table, after confirmation."""
        check_manages(interaction, MANAGERS)
        await defer_in_place(interaction)
        kept = await self._find(interaction, press.last)
        await self.tables.remove(kept)
        told = gettext("**{title}** is removed. Running matches keep it.", title=safe(kept.title))
        await show(interaction, message_of(text(told)))

    async def press_tableswap(self, interaction: Interaction, _press: ComponentId) -> None:
        """Replace a table by the file in the question, after confirmation."""
        check_manages(interaction, MANAGERS)
        await defer_in_place(interaction)
        content = await file_of_message(interaction, self.tables.format.bounds.size)
        await show(interaction, await _or_faults(self._replaced(interaction, content)))

    # Shared parts

    async def _find(self, interaction: Interaction, word: str) -> ServerSet:
        return await self.tables.find(guild_of(interaction, NO_SERVER), word)

    async def _add(self, interaction: Interaction, given: Given) -> OutgoingMessage:
        content = await content_of_upload(interaction, given.file, self.tables.format.bounds.size)
        return await self._added(interaction, await self._whole(interaction, content, given))

    async def _replaced(self, interaction: Interaction, content: bytes) -> OutgoingMessage:
        return await self._added(interaction, await self._whole(interaction, content), replacing=True)

    async def _check(self, interaction: Interaction, given: Given) -> OutgoingMessage:
        content = await content_of_upload(interaction, given.file, self.tables.format.bounds.size)
        reading, whole = await self._whole(interaction, content, given)
        return await self._page(
            reading, "\n".join([gettext("Nothing is wrong with it."), *map(safe, whole.notes)])
        )

    async def _convert(self, interaction: Interaction, given: Given, form: str) -> OutgoingMessage:
        content = await content_of_upload(interaction, given.file, LARGEST)
        pictures, faults = await self._redrawn(interaction, {each.filename: each for each in given.pictures})
        if faults:
            raise FileRefused(faults)
        return await self.bot.workers.run_here(_converted, content, given.file.filename, form, pictures)

    async def _whole(
        self, interaction: Interaction, content: bytes, given: Given | None = None
    ) -> tuple[MapReading, Joined]:
        """Return a table, read with its cards and pictures. Raises `FileRefused` with every fault.

        Whatever picture comes from outside, also in a file that the bot gave out, is written anew.
        """
        beside, files = {}, dict[str, Any]()
        if given is not None:
            files = {each.filename: each for each in given.pictures}
            if given.cards is not None:
                beside[given.cards.filename] = await content_of_file(given.cards, LARGEST)
        alone, kept = parted(content)
        pictures, faults = await self._redrawn(interaction, {**kept, **files})
        pictures = sized_as(pictures, {name: each for name, each in kept.items() if name not in files})
        whole = await asyncio.to_thread(joined, alone, beside, pictures)
        source = gettext("the file")
        reading = await asyncio.to_thread(read_table, whole.content, source, self.tables.format)
        faults += faults_of(whole, reading, pictures)
        if faults:
            raise FileRefused(faults)
        return reading, whole

    async def _redrawn(
        self, interaction: Interaction, files: Mapping[str, Any]
    ) -> tuple[dict[str, Redrawn], list[str]]:
        """Return pictures written anew, uploaded ones and those of a file, and what is wrong with others."""
        found: dict[str, Redrawn] = {}
        faults = []
        for name, each in files.items():
            try:
                content = (
                    each.content
                    if isinstance(each, Redrawn)
                    else await content_of_upload(interaction, each, LARGEST_BOARD)
                )
                found[name] = await self.bot.workers.run_confined(rewritten_for_table, content)
            except Refusal as refused:
                faults.append(f"{name}: {refused.sentence}")
        return found, faults

    async def _added(
        self, interaction: Interaction, made: tuple[MapReading, Joined], *, replacing: bool = False
    ) -> OutgoingMessage:
        """Add a table, and return the answer."""
        reading, whole = made
        value: Any = reading.value
        guild = guild_of(interaction, NO_SERVER)
        keeping = await self.tables.add(guild, reading, whole.content, replacing=replacing)
        if keeping is Keeping.TAKEN:
            old = await self.tables.find(guild, value.key)
            return compose_replacement(old, value.title, whole.content, ComponentId("tableswap"))
        added = gettext("It is added. Play with it: `/{game} new table:{key}`.", game=KEY, key=value.key)
        return await self._page(reading, "\n".join([added, *map(safe, whole.notes)]))

    async def _page(self, reading: MapReading, note: str) -> OutgoingMessage:
        value: Any = reading.value
        picture = await draw_file(self.bot, self.tables.format, value)
        return message_of(text(f"### {safe(value.title)}\n{note}"), picture_of(picture, value.key))

    async def _list(self, interaction: Interaction) -> OutgoingMessage:
        kept = await self.tables.kept(guild_of(interaction, NO_SERVER))
        if not kept:
            none = gettext(
                "This server has no tables of its own. Who manages it adds one with `/free-table add`; the"
                " guide ANY_GAME says how to make one."
            )
            return message_of(text(none))
        head = gettext("### Tables of this server ({number} of {most})", number=len(kept), most=MOST_FILES)
        lines = [f"`{each.key}` **{safe(each.title)}**" for each in kept]
        return message_of(text("\n".join([head, *lines, _how()])))

    async def _one(self, kept: ServerSet, *, manages: bool) -> OutgoingMessage:
        content = await self.tables.text(kept)
        value: Any = (await self.tables.read(content, kept.key)).value
        day = stamp(kept.at, "D")
        lines = [f"### {safe(kept.title)}", gettext("Key {key}, added {day}.", key=f"`{kept.key}`", day=day)]
        if value is None:
            lines.append(
                gettext("No new match can be opened with it: `/free-table check` on its file says why.")
            )
        else:
            lines += [safe(value.description)] if value.description else []
            lines.append(_how())
        gone = (
            [button(gettext("Remove"), ComponentId("tableask", path=(kept.key,)), DANGER)] if manages else []
        )
        picture = await draw_file(self.bot, self.tables.format, value) if value is not None else None
        parts = [
            text("\n".join(lines)),
            picture_of(picture, kept.key),
            Attachment(f"{kept.key}.toml", content),
        ]
        return message_of(*parts, *rows(gone))


class TableOptions:
    """Implements `cogs.kit.hooks.OwnOptions` for the option of the table; see its docstrings."""

    def __init__(self, tables: ServerTables) -> None:
        self._tables = tables

    async def words(self, guild: int | None, game: Game, option: str) -> list[str]:
        """Return the keys of the server's tables."""
        return await self._tables.words(guild, game.key, option)

    async def pinned(self, guild: int | None, game: Game, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options with the hash of a server's table."""
        return await self._tables.pinned(guild, game.key, options)

    def cleared(self, game: Game, option: str) -> Mapping[str, Any]:
        """Return the hash that is cleared where a table is chosen again."""
        return self._tables.cleared(game.key, option)


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


def _how() -> str:
    return gettext(
        "-# Play with one: `/{game} new table:` and its key. Matches keep the table they began with.",
        game=KEY,
    )


def _removal(kept: ServerSet) -> OutgoingMessage:
    return compose_removal(kept, ComponentId("tablegone", path=(kept.key,)))


def _converted(content: bytes, name: str, form: str, pictures: Mapping[str, Redrawn]) -> OutgoingMessage:
    """Return cards in another form, as a file. Raises `FileRefused`."""
    try:
        taken = cards_in(content, name, list(pictures))
    except BadCards as bad:
        raise FileRefused([*bad.sentences]) from None
    stem = (
        "".join([each for each in name.rpartition(".")[0] if each.isalnum() or each in "-_"])[:40] or "cards"
    )
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
    kept = await interaction.client.services.of(ServerTables).kept(guild_of(interaction, NO_SERVER))
    titles = {fit(f"{each.title} ({each.key})", CHOICE_TEXT): each.key for each in kept}
    return offer_ordered(titles, typed)


@app_commands.describe(file=ABOUT, cards=CARDS, picture=PICTURE, picture2=PICTURE, picture3=PICTURE)
async def _add(
    interaction: Interaction,
    file: discord.Attachment,
    cards: discord.Attachment | None = None,
    picture: discord.Attachment | None = None,
    picture2: discord.Attachment | None = None,
    picture3: discord.Attachment | None = None,
) -> None:
    given = Given(file, cards, picture, picture2, picture3)
    await interaction.client.cog(Tables).add(interaction, given)


@app_commands.describe(file=ABOUT, cards=CARDS, picture=PICTURE, picture2=PICTURE, picture3=PICTURE)
async def _check(
    interaction: Interaction,
    file: discord.Attachment,
    cards: discord.Attachment | None = None,
    picture: discord.Attachment | None = None,
    picture2: discord.Attachment | None = None,
    picture3: discord.Attachment | None = None,
) -> None:
    given = Given(file, cards, picture, picture2, picture3)
    await interaction.client.cog(Tables).check(interaction, given)


async def _tables(interaction: Interaction) -> None:
    await interaction.client.cog(Tables).list_tables(interaction)


@app_commands.describe(wanted="Which table of this server")
@app_commands.rename(wanted="name")
@app_commands.autocomplete(wanted=_suggest)
async def _show(interaction: Interaction, wanted: Word) -> None:
    await interaction.client.cog(Tables).show_table(interaction, wanted)


@app_commands.describe(wanted="Which table of this server")
@app_commands.rename(wanted="name")
@app_commands.autocomplete(wanted=_suggest)
async def _remove(interaction: Interaction, wanted: Word) -> None:
    await interaction.client.cog(Tables).remove(interaction, wanted)


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
    given = Given(file, None, picture, picture2, picture3)
    await interaction.client.cog(Tables).convert(interaction, given, form)


COMMANDS = tuple(
    [
        app_commands.Command[Any, ..., None](name=name, description=description, callback=callback)
        for name, description, callback in (
            ("add", "Add a table to this server; only for server managers", _add),
            ("check", "Check the file of a table: errors, and a picture", _check),
            ("tables", "See the tables that this server has added", _tables),
            ("show", "Look at a table of this server", _show),
            ("remove", "Remove a table from this server; only for server managers", _remove),
            ("convert", "Turn cards into a CSV, a list, or a deck of Tabletop Simulator", _convert),
        )
    ]
)


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Tables(bot))
