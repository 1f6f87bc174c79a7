"""Composes messages from parts and safe text; checks Discord's limits before sending."""

from __future__ import annotations

import io
import math
import re
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

import discord
import msgspec
from discord import ui

from bot.base.language import gettext
from bot.engine.sentences import cut
from bot.engine.sentences import fit as fit
from bot.engine.sentences import safe as safe
from cogs.kit.controls import CUSTOM_ID_LIMIT, DANGER, ComponentId, Control, button, dress, unsigned
from renderers.contract import ALT_TEXT_LIMIT, Picture

Thing = TypeVar("Thing")

COMPONENTS, TEXT, ROW, OPTIONS, GALLERY, ATTACHMENTS = 40, 4000, 5, 25, 10, 10
_SPARE = 400
"""Characters that emojis leave free for the line `under` a page."""
LABEL, PLACEHOLDER, OPTION_TEXT = 80, 150, 100
UPLOAD = 10 * 1024 * 1024
"""The most bytes of all files of one message that every server accepts."""

_ROW, _BUTTON, _SELECT, _TEXT, _THUMBNAIL, _GALLERY, _FILE = 1, 2, 3, 10, 11, 12, 13
_ESCAPED = re.compile(r"\\([\\*_~`|<>\[\]@#+/.-])")
_SUIT = re.compile("([♣♦♥♠])(?!\ufe0e)")


class LimitBroken(ValueError):  # noqa: N818 - it reads as what happened
    """A message that Discord would refuse; the sentence names the exceeded limit."""


class Attachment(msgspec.Struct, frozen=True):
    """A file of a message."""

    filename: str
    data: bytes
    alt: str = ""
    """A description of the picture."""

    @property
    def url(self) -> str:
        """The URL of this file in components of the same message."""
        return f"attachment://{self.filename}"


class _Layout(ui.LayoutView):
    """The layout of a message."""

    def is_finished(self) -> bool:
        """Whether discord.py has nothing to listen for: it finds each `Control` by its custom_id alone."""
        return True


class OutgoingMessage(msgspec.Struct, frozen=True):
    """A message that can be sent, or can replace another."""

    view: ui.LayoutView
    attachments: tuple[Attachment, ...] = ()
    pings: tuple[int, ...] = ()
    """The users whom the message may notify, once, when it is posted."""

    def marked(self, key: str) -> OutgoingMessage:
        """Return the message with an invisible mark of its key (`has_mark`)."""
        next(iter(self.view.children)).id = _mark_of(key)
        return self

    def to_send(self) -> dict[str, Any]:
        """Return the arguments for posting the message."""
        mentions = discord.AllowedMentions.none()
        if self.pings:
            users = [discord.Object(user) for user in self.pings]
            mentions = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
        return {"view": self.view, "files": self._files(), "allowed_mentions": mentions}

    def to_edit(self) -> dict[str, Any]:
        """Return the arguments for replacing another message, without notifications."""
        return {
            "view": self.view,
            "attachments": self._files(),
            "allowed_mentions": discord.AllowedMentions.none(),
        }

    def _files(self) -> list[discord.File]:
        return [
            discord.File(io.BytesIO(attachment.data), attachment.filename, description=attachment.alt or None)
            for attachment in self.attachments
        ]


class Gallery(NamedTuple):
    """A part of a message with pictures, side by side."""

    files: tuple[Attachment, ...]

    @property
    def item(self) -> ui.MediaGallery[Any]:
        """The component."""
        items = [discord.MediaGalleryItem(file.url, description=file.alt or None) for file in self.files]
        return ui.MediaGallery(*items)


class Beside(NamedTuple):
    """A part of a message with words and a small picture to their right."""

    words: str
    file: Attachment

    @property
    def item(self) -> ui.Section[Any]:
        """The component."""
        shown = ui.Thumbnail[Any](self.file.url, description=self.file.alt or None)
        return ui.Section(readable(self.words), accessory=shown)


Part: TypeAlias = ui.Item[Any] | Attachment | Gallery | Beside | None
"""A part of a message. A control gets its own row, and files are sent with the message that shows them."""


