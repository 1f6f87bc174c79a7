"""A cache of the newest posts as Discord returned them, so that none is fetched before an edit."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
from discord import ui

MOST_SHOWN = 1_000
"""The most messages that are cached, the last posted or edited ones."""


class MessageCache:
    """The last posted or edited messages with controls.

    An unreported edit makes its entry wrong: all code that edits a public message of the bot must report it.
    """

    def __init__(self) -> None:
        self._messages: OrderedDict[int, discord.Message] = OrderedDict()
        self._answering: Counter[int] = Counter()

    def note(self, message: discord.Message) -> None:
        """Cache the present form of a message, if it has controls."""
        if not _has_controls(message):
            self.take(message.id)
            return
        self._messages[message.id] = message
        self._messages.move_to_end(message.id)
        while len(self._messages) > MOST_SHOWN:
            self._messages.popitem(last=False)

    def take(self, message: int) -> discord.Message | None:
        """Remove and return the cached form of a message; None where it is not cached."""
        return self._messages.pop(message, None)

    @contextmanager
    def answering(self, message: int) -> Iterator[None]:
        """Mark within the block that the answer to a press will change this message."""
        self._answering[message] += 1
        try:
            yield
        finally:
            self._answering[message] -= 1
            self._answering += Counter()  # drops it where nothing else is under way

    def is_answering(self, message: int) -> bool:
        """Whether the answer to a press is about to change this message."""
        return message in self._answering

    def clear(self) -> None:
        """Drop all messages."""
        self._messages.clear()


def _has_controls(message: discord.Message) -> bool:
    waiting = list[Any](message.components)
    while waiting:
        component = waiting.pop()
        if isinstance(component, discord.ActionRow):
            return True
        waiting += getattr(component, "children", ())
    return False


def without_controls(message: discord.Message) -> ui.LayoutView | None:
    """Return the message's layout without its buttons and menus; None when it has none."""
    view = ui.LayoutView.from_message(message, timeout=None)
    if not strip(view):
        return None
    files = {attachment.url: f"attachment://{attachment.filename}" for attachment in message.attachments}
    for item in view.walk_children():
        if isinstance(item, ui.MediaGallery):
            for shown in item.items:
                shown.media.url = files.get(shown.media.url, shown.media.url)
    return view


def strip(view: ui.LayoutView) -> bool:
    """Remove the buttons and menus from a layout; return whether there were any."""
    found = [item for item in view.walk_children() if isinstance(item, ui.ActionRow)]
    for row in found:
        parent: Any = row.parent or view
        parent.remove_item(row)
    return bool(found)
