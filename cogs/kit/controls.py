"""Buttons and select menus that stay valid: their custom_id has all they need.

A custom_id is `tp:verb:match:version:path:slot`. It has the unguessable id of a match and the keys of the
menu path; it has nothing hidden, and each press is checked for access.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot.base.language import N_, gettext
from bot.games.game import Game
from cogs.kit.emojis import on_button

CUSTOM_ID_LIMIT = 100
"""The most characters of a custom_id, by Discord's limit."""

_PREFIX = "tp"
_STEP = "."
OLD_BUTTON = N_("This button is from an older version of the bot. Use /match board for a new one.")
PARTS = 6
"""The most parts of a custom_id."""
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
    """The decoded custom_id of a control."""

    verb: str
    """The action; a cog has registered a handler for it."""
    match: str = ""
    version: int = 0
    """The version of the match that the asker saw."""
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
        """Decode a custom_id; a malformed one gets a verb without a handler."""
        parts = custom_id.split(":")
        if len(parts) > PARTS or len(custom_id) > CUSTOM_ID_LIMIT or not custom_id.isprintable():
            return NONSENSE
        _, verb, match, version, path, slot = (*parts, *("",) * PARTS)[:PARTS]
        steps = tuple(path.split(_STEP)) if path else ()
        return cls(verb, match, whole_number(version), steps, slot)

    def keys(self, count: int) -> list[str]:
        """Return this number of keys of the path, the first ones; "" for each missing key."""
        return [*self.path, *[""] * count][:count]

    @property
    def first(self) -> str:
        """The first key of the path; "" for an empty path."""
        return self.keys(1)[0]

    @property
    def last(self) -> str:
        """The last key of the path; "" for an empty path."""
        return self.path[-1] if self.path else ""

    def chosen(self, value: str) -> ComponentId:
        """Return this press with a select menu's value added to its path."""
        return replace(self, path=(*self.path, value), slot="")


NONSENSE = ComponentId("")
"""A malformed custom_id: its verb has no handler."""


def whole_number(word: str, otherwise: int = 0) -> int:
    """Return the number in a key of a control; `otherwise` for anything that the bot would not write."""
    return int(word) if _NUMBER.fullmatch(word) else otherwise


def discord_id(word: str) -> int:
    """Return the Discord id in a part of a control; 0 for none."""
    known = word.isascii() and word.isdecimal() and len(word) < 20
    return int(word) if known and int(word) < 2**63 else 0


class Control(ui.DynamicItem[Any], template=re.compile(rf"{_PREFIX}:.*", re.DOTALL)):
    """One button or select menu; passes a press to the handler of its verb."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> Control:
        """Recreate the control from a message, also after a restart."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Find the handler and let it answer; errors are answered too."""
        await interaction.client.press(interaction, _pressed(self.item))


def _pressed(item: ui.Item[Any]) -> ComponentId:
    """Return the press of a button, or of a menu with its chosen value.

    A value that was not offered gives `NONSENSE`.
    """
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


def play_button(match: str) -> Control:
    """Return the button that opens the asker's panel of a match."""
    return button(gettext("Play"), ComponentId("play", match), PRIMARY)


def hand_button(match: str) -> Control:
    """Return the button that shows the asker's hand in a match."""
    return button(gettext("Hand"), ComponentId("hand", match))


def rules_button(game: str) -> Control:
    """Return the button to the rules of the game with this key."""
    return button(gettext("Rules"), ComponentId("rules", path=(game, "0")))


def closer_look(match: str, parts: Mapping[str, str]) -> list[Control]:
    """Return the button to the parts of a table (`Renderer.parts`); a single part has its own name."""
    if not parts:
        return []
    label = gettext("Zoom") if len(parts) > 1 else next(iter(parts.values()))
    return [button(label, ComponentId("zoom", match))]


def fair_dice(press: ComponentId) -> Control:
    """Return the button to the page about fair dice, of a match or of a roll."""
    return button(gettext("Fair dice"), press, emoji=on_button("dice"))


def words_button(game: Game) -> list[Control]:
    """Return the button to the glossary of a game, where it has one."""
    return (
        [button(gettext("Signs and words"), ComponentId("words", path=(game.key,)))] if game.glossary else []
    )


def page_buttons(to: Callable[[int], ComponentId], page: int, pages: int) -> list[Control]:
    """Return the buttons to the previous and the next page, counted from 0; none where there is no other."""
    if pages < 2:
        return []
    before, after = replace(to(max(page - 1, 0)), slot="p"), replace(to(page + 1), slot="n")
    return [
        button(gettext("Previous"), before, disabled=page == 0),
        button(gettext("Next"), after, disabled=page >= pages - 1),
    ]


def select(placeholder: str, press: ComponentId, options: list[discord.SelectOption]) -> Control:
    """Return a select menu with one choice."""
    chooser: ui.Select[Any] = ui.Select(
        placeholder=placeholder or None, custom_id=press.encode(), options=options
    )
    return Control(chooser)