def message_of(*parts: Part, accent: int | None = None, pings: Sequence[int] = ()) -> OutgoingMessage:
    """Return a message of one framed container. Raises `LimitBroken` when Discord would refuse it."""
    container: ui.Container[Any] = ui.Container(accent_colour=accent)
    attachments: list[Attachment] = []
    for part in parts:
        match part:
            case Attachment():
                attachments.append(part)
                container.add_item(ui.File(part.url))
            case Gallery():
                attachments += part.files
                container.add_item(part.item)
            case Beside():
                attachments.append(part.file)
                container.add_item(part.item)
            case Control():
                container.add_item(ui.ActionRow(part))
            case ui.Item():
                container.add_item(part)
    _dress(container)
    view = _Layout(timeout=None)
    view.add_item(container)
    check_limits(components_of(view), attachments)
    return OutgoingMessage(view, tuple(attachments), tuple(pings))


def compose_question(
    words: str,
    yes: str,
    press: ComponentId,
    no: str = "",
    *,
    file: Attachment | None = None,
    style: discord.ButtonStyle = DANGER,
) -> OutgoingMessage:
    """Return a question before a serious action, with the button that does it and one that changes nothing.

    `yes` and `no` are the labels of the buttons; `file` is shown between question and buttons.
    """
    controls = [button(yes, press, style), button(no or gettext("No"), ComponentId("never", press.match))]
    return message_of(text(words), file, *rows(controls))


def under(page: OutgoingMessage, words: str) -> OutgoingMessage:
    """Return a page with a line at the bottom; unchanged where the line is empty or does not fit."""
    part = text(words)
    container: Any = next(iter(page.view.children))
    if part is not None:
        container.add_item(part)
        _dress(container)
        try:
            check_limits(components_of(page.view), page.attachments)
        except LimitBroken:
            container.remove_item(part)
    return page


def _dress(container: ui.Container[Any]) -> None:
    """Replace signs by emojis in all texts of a message."""
    dress([each for each in container.walk_children() if isinstance(each, ui.TextDisplay)], TEXT - _SPARE)


def has_mark(message: discord.Message, key: str) -> bool:
    """Whether a message on Discord was marked with this key."""
    containers = [part for part in message.components if isinstance(part, discord.Container)]
    return any(container.id == _mark_of(key) for container in containers)


def _mark_of(key: str) -> int:
    """Return the component id for a key, used on the outermost component; Discord's own ids count from 1."""
    return 1 << 30 | zlib.crc32(key.encode()) >> 2


