"""Pages for the maps, layouts and squads of a server: their list, one of them, questions.

The questions and the picture serve every file of a `MapFormat`, also tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bot.base.language import gettext
from bot.engine.mapfiles import MapFormat
from bot.parts.workshop.maps.reading import view_of
from bot.parts.workshop.maps.service import MOST_FILES
from bot.parts.workshop.sets.ports import ServerSet
from cogs.kit.client import Client
from cogs.kit.clock_words import stamp
from cogs.kit.controls import DANGER, ComponentId, button, select
from cogs.kit.layout import (
    Attachment,
    OutgoingMessage,
    compose_question,
    message_of,
    option,
    picture_of,
    rows,
    safe,
    text,
)
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
    parts = [text("\n".join(_lines(formats[key], found))) for key, found in kept.items() if found]
    options = [
        option(f"{kept_file.title} ({gettext(formats[key].titles[0])})", f"{key}~{kept_file.key}")
        for key, found in kept.items()
        for kept_file in found
    ]
    chooser = [
        select(gettext("Look at one"), ComponentId(SHOW, slot=str(start)), options[start : start + 25])
        for start in range(0, len(options), 25)
    ]
    return message_of(*parts, *chooser, *add)


def _lines(format_: MapFormat, kept: Sequence[ServerSet]) -> list[str]:
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
    *,
    manages: bool,
) -> OutgoingMessage:
    """Return one of a server's maps, drawn small, with its file."""
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
        lines.append(gettext("No new match can be opened with it: `/maps check` on its file says why."))
    else:
        lines += [safe(value.description)] if value.description else []
        lines.append(_how(format_))
    controls = [button(gettext("All maps"), ComponentId("maplist"))]
    if value is not None:
        controls.append(
            button(gettext("Measure it in the lab"), ComponentId(LAB, path=(word_of(kept, format_),)))
        )
    if manages:
        controls.append(
            button(gettext("Remove"), ComponentId("mapask", path=(word_of(kept, format_),)), DANGER)
        )
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


async def draw_file(bot: Client, format_: MapFormat, value: Any) -> Picture:
    """Draw the content of a file as a match with it begins."""
    game = bot.games[format_.game]
    view = await bot.workers.run_here(partial(view_of, game.rules, format_.preview(value)))
    return await bot.draw_view(game, view, [""] * view.seats)


def word_of(kept: ServerSet, format_: MapFormat) -> str:
    """Return the word by which a control names a file of a server."""
    return f"{format_.key}~{kept.key}"
