"""The commands for a server's own tables, in the group of the free table; and those tables as its options.

Nothing of an uploaded file is ever run or trusted: it is read in bounds, checked, and all its text escaped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any, ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.language import N_, gettext
from bot.engine.sentences import cut
from bot.games.freetable.rules.cards import BadCards
from bot.games.freetable.tablefiles import KEY
from bot.games.game import Game
from bot.parts.tables.bundle import LARGEST, cards_in, joined, to_csv, to_list, to_tabletop
from bot.parts.tables.service import ServerTables, read_table
from bot.parts.workshop.maps.reading import MapReading
from bot.parts.workshop.maps.service import MOST_FILES
from bot.parts.workshop.sets.ports import Keeping, ServerSet
from cogs.kit.admission import manages_server
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
from cogs.workshop.maps_posts import compose_removal, compose_replacement, draw_file
from cogs.workshop.server_sets import check_manages, guild_of
from cogs.workshop.uploads import FileRefused, content_of_file, content_of_upload, file_of_message

ABOUT = "The table: TOML of at most 48 KB"
CARDS = "Its cards, if they are in a file of their own: CSV, list, or deck of Tabletop Simulator"
MANAGERS = N_("Only server managers can add or remove its tables.")
NO_SERVER = N_("Tables belong to servers that I am on: use this on one.")
MOST_TOLD = 20
"""The most faults that one answer tells."""
Word = app_commands.Range[str, 1, 100]


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

    async def add(
        self, interaction: Interaction, file: discord.Attachment, cards: discord.Attachment | None
    ) -> None:
        """Add a table with its cards."""
        check_manages(interaction, MANAGERS)
        await defer(interaction)
        await answer(interaction, await _or_faults(self._add(interaction, file, cards)))

    async def check(
        self, interaction: Interaction, file: discord.Attachment, cards: discord.Attachment | None
    ) -> None:
        """Check a table with its cards."""
        await defer(interaction)
        await answer(interaction, await _or_faults(self._check(interaction, file, cards)))

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
        await show(interaction, await _or_faults(self._added(interaction, content, (), replacing=True)))

    # Shared parts

    async def _find(self, interaction: Interaction, word: str) -> ServerSet:
        return await self.tables.find(guild_of(interaction, NO_SERVER), word)

    async def _add(
        self, interaction: Interaction, file: discord.Attachment, cards: discord.Attachment | None
    ) -> OutgoingMessage:
        content, notes = await self._whole(interaction, file, cards)
        return await self._added(interaction, content, notes)

    async def _check(
        self, interaction: Interaction, file: discord.Attachment, cards: discord.Attachment | None
    ) -> OutgoingMessage:
        content, notes = await self._whole(interaction, file, cards)
        reading = await self._reading(content)
        return await self._page(reading, "\n".join([gettext("Nothing is wrong with it."), *notes]))

    async def _whole(
        self, interaction: Interaction, file: discord.Attachment, cards: discord.Attachment | None
    ) -> tuple[bytes, tuple[str, ...]]:
        """Return a table with its cards, and what could not be taken. Raises `FileRefused`."""
        content = await content_of_upload(interaction, file, self.tables.format.bounds.size)
        beside = {} if cards is None else {cards.filename: await content_of_file(cards, LARGEST)}
        try:
            whole = await asyncio.to_thread(joined, content, beside)
        except BadCards as bad:
            raise FileRefused([*bad.sentences]) from None
        return whole.content, whole.notes

    async def _reading(self, content: bytes) -> MapReading:
        """Read a file. Raises `FileRefused` with every fault."""
        reading = await asyncio.to_thread(read_table, content, gettext("the file"), self.tables.format)
        if reading.value is None:
            raise FileRefused([str(found) for found in reading.findings])
        return reading

    async def _added(
        self, interaction: Interaction, content: bytes, notes: tuple[str, ...], *, replacing: bool = False
    ) -> OutgoingMessage:
        """Add a file, and return the answer. Raises `FileRefused` with all faults."""
        reading = await self._reading(content)
        value: Any = reading.value
        guild = guild_of(interaction, NO_SERVER)
        keeping = await self.tables.add(guild, reading, content, replacing=replacing)
        if keeping is Keeping.TAKEN:
            old = await self.tables.find(guild, value.key)
            return compose_replacement(old, value.title, content, ComponentId("tableswap"))
        added = gettext("It is added. Play with it: `/{game} new table:{key}`.", game=KEY, key=value.key)
        return await self._page(reading, "\n".join([added, *notes]))

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


def _converted(content: bytes, name: str, form: str) -> OutgoingMessage:
    """Return cards in another form, as a file. Raises `FileRefused`."""
    try:
        taken = cards_in(content, name)
    except BadCards as bad:
        raise FileRefused([*bad.sentences]) from None
    stem = (
        "".join([each for each in name.rpartition(".")[0] if each.isalnum() or each in "-_"])[:40] or "cards"
    )
    made, ending = {
        "csv": (to_csv(taken.cards), "csv"),
        "list": (to_list(taken.cards), "txt"),
        "json": (to_tabletop(taken.cards, stem), "json"),
    }[form if form in ("csv", "list", "json") else "csv"]
    number = sum(card.count for card in taken.cards)
    head = gettext("{number} cards, {kinds} different ones.", number=number, kinds=len(taken.cards))
    left_out = [safe(each) for each in taken.left_out[:MOST_TOLD]]
    return message_of(text("\n".join([head, *left_out])), Attachment(f"{stem}.{ending}", made.encode()))


# The commands. They are made once for all bots of a process, so that they ask the bot of the interaction.


@suggesting
async def _suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    kept = await interaction.client.services.of(ServerTables).kept(guild_of(interaction, NO_SERVER))
    titles = {fit(f"{each.title} ({each.key})", CHOICE_TEXT): each.key for each in kept}
    return offer_ordered(titles, typed)


@app_commands.describe(file=ABOUT, cards=CARDS)
async def _add(
    interaction: Interaction, file: discord.Attachment, cards: discord.Attachment | None = None
) -> None:
    await interaction.client.cog(Tables).add(interaction, file, cards)


@app_commands.describe(file=ABOUT, cards=CARDS)
async def _check(
    interaction: Interaction, file: discord.Attachment, cards: discord.Attachment | None = None
) -> None:
    await interaction.client.cog(Tables).check(interaction, file, cards)


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
    file="Cards: a CSV, a list, or a saved deck of Tabletop Simulator", form="What to make of it"
)
@app_commands.choices(
    form=[
        app_commands.Choice(name="CSV", value="csv"),
        app_commands.Choice(name="list", value="list"),
        app_commands.Choice(name="Tabletop Simulator", value="json"),
    ]
)
async def _convert(interaction: Interaction, file: discord.Attachment, form: str = "csv") -> None:
    await defer(interaction)
    content = await content_of_upload(interaction, file, LARGEST)
    made = asyncio.to_thread(_converted, content, file.filename, form)
    await answer(interaction, await _or_faults(made))


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