def components_of(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Return a layout's components as they are sent."""
    return [item.to_component_dict() for item in view.children]


def text(words: str) -> ui.TextDisplay[Any] | None:
    """Return a text part, or None for empty words."""
    return ui.TextDisplay(readable(words)) if words.strip() else None


def readable(words: str) -> str:
    """Return the words with suits of cards as letters.

    Discord's emojis of clubs and spades are nearly black, and invisible on its dark background.
    """
    return words if words.isascii() else _SUIT.sub("\\1\ufe0e", words)


def drawn(picture: Picture, name: str = "board") -> Attachment:
    """Return a picture as a file."""
    return Attachment(f"{name}.png", picture.png, picture.alt)


def picture_of(picture: Picture | None, name: str = "board") -> Gallery | None:
    """Return the part that shows a picture; None without a picture."""
    return None if picture is None else Gallery((drawn(picture, name),))


def beside(words: str, picture: Picture | None, name: str) -> Part:
    """Return words with a small picture to their right; the words alone where there is none."""
    return text(words) if picture is None else Beside(words, drawn(picture, name))


def option(label: str, value: str, description: str = "", *, default: bool = False) -> discord.SelectOption:
    """Return an option of a select menu; its words may be escaped, and are cut where too long."""
    return discord.SelectOption(
        label=fit(plain(label), OPTION_TEXT),
        value=value,
        description=fit(plain(description), OPTION_TEXT) or None,
        default=default,
    )


def rows(controls: Sequence[Control]) -> list[ui.ActionRow[Any]]:
    """Return buttons in rows of five."""
    return [ui.ActionRow(*controls[start : start + ROW]) for start in range(0, len(controls), ROW)]


def page_of(things: Sequence[Thing], page: int, size: int) -> tuple[Sequence[Thing], int, int]:
    """Return the items of a page, the page's number from 0, and the number of pages.

    A number beyond the pages means the nearest one; an empty list has one empty page.
    """
    pages = max(1, math.ceil(len(things) / size))
    page = min(max(page, 0), pages - 1)
    return things[page * size : (page + 1) * size], page, pages


def as_many_as_fit(lines: Sequence[str], room: int, most: int | None = None) -> str:
    """Return as many lines as fit into this number of characters, and the number of the others.

    `most` limits them as in `bot.engine.sentences.cut`. A first line that is too long alone is cut.
    """
    shown: list[str] = []
    for line in lines if most is None else cut(lines, most)[0]:
        if sum([len(each) + 1 for each in shown]) + len(line) > room:
            break
        shown.append(line)
    if not shown and lines:
        return fit(lines[0], room)
    more = len(lines) - len(shown)
    return "\n".join([*shown, *([gettext("-# … and {number} more", number=more)] if more else [])])


def plain(words: str) -> str:
    """Return safe text without markup, for labels and alt text, where Discord shows none."""
    if words.isascii() and "\\" not in words:
        return words  # as most are: nothing is escaped, and no sign is drawn
    return readable(unsigned(_ESCAPED.sub(r"\1", words)))


def check_limits(components: Sequence[dict[str, Any]], attachments: Sequence[Attachment] = ()) -> None:
    """Raise `LimitBroken` where a message's components or files exceed Discord's limits."""
    parts = _all_parts(components)
    _at_most(len(parts), COMPONENTS, "components")
    _at_most(sum(len(part["content"]) for part in parts if part["type"] == _TEXT), TEXT, "characters of text")
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(set(ids)) < len(ids):
        twice = next(custom_id for custom_id in ids if ids.count(custom_id) > 1)
        raise LimitBroken(f"two controls have the custom_id {twice}")
    for part in parts:
        _check_part(part)
    _check_files(parts, attachments)


def _check_part(part: dict[str, Any]) -> None:
    _at_most(len(part.get("custom_id") or ""), CUSTOM_ID_LIMIT, "characters of custom_id")
    kind = part["type"]
    if kind == _TEXT:
        if not part["content"].strip():
            raise LimitBroken("a text is empty")
    elif kind == _ROW:
        _at_most(len(part["components"]), ROW, "controls in a row")
        if not part["components"]:
            raise LimitBroken("a row is empty")
    elif kind == _BUTTON:
        _at_most(len(part.get("label") or ""), LABEL, "characters of label")
        if not part.get("label"):
            raise LimitBroken("a button has no label")
    elif kind == _SELECT:
        _check_select(part)
    elif kind == _THUMBNAIL:
        _at_most(len(part.get("description") or ""), ALT_TEXT_LIMIT, "characters of alt text")
    elif kind == _GALLERY:
        _at_most(len(part["items"]), GALLERY, "pictures in a gallery")
        for item in part["items"]:
            _at_most(len(item.get("description") or ""), ALT_TEXT_LIMIT, "characters of alt text")


def _check_select(part: dict[str, Any]) -> None:
    _at_most(len(part.get("placeholder") or ""), PLACEHOLDER, "characters of placeholder")
    _at_most(len(part.get("options", ())), OPTIONS, "options")
    if not part.get("options"):
        raise LimitBroken("a select menu has no options")
    values = [option["value"] for option in part["options"]]
    if len(set(values)) < len(values):
        raise LimitBroken(f"two options of a select menu have one value among {values}")
    for field in ("label", "value", "description"):
        longest = max([len(option.get(field) or "") for option in part["options"]])
        _at_most(longest, OPTION_TEXT, f"characters of an option's {field}")
    if not all(option["label"] and option["value"] for option in part["options"]):
        raise LimitBroken("an option of a select menu is empty")


def _check_files(parts: Sequence[dict[str, Any]], attachments: Sequence[Attachment]) -> None:
    _at_most(len(attachments), ATTACHMENTS, "files")
    _at_most(sum(len(each.data) for each in attachments), UPLOAD, "bytes of files")
    media = [item["media"] for part in parts if part["type"] == _GALLERY for item in part["items"]]
    media += [part["media"] for part in parts if part["type"] == _THUMBNAIL]
    media += [part["file"] for part in parts if part["type"] == _FILE]
    shown = {each["url"] for each in media if each["url"].startswith("attachment:")}
    sent = {each.url for each in attachments}
    if shown != sent:
        raise LimitBroken(f"files shown {sorted(shown)} and files sent {sorted(sent)} differ")


def _all_parts(components: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return components with all that are inside of them."""
    parts = list(components)
    for part in parts:  # it grows meanwhile
        parts += part.get("components", ())
        if "accessory" in part:
            parts.append(part["accessory"])
    return parts


def _at_most(count: int, limit: int, what: str) -> None:
    if count > limit:
        raise LimitBroken(f"a message has {count} {what}; Discord allows {limit}")
