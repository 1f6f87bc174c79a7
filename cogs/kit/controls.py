"""Buttons and select menus that work for ever: all they need stands in their custom_id.

A custom_id is `tp:verb:match:version:path:slot`. It names a match by its unguessable id and the way through
the menus by their keys; it holds nothing hidden, and who presses is checked each time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot.engine.language import N_, gettext
from bot.registry import Game
from cogs.kit.emojis import on_button

CUSTOM_ID_LIMIT = 100
"""Characters of a custom_id that Discord allows."""

_PREFIX = "tp"
_STEP = "."
OLD_BUTTON = N_("This button is from an older version of the bot. Use /match board for a new one.")
PARTS = 6
"""Parts of a custom_id at most."""
_NUMBER = re.compile(r"[0-9]{1,9}")

PRIMARY, SECONDARY, SUCCESS, DANGER = (
    discord.ButtonStyle.primary,
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)


class TooLongError(ValueError):
    """A custom_id would be longer than Discord allows."""


class ComponentId(msgspec.Struct, frozen=True):
    """What a control's custom_id says."""

    verb: str
    """What is to be done; a cog has registered a handler for it."""
    match: str = ""
    version: int = 0
    """The version of the match that the presser saw."""
    path: tuple[str, ...] = ()
    """The keys chosen so far, the control's own last; a menu's chosen value is added when it is used."""
    slot: str = ""
    """Distinguishes controls of one message that would otherwise have the same id."""

    def encode(self) -> str:
        """Return the custom_id. Raises `TooLongError` when it is longer than Discord allows."""
        path = _STEP.join(self.path)
        text = ":".join((_PREFIX, self.verb, self.match, str(self.version), path, self.slot)).rstrip(":")
        if len(text) > CUSTOM_ID_LIMIT:
            raise TooLongError(
                f"a custom_id has {len(text)} characters; shorten the keys of the menu: {text}"
            )
        return text

    @classmethod
    def decode(cls, custom_id: str) -> ComponentId:
        """Return what a custom_id says; one that says nothing sensible has a verb nobody handles."""
        parts = custom_id.split(":")
        if len(parts) > PARTS or len(custom_id) > CUSTOM_ID_LIMIT or not custom_id.isprintable():
            return NONSENSE
        _, verb, match, version, path, slot = (*parts, *("",) * PARTS)[:PARTS]
        steps = tuple(path.split(_STEP)) if path else ()
        return cls(verb, match, whole_number(version), steps, slot)

    def chosen(self, value: str) -> ComponentId:
        """Return this press with a select menu's value added to its path."""
        return replace(self, path=(*self.path, value), slot="")


NONSENSE = ComponentId("")
"""What a custom_id says that none of our controls can have: it has a verb that nobody handles."""


def whole_number(word: str, otherwise: int = 0) -> int:
    """Return the number that a key of a control means; `otherwise` for what is none that we would write."""
    return int(word) if _NUMBER.fullmatch(word) else otherwise


def discord_id(word: str) -> int:
    """Return the id of Discord's that a part of a control means; 0 for what is none."""
    known = word.isascii() and word.isdecimal() and len(word) < 20
    return int(word) if known and int(word) < 2**63 else 0


class Control(ui.DynamicItem[Any], template=re.compile(rf"{_PREFIX}:.*", re.DOTALL)):
    """One button or select menu; hands what was pressed to the handler of its verb."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> Control:
        """Make the control again from a message, also after a restart."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Find the handler and let it answer; whatever goes wrong is answered too."""
        await interaction.client.press(interaction, _pressed(self.item))


def _pressed(item: ui.Item[Any]) -> ComponentId:
    """Return what a button says, or a menu with the value chosen; a value that was not offered says nothing
    sensible."""
    press = ComponentId.decode(getattr(item, "custom_id", ""))
    if not isinstance(item, ui.Select):
        return press
    offered = {option.value for option in item.options}
    if len(item.values) != 1 or item.values[0] not in offered:
        return NONSENSE
    return press.chosen(item.values[0])


def button(
    label: str,
    press: ComponentId,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | None = None,
) -> Control:
    """Return a button."""
    pressed: ui.Button[Any] = ui.Button(
        label=label, style=style, custom_id=press.encode(), disabled=disabled, emoji=emoji
    )
    return Control(pressed)


def closer_look(match: str, parts: Mapping[str, str]) -> list[Control]:
    """Return the button to the parts of a table (`Renderer.parts`); one alone is called by its name."""
    if not parts:
        return []
    label = gettext("Zoom") if len(parts) > 1 else next(iter(parts.values()))
    return [button(label, ComponentId("zoom", match))]


def fair_dice(press: ComponentId) -> Control:
    """Return the button behind which everything about fair dice is, of a match or of a roll."""
    return button(gettext("Fair dice"), press, emoji=on_button("dice"))


def words_button(game: Game) -> list[Control]:
    """Return the button to the words and signs of a game, where it has any."""
    return (
        [button(gettext("Signs and words"), ComponentId("words", path=(game.key,)))] if game.glossary else []
    )


def page_buttons(to: Callable[[int], ComponentId], page: int, pages: int) -> list[Control]:
    """Return the buttons to the pages before and after one, counted from 0; none where there is no other."""
    if pages < 2:
        return []
    before, after = replace(to(max(page - 1, 0)), slot="p"), replace(to(page + 1), slot="n")
    return [
        button(gettext("Previous"), before, disabled=page == 0),
        button(gettext("Next"), after, disabled=page >= pages - 1),
    ]


def select(placeholder: str, press: ComponentId, options: list[discord.SelectOption]) -> Control:
    """Return a select menu of which one option can be chosen."""
    chooser: ui.Select[Any] = ui.Select(
        placeholder=placeholder or None, custom_id=press.encode(), options=options
    )
    return Control(chooser)
