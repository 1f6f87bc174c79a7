"""Pages for the maps, layouts and squads of a server: their list, one of them, questions.

`ServerFiles` is what the cogs of every `MapFormat` do with them, also the one of tables.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from bot.base.language import gettext
from bot.engine.mapfiles import MapFormat
from bot.parts.workshop.maps.reading import MapReading, view_of
from bot.parts.workshop.maps.service import MOST_FILES, ServerMaps
from bot.parts.workshop.sets.ports import Keeping, ServerSet
from cogs.kit.client import Client, Interaction
from cogs.kit.clock_words import stamp
from cogs.kit.controls import DANGER, ComponentId, Control, button, select
from cogs.kit.layout import (
    Attachment,
    OutgoingMessage,
    compose_question,
    fit,
    message_of,
    option,
    picture_of,
    rows,
    safe,
    text,
)
from cogs.kit.replies import (
    CHOICE_TEXT,
    Choices,
    answer,
    defer_if_slow,
    defer_in_place,
    defer_in_place_if_slow,
    offer_ordered,
    show,
)
from cogs.kit.sight import manages_server
from cogs.workshop.server_sets import check_manages, guild_of
from cogs.workshop.uploads import file_of_message
from renderers.contract import Picture

FILE_FORM, FORM, SHOW, LAB = "mapfile", "mapform", "mapshow", "maplab"
"""The verbs of the upload form, the text form, the page of a map, and its lab report."""


def compose_list(
    kept: Mapping[str, Sequence[ServerSet]], formats: Mapping[str, MapFormat], *, manages: bool
) -> OutgoingMessage:
    """Return the list of a server's files by format, with menus to look at one."""
    add = rows([button(gettext("Add a map, layout or squad"), ComponentId(FILE_FORM))] if manages else [])
    if not any(kept.values()):
        none = gettext(
            "This server has no maps, layouts or squads of its own. Who manages it adds one with `/maps add`."
        )
        return message_of(text(none), *add)
    parts = [text("\n".join(lines_of(formats[key], found))) for key, found in kept.items() if found]
    options = [
        option(f"{kept_file.title} ({gettext(formats[key].titles[0])})", f"{key}~{kept_file.key}")
        for key, files in kept.items()
        for kept_file in files
    ]
    chooser = [
        select(gettext("Look at one"), ComponentId(SHOW, slot=str(start)), options[start : start + 25])
        for start in range(0, len(options), 25)
    ]
    return message_of(*parts, *chooser, *add)


def lines_of(format_: MapFormat, kept: Sequence[ServerSet]) -> list[str]:
    """Return the files of a format in a list, and how to play with one."""
    head = gettext(
        "### {things} of this server ({number} of {most})",
        things=gettext(format_.titles[1]).capitalize(),
        number=len(kept),
        most=MOST_FILES,
    )
    return [head, *[f"`{each.key}` **{safe(each.title)}**" for each in kept], _how(format_)]


def _how(format_: MapFormat) -> str:
    return gettext(
        "-# Play with one: `/{game} new {option}:` and its key. Matches keep what they have when "
        "they are opened.",
        game=format_.game,
        option=format_.option,
    )


def compose_one(
    kept: ServerSet,
    format_: MapFormat,
    value: Any | None,
    content: bytes,
    picture: Picture | None,
    group: str,
    controls: Sequence[Control],
) -> OutgoingMessage:
    """Return one of a server's files, drawn small; `group` are the commands for it."""
    lines = [
        f"### {safe(kept.title)}",
        gettext(
            "{thing}, key {key}, added {day}.",
            thing=gettext(format_.titles[0]).capitalize(),
            key=f"`{kept.key}`",
            day=stamp(kept.at, "D"),
        ),
    ]
    if value is None:
        lines.append(
            gettext("No new match can be opened with it: `/{group} check` on its file says why.", group=group)
        )
    else:
        lines += [safe(value.description)] if value.description else []
        lines.append(_how(format_))
    return message_of(
        text("\n".join(lines)),
        picture_of(picture, kept.key),
        Attachment(f"{kept.key}.toml", content),
        *rows(controls),
    )


def compose_checked(format_: MapFormat, value: Any, picture: Picture | None, note: str) -> OutgoingMessage:
    """Return the content of a file without errors."""
    head = f"### {safe(value.title)} ({gettext(format_.titles[0])})"
    return message_of(text(f"{head}\n{note}"), picture_of(picture, value.key))


def added_words(reading: MapReading) -> str:
    """Return that a file was added, and how to play with it."""
    value: Any = reading.value
    return gettext(
        "It is added. Play with it: `/{game} new {option}:{key}`.",
        game=reading.format.game,
        option=reading.format.option,
        key=value.key,
    )


def compose_removal(kept: ServerSet, press: ComponentId) -> OutgoingMessage:
    """Return the question whether to remove a file of a server, with the id of the button that does it."""
    question = gettext(
        "Remove **{title}** from this server? Running matches keep it.", title=safe(kept.title)
    )
    return compose_question(question, gettext("Yes, remove it"), press, gettext("No, keep it"))


