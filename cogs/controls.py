"""Buttons and select menus that work for ever: all they need stands in their custom_id.

A custom_id is `tp:verb:match:version:path:slot`. It names a match by its unguessable id and the way through
the menus by their keys; it holds nothing hidden, and whoever presses is checked anew each time.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
import msgspec
from discord import ui

if TYPE_CHECKING:
    from bot.client import Tablepost

CUSTOM_ID_LIMIT = 100
"""Characters of a custom_id that Discord allows."""

_PREFIX = "tp"
_STEP = "."


class Press(msgspec.Struct, frozen=True):
    """What a control's custom_id says."""

    verb: str
    """What is to be done; a cog has registered a handler for it."""
    match: str = ""
    version: int = 0
    """The version of the match that the presser saw."""
    path: tuple[str, ...] = ()
    """The keys chosen so far, the control's own last; a menu's chosen value is added when it is used."""
    slot: str = ""
    """Tells apart controls of one message that would otherwise have the same id."""

    def encode(self) -> str:
        """Return the custom_id. Raises `ValueError` when it is longer than Discord allows."""
        path = _STEP.join(self.path)
        text = ":".join((_PREFIX, self.verb, self.match, str(self.version), path, self.slot)).rstrip(":")
        if len(text) > CUSTOM_ID_LIMIT:
            raise ValueError(f"a custom_id has {len(text)} characters; shorten the keys of the menu: {text}")
        return text

    @classmethod
    def decode(cls, custom_id: str) -> Press:
        """Return what a custom_id says; one that says nothing sensible has a verb nobody handles."""
        parts = custom_id.split(":")
        _, verb, match, version, path, slot = (*parts, "", "", "", "", "", "")[:6]
        steps = tuple(path.split(_STEP)) if path else ()
        return cls(verb, match, int(version) if version.isdecimal() else 0, steps, slot)

    def chosen(self, value: str) -> Press:
        """Return this press with a select menu's value added to its path."""
        return msgspec.structs.replace(self, path=(*self.path, value), slot="")


Interaction: TypeAlias = "discord.Interaction[Tablepost]"
Handler: TypeAlias = Callable[[Interaction, Press], Awaitable[None]]


class Control(ui.DynamicItem[Any], template=re.compile(rf"{_PREFIX}:.*", re.DOTALL)):
    """One button or select menu; hands what was pressed to the handler of its verb."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> Control:
        """Make the control anew from a message, also after a restart."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Find the handler and let it answer; whatever goes wrong is answered too."""
        press = Press.decode(self.custom_id)
        if isinstance(self.item, ui.Select) and self.item.values:
            press = press.chosen(self.item.values[0])
        await interaction.client.press(interaction, press)


def button(
    label: str,
    press: Press,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> Control:
    """Return a button."""
    return Control(ui.Button(label=label, style=style, custom_id=press.encode(), disabled=disabled))


def select(placeholder: str, press: Press, options: list[discord.SelectOption]) -> Control:
    """Return a select menu of which one option can be chosen."""
    chooser: ui.Select[Any] = ui.Select(
        placeholder=placeholder or None, custom_id=press.encode(), options=options
    )
    return Control(chooser)