def compose_replacement(old: ServerSet, title: str, content: bytes, press: ComponentId) -> OutgoingMessage:
    """Return the question whether an upload replaces the file with the same key; `press` does it.

    The message has the file, so that the answer concerns this file, also after a restart.
    """
    question = gettext(
        "This server already has the key {key}: **{old}**. Replace it by **{new}**? Running matches"
        " keep the old one.",
        key=f"`{old.key}`",
        old=safe(old.title),
        new=safe(title),
    )
    yes, no = gettext("Yes, replace it"), gettext("No, keep the old one")
    file = Attachment(f"{old.key}.toml", content)
    return compose_question(question, yes, press, no, file=file)


class ServerFiles:
    """What the cogs of maps and of tables do alike with the files that a server has added."""

    group: ClassVar[str]
    """The name of their commands."""
    verb: ClassVar[str]
    """With which the verbs of their controls begin."""
    managers: ClassVar[str]
    no_server: ClassVar[str]
    """The refusals of who may not change them, and where there is no server."""

    def __init__(self, bot: Client, files: ServerMaps) -> None:
        self.bot, self.files = bot, files
        for act in ("ask", "gone", "swap"):
            bot.handle(f"{self.verb}{act}", getattr(self, f"press_{act}"))

    async def suggest(self, interaction: Interaction, typed: str) -> Choices:
        """Return the files of the server that match the typed text. Raises `Refusal`."""
        kept = await self.files.kept(guild_of(interaction, self.no_server))
        titles = {fit(f"{each.title} ({each.key})", CHOICE_TEXT): self.files.word_of(each) for each in kept}
        return offer_ordered(titles, typed)

    async def find(self, interaction: Interaction, word: str) -> ServerSet:
        """Return a file of the server. Raises `Refusal`."""
        return await self.files.find(guild_of(interaction, self.no_server), word)

    async def one(self, interaction: Interaction, word: str) -> OutgoingMessage:
        """Return the page of a file of the server. Raises `Refusal`."""
        kept = await self.find(interaction, word)
        content, format_ = await self.files.text(kept), self.files.format_of(kept)
        value = (await self.files.read(content, kept.key)).value
        picture = await draw_file(self.bot, format_, value) if value is not None else None
        controls = self.controls(kept, value)
        if manages_server(interaction):
            controls.append(button(gettext("Remove"), self._id("ask", kept), DANGER))
        return compose_one(kept, format_, value, content, picture, self.group, controls)

    def controls(self, _kept: ServerSet, _value: Any | None) -> list[Control]:
        """Return the controls of the page of a file besides the one that removes it."""
        return []

    async def kept_or_asked(
        self, interaction: Interaction, reading: MapReading, content: bytes, *, replacing: bool
    ) -> OutgoingMessage | None:
        """Keep a file without errors; return the question of one whose key is taken. Raises `Refusal`."""
        guild, value = guild_of(interaction, self.no_server), reading.value
        if await self.files.add(guild, reading, content, replacing=replacing) is not Keeping.TAKEN:
            return None
        assert value is not None, "it was kept without an error"
        old = await self.files.find(guild, f"{reading.format.key}~{value.key}")
        return compose_replacement(old, value.title, content, ComponentId(f"{self.verb}swap"))

    async def ask_removal(self, interaction: Interaction, word: str) -> None:
        """Ask whether to remove a file, as a command."""
        check_manages(interaction, self.managers)
        await defer_if_slow(interaction)
        await answer(interaction, await self._removal(interaction, word))

    async def press_ask(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask whether to remove a file."""
        check_manages(interaction, self.managers)
        await defer_in_place_if_slow(interaction)
        await show(interaction, await self._removal(interaction, press.last))

    async def press_gone(self, interaction: Interaction, press: ComponentId) -> None:
        """Remove a file, after confirmation."""
        check_manages(interaction, self.managers)
        await defer_in_place(interaction)
        kept = await self.find(interaction, press.last)
        await self.files.remove(kept)
        told = gettext("**{title}** is removed. Running matches keep it.", title=safe(kept.title))
        await show(interaction, message_of(text(told)))

    async def press_swap(self, interaction: Interaction, _press: ComponentId) -> None:
        """Replace a file by the one in the question, after confirmation."""
        check_manages(interaction, self.managers)
        await defer_in_place(interaction)
        content = await file_of_message(interaction, next(iter(self.files.formats.values())).bounds.size)
        await show(interaction, await self.replaced(interaction, content))

    @abstractmethod
    async def replaced(self, interaction: Interaction, content: bytes) -> OutgoingMessage:
        """Replace a file, and return the answer."""

    async def _removal(self, interaction: Interaction, word: str) -> OutgoingMessage:
        kept = await self.find(interaction, word)
        return compose_removal(kept, self._id("gone", kept))

    def _id(self, act: str, kept: ServerSet) -> ComponentId:
        return ComponentId(f"{self.verb}{act}", path=(self.files.word_of(kept),))


async def draw_file(bot: Client, format_: MapFormat, value: Any) -> Picture:
    """Draw the content of a file as a match with it begins."""
    game = bot.games[format_.game]
    view = await bot.workers.run_here(partial(view_of, game.rules, format_.preview(value)))
    return await bot.draw_view(game, view, [""] * view.seats, cards=game.rules.cards_of(view.options))
